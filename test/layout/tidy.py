#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""clang-tidy over what changed: tidy.py SOURCE BUILD [all]

What is not committed or came with the last commit: a change is not to be refused for what it does not touch. With `all`,
every source.
"""
import pathlib
import shutil
import subprocess
import sys

SOURCE, BUILD, ALL = pathlib.Path(sys.argv[1]), sys.argv[2], len(sys.argv) > 3


def git(*arguments):
    return subprocess.run(["git", "-C", SOURCE, *arguments], capture_output=True, text=True).stdout.split()


if not shutil.which("clang-tidy-14") or not git("rev-parse", "HEAD"):
    sys.exit(77)
changed = [name for name in git("diff", "--name-only", "--diff-filter=d", "HEAD~1", "--", "src/*.cpp")]
others = [name for name in git("ls-files", "src/*.cpp") if name not in changed]
looked = 0
for name in changed + (others if ALL else []):
    done = subprocess.run([SOURCE / "tools/tidy.sh", BUILD, name], capture_output=True, text=True)
    if done.returncode != 0:
        print(done.stdout, done.stderr)
        sys.exit(1)
    looked += 1
print(f"{looked} of {len(changed + others)} sources")
