"""Runs the device suite that make.py compiled, on a machine with a GPU and CuPy.

    run.py [FOLDER]

Outputs are poisoned first and compared with references from float64. Exits 1 if a
case fails.
"""

import json
import os
import sys
import time

import cupy
import numpy as np

POISON = 0xC3


def device_arguments(case, arrays):
    """What the launch takes, and the arrays to look at afterwards."""
    values, outputs = [], {}
    for name, kind, value in case["args"]:
        if kind == "array":
            host = arrays["arg_" + name]
            array = cupy.asarray(host)
            if "expected_" + name in arrays and name not in case["updated"]:
                array.view(cupy.uint8)[...] = POISON
            if "expected_" + name in arrays:
                outputs[name] = array
            values.append(array)
        else:
            values.append(np.float32(value) if kind == "float" else np.int32(value))
    return values, outputs


def check(case, name, got, expected):
    """None, or what is wrong."""
    got, expected = got.astype(np.float64).ravel(), expected.astype(np.float64).ravel()
    bound = case["tolerance"] * np.maximum(1.0, np.abs(expected))
    wrong = ~((np.abs(got - expected) <= bound) | (got == expected))
    if not wrong.any():
        return None
    first = int(np.flatnonzero(wrong)[0])
    return "%s: %d of %d differ, first at %d: %r, expected %r" % (
        name, wrong.sum(), wrong.size, first, got[first], expected[first])


def run_case(case, target, folder):
    arrays = np.load(os.path.join(folder, case["name"] + ".npz"))
    module = cupy.RawModule(path=os.path.join(folder, "%s.%s.cubin" % (case["name"], target)))
    kernel = module.get_function(case["kernel"])
    dynamic = case["shared_bytes"] if case["shared_bytes"] > 48 * 1024 else 0
    if dynamic:
        kernel.max_dynamic_shared_size_bytes = dynamic
    values, outputs = device_arguments(case, arrays)
    grid = tuple(case["grid"]) + (1,) * (3 - len(case["grid"]))
    kernel(grid, (case["num_threads"], 1, 1), tuple(values), shared_mem=dynamic)
    cupy.cuda.get_current_stream().synchronize()
    faults = [check(case, name, cupy.asnumpy(array), arrays["expected_" + name]) for name, array in outputs.items()]
    return [fault for fault in faults if fault], kernel.num_regs, kernel.local_size_bytes


def main():
    folder = sys.argv[1] if len(sys.argv) > 1 else os.path.dirname(os.path.abspath(__file__))
    with open(os.path.join(folder, "manifest.json")) as file:
        manifest = json.load(file)
    failed, start = 0, time.time()
    runs = [(case, target) for case in manifest for target in case["targets"]]
    for case, target in runs:
        name = "%s (%s)" % (case["name"], target)
        try:
            faults, registers, local = run_case(case, target, folder)
        except Exception as error:  # a launch that fails ends the device's context
            print("FAIL %s: %s" % (name, error), flush=True)
            print("stopped: no kernel runs after this one")
            sys.exit(1)
        failed += bool(faults)
        for fault in faults:
            print("FAIL %s: %s" % (name, fault), flush=True)
        if local:
            print("note %s: %d registers, %d bytes of local memory" % (name, registers, local))
    print("%d of %d cases pass in %.1f s" % (len(runs) - failed, len(runs), time.time() - start))
    sys.exit(failed != 0)


if __name__ == "__main__":
    main()
