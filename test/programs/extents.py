# SPDX-License-Identifier: Apache-2.0
"""Which bytes calls of libc touch, byte by byte: extents/calls.def says so, and `heddle check` and `heddle run` must find a
race with each byte that is touched, and none with the others.

    extents.py HEDDLE WORKING_DIRECTORY check|run [CASE…]

Of a run of like bytes the first and the last are tried. doubted.txt has what cannot be known, and words of the reason.
"""
import concurrent.futures
import json
import os
import subprocess
import sys

heddle, work, verb = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2]), sys.argv[3]
here = os.path.join(os.path.dirname(os.path.abspath(__file__)), "extents")
os.makedirs(work, exist_ok=True)
program = os.path.join(work, "program")
subprocess.run([heddle, "cc", "-w", "-O1", "-D_GNU_SOURCE", f"{here}/program.c", "-o", program, "-pthread", "-lm"], check=True)
doubted = {}
for line in open(f"{here}/doubted.{verb}.txt"):
    if line.strip() and not line.startswith("#"):
        name, _, reason = line.strip().partition(": ")
        doubted[name] = reason


def trials():
    for row in subprocess.run([program], capture_output=True, text=True, check=True).stdout.splitlines():
        case, part, letters = row.split()
        if sys.argv[4:] and case not in sys.argv[4:]:
            continue
        for byte, letter in enumerate(letters):
            if letters[max(byte - 1, 0)] == letter and byte > 0 and letters[byte + 1:byte + 2] == letter:
                continue
            if letter == "w":
                yield case, part, byte, "r", True
            else:
                yield case, part, byte, "w", letter == "r"


def judge(trial):
    case, part, byte, mode, races = trial
    options = ["--save", "none"] if verb == "check" else []
    done = subprocess.run([heddle, verb, "--format", "json", *options, program, "--", case, part, str(byte), mode],
                          capture_output=True, text=True, cwd=work, stdin=subprocess.DEVNULL)
    try:
        report = json.loads(done.stdout[done.stdout.index("{"):])
    except ValueError:
        return False, f"no report: {done.stderr}"
    said = report["findings"][0]["kind"] if report["findings"] else report["verdict"]
    reason = report.get("reason") or ""
    if said == "inconclusive":
        return case in doubted and doubted[case] in reason, f"{said}: {reason}"
    return (said == "data-race") if races else said == "clean", said


tried = wrong = 0
with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
    for trial, (right, said) in zip(list(trials()), pool.map(judge, trials())):
        tried += 1
        wrong += not right
        if not right:
            print("WRONG ", *trial[:4], "must race:" if trial[4] else "must not race:", said, flush=True)
print(f"{tried} bytes, {wrong} wrong")
sys.exit(1 if wrong or not tried else 0)
