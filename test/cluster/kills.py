# SPDX-License-Identifier: Apache-2.0
"""A job of several ranks of which one is killed (SIGKILL) at a moment of chance ends, says so, and is never clean; resumed
from its last checkpoint, by another number of ranks each time, it counts what a job that was never interrupted counts.

    kills.py HEDDLE WORKING_DIRECTORY KILLS
"""
import json
import os
import random
import signal
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import common
import made_up
from common import complain, ranks_of

heddle, work, kills = sys.argv[1], sys.argv[2], int(sys.argv[3])
common.need_mpi(heddle)
common.begin(work)
STATE = "state.hck"


def command(ranks, *options):
    start = [*common.MPIRUN, str(ranks)]
    return [*(start if ranks else []), heddle, "check", "./program", "--format", "json", "--save", "none", "--memory-model",
            "rc11", *options]


def counted(report):
    return [report["verdict"]] + [report["statistics"].get(key, 0)
                                  for key in ("executions", "redundant_executions", "steps")]


open("program.c", "w").write(made_up.FIBONACCI.replace("ROUNDS", "7"))
subprocess.run([heddle, "cc", "-g", "program.c", "-o", "program", "-pthread"], check=True)
whole = counted(json.loads(subprocess.run(command(0, "--strategy", "graphs"), capture_output=True, text=True).stdout))
dice = random.Random(1)


def run_to_the_end(most):
    """With up to so many kills on the way: how many there were. Each start does a little of the work, at most."""
    killed = 0
    while True:
        ranks = dice.choice([2, 3, 4])
        resumes = ["--resume", STATE] if os.path.exists(STATE) else []
        process = subprocess.Popen(command(ranks, "--checkpoint", STATE, "--checkpoint-seconds", "0.1", "--share-after", "100",
                                           *resumes), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        is_killed = False
        if killed < most:
            time.sleep(0.3 + 0.7 * dice.random())
            try:
                os.kill(dice.choice(ranks_of(process)), signal.SIGKILL)
                is_killed = True
            except (IndexError, ProcessLookupError, FileNotFoundError):
                pass  # it is over, or has not begun
        out, err = process.communicate(timeout=1800)
        ended = common.is_whole(out)  # the report came when all was done: the counts tell
        if is_killed and not ended:
            killed += 1
            if process.returncode == 0 or ("illed" not in err and "signal" not in err):
                complain(f"a rank was killed, and nobody says so: {process.returncode} {err}")
            continue
        if not ended or (process.returncode != 0 and not is_killed):
            complain(f"after {killed} kills: exit status {process.returncode}: {out} {err}")
        elif counted(json.loads(out)) != whole:
            complain(f"killed {killed} times: {counted(json.loads(out))}, never: {whole}")
        if os.path.exists(STATE):
            if not is_killed:
                complain("a checkpoint is left although nothing is left to do")
            os.remove(STATE)
        return killed


killed = 0
for _ in range(kills):
    if killed < kills and not common.wrong:
        killed += run_to_the_end(kills - killed)
print(f"{killed} ranks were killed")
if killed < kills:
    complain(f"it was over after {killed} kills")

# mpirun itself is killed: what it had started ends, and does nothing to the checkpoint any more, which is resumed.
WRAPPED = ["sh", "-c", '"$@"; exit $?', "sh"]  # as in a script that mpirun starts
for turn in range(max(kills // 5, 2)):
    started = command(3, "--checkpoint", STATE, "--checkpoint-seconds", "0.1", "--share-after", "100")
    if turn % 2 == 1:
        started[started.index(heddle):started.index(heddle)] = WRAPPED
    with open("job.out", "w") as out:
        process = subprocess.Popen(started, stdout=out, stderr=out, start_new_session=True)
    for _ in range(3000):
        if process.poll() is not None or os.path.exists(STATE):
            break
        time.sleep(0.01)
    time.sleep(dice.random())
    ranks = common.descendants_of(process.pid)
    process.kill()
    process.wait()
    for _ in range(1500):
        left = [each for each in ranks if common.runs(each)]
        if not left:
            break
        time.sleep(0.01)
    if left:
        complain(f"mpirun was killed, and after 15 seconds its {left} are still there")
    if os.path.exists(STATE):
        done = subprocess.run(command(0, "--checkpoint", STATE, "--resume", STATE), capture_output=True, text=True)
        if done.returncode != 0 or counted(json.loads(done.stdout)) != whole:
            complain(f"mpirun was killed, resumed: {done.returncode} {done.stdout} {done.stderr}, never: {whole}")
    elif not common.is_whole(open("job.out").read()):
        complain("mpirun was killed, and there is no checkpoint")

# The states of the engine machine, which are in the memory of all ranks, likewise.
MACHINE = ["check", "grid.c", "--engine", "machine", "--reduction", "none", "--no-symmetry", "--save", "none", "--format", "json"]
open("grid.c", "w").write(made_up.GRID.replace("STEPS", "30"))


def states(out):
    return [json.loads(out)["verdict"]] + [json.loads(out)["statistics"][key] for key in ("states", "steps")]


whole_states = states(subprocess.run([heddle, *MACHINE], capture_output=True, text=True).stdout)
deaths, out = 0, ""
while not common.is_whole(out):
    resumes = ["--resume", "machine.hck"] if os.path.exists("machine.hck") else []
    process = subprocess.Popen([*common.MPIRUN, str(dice.choice([2, 3, 4])), heddle, *MACHINE, "--checkpoint", "machine.hck",
                                "--checkpoint-seconds", "0.1", *resumes], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if deaths < max(kills // 5, 2):
        for _ in range(3000):  # until it has kept something
            if process.poll() is not None or os.path.exists("machine.hck"):
                break
            time.sleep(0.01)
        time.sleep(dice.random() * 0.5)
        try:
            os.kill(dice.choice(ranks_of(process)), signal.SIGKILL)
        except (IndexError, ProcessLookupError):
            pass  # it is over
        deaths += 1
    out, err = process.communicate(timeout=1800)
if states(out) != whole_states:
    complain(f"machine: killed {deaths} times: {states(out)}, never: {whole_states}")

# A limit leaves a checkpoint of all ranks; so does Ctrl-C at one of them; and one process alone can go on with that.
if os.path.exists(STATE):
    os.remove(STATE)
for way in ("limit", "interrupt"):
    resumes = ["--resume", STATE] if way == "interrupt" else ["--limit-seconds", "0.7"]
    process = subprocess.Popen(command(3, "--checkpoint", STATE, "--share-after", "100", *resumes), stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, text=True)
    if way == "interrupt":
        time.sleep(1)
        os.kill(ranks_of(process)[-1], signal.SIGINT)
    out, err = process.communicate(timeout=1800)
    if process.returncode != 3 or json.loads(out)["verdict"] != "inconclusive" or not os.path.exists(STATE):
        complain(f"{way}: exit status {process.returncode}, {out} {err}")
resumed = json.loads(subprocess.run(command(0, "--resume", STATE), capture_output=True, text=True).stdout)
if counted(resumed) != whole:
    complain(f"one process goes on to {counted(resumed)}, and not {whole}")
common.end()
