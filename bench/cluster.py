#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Several ranks: how much faster on the cores there are, what passes between them, how long they wait; and how many more
ranks would fare, in a simulation on the sizes of parts that were measured here. Prints the tables of doc/cluster.md; takes
some minutes on two cores that do nothing else.

Times are those since all ranks were there: that MPI starts them takes some tenths of a second more, once."""
import heapq
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

heddle = pathlib.Path(sys.argv[1]).resolve()
root = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(root / "test/cluster"))
import made_up  # noqa: E402

ROUNDS = os.environ.get("HEDDLE_BENCH_ROUNDS", "6")
TIMES = int(os.environ.get("HEDDLE_BENCH_TIMES", "5"))
COUNTS = (1, 2, 4, 8)
STEAL = 0.003  # seconds from asking to having a part: two messages and the glance of whoever is asked


def run(ranks, *words):
    start = ["mpirun", "--oversubscribe", "--allow-run-as-root", "--bind-to", "none", "--mca", "btl", "tcp,self",
             "--mca", "mpi_yield_when_idle", "1", "-n", str(ranks)]
    done = subprocess.run([*(start if ranks else []), heddle, *words, "--format", "json"], capture_output=True, text=True)
    if not done.stdout:
        sys.exit(f"{words}: {done.stderr}")
    return json.loads(done.stdout)["statistics"]


def best(ranks, *words):
    """Of several times the one that took least: the others had to share their cores with something else."""
    return min((run(ranks, *words) for _ in range(TIMES)), key=lambda each: each["seconds_together"])


def table(title, words, unit, count):
    print(f"{title}\n\n| ranks | seconds | times faster | messages a million {unit} | MB a million {unit} | idle |")
    print("|---:|---:|---:|---:|---:|---:|")
    first = None
    for ranks in COUNTS:
        found = best(ranks, *words)
        seconds = found["seconds_together"]
        first = first or seconds
        line = f"| {ranks} | {seconds:.2f} | {first / seconds:.2f} |"
        if "messages" in found:
            million = found[count] / 1e6
            idle = found["idle_seconds"] / (ranks * seconds)
            line += f" {found['messages'] / million:,.0f} | {found['message_bytes'] / 1e6 / million:.1f} | {100 * idle:.0f} % |"
        else:
            line += " | | |"
        print(line, flush=True)
    print()
    return first


def simulated(leaves, ranks, execution, dice):
    """Efficiency of `ranks` that take half of the leaves of one chosen by chance; each leaf is executed as a whole."""
    own = [[] for _ in range(ranks)]
    own[0] = leaves[:]
    events = [(0.0, rank) for rank in range(ranks)]
    heapq.heapify(events)
    left, end = len(leaves), 0.0
    patience = [STEAL] * ranks
    while left:
        time, rank = heapq.heappop(events)
        if own[rank]:
            size = own[rank].pop()
            left -= 1
            end = max(end, time + size * execution)
            heapq.heappush(events, (time + size * execution, rank))
            continue
        victim = dice.randrange(ranks)
        if len(own[victim]) > 1:
            half = len(own[victim]) // 2
            own[rank], own[victim] = own[victim][:half], own[victim][half:]
            patience[rank] = STEAL
        else:
            patience[rank] = min(2 * patience[rank], 8 * STEAL)
        heapq.heappush(events, (time + patience[rank], rank))
    return sum(leaves) * execution / (ranks * end)


with tempfile.TemporaryDirectory() as directory:
    os.chdir(directory)
    open("fibonacci.c", "w").write(made_up.FIBONACCI.replace("ROUNDS", ROUNDS))
    subprocess.run([heddle, "cc", "-g", "fibonacci.c", "-o", "fibonacci", "-pthread"], check=True)
    subprocess.run([heddle, "trace", "generate", "--shape", "d-500", "d-500.hdl"], check=True)
    check = ["check", "./fibonacci", "--memory-model", "rc11", "--save", "none", "--statistics", "--jobs", "1"]
    seconds = table(f"`check` of fibonacci {ROUNDS}, one worker a rank:", [*check, "--share-after", "512"], "executions",
                    "executions")
    table("`states --algorithm runs` of d-500:", ["states", "d-500.hdl", "--algorithm", "runs", "--jobs", "1"], "states",
          "states")
    machine = ["check", str(root / "test/machine/fib_bench.clean.c"), "--engine", "machine", "--save", "none", "--statistics",
               "--reduction", "none", "--no-symmetry"]
    table("`check --engine machine` of fib_bench, without reduction:", machine, "states", "states")
    shares = int(os.environ.get("HEDDLE_BENCH_SHARES", "16"))
    sizes = [run(0, *check, "--shard", f"{i}/{shares}")["executions"] / 64 for i in range(2, shares + 1)]
    execution = seconds / run(0, *check)["executions"]
    print(f"Simulation: leaves of {shares} shares, 64 each, have {min(sizes):.1f} to {max(sizes):.1f} executions on average, "
          f"of {1e6 * execution:.1f} µs each; a part is had {1e3 * STEAL:.0f} ms after it was asked for.\n")
    print("| ranks | efficiency, 10⁸ executions | 10⁹ | 10¹⁰ |")
    print("|---:|---:|---:|---:|")
    dice = random.Random(1)
    for ranks in (64, 512, 4096):
        row = []
        for total in (1e8, 1e9, 1e10):
            leaves = [dice.choice(sizes) * dice.expovariate(1) for _ in range(1 << 17)]
            scale = total / sum(leaves)
            row.append(f"{100 * simulated([each * scale for each in leaves], ranks, execution, dice):.0f} %")
        print(f"| {ranks:,} | {' | '.join(row)} |", flush=True)
