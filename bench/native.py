#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The cost of watching a real program: CPU time and peak memory of five programs of bench/programs and five of bench/real
(real_programs.py has how they are fetched and built), native, under gcc's and clang's own thread sanitizer, heddle (online
detection; of a sample; detection and recording; built by gcc and by clang), and valgrind's helgrind and drd for the first five.

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

from real_programs import Place, directory_of

RUNS = int(os.environ.get("HEDDLE_BENCH_RUNS", "5"))
SCALE = float(os.environ.get("HEDDLE_BENCH_SCALE", "1"))
PROGRAMS = {"matrix": 240, "sort": 1000000, "hash_map": 400000, "queue": 60000, "pool": 40000}  # and how much work
REAL = ["pbzip2", "xz", "zstd", "leveldb", "civetweb"]
SLOW = ["helgrind", "drd"]


def machine():
    with open("/proc/cpuinfo") as lines:
        names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()


def measure(launcher, figures, command):
    """CPU seconds of the command and all it starts, and the largest resident set among them in MiB."""
    done = subprocess.run([launcher, figures, *command], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    with open(figures) as lines:
        seconds, peak, status = lines.read().splitlines()[-1].split()
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


def real_ways(place, name, directory):
    """The same for a program of bench/real: what measures it once."""
    def once(way, options=""):
        reports = pathlib.Path(directory) / "reports"
        reports.mkdir(exist_ok=True)
        watched = {"HEDDLE": str(place.heddle), "REPORTS": str(reports), "OPTIONS": options} if way.startswith("run") else {}
        return lambda: place.run(name, place.build(name, way), watched)[:2]

    record = f"--record {directory}/{name}.hdl"
    return {"native": once("native gcc"), "libtsan gcc": once("libtsan gcc"), "libtsan clang": once("libtsan clang"),
            "run, gcc": once("run gcc"), "run, clang": once("run clang"), "--sample 1%, gcc": once("run gcc", "--sample 1%"),
            "--record, gcc": once("run gcc", record), "--record, clang": once("run clang", record)}


def table(title, names, figures, native_unit, which):
    columns = list(next(iter(figures.values())))
    print(f"\n{title}\n\n| program | {native_unit} | " + " | ".join(columns[1:]) + " |")
    print("|---|" + "---:|" * len(columns))
    for name in names:
        own = figures[name]["native"][which]
        ratios = " | ".join(f"{figures[name][way][which] / own:.1f}" if way in figures[name] else "" for way in columns[1:])
        print(f"| {name} | {own:.3g} | {ratios} |", flush=True)


def main():
    heddle = pathlib.Path(sys.argv[1]).resolve()
    place = Place(heddle, directory_of(sys.argv))
    wanted = sys.argv[3:] or [*PROGRAMS, *REAL]
    figures = {}
    with tempfile.TemporaryDirectory() as directory:
        for name in wanted:
            if name in PROGRAMS:
                once = {way: lambda command=command: measure(place.launcher, directory + "/figures", command)
                        for way, command in ways(heddle, name, directory).items()}
            else:
                once = real_ways(place, name, directory)
            best = figures[name] = {}
            for turn in range(RUNS):
                for way, run in once.items():
                    if way not in SLOW or turn == 0:
                        best[way] = min(best.get(way, (float("inf"), 0)), run())
    print(f"{machine()}, {os.cpu_count()} cores; least of {RUNS} runs, valgrind's of one")
    table("CPU time, × native", wanted, figures, "native, s", 0)
    table("Peak memory, × native", wanted, figures, "native, MiB", 1)


if __name__ == "__main__":
    main()
