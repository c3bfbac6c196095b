#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Unit tests under a sanitizer: sanitized.py SOURCE BUILD asan|tsan test-program[=filter]…

A filter is GoogleTest's: only those tests of the program are run.
Builds the preset in BUILD/sanitized, which stays, so that a second run compiles only what changed.
"""
import os
import pathlib
import subprocess
import sys

SOURCE, BUILD, PRESET = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), sys.argv[3]
PROGRAMS = [argument.partition("=")[::2] for argument in sys.argv[4:]]
OPTIONS = {
    "ASAN_OPTIONS": "detect_leaks=1:strict_string_checks=1",
    "UBSAN_OPTIONS": "print_stacktrace=1",
    "TSAN_OPTIONS": f"suppressions={SOURCE}/tools/tsan.supp:halt_on_error=1",  # oneTBB is not instrumented
}


def quiet(*command, **more):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **more)
    if done.returncode != 0:
        print(" ".join(map(str, command)), done.stdout[-20000:], sep="\n")
        sys.exit(1)
    return done.stdout


build = BUILD / "sanitized" / PRESET
if not (build / "build.ninja").exists():
    quiet("cmake", "--preset", PRESET, "-B", build, cwd=SOURCE)
quiet("cmake", "--build", build, "--target", *(program for program, _ in PROGRAMS))
for program, chosen in PROGRAMS:
    output = quiet(build / program, f"--gtest_filter={chosen or '*'}", env=os.environ | OPTIONS, cwd=build)
    passed = output.splitlines()[-1]
    print(program, passed)
    if not passed.startswith("[  PASSED  ]") or " 0 tests" in passed:
        sys.exit(f"{program} ran no test")
