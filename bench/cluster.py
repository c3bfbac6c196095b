#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Several ranks: how much faster on the cores there are, what passes between them, how long they wait; and how many more
ranks would fare, in a simulation on the sizes of parts that were measured here. Prints the tables of doc/cluster.md; takes
less than six minutes on two cores.

    cluster.py HEDDLE [check] [states] [machine] [simulation]

"Seconds" are those since all ranks were there, "waited" those from the command to its end: that MPI starts and ends the ranks
takes some tenths of a second, once. The runs of different numbers of ranks take turns, and of each number the fastest counts. On a machine that does something else besides,
times say little. CPU seconds do: what ranks spend together beyond what one spends, and what they wait for, is what sharing
costs. "By CPU" is how much faster that would make as many ranks on as many cores: ranks * (1 - idle) * CPU of one / CPU of all.
Cores slow each other down: in the same turns as many jobs of one rank run beside each other, which have nothing to do with each
other. "Of unrelated" is how much of what those come to the ranks of one job come to.
"""
import heapq
import json
import os
import pathlib
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time

heddle = pathlib.Path(sys.argv[1]).resolve()
root = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(root / "test/cluster"))
import made_up  # noqa: E402

tables = sys.argv[2:] or ["check", "states", "machine", "simulation"]
ROUNDS = os.environ.get("HEDDLE_BENCH_ROUNDS", "6")
TIMES = int(os.environ.get("HEDDLE_BENCH_TIMES", "2"))
SHARES = int(os.environ.get("HEDDLE_BENCH_SHARES", "32"))
COUNTS = (1, 2, 4, 8)
LEAVES = 64  # of a share (--share-leaves)
WAITING = 16  # graphs in a rank that executes: an assumption, after the size of parts, which are half of them
ALONE = 1024  # executions of rank 0, before anything is shared out (--share-after)


def run(ranks, *words, jobs=1):
    """The statistics, with `cpu_seconds` of all processes; of several jobs at once, those of the slowest."""
    start = ["mpirun", "--oversubscribe", "--allow-run-as-root", "--bind-to", "none", "--mca", "btl", "tcp,self",
             "--mca", "mpi_yield_when_idle", "1", "-n", str(ranks)]
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    started = [subprocess.Popen([*(start if ranks else []), heddle, *words, "--format", "json"], stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, text=True) for _ in range(jobs)]
    told = [each.communicate() for each in started]
    after, ended = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    for out, error in told:
        if not out:
            sys.exit(f"{words}: {error}")
    all_found = [json.loads(out)["statistics"] for out, error in told]
    found = max(all_found, key=lambda each: each.get("seconds_together", 0))
    found["cpu_seconds"] = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    found["waited_seconds"] = ended - began
    return found


def short(number):
    return f"{number:,.0f}" if number >= 10 else f"{number:.2g}"


def table(title, words, unit, count, times=TIMES):
    """What was measured of each number of ranks."""
    runs = {ranks: [] for ranks in COUNTS}
    cores = os.cpu_count()
    unrelated = {ranks: [] for ranks in COUNTS if 1 < ranks <= cores}
    for _ in range(times):
        for ranks in COUNTS:
            runs[ranks].append(run(ranks, *words))
            if ranks in unrelated:
                unrelated[ranks].append(run(1, *words, jobs=ranks))
    best = {ranks: min(each, key=lambda found: found["seconds_together"]) for ranks, each in runs.items()}
    cpu = {ranks: min(found["cpu_seconds"] for found in each) for ranks, each in runs.items()}
    waited = {ranks: min(found["waited_seconds"] for found in each) for ranks, each in runs.items()}
    print(f"{title} {best[1][count]:,} {unit}.\n\n| ranks | seconds | times faster | of unrelated | waited | times faster | CPU seconds | "
          f"by CPU | messages per 10⁶ {unit} | MB per 10⁶ {unit} | idle |")
    print("|---:" * 11 + "|")
    for ranks, found in best.items():
        seconds = found["seconds_together"]
        million = found[count] / 1e6
        idle = min(each["idle_seconds"] / (ranks * each["seconds_together"]) for each in runs[ranks])
        by_cpu = f"{ranks * (1 - idle) * cpu[1] / cpu[ranks]:.2f}" if ranks <= cores else ""
        beside = min((each["seconds_together"] for each in unrelated.get(ranks, [])), default=0)
        of_unrelated = f"{100 * beside / (ranks * seconds):.0f} %" if beside else ""
        print(f"| {ranks} | {seconds:.2f} | {best[1]['seconds_together'] / seconds:.2f} | {of_unrelated} | "
              f"{waited[ranks]:.2f} | {waited[1] / waited[ranks]:.2f} | {cpu[ranks]:.2f} | {by_cpu} | "
              f"{short(found['messages'] / million)} | {short(found['message_bytes'] / 1e6 / million)} | {100 * idle:.0f} % |", flush=True)
    print()
    return best


def simulated(total, ranks, execution, steal, spread, dice):
    """Efficiency of `ranks`. Rank 0 does the first executions alone, and then has LEAVES leaves. Who has nothing asks one that
    is chosen by chance, `steal` seconds a question; who is asked gives half of its leaves, or half of the graphs that wait of
    the leaf it has. Leaves and graphs differ in size (spread: the deviation from their mean). An execution is not divided."""
    shape = 1 / spread ** 2
    part = shape * WAITING / 2
    leaves = [dice.gammavariate(shape, 1) for _ in range(LEAVES)]
    scale = (total - ALONE) * execution / sum(leaves)
    own = [[] for _ in range(ranks)]
    own[0] = [each * scale for each in leaves]
    ends = [0.0] * ranks  # when the leaf is done that a rank has begun
    first = ALONE * execution
    due = [first] * ranks  # when each does something next: whatever else is in the heap is out of date
    events = [(first, rank) for rank in range(ranks)]
    waiting, busy, end = LEAVES, 0, first  # leaves that nobody has begun, ranks that execute one
    patience = [steal] * ranks

    def plan(time, rank):
        due[rank] = time
        heapq.heappush(events, (time, rank))

    while waiting or busy:
        time, rank = heapq.heappop(events)
        if time != due[rank]:
            continue
        if ends[rank]:
            end, ends[rank] = max(end, time), 0.0
            busy -= 1
        if own[rank]:
            ends[rank] = time + own[rank].pop()
            waiting -= 1
            busy += 1
            plan(ends[rank], rank)
            continue
        victim = dice.randrange(ranks)
        left = ends[victim] - time
        if own[victim]:
            half = (len(own[victim]) + 1) // 2
            own[rank], own[victim] = own[victim][:half], own[victim][half:]
        elif ends[victim] and left > 2 * execution:
            own[rank] = [left * dice.betavariate(part, part)]
            waiting += 1
            ends[victim] -= own[rank][0]
            plan(ends[victim], victim)
        patience[rank] = steal if own[rank] else min(2 * patience[rank], 4 * steal)
        plan(time + patience[rank], rank)
    return total * execution / (ranks * end)


def simulate(check, measured):
    one, two = (measured.get(ranks) or run(ranks, *check) for ranks in (1, 2))
    sizes = [run(0, *check, "--shard", f"{i}/{SHARES}")["executions"] / LEAVES for i in range(2, SHARES + 1)]
    # Shares have LEAVES leaves each: single ones differ more than shares do, by the root of that.
    spread = statistics.stdev(sizes) * LEAVES ** 0.5 / statistics.mean(sizes)
    execution = one["cpu_seconds"] / one["executions"]
    # A question is a message and an answer; half of the messages are of other kinds.
    steal = min(max(two["idle_seconds"] / max(two["messages"] / 4, 1), 0.001), 0.02)
    print(f"Simulation: {LEAVES * SHARES:,} leaves of fibonacci {ROUNDS} have {statistics.mean(sizes):.0f} executions on average, "
          f"with a standard deviation of {100 * spread:.0f} %; an execution takes {1e6 * execution:.1f} µs, and a question "
          f"{1e3 * steal:.1f} ms.\n")
    print("| ranks | 10⁸ executions | 10⁹ | 10¹⁰ | 10¹¹ |\n|---:|---:|---:|---:|---:|")
    dice = random.Random(1)
    for ranks in (64, 512, 4096):
        row = (f"{100 * simulated(total, ranks, execution, steal, spread, dice):.0f} %" for total in (1e8, 1e9, 1e10, 1e11))
        print(f"| {ranks:,} | {' | '.join(row)} |", flush=True)


def fibonacci(directory):
    """The program of bench/check, with more rounds: two threads drive each other's numbers, a third one looks."""
    for name in ("common.h", "fibonacci.c"):
        text = (root / "bench/check" / name).read_text()
        changed = text.replace("kRounds = 5", f"kRounds = {ROUNDS}")
        pathlib.Path(directory, name).write_text(changed.replace("144", "100000"))
    open("sums.c", "w").write(made_up.FIBONACCI.replace("ROUNDS", ROUNDS))
    for name in ("fibonacci", "sums"):
        subprocess.run([heddle, "cc", "-g", f"{name}.c", "-o", name, "-pthread"], check=True)


with tempfile.TemporaryDirectory() as directory:
    os.chdir(directory)
    fibonacci(directory)
    subprocess.run([heddle, "trace", "generate", "--shape", "d-500", "d-500.hdl"], check=True)
    open("grid.c", "w").write(made_up.GRID.replace("STEPS", "100"))
    CHECK = ["--memory-model", "rc11", "--save", "none", "--statistics", "--jobs", "1"]
    measured = {}
    if "check" in tables:
        measured = table(f"`check` of fibonacci {ROUNDS} under C++'s memory model, one worker a rank:", ["check", "./fibonacci", *CHECK], "executions",
              "executions")
        table(f"A short one: two threads of it without the third, {ROUNDS} rounds:", ["check", "./sums", *CHECK], "executions",
              "executions", 3)
    if "states" in tables:
        table("`states --algorithm runs` of d-500:", ["states", "d-500.hdl", "--algorithm", "runs", "--jobs", "1"], "states", "states", 12)
    if "machine" in tables:
        table("`check --engine machine` of three counters of 100 steps, without reduction:",
              ["check", "grid.c", "--engine", "machine", "--save", "none", "--statistics", "--reduction", "none", "--no-symmetry"],
              "states", "states", 1)
    if "simulation" in tables:
        simulate(["check", "./fibonacci", *CHECK], measured)
