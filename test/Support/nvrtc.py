"""Compiles CUDA C++ with NVRTC as the target cuda does, and prints its log.

    nvrtc.py FILE.cu|- [-arch=sm_90a] [-v] [-o OUT.ptx|OUT.cubin]

With `-v` the log also has what the assembler reports: registers, spills, notes.

Exits 1 if NVRTC refuses the program. An `-o` name ending in .cubin asks for
machine code, any other for PTX."""

import argparse
import ctypes
import os
import sys

from toolchain import cuda_homes, find_nvrtc


class NVRTC:
    def __init__(self, path):
        self.lib = ctypes.CDLL(path)
        self.lib.nvrtcGetErrorString.restype = ctypes.c_char_p

    def call(self, name, *args):
        status = getattr(self.lib, name)(*args)
        if status:
            raise RuntimeError("%s: %s" % (name, self.lib.nvrtcGetErrorString(status).decode()))

    def blob(self, program, what):
        """The log, PTX or machine code of a program."""
        size = ctypes.c_size_t()
        self.call("nvrtcGet%sSize" % what, program, ctypes.byref(size))
        buffer = ctypes.create_string_buffer(size.value)
        self.call("nvrtcGet%s" % what, program, buffer)
        return buffer.raw if what == "CUBIN" else buffer.value

    def compile(self, text, name, options):
        program = ctypes.c_void_p()
        self.call("nvrtcCreateProgram", ctypes.byref(program), text, name.encode(), 0, None, None)
        array = (ctypes.c_char_p * len(options))(*[o.encode() for o in options])
        status = self.lib.nvrtcCompileProgram(program, len(options), array)
        return status == 0, program


def main():
    parser = argparse.ArgumentParser(description="Compile CUDA C++ with NVRTC.")
    parser.add_argument("file")
    parser.add_argument("-arch", default="sm_90a")
    parser.add_argument("-v", dest="verbose", action="store_true")
    parser.add_argument("-o", dest="out")
    args = parser.parse_args()
    text = sys.stdin.buffer.read() if args.file == "-" else open(args.file, "rb").read()
    options = ["--gpu-architecture=" + args.arch, "--fmad=false", "--prec-div=false",
               "--std=c++17", "-default-device"]
    options += ["--ptxas-options=-v"] * args.verbose
    options += ["-I" + os.path.join(h, "include") for h in cuda_homes()[:1]]
    nvrtc = NVRTC(find_nvrtc())
    done, program = nvrtc.compile(text, args.file, options)
    sys.stderr.write(nvrtc.blob(program, "ProgramLog").decode())
    if not done:
        sys.exit(1)
    if args.out:
        what = "CUBIN" if args.out.endswith(".cubin") else "PTX"
        with open(args.out, "wb") as file:
            file.write(nvrtc.blob(program, what))


if __name__ == "__main__":
    main()
