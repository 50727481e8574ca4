"""Runs every benchmark of this folder on a build, one after the other.

    run.py [BUILD_DIR]

Exits 1 if one of them missed a bar."""

import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
NOT_BENCHMARKS = {"run.py", "common.py"}


def arguments(script, build):
    """How a script is told which build to measure."""
    if script.stem == "opt_vs_mlir":
        return ["--mt-opt", str(pathlib.Path(build) / "bin" / "mt-opt")]
    return [build]


def main():
    build = str(pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else HERE.parent / "build").resolve())
    failed = []
    for script in sorted(HERE.glob("*.py")):
        if script.name in NOT_BENCHMARKS:
            continue
        print("==== %s ====" % script.stem, flush=True)
        if subprocess.run([sys.executable, script, *arguments(script, build)]).returncode != 0:
            failed.append(script.stem)
    print("missed: " + ", ".join(failed) if failed else "every bar is met")
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
