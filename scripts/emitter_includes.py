"""Checks that emitters for GPUs read thread IR and nothing else: what they
include, and what that includes, is no header of an analysis or of the lowering.

    emitter_includes.py [ROOT]

Exits 1 on any finding. docs/decisions/002-facts.md says why."""

import pathlib
import re
import sys

EMITTERS = ["CUDA", "NVPTX", "MLIR"]
FOLDERS = ["lib/Backend/%s", "include/mytriton/Backend/%s"]
# From the root of the sources. Whatever emitters share stands in Backend/NVIDIA.
KEPT_OUT = re.compile(r"(include/mytriton|lib)/(Analysis|Backend/GPU)/")

INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', re.MULTILINE)


def headers_of(root: pathlib.Path, file: pathlib.Path) -> list[pathlib.Path]:
    """The files of the project that a file includes, relative to the root."""
    found = []
    for name in INCLUDE.findall(file.read_text()):
        for place in (file.parent / name, root / "include" / name):
            if place.is_file():
                found.append(place.resolve().relative_to(root))
                break
    return found


def check_source(root: pathlib.Path, source: pathlib.Path) -> list[str]:
    """Findings, each with the chain of headers that leads to it."""
    findings = []
    seen = {source}
    open_chains = [(source,)]
    while open_chains:
        chain = open_chains.pop()
        for header in headers_of(root, root / chain[-1]):
            if header in seen:
                continue
            seen.add(header)
            if KEPT_OUT.match(str(header)):
                through = "".join(" through %s" % link for link in chain[1:])
                findings.append("%s: includes %s%s; emitters read thread IR only" % (source, header, through))
            else:
                open_chains.append(chain + (header,))
    return findings


def check(root: pathlib.Path) -> list[str]:
    root = root.resolve()
    findings = []
    for folder in [pattern % name for name in EMITTERS for pattern in FOLDERS]:
        for source in sorted((root / folder).rglob("*")):
            if source.suffix in (".cpp", ".h"):
                findings += check_source(root, source.relative_to(root))
    return findings


def main():
    default = pathlib.Path(__file__).resolve().parent.parent
    findings = check(pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else default)
    for finding in findings:
        print(finding)
    sys.exit(bool(findings))


if __name__ == "__main__":
    main()
