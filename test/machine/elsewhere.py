#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The annotations of <heddle/annotate.h> are empty for every other compiler: a program that uses all of them compiles
without a warning as C and as C++, leaves nothing of them in the object file, links without heddle, and runs.

usage: elsewhere.py include-directory
"""
import pathlib
import shutil
import subprocess
import sys
import tempfile

PROGRAM = """
#include <heddle/annotate.h>
#include <heddle/record.h>
HEDDLE_TRUSTED_FILE;
static int lock, counted, owned, mine, hint;
static int predicate(int thread) { return thread == owned; }
HEDDLE_PROTECTED_BY(counted, lock);
HEDDLE_EXCLUSIVE(owned, predicate);
HEDDLE_THREAD_LOCAL(mine);
HEDDLE_BENIGN(hint);
HEDDLE_TRUSTED static int trusted(void) { return hint; }
int main(void) {
  unsigned chosen = heddle_choose(3);
  heddle_assume(chosen < 3);
  heddle_atomic {
    counted += trusted() + lock;
  }
  return (int)chosen + counted + predicate(1) + mine;
}
"""


def main():
    wrong = []
    ran = 0
    for compiler, language, standard in (("gcc", "c", "c11"), ("clang-19", "c", "c11"), ("g++", "c++", "c++17"),
                                         ("clang++-19", "c++", "c++17"), ("gcc", "c", "gnu2x")):
        if not shutil.which(compiler):
            continue
        with tempfile.TemporaryDirectory() as directory:
            source = pathlib.Path(directory) / "all.c"
            source.write_text(PROGRAM)
            binary = pathlib.Path(directory) / "all"
            done = subprocess.run([compiler, "-x", language, f"-std={standard}", "-O1", "-Wall", "-Wextra", "-Wpedantic",
                                   "-Werror", f"-I{sys.argv[1]}", source, "-o", binary], capture_output=True, text=True)
            ran += 1
            if done.returncode != 0:
                wrong.append(f"{compiler} -std={standard}: {done.stderr}")
                continue
            if subprocess.run([binary]).returncode != 0:
                wrong.append(f"{compiler}: the program does not return 0")
            sections = subprocess.run(["readelf", "-SW", binary], capture_output=True, text=True).stdout
            if " heddle " in sections:
                wrong.append(f"{compiler}: annotations are left in the object file")
    print("\n".join(wrong) or f"{ran} compilers leave them out")
    return 1 if wrong or ran < 2 else 0


if __name__ == "__main__":
    sys.exit(main())
