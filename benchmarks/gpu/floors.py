"""What NVIDIA's compilers take for a kernel without a statement: nobody who uses them takes less.

Each has another name, so that no cache knows it. The libraries are those of `CUDA_HOME` or
`/usr/local/cuda`, the options are this project's."""

import ctypes
import os
import pathlib

CUDA = 'extern "C" __global__ void k%d() {}\n'
PTX = ".version 8.1\n.target %s\n.address_size 64\n.visible .entry k%d()\n{\nret;\n}\n"


def library(*names):
    """The first of a toolkit's libraries there is; None without one."""
    homes = [os.environ.get(name) for name in ("CUDA_HOME", "CUDA_PATH")] + ["/usr/local/cuda"]
    for path in (pathlib.Path(home, folder, name) for home in homes if home
                 for folder in ("lib64", "lib") for name in names):
        if path.exists():
            return ctypes.CDLL(str(path))
    return None


def texts(*words):
    return len(words), (ctypes.c_char_p * len(words))(*(word.encode() for word in words))


def check(status):
    if status != 0:
        raise RuntimeError("error %d" % status)


def run_nvrtc(nvrtc, arch, number):
    program = ctypes.c_void_p()
    check(nvrtc.nvrtcCreateProgram(ctypes.byref(program), (CUDA % number).encode(), b"k.cu", 0,
                                   None, None))
    check(nvrtc.nvrtcCompileProgram(program, *texts(
        "--gpu-architecture=" + arch, "--fmad=false", "--prec-div=false", "--std=c++17",
        "-default-device", "--minimal")))
    size = ctypes.c_size_t()
    check(nvrtc.nvrtcGetCUBINSize(program, ctypes.byref(size)))
    check(nvrtc.nvrtcGetCUBIN(program, ctypes.create_string_buffer(size.value)))
    check(nvrtc.nvrtcDestroyProgram(ctypes.byref(program)))


def run_nvjitlink(link, arch, number):
    handle, size = ctypes.c_void_p(), ctypes.c_size_t()
    text = (PTX % (arch, number)).encode()
    check(link.nvJitLinkCreate(ctypes.byref(handle), *texts("-arch=" + arch)))
    check(link.nvJitLinkAddData(handle, 2, text, ctypes.c_size_t(len(text) + 1), b"k"))
    check(link.nvJitLinkComplete(handle))
    check(link.nvJitLinkGetLinkedCubinSize(handle, ctypes.byref(size)))
    check(link.nvJitLinkGetLinkedCubin(handle, ctypes.create_string_buffer(size.value)))
    check(link.nvJitLinkDestroy(ctypes.byref(handle)))


def floors(arch):
    """Name -> what compiles an empty kernel whose text has a number."""
    found = {}
    if nvrtc := library("libnvrtc.so.13"):
        found["NVRTC, empty kernel"] = lambda number: run_nvrtc(nvrtc, arch, number)
    if link := library("libnvJitLink.so.13"):
        found["nvJitLink, empty kernel"] = lambda number: run_nvjitlink(link, arch, number)
    return found
