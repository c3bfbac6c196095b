#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Each race of objects.cpp and objects.c is on an object that the report must call what its source calls it.

Usage: names.py HEDDLE SOURCE-DIRECTORY COMPILER[=FLAGS]…  (g++, clang++-14, …; the C compiler goes with it)
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

C = {"g++": "gcc", "clang++-14": "clang-14", "clang++-19": "clang-19"}


def main():
    heddle, root = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    wrong = named = 0
    for which in sys.argv[3:]:
        compiler, _, level = which.partition("=")
        for source in ("objects.cpp", "objects.c"):
            path = root / "test/report" / source
            wanted = {number + 1: name for number, line in enumerate(path.read_text().splitlines())
                      for name in re.findall(r"/[/*] name: (\S+)(?: \*/)?$", line)}
            with tempfile.TemporaryDirectory() as directory:
                done = subprocess.run([heddle, "run", "--format", "json", "--compiler",
                                       compiler if source.endswith("cpp") else C[compiler],
                                       f"--flag={level or '-O1'}", path],
                                      cwd=directory, capture_output=True, text=True, timeout=300)
            if done.returncode != 1:
                print(f"{which} {source}: exit status {done.returncode}\n{done.stderr}")
                return 1
            names = {}
            for finding in json.loads(done.stdout)["findings"]:
                for step in (finding.get("first"), finding.get("second")):
                    if step:
                        for place in [step["location"]] + [frame["location"] for frame in step.get("stack", [])]:
                            names.setdefault(int(place.rpartition(":")[2] or 0), set()).add(finding["variable"])
            for line, name in wanted.items():
                if name in names.get(line, set()):
                    named += 1
                else:
                    wrong += 1
                    print(f"{which} {source}:{line}: expected {name}, not {sorted(names.get(line, {'no race'}))}")
    print(f"{named} named, {wrong} wrong")
    return 1 if wrong or not named else 0


if __name__ == "__main__":
    sys.exit(main())
