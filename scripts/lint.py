"""Checks what a compiler does not: the layering of the libraries, what emitters
include, the length of files, clang-tidy.

    lint.py [--fast] [BUILD_DIR]

--fast leaves clang-tidy out and needs no build. Exits 1 on any finding."""

import argparse
import pathlib
import re
import subprocess
import sys

import emitter_includes

SOURCE = pathlib.Path(__file__).resolve().parent.parent

# A library includes only itself and what stands before it. The backends stand
# beside each other, over what they share. docs/decisions/001-layering.md says why.
LAYERS = ["Support", "IR", "Analysis", "Transforms", "Runtime", "Backend", "Driver"]
FRONTEND_MAY_USE = {"Support", "IR", "Frontend"}

# Headers that only some folders may include: pattern, folders, why.
CONFINED = [
    (r"Python\.h", ("lib/Frontend", "include/mytriton/Frontend", "python",
                    "tools/embed/EmbeddedPython.cpp", "unittests/Frontend"),
     "Python belongs to the frontend, the tools' embedding and the extension"),
    (r"llvm/(CodeGen|ExecutionEngine|Target|MC|Passes|Transforms|TargetParser)/.*",
     ("lib/Backend", "include/mytriton/Backend", "lib/Runtime", "tools", "unittests"),
     "LLVM's code generator belongs to lib/Backend"),
    (r"llvm/IR/(?!PassManager|PassInstrumentation|Analysis|PassTimingInfo).*",
     ("lib/Backend", "include/mytriton/Backend", "tools", "unittests"),
     "LLVM's IR belongs to lib/Backend"),
    (r"mlir/.*", ("lib/Backend/MLIR",), "MLIR belongs to lib/Backend/MLIR"),
    (r"(cuda|nvrtc|nvJitLink|cuda_runtime)\.h", ("lib/Runtime/CUDA",),
     "CUDA is loaded at run time by lib/Runtime/CUDA"),
]

# Lines; a longer file is split by family or gives its reason in a comment
# `// Long: why`.
BUDGET = {".cpp": 400, ".h": 250}

INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', re.MULTILINE)


def sources():
    listed = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard",
                             "*.cpp", "*.h", "*.def"],
                            cwd=SOURCE, capture_output=True, text=True, check=True).stdout
    return [name for name in listed.split("\n") if name and (SOURCE / name).exists()]


def library_of(name):
    """`IR` for lib/IR/X.cpp and include/mytriton/IR/X.h; None outside libraries."""
    match = re.match(r"(?:lib|include/mytriton)/(\w+)/", name)
    return match and match[1]


def allowed_libraries(library):
    if library == "Frontend":
        return FRONTEND_MAY_USE
    if library in LAYERS:
        return set(LAYERS[: LAYERS.index(library) + 1])
    return None


def check_includes(name, text):
    allowed = allowed_libraries(library_of(name))
    for header in INCLUDE.findall(text):
        used = re.match(r"mytriton/(\w+)/", header)
        if allowed and used and used[1] not in allowed:
            yield "%s: %s must not include %s" % (name, library_of(name), header)
        for pattern, folders, why in CONFINED:
            if re.fullmatch(pattern, header) and not name.startswith(folders):
                yield "%s: includes %s, but %s" % (name, header, why)


def check_file(name, text):
    limit = BUDGET.get(pathlib.PurePath(name).suffix)
    lines = text.count("\n")
    if limit and lines > limit and "// Long: " not in text:
        yield "%s: %d lines, the budget is %d" % (name, lines, limit)
    if "SPDX-License-Identifier" not in text:
        yield "%s: no licence line" % name
    yield from check_includes(name, text)


def run_clang_tidy(build):
    folders = "/(lib|tools|python|examples|unittests)/"
    command = ["run-clang-tidy-22", "-quiet", "-p", build, re.escape(str(SOURCE)) + folders]
    return subprocess.run(command).returncode


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--fast", action="store_true", help="without clang-tidy")
    parser.add_argument("build", nargs="?", default="build")
    args = parser.parse_args()
    findings = 0
    for name in sources():
        for finding in check_file(name, (SOURCE / name).read_text()):
            print(finding)
            findings += 1
    for finding in emitter_includes.check(SOURCE):
        print(finding)
        findings += 1
    if not args.fast and run_clang_tidy(args.build) != 0:
        findings += 1
    sys.exit(findings > 0)


if __name__ == "__main__":
    main()
