# SPDX-License-Identifier: Apache-2.0
"""Checks every program of this folder: the last word of its name is what `heddle check` must say, and a number
in its name is how many executions it must take to say so.

    run.py HEDDLE WORKING_DIRECTORY [program…]
"""
import json
import os
import subprocess
import sys

heddle, work = sys.argv[1], sys.argv[2]
here = os.path.dirname(os.path.abspath(__file__))
root = os.path.abspath(os.path.join(here, "../../.."))
programs = sys.argv[3:] or sorted(f for f in os.listdir(here) if f.endswith((".c", ".cpp")))
os.makedirs(work, exist_ok=True)
failures = 0
for program in programs:
    stem, _, ending = program.rpartition(".")
    words = stem.split(".")
    truth = words[-1]
    binary = os.path.join(work, stem)
    compiler = ["cc"] if ending == "c" else ["c++", "-std=c++20"]
    subprocess.run(
        [heddle, *compiler, "-O1", "-I" + os.path.join(root, "include"), os.path.join(here, program), "-o", binary, "-pthread"],
        check=True,
    )
    done = subprocess.run(
        [heddle, "check", binary, "--format", "json", "--save", "none", "--limit-seconds", "60"],
        capture_output=True,
        text=True,
    )
    try:
        report = json.loads(done.stdout)
    except ValueError:
        print(f"{program}: no report: {done.stderr}")
        failures += 1
        continue
    said = report["verdict"] if not report["findings"] else report["findings"][0]["kind"]
    executions = report["statistics"].get("executions")
    wrong = said != truth
    for word in words[1:-1]:
        if word.isdigit() and int(word) != executions:
            wrong = True
    failures += wrong
    print(f"{'WRONG ' if wrong else 'right '} {program}: {said}, {executions} executions, "
          f"{report['statistics'].get('seconds', 0):.2f} s {report.get('reason') or ''}")
sys.exit(1 if failures else 0)
