#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The cost of watching a real program: CPU time and peak memory of the same five programs, native, under heddle (online
detection; detection and recording), gcc's and clang's own thread sanitizer, and valgrind's helgrind and drd.

CPU time is user and system of all processes of a run (heddle's own and the program's), the least of several runs.
"""
import os
import pathlib
import platform
import subprocess
import sys
import tempfile

RUNS = int(os.environ.get("HEDDLE_BENCH_RUNS", "3"))
PROGRAMS = ["matrix", "sort", "hash_map", "queue", "pool"]
SLOW = {"helgrind", "drd"}


def measure(command):
    """CPU seconds of the command and all it starts, and the largest resident set among them in MiB."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        with open(os.devnull, "wb") as nothing:
            status = subprocess.run(command, stdout=nothing, stderr=nothing).returncode
        import resource
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        os.write(writer, f"{usage.ru_utime + usage.ru_stime} {usage.ru_maxrss} {status}".encode())
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as answer:
        seconds, peak, status = answer.read().split()
    os.waitpid(child, 0)
    return float(seconds), int(peak) / 1024, int(status)


def main():
    heddle = pathlib.Path(sys.argv[1]).resolve()
    here = pathlib.Path(__file__).resolve().parent / "programs"
    wanted = sys.argv[3:] or PROGRAMS
    print(f"machine: {platform.processor() or platform.machine()}, {os.cpu_count()} cores; least of {RUNS} runs\n")
    print("| program | how | CPU s | × native | peak MiB |")
    print("|---|---|---:|---:|---:|")
    with tempfile.TemporaryDirectory() as directory:
        for name in wanted:
            source, out = str(here / (name + ".cpp")), directory + "/" + name
            flags = ["-O2", "-g", "-std=c++20", "-pthread", source, "-o"]
            subprocess.run(["g++", *flags, out], check=True)
            subprocess.run(["g++", "-fsanitize=thread", *flags, out + ".gcc"], check=True)
            subprocess.run(["clang++-14", "-fsanitize=thread", *flags, out + ".clang"], check=True)
            subprocess.run([heddle, "c++", *flags, out + ".heddle"], check=True)
            ways = [("native", [out]), ("heddle run", [heddle, "run", out + ".heddle"]),
                    ("heddle run --record", [heddle, "run", "--record", out + ".hdl", out + ".heddle"]),
                    ("libtsan gcc", [out + ".gcc"]), ("libtsan clang", [out + ".clang"]),
                    ("helgrind", ["valgrind", "--tool=helgrind", "-q", out]),
                    ("drd", ["valgrind", "--tool=drd", "-q", out])]
            native = None
            for how, command in ways:
                if how in SLOW and os.environ.get("HEDDLE_BENCH_QUICK"):
                    continue
                runs = [measure(command) for _ in range(1 if how in SLOW else RUNS)]
                seconds, peak, _ = min(runs)
                native = native or seconds
                print(f"| {name} | {how} | {seconds:.2f} | {seconds / native:.1f} | {peak:.0f} |", flush=True)


if __name__ == "__main__":
    main()
