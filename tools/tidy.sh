#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# clang-tidy; needs a configured build directory.
#   tools/tidy.sh BUILD                 every source
#   tools/tidy.sh BUILD --since REV     those that changed since REV, and for a header that did one source that includes it
#   tools/tidy.sh BUILD file…           those named
set -euo pipefail
cd "$(dirname "$0")/.."
build=$1
shift
if [[ $# -eq 0 ]]; then
  mapfile -t files < <(git ls-files 'src/*.cpp')
elif [[ $1 == --since ]]; then
  mapfile -t files < <({
    git diff --name-only --diff-filter=d "$2" -- 'src/*.cpp'
    git diff --name-only --diff-filter=d "$2" -- 'src/*.h' | while read -r header; do
      git grep -lF "\"${header#src/}\"" -- 'src/*.cpp' | grep -vm1 _test.cpp || true
    done
  } | sort -u)
else
  files=("$@")
fi
[[ ${#files[@]} -gt 0 ]] || exit 0
# Its own commands: clang knows neither gcc's precompiled headers nor all of its options, and takes the functions that libc's
# headers define when they are optimised for definitions. backtrace.h lies among gcc's own headers.
mkdir -p "$build/tidy"
sed -E 's/ -Winvalid-pch| -include [^ ]*cmake_pch\.hxx| -O[123]| -fno-fat-lto-objects| -fno-tree-loop-distribute-patterns//g
  s/ \\?"?-mmem(cpy|set)-strategy=[^ ]*//g; s/ -Wno-(subobject-linkage|missing-attributes|nonnull-compare|array-bounds|restrict|stringop-over(flow|read))//g' \
  "$build/compile_commands.json" > "$build/tidy/joined.json"
# What is compiled as one file has a command for each of its files.
python3 - "$build/tidy" <<'PYTHON'
import json, pathlib, re, sys
folder = pathlib.Path(sys.argv[1])
commands = []
for entry in json.loads((folder / "joined.json").read_text()):
    joined = pathlib.Path(entry["file"])
    parts = re.findall(r'^#include "(.*)"$', joined.read_text(), re.M) if "/Unity/" in entry["file"] else [entry["file"]]
    commands += [{**entry, "file": part, "command": entry["command"].replace(entry["file"], part)} for part in parts]
(folder / "compile_commands.json").write_text(json.dumps(commands))
PYTHON
printf '%s\n' "${files[@]}" | xargs -P "$(nproc)" -n 1 clang-tidy-14 --quiet -p "$build/tidy" \
  --extra-arg=-idirafter --extra-arg="$(gcc -print-file-name=include)" --extra-arg=-Wno-tautological-pointer-compare 2>/dev/null
