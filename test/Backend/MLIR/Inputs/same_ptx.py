"""Compares what two targets make of the same kernels.

    same_ptx.py ONE.ptx OTHER.ptx

Kernel by kernel, instructions that compute, access memory or synchronize must be equally many, each
with its width, rounding and cache operator. Branches, what decides them, and copies of registers are
the business of those who arrange the blocks."""

import collections
import re
import sys

ARRANGEMENT = re.compile(r"(bra|ret|mov|selp|setp|(and|or|xor|not)\.pred)\b")
ENTRY = re.compile(r"\.visible \.entry (\w+)\(")
INSTRUCTION = re.compile(r"\s+(?:@!?%p\d+\s+)?([a-z][\w.:]*)\s")


def kernels(path):
    """Counts of instructions by kernel."""
    found, counts = {}, None
    with open(path, encoding="utf-8") as ptx:
        for line in ptx:
            entry, instruction = ENTRY.match(line), INSTRUCTION.match(line)
            if entry:
                counts = found[entry[1]] = collections.Counter()
            elif counts is not None and instruction and not ARRANGEMENT.match(instruction[1]):
                counts[instruction[1]] += 1
    return found


def main():
    one, other = kernels(sys.argv[1]), kernels(sys.argv[2])
    if not one or one.keys() != other.keys():
        sys.exit("not the same kernels: %s; %s" % (sorted(one), sorted(other)))
    errors = []
    for name, counts in one.items():
        for what in sorted(counts.keys() | other[name].keys()):
            if counts[what] != other[name][what]:
                errors.append("%s: %s %d times, then %d" % (name, what, counts[what], other[name][what]))
    if errors:
        sys.exit("\n".join(errors))


main()
