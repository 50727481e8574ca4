"""Signals, forks and threads."""

import os
import pathlib
import signal
import subprocess
import sys
import textwrap
import threading
import time

import numpy as np
import pytest

import mytriton as triton
import mytriton.language as tl


@triton.jit
def busy_kernel(out, rounds, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    values = tl.load(out + offsets)
    tl.store(out + offsets, values * 0.999 + rounds)


@triton.jit
def scale_kernel(x, out, n, factor, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    tl.store(out + offsets, tl.load(x + offsets, mask=mask) * factor, mask=mask)


def run_script(body, build_dir, **options):
    """A Python process with the kernels of this file; its output lines."""
    prelude = """
        import os, signal, sys, threading, time
        sys.path[:0] = [%r, %r]
        import numpy as np
        from test_interrupt import busy_kernel, scale_kernel
        # A process started in the background of a script ignores the signal.
        signal.signal(signal.SIGINT, signal.default_int_handler)
    """ % (str(build_dir / "python"), str(pathlib.Path(__file__).parent))
    script = textwrap.dedent(prelude) + textwrap.dedent(body)
    return subprocess.run([sys.executable, "-c", script], capture_output=True, text=True,
                          timeout=300, **options)


# The signal comes when the second launch has visibly begun, however slow the machine.
ENDLESS = """
    out = np.zeros(4096, np.float32)
    busy_kernel[(1,)](out, 1.0, BLOCK=4096)

    def interrupt_when_running():
        while out[0] < 1.5:
            time.sleep(0.001)
        os.kill(os.getpid(), signal.SIGINT)

    interrupter = threading.Thread(target=interrupt_when_running, daemon=True)
"""


def test_interrupt_stops_a_grid(build_dir):
    result = run_script(ENDLESS + """
        interrupter.start()
        try:
            busy_kernel[((1 << 31) - 1,)](out, 1.0, BLOCK=4096)  # half an hour
            print("finished")
        except KeyboardInterrupt:
            print("interrupted")
        busy_kernel[(100,)](out, 1.0, BLOCK=4096)
        print("works again")
    """.replace("\n        ", "\n    "), build_dir)
    assert result.stdout.splitlines() == ["interrupted", "works again"], result.stderr


def test_a_handler_that_returns_lets_the_grid_finish(build_dir):
    result = run_script(ENDLESS + """
        seen = []
        signal.signal(signal.SIGINT, lambda *_: seen.append(time.time()))
        interrupter.start()
        while not seen:
            busy_kernel[(20000,)](out, 1.0, BLOCK=4096)
        print(len(seen))
    """.replace("\n        ", "\n    "), build_dir)
    assert result.stdout.splitlines() == ["1"], result.stderr


def test_interrupt_of_the_process_group(build_dir):
    """Without a handler in the way, Ctrl-C ends a script as it ends any other."""
    script = textwrap.dedent("""
        out = np.zeros(4096, np.float32)
        print("running", flush=True)
        busy_kernel[((1 << 31) - 1,)](out, 1.0, BLOCK=4096)
    """)
    prelude = "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler)\n" \
              "sys.path[:0] = [%r, %r]\nimport numpy as np\n" \
              "from test_interrupt import busy_kernel\n" \
              % (str(build_dir / "python"), str(pathlib.Path(__file__).parent))
    process = subprocess.Popen([sys.executable, "-c", prelude + script], stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "running\n"
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=120)
    assert "KeyboardInterrupt" in errors and process.returncode != 0


def test_interrupts_while_nvrtc_compiles(build_dir):
    """NVRTC must not take them: it would end the process with status 4."""
    prelude = "import os, signal, sys; seen = []\n" \
              "signal.signal(signal.SIGINT, lambda *_: seen.append(1))\n" \
              "sys.path[:0] = [%r, %r]\nimport mytriton as triton\n" \
              "from test_interrupt import scale_kernel\n" \
              % (str(build_dir / "python"), str(pathlib.Path(__file__).parent))
    script = textwrap.dedent("""
        from mytriton.compiler import ASTSource
        types = {"x": "*fp32", "out": "*fp32", "n": "i32", "factor": "fp32"}
        print("running", flush=True)
        for block in range(32, 1024, 64):
            source = ASTSource(scale_kernel, types, {"BLOCK": block})
            try:
                assert ".entry scale_kernel" in triton.compile(source, target="cuda").asm["ptx"]
            except triton.CompileError as error:
                print(error.message)
                break
        print("interrupts" if seen else "none", flush=True)
        os._exit(0)  # without Python's own end, which drops the handler
    """)
    process = subprocess.Popen([sys.executable, "-c", prelude + script], stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "running\n"
    while process.poll() is None:
        process.send_signal(signal.SIGINT)
        time.sleep(0.002)
    output, errors = process.communicate(timeout=120)
    if "NVRTC was not found" in output:
        pytest.skip("no NVRTC on this machine")
    assert process.returncode == 0 and output == "interrupts\n", errors


def scaled(n=100_000, factor=2.0):
    x = np.random.default_rng().standard_normal(n).astype(np.float32)
    out = np.full(n, np.nan, np.float32)
    scale_kernel[(triton.cdiv(n, 1024),)](x, out, n, factor, BLOCK=1024)
    np.testing.assert_array_equal(out, x * np.float32(factor))


def test_fork_after_the_thread_pool_started():
    scaled()
    children = []
    for number in range(4):
        child = os.fork()
        if child == 0:
            status = 1
            try:
                signal.alarm(120)
                scaled(factor=float(number))
                scaled(n=10_000, factor=np.float32(number + 0.5).item())
                status = 0
            finally:
                os._exit(status)
        children.append(child)
    scaled()
    for child in children:
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def test_fork_then_compile():
    """A kernel that the parent never compiled."""
    scaled()
    child = os.fork()
    if child == 0:
        status = 1
        try:
            signal.alarm(120)
            out = np.zeros(64, np.float32)
            busy_kernel[(3,)](out, 2.0, BLOCK=64)
            status = 0 if out.all() else 2
        finally:
            os._exit(status)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def in_threads(function, count=8):
    errors = []

    def guarded(number):
        try:
            function(number)
        except BaseException as error:  # noqa: B902
            errors.append(error)

    threads = [threading.Thread(target=guarded, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors, errors


def test_threads_launch_the_same_kernel():
    in_threads(lambda number: [scaled(n=20_000 + number, factor=float(number)) for _ in range(20)])


def test_threads_compile_at_once():
    @triton.jit
    def fresh_kernel(out, BLOCK: tl.constexpr):
        offsets = tl.arange(0, BLOCK)
        tl.store(out + offsets, offsets * BLOCK)

    def compile_some(number):
        for block in range(8, 40):
            out = np.zeros(64, np.int32)
            fresh_kernel[(1,)](out, BLOCK=block)
            assert (out[:block] == np.arange(block) * block).all()

    in_threads(compile_some)


def test_python_runs_while_a_grid_runs(build_dir):
    """The GIL is free: another thread counts, then ends the grid."""
    result = run_script(ENDLESS + """
        def count():
            while out[0] < 1.5:
                time.sleep(0.001)
            for _ in range(100):
                ticks.append(out[0])
                time.sleep(0.001)
            os.kill(os.getpid(), signal.SIGINT)

        ticks = []
        threading.Thread(target=count, daemon=True).start()
        try:
            busy_kernel[((1 << 31) - 1,)](out, 1.0, BLOCK=4096)
        except KeyboardInterrupt:
            print(len(ticks))
    """.replace("\n        ", "\n    "), build_dir)
    assert result.stdout.splitlines() == ["100"], result.stderr


def test_clear_cache_while_another_thread_runs():
    out = np.zeros(4096, np.float32)

    def work(number):
        mine = np.zeros(4096, np.float32)
        for _ in range(30):
            busy_kernel[(200,)](mine, 1.0, BLOCK=4096)
            if number == 0:
                busy_kernel.clear_cache()

    in_threads(work, count=4)
    busy_kernel[(1,)](out, 1.0, BLOCK=4096)
    assert (out == 1).all()
