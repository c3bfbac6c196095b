#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The small programs, whose names carry the truth, under `heddle run --sample`: with 100 % each has the verdict that it has
without; with half of the accesses a right program has no finding, and what is found elsewhere is what there is.

    sampled.py HEDDLE DIRECTORY [every]      every so many-th program, 1 if it is not given
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import zlib


def directive(text, name):
    found = re.search(rf"^// {name}: (.*)$", text, re.M)
    return found.group(1).split() if found else []


def build(heddle, path, text, app):
    compilers = directive(text, "compilers")
    if directive(text, "built-by") or (compilers and "gcc" not in compilers):
        return False
    verb = "cc" if path.suffix == ".c" else "c++"
    standard = [] if verb == "cc" else ["-std=c++20"]
    done = subprocess.run([heddle, verb, "-O1", *standard, "-pthread", path, "-o", app, *directive(text, "flags")],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        sys.exit(f"{path} does not compile: {done.stdout[-2000:]}")
    return True


def kinds(heddle, app, share, directory):
    report = directory / "report.json"
    report.unlink(missing_ok=True)
    done = subprocess.run([heddle, "run", "--sample", share, "--format", "json", "--output", report, app], cwd=directory,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, timeout=120)
    if not report.exists():
        sys.exit(f"{app} with {share}: no report: {done.stderr[-2000:]}")
    told = json.loads(report.read_text())
    return told["verdict"], {finding["kind"] for finding in told["findings"]}


def main():
    heddle, programs = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2])
    every = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    failures = tried = 0
    for path in sorted([*programs.glob("*.c"), *programs.glob("*.cpp")]):
        if zlib.crc32(path.name.encode()) % every != 0:
            continue
        text, truth = path.read_text(), path.name.split(".")[1]
        with tempfile.TemporaryDirectory() as name:
            directory = pathlib.Path(name)
            if not build(heddle, path.resolve(), text, directory / "app"):
                continue
            tried += 1
            verdict, whole = kinds(heddle, directory / "app", "100%", directory)
            _, half = kinds(heddle, directory / "app", "50%", directory)
        right = verdict == truth if truth in ("clean", "inconclusive") else truth in whole
        # Which of several mistakes a run shows may differ; a right program shows none.
        invented = half if truth in ("clean", "inconclusive") else set()
        if not right or invented:
            failures += 1
            print(f"FAILED: {path.name}: {verdict} {whole} with 100 %, {half} with 50 %")
    print(f"{tried} programs, {failures} failures")
    return 1 if failures or tried < 20 else 0


if __name__ == "__main__":
    sys.exit(main())
