# SPDX-License-Identifier: Apache-2.0
"""Checks every program of this folder and those below it: the last word of its name is what `heddle check` must say, and a
number in its name is how many executions it must take to say so. Files whose name says nothing belong to other tests.
A comment `compilers: …` names those by each of which it is to be compiled.

    run.py HEDDLE WORKING_DIRECTORY [program…]
"""
import concurrent.futures
import glob
import json
import os
import re
import shutil
import subprocess
import sys

heddle, work = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
here = os.path.dirname(os.path.abspath(__file__))
root = os.path.abspath(os.path.join(here, "../../.."))
found = [os.path.relpath(path, here) for path in glob.glob(os.path.join(here, "**/*.c*"), recursive=True)]
programs = sys.argv[3:] or sorted(name for name in found if os.path.basename(name).count(".") > 1)
os.makedirs(work, exist_ok=True)


def compilers(program):
    with open(os.path.join(here, program)) as file:
        named = re.search(r"^// compilers: (.*)", file.read())
    return [each for each in named[1].split() if shutil.which(each)] if named else ["gcc" if program.endswith(".c") else "g++"]


def check(case):
    program, compiler = case
    stem, _, ending = program.rpartition(".")
    words = os.path.basename(stem).split(".")
    truth = words[-1]
    binary = os.path.join(work, f"{stem.replace('/', '_')}_{compiler}")
    verb = ["cc"] if ending == "c" else ["c++", "-std=c++20"]
    subprocess.run(
        [heddle, *verb, "-w", "-O1", "-I" + os.path.join(root, "include"), os.path.join(here, program), "-o", binary, "-pthread"],
        check=True, env=dict(os.environ, HEDDLE_CC=compiler, HEDDLE_CXX=compiler),
    )
    done = subprocess.run(
        [heddle, "check", binary, "--format", "json", "--save", "none", "--limit-seconds", "60"],
        capture_output=True,
        text=True,
        cwd=work,
    )
    os.unlink(binary)
    try:
        report = json.loads(done.stdout)
    except ValueError:
        return False, f"{program} {compiler}: no report: {done.stderr}"
    said = report["verdict"] if not report["findings"] else report["findings"][0]["kind"]
    executions = report["statistics"].get("executions")
    right = said == truth
    for word in words[1:-1]:
        if word.isdigit() and int(word) != executions:
            right = False
    return right, (f"{program} {compiler}: {said}, {executions} executions, "
                   f"{report['statistics'].get('seconds', 0):.2f} s {report.get('reason') or ''}")


failures = 0
with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
    for right, shown in pool.map(check, [(program, each) for program in programs for each in compilers(program)]):
        failures += not right
        print("right " if right else "WRONG ", shown, flush=True)
print(f"{len(programs)} programs, {failures} wrong")
sys.exit(1 if failures or not programs else 0)
