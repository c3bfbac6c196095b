# SPDX-License-Identifier: Apache-2.0
"""Shares of a check (--shard i/n) are disjoint and complete: for every n their executions, steps and verdicts add
up to those of one share alone, on programs and traces made up by chance; `heddle merge` says what one process says, and refuses
what does not belong together.

    shards.py HEDDLE WORKING_DIRECTORY [PROGRAMS [FIRST_SEED]]   from 200 programs on: every number of shares up to 16
"""
import json
import os
import random
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import common
from common import complain
from made_up import FIBONACCI, program, program_of_checks

heddle, work = sys.argv[1], sys.argv[2]
programs = int(sys.argv[3]) if len(sys.argv) > 3 else 4
first = int(sys.argv[4]) if len(sys.argv) > 4 else 0
common.begin(work)


def check(binary, shard, name, *options):
    file = os.path.join(work, name)
    done = subprocess.run([heddle, "check", binary, "--shard", shard, "--format", "json", "--save", "none", "-o", file,
                           *options], capture_output=True, text=True)
    if done.returncode not in (0, 1, 3):
        complain(f"{binary} --shard {shard}: exit status {done.returncode}: {done.stderr}")
        return None
    return json.load(open(file))


def merge(*names):
    done = subprocess.run([heddle, "merge", "--format", "json", *[os.path.join(work, each) for each in names]],
                          capture_output=True, text=True)
    return done.returncode, json.loads(done.stdout) if done.stdout else None, done.stderr


def counted(report):
    return [report["statistics"].get(key, 0) for key in ("executions", "redundant_executions", "steps")]


def found(report):
    """Which checks fail. A program that fails in two ways is found by the first of them that its search meets."""
    return sorted({each.get("test") for each in report["findings"]})


def build(text, label):
    source, binary = os.path.join(work, label + ".c"), os.path.join(work, label)
    open(source, "w").write(text)
    subprocess.run([heddle, "cc", "-g", source, "-o", binary, "-pthread"], check=True)
    return binary


told = {"shares": 0, "busy": 0, "unsure": 0}


def compare(binary, whole, counts, *options):
    """`whole`: the report of one process. Those with findings end where they are found, and count until then."""
    for count in counts:
        parts = [check(binary, f"{i}/{count}", f"{i}.json", *options) for i in range(1, count + 1)]
        if whole is None or None in parts:
            return
        status, merged, error = merge(*[f"{i}.json" for i in range(1, count + 1)])
        if merged is None:
            complain(f"{binary}: {count} shares are not merged: {error}")
            return
        told["shares"] += count
        told["busy"] += sum(each["statistics"]["executions"] > 0 for each in parts)
        if merged["verdict"] == "inconclusive" and whole["verdict"] == "clean" and "--share-leaves" in options:
            told["unsure"] += count  # what was learnt after the shares were made is a doubt
            continue
        if (merged["verdict"], found(merged)) != (whole["verdict"], found(whole)):
            complain(f"{binary}: {count} shares together: {merged['verdict']} {found(merged)}, one: {whole['verdict']} {found(whole)}")
        if status != {"clean": 0, "findings": 1, "inconclusive": 3}[whole["verdict"]]:
            complain(f"{binary}: the exit status of merge is {status}")
        if whole["findings"]:
            continue
        if counted(merged) != counted(whole):
            complain(f"{binary}: {count} shares count {counted(merged)}, one {counted(whole)}")
        if counted(merged) != [sum(each) for each in zip(*map(counted, parts))]:
            complain(f"{binary}: what is merged is not the sum of {count} shares")


def compare_random(dice, label, size, counts):
    """Programs whose search is small, but is divided: a graph or a few are enough for a share. Those that fail are compared by
    which ones they are, the others by what they count together."""
    texts = [program(dice, {2: (4, 7), 3: (3, 4)}) for _ in range(size)]
    failing = {int(name) for name in found(alone(build(program_of_checks(texts), label)))}
    for number, fails in enumerate((False, True)):
        chosen = [text for i, text in enumerate(texts) if (i in failing) == fails]
        if not chosen:
            continue
        binary = build(program_of_checks(chosen), f"{label}_{number}")
        whole = alone(binary)
        told["executions"] = told.get("executions", 0) + whole["statistics"]["executions"]
        told["failing"] = told.get("failing", 0) + len(found(whole))
        if len(found(whole)) != len(chosen) * fails or whole["verdict"] == "inconclusive":
            complain(f"{binary}: {whole['verdict']} {whole['reason']} {found(whole)}")
        compare(binary, whole, counts, "--share-leaves", str(dice.choice([1, 2, 5])), "--jobs", "1")
        os.remove(binary)
    os.remove(os.path.join(work, label))


def alone(binary):
    done = subprocess.run([heddle, "check", binary, "--strategy", "graphs", "--memory-model", "rc11", "--jobs", "1", "--save", "none",
                           "--format", "json"], capture_output=True, text=True)
    return json.loads(done.stdout)


FIXED = FIBONACCI.replace("ROUNDS", "4")


def refusals():
    """After `compare` of the fixed program with 3 shares as its last."""
    def refused(what, *names):
        status, merged, error = merge(*names)
        if status != 2 or merged is not None or what not in error:
            complain(f"merge {names}: status {status}, expected 2 and `{what}` in: {error}")
    refused("1 of 3 shares is missing: 2", "1.json", "3.json")
    refused("and so is", "1.json", "2.json", "3.json", "2.json")
    refused("made without --shard", "plain.json")
    text = open(os.path.join(work, "2.json")).read()
    open(os.path.join(work, "cut.json"), "w").write(text[:len(text) // 2])
    refused("expected JSON", "1.json", "cut.json", "3.json")
    other = json.loads(text)
    other["verdict"] = "inconclusive"
    common.write_share(other, os.path.join(work, "damaged.json"))
    refused("expected a whole report", "1.json", "damaged.json", "3.json")
    for key, value, what in (("outline", "0123", "of another program, trace, machine or build"),
                             ("options", "leaks=true", "other options"), ("count", 4, "one of 4 shares")):
        other = json.loads(text)
        other["share"][key] = value
        common.write_share(other, os.path.join(work, "other.json"))
        refused(what, "1.json", "other.json", "3.json")
    other = json.loads(text)
    other["version"] = "0.0.1"
    json.dump(other, open(os.path.join(work, "other.json"), "w"))
    refused("another version", "1.json", "other.json", "3.json")


def places():
    """What one share saw at a place decides about what another one did not try there any more. After `compare` as above."""
    def put(name, *words):
        report = json.load(open(os.path.join(work, name)))
        report["share"]["places"] = [" ".join(words)]
        common.write_share(report, os.path.join(work, "with_" + name))
    settled_and_cut, idle, astray = "ab.0.1.0.0.1", "ab.0.1.0.0.0", "ab.0.0.0.1.0"
    put("1.json", settled_and_cut)
    put("3.json", idle)
    for second, expected in ((idle, 0), (astray, 3), (astray.replace("ab", "cd"), 0), ("ab.0.0.1.0.0", 3)):
        put("2.json", second)
        status, merged, error = merge("with_1.json", "with_2.json", "with_3.json")
        if status != expected:
            complain(f"places {settled_and_cut} and {second}: merge ends with {status}, expected {expected}: {error}")


binary = build(FIXED, "fixed")
compare(binary, check(binary, "1/1", "whole.json"), [2, 16, 3])
places()
subprocess.run([heddle, "check", binary, "--format", "json", "-o", os.path.join(work, "plain.json")], capture_output=True)
refusals()
# Two checks without names that fail alike are two findings, of one process and of shares.
ALIKE = """#include <heddle/check.h>
#include <stdlib.h>
static void fails(void* unused) { abort(); }
int main(void) {
  for (int k = 0; k < 2; ++k) heddle_check_run(fails, 0, 0);
}
"""
alike = build(ALIKE, "alike")
parts = [check(alike, f"{i}/2", f"{i}.json") for i in (1, 2)]
if [len(each["findings"]) for each in (alone(alike), *parts, merge("1.json", "2.json")[1])] != [2, 2, 2, 2]:
    complain(f"two that fail alike: {len(merge('1.json', '2.json')[1]['findings'])} merged")
SAMPLED = ["--strategy", "random", "--executions", "50"]
compare(binary, check(binary, "1/1", "whole.json", *SAMPLED), [1, 3], *SAMPLED)
for bad in ("0/3", "4/3", "3", "1/0", "a/b", "1/2/3", ""):
    done = subprocess.run([heddle, "check", binary, "--shard", bad], capture_output=True, text=True)
    if done.returncode != 2:
        complain(f"--shard {bad!r}: exit status {done.returncode}")
for option in (["--preemptions", "1"], ["--strategy", "all"], ["--no-races"]):
    done = subprocess.run([heddle, "check", binary, "--shard", "1/2", *option], capture_output=True, text=True)
    if done.returncode != 2 or "cannot go with" not in done.stderr:
        complain(f"--shard 1/2 {option}: {done.returncode} {done.stderr}")


def states(trace, counts):
    def run(name, *options):
        subprocess.run([heddle, "states", trace, "--format", "json", "-o", os.path.join(work, name), *options], check=True,
                       capture_output=True)
        return json.load(open(os.path.join(work, name)))["statistics"]["states"]
    whole = run("whole.json")
    for count in counts:
        total = sum(run(f"{i}.json", "--shard", f"{i}/{count}") for i in range(1, count + 1))
        merged = merge(*[f"{i}.json" for i in range(1, count + 1)])[1]["statistics"]["states"]
        if not whole == total == merged:
            complain(f"{trace}: {whole} states, {count} shares have {total}, merged {merged}")


for trace in ("bank.std", "transfers.std"):
    states(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../examples", trace),
           range(1, 17) if programs >= 200 else [1, 5])
GROUP = 20
told = {"shares": 0, "busy": 0, "unsure": 0}
for seed in range(first, first + programs, GROUP):
    compare_random(random.Random(seed), f"random{seed}", GROUP, range(1, 17) if programs >= 200 else [1, 3, 16])
    print(f"{seed - first + GROUP} programs: {told}, {common.wrong} wrong", flush=True)
if told["busy"] * 3 < told["shares"] or told["unsure"] * 10 > told["shares"]:
    complain(f"too few shares have something to do, or too many are unsure: {told}")
for seed in range(first, first + programs):
    dice = random.Random(seed)
    trace = os.path.join(work, "random.hdl")
    subprocess.run([heddle, "trace", "generate", trace, "--seed", str(seed), "--threads", str(dice.randrange(1, 7)),
                    "--events", str(dice.randrange(1, 80)), "--mailboxes", str(dice.choice([0.2, 0.5, 0.9]))], check=True)
    states(trace, range(1, 17) if programs >= 200 else [dice.randrange(1, 17)])
    if programs >= 200:
        print(f"{seed - first + 1} traces: {common.wrong} wrong", flush=True)
common.end()
