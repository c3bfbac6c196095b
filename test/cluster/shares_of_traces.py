# SPDX-License-Identifier: Apache-2.0
"""What is asked about recorded executions, shared out (--shard i/n) and in stages (--checkpoint, --resume), on traces made up
by chance: lists, counts with a predicate, detection and predictions of all shares together are those of one process. What
a predicate holds in is decided here once more, from the list of all states.

    shares_of_traces.py HEDDLE WORKING_DIRECTORY TRACES
"""
import json
import os
import random
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import common
from common import complain

heddle, work, traces = sys.argv[1], sys.argv[2], int(sys.argv[3])
common.begin(work)
dice = random.Random(traces)

LIBRARY = """#include <heddle/predicate.h>
HEDDLE_PREDICATE(sum_is_three) {
  std::int64_t sum = 0;
  for (std::size_t t = 0; t < state.threads(); ++t) sum += state.value(t, "n");
  return sum == 3;
}
"""


def run(*words, good=(0, 1)):
    done = subprocess.run([heddle, *words], capture_output=True, text=True)
    if done.returncode not in good:
        complain(f"{words}: {done.returncode} {done.stderr}")
    return done.stdout


def report(name, *words, good=(0, 1)):
    run(*words, "--format", "json", "-o", name, good=good)
    return json.load(open(name))


def made_up_trace():
    """Each thread's values of `n` by events done, and the trace."""
    threads = dice.randrange(2, 5)
    values, lines, held = [[0] for _ in range(threads)], [], {}
    for line in range(1, dice.randrange(6, 26)):
        thread = dice.randrange(threads)
        lock = dice.choice("kl")
        what = "mark" if line == 1 else dice.choice(["mark", "mark", "access", "access", "acquire", "release"])
        value = values[thread][-1]
        if what == "mark":
            value = dice.randrange(0, 4)
            text = f"e(n={value})"
        elif what == "access":
            text = f"{dice.choice('rw')}({dice.choice('xy')})"
        elif what == "acquire" and lock not in held:
            held[lock], text = thread, f"acq({lock})"
        elif what == "release" and thread in held.values():
            lock = next(each for each in held if held[each] == thread)
            del held[lock]
            text = f"rel({lock})"
        else:
            continue
        values[thread].append(value)
        lines.append(f"T{thread}|{text}|{line}")
    for lock, thread in held.items():
        values[thread].append(values[thread][-1])
        lines.append(f"T{thread}|rel({lock})|99")
    return {f"T{thread}": each for thread, each in enumerate(values) if len(each) > 1}, "\n".join(lines) + "\n"


QUESTIONS = [("T0.n == 2", lambda all: all.get("T0", 0) == 2),
             ("count(n == 1) >= 2", lambda all: sum(each == 1 for each in all.values()) >= 2),
             ("sum(n) == 3", lambda all: sum(all.values()) == 3)]


def values_in(state, values):
    done = {word.split(":")[0]: int(word.split(":")[1]) for word in state.split()}
    return {thread: values[thread][count] for thread, count in done.items()}


def places(found):
    return sorted((each["kind"], *sorted(step["location"] for step in each.get("steps", []) if step.get("location"))) for each in found)


def compare(values, text, count):
    open("trace.std", "w").write(text)
    numbers = range(1, count + 1)
    whole = [line for line in run("states", "trace.std", "--list").splitlines() if line.startswith("T")]
    shares = [line for i in numbers for line in run("states", "trace.std", "--list", "--shard", f"{i}/{count}").splitlines()
              if line.startswith("T")]
    if sorted(whole) != sorted(shares) or len(set(whole)) != len(whole):
        complain(f"{count} shares list {len(shares)} states, one lists {len(whole)}:\n{text}")
    question, holds = dice.choice([each for each in QUESTIONS if "T0" in values or "T0" not in each[0]])
    there = [state for state in whole if holds(values_in(state, values))]
    asked = ["--when", question] if question != "sum(n) == 3" or dice.random() < 0.5 else ["--when-library", "./library.so"]
    listed = [line for line in run("states", "trace.std", "--list", *asked).splitlines() if line.startswith("T")]
    if sorted(listed) != sorted(there):
        complain(f"{asked} holds in {len(there)} states, {len(listed)} are listed:\n{text}")
    for algorithm in ("auto", "lex"):
        counted = report("one.json", "states", "trace.std", "--algorithm", algorithm, *asked)["statistics"]["states"]
        if counted != len(there):
            complain(f"{asked} holds in {len(there)} states, {algorithm} counts {counted}:\n{text}")
    for i in numbers:
        report(f"{i}.json", "states", "trace.std", *asked, "--shard", f"{i}/{count}")
    if (merged := report("all.json", "merge", *[f"{i}.json" for i in numbers])["statistics"]["states"]) != len(there):
        complain(f"{asked} holds in {len(there)} states, {count} shares count {merged}:\n{text}")
    enumerate_all = [] if asked[0] == "--when-library" else ["--algorithm", "enumerate"]
    for i in numbers:
        report(f"{i}.json", "detect", "trace.std", *asked, *enumerate_all, "--shard", f"{i}/{count}")
    merged = report("all.json", "merge", *[f"{i}.json" for i in numbers])
    if len(merged["findings"]) != bool(there):
        complain(f"{asked}: {count} shares detect {len(merged['findings'])}, but it holds in {len(there)} states:\n{text}")
    if not there and merged["statistics"]["states"] != len(whole):
        complain(f"{asked}: {count} shares look at {merged['statistics']['states']} of {len(whole)} states:\n{text}")
    alone = report("one.json", "predict", "trace.std")
    for i in numbers:
        report(f"{i}.json", "predict", "trace.std", "--shard", f"{i}/{count}")
    merged = report("all.json", "merge", *[f"{i}.json" for i in numbers])
    if places(merged["findings"]) != places(alone["findings"]):
        complain(f"{count} shares predict {places(merged['findings'])}, one {places(alone['findings'])}:\n{text}")
    if merged["statistics"]["candidates"] != alone["statistics"]["candidates"]:
        complain(f"{count} shares decide {merged['statistics']['candidates']} candidates, one {alone['statistics']['candidates']}:\n{text}")


open("library.cpp", "w").write(LIBRARY)
include = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../include")
subprocess.run(["c++", "-std=c++17", "-shared", "-fPIC", "-I", include, "library.cpp", "-o", "library.so"], check=True)
for _ in range(traces):
    compare(*made_up_trace(), dice.randrange(1, 6))

# Traces whose events come in the same order, and whose marks differ, are not the same.
for name, value in (("one.std", 7), ("other.std", 8)):
    open(name, "w").write("".join(f"T{thread}|e(n={value if step == 3 else 0})|{step}\n" for step in range(6) for thread in range(3)))
for verb in (["states", "--when", "sum(n) == 7"], ["detect", "--algorithm", "enumerate", "--when", "sum(n) == 20"], ["predict"]):
    for i, name in ((1, "one.std"), (2, "other.std")):
        report(f"{i}.json", verb[0], name, *verb[1:], "--shard", f"{i}/2")
    done = subprocess.run([heddle, "merge", "1.json", "2.json"], capture_output=True, text=True)
    if done.returncode != 2 or "what was shared out is not the same" not in done.stderr:
        complain(f"{verb}: shares of two traces are merged: {done.returncode} {done.stdout} {done.stderr}")

# In stages: what is stopped again and again comes to the same end, also if it is asked about something else in between.
open("held.std", "w").write("".join(
    f"T{thread}|e(n={step})|{10 * thread + step}\n" for step in range(1, 9) for thread in range(7)))
never = ["detect", "held.std", "--algorithm", "enumerate", "--jobs", "1", "--when", "sum(n) == 57"]
whole = report("whole.json", *never)
stages = 0
while stages < 200:
    stages += 1
    go_on = ["--resume", "state.hck"] if os.path.exists("state.hck") else []
    stage = report("stage.json", *never, "--checkpoint", "state.hck", "--limit-seconds", "0.05", *go_on, good=(0, 3))
    if stage["verdict"] != "inconclusive":
        break
    if stages == 1:
        done = subprocess.run([heddle, *never[:-1], "sum(n) == 58", "--resume", "state.hck"], capture_output=True, text=True)
        if done.returncode != 2 or "another trace or predicate" not in done.stderr:
            complain(f"another question goes on with the checkpoint: {done.returncode} {done.stdout} {done.stderr}")
if stages == 1 or [stage["verdict"], stage["statistics"]["states"]] != ["clean", whole["statistics"]["states"]]:
    complain(f"after {stages} stages: {stage['verdict']} {stage['statistics']}, at once {whole['statistics']}")
if os.path.exists("state.hck"):
    complain("a checkpoint is left although nothing is left to do")
# A count and a detection are not the same work, whatever they ask.
asks = ["held.std", "--jobs", "1", "--when-library", "./library.so", "--limit-seconds", "0.05"]
for first, second in (("states", "detect"), ("detect", "states")):
    subprocess.run([heddle, first, *asks, "--checkpoint", "first.hck"], capture_output=True)
    done = subprocess.run([heddle, second, *asks, "--resume", "first.hck"], capture_output=True, text=True)
    if done.returncode != 2 or "another trace or predicate" not in done.stderr:
        complain(f"{second} goes on with what {first} left: {done.returncode} {done.stdout} {done.stderr}")
there = report("there.json", *never[:-1], "sum(n) == 56", "--checkpoint", "there.hck")
if there["verdict"] != "findings" and not there["findings"]:
    complain(f"with a checkpoint it is not found: {there}")
common.end()
