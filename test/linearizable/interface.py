#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The interface in C++ and in C, the examples with and without their famous bug, and a run without heddle.

interface.py HEDDLE SOURCE_DIRECTORY DIRECTORY [every]   each so many-th of the objects of attack.cpp, or all"""
import os
import pathlib
import subprocess
import sys

HEDDLE, SOURCE, WORK = (pathlib.Path(word).absolute() for word in sys.argv[1:4])
HERE = SOURCE / "test/linearizable"
wrong = []


def run(*command, **options):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, cwd=WORK, timeout=500, **options)


def build(program, *arguments, compiler="c++"):
    made = run(HEDDLE, compiler, "-O1", "-g1", *arguments, "-o", program, "-pthread")
    if made.returncode != 0:
        wrong.append(f"{program} does not compile: {made.stderr[-2000:]}")
    return WORK / program


def expect(name, result, status, *words):
    text = result.stdout + result.stderr
    print(name, result.returncode, flush=True)
    if result.returncode != status or any(word not in text for word in words):
        wrong.append(f"{name}: expected {status} {words}, got {result.returncode}\n{text[-3000:]}")


WORK.mkdir(parents=True, exist_ok=True)
STATUS = {"right": 0, "wrong": 1, "refused": 2, "inconclusive": 3}
words = {"exceptions.wrong": ['"Ada"'], "lock_free.wrong": ["is not lock-free", "stands still"],
         "obstruction_free.wrong": ["is not obstruction-free"], "tokens.wrong": ["put(1)"],
         "real_time.wrong": ["began after", "had returned"], "by_chance.wrong": ["4 calls by 2 threads", "no part of it fails"],
         "not_alike.refused": ["values_alike() is not so"], "alike_but_not.refused": ["values_alike() is not so"],
         "crossed.wrong": ["deadlock"], "unlocked.wrong": ["data race"], "waiting.wrong": ["waits, and would not have to"],
         "waiting_unsaid.wrong": ["deadlock"], "accounts.wrong": ['withdraw("Ada", 1)'], "throws.wrong": ["take()"],
         "relaxed_ring.wrong": ["pop() → 0", "An execution of C++'s memory model"],
         "unknown_final.refused": ["finally() names `get`"], "nothing_to_do.refused": ["no scenario to try"],
         "no_threads.refused": ["no scenario to try"], "no_calls.refused": ["no scenario to try"],
         "one_thread_alone.refused": ["no scenario to try"], "no_values.refused": ["no scenario to try"]}
for source in ("attack", "interface"):
    run(HEDDLE, "c++", "-O1", "-g1", "-std=c++17", "-c", HERE / f"{source}.cpp", "-o", f"{source}.o")
    program = build(source, f"{source}.o")
    every = int(sys.argv[4]) if len(sys.argv) > 4 and source == "attack" else 1
    for name in run(program).stdout.split()[::every]:
        expect(name, run(HEDDLE, "check", program, "--", name), STATUS[name.split(".")[1]], *words.get(name, []))
    if source == "interface":  # dozens of searches under one limit, and one reason
        run_out = run(HEDDLE, "check", program, "--limit-seconds", "0.5", "--", "long_progress.inconclusive")
        expect("a limit of the command", run_out, 3, "of its")
        if run_out.stdout.count("not all schedules were run") != 1:
            wrong.append(f"one reason for all searches of a test: {run_out.stdout}")
# Linked with the library, it explores by itself, and its failure tells the history.
library = next(path for path in (HEDDLE.parent / "lib/heddle", HEDDLE.parent.parent / "lib/heddle") if path.exists())
LINKED = ["-Wl,--no-as-needed", library / "libheddle_check.so", f"-Wl,-rpath,{library}"]
linked = build("linked", "attack.o", *LINKED)
expect("linked, right", run(linked, "priorities.right"), 0)
expect("linked, wrong", run(linked, "priorities.wrong"), 1, "is not linearizable", "T1: try_push(1)", "no scenario with fewer calls fails")
expect("without heddle", run(program, "tokens.right", env={k: v for k, v in os.environ.items() if k != "HEDDLE_ALLOW_SINGLE_RUN"}),
       1, "not run under heddle")
# In a suite: under `heddle check`, and linked with the library, where the framework reports what is thrown.
for name, libraries, only in (("GOOGLETEST", ["-lgtest", "-lgtest_main"], "--gtest_filter=Queues.{}"), ("CATCH2", [], "{}"),
                              ("DOCTEST", [], "--test-case={}")):
    run(HEDDLE, "c++", "-std=c++17", "-O0", "-g1", f"-D{name}", "-c", HERE / "suite.cpp", "-o", f"{name}.o")
    program = build(name, f"{name}.o", *libraries)
    suite = "Queues." if name == "GOOGLETEST" else ""
    expect(f"{name}, both", run(HEDDLE, "check", program), 1, "Queue is not linearizable", "in the test `Queue`")
    expect(f"{name}, right", run(HEDDLE, "check", program, "--test", f"{suite}Right"), 0)
    linked = build(f"{name}_linked", f"{name}.o", *libraries, *LINKED)
    expect(f"{name}, linked, right", run(linked, only.format("Right")), 0)
    expect(f"{name}, linked, wrong", run(linked, only.format("Wrong")), 1, "Queue is not linearizable", "try_pop() → 0")
    expect(f"{name}, linked, replayed", run(HEDDLE, "replay", "heddle-finding-Queue.json"), 1, "Queue is not linearizable")
for flags, status in (([], 0), (["-DWRONG"], 1)):
    run(HEDDLE, "cc", "-O1", "-g1", *flags, "-c", HERE / "stack.c", "-o", "stack.o")
    program = build("stack", "-std=c++17", "stack.o", HERE / "stack_rest.cpp")
    expect(f"C {flags}", run(HEDDLE, "check", program), status, *(["pop() → 0"] if status else []))
for name in ("ring", "lazy_set", "work_stealing_deque"):
    for flags, status in (([], 0), (["-DFAMOUS_BUG"], 1)):
        program = build(name, "-std=c++17", *flags, SOURCE / f"examples/linearizable/{name}.cpp")
        expect(f"{name} {flags}", run(HEDDLE, "check", program), status, *(["is not linearizable"] if status else []))
print("\n".join(wrong) or "all as expected")
sys.exit(1 if wrong else 0)
