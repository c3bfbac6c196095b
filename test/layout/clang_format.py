#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every C and C++ source in the repository is as clang-format would write it: clang_format.py SOURCE_DIRECTORY."""
import shutil
import subprocess
import sys

SKIPPED = 77
TOOL = "clang-format-14"
source = sys.argv[1]
if not shutil.which("git") or not shutil.which(TOOL):
    sys.exit(SKIPPED)
listed = subprocess.run(["git", "-C", source, "ls-files", "-z", "*.c", "*.cpp", "*.h"],
                        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
if listed.returncode != 0:  # not a checkout: an unpacked archive, or one that belongs to someone else
    sys.exit(SKIPPED)
# Programs that heddle examines are left alone: findings name their lines.
files = [name for name in listed.stdout.decode().split("\0")
         if name and not name.startswith(("examples/", "bench/programs/", "test/programs/", "test/machine/", "test/memory/", "test/report/"))]
sys.exit(subprocess.run([TOOL, "--dry-run", "-Werror", "--style=file", *files], cwd=source).returncode)
