#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Race detection in a generated trace: events a second for each engine and format, and peak memory at two lengths.

One core, the least CPU time of several runs (user and system), the rows in turn, the reading of the file included.

A second table has many threads and many locks, a third one how long it takes when a second core may read ahead.
HEDDLE_BENCH_BEFORE names another heddle, whose runs take turns with these and to which they are then compared.
"""
import json
import os
import pathlib
import platform
import resource
import subprocess
import sys
import tempfile
import time

RUNS = int(os.environ.get("HEDDLE_BENCH_RUNS", "9"))
BEFORE = os.environ.get("HEDDLE_BENCH_BEFORE")
SCALES = [(8, 64), (64, 64), (1000, 64), (1000, 100_000)]
SCALE_EVENTS = 3_000_000
SHAPE = ["--threads", "8", "--locks", "64", "--variables", "10000", "--seed", "1"]


def cpu_seconds(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    # A shell between them that stays: a process begins with the peak memory of the one whose place it takes.
    done = subprocess.run(["taskset", "-c", "0", "sh", "-c", '"$@"; exit', "sh", *map(str, command)], stdout=subprocess.PIPE)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return seconds, json.loads(done.stdout)


def wall_seconds(command):
    begin = time.monotonic()
    done = subprocess.run(list(map(str, command)), stdout=subprocess.PIPE)
    return time.monotonic() - begin, json.loads(done.stdout)


def scale(heddle, directory):
    traces = {}
    for threads, locks in SCALES:
        traces[threads, locks] = f"{directory}/{threads}-{locks}.hdl"
        subprocess.run([heddle, "trace", "generate", "--threads", str(threads), "--locks", str(locks), "--variables", "100000",
                        "--seed", "1", "--events", str(SCALE_EVENTS), traces[threads, locks]], check=True)
    tools = [heddle] + ([BEFORE] if BEFORE else [])
    runs = {(*which, tool): [] for which in traces for tool in tools}
    for _ in range(RUNS):
        for (*which, tool), of_row in runs.items():
            of_row.append(cpu_seconds([tool, "races", traces[tuple(which)], "--format", "json"]))
    print(f"\n| threads | locks | M events/s | peak MiB |{' before: M events/s | peak MiB | faster |' if BEFORE else ''}")
    print(f"|---:|---:|---:|---:|{'---:|---:|---:|' if BEFORE else ''}")
    for threads, locks in SCALES:
        row = f"| {threads:,} | {locks:,} |"
        best = []
        for tool in tools:
            of_row = runs[threads, locks, tool]
            best.append(min(run[0] for run in of_row))
            peak = min(run[1]["statistics"]["peak_bytes"] for run in of_row) / (1 << 20)
            row += f" {SCALE_EVENTS / best[-1] / 1e6:.1f} | {peak:.1f} |"
        print(row + (f" {best[1] / best[0]:.1f} × |" if BEFORE else ""))


def ahead(heddle, trace):
    """Seconds on the clock, not CPU: the runs on one core and on all take turns."""
    one, all_cores = [], []
    for _ in range(RUNS):
        one.append(wall_seconds(["taskset", "-c", "0", heddle, "races", trace, "--format", "json"]))
        all_cores.append(wall_seconds([heddle, "races", trace, "--format", "json"]))
    events = one[0][1]["statistics"]["events"]
    alone, together = min(run[0] for run in one), min(run[0] for run in all_cores)
    print(f"\n{events:,} events, seconds on the clock: {events / alone / 1e6:.1f} M events/s on one core, "
          f"{events / together / 1e6:.1f} on {os.cpu_count()}")


def main():
    heddle = pathlib.Path(sys.argv[1]).resolve()
    print(f"machine: {platform.processor() or platform.machine()}, {os.cpu_count()} cores; CPU time, least of {RUNS}\n")
    with tempfile.TemporaryDirectory() as directory:
        traces = {(events, kind): pathlib.Path(directory) / f"{events}.{kind}"
                  for events in (2_500_000, 10_000_000) for kind in ("hdl", "std")}
        for (events, kind), trace in traces.items():
            subprocess.run([heddle, "trace", "generate", *SHAPE, "--events", str(events), trace], check=True)
        runs = {(*which, engine): [] for which in traces for engine in ("epochs", "goldilocks", "summary")}
        for _ in range(RUNS):  # in turn: the neighbours of the machine come and go
            for (events, kind, engine), of_row in runs.items():
                of_row.append(cpu_seconds([heddle, "races", traces[events, kind], "--engine", engine, "--format", "json"]))
        print_engines(runs)
        scale(heddle, directory)
        ahead(heddle, traces[10_000_000, "hdl"])


def print_engines(runs):
    print("| engine | format | events | M events/s | × epochs | peak MiB |")
    print("|---|---|---:|---:|---:|---:|")
    for (events, kind, engine), of_row in runs.items():
        seconds = min(run[0] for run in of_row)
        peak = min(run[1]["statistics"]["peak_bytes"] for run in of_row) / (1 << 20)
        counted = of_row[0][1]["statistics"]["events"]
        base = min(run[0] for run in runs[events, "hdl", "epochs"])
        print(f"| {engine} | .{kind} | {counted:,} | {counted / seconds / 1e6:.1f} "
              f"| {seconds / base:.2f} | {peak:.1f} |")


if __name__ == "__main__":
    main()
