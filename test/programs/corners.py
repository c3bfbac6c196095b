# SPDX-License-Identifier: Apache-2.0
"""What C and C++ programs can do, right and wrong ones, one in each file of a folder: corners/ has what libc, libstdc++ and
the kernel keep for a process, rows/ the calls of the rule book, hostile/ programs that were written to get a wrong verdict,
weak/ such ones for C++'s memory model, by which they are checked. The last word of a name is the truth. `heddle check` must
find something in the wrong ones and nothing in the right ones. Where it cannot know, doubted.txt has the name of the
program and words of the reason it must give. also.txt names programs of other folders that are run in this one too.

    corners.py HEDDLE WORKING_DIRECTORY native|machine FOLDER [EVERY]

EVERY: only each so many-th program, and of those in C++, which take long to compile, one of four.
"""
import concurrent.futures
import json
import os
import subprocess
import sys

heddle, work, engine = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2]), sys.argv[3]
every = int(sys.argv[5]) if len(sys.argv) > 5 else 0
here = os.path.join(os.path.dirname(os.path.abspath(__file__)), sys.argv[4])
os.makedirs(work, exist_ok=True)
doubted = {}
for line in open(os.path.join(here, f"doubted.{engine}.txt")):
    if line.strip() and not line.startswith("#"):
        name, _, reason = line.strip().partition(": ")
        doubted[name] = reason
sources = {f: os.path.join(here, f) for f in os.listdir(here) if f.endswith((".c", ".cpp"))}
also = os.path.join(here, "also.txt")
for line in open(also) if os.path.exists(also) else []:
    if line.strip() and not line.startswith("#"):
        source = os.path.join(here, "../..", line.strip())
        assert sources.setdefault(os.path.basename(source), source) == source, f"two programs of one name: {line}"
c = sorted(f for f in sources if f.endswith(".c"))
cpp = sorted(f for f in sources if f.endswith(".cpp"))
programs = c[::every] + cpp[:: 4 * every] if every else c + cpp


def check(program):
    truth = program.split(".")[-2]
    name = program.replace(".", "_")
    folder = os.path.join(work, name)
    os.makedirs(folder, exist_ok=True)
    source = sources[program]
    options = ["--leaks"] if truth == "leak" else []
    options += ["--memory-model", "rc11"] if sys.argv[4] == "weak" else []
    seconds = "5" if "not all schedules" in doubted.get(program, "") else "60"
    if engine == "native":
        compiler = ["cc", "-std=gnu17"] if program.endswith(".c") else ["c++", "-std=c++20"]
        subprocess.run([heddle, *compiler, "-w", "-O1", "-D_GNU_SOURCE", source, "-o", f"{folder}/program", "-pthread", "-lm"], check=True)
        source = f"{folder}/program"
    done = subprocess.run(
        [heddle, "check", source, "--engine", engine, "--format", "json", "--save", "none", "--limit-seconds", seconds, *options],
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
