#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""C++ as it is written, natively: what test/machine/cpp and exceptions say of a program, the native search says too,
as far as it comes.

native_agrees.py HEDDLE SOURCE-DIRECTORY [EVERY]   each so many-th program, or all
"""
import json
import pathlib
import subprocess
import sys


def main():
    heddle, root = sys.argv[1], pathlib.Path(sys.argv[2])
    every = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    programs = sorted(path for part in ("cpp", "exceptions") for path in (root / "test/machine" / part).glob("*.cpp"))[::every]
    wrong, finished = [], 0
    for path in programs:
        truth = path.name.split(".")[1]
        done = subprocess.run([heddle, "check", "--engine", "native", str(path), "--format", "json", "--save", "none",
                               "--limit-seconds", "10"], capture_output=True, text=True)
        if done.returncode not in (0, 1, 3):
            wrong.append(f"{path.name}: exit {done.returncode}: {done.stderr}")
            continue
        report = json.loads(done.stdout)
        kinds = {finding["kind"] for finding in report["findings"]}
        finished += report["verdict"] != "inconclusive"
        if (truth == "clean" and kinds) or (truth != "clean" and report["verdict"] == "clean") or (kinds and truth not in kinds):
            wrong.append(f"{path.name}: {report['verdict']} {sorted(kinds)}")
    if finished * 2 < len(programs) or not programs:
        wrong.append(f"only {finished} of {len(programs)} were finished")
    print("\n".join(wrong) or f"{len(programs)} programs, {finished} of them finished, none otherwise")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
