#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Race detection in a generated trace: events a second for each engine and format, and peak memory at two lengths.

One core, the least CPU time of several runs (user and system), the rows in turn, the reading of the file included.
"""
import json
import os
import pathlib
import platform
import resource
import subprocess
import sys
import tempfile

RUNS = 9
SHAPE = ["--threads", "8", "--locks", "64", "--variables", "10000", "--seed", "1"]


def cpu_seconds(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    # A shell between them that stays: a process begins with the peak memory of the one whose place it takes.
    done = subprocess.run(["taskset", "-c", "0", "sh", "-c", '"$@"; exit', "sh", *map(str, command)], stdout=subprocess.PIPE)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return seconds, json.loads(done.stdout)


def main():
    heddle = pathlib.Path(sys.argv[1]).resolve()
    print(f"machine: {platform.processor() or platform.machine()}, {os.cpu_count()} cores; CPU time, least of {RUNS}\n")
    print("| engine | format | events | M events/s | × epochs | peak MiB |")
    print("|---|---|---:|---:|---:|---:|")
    with tempfile.TemporaryDirectory() as directory:
        traces = {(events, kind): pathlib.Path(directory) / f"{events}.{kind}"
                  for events in (2_500_000, 10_000_000) for kind in ("hdl", "std")}
        for (events, kind), trace in traces.items():
            subprocess.run([heddle, "trace", "generate", *SHAPE, "--events", str(events), trace], check=True)
        runs = {(*which, engine): [] for which in traces for engine in ("epochs", "goldilocks", "summary")}
        for _ in range(RUNS):  # in turn: the neighbours of the machine come and go
            for (events, kind, engine), of_row in runs.items():
                of_row.append(cpu_seconds([heddle, "races", traces[events, kind], "--engine", engine, "--format", "json"]))
    for (events, kind, engine), of_row in runs.items():
        seconds = min(run[0] for run in of_row)
        peak = min(run[1]["statistics"]["peak_bytes"] for run in of_row) / (1 << 20)
        counted = of_row[0][1]["statistics"]["events"]
        base = min(run[0] for run in runs[events, "hdl", "epochs"])
        print(f"| {engine} | .{kind} | {counted:,} | {counted / seconds / 1e6:.1f} "
              f"| {seconds / base:.2f} | {peak:.1f} |")


if __name__ == "__main__":
    main()
