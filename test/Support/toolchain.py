"""What the machine offers to tests. Used by lit.cfg.py and by pytest's conftest.py."""

import collections
import glob
import os
import shutil
import subprocess

NVRTC_PATTERNS = [
    "/usr/local/cuda*/lib64/libnvrtc.so*",
    "/usr/local/cuda*/lib/libnvrtc.so*",
    "/usr/local/cuda*/targets/*/lib/libnvrtc.so*",
    "/usr/lib/*/libnvrtc.so*",
]


def cuda_homes():
    """CUDA toolkits on this machine, the one the user names first, then the newest."""
    named = [os.environ[v] for v in ("CUDA_HOME", "CUDA_PATH") if os.environ.get(v)]
    return named + sorted(glob.glob("/usr/local/cuda*"), reverse=True)


def find_nvrtc():
    """The path of libnvrtc, or None."""
    patterns = [os.path.join(h, d, "libnvrtc.so*") for h in cuda_homes() for d in ("lib64", "lib")]
    for pattern in patterns + NVRTC_PATTERNS:
        found = [p for p in sorted(glob.glob(pattern)) if ".alt." not in p]
        if found:
            return found[0]
    return None


def find_ptxas():
    """The path of ptxas, or None."""
    inside = [os.path.join(home, "bin", "ptxas") for home in cuda_homes()]
    return shutil.which("ptxas") or next(filter(os.path.exists, inside), None)


def find_mlir_plugin(build_dir):
    """The path of libMyTritonMLIR.so, or None in a build without MLIR."""
    path = os.path.join(build_dir, "lib", "libMyTritonMLIR.so")
    return path if os.path.exists(path) else None


def mlir_to_ptx():
    """The command that makes PTX of a file of MLIR, with MLIR's own tool and passes alone."""
    home = next(filter(os.path.exists, cuda_homes()), "")
    kernels = "gpu.module(convert-scf-to-cf,convert-gpu-to-nvvm,reconcile-unrealized-casts)"
    return ("mlir-opt --pass-pipeline='builtin.module(nvvm-attach-target{O=0 chip=sm_90a features=+ptx81},"
            "%s,gpu-module-to-binary{format=isa toolkit=%s})'" % (kernels, home))


def has_gpu():
    if not glob.glob("/dev/nvidia[0-9]*"):
        return False
    try:
        return subprocess.run(["nvidia-smi", "-L"], capture_output=True, timeout=60).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


def features(llvm_tools_dir):
    """lit's names for what is present besides our own build."""
    present = {
        "nvrtc": find_nvrtc(),
        "cuda-toolkit": find_nvrtc(),
        "ptxas": find_ptxas(),
        "cuda-gpu": has_gpu(),
        "mlir": os.path.exists(os.path.join(llvm_tools_dir, "mlir-opt")),
    }
    return {name for name, found in present.items() if found}


Sanitized = collections.namedtuple("Sanitized", "variables preload")


def sanitizer_environment(sanitizers, cxx):
    """Variables for our own programs, and the library an interpreter that is not
    instrumented must preload before it loads our extension ("" for none)."""
    runtimes = {"address": "libasan.so", "thread": "libtsan.so"}
    name = next((runtimes[s] for s in sanitizers if s in runtimes), None)
    if name is None:
        return Sanitized({}, "")
    command = [cxx, "-print-file-name=" + name]
    preload = subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    suppressions = os.path.join(os.path.dirname(os.path.abspath(__file__)), "lsan.supp")
    variables = {
        "ASAN_OPTIONS": "strict_string_checks=1:detect_stack_use_after_return=1",
        "LSAN_OPTIONS": "print_suppressions=0:suppressions=" + suppressions,
        "UBSAN_OPTIONS": "print_stacktrace=1",
        "TSAN_OPTIONS": "halt_on_error=1",
    }
    return Sanitized(variables, preload)
