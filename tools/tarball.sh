#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# tools/tarball.sh BUILD_DIRECTORY TO: a directory that runs wherever it is unpacked, on distributions with a C library as
# new as this one's: all other libraries that heddle needs are in it.
set -euo pipefail
build=$1 to=$2
version=$(sed -n 's/^CMAKE_PROJECT_VERSION:STATIC=//p' "$build/CMakeCache.txt")
name=heddle-$version-linux-x86_64
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
DESTDIR='' cmake --install "$build" --prefix "$stage/$name" >/dev/null
rm -rf "$stage/$name/lib/debug"
bundled=$stage/$name/lib/heddle/bundled
mkdir -p "$bundled"
ldd "$stage/$name/bin/heddle" | awk '$3 ~ /^\// { print $3 }' |
  grep -vE '/(libc|libm|libdl|libpthread|librt|ld-linux-x86-64)\.so' | xargs -I{} cp -L {} "$bundled/"
patchelf --set-rpath '$ORIGIN/../lib/heddle/bundled' "$stage/$name/bin/heddle"
for library in "$bundled"/*; do patchelf --set-rpath '$ORIGIN' "$library"; done
mkdir -p "$to"
tar -C "$stage" -caf "$to/$name.tar.xz" "$name"
echo "$to/$name.tar.xz"
