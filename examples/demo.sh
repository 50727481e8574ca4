#!/bin/sh
# The main job of `make demo`: examples/demo.sh BUILD_DIR, with the interpreter in $PYTHON.
set -eu
PYTHONDONTWRITEBYTECODE=1 exec "${PYTHON:-python3}" "$(dirname "$0")/demo.py" "${1:-build}"
