"""Compiles the kernels of benchmarks/gpu and checks their machine code.

The products are compiled twice: for any launch of a grid of tiles, and for one that fulfils the
launch predicates but the one that there is a single step, as the benchmark's do.

    machine_code.py MTC SOURCE_DIR [TARGET] [-show]

TARGET is cuda unless given. With -show prints the counts, for the table below."""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

MTC, ROOT = sys.argv[1], pathlib.Path(sys.argv[2]).resolve()
OPT = shutil.which("mt-opt", path=os.pathsep.join(
    filter(None, [os.path.dirname(MTC), os.environ.get("PATH")])))
TARGET = next((word for word in sys.argv[3:] if word != "-show"), "cuda")
sys.path.insert(0, str(ROOT / "scripts"))

import sass  # noqa: E402

KERNELS = ROOT / "benchmarks" / "gpu" / "kernels.py"
NVRTC = ROOT / "test" / "Support" / "nvrtc.py"
ONE_INPUT = "x=*fp32:16, out=*fp32:16"
TWO_INPUTS = "x=*fp32:16, y=*fp32:16, out=*fp32:16"
SIZES = ", M=i32:16, N=i32:16"

# Kernel, signature, warps: registers at most, counts of instructions.
CASES = [
    ("add_kernel", TWO_INPUTS + ", n=i32:16, BLOCK=1024", 4, 40,
     {"LDG.128": 4, "STG.128": 2}),
    ("softmax_kernel", ONE_INPUT + ", columns=i32:16, BLOCK=1024", 1, 64,
     {"LDG.128": 8, "SHFL": 11, "STG.128": 8}),
    ("softmax_kernel", ONE_INPUT + ", columns=i32:16, BLOCK=4096", 4, 64,
     {"BAR": 2, "LDG.128": 8, "LDS.128": 2, "SHFL": 10, "STG.128": 8, "STS.32": 2}),
    ("softmax_kernel", ONE_INPUT + ", columns=i32:16, BLOCK=16384", 8, 128,
     {"BAR": 2, "LDG.128": 16, "LDS.128": 4, "SHFL": 10, "STG.128": 16, "STS.32": 2}),
    ("layernorm_kernel", "x=*fp16:16, out=*fp16:16, weight=*fp32:16, bias=*fp32:16, "
     "columns=i32:16, eps=fp32, BLOCK=2048", 8, 64,
     {"BAR": 2, "CALL": 1, "LDG.128": 19, "LDS.128": 4, "SHFL": 10, "STG.128": 1, "STS.32": 2}),
    ("add2d_kernel", TWO_INPUTS + SIZES + ", BM=16, BN=128", 4, 64,
     {"LDG.128": 8, "STG.128": 4}),
    ("transpose_kernel", ONE_INPUT + SIZES + ", BM=32, BN=32", 4, 64,
     {"BAR": 1, "LDG.128": 2, "LDS.32": 8, "STG.128": 2, "STS.32": 8}),
    ("column_sum_kernel", ONE_INPUT + SIZES + ", BM=64, BN=32", 8, 64,
     {"BAR": 1, "LDG.128": 14, "LDS.128": 8, "SHFL": 8, "STG.128": 1, "STS.128": 1}),
    ("long_sum_kernel", ONE_INPUT + ", COLUMNS=16384, BLOCK=1024", 8, 64,
     {"BAR": 1, "LDG.128": 16, "LDS.128": 2, "SHFL": 5, "STG.32": 1, "STS.32": 1}),
    ("matmul_kernel", "a=*fp32:16, b=*fp32:16, c=*fp32:16, K=i32:16" + SIZES +
     ", BM=16, BN=32", 1, 128,
     {"LDG.128": 16, "LDG.32": 6, "STG.128": 4}),
    ("matmul_kernel", "a=*fp32:16, b=*fp32:16, c=*fp32:16, K=i32:16" + SIZES +
     ", BM=64, BN=64", 4, 128,
     {"LDG.128": 14, "LDG.32": 4, "STG.128": 8}),
    ("static_matmul_kernel", "a=*fp32:16, b=*fp32:16, c=*fp32:16" + SIZES +
     ", K=64, BM=64, BN=64", 4, 128,
     {"LDG.128": 128, "LDG.32": 256, "STG.128": 8}),
]

# Where targets nvptx and mlir need other numbers, by kernel and warps: nvJitLink gives kernels more
# registers, and loops run fewer iterations at once.
THROUGH_LLVM = {
    ("layernorm_kernel", 8): (64, {"LDG.128": 13}),
    ("column_sum_kernel", 8): (64, {"LDG.128": 10}),
    ("long_sum_kernel", 8): (72, {}),
    ("matmul_kernel", 1): (128, {"LDG.128": 12, "LDG.32": 2}),
    ("static_matmul_kernel", 4): (255, {}),
}


# What dot_kernel is timed with, by element type: instructions of tensor cores, loads of matrices and
# of words from shared memory for each of the blocks below. Six words are the assembler's own.
DOTS = {
    "fp16": ("HMMA", (128, 128, 64), (40, 40, 24), (6, 6, 6)),
    "bf16": ("HMMA", (128, 128, 64), (40, 40, 24), (6, 6, 6)),
    "fp32": ("HMMA", (128, 128, 64), (20, 20, 12), (86, 86, 54)),
    "i8": ("IMMA", (64, 64, 32), (24, 24, 16), (6, 6, 6)),
}
SETUP = "fold,cse,dce,launch-predicates"
WITH_FACTS = "launch-facts,fold,loop-simplify,fold,cse,mem-opt,cse,dce"


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        sys.exit("%s:\n%s" % (" ".join(map(str, command)), done.stderr))
    return done.stderr


def complaints(log):
    """Lines of the assembler's report that no fast kernel has."""
    bad = []
    for line in log.splitlines():
        spills = "spill" in line and "0 bytes spill stores, 0 bytes spill loads" not in line
        if spills or "(C7" in line or "warning" in line.lower():
            bad.append(line.strip())
    return bad


def assemble(mtc, folder):
    """The cubin of a command line of mtc, and what its assembler reported."""
    text, code = folder / "k.cu", folder / "k.cubin"
    if TARGET in ("nvptx", "mlir"):
        run(*mtc, "-emit=cubin", "-o", code)
        return code.read_bytes(), "Used"
    run(*mtc, "-emit=cuda", "-o", text)
    log = run(sys.executable, NVRTC, text, "-v", "-o", code)
    return code.read_bytes(), log


def dot_cases():
    """Element type, block, warps, stages and the counts of each configuration of compare.py."""
    for element, (mma, products, matrices, words) in DOTS.items():
        step = 32 if element == "fp32" else 64
        blocks = ((128, 256, step, 8, 3), (128, 128, step, 4, 3), (128, 128, step // 2, 4, 4))
        for block, *counts in zip(blocks, products, matrices, words):
            yield element, block, dict(zip((mma, "LDSM", "LDS.32"), counts))


def dot_program(element, block, folder):
    """The program for any grid of tiles, and the one for launches as the benchmark's."""
    signature = ", ".join("%s=*%s:16" % (name, element) for name in "ab")
    signature += ", c=*%s:16, " % ("i32" if element == "i8" else element)
    signature += ", ".join(name + "=i32:16" for name in ("M", "N", "K", "stride_a", "stride_b", "stride_c"))
    signature += ", WHOLE=%s, GROUP=8, BM=%d, BN=%d, BK=%d" % (element == "i8", *block[:3])
    asked, tiled, assumed, simple = (folder / (name + ".mt") for name in ("asked", "tiled", "assumed", "simple"))
    run(MTC, KERNELS, "-kernel", "dot_kernel", "-signature", signature, "-emit=ssa",
        "-passes=" + SETUP, "-o", asked)
    text = asked.read_text()
    listed = re.search(r"predicates=\[(.*?)\]", text)
    facts = [fact for fact in re.findall(r'"[^"]*"', listed[1]) if not fact.startswith('"1 <= K')]
    grid = [fact for fact in facts if fact.startswith('"grid.x')]
    for file, which in ((tiled, grid), (assumed, facts)):
        file.write_text(text.replace(listed[0], "assume=[%s]" % ", ".join(which)))
    run(OPT, assumed, "-passes=" + WITH_FACTS, "-o", simple)
    return tiled, simple


def check_dot(element, block, counts):
    errors = []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for program in dot_program(element, block, folder):
            tool = [OPT, program, "-num-warps", str(block[3]), "-num-stages", str(block[4]),
                    "-target=" + TARGET, "-arch=sm_90a"]
            code, log = assemble(tool, folder)
            cubin = sass.Cubin(code)
            found = cubin.kernels["dot_kernel"]
            got = {key: found[key] for key in counts}
            where = "%s %s, %s" % (element, block, program.stem)
            if "-show" in sys.argv:
                print(where, cubin.registers, dict(found))
            errors += ["%s: %s" % (where, line) for line in complaints(log)]
            if cubin.local_bytes or any(key.startswith(("LDL", "STL")) for key in found):
                errors.append("%s: %d bytes of local memory" % (where, cubin.local_bytes))
            if got != counts:
                errors.append("%s: %s, expected %s" % (where, got, counts))
    return errors


def check(kernel, signature, warps, registers, counts, folder):
    if TARGET in ("nvptx", "mlir"):
        registers, changed = THROUGH_LLVM.get((kernel, warps), (registers, {}))
        counts = {**counts, **changed}
    mtc = [MTC, KERNELS, "-kernel", kernel, "-signature", signature, "-num-warps", str(warps),
           "-target=" + TARGET, "-arch=sm_90a"]
    code, log = assemble(mtc, folder)
    cubin = sass.Cubin(code)
    found = dict(cubin.kernels[kernel])
    name = "%s, %d warps" % (kernel, warps)
    if "-show" in sys.argv:
        print(name, signature, cubin.registers, dict(sorted(found.items())))
        return []
    errors = ["%s: %s" % (name, line) for line in complaints(log)]
    if "Used" not in log:
        errors.append("%s: no report of the assembler: %s" % (name, log))
    if cubin.local_bytes:
        errors.append("%s: %d bytes of local memory" % (name, cubin.local_bytes))
    if cubin.registers > registers:
        errors.append("%s: %d registers, not %d" % (name, cubin.registers, registers))
    for what in ("LDG", "STG", "LD", "ST", "LDL", "STL", "LDS", "STS", "SHFL", "BAR", "CALL"):
        expected = {k: v for k, v in counts.items() if k.split(".")[0] == what}
        got = {k: v for k, v in found.items() if k.split(".")[0] == what}
        if got != expected:
            errors.append("%s: %s, expected %s" % (name, got or "no " + what, expected or "none"))
    return errors


def main():
    with tempfile.TemporaryDirectory() as folder:
        errors = [e for case in CASES for e in check(*case, pathlib.Path(folder))]
    errors += [e for case in dot_cases() for e in check_dot(*case)]
    if errors:
        sys.exit("\n".join(errors))


main()
