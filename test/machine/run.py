#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Programs whose name carries the truth: NAME.KIND.c is found to have a KIND finding, or to be clean or inconclusive.

usage: run.py heddle source-directory; every reduction must agree. competition/ holds programs in the style of the
software-verification competition, as a stranger brings them: with transactions and without. The textbook programs are
clean, and have a data race when compiled with -DRACE.
"""
import json
import pathlib
import subprocess
import sys


def check(heddle, arguments):
    done = subprocess.run([heddle, "check", "--engine", "machine", *map(str, arguments), "--format", "json",
                           "--save", "none", "--limit-seconds", "60"],
                          capture_output=True, text=True)
    if done.returncode not in (0, 1, 3):
        return {"verdict": f"exit {done.returncode}: {done.stderr}", "findings": []}
    return json.loads(done.stdout)


def main():
    heddle, root = sys.argv[1], pathlib.Path(sys.argv[2])
    wrong = []
    count = 0
    for path in sorted((root / "test/machine").rglob("*")):
        if path.suffix not in (".c", ".cpp"):
            continue
        truth = path.name.split(".")[1]
        reductions = ["none", "left-movers", "transactions", "goldilocks"]
        if path.parent.name == "competition":
            reductions = ["none", "transactions"]
        if "HEDDLE_" in path.read_text() and truth == "lock-misuse":
            reductions.remove("none")  # annotations are what reductions rely on: without them there is nothing to check
        for reduction in reductions:
            report = check(heddle, [path, "--reduction", reduction])
            kinds = {f["kind"] for f in report["findings"]}
            count += 1
            if truth in ("clean", "inconclusive"):
                if report["verdict"] != truth:
                    wrong.append(f"{path.name} --reduction {reduction}: {report['verdict']} {sorted(kinds)}")
            elif truth not in kinds:
                wrong.append(f"{path.name} --reduction {reduction}: {report['verdict']} {sorted(kinds)}, not {truth}")
    for path in sorted((root / "examples/textbook").glob("*.c")):
        count += 2
        report = check(heddle, [path])
        if report["verdict"] != "clean":
            wrong.append(f"{path.name}: {report['verdict']} {report['findings'][:1]}")
        report = check(heddle, [path, "--flag=-DRACE"])
        if "data-race" not in {f["kind"] for f in report["findings"]}:
            wrong.append(f"{path.name} -DRACE: {report['verdict']}")
    print("\n".join(wrong) or f"{count} checks as expected")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
