#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The interface in C++ and in C, the examples with and without their famous bug, and a run without heddle.

interface.py HEDDLE SOURCE_DIRECTORY DIRECTORY [every]
With `every`, each so many-th of the objects of attack.cpp and every second of those of interface.cpp (users.py has more of
each kind), all sources in one binary, one of the three frameworks, and the bug in C but not the right one."""
import os
import pathlib
import subprocess
import sys

HEDDLE, SOURCE, WORK = (pathlib.Path(word).absolute() for word in sys.argv[1:4])
HERE = SOURCE / "test/linearizable"
EVERY = int(sys.argv[4]) if len(sys.argv) > 4 else None
wrong = []


def run(*command, **options):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, cwd=WORK, timeout=1500, **options)


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


def join(sources):
    """One source of all of them, each in its namespace: three quarters of compiling one is the same for all."""
    includes = {line for path, _ in sources.values() for line in path.read_text().splitlines() if line.startswith("#include <")}
    parts = [f"namespace {name} {{\n#define main test_main\n{''.join(f'#define {macro}' for macro in macros)}\n"
             f'#include "{path}"\n#undef main\n{"".join(f"#undef {macro}" for macro in macros)}\n}}\n'
             for name, (path, macros) in sources.items()]
    calls = [f'  if (name == "{name}") return {name}::test_main{"(count - 1, arguments + 1)" if path.parent == HERE else "()"};\n'
             for name, (path, _) in sources.items()]
    return "\n".join(sorted(includes)) + "\n" + "".join(parts) + (
        "int main(int count, char** arguments) {\n  const std::string name = arguments[1];\n" + "".join(calls) + "  return 70;\n}\n")


def compile_all(sources):
    """Name → how it is started: each a program of its own, as a user has it; every day all are one."""
    alone = {name: source for name, source in sources.items() if EVERY is None}
    rest = {name: source for name, source in sources.items() if name not in alone}
    for name, (path, macros) in alone.items():
        run(HEDDLE, "c++", "-O1", "-g1", "-std=c++17", *(f"-D{macro}" for macro in macros), "-c", path, "-o", f"{name}.o")
    commands = {name: [build(name, f"{name}.o")] for name in alone}
    if rest:
        (WORK / "all.cpp").write_text(join(rest))
        run(HEDDLE, "c++", "-O0", "-g1", "-std=c++17", "-c", "all.cpp", "-o", "all.o")
        program = build("all", "all.o")
        commands.update({name: [program, name] for name in rest})
    return commands


def check(command, *options):
    return run(HEDDLE, "check", command[0], *options, "--", *command[1:])


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
EXAMPLES = [(name, macros) for name in ("ring", "lazy_set", "work_stealing_deque") for macros in ([], ["FAMOUS_BUG"])]
programs = compile_all({"attack": (HERE / "attack.cpp", []), "interface": (HERE / "interface.cpp", []),
                        **{"_".join([name, *macros]): (SOURCE / f"examples/linearizable/{name}.cpp", macros)
                           for name, macros in EXAMPLES}})
for source in ("attack", "interface"):
    for name in run(*programs[source]).stdout.split()[::1 if EVERY is None else EVERY if source == "attack" else 2]:
        if EVERY and name == "long_progress.inconclusive":  # it is run with a limit below
            continue
        expect(name, check([*programs[source], name]), STATUS[name.split(".")[1]], *words.get(name, []))
# Dozens of searches under one limit, and one reason.
run_out = check([*programs["interface"], "long_progress.inconclusive"], "--limit-seconds", "0.5")
expect("a limit of the command", run_out, 3, "of its")
if run_out.stdout.count("not all schedules were run") != 1:
    wrong.append(f"one reason for all searches of a test: {run_out.stdout}")
for name, macros in EXAMPLES:
    expect(f"{name} {macros}", check(programs["_".join([name, *macros])]), 1 if macros else 0, *(["is not linearizable"] if macros else []))
# Linked with the library, it explores by itself, and its failure tells the history.
library = next(path for path in (HEDDLE.parent / "lib/heddle", HEDDLE.parent.parent / "lib/heddle") if path.exists())
LINKED = ["-Wl,--no-as-needed", library / "libheddle_check.so", f"-Wl,-rpath,{library}"]
first, *arguments = programs["attack"]
linked = [build("linked", f"{first.name}.o", *LINKED), *arguments]
expect("linked, right", run(*linked, "priorities.right"), 0)
expect("linked, wrong", run(*linked, "priorities.wrong"), 1, "is not linearizable", "T1: try_push(1)", "no scenario with fewer calls fails")
expect("without heddle", run(*programs["interface"], "tokens.right", env={k: v for k, v in os.environ.items() if k != "HEDDLE_ALLOW_SINGLE_RUN"}),
       1, "not run under heddle")
# In a suite: under `heddle check`, and linked with the library, where the framework reports what is thrown.
for name, libraries, only in (("GOOGLETEST", ["-lgtest", "-lgtest_main"], "--gtest_filter=Queues.{}"), ("DOCTEST", [], "--test-case={}"),
                              ("CATCH2", [], "{}"))[:1 if EVERY else 3]:
    run(HEDDLE, "c++", "-std=c++17", "-O0", "-g1", f"-D{name}", "-c", HERE / "suite.cpp", "-o", f"{name}.o")
    program = build(name, f"{name}.o", *libraries)
    suite = "Queues." if name == "GOOGLETEST" else ""
    expect(f"{name}, both", run(HEDDLE, "check", program), 1, "Queue is not linearizable", f"in the check `Queue` of the test `{suite}Wrong`")
    expect(f"{name}, right", run(HEDDLE, "check", program, "--test", f"{suite}Right"), 0)
    linked = build(f"{name}_linked", f"{name}.o", *libraries, *LINKED)
    expect(f"{name}, linked, right", run(linked, only.format("Right")), 0)
    expect(f"{name}, linked, wrong", run(linked, only.format("Wrong")), 1, "Queue is not linearizable", "try_pop() → 0")
    expect(f"{name}, linked, replayed", run(HEDDLE, "replay", "heddle-finding-Queue.json"), 1, "Queue is not linearizable")
run(HEDDLE, "c++", "-O1", "-g1", "-std=c++17", "-c", HERE / "stack_rest.cpp", "-o", "stack_rest.o")
for flags, status in ((["-DWRONG"], 1), ([], 0))[:1 if EVERY else 2]:
    run(HEDDLE, "cc", "-O1", "-g1", *flags, "-c", HERE / "stack.c", "-o", "stack.o")
    expect(f"C {flags}", run(HEDDLE, "check", build("stack", "stack.o", "stack_rest.o")), status, *(["pop() → 0"] if status else []))
print("\n".join(wrong) or "all as expected")
sys.exit(1 if wrong else 0)
