#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The stacks that a finding shows are those that a debugger gives for the same addresses: the innermost frame and those that
were inlined, at every level of optimisation. Thirty racing programs are built by each compiler at each level and checked;
the saved finding has the addresses, elfutils' `eu-addr2line -i` says which lines they are. (That of binutils 2.40 takes the
file of a frame that DWARF 5 describes for another.)

Usage: debugger.py HEDDLE SOURCE-DIRECTORY PROGRAMS COMPILER=LEVEL…   such as g++=-O0 clang++-14=-O2
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

# Clang leaves out a table that elfutils goes by, unless asked for it.
TABLE = {"g++": [], "clang++-14": ["-gdwarf-aranges"], "clang++-19": ["-gdwarf-aranges"]}
C = {"g++": "gcc", "clang++-14": "clang-14", "clang++-19": "clang-19"}


def is_system(path):
    return path in ("", "??") or path.startswith(("/usr/", "../sysdeps/")) or "/libstdc++-v3/" in path or "/include/heddle/" in path


def lines_of(program, addresses):
    """Of each address the places there, inlined ones first."""
    done = subprocess.run(["eu-addr2line", "-i", "-a", "-e", program, *[hex(address) for address in addresses]],
                          capture_output=True, text=True, check=False)  # 1: an address that no unit describes
    all_places = []
    for line in done.stdout.splitlines():
        if line.startswith("0x"):
            all_places.append([])
        else:
            found = re.match(r"(.*?):(\d+)(:\d+)?( \(|$)", line)
            all_places[-1].append((found[1], int(found[2])))
    return all_places


def wanted_stack(program, module, stack):
    own = [pc - 1 - module["bias"] for pc in stack if module["low"] <= pc < module["high"]]
    places = [place for each in lines_of(program, own) for place in each]
    return [(pathlib.Path(path).name, line) for path, line in places if not is_system(os.path.normpath(path))]


def main():
    heddle, root, count = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve(), int(sys.argv[3])
    sources = sorted(path for kind in ("c", "cpp") for path in (root / "test/programs").rglob(f"*.data-race.{kind}"))
    right = wrong = 0
    print("compiled by | programs | stacks as a debugger gives them | others")
    for which in sys.argv[4:]:
        compiler, _, level = which.partition("=")
        compared, before = 0, (right, wrong)
        for source in sources:
            if compared == count:
                break
            with tempfile.TemporaryDirectory() as directory:
                environment = {**os.environ, "HEDDLE_CXX": compiler, "HEDDLE_CC": C[compiler]}
                built = subprocess.run([heddle, "cc" if source.suffix == ".c" else "c++", "-g", *TABLE[compiler], level, source, "-o", "program", "-lpthread"],
                                       cwd=directory, env=environment, capture_output=True)
                if built.returncode != 0:  # one that wants other flags
                    continue
                done = subprocess.run([heddle, "check", "./program", "--save", "saved.json", "--format", "json", "--limit-seconds", "5"],
                                      cwd=directory, capture_output=True, text=True, timeout=120)
                saved = pathlib.Path(directory) / "saved.json"
                if done.returncode != 1 or not saved.exists():
                    continue
                finding, record = json.loads(done.stdout)["findings"][0], json.loads(saved.read_text())
                if finding["kind"] != "data-race":
                    continue
                compared += 1
                module = record["modules"][0]
                # Of an access the last step by its thread has the whole stack, where the failure itself has only its end.
                for step, place in zip((finding["first"], finding["second"]), record["failure"]["places"]):
                    same = [each for each in record["steps"] if each["thread"] == place["thread"] and each["stack"][:1] == place["stack"][:1]]
                    expected = wanted_stack(f"{directory}/program", module, (same[-1] if same else place)["stack"])
                    shown = [(pathlib.Path(path).name, int(line)) for path, _, line in
                             (frame["location"].rpartition(":") for frame in step.get("stack", []))]
                    if shown == expected:
                        right += 1
                    else:
                        wrong += 1
                        print(f"{which} {source.name}: {step['operation']} shows {shown}, a debugger {expected}")
        if compared < count:
            wrong += 1
            print(f"{which}: only {compared} programs race")
        print(f"{compiler} {level} | {compared} | {right - before[0]} | {wrong - before[1]}", flush=True)
    print(f"{right} stacks as a debugger gives them, {wrong} not")
    return 1 if wrong or not right else 0


if __name__ == "__main__":
    sys.exit(main())
