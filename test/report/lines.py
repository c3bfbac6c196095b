#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Races of lines.cpp are reported at the lines, and in the functions, that its marks name; so is where the threads of
lock_lines.cpp wait.

Usage: lines.py HEDDLE SOURCE-DIRECTORY COMPILER=LEVEL…   such as g++=-O0 clang++-14=-O2
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

CASES = 30


def marks(folder):
    """Case → {(file, line): function}."""
    found = {}
    for name in ("lines.cpp", "lines.h"):
        for number, line in enumerate((folder / name).read_text().splitlines(), 1):
            for case, back, function in re.findall(r"// \[(\d+)(?:-(\d+))?\] (.+)$", line):
                found.setdefault(int(case), {})[(name, number)] = function
                for extra in range(1, int(back or 0) + 1):  # a statement of several lines: any of them is right
                    found[int(case)][(name, number - extra)] = function
    return found


def waits(heddle, folder, compiler, level):
    """Where each thread of lock_lines.cpp waits: what is reported and what its marks say."""
    source = folder / "lock_lines.cpp"
    expected = {mark[1]: number for number, line in enumerate(source.read_text().splitlines(), 1)
                if (mark := re.search(r"// (T\d) waits", line))}
    done = subprocess.run([heddle, "check", source, "--format", "json", "--compiler", compiler, f"--flag={level}", "--save", "none"],
                          capture_output=True, text=True, timeout=300)
    report = json.loads(done.stdout)
    steps = report["findings"][0]["steps"] if report["findings"] else []
    return {step["thread"]: int(step["location"].rpartition(":")[2]) for step in steps if step["thread"] in expected}, expected


def main():
    heddle, folder = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve() / "test/report"
    wanted = marks(folder)
    wrong = right = 0
    print("compiled by | accesses at the right place | others")
    for which in sys.argv[3:]:
        compiler, _, level = which.partition("=")
        before = (right, wrong)
        with tempfile.TemporaryDirectory() as directory:
            done = subprocess.run([heddle, "run", "--each-variable", "--format", "json", "--compiler", compiler,
                                   f"--flag={level}", folder / "lines.cpp", folder / "lines_beside.cpp"], cwd=directory, capture_output=True, text=True, timeout=300)
        if done.returncode != 1:
            print(f"{which}: exit status {done.returncode}\n{done.stderr}")
            return 1
        waiting, expected = waits(heddle, folder, compiler, level)
        if waiting != expected:
            print(f"{which}: threads wait at {waiting}, not {expected}")
            wrong += 1
        seen = set()
        for finding in json.loads(done.stdout)["findings"]:
            number = re.search(r"raced_(\d+)", finding.get("variable", ""))
            if not number:
                print(f"{which}: {finding['message']}")
                wrong += 1
                continue
            case = int(number[1])
            seen.add(case)
            for step in (finding["first"], finding["second"]):
                path, _, line = step["location"].rpartition(":")
                place = (pathlib.Path(path).name, int(line) if line.isdigit() else 0)
                function = wanted.get(case, {}).get(place)
                inner = step.get("function", "")
                frames = " ".join(frame.get("function", "") + " " + frame["location"] for frame in step.get("stack", []))
                known = function == "main" and "lambda" in inner or function and function.split("::")[-1].split("<")[0] in inner
                if not known or "heddle" in frames.replace(str(folder), ""):
                    wrong += 1
                    print(f"{which} case {case}: {step['operation']} at {step['location']} in {inner}, expected {wanted.get(case)}\n    {frames}")
                else:
                    right += 1
        for case in set(wanted) - seen:
            wrong += 1
            print(f"{which} case {case}: no race reported")
        print(f"{compiler} {level} | {right - before[0]} | {wrong - before[1]}", flush=True)
    print(f"{right} accesses at the right place, {wrong} wrong")
    return 1 if wrong or not right else 0


if __name__ == "__main__":
    sys.exit(main())
