#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How many schedules each sampling strategy needs until it finds the bug: 38 small programs (bench/sampling), mean of the seeds.

    sampling.py HEDDLE [--seeds 20] [--limit 10000] [--strategies random,pct,pos,surw,fuzz] [program…]

A run that finds nothing counts as the limit, and is shown as how many of the seeds found the bug. The last line is how many of
the programs' bugs one run of all of them finds, on average.
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import subprocess
import tempfile

here = pathlib.Path(__file__).resolve().parent
PROGRAMS = [(name, name, []) for name in (
    "aget_bug2", "pbzip2", "stringbuffer", "account", "bluetooth_driver", "carter01", "circular_buffer", "deadlock01", "lazy01", "queue")]
PROGRAMS += [(f"reorder_{n}", "reorder", [f"-DN={n}"]) for n in (3, 4, 5, 10, 20, 50, 100)]
PROGRAMS += [("stack", "stack", []), ("token_ring", "token_ring", []), ("twostage", "twostage", ["-DN=2"])]
PROGRAMS += [(f"twostage_{n}", "twostage", [f"-DN={n}"]) for n in (20, 50, 100)]
PROGRAMS += [("wronglock", "wronglock", ["-DN=7"]), ("wronglock_3", "wronglock", ["-DN=3"])]
PROGRAMS += [(name, "work_stealing", [f"-DINTERLOCKED={interlocked}", f"-DSTATE={state}"]) for name, interlocked, state in (
    ("iwsq", 1, 0), ("iwsqws", 1, 1), ("swsq", 0, 1), ("wsq", 0, 0))]
PROGRAMS += [("bbuf", "bounded_buffer", ["-DSIDES=1"]), ("boundedBuffer", "bounded_buffer", ["-DSIDES=5"])]
PROGRAMS += [(name, name, []) for name in ("radbench_bug4", "radbench_bug5", "radbench_bug6", "safestack")]
PROGRAMS += [(f"splash2_{name}", "splash2", [f"-DSHAPE={shape}"]) for shape, name in enumerate(("barnes", "fft", "lu"))]

parser = argparse.ArgumentParser()
parser.add_argument("heddle")
parser.add_argument("programs", nargs="*")
parser.add_argument("--seeds", type=int, default=20)
parser.add_argument("--limit", type=int, default=10000)
parser.add_argument("--seconds", type=float, default=60)
parser.add_argument("--strategies", default="random,pct,pos,surw,fuzz")
options = parser.parse_args()
heddle = os.path.abspath(options.heddle)
strategies = options.strategies.split(",")
chosen = [row for row in PROGRAMS if not options.programs or row[0] in options.programs]


def schedules(binary, strategy, seed):
    """Until the bug is found; None: it is not."""
    done = subprocess.run(
        [heddle, "check", binary, "--format", "json", "--save", "none", "--jobs", "1", "--strategy", strategy, "--seed", str(seed),
         "--executions", str(options.limit), "--as-found", "--limit-seconds", str(options.seconds)], capture_output=True, text=True)
    report = json.loads(done.stdout)
    return report["statistics"]["executions"] if report["findings"] else None


print(f"{len(chosen)} programs, {options.seeds} seeds, at most {options.limit:,} schedules; mean number of schedules to the bug, in brackets "
      "how many seeds found it if not all did\n")
print("| program | " + " | ".join(strategies) + " |")
print("|---|" + "---:|" * len(strategies))
found = dict.fromkeys(strategies, 0)
with tempfile.TemporaryDirectory() as directory, concurrent.futures.ThreadPoolExecutor(int(os.environ.get("HEDDLE_BENCH_JOBS", os.cpu_count() or 1))) as pool:
    for name, source, defines in chosen:
        binary = f"{directory}/{name}"
        subprocess.run([heddle, "cc", "-O1", "-w", *defines, str(here / "sampling" / (source + ".c")), "-o", binary, "-pthread"], check=True)
        cells = []
        for strategy in strategies:
            results = list(pool.map(lambda seed: schedules(binary, strategy, seed), range(1, options.seeds + 1)))
            hits = [result for result in results if result is not None]
            found[strategy] += len(hits)
            mean = sum(result if result is not None else options.limit for result in results) / len(results)
            cells.append(f"{mean:,.0f}" + (f" ({len(hits)})" if len(hits) < len(results) else ""))
        print(f"| {name} | " + " | ".join(cells) + " |", flush=True)
print("| **bugs found, of " + str(len(chosen)) + "** | " + " | ".join(f"**{found[each] / options.seeds:.1f}**" for each in strategies) + " |")
