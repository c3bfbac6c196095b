#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Each heuristic is worth its name: alone it leads to the race of the textbook's readers and writers on a shorter path than
the same queue without any, and each two of a few pairs differ somewhere. If one were a constant, this would fail.

usage: heuristics.py heddle source-directory
"""
import json
import pathlib
import subprocess
import sys

HEURISTICS = ("WF", "WW", "ARA", "AF")
# Programs in which the first of a pair goes another way than the second.
DIFFER = {"bakery": [("WF", "WW")], "work_stealing_deque": [("AF", "ARA")], "mcs_lock": [("ARA", "AF"), ("WF", "WW")],
          "fine_list": [("WW", "WF")]}


def first_race(heddle, root, program, heuristics):
    done = subprocess.run([heddle, "check", "--engine", "machine", root / f"examples/textbook/{program}.c", "--flag=-DRACE",
                           "--reduction", "none", "--first", "--no-deadlocks", "--race-check", "path", "--order", "heuristic",
                           "--heuristics", heuristics, "--statistics", "--format", "json", "--save", "none"],
                          capture_output=True, text=True)
    s = json.loads(done.stdout)["statistics"]
    return s["first_finding_length"], s["first_finding_states"]


def main():
    heddle, root = sys.argv[1], pathlib.Path(sys.argv[2])
    wrong = []
    without = first_race(heddle, root, "readers_writer", "none")
    for heuristic in HEURISTICS:
        alone = first_race(heddle, root, "readers_writer", heuristic)
        if alone[0] >= without[0]:
            wrong.append(f"{heuristic}: a path of {alone[0]} steps, without it {without[0]}")
    for program, pairs in DIFFER.items():
        for one, other in pairs:
            if first_race(heddle, root, program, one) == first_race(heddle, root, program, other):
                wrong.append(f"{program}: {one} goes the same way as {other}")
    print("\n".join(wrong) or "as expected")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
