#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How many executions a second `heddle check` runs: in-process, and with a process for each; how many executions programs with known
counts take, as a main and as a function; and how well the estimate foretells them.

    check.py HEDDLE [ANOTHER_HEDDLE]    the other one, of an earlier commit, beside it

HEDDLE_BENCH_MEMORY=10000000 asks for the memory of searches of up to so many executions too, which takes minutes.
"""
import json
import os
import pathlib
import platform
import resource
import subprocess
import sys
import tempfile

heddle = str(pathlib.Path(sys.argv[1]).resolve())
other = str(pathlib.Path(sys.argv[2]).resolve()) if len(sys.argv) > 2 else None
root = pathlib.Path(__file__).resolve().parent.parent
RUNS = int(os.environ.get("HEDDLE_BENCH_RUNS", "3"))


def run(program, *options, heddle=heddle):
    """Executions, wall-clock seconds, CPU seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([heddle, "check", program, "--format", "json", "--save", "none", *options],
                          capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    statistics = json.loads(done.stdout)["statistics"]
    return (statistics["executions"], statistics["seconds"],
            after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def best(program, *options, heddle=heddle):
    """The run with the least CPU time."""
    return min((run(program, *options, heddle=heddle) for _ in range(RUNS)), key=lambda each: each[2])


def best_of_each(programs, *options):
    """Of each heddle and its program the run with the least CPU time; they run in turns."""
    rounds = [[run(program, *options, heddle=each) for each, program in programs] for _ in range(RUNS)]
    return [min(runs, key=lambda each: each[2]) for runs in zip(*rounds)]


print(f"machine: {platform.processor() or platform.machine()}, {os.cpu_count()} cores; least CPU time of {RUNS} runs\n")
print("| what | executions | wall s | CPU s | executions / CPU s | CPU s before |" if other
      else "| what | executions | wall s | CPU s | executions / CPU s |")
print("|---|---:|---:|---:|---:|" + ("---:|" if other else ""))
with tempfile.TemporaryDirectory() as directory:
    def build(source, name, *flags, heddle=heddle):
        out = f"{directory}/{name}"
        subprocess.run([heddle, "cc", "-O1", *flags, f"-I{root}/include", str(root / source), "-o", out, "-pthread"], check=True)
        return out

    def build_each(source, name, *flags):
        return [(each, build(source, f"{name}_{number}", *flags, heddle=each))
                for number, each in enumerate((heddle, other)) if each is not None]

    two = build_each("bench/programs/two_threads.c", "two_threads")
    fibonacci = build_each("test/programs/check/fibonacci.218243.clean.c", "fibonacci")
    weak = build_each("test/memory/fibonacci.c", "weak_fibonacci", "-DN=5")
    for what, program, options in [
        ("two threads, 14 steps, in-process, random", two, ["--strategy", "random", "--executions", "1000000", "--jobs", "1"]),
        ("the same, two workers", two, ["--strategy", "random", "--executions", "1000000", "--jobs", "2"]),
        ("the same, futex backend", two, ["--strategy", "random", "--executions", "20000", "--backend", "futex", "--jobs", "1"]),
        ("the same, a process for each execution", two, ["--strategy", "random", "--executions", "2000", "--isolate", "--jobs", "1"]),
        ("the same, two workers", two, ["--strategy", "random", "--executions", "2000", "--isolate", "--jobs", "2"]),
        ("fibonacci, dpor, exhausted", fibonacci, ["--jobs", "1"]),
        ("the same, two workers", fibonacci, ["--jobs", "2"]),
        ("fibonacci, graphs under sc, exhausted", fibonacci, ["--memory-model", "sc", "--strategy", "graphs", "--jobs", "1"]),
        ("fibonacci with release and acquire, rc11, exhausted", weak, ["--memory-model", "rc11", "--jobs", "1"]),
    ]:
        runs = best_of_each(program, *options)
        executions, wall, cpu = runs[0]
        print(f"| {what} | {executions:,} | {wall:.2f} | {cpu:.2f} | {executions / cpu:,.0f} |"
              + "".join(f" {before:.2f} |" for _, _, before in runs[1:]), flush=True)

    print("\nExecutions of a whole program and of a function that does the same; CPU seconds"
          + ("; beside them those of the other heddle" if other else "") + "\n")
    print("| program | executions | main | function | ratio | executions before | main before | function before |" if other
          else "| program | executions | main | function | ratio |")
    print("|---|---:|---:|---:|---:|" + ("---:|---:|---:|" if other else ""))
    programs = ("two_pairs", "fibonacci", "writers", "lastzero", "readers", "philosophers", "indexer", "spin", "barrier", "test_and_set", "test_and_test_and_set")
    limit = ["--jobs", "1", "--limit-seconds", "60"]
    for name in programs:
        cells = []
        for each in (heddle, other):
            if each is None:
                continue
            program = build(f"bench/check/{name}.c", name, heddle=each)
            main = best(program, *limit, heddle=each)
            function = best(program, "--function", "test_as_function", *limit, heddle=each)
            cells += [f"{main[0]:,}", f"{main[2]:.2f}", f"{function[2]:.2f}"] + ([f"{main[2] / function[2]:.2f}"] if each == heddle else [])
        print(f"| {name} | " + " | ".join(cells) + " |", flush=True)

    print("\nThe estimate after 200 executions, of searches that were exhausted\n")
    print("| program | executions | estimate | spread | off by | in spreads |")
    print("|---|---:|---:|---:|---:|---:|")
    sources = [f"bench/check/{name}.c" for name in programs]
    sources += [f"test/programs/check/{name}.clean.c" for name in (
        "bakery", "bounded_buffer", "chase_lev", "clh", "dekker", "double_checked", "mcs", "michael_scott", "peterson", "philosophers.ordered",
        "readers_writers", "spinlock", "szymanski", "ticket", "treiber", "aba.tagged", "rotating_exchanges.523")]
    sources += [f"test/programs/{name}.clean.c" for name in ("condition", "rwlock", "atomic_32_bits", "hand_over_hand")]
    for source in sources:
        if not (root / source).exists():
            continue
        program = build(source, "estimated")
        def ask(*options):
            done = subprocess.run([heddle, "check", program, "--format", "json", "--save", "none", "--memory-model", "sc", *limit, *options],
                                  capture_output=True, text=True)
            return json.loads(done.stdout)
        whole = ask()
        if whole["verdict"] != "clean":
            continue
        probes = ask("--strategy", "estimate", "--executions", "200")["statistics"]
        executions, estimate = whole["statistics"]["executions"], probes.get("estimated_executions", 0)
        error = probes.get("estimate_error", 0)
        off = f"{abs(estimate - executions) / error:.1f}" if error > executions / 1000 else "0"
        print(f"| {pathlib.Path(source).name.split('.')[0]} | {executions:,} | {estimate:,.0f} | {error:,.0f} | {estimate / executions - 1:+.0%} | {off} |",
              flush=True)

    most = int(os.environ.get("HEDDLE_BENCH_MEMORY", "0"))
    if most >= 100_000:
        print("\nThe memory of a search and of its process, after so many executions\n")
        print("| search | executions | search, bytes | process, MiB |")
        print("|---|---:|---:|---:|")
        program = build("bench/check/long.c", "long")
        for what, options in (("dpor, sc", ["--memory-model", "sc"]), ("graphs, rc11", ["--memory-model", "rc11"])):
            executions = 100_000
            while executions <= most:
                done = subprocess.run([heddle, "check", program, "--format", "json", "--statistics", "--save", "none", "--jobs", "1", *options,
                                       "--executions", str(executions)], capture_output=True, text=True)
                statistics = json.loads(done.stdout)["statistics"]
                print(f"| {what} | {statistics['executions']:,} | {statistics['search_bytes']:,} | {statistics['peak_bytes'] / 2**20:.1f} |",
                      flush=True)
                executions *= 10
