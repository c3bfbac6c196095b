# SPDX-License-Identifier: Apache-2.0
"""Corners of what C and C++ programs can do, one in each file of corners/, right and wrong ones: the last word of the name is
the truth. `heddle check` must find something in the wrong ones and nothing in the right ones. Where it cannot know, doubted.txt
has the name of the program and words of the reason it must give.

    corners.py HEDDLE WORKING_DIRECTORY native|machine [EVERY]

EVERY: only each so many-th of the C++ programs, which take long to compile.
"""
import concurrent.futures
import json
import os
import subprocess
import sys

heddle, work, engine = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2]), sys.argv[3]
every = int(sys.argv[4]) if len(sys.argv) > 4 else 1
here = os.path.join(os.path.dirname(os.path.abspath(__file__)), "corners")
os.makedirs(work, exist_ok=True)
doubted = {}
for line in open(os.path.join(here, f"doubted.{engine}.txt")):
    if line.strip() and not line.startswith("#"):
        name, _, reason = line.strip().partition(": ")
        doubted[name] = reason
c = sorted(f for f in os.listdir(here) if f.endswith(".c"))
cpp = sorted(f for f in os.listdir(here) if f.endswith(".cpp"))
programs = c + cpp[::every]


def check(program):
    truth = program.split(".")[-2]
    name = program.replace(".", "_")
    folder = os.path.join(work, name)
    os.makedirs(folder, exist_ok=True)
    source = os.path.join(here, program)
    options = ["--leaks"] if truth == "leak" else []
    if engine == "native":
        compiler = ["cc", "-std=gnu17"] if program.endswith(".c") else ["c++", "-std=c++20"]
        subprocess.run([heddle, *compiler, "-w", "-O1", source, "-o", f"{folder}/program", "-pthread"], check=True)
        source = f"{folder}/program"
    done = subprocess.run(
        [heddle, "check", source, "--engine", engine, "--format", "json", "--save", "none", "--limit-seconds", "60", *options],
        capture_output=True, text=True, cwd=folder, stdin=subprocess.DEVNULL)
    try:
        report = json.loads(done.stdout)
    except ValueError:
        return False, f"{program}: no report: {done.stderr}"
    reason = report.get("reason") or ""
    said = report["findings"][0]["kind"] if report["findings"] else report["verdict"]
    if said == "inconclusive":
        right = program in doubted and doubted[program] in reason
    else:
        right = (said == "clean") == (truth == "clean")
    return right, f"{program}: {said} {report['statistics'].get('seconds', 0):.1f} s {reason}"


wrong = 0
with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
    for right, shown in pool.map(check, programs):
        wrong += not right
        print("right " if right else "WRONG ", shown, flush=True)
print(f"{len(programs)} programs, {wrong} wrong")
sys.exit(1 if wrong or not programs else 0)
