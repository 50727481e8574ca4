#!/bin/sh
# Formats the C++ sources in place; with --check, only says which differ.
set -eu
cd "$(dirname "$0")/.."
# Other releases of clang-format format the same style differently.
format=$(command -v clang-format-22 || echo /usr/lib/llvm-22/bin/clang-format)
if [ "${1:-}" = --check ]; then
  set -- --dry-run -Werror
else
  set -- -i
fi
git ls-files -z -- '*.cpp' '*.h' | xargs -0r "$format" --style=file "$@"
