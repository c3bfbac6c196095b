#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Stateful checking: the counter under each reduction, spin on equivalent models, the textbook programs' heuristics.

CPU time of the search alone, without compiling (spin: of the verifier, without generating and compiling it).
"""
import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import tempfile

import machine_races
from machine_races import check

ROOT = pathlib.Path(__file__).resolve().parent.parent


def counter(heddle, small):
    print("### The counter of section 2: two threads for ever, numbers modulo K\n")
    print("| K | reduction | verdict | states | steps | transactions | CPU s | M steps/s | bytes a state |")
    print("|---:|---|---|---:|---:|---:|---:|---:|---:|")
    for k in (4,) if small else (4, 16, 32):
        for reduction in ("none", "left-movers", "transactions", "goldilocks"):
            if reduction == "goldilocks" and k > 16:
                continue
            report, s = check(heddle, ROOT / "examples/machine/counter.c", "--reduction", reduction, f"--flag=-DK={k}")
            print(f"| {k} | {reduction} | {report['verdict']} | {s['states']:,} | {s['steps']:,} "
                  f"| {s['transactions']:,} | {s['search_cpu_seconds']:.3f} "
                  f"| {s['steps_per_cpu_second'] / 1e6:.2f} | {s['bytes_per_state']:.0f} |", flush=True)
    print("\n| injected bug | found |\n|---|---|")
    for bug in ("WRONG_RELEASE", "COUNT_OUTSIDE"):
        report, s = check(heddle, ROOT / "examples/machine/counter.c", f"--flag=-D{bug}")
        print(f"| {bug} | {', '.join(sorted({f['kind'] for f in report['findings']}))} |", flush=True)


def spin(heddle, small):
    if not shutil.which("spin"):
        print("\nspin is not installed: no comparison")
        return
    print("\n### spin on equivalent models\n")
    print("MiB for states: heddle's all included, spin's without its hash table (128 MiB by default).\n")
    print("| model | tool | states | steps | CPU s | M steps/s | MiB | bytes a state |")
    print("|---|---|---:|---:|---:|---:|---:|---:|")
    models = (("counter", "K=8"), ("peterson", "K=8"), ("leader", "N=3"), ("cache", "K=2"), ("buffer", "SIZE=2"))
    if not small:
        models = (("counter", "K=32"), ("peterson", "K=64"), ("leader", "N=5"), ("cache", "K=5"), ("buffer", "SIZE=8"))
    for model, size in models:
        for reduction in ("none", "transactions"):
            _, s = check(heddle, ROOT / f"examples/machine/{model}.c", "--reduction", reduction, f"--flag=-D{size}",
                         "--no-symmetry")  # spin has none
            print(f"| {model} {size} | heddle, {reduction} | {s['states']:,} | {s['steps']:,} "
                  f"| {s['search_cpu_seconds']:.3f} | {s['steps_per_cpu_second'] / 1e6:.2f} "
                  f"| {s['state_bytes'] / (1 << 20):.1f} | {s['bytes_per_state']:.0f} |", flush=True)
        with tempfile.TemporaryDirectory() as directory:
            source = ROOT / f"bench/spin/{model}.pml"
            subprocess.run(["spin", f"-D{size}", "-a", source], cwd=directory, check=True, stdout=subprocess.DEVNULL)
            for name, flags in (("spin, full", ["-DNOREDUCE"]), ("spin, partial order", []),
                                ("spin, partial order, collapse", ["-DCOLLAPSE"])):
                subprocess.run(["cc", "-O2", "-w", "-DSAFETY", *flags, "-o", "pan", "pan.c"], cwd=directory, check=True)
                before = os.times()
                done = subprocess.run(["./pan", "-m1000000", "-E"], cwd=directory, capture_output=True, text=True)
                after = os.times()
                seconds = after.children_user - before.children_user + after.children_system - before.children_system
                states = re.search(r"([\d.e+]+) states, stored", done.stdout)
                steps = re.search(r"([\d.e+]+) transitions", done.stdout)
                memory = re.findall(r"([\d.]+)\s+actual memory usage for states", done.stdout)
                mebibytes = sum(map(float, memory))
                print(f"| {model} {size} | {name} | {int(float(states[1])):,} | {int(float(steps[1])):,} "
                      f"| {seconds:.3f} | {float(steps[1]) / max(seconds, 0.01) / 1e6:.2f} | {mebibytes:.1f} "
                      f"| {mebibytes * (1 << 20) / float(states[1]):.0f} |", flush=True)


def handed_over(heddle):
    print("\n### Where each reduction wins: states\n")
    print("| program | none | left-movers | transactions | goldilocks |")
    print("|---|---:|---:|---:|---:|")
    for name, flags in (("counter", ["-DK=4"]), ("hand_over", ["-DSIZE=4"]), ("hand_over", ["-DSIZE=16"]), ("sharing", [])):
        columns = []
        for reduction in ("none", "left-movers", "transactions", "goldilocks"):
            _, s = check(heddle, ROOT / f"examples/machine/{name}.c", "--reduction", reduction,
                         *(f"--flag={flag}" for flag in flags))
            columns.append(f"{s['states']:,}")
        print(f"| {' '.join([name, *flags])} | {' | '.join(columns)} |", flush=True)


def symmetry(heddle):
    print("\n### States up to the numbers of blocks and threads\n")
    print("| program | reduction | states without | CPU s | states with | CPU s |")
    print("|---|---|---:|---:|---:|---:|")
    for name in ("examples/machine/workers.c", "examples/machine/pool.c", "examples/textbook/treiber_stack.c", "examples/textbook/lock_free_queue.c",
                 "examples/textbook/two_lock_queue.c"):
        for reduction in ("none", "transactions"):
            _, without = check(heddle, ROOT / name, "--reduction", reduction, "--no-symmetry")
            _, merged = check(heddle, ROOT / name, "--reduction", reduction)
            print(f"| {pathlib.Path(name).stem} | {reduction} | {without['states']:,} | {without['search_cpu_seconds']:.3f} "
                  f"| {merged['states']:,} | {merged['search_cpu_seconds']:.3f} |", flush=True)


def main():
    heddle = pathlib.Path(sys.argv[1]).resolve()
    print(f"machine: {platform.processor() or platform.machine()}, {os.cpu_count()} cores\n")
    small = "--small" in sys.argv
    counter(heddle, small)
    handed_over(heddle)
    spin(heddle, small)
    symmetry(heddle)
    machine_races.tables(heddle)


if __name__ == "__main__":
    main()
