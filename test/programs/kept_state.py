# SPDX-License-Identifier: Apache-2.0
"""What libc keeps and its functions use: src/runtime/control/kept_state.def says so. For each function of it
kept_state/calls.def has a call, or kept_state/untried.txt a reason. `heddle check` must find a race of the call with what changes
each state that it uses, and none with what changes the others, nor with itself, but for OWN.

    kept_state.py HEDDLE WORKING_DIRECTORY [EVERY]
"""
import concurrent.futures
import os
import re
import subprocess
import sys

heddle, work = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
every = int(sys.argv[3]) if len(sys.argv) > 3 else 1
here = os.path.join(os.path.dirname(os.path.abspath(__file__)), "kept_state")
table = os.path.join(here, "../../../src/runtime/control/kept_state.def")
STATES = ("locale", "environment", "zone")
# These also answer in memory of their own, or keep something that two calls of them race on.
OWN = {"localtime", "ctime", "asctime", "getopt", "getopt_long", "localeconv", "mbtowc", "wctomb", "mblen"}

rows = {name: set(what.split(" | ")) for name, what in re.findall(r"^HEDDLE_STATE\((\w+), ([\w |]+)\)", open(table).read(), re.M)}
cases = re.findall(r"^CASE\((\w+),", open(f"{here}/calls.def").read(), re.M)
untried = set()
for line in open(f"{here}/untried.txt"):
    if not line.startswith("#"):
        untried |= set(line.split(":")[0].split())
wrong = [f"{name}: neither a call nor a reason" for name in rows if name not in cases and name not in untried]
wrong += [f"{name}: no row" for name in (set(cases) | untried) - set(rows)]
if not rows or not cases:
    wrong.append("nothing to try")

os.makedirs(work, exist_ok=True)
program = os.path.join(work, "program")
subprocess.run([heddle, "cc", "-w", "-O1", "-D_GNU_SOURCE", f"{here}/program.c", "-o", program, "-pthread"], check=True)


def judge(trial):
    case, other, races = trial
    done = subprocess.run([heddle, "check", "--save", "none", program, "--", case, other],
                          capture_output=True, text=True, cwd=work, stdin=subprocess.DEVNULL)
    # What heddle does not know of the rest of a call is no part of this.
    right = done.returncode == 1 and "data race" in done.stdout if races else done.returncode in (0, 3)
    return "" if right else f"{case} {other}: must{'' if races else ' not'} race: {done.returncode}: {(done.stdout + done.stderr)[:200]}"


trials = [(case, other, other in rows[case]) for case in cases for other in STATES if case in rows]
trials += [(case, "itself", case in OWN) for case in cases]
trials = trials[::every]
with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
    wrong += [said for said in pool.map(judge, trials) if said]
print("\n".join([*wrong, f"{len(trials)} calls, {len(wrong)} wrong"]))
sys.exit(1 if wrong else 0)
