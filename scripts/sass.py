#!/usr/bin/env python3
"""Counts instructions of kernels in a cubin, without NVIDIA's tools.

    sass.py FILE.cubin

Machine code of sm_70 and later has 16 bytes per instruction, the opcode in the low 12 bits; bits
73 to 75 of accesses to memory give their width."""

import collections
import pathlib
import struct
import sys

WIDE = {0x980: "LD", 0x981: "LDG", 0x983: "LDL", 0x984: "LDS",
        0x385: "ST", 0x986: "STG", 0x387: "STL", 0x388: "STS", 0x988: "STS"}
OPCODES = {0xF89: "SHFL", 0x589: "SHFL", 0x989: "SHFL", 0x389: "SHFL", 0xB1D: "BAR",
           0x223: "FFMA", 0x308: "MUFU", 0x209: "FMNMX", 0x944: "CALL", 0x943: "CALL",
           0x23C: "HMMA", 0x237: "IMMA", 0x83B: "LDSM", 0xFAE: "LDGSTS",
           0x9F0: "WGMMA", 0xDF0: "WGMMA"}
BITS = {4: 32, 5: 64, 6: 128, 0: 8, 1: 8, 2: 16, 3: 16}
FRAME_SIZE, REGISTERS = 0x11, 0x2F


def sections(data):
    """Name, contents of each section of a 64-bit ELF file."""
    start, = struct.unpack_from("<Q", data, 0x28)
    count, names = struct.unpack_from("<HH", data, 0x3C)
    headers = [struct.unpack_from("<IIQQQQ", data, start + 64 * i) for i in range(count)]
    strings = headers[names][4]
    for name, kind, _, _, offset, size in headers:
        end = data.index(b"\0", strings + name)
        yield data[strings + name:end].decode(), b"" if kind == 8 else data[offset:offset + size]


def count(code):
    """How often each known instruction occurs, accesses with their width: `LDG.128`."""
    found = collections.Counter()
    for low, high in struct.iter_unpack("<QQ", code):
        opcode = low & 0xFFF
        if opcode in WIDE:
            found["%s.%d" % (WIDE[opcode], BITS[high >> 9 & 7])] += 1
        elif opcode in OPCODES:
            found[OPCODES[opcode]] += 1
    return found


def facts(info, wanted):
    """The values of one attribute of `.nv.info`, one per kernel."""
    at, values = 0, []
    while at + 4 <= len(info):
        form, attribute, size = struct.unpack_from("<BBH", info, at)
        at += 4
        if form != 4:
            continue  # the value is in the header
        if attribute == wanted and size == 8:
            values.append(struct.unpack_from("<II", info, at)[1])
        at += size
    return values


class Cubin:
    """`kernels` maps names to counts; `registers` and `local_bytes` are the largest of all."""

    def __init__(self, data):
        parts = dict(sections(data))
        self.kernels = {name[6:]: count(code) for name, code in parts.items()
                        if name.startswith(".text.")}
        self.registers = max(facts(parts[".nv.info"], REGISTERS))
        self.local_bytes = max(facts(parts[".nv.info"], FRAME_SIZE))


def main():
    cubin = Cubin(pathlib.Path(sys.argv[1]).read_bytes())
    print("registers %d, local memory %d bytes" % (cubin.registers, cubin.local_bytes))
    for name, found in cubin.kernels.items():
        print(name, "  ".join("%s %d" % entry for entry in sorted(found.items())))


if __name__ == "__main__":
    main()
