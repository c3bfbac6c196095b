#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# clang-tidy over every source, or over those named; needs a configured build directory. Usage: tools/tidy.sh BUILD [file…]
set -euo pipefail
cd "$(dirname "$0")/.."
build=$1
shift
files=("$@")
[[ ${#files[@]} -gt 0 ]] || mapfile -t files < <(git ls-files 'src/*.cpp')
# Its own commands: clang cannot read the compiler's precompiled headers.
mkdir -p "$build/tidy"
sed -E 's/ -Winvalid-pch//g; s/ -include [^ ]*cmake_pch\.hxx//g' "$build/compile_commands.json" > "$build/tidy/compile_commands.json"
printf '%s\n' "${files[@]}" | xargs -P "$(nproc)" -n 1 clang-tidy-14 --quiet -p "$build/tidy" 2>/dev/null
