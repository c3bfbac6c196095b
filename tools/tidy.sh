#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# clang-tidy over every source, or over those named; needs a configured build directory. Usage: tools/tidy.sh BUILD [file…]
set -euo pipefail
cd "$(dirname "$0")/.."
build=$1
shift
files=("$@")
[[ ${#files[@]} -gt 0 ]] || mapfile -t files < <(git ls-files 'src/*.cpp')
# Its own commands: clang knows neither gcc's precompiled headers nor all of its options, and takes the functions that libc's
# headers define when they are optimised for definitions. backtrace.h lies among gcc's own headers.
mkdir -p "$build/tidy"
sed -E 's/ -Winvalid-pch| -include [^ ]*cmake_pch\.hxx| -O[123]| -fno-fat-lto-objects| -fno-tree-loop-distribute-patterns//g
  s/ \\?"?-mmem(cpy|set)-strategy=[^ ]*//g; s/ -Wno-(missing-attributes|nonnull-compare)//g' \
  "$build/compile_commands.json" > "$build/tidy/compile_commands.json"
printf '%s\n' "${files[@]}" | xargs -P "$(nproc)" -n 1 clang-tidy-14 --quiet -p "$build/tidy" \
  --extra-arg=-idirafter --extra-arg="$(gcc -print-file-name=include)" --extra-arg=-Wno-tautological-pointer-compare 2>/dev/null
