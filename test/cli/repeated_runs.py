#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""heddle run --repeat, --perturb and --sample, and heddle cc --sample: findings of several runs are one, a seed makes the same delays again, the
program's own results stay what they are, and a sample finds nothing that is not there.
repeated_runs.py HEDDLE SOURCES"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import tool
from tool import check, run

# A race that the lock hides, unless the second thread comes to it first.
HIDDEN = r"""
#include <pthread.h>
int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void* first(void* a) { x = 1; pthread_mutex_lock(&m); pthread_mutex_unlock(&m); return a; }
static void* second(void* a) { pthread_mutex_lock(&m); pthread_mutex_unlock(&m); x = 2; return a; }
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
"""
# Each thread takes the same steps in every run.
STEPS = r"""
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int n;
static void* work(void* a) {
  for (int i = 0; i < 300; ++i) { pthread_mutex_lock(&m); ++n; pthread_mutex_unlock(&m); }
  return a;
}
int main(void) {
  int number = 0;
  if (scanf("%d", &number) != 1) return 9;
  pthread_t t[3];
  for (int i = 0; i < 3; ++i) pthread_create(&t[i], 0, work, 0);
  for (int i = 0; i < 3; ++i) pthread_join(t[i], 0);
  printf("%d %d\n", n, number);
  return 7;
}
"""
# `racy` races a thousand times, on different elements, in whichever order the threads run: the lock comes after all of them.
# `safe` never does.
OFTEN = r"""
#include <pthread.h>
int racy[1000], safe[1000];
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void* work(void* a) {
  for (int i = 0; i < 1000; ++i) racy[i] = i;
  for (int i = 0; i < 1000; ++i) {
    pthread_mutex_lock(&m);
    safe[i] = i;
    pthread_mutex_unlock(&m);
  }
  return a;
}
int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; ++i) pthread_create(&t[i], 0, work, 0);
  for (int i = 0; i < 2; ++i) pthread_join(t[i], 0);
  return 0;
}
"""


def reported(directory, app, *options, **more):
    file = directory / "report.json"
    done = run("run", *options, "--format", "json", "--output", file, app, cwd=directory, **more)
    return done, json.loads(file.read_text())


def compiled(directory, name, text):
    (directory / f"{name}.c").write_text(text)
    done = run("cc", "-O1", f"{name}.c", "-o", name, cwd=directory)
    check(done.returncode == 0, done.stderr)
    return f"./{name}"


def test_hidden(directory):
    app, runs = compiled(directory, "hidden", HIDDEN), 40
    done, report = reported(directory, app, "--repeat", runs, "--perturb", "--seed", 100)
    check(done.returncode == 1 and len(report["findings"]) == 1, f"not one finding: {report['findings']}")
    if len(report["findings"]) != 1:
        return
    race = report["findings"][0]
    check(race["variable"] == "x" and 1 <= race["runs"] <= runs and 100 <= race["seed"] < 140, race)
    check(f"seen in {race['runs']} of {runs} runs, first with --seed {race['seed']}" in race["notes"], race["notes"])
    check(report["statistics"]["runs"] == runs and report["statistics"]["delays"] > 0, report["statistics"])
    # Another order of the real threads may still come of the same delays on a busy machine, but not time after time.
    for _ in range(100):
        again = reported(directory, app, "--perturb", "--seed", race["seed"])[1]["findings"]
        if again:
            break
    check(again, f"seed {race['seed']} shows it no more")
    check(all("runs" not in one for one in again), "one run is told as several")


def test_same_delays(directory):
    app = compiled(directory, "steps", STEPS)
    (directory / "input").write_text("12345\n")
    made = {}
    for seed in (1, 2, 3, 4):
        for _ in range(2):
            with open(directory / "input") as given:
                done, report = reported(directory, app, "--perturb", "--seed", seed, stdin=given)
            check(done.returncode == 7, f"exit status {done.returncode}")
            made.setdefault(seed, set()).add(report["statistics"]["delays"])
    check(all(len(each) == 1 for each in made.values()), f"a seed made different delays: {made}")
    check(len(set.union(*made.values())) > 1, f"all seeds made the same delays: {made}")
    with open(directory / "input") as given:
        done = run("run", "--repeat", 3, app, cwd=directory, stdin=given)
    check(done.stdout == "900 12345\n" * 3 and done.returncode == 7, (done.stdout, done.returncode))
    check("clean · the program ended with status 7 · 3 runs" in done.stderr, done.stderr)


def test_sample(directory):
    app = compiled(directory, "often", OFTEN)
    exact = {one["variable"] for one in reported(directory, app, "--each-variable")[1]["findings"]}
    done, report = reported(directory, app, "--sample", "100%", "--each-variable")
    check({one["variable"] for one in report["findings"]} == exact, "100 % is not all")
    check(report["reason"] is None, report["reason"])
    done, report = reported(directory, app, "--sample", "20%", "--repeat", 5)
    found = {one["variable"].split("[")[0] for one in report["findings"]}
    check(done.returncode == 1 and found == {"racy"}, found)
    check("20 % of the accesses were remembered" in report["reason"], report["reason"])
    check(0 < report["statistics"]["sampled"], report["statistics"])
    safe = compiled(directory, "safe", OFTEN.replace("for (int i = 0; i < 1000; ++i) racy[i] = i;", ""))
    done, report = reported(directory, safe, "--sample", "1%")
    check(done.returncode == 3 and report["verdict"] == "inconclusive", report["verdict"])
    check("a race that occurs once is missed with a chance of 99 % at most" in report["reason"], report["reason"])


def test_alone(directory):
    """A program built with --sample runs by itself."""
    (directory / "alone.c").write_text(OFTEN.replace("return 0;\n}", "return 5;\n}"))
    check(run("cc", "-O1", "--sample", "alone.c", "-o", "alone", cwd=directory).returncode == 0, "--sample does not link")

    def alone(**variables):
        for old in directory.glob("heddle-findings.*"):
            old.unlink()
        return subprocess.run([directory / "alone"], cwd=directory, env={**os.environ, **variables}, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=120)
    done = alone(HEDDLE_SAMPLE="50%", HEDDLE_FINDINGS="found.%p.json")
    files = list(directory.glob("found.*.json"))
    check(done.returncode == 5 and len(files) == 1, (done, files))
    if files:
        report = json.loads(files[0].read_text())
        found = {one["variable"].split("[")[0] for one in report["findings"]}
        check(found == {"racy"} and "50 % of the accesses" in report["reason"], report)
    done = alone(HEDDLE_SAMPLE="100%")
    files = list(directory.glob("heddle-findings.*.txt"))
    check(len(files) == 1 and "data race on `racy" in files[0].read_text(), (done, files))
    done = alone(HEDDLE_SAMPLE="0")
    check(done.returncode == 5 and not list(directory.glob("heddle-findings.*")) and not done.stderr, done)
    done, report = reported(directory, "./alone")
    check(report["verdict"] == "findings" and report["reason"] is None, "heddle run samples though it was not asked to")


def test_usage(directory):
    for flag in ("-static", "-static-pie"):
        done = run("cc", flag, "hidden.c", "-o", "static", cwd=directory)
        check(done.returncode == 2 and "shared library" in done.stderr, (done.returncode, done.stderr))
    done = run("cc", "hidden.c", "-o", "musl", cwd=directory, env={**os.environ, "HEDDLE_CC": "musl-gcc"})
    check(done.returncode == 2 and "musl" in done.stderr, (done.returncode, done.stderr))
    app = compiled(directory, "hidden", HIDDEN)
    for options in (["--repeat", "2", "--record", "x.hdl"], ["--repeat", "0"], ["--sample", "0"], ["--sample", "101%"],
                    ["--sample", "1%", "--record", "x.hdl"], ["--sample", "often"]):
        done = run("run", *options, app, cwd=directory)
        check(done.returncode == 2 and options[0] in done.stderr, f"{options}: {done.returncode} {done.stderr}")


with tempfile.TemporaryDirectory() as place:
    for each in (test_hidden, test_same_delays, test_sample, test_alone, test_usage):
        each(pathlib.Path(place))
sys.exit(tool.status())
