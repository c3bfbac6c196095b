#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""clang-tidy over a sample of the sources: tidy.py SOURCE BUILD COUNT

What is not committed or came with the last commit, and so many others, always the same: a change is not to be refused for
what it does not touch. `tools/tidy.sh` looks at all of them.
"""
import pathlib
import random
import shutil
import subprocess
import sys

SOURCE, BUILD, COUNT = pathlib.Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])


def git(*arguments):
    return subprocess.run(["git", "-C", SOURCE, *arguments], capture_output=True, text=True).stdout.split()


if not shutil.which("clang-tidy-14") or not git("rev-parse", "HEAD"):
    sys.exit(77)
changed = [name for name in git("diff", "--name-only", "--diff-filter=d", "HEAD~1", "--", "src/*.cpp")]
others = [name for name in git("ls-files", "src/*.cpp") if name not in changed]
random.Random(1).shuffle(others)
looked = 0
for name in changed + others[:COUNT]:
    done = subprocess.run([SOURCE / "tools/tidy.sh", BUILD, name], capture_output=True, text=True)
    if done.returncode != 0:
        print(done.stdout, done.stderr)
        sys.exit(1)
    looked += 1
print(f"{looked} of {len(changed + others)} sources")
