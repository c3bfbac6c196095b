#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Online = offline: a recorded run has the same racy variables for `heddle run` as for `heddle races` on its trace.

    online_offline.py HEDDLE PROGRAM…

A program is compiled as its lines `// flags: …` and `// compilers: …` say, by the first of these. Programs that heddle must
not judge (x.inconclusive.c) have no answer to compare, and are left out; so are those with a line `// online-only: …`,
whose findings rest on what a recording does not hold.
"""
import json
import os
import re
import subprocess
import sys
import tempfile


def races(result):
    """What each race is on, and where its two accesses are."""
    return [(re.sub(r"\+\d+$", "", finding["variable"]),
             tuple(sorted(os.path.basename(finding[side]["location"]) for side in ("first", "second"))))
            for finding in result["findings"] if finding["kind"] == "data-race"]


def compared(online, offline):
    """Globals by name, with their element or member. A recording does not know what other memory is called (it has an
    address there, `run` finds the pointer to it or the function it is a local of): the places of the accesses stand
    for it."""
    addressed = {places for name, places in offline if name.startswith("0x")}
    return tuple({places if places in addressed else name for name, places in side} for side in (online, offline))


def main():
    heddle, programs = sys.argv[1], [path for path in sys.argv[2:] if ".inconclusive." not in path]
    programs = [path for path in programs if "\n// online-only: " not in open(path).read()]
    failures = racy = 0
    for program in programs:
        text = open(program).read()
        flags = re.findall(r"^// flags: (.*)$", text, re.M)
        compilers = re.findall(r"^// compilers: (\S+)", text, re.M)
        if program.endswith(".cpp"):
            compilers = [name.replace("gcc", "g++").replace("clang", "clang++") for name in compilers]
        with tempfile.TemporaryDirectory() as directory:
            online_file, trace = directory + "/online.json", directory + "/run.hdl"
            command = [heddle, "run", "--format", "json", "--output", online_file, "--each-variable", "--record", trace,
                       "--flag=-O1", *("--compiler=" + compiler for compiler in compilers[:1]), *("--flag=" + flag for line in flags for flag in line.split()), program]
            subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=120)
            done = subprocess.run([heddle, "races", "--format", "json", trace], stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE, timeout=120)
            if not os.path.exists(online_file) or not done.stdout:
                print(f"{program}: {done.stderr.decode()}")
                failures += 1
                continue
            online, offline = compared(races(json.load(open(online_file))), races(json.loads(done.stdout)))
        racy += bool(online)
        if online != offline:
            failures += 1
            print(f"{program}: online {sorted(map(str, online))}, offline {sorted(map(str, offline))}", flush=True)
    print(f"{len(programs)} programs, {racy} of them racy, {failures} disagree")
    # Without programs, or with none that races, nothing was compared.
    sys.exit(1 if failures or not programs or not racy else 0)


main()
