#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Ten failures, each replayed a hundred times: replay.py HEDDLE DIRECTORY, with the program that objects.py built."""
import pathlib
import subprocess
import sys

FAILURES = [("locked_queue", 1), ("locked_queue", 3), ("two_lock_queue", 1), ("ring", 2), ("blocking_queue", 1),
            ("treiber_stack", 1), ("lazy_list", 1), ("bit_set", 1), ("seq_lock", 3), ("spin_lock", 1)]


def main():
    heddle, directory = pathlib.Path(sys.argv[1]).absolute(), pathlib.Path(sys.argv[2]).absolute()
    wrong = []
    for name, mutant in FAILURES:
        subprocess.run([heddle, "check", directory / "objects", "--", name, str(mutant)], capture_output=True, cwd=directory)
        again = subprocess.run([heddle, "replay", "heddle-finding.json", "--times", "100"], capture_output=True, text=True,
                               cwd=directory)
        print(name, mutant, again.returncode, again.stdout.strip().splitlines()[-1] if again.stdout else again.stderr)
        if again.returncode != 1 or "100" not in again.stdout:
            wrong.append(f"{name} {mutant} does not replay: {again.stdout[-400:]} {again.stderr[-400:]}")
    print("\n".join(wrong))
    return 1 if wrong else 0


sys.exit(main())
