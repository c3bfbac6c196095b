#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Several ranks: how much faster on the cores there are, what passes between them, how long they wait; and how many more
ranks would fare, in a simulation on the sizes of parts that were measured here."""
import heapq
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

heddle = pathlib.Path(sys.argv[1])
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "test/cluster"))
import made_up  # noqa: E402

ROUNDS = os.environ.get("HEDDLE_BENCH_ROUNDS", "6")


def run(ranks, *words):
    start = ["mpirun", "--oversubscribe", "--allow-run-as-root", "--mca", "btl", "tcp,self", "-n", str(ranks)]
    done = subprocess.run([*(start if ranks else []), heddle, *words, "--format", "json"], capture_output=True, text=True)
    return json.loads(done.stdout)["statistics"]


def simulated(leaves, ranks, execution, steal, dice):
    """Efficiency of `ranks` that take half of the leaves of one chosen by chance; each leaf is executed as a whole."""
    own = [[] for _ in range(ranks)]
    own[0] = leaves[:]
    busy = {0}
    events = [(0.0, rank) for rank in range(ranks)]
    heapq.heapify(events)
    left, end = len(leaves), 0.0
    while left:
        time, rank = heapq.heappop(events)
        if own[rank]:
            size = own[rank].pop()
            left -= 1
            if not own[rank]:
                busy.discard(rank)
            end = max(end, time + size * execution)
            heapq.heappush(events, (time + size * execution, rank))
            continue
        victim = dice.randrange(ranks)
        if len(own[victim]) > 1:
            half = len(own[victim]) // 2
            own[rank], own[victim] = own[victim][:half], own[victim][half:]
            busy.add(rank)
        heapq.heappush(events, (time + steal, rank))
    return sum(leaves) * execution / (ranks * end)


with tempfile.TemporaryDirectory() as directory:
    os.chdir(directory)
    open("fibonacci.c", "w").write(made_up.FIBONACCI.replace("ROUNDS", ROUNDS))
    subprocess.run([heddle, "cc", "-g", "fibonacci.c", "-o", "fibonacci", "-pthread"], check=True)
    subprocess.run([heddle, "trace", "generate", "--shape", "d-500", "d-500.hdl"], check=True)
    check = ["check", "./fibonacci", "--memory-model", "rc11", "--save", "none", "--statistics", "--jobs", "1"]
    states = ["states", "d-500.hdl", "--algorithm", "runs", "--jobs", "1"]
    print("| ranks | fibonacci, s | times faster | messages a million executions | MB a million executions | idle | "
          "d-500 runs, s | times faster |")
    print("|---|---|---|---|---|---|---|---|")
    first = None
    for ranks in (1, 2, 4, 8):
        searched, counted = run(ranks, *check), run(ranks, *states)
        first = first or (searched["seconds"], counted["seconds"])
        million = searched["executions"] / 1e6
        idle = searched["idle_seconds"] / (ranks * searched["seconds"])
        print(f"| {ranks} | {searched['seconds']:.1f} | {first[0] / searched['seconds']:.2f} | "
              f"{searched['messages'] / million:.0f} | {searched['message_bytes'] / 1e6 / million:.1f} | "
              f"{100 * idle:.0f} % | {counted['seconds']:.2f} | {first[1] / counted['seconds']:.2f} |", flush=True)
    shares = int(os.environ.get("HEDDLE_BENCH_SHARES", "16"))
    sizes = [run(0, *check, "--shard", f"{i}/{shares}")["executions"] / 64 for i in range(2, shares + 1)]
    execution = first[0] / run(0, *check)["executions"]
    print(f"\nLeaves of {shares} shares, 64 each: {min(sizes):.1f} to {max(sizes):.1f} executions on average; "
          f"{1e6 * execution:.1f} µs each.\n")
    print("| ranks | efficiency, 10⁹ executions | 10¹⁰ |")
    print("|---|---|---|")
    dice = random.Random(1)
    for ranks in (64, 512, 4096):
        row = []
        for total in (1e9, 1e10):
            leaves = [dice.choice(sizes) * dice.expovariate(1) for _ in range(1 << 18)]
            scale = total / sum(leaves)
            row.append(simulated([each * scale for each in leaves], ranks, execution, 0.003, dice))
        print(f"| {ranks} | {100 * row[0]:.0f} % | {100 * row[1]:.0f} % |", flush=True)
