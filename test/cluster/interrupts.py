# SPDX-License-Identifier: Apache-2.0
"""Ctrl-C (SIGINT) at a moment of chance, at a rank of chance or at mpirun: the job ends, soon, and is never clean unless it
was over. With a checkpoint, what was left is there, and one process goes on to the same totals.

    interrupts.py HEDDLE WORKING_DIRECTORY TIMES
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
from common import complain

heddle, work, times = sys.argv[1], sys.argv[2], int(sys.argv[3])
common.need_mpi(heddle)
common.begin(work)

open("program.c", "w").write(made_up.FIBONACCI.replace("ROUNDS", "7"))
subprocess.run([heddle, "cc", "-g", "program.c", "-o", "program", "-pthread"], check=True)
subprocess.run([heddle, "trace", "generate", "--shape", "w-12", "w-12.hdl"], check=True)
CHECK = ["check", "./program", "--save", "none", "--memory-model", "rc11", "--share-after", "100"]
STATES = ["states", "w-12.hdl", "--algorithm", "lex"]
dice = random.Random(times)
ended = {}
for turn in range(times):
    ranks = dice.choice([1, 2, 3, 4])
    words = dice.choice([CHECK, CHECK, [*CHECK, "--checkpoint", "state.hck", "--checkpoint-seconds", "0.3"], STATES])
    process = subprocess.Popen([*common.MPIRUN, str(ranks), heddle, *words, "--format", "json"], stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, text=True, start_new_session=True)
    time.sleep(dice.random() * 2.5)
    found = common.ranks_of(process)
    to_mpirun = not found or dice.random() < 0.3
    try:
        os.kill(process.pid if to_mpirun else dice.choice(found), signal.SIGINT)
    except ProcessLookupError:
        pass
    try:
        out, err = process.communicate(timeout=120)
    except subprocess.TimeoutExpired:
        complain(f"turn {turn}: {ranks} ranks of {words} do not end after SIGINT to {'mpirun' if to_mpirun else 'a rank'}")
        for rank in common.ranks_of(process):
            os.kill(rank, signal.SIGKILL)
        process.kill()
        process.communicate()
        continue
    ended[process.returncode] = ended.get(process.returncode, 0) + 1
    if process.returncode == 0 and json.loads(out)["verdict"] != "clean":
        complain(f"turn {turn}: exit status 0, and {out}")
    if process.returncode not in (0, 3) and not to_mpirun and found:
        # a rank that was starting does not know of SIGINT yet: it is killed by it, and mpirun says so
        if "signal" not in err and "Interrupt" not in err:
            complain(f"turn {turn}: exit status {process.returncode}: {out} {err}")
    left = subprocess.run(["pgrep", "-s", str(process.pid)], capture_output=True, text=True).stdout.split()
    if left:
        time.sleep(2)
        left = subprocess.run(["pgrep", "-s", str(process.pid)], capture_output=True, text=True).stdout.split()
    if left:
        complain(f"turn {turn}: processes {left} are left")
print(f"exit statuses: {ended}")
common.end()
