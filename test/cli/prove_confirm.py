#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What `heddle prove` refutes, `heddle check` confirms with code of its own: --confirm writes a program with the
threads, calls and cells of the execution, and a schedule of it has a history that no order of the calls explains. A right program's refutation is not needed: with
nothing refuted nothing is written."""
import pathlib
import subprocess
import sys
import tempfile

heddle, sources = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
programs = sources / "test/programs/prove"
failures = 0


def check(condition, what, output=""):
    global failures
    if not condition:
        failures += 1
        print("FAILED:", what, output, sep="\n")


def run(directory, *arguments):
    return subprocess.run([heddle, *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          cwd=directory, timeout=300)


# File, mutant and memory. The first three need an address to be reused: a freed cell comes back (ABA).
CASES = [
    (sources / "examples/prove/treiber_plain.c", 0, "own"),
    (programs / "treiber.c", 0, "mm"),
    (programs / "treiber_tagged.c", 5, "own"),
    (programs / "treiber.c", 4, "gc"),
    (programs / "two_lock_queue.c", 1, "gc"),
    (programs / "treiber_tagged.c", 12, "gc"),
    (sources / "test/programs/prove/sets/hand_over_hand.c", 10, "gc"),
    (sources / "test/programs/prove/sets/coarse_list.c", 2, "gc"),
]

with tempfile.TemporaryDirectory() as scratch:
    judge_object = pathlib.Path(scratch) / "judge.o"
    for file, mutant, memory in CASES:
        what = f"{file.name} mutant {mutant} under {memory}"
        confirm = pathlib.Path(scratch) / "confirm.c"
        confirm.unlink(missing_ok=True)
        refuted = run(scratch, "prove", file, "--memory", memory, f"--flag=-DMUTANT={mutant}", "--confirm", confirm)
        check(refuted.returncode == 1, f"{what}: refuted", refuted.stdout)
        if not confirm.exists():
            check(False, f"{what}: a program is written")
            continue
        judge = [confirm.with_suffix(".judge.cpp")]
        if file.parent.name == "sets":  # which judge themselves
            judge = []
        elif judge_object.exists():  # it is the same for all: compiled once
            judge = [judge_object, "--flag=-lstdc++"]
        else:
            run(scratch, "c++", "-std=c++17", "-O1", f"-I{sources / 'include'}", "-c", judge[0], "-o", judge_object)
        checked = run(scratch, "check", "--no-races", f"--flag=-I{sources / 'include'}", f"--flag=-DMUTANT={mutant}",
                      "--executions", 200000, confirm, *judge)
        check(checked.returncode == 1 and "no order of these calls explains their results" in checked.stdout,
              f"{what}: confirmed", checked.stdout[-3000:])
    right = pathlib.Path(scratch) / "right.c"
    proved = run(scratch, "prove", sources / "examples/prove/treiber.c", "--confirm", right)
    check(proved.returncode == 0 and not right.exists(), "nothing is written about what is proved", proved.stdout)

sys.exit(1 if failures else 0)
