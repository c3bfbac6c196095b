#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What `heddle prove` has made of a program is what the compiler makes of it: the compiled file is run by `heddle check`
in random schedules, and each of its histories (who called what when, and what came of it) is one of the translated
program's, all of which are known. How many of these the compiled one has shown is told.

prove_native.py HEDDLE HISTORIES SOURCES [EXECUTIONS of each program] [PART of the programs, as 0/4]"""
import itertools
import pathlib
import random
import re
import subprocess
import sys
import tempfile

heddle, histories, sources = (pathlib.Path(argument).resolve() for argument in sys.argv[1:4])
executions = int(sys.argv[4]) if len(sys.argv) > 4 else 400
part, parts = map(int, sys.argv[5].split("/")) if len(sys.argv) > 5 else (0, 1)
CALLS, THREADS = 3, 2
# Two calls of the first thread and one of the second. `word` has the number of calls that have begun, and a bit for each
# that has returned: both are seen in one step.
DRIVER = """
#include "%(file)s"
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>
extern int snprintf(char *, unsigned long, const char *, ...); /* a header of it has a `remove` of its own */
static _Atomic(unsigned) word;
static struct { int thread, function, argument, result; unsigned before; } calls[8];
static const char *script;
static void call(int thread, int function, int key) {
  const unsigned seen = atomic_fetch_add(&word, 1);
  const int index = seen & 255;
  int argument = key != 0 ? key : index + 1, result = 0;
  switch (function) {
%(cases)s
  }
  calls[index].thread = thread, calls[index].function = function, calls[index].argument = argument;
  calls[index].result = result, calls[index].before = seen >> 8;
  atomic_fetch_or(&word, 256u << index);
}
static void *work(void *argument) {
  const int thread = (int)(long)argument;
  for (const char *at = script; *at; at += 3)
    if (at[0] - '0' == thread) call(thread, at[1] - '0', at[2] - '0');
  return NULL;
}
int main(int count, char **arguments) {
  script = arguments[1];
  pthread_t other;
  pthread_create(&other, NULL, work, (void *)1);
  work((void *)0);
  pthread_join(other, NULL);
  char line[400];
  int length = snprintf(line, sizeof line, "history ");
  for (int i = 0; i < (int)(word & 255); ++i)
    length += snprintf(line + length, sizeof line - length, "%%d %%d %%d %%d %%u;", calls[i].thread, calls[i].function,
                       calls[i].argument, calls[i].result, calls[i].before);
  line[length++] = '\\n';
  return write(1, line, length) != length;
}
"""


def programs():
    folders = ["test/programs/prove", "test/programs/prove/sets", "examples/prove", "examples/prove/lists",
               "test/programs/prove/small"]
    for folder in folders:
        for file in sorted((sources / folder).glob("*.c")):
            text = file.read_text()
            if ".wrong." in file.name or not re.search(r"HEDDLE_(STACK|QUEUE|SET)\(", text):
                continue
            registered = re.search(r"^HEDDLE_(STACK|QUEUE|SET)\(([^)]*)\)", text, re.M)
            names = [name.strip() for name in registered[2].split(",")]
            is_set = registered[1] == "SET"
            forms = [r"^bool %s\(int \w+\)"] * 3 if is_set else [r"^void %s\(int \w+\)", r"^int %s\(void\)"]
            if all(re.search(form % name, text, re.M) for form, name in zip(forms, names)) and (
                    is_set or "HEDDLE_EMPTY" in text):
                yield file, is_set, names


def normal(history):
    """Threads are numbered in the order in which they begin."""
    order, calls = {}, []
    for call in filter(None, history.split(";")):
        thread, rest = call.split(" ", 1)
        calls.append(f"{order.setdefault(thread, len(order))} {rest}")
    return tuple(calls)


def split(history):
    calls = [call.rsplit(" ", 1) for call in history]
    return tuple(call for call, _ in calls), tuple(int(before) for _, before in calls)


def is_known(history, known):
    """Where steps are merged a call returns with its last one: more calls have returned before another begins, never
    fewer."""
    calls, before = split(history)
    return any(all(mine & ~theirs == 0 for mine, theirs in zip(before, one)) for one in known.get(calls, []))


def run(*command):
    return subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          timeout=600)


def compare(file, is_set, names, scratch):
    told = run(histories, file, CALLS)
    if told.returncode:  # refused, or too many states
        print(f"{file.name}: not all histories are known {told.stdout.strip()}")
        return 0, told.returncode in (3, 4)
    names = told.stdout.split("\n", 1)[0].split()[1:]  # a file may register others for its mutants
    known = {}
    for line in told.stdout.splitlines()[1:]:
        calls, before = split(normal(line))
        known.setdefault(calls, []).append(before)
    # An input's argument says which call it was, an output has none.
    cases = "\n".join(f"    case {i}: result = {name}(argument); break;" if is_set else
                      f"    case 0: {name}(argument); break;" if i == 0 else
                      f"    case 1: argument = 0, result = {name}(), result = result == HEDDLE_EMPTY ? -1 : result; break;"
                      for i, name in enumerate(names))
    driver = pathlib.Path(scratch) / "driver.c"
    driver.write_text(DRIVER % {"file": file, "cases": cases})
    program = pathlib.Path(scratch) / "program"
    built = run(heddle, "cc", "-O1", "-w", "-I", sources / "include", driver, "-o", program, "-pthread")
    if built.returncode:
        print("FAILED:", file.name, built.stdout)
        return 0, False
    choices = [(f, key) for f in range(len(names)) for key in ((1, 2) if is_set else (0,))]
    scripts = list(itertools.product(choices, repeat=CALLS))
    random.Random(file.name).shuffle(scripts)
    scripts = scripts[:8]
    shown, total = set(), 0
    for script in scripts:
        words = "".join(f"{thread}{function}{key}" for thread, (function, key) in zip((0, 0, 1), script))
        ran = run(heddle, "check", "--strategy", "random", "--no-races", "--show-output", "--save", "none", "-j1",
                  "--executions", max(1, executions // len(scripts)), program, "--", words)
        found = [line[8:] for line in ran.stdout.splitlines() if line.startswith("history ")]
        if ran.returncode not in (0, 3) or not found:
            print("FAILED:", file.name, words, ran.stdout[-1500:])
            return total, False
        total += len(found)
        shown |= {normal(line) for line in found}
    strangers = [history for history in shown if not is_known(history, known)]
    for stranger in sorted(strangers)[:3]:
        print("FAILED:", file.name, "natively, but not as translated:", stranger)
    print(f"{file.name}: {total} schedules, {len(shown)} histories, all of them known: {not strangers}")
    return total, not strangers


total, fine, compared = 0, True, 0
with tempfile.TemporaryDirectory() as scratch:
    for number, (file, is_set, names) in enumerate(programs()):
        if number % parts != part:
            continue
        schedules, is_fine = compare(file, is_set, names, scratch)
        total, fine, compared = total + schedules, fine and is_fine, compared + (schedules > 0)
print(f"{compared} programs, {total} schedules")
sys.exit(0 if fine and compared else 1)
