#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How many states each reduction has on small programs: what a change of a mover's rule costs or saves is seen at once.
A number that went down is no mistake, but belongs here and on doc/benchmarks.md.

usage: states.py heddle source-directory [measured]; with a third argument the table is printed as it is now
"""
import json
import pathlib
import subprocess
import sys

REDUCTIONS = ("none", "left-movers", "transactions", "goldilocks")
STATES = {
    "machine/counter -DK=4": (3713, 833, 17, 884),
    "machine/hand_over": (153, 153, 154, 61),
    "machine/integer_mutex": (3713, 833, 49, 28288),
    "machine/peterson -DK=2": (353, 297, 300, 2511),
    "machine/leader -DN=3": (151, 137, 143, 1022),
    "machine/buffer -DSIZE=2": (4084, 230, 230, 9813),
    "machine/workers": (987, 72, 71, 8920),
    "textbook/lock_free_queue": (44, 34, 27, 43),
    "textbook/two_lock_queue": (120, 24, 15, 16),
    "textbook/bounded_queue": (61, 28, 25, 20),
    "textbook/striped_hash_set": (134, 19, 18, 38),
}


def states(heddle, root, program, reduction):
    name, *flags = program.split()
    done = subprocess.run([heddle, "check", "--engine", "machine", root / f"examples/{name}.c", "--reduction", reduction,
                           *(f"--flag={flag}" for flag in flags), "--format", "json", "--save", "none"],
                          capture_output=True, text=True)
    if done.returncode != 0:
        return f"exit {done.returncode}: {done.stderr or done.stdout}"
    return json.loads(done.stdout)["statistics"]["states"]


def main():
    heddle, root = sys.argv[1], pathlib.Path(sys.argv[2])
    wrong = []
    for program, expected in STATES.items():
        found = tuple(states(heddle, root, program, reduction) for reduction in REDUCTIONS)
        if len(sys.argv) > 3:
            print(f'    "{program}": {found},', flush=True)
        elif found != expected:
            wrong.append(f"{program}: {found}, not {expected}")
    print("\n".join(wrong) or "as expected")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
