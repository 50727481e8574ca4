#!/bin/sh
# Installs the Debian packages of requirements-apt.txt that are missing.
#
#   scripts/install-packages.sh [purpose...]      (default: build test)
#
# Asks for root only when something is missing. Elsewhere than on Debian, or
# with MYTRITON_SKIP_PACKAGES=1 (LLVM under a prefix of its own), does nothing:
# CMake then names what it cannot find.
set -eu
list=$(dirname "$0")/../requirements-apt.txt

if [ "${MYTRITON_SKIP_PACKAGES:-0}" = 1 ] || ! command -v apt-get >/dev/null; then
  exit 0
fi

wanted() {
  for purpose in "$@"; do
    sed -n "s/^$purpose  *//p" "$list"
  done
}

missing() {
  for package in $(wanted "$@"); do
    status=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) || status=none
    [ "$status" = installed ] || echo "$package"
  done
}

# apt-cache prints nothing for a package no archive on the list has.
unknown() {
  for package in "$@"; do
    apt-cache show --no-all-versions "$package" 2>/dev/null | grep -q . || echo "$package"
  done
}

[ $# -gt 0 ] || set -- build test
packages=$(missing "$@" | tr '\n' ' ')
[ -n "$packages" ] || exit 0

if [ "$(id -u)" = 0 ]; then
  root=
elif command -v sudo >/dev/null; then
  root=sudo
else
  echo "install-packages: run as root: apt-get install $packages" >&2
  exit 1
fi

echo "Installing Debian packages: $packages"
# shellcheck disable=SC2086  # lists of words on purpose, below too
if [ -n "$(unknown $packages)" ]; then
  $root apt-get update -q
  absent=$(unknown $packages | tr '\n' ' ')
  if [ -n "$absent" ]; then
    echo "install-packages: apt knows no package ${absent% }: use Debian 12 or newer" \
      "with its security archive enabled, or set MYTRITON_SKIP_PACKAGES=1 and" \
      "point CMake at your own installation." >&2
    exit 1
  fi
fi
# shellcheck disable=SC2086
$root env DEBIAN_FRONTEND=noninteractive \
  apt-get install -y -q --no-install-recommends $packages
