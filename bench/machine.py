#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Stateful checking: the counter under each reduction, spin on equivalent models, the textbook programs' heuristics.

CPU time of the search alone, without compiling (spin: of the verifier, without generating and compiling it).
"""
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
# Figure 8 of the race-detection paper: for depth-first and for all four heuristics states, length, time, memory.
PUBLISHED = {
    "dissemination_barrier": ("barrier.DisBarrier", "109 (109) 2 s 12 M", "79 (39) 2 s 21 M"),
    "tree_barrier": ("barrier.StaticTreeBarrier", "123 (123) 4 s 19 M", "407 (102) 5 s 123 M"),
    "striped_hash_set": ("hash.StripedHashSet", "35 (35) 3 s 12 M", "213 (26) 4 s 60 M"),
    "lazy_list": ("lists.LazyList", "87 (87) 3 s 19 M", "360 (44) 3 s 63 M"),
    "optimistic_list": ("lists.OptimisticList", "47 (47) 2 s 12 M", "229 (37) 3 s 39 M"),
    "bakery": ("mutex.Bakery", "53 (42) 5 s 12 M", "79 (37) 4 s 21 M"),
    "wait_free_queue": ("mutex.LockFreeQueue", "31 (27) 1 s 12 M", "37 (17) 1 s 12 M"),
    "clh_lock": ("spin.CLHLock", "106 (98) 2 s 12 M", "106 (48) 2 s 20 M"),
    "mcs_lock": ("spin.CorrectedMCSLock", "289 (136) 3 s 12 M", "107 (33) 2 s 20 M"),
    "lock_free_queue": ("IteratorTest(LockFreeQueue)", "33 (33) 17 s 21 M", "57 (30) 16 s 36 M"),
    "work_stealing_deque": ("IteratorTest(EBDeque)", "25 (25) 18 s 35 M", "41 (22) 16 s 34 M"),
    "lock_free_list": ("IteratorTest(LockFreeList)", "37 (37) 16 s 21 M", "65 (34) 15 s 35 M"),
    "bounded_queue": ("QueueTest", "91 (81) 4 s 20 M", "180 (85) 5 s 59 M"),
    "moldyn": ("moldyn", "1884 (1884) 48 s 34 M", "1894 (949) 333 s 703 M"),
    "sor": ("sor", "76 (76) 4 s 12 M", "84 (44) 3 s 22 M"),
    "lufact": ("lufact", "26 (26) 1 s 12 M", "32 (18) 1 s 12 M"),
    "montecarlo": ("montecarlo", "105 (94) 13 s 30 M", "29 (15) 4 s 21 M"),
}
# Figure 10: programs without races, what following h costs: states, time and memory without it and with it.
OVERHEAD = {
    "simple": ("Simple", "12, 1 s, 7 M", "12, 1 s, 11 M"),
    "peterson": ("Peterson", "866, 1 s, 11 M", "866, 3 s, 11 M"),
    "sense_barrier": ("barrier.SenseBarrierTest", "3,329, 3 s, 12 M", "3,329, 19 s, 16 M"),
    "tournament_barrier": ("barrier.TourBarrierTest", "182, 1 s, 12 M", "182, 2 s, 12 M"),
}
CONFIGURATIONS = ("AF", "ARA", "WW", "WF", "WW,WF")


def check(heddle, file, *arguments):
    done = subprocess.run([heddle, "check", "--engine", "machine", file, "--statistics", "--format", "json",
                           "--save", "none", *arguments],
                          capture_output=True, text=True)
    if done.returncode not in (0, 1, 3):
        sys.exit(done.stderr)
    report = json.loads(done.stdout)
    return report, report["statistics"]


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


def textbook(heddle):
    print("\n### Textbook programs with their races: depth-first against heuristics, beside Figure 8\n")
    print("States until the first race (length of its path); for depth-first and for all four heuristics also CPU "
          "seconds and KiB for states.\n")
    print(f"| program | depth-first | {' | '.join(CONFIGURATIONS)} | all four | published as | depth-first | all four |")
    print("|---|---:|" + "---:|" * len(CONFIGURATIONS) + "---:|---|---:|---:|")
    shorter = 0

    def cost(s):
        return f"{s['search_cpu_seconds']:.3f} s {s['state_bytes'] / 1024:.0f} K"

    def found(s):
        return f"{s['first_finding_states']} ({s['first_finding_length']})"

    for path in sorted((ROOT / "examples/textbook").glob("*.c")):
        base = ["--flag=-DRACE", "--reduction", "none", "--race-check", "path", "--first", "--no-deadlocks"]
        _, dfs = check(heddle, path, *base)
        each = [check(heddle, path, *base, "--order", "heuristic", "--heuristics", chosen)[1]
                for chosen in CONFIGURATIONS]
        _, full = check(heddle, path, *base, "--order", "heuristic")
        published = PUBLISHED.get(path.stem, ("", "", ""))
        if published[0] and full["first_finding_length"] <= dfs["first_finding_length"]:
            shorter += 1
        print(f"| {path.stem} | {found(dfs)} {cost(dfs)} | {' | '.join(map(found, each))} | {found(full)} {cost(full)} "
              f"| {' | '.join(published)} |", flush=True)
    print(f"\nHeuristic counterexamples no longer than depth-first: {shorter} of the {len(PUBLISHED)} published ones.")


def overhead(heddle):
    print("\n### What following happens-before costs, beside Figure 10\n")
    print("| program | states, CPU s, KiB without | with h | published as | without | with h |")
    print("|---|---:|---:|---|---:|---:|")
    for stem, published in OVERHEAD.items():
        path = ROOT / f"examples/textbook/{stem}.c"
        columns = []
        for races in ("off", "path"):
            _, s = check(heddle, path, "--reduction", "none", "--race-check", races)
            columns.append(f"{s['states']:,}, {s['search_cpu_seconds']:.3f} s, {s['state_bytes'] / 1024:.0f} K")
        print(f"| {stem} | {' | '.join(columns)} | {' | '.join(published)} |", flush=True)


def main():
    heddle = pathlib.Path(sys.argv[1]).resolve()
    print(f"machine: {platform.processor() or platform.machine()}, {os.cpu_count()} cores\n")
    small = "--small" in sys.argv
    counter(heddle, small)
    spin(heddle, small)
    symmetry(heddle)
    textbook(heddle)
    overhead(heddle)


if __name__ == "__main__":
    main()
