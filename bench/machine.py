#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Stateful checking: the counter under each reduction, spin on equivalent models, the textbook programs' heuristics.

CPU time of the search alone, without compiling (spin: of the verifier, without generating and compiling it).
"""
import itertools
import json
import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
# Figure 8 of the race-detection paper: states and length, depth-first and with all four heuristics.
PUBLISHED = {
    "dissemination_barrier": ("barrier.DisBarrier", 109, 109, 79, 39),
    "tree_barrier": ("barrier.StaticTreeBarrier", 123, 123, 407, 102),
    "striped_hash_set": ("hash.StripedHashSet", 35, 35, 213, 26),
    "lazy_list": ("lists.LazyList", 87, 87, 360, 44),
    "optimistic_list": ("lists.OptimisticList", 47, 47, 229, 37),
    "bakery": ("mutex.Bakery", 53, 42, 79, 37),
    "wait_free_queue": ("mutex.LockFreeQueue", 31, 27, 37, 17),
    "clh_lock": ("spin.CLHLock", 106, 98, 106, 48),
    "mcs_lock": ("spin.CorrectedMCSLock", 289, 136, 107, 33),
    "lock_free_queue": ("IteratorTest(LockFreeQueue)", 33, 33, 57, 30),
    "work_stealing_deque": ("IteratorTest(EBDeque)", 25, 25, 41, 22),
    "lock_free_list": ("IteratorTest(LockFreeList)", 37, 37, 65, 34),
    "bounded_queue": ("QueueTest", 91, 81, 180, 85),
    "moldyn": ("moldyn", 1884, 1884, 1894, 949),
    "sor": ("sor", 76, 76, 84, 44),
    "lufact": ("lufact", 26, 26, 32, 18),
    "montecarlo": ("montecarlo", 105, 94, 29, 15),
}
HEURISTICS = ("AF", "ARA", "WW", "WF")


def check(heddle, file, *arguments):
    done = subprocess.run([heddle, "check", "--engine", "machine", file, "--statistics", "--format", "json", *arguments],
                          capture_output=True, text=True)
    if done.returncode not in (0, 1, 3):
        sys.exit(done.stderr)
    report = json.loads(done.stdout)
    return report, report["statistics"]


def counter(heddle):
    print("### The counter of section 2: two threads for ever, numbers modulo K\n")
    print("| K | reduction | verdict | states | transitions | transactions | CPU s | M transitions/s | bytes a state |")
    print("|---:|---|---|---:|---:|---:|---:|---:|---:|")
    for k in (4, 16, 32):
        for reduction in ("none", "left-movers", "transactions", "goldilocks"):
            if reduction == "goldilocks" and k > 16:
                continue
            report, s = check(heddle, ROOT / "examples/machine/counter.c", "--reduction", reduction, f"--flag=-DK={k}")
            print(f"| {k} | {reduction} | {report['verdict']} | {s['states']:,} | {s['transitions']:,} "
                  f"| {s['transactions']:,} | {s['search_cpu_seconds']:.3f} "
                  f"| {s['transitions_per_cpu_second'] / 1e6:.2f} | {s['bytes_per_state']:.0f} |", flush=True)
    print("\n| injected bug | found |\n|---|---|")
    for bug in ("WRONG_RELEASE", "COUNT_OUTSIDE"):
        report, s = check(heddle, ROOT / "examples/machine/counter.c", f"--flag=-D{bug}")
        print(f"| {bug} | {', '.join(sorted({f['kind'] for f in report['findings']}))} |", flush=True)


def spin(heddle):
    if not shutil.which("spin"):
        print("\nspin is not installed: no comparison")
        return
    print("\n### spin on equivalent models\n")
    print("MiB for states: heddle's all included, spin's without its hash table (128 MiB by default).\n")
    print("| model | tool | states | transitions | CPU s | MiB |")
    print("|---|---|---:|---:|---:|---:|")
    for model, k in (("counter", 32), ("peterson", 64)):
        for reduction in ("none", "transactions"):
            _, s = check(heddle, ROOT / f"examples/machine/{model}.c", "--reduction", reduction, f"--flag=-DK={k}")
            print(f"| {model} K={k} | heddle, {reduction} | {s['states']:,} | {s['transitions']:,} "
                  f"| {s['search_cpu_seconds']:.3f} | {s['state_bytes'] / (1 << 20):.1f} |", flush=True)
        with tempfile.TemporaryDirectory() as directory:
            source = ROOT / f"bench/spin/{model}.pml"
            subprocess.run(["spin", f"-DK={k}", "-a", source], cwd=directory, check=True, stdout=subprocess.DEVNULL)
            for name, flags in (("spin, full", ["-DNOREDUCE"]), ("spin, partial order", []),
                                ("spin, partial order, collapse", ["-DCOLLAPSE"])):
                subprocess.run(["cc", "-O2", "-w", "-DSAFETY", *flags, "-o", "pan", "pan.c"], cwd=directory, check=True)
                before = os.times()
                done = subprocess.run(["./pan", "-m1000000", "-E"], cwd=directory, capture_output=True, text=True)
                after = os.times()
                seconds = after.children_user - before.children_user + after.children_system - before.children_system
                states = re.search(r"([\d.e+]+) states, stored", done.stdout)
                transitions = re.search(r"([\d.e+]+) transitions", done.stdout)
                memory = re.findall(r"([\d.]+)\s+actual memory usage for states", done.stdout)
                print(f"| {model} K={k} | {name} | {int(float(states[1])):,} | {int(float(transitions[1])):,} "
                      f"| {seconds:.3f} | {sum(map(float, memory)):.1f} |", flush=True)


def textbook(heddle):
    print("\n### Textbook programs with their races: depth-first against heuristics, as in Figures 8 and B\n")
    print("| program | published as | DFS states (length) | all heuristics | best configuration | published DFS | published heuristic |")
    print("|---|---|---:|---:|---|---:|---:|")
    shorter = 0
    for path in sorted((ROOT / "examples/textbook").glob("*.c")):
        base = ["--flag=-DRACE", "--reduction", "none", "--races", "path", "--first", "--no-deadlocks"]
        _, dfs = check(heddle, path, *base)
        _, full = check(heddle, path, *base, "--search", "heuristic")
        best = None
        for size in range(1, 5):
            for chosen in itertools.combinations(HEURISTICS, size):
                _, s = check(heddle, path, *base, "--search", "heuristic", "--heuristics", ",".join(chosen))
                key = (s["first_finding_length"], s["first_finding_states"])
                if best is None or key < best[0]:
                    best = (key, ",".join(chosen))
        published = PUBLISHED.get(path.stem)
        if published and full["first_finding_length"] <= dfs["first_finding_length"]:
            shorter += 1
        print(f"| {path.stem} | {published[0] if published else ''} "
              f"| {dfs['first_finding_states']} ({dfs['first_finding_length']}) "
              f"| {full['first_finding_states']} ({full['first_finding_length']}) "
              f"| {best[1]}: {best[0][1]} ({best[0][0]}) "
              f"| {f'{published[1]} ({published[2]})' if published else ''} "
              f"| {f'{published[3]} ({published[4]})' if published else ''} |", flush=True)
    print(f"\nHeuristic counterexamples no longer than depth-first: {shorter} of the {len(PUBLISHED)} published ones.")


def main():
    heddle = pathlib.Path(sys.argv[1]).resolve()
    print(f"machine: {platform.processor() or platform.machine()}, {os.cpu_count()} cores\n")
    counter(heddle)
    spin(heddle)
    textbook(heddle)


if __name__ == "__main__":
    main()
