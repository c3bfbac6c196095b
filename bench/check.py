#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How many executions a second `heddle check` runs: in-process, and with a process for each; and the fibonacci test."""
import json
import os
import pathlib
import platform
import resource
import subprocess
import sys
import tempfile

heddle = str(pathlib.Path(sys.argv[1]).resolve())
root = pathlib.Path(__file__).resolve().parent.parent
RUNS = int(os.environ.get("HEDDLE_BENCH_RUNS", "3"))


def best(program, *options):
    """The run with the least CPU time: executions, wall-clock seconds, CPU seconds."""
    found = None
    for _ in range(RUNS):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run([heddle, "check", program, "--format", "json", "--save", "none", *options],
                              capture_output=True, text=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        statistics = json.loads(done.stdout)["statistics"]
        if found is None or cpu < found[2]:
            found = statistics["executions"], statistics["seconds"], cpu
    return found


print(f"machine: {platform.processor() or platform.machine()}, {os.cpu_count()} cores; least CPU time of {RUNS} runs\n")
print("| what | executions | wall s | CPU s | executions / wall s | executions / CPU s |")
print("|---|---:|---:|---:|---:|---:|")
with tempfile.TemporaryDirectory() as directory:
    def build(source, name):
        out = f"{directory}/{name}"
        subprocess.run([heddle, "cc", "-O1", f"-I{root}/include", str(root / source), "-o", out, "-pthread"], check=True)
        return out

    two = build("bench/programs/two_threads.c", "two_threads")
    fibonacci = build("test/programs/check/fibonacci.218243.clean.c", "fibonacci")
    for what, program, options in [
        ("two threads, 14 steps, in-process, random", two, ["--strategy", "random", "--executions", "1000000", "--jobs", "1"]),
        ("the same, two workers", two, ["--strategy", "random", "--executions", "1000000", "--jobs", "2"]),
        ("the same, futex backend", two, ["--strategy", "random", "--executions", "20000", "--backend", "futex", "--jobs", "1"]),
        ("the same, a process for each execution", two, ["--strategy", "random", "--executions", "2000", "--isolate", "--jobs", "1"]),
        ("the same, two workers", two, ["--strategy", "random", "--executions", "2000", "--isolate", "--jobs", "2"]),
        ("fibonacci, dpor, exhausted", fibonacci, ["--jobs", "1"]),
        ("the same, two workers", fibonacci, ["--jobs", "2"]),
    ]:
        executions, wall, cpu = best(program, *options)
        print(f"| {what} | {executions:,} | {wall:.2f} | {cpu:.2f} | {executions / wall:,.0f} | {executions / cpu:,.0f} |", flush=True)
