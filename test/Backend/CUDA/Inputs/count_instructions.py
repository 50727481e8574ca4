"""count_instructions.py CUBIN NAME...: how often each instruction stands in a cubin's code.

An instruction takes 16 bytes, of which the low 12 bits say what it is (sm_70 to sm_90)."""

import struct
import sys

OPCODES = {"HMMA": (0x23C,), "IMMA": (0x237,), "LDSM": (0x83B,), "LDGSTS": (0xFAE,), "BAR": (0xB1D,),
           "LDS": (0x984,), "STS": (0x388, 0x988), "LDG": (0x981,), "STG": (0x986,),
           "LDL": (0x983,), "STL": (0x387, 0x987)}


def code_sections(cubin: bytes):
    """The contents of the sections that hold code."""
    table, = struct.unpack_from("<Q", cubin, 0x28)
    size, count, names = struct.unpack_from("<HHH", cubin, 0x3A)
    headers = [struct.unpack_from("<IIQQQQ", cubin, table + i * size) for i in range(count)]
    for name, _, _, _, offset, length in headers:
        at = headers[names][4] + name
        if cubin[at:cubin.index(b"\0", at)].startswith(b".text."):
            yield cubin[offset:offset + length]


def count(cubin: bytes, opcodes) -> int:
    return sum(struct.unpack_from("<H", code, at)[0] & 0xFFF in opcodes
               for code in code_sections(cubin) for at in range(0, len(code), 16))


with open(sys.argv[1], "rb") as file:
    CUBIN = file.read()
for NAME in sys.argv[2:]:
    print(NAME, count(CUBIN, OPCODES[NAME]))
