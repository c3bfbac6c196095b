# SPDX-License-Identifier: Apache-2.0
"""Every script and recipe of doc/cluster.md is executed, on a small program: those of Slurm with what Slurm gives a script,
GitHub's with the matrix filled in, and fewer ranks than the page speaks of.

    recipes.py HEDDLE SOURCE_DIRECTORY WORKING_DIRECTORY
"""
import json
import os
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import common
import made_up
from common import complain

heddle, sources, work = sys.argv[1:4]
sys.path.insert(0, os.path.join(sources, "test/docs"))
import page  # noqa: E402  (the commands of the pages)

common.need_mpi(heddle)
common.begin(work)
# Of `longer` something is left when a limit of less than a second is reached, however fast the machine is.
for name, rounds in ("app", "6"), ("longer", "7"):
    open(f"{name}.c", "w").write(made_up.FIBONACCI.replace("ROUNDS", rounds).replace("int main(void) {", "void test_queue(void) {") +
                                 "int main(void) { test_queue(); }\n")
    subprocess.run([heddle, "cc", "-g", f"{name}.c", "-o", name, "-pthread", "-rdynamic"], check=True)
open("test.cpp", "w").write("#include <atomic>\n#include <thread>\nstd::atomic<int> x, y;\nint main() {\n"
                            "  std::thread t([] { for (int k = 0; k < 3; ++k) x = y + 1; });\n"
                            "  for (int k = 0; k < 3; ++k) y = x + 1;\n  t.join();\n}\n")
open("run.std", "w").write("".join(f"T{thread}|e(n={step})|{10 * thread + step}\n" for step in range(1, 9) for thread in range(4)))
subprocess.run([heddle, "trace", "convert", "run.std", "run.hdl"], check=True)
open("property.cpp", "w").write("#include <heddle/predicate.h>\nHEDDLE_PREDICATE(never) { return state.value(0, \"n\") == 99; }\n")
subprocess.run(["c++", "-std=c++17", "-shared", "-fPIC", f"-I{sources}/include", "property.cpp", "-o", "property.so"], check=True)

# On the PATH: heddle; mpirun, which Slurm tells how many there are; sbatch, which notes what it is given.
os.makedirs("bin")
os.symlink(heddle, "bin/heddle")
PROGRAMS = {"mpirun": 'exec /usr/bin/env PATH="${PATH#*:}" mpirun --oversubscribe --allow-run-as-root --mca btl tcp,self -n 2 "$@"',
            "sbatch": 'echo "$1" >> queue'}
for name, text in PROGRAMS.items():
    pathlib.Path("bin", name).write_text(f"#!/bin/bash\n{text}\n")
    os.chmod(f"bin/{name}", 0o755)
executed = 0


def run(text, expected=(0,), **variables):
    """The exit status; `text` is a script."""
    global executed
    executed += 1
    pathlib.Path("script").write_text(re.sub(r"^mpirun -n \d+ ", "mpirun ", text, flags=re.M))
    done = subprocess.run(["bash", "script"], capture_output=True, text=True, timeout=300,
                          env={**os.environ, "PATH": f"{work}/bin:{os.path.dirname(heddle)}:{os.environ['PATH']}", **variables})
    if done.returncode not in expected:
        complain(f"exit status {done.returncode}, expected one of {expected}:\n{text}{done.stdout}{done.stderr}")
    return done


def of_slurm(text):
    array = re.search(r"--array=1-(\d+)", text)
    if array:
        for number in range(1, int(array[1]) + 1):
            run(text, SLURM_ARRAY_TASK_ID=str(number))
        return
    # As long as something is left, it is put into the queue again.
    turns = 0
    short = re.sub(r"--limit-seconds \d+", "--limit-seconds 0.6 --share-after 100", text)
    if short == text:
        complain(f"there is no limit in:\n{text}")
    while turns == 0 or os.path.exists("queue"):
        if os.path.exists("queue"):
            os.remove("queue")
        done = run(short if turns < 2 else text, expected=(0, 1))
        turns += 1
    if turns < 2 or "clean" not in done.stdout:
        complain(f"{turns} turns of the script, and then: {done.stdout} {done.stderr}")


def of_github(text):
    matrix = re.search(r"shard: \[(.*)\]", text)[1].split(", ")
    for line in re.findall(r"- run: (.*)", text):
        for shard in matrix if "matrix.shard" in line else matrix[:1]:
            filled = line.replace("${{ matrix.shard }}", shard).replace("*.json", " ".join(f"{i}.json" for i in matrix))
            if "${{" in filled:
                complain(f"what is meant by {filled}?")
            run(filled + "\n")
    files = [json.load(open(f"{i}.json"))["share"]["number"] for i in matrix]
    if sorted(files) != list(range(1, len(matrix) + 1)):
        complain(f"the shares of the recipe are {files}")


def of_shell(text):
    for line in text.splitlines():
        if "--shard" in line:
            for number in range(1, 17):
                run(line.replace("3/16", f"{number}/16").replace("shard3", f"shard{number}"))
        elif "--limit-seconds" in line:  # something is left after it
            if "states" in line:
                subprocess.run([heddle, "trace", "generate", "--shape", "w-8", "run.hdl"], check=True)
            run(re.sub(r"--limit-seconds \d+", "--limit-seconds 0.3", line), expected=(3,))
        else:
            run(line + "\n")


for command in page.commands(pathlib.Path(sources, "doc/cluster.md"), "ranks"):
    text = command.text.replace("./app", "./longer") if "--limit-seconds" in command.text else command.text
    (of_github if "jobs:" in text else of_slurm if "#SBATCH" in text else of_shell)(text)
print(f"{executed} scripts")
common.end()
