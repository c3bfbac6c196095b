# SPDX-License-Identifier: Apache-2.0
"""Shares of a check (--shard i/n) are disjoint and complete: for every n their executions, steps and verdicts add
up to those of one share alone, on programs and traces made up by chance; `heddle merge` says what one process says, and refuses
what does not belong together.

    shards.py HEDDLE WORKING_DIRECTORY [PROGRAMS [FIRST_SEED]]   from 200 programs on: every number of shares up to 16
"""
import json
import os
import random
import shutil
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
    refused("there twice", "1.json", "2.json", "3.json", "2.json")
    shutil.copy(os.path.join(work, "2.json"), os.path.join(work, "copy.json"))
    refused("and so is", "1.json", "2.json", "3.json", "copy.json")
    refused("made without --shard", "plain.json")
    text = open(os.path.join(work, "2.json")).read()
    open(os.path.join(work, "cut.json"), "w").write(text[:len(text) // 2])
    refused("expected JSON", "1.json", "cut.json", "3.json")
    other = json.loads(text)
    other["verdict"] = "inconclusive"
    common.write_share(other, os.path.join(work, "damaged.json"))
    refused("expected a whole report", "1.json", "damaged.json", "3.json")
    for key, value, what in (("outline", "0123", "of another program, machine or build"),
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
# A share with a finding may have ended before anything was shared out. It is of the same program nevertheless, or it is refused.
STRANGER = """#include <stdlib.h>
int main(int count, char** all) {
  if (count > 1) abort();
  (void)all;
}
"""
stranger = build(STRANGER, "stranger")
parts = [check(stranger, f"{i}/2", f"{i}.json", *given) for i, given in ((1, ["--", "bad"]), (2, []))]
other = check(binary, "2/2", "other.json")
if parts[0]["verdict"] != "findings" or "none" not in parts[0]["share"]["outline"]:
    complain(f"a stranger with a finding: {parts[0]['verdict']} {parts[0]['share']}")
for names, what in ((["1.json", "other.json"], "other options"), (["1.json", "2.json"], "argument=bad there"),
                    (["2.json", "1.json"], "argument=bad here")):
    status, merged, error = merge(*names)
    if status != 2 or merged is not None or what not in error:
        complain(f"merge of strangers {names}: {status} {error}")
for name in "1.json", "2.json":  # if its options were the same, it would still be another program
    report = json.load(open(os.path.join(work, name)))
    report["share"]["options"] = other["share"]["options"]
    common.write_share(report, os.path.join(work, "alike_" + name))
for names in (["alike_1.json", "other.json"], ["alike_1.json", "alike_2.json"]):
    status, merged, error = merge(*names)
    if status != 2 or merged is not None or "of another program" not in error:
        complain(f"merge of strangers {names}: {status} {error}")
# A share that fails makes none of the checks after that, and is of the same whole all the same.
EARLY = ("static int fails;\n#define main two_sums\n#define ROUNDS 3\n" +
         FIBONACCI.replace("/* end */", "if (fails && i == 21) __builtin_abort();") + """
#undef main
#include <heddle/check.h>
static void check(void* given) {
  fails = *(int*)given;
  two_sums();
}
int main(void) {
  static int all[] = {0, 1, 0};
  for (int k = 0; k < 3; ++k)
    if (heddle_check_run(check, &all[k], 0)) return 1;
}
""")
early = build(EARLY, "early")
compare(early, alone(early), [2, 3], "--share-leaves", "1")
# The same file by two names; a report without its digest.
check(stranger, "1/2", "1.json"), check(stranger, "2/2", "2.json")
if merge("1.json", "2.json")[0] != 0 or "there twice" not in merge("1.json", "./1.json")[2]:
    complain(f"the same file twice: {merge('1.json', './1.json')}")
report = json.load(open(os.path.join(work, "1.json")))
del report["share"]["digest"]
json.dump(report, open(os.path.join(work, "undigested.json"), "w"))
status, merged, error = merge("undigested.json", "2.json")
if status != 2 or "digest" not in error or "exception" in error:
    complain(f"without its digest: {status} {error}")
# What this search does not explore is told at once, with its place.
UNEXPLORED = {
    "clock": ("looks at the clock", """#include <pthread.h>
#include <stdatomic.h>
#include <time.h>
atomic_int flag;
void* thread(void* unused) { atomic_store(&flag, 1); return unused; }
int main(void) {
  pthread_t other;
  struct timespec first, now;
  pthread_create(&other, 0, thread, 0);
  clock_gettime(CLOCK_MONOTONIC, &first);
  do clock_gettime(CLOCK_MONOTONIC, &now);
  while (!atomic_load(&flag) && now.tv_sec < first.tv_sec + 1);
  pthread_join(other, 0);
}
"""),
    "file": ("a call that names files, or closes one, at", """#include <pthread.h>
#include <stdio.h>
void* thread(void* unused) {
  FILE* file = fopen("written", "w");
  fclose(file);
  return unused;
}
int main(void) {
  pthread_t other;
  pthread_create(&other, 0, thread, 0);
  thread(0);
  pthread_join(other, 0);
}
"""),
}
for name, (what, text) in UNEXPLORED.items():
    report = check(build(text, name), "1/2", "1.json", "--jobs", "1", "--limit-seconds", "60")
    if report["verdict"] != "inconclusive" or what not in report["reason"] or f"{name}.c:" not in report["reason"]:
        complain(f"{name}: {report['verdict']} {report['reason']}")
# All bounds that may hide something are named at once.
TIMED = """#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int ready;
void* thread(void* unused) {
  int late = 0;
  struct timespec end;
  clock_gettime(CLOCK_REALTIME, &end);
  end.tv_sec += 1;
  pthread_mutex_lock(&mutex);
  while (!ready && late < 4)
    if (pthread_cond_timedwait(&changed, &mutex, &end) == ETIMEDOUT) ++late;
  assert(ready);
  pthread_mutex_unlock(&mutex);
  return unused;
}
int main(void) {
  pthread_t other;
  pthread_create(&other, 0, thread, 0);
  pthread_mutex_lock(&mutex);
  ready = 1;
  pthread_mutex_unlock(&mutex);
  pthread_cond_signal(&changed);
  pthread_join(other, 0);
}
"""
timed = build(TIMED, "timed")
for i in (1, 2):
    check(timed, f"{i}/2", f"{i}.json", "--share-leaves", "2")
status, merged, error = merge("1.json", "2.json")
if merged is None or merged["verdict"] == "clean" or (
        merged["verdict"] == "inconclusive" and not all(option in merged["reason"] for option in ("--spurious", "--timeouts"))):
    complain(f"bounds: {merged and merged['reason']} {error}")
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
