#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Programs whose name carries the truth: NAME.KIND.c is found to have a KIND finding, or to be clean or inconclusive.

usage: run.py heddle source-directory [part [two]]; every reduction must agree, or with `two` none at all and another one by
turns. Parts: `.`, the kinds of findings; calls, what
synchronisation calls do, and how threads and programs end; cpp, C++ as it is written; exceptions; library, what the C and C++ libraries keep; competition,
programs in the style of the software-verification competition; strangers, ordinary code as people bring it (both with
transactions and without); annotations; textbook; without one all of them. A comment `also: KIND …` names what else is
found; whatever is found besides is wrong. `reason: …` is a regular expression for why it is inconclusive. annotations/ has for each annotation a program where it makes the difference,
and one where it is not true; a comment `-DWITHOUT: KIND` tells what there is to find when the annotation is left out.
The textbook programs are clean, and have a data race when compiled with -DRACE. also.txt names programs of other folders.
"""
import itertools
import json
import pathlib
import re
import subprocess
import sys


def check(heddle, arguments):
    done = subprocess.run([heddle, "check", "--engine", "machine", *map(str, arguments), "--format", "json",
                           "--save", "none", "--limit-seconds", "60"],
                          capture_output=True, text=True)
    if done.returncode not in (0, 1, 3):
        return {"verdict": f"exit {done.returncode}: {done.stderr}", "findings": []}
    return json.loads(done.stdout)


def also_found(path):
    also = re.search(r"also: ([a-z -]+)", path.read_text())
    return set(also[1].split()) if also else set()


def programs(root, part):
    """Of this part, or all: (path, the name of its folder here, what is found)."""
    here = root / "test/machine"
    for path in sorted(here.rglob("*")):
        if path.suffix in (".c", ".cpp") and path.parent.name != "properties" and (not part or path.parent == here / part):
            yield path, path.parent.name, path.name.split(".")[1]
    for line in (here / "also.txt").read_text().splitlines():
        if line.startswith("#"):
            continue
        theirs, name, *finds = line.split()
        if not part or part == theirs:
            yield root / "test" / name, theirs, finds[0] if finds else name.split(".")[-2]


def main():
    heddle, root = sys.argv[1], pathlib.Path(sys.argv[2])
    wrong = []
    count = 0
    part = sys.argv[3] if len(sys.argv) > 3 else None
    by_turns = itertools.cycle(["left-movers", "transactions", "goldilocks"]) if len(sys.argv) > 4 else None
    for path, folder, truth in programs(root, part):
        reductions = ["none", "left-movers", "transactions", "goldilocks"]
        if folder in ("competition", "strangers"):
            reductions = ["none", "transactions"]
        elif folder == "cpp" and by_turns:  # compiling takes longest
            reductions = [next(by_turns)]
        elif by_turns:
            reductions = ["none", next(by_turns)]
        cases = [(truth, ["--reduction", reduction]) for reduction in reductions]
        also = also_found(path)
        without = re.search(r"-DWITHOUT: ([a-z-]+)", path.read_text())
        if without:
            cases.append((without[1], ["--flag=-DWITHOUT"]))
        for expected, options in cases:
            report = check(heddle, [path, *options])
            kinds = {f["kind"] for f in report["findings"]}
            count += 1
            reason = re.search(r"reason: (.*)", path.read_text())
            right = report["verdict"] == expected if expected in ("clean", "inconclusive") else expected in kinds
            right &= not reason or re.search(reason[1], report.get("reason") or "") is not None
            if not right or kinds - also - {expected}:
                wrong.append(f"{path.name} {' '.join(options)}: {report['verdict']} {sorted(kinds)}, not {expected}")
    for path in sorted((root / "examples/textbook").glob("*.c")) if part in (None, "textbook") else []:
        count += 2
        report = check(heddle, [path])
        if report["verdict"] != "clean":
            wrong.append(f"{path.name}: {report['verdict']} {report['findings'][:1]}")
        report = check(heddle, [path, "--flag=-DRACE"])
        if {f["kind"] for f in report["findings"]} - also_found(path) != {"data-race"}:
            wrong.append(f"{path.name} -DRACE: {report['verdict']}")
    if count == 0:
        wrong.append(f"no programs in {part or 'test/machine'}")
    print("\n".join(wrong) or f"{count} checks as expected")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
