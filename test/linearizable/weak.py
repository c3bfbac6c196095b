#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Objects with weak atomics: what is right is clean, what is wrong is found, and all are clean under sequential consistency.

weak.py HEDDLE DIRECTORY [every]   each so many-th of them, or all"""
import json
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).parent


def verdict(heddle, program, directory, name, *options):
    output = directory / "report.json"
    run = subprocess.run([heddle, "check", program, "--format", "json", "--output", output, *options, "--", name],
                         capture_output=True, text=True, cwd=directory, timeout=1800)
    report = json.loads(output.read_text())
    return run.returncode, report


def main():
    heddle, directory = pathlib.Path(sys.argv[1]).absolute(), pathlib.Path(sys.argv[2]).absolute()
    every = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    directory.mkdir(parents=True, exist_ok=True)
    program = directory / "weak"
    subprocess.run([heddle, "c++", "-std=c++17", "-O1" if every == 1 else "-O0", "-g1", HERE / "weak.cpp", "-o", program, "-pthread"], check=True)
    wrong, names = [], subprocess.run([program], capture_output=True, text=True, check=True).stdout.split()
    for name in names[::every]:
        status, report = verdict(heddle, program, directory, name)
        kinds = [finding["kind"] for finding in report["findings"]]
        print(f"{name}: {report['verdict']} {report['statistics']['executions']} executions {' '.join(kinds)}", flush=True)
        if name.endswith(".right") and status != 0:
            wrong.append(f"{name}: {report['verdict']} {report['reason']}")
        if name.endswith(".wrong") and kinds != ["linearizability"]:
            wrong.append(f"{name} is not found")
        if name.endswith(".wrong") and status == 1:
            replay = subprocess.run([heddle, "replay", "heddle-finding.json", "--times", "20"], capture_output=True,
                                    text=True, cwd=directory, timeout=600)
            if "20 identical" not in replay.stdout:
                wrong.append(f"{name}: {replay.stdout} {replay.stderr}")
        status, report = verdict(heddle, program, directory, name, "--memory-model", "sc")
        if status != 0:
            wrong.append(f"{name} under sequential consistency: {report['verdict']} {report['reason']}")
        for file in directory.glob("heddle-finding*.json"):
            file.unlink()
    print(f"{len(names)} objects")
    print("\n".join(wrong))
    return 1 if wrong or len(names) < 20 else 0


sys.exit(main())
