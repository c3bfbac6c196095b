#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Counters whose calls start threads, take locks and wait (helpers.cpp), made up by chance: each is judged as it is, by the
search that is the default, by one of all interleavings and under C++'s memory model; each failure replays.

helpers.py HEDDLE DIRECTORY [PROGRAMS [TIMES [SEED]]]   so many by chance, each failure replayed so often"""
import pathlib
import random
import re
import subprocess
import sys

HEDDLE, WORK = (pathlib.Path(word).absolute() for word in sys.argv[1:3])
PROGRAMS, TIMES, SEED = (int(word) for word in (sys.argv[3:] + ["0", "5", "1"][len(sys.argv) - 3:]))
HERE = pathlib.Path(__file__).parent
# Calls, and whether the counter is right.
GIVEN = [(["T(a)"], True), (["T(L(b))"], True), (["A(a)"], True), (["T(b)"], False), (["yT(a)", "a"], True), (["X(a|y)"], True),
         # Its schedule has other threads than the first execution of the search: T1 and T4.
         (["2", "T(yb)"], False)]
wrong = []


def by_chance(random, is_atomic, is_right):
    """A call with one effect somewhere in it."""
    text = "a" if is_atomic else "L(b)" if is_right else "b"
    for _ in range(random.randint(0, 2)):
        if random.random() < 0.2 and "L" not in text and (is_atomic or is_right):
            text = f"L({text})"
        how = random.choice("TTAPCX")
        if how == "X":
            text = f"X({text}|y)" if random.random() < 0.5 else f"X(|{text})"
        else:
            text = f"{how}({text})"
    before, after = (random.choice(["", "", "", "y", "T()"]) for _ in range(2))
    return before + text + after


def made_up(random):
    is_atomic, is_right = random.random() < 0.5, random.random() < 0.6
    calls = {by_chance(random, is_atomic, True) for _ in range(random.randint(1, 2))}
    if not is_right:
        calls = {by_chance(random, False, False)} | (calls if random.random() < 0.3 else set())
    return sorted(calls), is_right


def run(*command):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, cwd=WORK, timeout=900)


def compare(calls, is_right):
    counts = []
    for wishes in [[], ["--strategy", "all"], ["--memory-model", "rc11"]]:
        (WORK / "helpers.json").unlink(missing_ok=True)
        result = run(HEDDLE, "check", "helpers", "--save", "helpers.json", "--limit-seconds", "20", *wishes, "--", *calls)
        text = result.stdout + result.stderr
        counts.append(result.returncode)
        # Three threads beside two have more interleavings than time: nothing is claimed then.
        if result.returncode == 3 and "not all schedules were run" in text:
            continue
        if result.returncode != (0 if is_right else 1) or (not is_right and "is not linearizable" not in text):
            wrong.append(f"{calls} {wishes}: {result.returncode}\n{text[:3000]}")
        elif not is_right:
            again = run(HEDDLE, "replay", "helpers.json", "--times", TIMES)
            if again.returncode != 1 or f"{TIMES} executions" not in again.stdout:
                wrong.append(f"{calls} {wishes} does not replay: {again.stdout[-600:]} {again.stderr[-600:]}")
            named = set(re.findall(r"\bT\d+\b", text[:text.index("The schedule")]))
            if not named <= set(re.findall(r"\bT\d+\b", text[text.index("The schedule"):])):
                wrong.append(f"{calls} {wishes}: threads without a step\n{text[:3000]}")
    print(*calls, "right" if is_right else "wrong", counts, flush=True)


WORK.mkdir(parents=True, exist_ok=True)
made = run(HEDDLE, "c++", "-std=c++17", "-O0", "-g", HERE / "helpers.cpp", "-o", "helpers", "-pthread")
if made.returncode != 0:
    sys.exit(made.stderr[:4000])
chance = random.Random(SEED)
for calls, is_right in GIVEN + [made_up(chance) for _ in range(PROGRAMS)]:
    compare(calls, is_right)
print("\n".join(wrong))
sys.exit(1 if wrong else 0)
