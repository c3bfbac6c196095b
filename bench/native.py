#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The cost of watching a real program: CPU time and peak memory of the same five programs, native, under gcc's and
clang's own thread sanitizer, heddle (online detection; of a sample; detection and recording; built by gcc and by clang), and
valgrind's helgrind and drd.

    native.py HEDDLE BUILD [program…]

CPU time is user and system of all processes of a run (heddle's own and the program's), the least of
HEDDLE_BENCH_RUNS (5) runs, one way after the other so that a busy moment of the machine meets them all; valgrind runs
once, and not at all if HEDDLE_BENCH_QUICK is set. HEDDLE_BENCH_SCALE (1) makes the programs' work smaller or larger.
"""
import os
import pathlib
import platform
import subprocess
import sys
import tempfile

RUNS = int(os.environ.get("HEDDLE_BENCH_RUNS", "5"))
SCALE = float(os.environ.get("HEDDLE_BENCH_SCALE", "1"))
PROGRAMS = {"matrix": 240, "sort": 1000000, "hash_map": 400000, "queue": 60000, "pool": 40000}  # and how much work
SLOW = ["helgrind", "drd"]


def machine():
    with open("/proc/cpuinfo") as lines:
        names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()


# What a process inherits from the one that starts it counts as its own peak, so a small one starts them all.
LAUNCHER = r"""
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
int main(int argc, char** argv) {
  int status = 0;
  struct rusage usage;
  const pid_t child = fork();
  if (argc < 2 || child < 0) return 2;
  if (child == 0) { execvp(argv[1], argv + 1); _exit(127); }
  wait4(child, &status, 0, &usage);
  fprintf(stderr, "\n%f %ld %d\n", usage.ru_utime.tv_sec + usage.ru_stime.tv_sec +
          1e-6 * (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec), usage.ru_maxrss, status);
  return 0;
}
"""


def measure(launcher, command):
    """CPU seconds of the command and all it starts, and the largest resident set among them in MiB."""
    done = subprocess.run([launcher, *command], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    seconds, peak, status = done.stderr.splitlines()[-1].split()
    if status not in ("0", str(3 << 8)):  # of a sample nothing is clean
        sys.exit(f"{' '.join(map(str, command))} ended with {status}: {done.stderr[-500:]}")
    return float(seconds), int(peak) / 1024


def ways(heddle, name, directory):
    """Builds the program for every way to run it; the commands."""
    source, out = pathlib.Path(__file__).resolve().parent / "programs" / (name + ".cpp"), f"{directory}/{name}"
    flags = ["-O2", "-g", "-std=c++20", "-pthread", source, "-o"]
    subprocess.run(["g++", *flags, out], check=True)
    subprocess.run(["g++", "-fsanitize=thread", *flags, out + ".gcc"], check=True)
    subprocess.run(["clang++-14", "-fsanitize=thread", *flags, out + ".clang"], check=True)
    subprocess.run([heddle, "c++", *flags, out + ".heddle"], check=True, env={**os.environ, "HEDDLE_CXX": "g++"})
    subprocess.run([heddle, "c++", *flags, out + ".heddle_clang"], check=True, env={**os.environ, "HEDDLE_CXX": "clang++-14"})
    work = [str(int(PROGRAMS[name] * (SCALE ** (1 / 3) if name == "matrix" else SCALE)))]
    result = {"native": [out, *work], "libtsan gcc": [out + ".gcc", *work], "libtsan clang": [out + ".clang", *work],
              "run, gcc": [heddle, "run", out + ".heddle", "--", *work],
              "run, clang": [heddle, "run", out + ".heddle_clang", "--", *work],
              "--sample 1%, gcc": [heddle, "run", "--sample", "1%", out + ".heddle", "--", *work],
              "--record, gcc": [heddle, "run", "--record", out + ".hdl", out + ".heddle", "--", *work],
              "--record, clang": [heddle, "run", "--record", out + ".hdl", out + ".heddle_clang", "--", *work]}
    if not os.environ.get("HEDDLE_BENCH_QUICK"):
        result["helgrind"] = ["valgrind", "--tool=helgrind", "-q", out, *work]
        result["drd"] = ["valgrind", "--tool=drd", "-q", out, *work]
    return result


def table(title, names, figures, native_unit, which):
    columns = list(next(iter(figures.values())))
    print(f"\n{title}\n\n| program | {native_unit} | " + " | ".join(columns[1:]) + " |")
    print("|---|" + "---:|" * len(columns))
    for name in names:
        own = figures[name]["native"][which]
        ratios = " | ".join(f"{figures[name][way][which] / own:.1f}" for way in columns[1:])
        print(f"| {name} | {own:.3g} | {ratios} |", flush=True)


def main():
    heddle = pathlib.Path(sys.argv[1]).resolve()
    wanted = sys.argv[3:] or list(PROGRAMS)
    figures = {}
    with tempfile.TemporaryDirectory() as directory:
        launcher = directory + "/launcher"
        subprocess.run(["cc", "-O2", "-xc", "-", "-o", launcher], input=LAUNCHER, text=True, check=True)
        for name in wanted:
            commands, best = ways(heddle, name, directory), {}
            for turn in range(RUNS):
                for way, command in commands.items():
                    if way not in SLOW or turn == 0:
                        best[way] = min(best.get(way, (float("inf"), 0)), measure(launcher, command))
            figures[name] = best
    print(f"{machine()}, {os.cpu_count()} cores; least of {RUNS} runs, valgrind's of one")
    table("CPU time, × native", wanted, figures, "native, s", 0)
    table("Peak memory, × native", wanted, figures, "native, MiB", 1)


if __name__ == "__main__":
    main()
