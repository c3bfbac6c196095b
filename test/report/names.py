#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Each race of objects.cpp and objects.c is on an object that a report must call what its source calls it: the report of a
run, of the recording of that run, and of a check of each race alone.

Usage: names.py HEDDLE SOURCE-DIRECTORY COMPILER[=FLAGS]…  (g++, clang++-14, …; the C compiler goes with it)
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

C = {"g++": "gcc", "clang++-14": "clang-14", "clang++-19": "clang-19"}


def marks(path):
    """[(line, what, wanted)]"""
    found = []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        for mark in re.split(r"/[/*] ", line)[1:]:
            what = re.match(r"(name|holds|named|runs): (.+?)(?: \*/)?\s*$", mark)
            if what:
                found.append((number, what[1], what[2]))
    return found


def said(findings):
    """{(line, what): names}"""
    names = {}
    for finding in findings:
        steps = [step for step in (finding.get("first"), finding.get("second")) if step]
        lines = {int(place.rpartition(":")[2] or 0) for step in steps
                 for place in [step["location"]] + [frame["location"] for frame in step.get("stack", [])]}
        threads = finding.get("threads", [])
        # Parts without a name of their own have a number.
        words = {"name": {re.sub(r"#\d+$", "", finding.get("variable", ""))},
                 "holds": {lock for step in steps for lock in step.get("holding", [])},
                 "named": {thread.get("label", "") for thread in threads},
                 "runs": {re.sub(r"\(.*", "", thread.get("runs", "")) for thread in threads}}
        for line in lines:
            for what, each in words.items():
                names.setdefault((line, what), set()).update(each)
    return names


def main():
    heddle, root = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    wrong, named, kinds = 0, 0, set()

    def findings(directory, *arguments):
        done = subprocess.run([heddle, *arguments, "--format", "json"], cwd=directory, capture_output=True, text=True, timeout=300)
        if done.returncode not in (0, 1):
            sys.exit(f"{arguments}: exit status {done.returncode}\n{done.stderr}")
        return json.loads(done.stdout)["findings"]

    for which in sys.argv[3:]:
        compiler, _, level = which.partition("=")
        for source in ("objects.cpp", "objects.c"):
            path = root / "test/report" / source
            with tempfile.TemporaryDirectory() as directory:
                is_cpp = source.endswith("cpp")
                subprocess.run([heddle, "c++" if is_cpp else "cc", "-g", level or "-O1", path, "-o", "objects", "-lpthread"],
                               cwd=directory, check=True, env={**os.environ, "HEDDLE_CXX": compiler, "HEDDLE_CC": C[compiler]})
                told = {"run": said(findings(directory, "run", "--record", "run.hdl", "./objects")),
                        "races": said(findings(directory, "races", "run.hdl"))}
                checked, number = [], 0
                while True:
                    found = findings(directory, "check", "--save", "none", "./objects", str(number))
                    if not found:
                        break
                    checked += found
                    number += 1
                told["check"] = said(checked)
            for verb, names in told.items():
                for line, what, wanted in marks(path):
                    kinds.add((source, line, what))
                    if wanted in names.get((line, what), set()):
                        named += 1
                    else:
                        wrong += 1
                        print(f"{which} {verb} {source}:{line}: expected {what} {wanted}, not {sorted(names.get((line, what), {'no race'}))}")
    print(f"{len(kinds)} kinds of object, {named} named, {wrong} wrong")
    return 1 if wrong or len(kinds) < 40 else 0


if __name__ == "__main__":
    sys.exit(main())
