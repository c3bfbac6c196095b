#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Linearizability: histories a second by length and width (bench/linearizable_table.cpp), scenarios a second, and the
time to the first failure of the mutants in test/linearizable/objects.

linearizable.py HEDDLE BUILD"""
import json
import pathlib
import resource
import subprocess
import sys
import tempfile

HEDDLE, BUILD = pathlib.Path(sys.argv[1]).absolute(), pathlib.Path(sys.argv[2]).absolute()
SOURCE = pathlib.Path(__file__).resolve().parent.parent


def processor_time():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def check(program, directory, *arguments):
    start = processor_time()
    output = directory / "report.json"
    output.unlink(missing_ok=True)  # there is none if the check does not come about
    subprocess.run([HEDDLE, "check", program, "--format", "json", "--output", output, "--", *arguments],
                   capture_output=True, cwd=directory)
    return processor_time() - start, json.loads(output.read_text())


def main():
    table = subprocess.run([BUILD / "linearizable_table"], capture_output=True, text=True, check=True)
    print(table.stdout)
    with tempfile.TemporaryDirectory() as name:
        directory = pathlib.Path(name)
        objects = []
        for source in sorted((SOURCE / "test/linearizable/objects").glob("*.cpp")):
            objects.append(directory / (source.stem + ".o"))
            subprocess.run([HEDDLE, "c++", "-std=c++17", "-O1", "-c", source, "-o", objects[-1]], check=True)
        program = directory / "objects"
        subprocess.run([HEDDLE, "c++", *objects, "-o", program, "-pthread"], check=True)
        rows = subprocess.run([program, "list"], capture_output=True, text=True).stdout.split("\n")[:-1]
        print("Scenarios of at most three calls, processor time:\n")
        print("| object | scenarios | a second | executions | a second | first failure of each mutant, seconds (executions) |")
        print("|---|---:|---:|---:|---:|---|")
        for row in rows:
            name, mutants, _, _ = row.split()
            time, report = check(program, directory, name, "0", "3")
            executions = report["statistics"]["executions"]
            scenarios = int(subprocess.run([program, name, "count", "3"], capture_output=True, text=True, check=True).stdout)
            cells = []
            for mutant in range(1, int(mutants) + 1):
                failed, report = check(program, directory, name, str(mutant), "3")
                found = bool(report["findings"])
                calls = ""
                if not found:
                    more, report = check(program, directory, name, str(mutant))
                    failed, calls = failed + more, ", four calls"
                    found = bool(report["findings"])
                cells.append(f"{failed:.2f} ({report['statistics']['executions']}{calls})" if found else "not found")
            print(f"| {name} | {scenarios} | {scenarios / time:.0f} | {executions} | {executions / time:.0f} | {', '.join(cells)} |",
                  flush=True)


main()
