# SPDX-License-Identifier: Apache-2.0
"""What tests of the command line share: the tool under test, and a count of what went wrong."""
import pathlib
import subprocess
import sys

heddle, sources = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
failures = 0


def check(condition, what):
    global failures
    if not condition:
        failures += 1
        print("FAILED:", what)


def run(*arguments, **options):
    return subprocess.run([heddle, *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          timeout=240, **options)


def status():
    print("failures:", failures)
    return 1 if failures else 0
