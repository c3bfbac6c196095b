#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every object of objects/: right it is clean, exhausted; each of its mutants is found, with its smallest scenario.

objects.py HEDDLE DIRECTORY [all]. Without `all`, scenarios have at most three calls, and mutants that need more are left
out."""
import json
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).parent
NEEDS_MORE = {("lock_free_queue", 5), ("ring", 5), ("blocking_queue", 2), ("work_stealing_deque", 1), ("lru_cache", 1), ("lru_cache", 3),
              ("semaphore", 2), ("snapshot", 2)}


def build(heddle, directory):
    directory.mkdir(parents=True, exist_ok=True)
    objects = []
    for source in sorted((HERE / "objects").glob("*.cpp")):
        objects.append(directory / (source.stem + ".o"))
        subprocess.run([heddle, "c++", "-std=c++17", "-O1", "-g1", "-c", source, "-o", objects[-1]], check=True)
    program = directory / "objects"
    subprocess.run([heddle, "c++", *objects, "-o", program, "-pthread"], check=True)
    return program


def check(heddle, program, directory, arguments, *options):
    output = directory / "report.json"
    run = subprocess.run([heddle, "check", program, "--format", "json", "--output", output, *options, "--", *arguments],
                         capture_output=True, text=True, cwd=directory, timeout=3000)
    return run.returncode, json.loads(output.read_text())


def main():
    heddle, directory = pathlib.Path(sys.argv[1]).absolute(), pathlib.Path(sys.argv[2]).absolute()
    in_full = len(sys.argv) > 3
    program = build(heddle, directory)
    wrong, objects, mutants = [], 0, 0
    for line in subprocess.run([program, "list"], capture_output=True, text=True, check=True).stdout.splitlines():
        name, count, threads, calls = line.split()
        objects += 1
        for mutant in range(int(count) + 1):
            if not in_full and (name, mutant) in NEEDS_MORE:
                continue
            status, report = check(heddle, program, directory, [name, str(mutant)] + ([] if in_full else ["3"]))
            executions = report["statistics"]["executions"]
            if mutant == 0:
                print(f"{name}: {threads} threads × {calls} calls, {executions} executions: {report['verdict']}", flush=True)
                if status != 0:
                    wrong.append(f"{name} is right, but: {report['verdict']} {report['reason']} {report['findings'][:1]}")
                if in_full:  # by the other search, which the default one takes for weak atomics
                    status, report = check(heddle, program, directory, [name, "0", "3"], "--memory-model", "rc11", "--strategy", "graphs")
                    print(f"  graphs: {report['statistics']['executions']} executions: {report['verdict']}", flush=True)
                    if status != 0:
                        wrong.append(f"{name} as graphs: {report['verdict']} {report['reason']} {report['findings'][:1]}")
                continue
            mutants += 1
            kinds = [finding["kind"] for finding in report["findings"]]
            found = [finding.get("history", {}).get("found") or next((note for note in finding["notes"] if "scenario" in note), "")
                     for finding in report["findings"]]
            print(f"  mutant {mutant}: {executions} executions: {' '.join(kinds) or report['verdict']} {' '.join(found)}",
                  flush=True)
            if status != 1:
                wrong.append(f"{name}: mutant {mutant} is not found")
            for text in found:
                if not re.search(r"no scenario with fewer calls fails", text):
                    wrong.append(f"{name}: mutant {mutant}: {text}")
    print(f"{objects} objects, {mutants} mutants")
    if objects < 25 or (in_full and mutants < 60):
        wrong.append("there should be at least 25 objects and 60 mutants")
    print("\n".join(wrong))
    return 1 if wrong else 0


sys.exit(main())
