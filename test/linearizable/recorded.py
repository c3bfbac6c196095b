#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A stress test of a real program, judged: heddle_call and heddle_return, `heddle run --record`, `heddle linearizable`.

recorded.py HEDDLE DIRECTORY"""
import json
import pathlib
import subprocess
import sys

HEDDLE, WORK = (pathlib.Path(word).absolute() for word in sys.argv[1:3])
SOURCE = pathlib.Path(__file__).parent / "stress.cpp"
wrong = []


def run(*command):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, cwd=WORK, timeout=300)


def judge(program, what, calls, model, status, *words):
    recorded = run(HEDDLE, "run", "--record", "run.hdl", program, what, calls)
    judged = run(HEDDLE, "linearizable", "run.hdl", "--model", model, "--format", "json")
    print(what, "as", model, judged.returncode, flush=True)
    if judged.returncode != status or any(word not in judged.stdout + judged.stderr for word in words):
        wrong.append(f"{what} as {model}: expected {status} {words}, got {judged.returncode}\n{recorded.stdout[-500:]}"
                     f"{recorded.stderr[-500:]}{judged.stdout[-2000:]}{judged.stderr}")
        return {}
    return json.loads(judged.stdout) if status != 2 else {}


WORK.mkdir(parents=True, exist_ok=True)
made = run(HEDDLE, "c++", "-std=c++17", "-O1", "-g1", SOURCE, "-o", "stress", "-pthread")
if made.returncode != 0:
    sys.exit(made.stderr)
program = WORK / "stress"
report = judge(program, "queue", 2500, "queue", 0, "a monitor")
if report.get("statistics", {}).get("calls") != 10006:
    wrong.append(f"expected 10,006 calls: {report.get('statistics')}")
judge(program, "stack", 300, "stack", 0, "a monitor")
report = judge(program, "stack", 30, "queue", 1, "not linearizable as a queue")
if report and len(report["findings"][0]["history"]["calls"]) > 6:
    wrong.append(f"what is shown should be a few calls: {report['findings'][0]['history']['calls']}")
judge(program, "queue", 30, "stack", 1, "not linearizable as a stack")
judge(program, "map", 500, "map", 0, "a monitor")
judge(program, "set", 500, "set", 0)
judge(program, "dies", 50, "queue", 3, '"unknown_results": 1', "may be missing")
judge(program, "queue", 10, "map", 2, "a map has no operation `p")  # push or pop, whichever thread is first
print("\n".join(wrong) or "all as expected")
sys.exit(1 if wrong else 0)
