#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Races as a predicate of states, beside a detector that is made for them: the text's Tables 3.4, 3.5 and 4.3 anew, on the
programs of bench/programs/detection.

    detection.py HEDDLE BUILD [program…]

`run` detects races by epochs while the program runs (as FastTrack does); `--when race` does that, and looks for a state in
which two threads stand at a race, beside it. Time is CPU time of the program and of heddle, the least of HEDDLE_BENCH_RUNS
(5) runs. What was found is counted in variables: the elements of an array, and a member of all nodes, are one. For
`--when race` each variable of a recorded run is asked for: `heddle detect TRACE --when 'race(VARIABLE)'`.
"""
import collections
import json
import os
import pathlib
import re
import resource
import subprocess
import sys
import tempfile

RUNS = int(os.environ.get("HEDDLE_BENCH_RUNS", "5"))
AT_ONCE = 40  # variables in one question
PUBLISHED = {  # seconds / 1000: base, ParaMount over Lex and over QuickLex, RV runtime, FastTrack; found by each of the three
    "banking": ("3", "72", "20", "32,000", "40", "1", "1", "1"),
    "set_faulty": ("61", "152", "69", "37,000", "428", "1", "3", "1"),
    "set_correct": ("94", "110", "51", "39,000", "468", "0", "3", "1"),
    "arraylist1": ("3", "7", "19", "exception", "29", "3", "4", "3"),
    "arraylist2": ("4", "5", "15", "exception", "4", "0", "–", "0"),
    "sor": ("19", "81", "25", "41,000", "179", "0", "0", "0"),
    "elevator": ("16,000", "16,000", "–", "83,000", "16,000", "0", "0", "0"),
    "tsp": ("7", "114", "42", "exception", "146", "1", "–", "1"),
    "raytracer": ("32", "1240", "236", "o.o.m.", "998", "1", "0", "1"),
    "hedc": ("241", "940", "335", "exception", "1,140", "4", "–", "4"),
}


def cpu_ms(command):
    """Least of several runs."""
    best = float("inf")
    for _ in range(RUNS):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        best = min(best, after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)
    return 1000 * best


def field(name):
    return re.sub(r"\[.*?\]| #\d+", "", name)


def findings(command, output):
    subprocess.run([*command, "--format", "json", "--output", output], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return json.load(open(output))["findings"]


def shared(heddle, trace):
    """The addresses that several threads access, one of them writing."""
    threads, written = collections.defaultdict(set), set()
    for line in subprocess.run([heddle, "trace", "cat", trace], capture_output=True, text=True, check=True).stdout.splitlines():
        access = re.match(r"([^|]+)\|([rw])\((0x[0-9a-f]+)", line)
        if access:
            threads[access[3]].add(access[1])
            if access[2] == "w":
                written.add(access[3])
    return sorted(address for address, by in threads.items() if len(by) > 1 and address in written)


def racing(heddle, trace, addresses, output):
    """The fields whose race is possible in some state: many addresses in one question, halved as long as one is."""
    if not addresses:
        return set()
    if len(addresses) > AT_ONCE:
        return set().union(*(racing(heddle, trace, addresses[k:k + AT_ONCE], output) for k in range(0, len(addresses), AT_ONCE)))
    question = " || ".join(f"race({address})" for address in addresses)
    found = findings([heddle, "detect", trace, "--when", question], output)
    if not found:
        return set()
    if len(addresses) > 1:
        half = len(addresses) // 2
        return racing(heddle, trace, addresses[:half], output) | racing(heddle, trace, addresses[half:], output)
    targets = [step["target"] for step in found[0]["steps"] if step["operation"] in ("read", "write")]
    return {field(max(targets, key=targets.count))}


def row(heddle, source, directory):
    name = source.stem
    program = f"{directory}/{name}"
    flags = ["-O1", "-g", "-std=c++20", "-pthread", source, "-o"]
    subprocess.run(["g++", *flags, program], check=True)
    subprocess.run([heddle, "c++", *flags, program + ".heddle"], check=True, env={**os.environ, "HEDDLE_CXX": "g++"})
    watched = [heddle, "run", program + ".heddle"]
    trace, output = program + ".hdl", program + ".json"
    online = {field(found["variable"]) for found in findings([*watched, "--record", trace, "--each-variable"], output)
              if found["kind"] == "data-race"}
    events = json.load(open(output))["statistics"]
    lines = sum(len(part.read_text().splitlines()) for part in [source, *source.parent.glob("*.h")]
                if part == source or part.name in source.read_text())
    variables = shared(heddle, trace)
    states = racing(heddle, trace, variables, output)
    base, asked, epochs = (cpu_ms(command) for command in ([program], [*watched, "--when", "race"], watched))
    published = PUBLISHED[name]
    print(f"| {name} | {lines} | {events['threads'] - 1} | {events['events']:,} | {len(variables)} "
          f"| {base:.0f} | {asked:.0f} | {epochs:.0f} | {len(states)} | {len(online)} | {' · '.join(published[:5])} "
          f"| {' · '.join(published[5:])} |", flush=True)
    if states != online:
        print(f"{name}: --when race found {sorted(states)}, run {sorted(online)}")
    return states == online


def main():
    heddle = pathlib.Path(sys.argv[1]).resolve()
    folder = pathlib.Path(__file__).resolve().parent / "programs/detection"
    print("CPU milliseconds. Published: base, ParaMount over Lex, over QuickLex, RV runtime, FastTrack; what ParaMount, RV runtime and "
          "FastTrack found.\n")
    print("| program | lines | workers | events | shared | base | `run --when race` | `run` | found | by `run` "
          "| published ms | published found |\n|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|---|---|")
    with tempfile.TemporaryDirectory() as directory:
        agreed = [row(heddle, folder / f"{name}.cpp", directory) for name in sys.argv[3:] or PUBLISHED]
    return 0 if all(agreed) else 1


if __name__ == "__main__":
    sys.exit(main())
