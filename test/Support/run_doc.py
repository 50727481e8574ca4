"""Runs the commands of a Markdown file.

    run_doc.py FILE.md

Blocks marked `sh` run one after the other in one shell in the current folder,
stopping at the first failure. A block marked `text` that follows one must be
what that block printed on stdout. Blocks after a line `<!-- not run -->` are
left alone.
"""

import re
import subprocess
import sys

BLOCK = re.compile(r"(<!-- not run -->\n)?```(\w*)\n(.*?)```\n", re.S)
MARK = "==== end of block ====\n"


def main(path):
    with open(path) as file:
        blocks = [m.groups() for m in BLOCK.finditer(file.read())]
    commands, expected = [], []
    for skip, kind, body in blocks:
        if skip:
            continue
        if kind == "sh":
            commands.append(body)
            expected.append(None)
        elif kind == "text" and commands:
            expected[-1] = body
    if not commands:
        sys.exit(f"{path} has no commands")
    script = "set -e\n" + "".join(c + f"printf '%s' '{MARK}'\n" for c in commands)
    run = subprocess.run(["bash", "-c", script], stdout=subprocess.PIPE, text=True)
    if run.returncode:
        sys.exit(f"{path}: a command failed after printing:\n{run.stdout}")
    for command, want, got in zip(commands, expected, run.stdout.split(MARK)):
        if want is not None and want != got:
            sys.exit(f"{path}: printed\n{got}instead of\n{want}by\n{command}")


main(sys.argv[1])
