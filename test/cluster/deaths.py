# SPDX-License-Identifier: Apache-2.0
"""A rank that is killed (SIGKILL) at a moment of chance ends the job of every verb that is shared out: it is said, and nothing
is ever clean. A rank that stands still for a while (SIGSTOP) costs time, and nothing else. A rank of another build, or of
another version, is refused.

    deaths.py HEDDLE WORKING_DIRECTORY TIMES
"""
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import common
import made_up
from common import complain, is_whole, ranks_of

heddle, work, times = sys.argv[1], sys.argv[2], int(sys.argv[3])
common.need_mpi(heddle)
common.begin(work)

open("program.c", "w").write(made_up.FIBONACCI.replace("ROUNDS", "6"))
subprocess.run([heddle, "cc", "-g", "program.c", "-o", "program", "-pthread"], check=True)
open("grid.c", "w").write(made_up.GRID.replace("STEPS", "80"))
subprocess.run([heddle, "trace", "generate", "--shape", "w-8", "w-8.hdl"], check=True)
open("held.std", "w").write("".join(
    f"T{thread}|e(n={step})|{10 * thread + step}\n" for step in range(1, 9) for thread in range(8)))
subprocess.run([heddle, "trace", "generate", "locks.hdl", "--threads", "8", "--events", "400000", "--locks", "3", "--variables",
                "2000", "--racy", "0.3", "--synchronisation", "0.3"], check=True)
NEVER = " * ".join(f"T{thread}.n" for thread in range(8)) + " == 11"
WORKS = {
    "states": ["states", "w-8.hdl", "--algorithm", "quicklex", "--jobs", "1"],
    "detect": ["detect", "held.std", "--algorithm", "enumerate", "--jobs", "1", "--when", NEVER],
    "native": ["check", "./program", "--save", "none", "--memory-model", "rc11", "--share-after", "100", "--jobs", "1"],
    "machine": ["check", "grid.c", "--engine", "machine", "--save", "none", "--reduction", "none", "--no-symmetry"],
    "predict": ["predict", "locks.hdl"],
}


def start(ranks, words, program=heddle):
    return subprocess.Popen([*common.MPIRUN, str(ranks), program, *words, "--format", "json"], stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, text=True)


def told(out):
    """What does not depend on where the work was done."""
    report = json.loads(out)
    counts = [report["statistics"].get(key) for key in ("executions", "states", "candidates")]
    return [report["verdict"], sorted({each["kind"] for each in report["findings"]}), counts]


dice = random.Random(times)
for name, words in WORKS.items():
    began = time.time()
    process = start(2, words)
    whole_out, whole_error = process.communicate(timeout=1800)
    took = time.time() - began
    if process.returncode not in (0, 1):
        complain(f"{name}: {process.returncode} {whole_out} {whole_error}")
        continue
    whole = told(whole_out)
    deaths = 0
    for turn in range(2 * times + 4):
        ranks = dice.choice([2, 3, 4])
        process = start(ranks, words)
        time.sleep(dice.random() * min(took, 3) * 0.8)
        found = ranks_of(process)
        try:
            os.kill(dice.choice(found), signal.SIGKILL)
        except (IndexError, ProcessLookupError):
            pass  # it has not begun, or is over
        out, err = process.communicate(timeout=1800)
        if is_whole(out):  # true if it came when all was done
            if told(out) != whole:
                complain(f"{name}: a rank was killed, and the others say {told(out)}, not {whole}")
            continue
        if process.returncode == 0:
            complain(f"{name}: a rank was killed, and the job ends with 0: {out} {err}")
        elif "illed" not in err and "signal" not in err:
            complain(f"{name}: a rank was killed, and nobody says so: {process.returncode} {err}")
        deaths += 1
        if deaths == times:
            break
    if deaths == 0:
        complain(f"{name}: it was always over before a rank was killed")
    # One that stands still.
    process = start(3, words)
    time.sleep(min(took, 2) * 0.5)
    found = ranks_of(process)
    if found:
        slow = dice.choice(found)
        try:
            os.kill(slow, signal.SIGSTOP)
            time.sleep(2)
            os.kill(slow, signal.SIGCONT)
        except ProcessLookupError:
            pass
    out, err = process.communicate(timeout=1800)
    if not is_whole(out) or told(out) != whole:
        complain(f"{name}: a rank stood still: {process.returncode} {out} {err}, not {whole}")
    print(f"{name}: {deaths} deaths, {whole}", flush=True)

# With a checkpoint a count goes on where it was, by another number of ranks or by one process alone.
whole, deaths, out = None, 0, ""
words = ["states", "w-8.hdl", "--algorithm", "lex", "--checkpoint", "state.hck", "--checkpoint-seconds", "0.2"]
while not is_whole(out):
    if deaths > 20 * times:
        complain("the count does not come to its end")
        break
    ranks = dice.choice([0, 2, 3])
    resumes = ["--resume", "state.hck"] if os.path.exists("state.hck") else []
    start_words = [*([*common.MPIRUN, str(ranks)] if ranks else []), heddle, *words, *resumes, "--format", "json"]
    process = subprocess.Popen(start_words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if deaths < times:
        time.sleep(2 + dice.random())
        try:
            os.kill(dice.choice(ranks_of(process)) if ranks else process.pid, signal.SIGKILL)
            deaths += 1
        except (IndexError, ProcessLookupError):
            pass
    out, err = process.communicate(timeout=600)
    if process.returncode == 2:
        complain(f"states: {start_words}: {err}")
        break
if is_whole(out) and told(out) != ["clean", [], [None, 7436683718, None]]:
    complain(f"states: killed {deaths} times, and then {told(out)}")
if os.path.exists("state.hck"):
    complain("a checkpoint is left although nothing is left to do")
print(f"states: {deaths} deaths with a checkpoint", flush=True)

# One that stands still for good: after the limit the job ends, and says so.
if times > 4:
    process = start(3, [*WORKS["native"], "--limit-seconds", "2"])
    time.sleep(2)
    slow = dice.choice(ranks_of(process)[1:])
    os.kill(slow, signal.SIGSTOP)
    out, err = process.communicate(timeout=60)
    if process.returncode != 2 or out.strip() or "has not stopped ten seconds" not in err:
        complain(f"a rank stands still for good: {process.returncode} {out} {err}")

# The same program with one byte more is another build; a library of another version is refused as well.
other = os.path.join(work, "other")
os.makedirs(other)
shutil.copy(heddle, other)
os.symlink(os.path.join(os.path.dirname(heddle), "lib"), os.path.join(other, "lib"))
with open(os.path.join(other, "heddle"), "ab") as file:
    file.write(b"x")
for name, words in WORKS.items():
    for first, second in ((heddle, os.path.join(other, "heddle")), (os.path.join(other, "heddle"), heddle)):
        done = subprocess.run([*common.MPIRUN, "1", first, *words, ":", "-n", "1", second, *words], capture_output=True,
                              text=True, timeout=120)
        if done.returncode != 2 or "of another build of heddle" not in done.stderr or "clean" in done.stdout:
            complain(f"{name}: ranks of different builds: {done.returncode} {done.stdout} {done.stderr}")
common.end()
