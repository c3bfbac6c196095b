#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The race-detection paper's tables anew: Figures 8, 9 and 10 and appendix B, beside what was published
(published_races.json), with the paper's numbers of threads and iterations where a program has one to choose. Ours are
other programs of the same algorithms in another language: lengths are comparable with each other, not with the paper's.

usage: machine_races.py heddle
"""
import itertools
import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
HEURISTICS = ("ARA", "AF", "WF", "WW")
CONFIGURATIONS = [",".join(some) for size in range(1, 5) for some in itertools.combinations(HEURISTICS, size)]
MOST_STATES = 300000


def check(heddle, file, *arguments):
    done = subprocess.run([heddle, "check", "--engine", "machine", file, "--statistics", "--format", "json",
                           "--save", "none", *arguments],
                          capture_output=True, text=True)
    if done.returncode not in (0, 1, 3):
        sys.exit(done.stderr)
    report = json.loads(done.stdout)
    return report, report["statistics"]


def first_race(heddle, path, flags, *search):
    _, s = check(heddle, path, "--flag=-DRACE", *(f"--flag=-D{flag}" for flag in flags), "--reduction", "none", "--first",
                 "--no-deadlocks", "--limit-states", str(MOST_STATES), *search)
    return s


def found(s):
    return f"{s['first_finding_states']:,} ({s['first_finding_length']:,})" if "first_finding_states" in s else "none"


def cost(s):
    h = f" {s['summary_rows']}·{s['summary_facts']}" if "summary_rows" in s else ""
    return f"{found(s)} {s['search_cpu_seconds']:.3f} s {s['state_bytes'] / 1024:.0f} K{h}"


def first_races(heddle, published):
    searches = {"depth-first": ["--race-check", "path"], "adjacent": ["--race-check", "adjacent"]}
    for chosen in ["none", *CONFIGURATIONS]:
        searches[chosen] = ["--race-check", "path", "--order", "heuristic", "--heuristics", chosen]
    all_found = {}
    for path in sorted((ROOT / "examples/textbook").glob("*.c")):
        flags = published.get(path.stem, {}).get("flags", [])
        all_found[path.stem] = {name: first_race(heddle, path, flags, *search) for name, search in searches.items()}
        print(path.stem, file=sys.stderr, flush=True)
    return all_found


def length(s):
    return s.get("first_finding_length", 10**9)


def figures_8_and_9(all_found, published):
    print("\n### Races of the textbook programs, beside Figures 8 and 9\n")
    print("States until the first race (length of its path), CPU seconds, KiB for states, size of h. *adjacent*: two threads "
          "before conflicting accesses, depth first, in place of h. *queue*: by depth alone.\n")
    print("| program | depth-first | adjacent | queue | all four | published as | depth-first | adjacent (9) | all four |")
    print("|---|---:|---:|---:|---:|---|---:|---:|---:|")
    for stem, of in all_found.items():
        paper = published.get(stem, {})
        flags = " ".join(paper.get("flags", []))
        print(f"| {stem} {flags} | {cost(of['depth-first'])} | {found(of['adjacent'])} | {cost(of['none'])} "
              f"| {cost(of[CONFIGURATIONS[-1]])} | {paper.get('name', '')} | {paper.get('depth_first', '')} "
              f"| {paper.get('adjacent', '')} | {paper.get('all_four', '')} |")
    for name, other in (("depth-first", "depth-first"), ("the queue without heuristics", "none")):
        shorter = sum(length(of[CONFIGURATIONS[-1]]) < length(of[other]) for of in all_found.values())
        longer = sum(length(of[CONFIGURATIONS[-1]]) > length(of[other]) for of in all_found.values())
        print(f"\nAgainst {name} all four shorten {shorter} of {len(all_found)} paths and lengthen {longer}.")


def appendix_b(all_found, published):
    print("\n### All configurations of heuristics, beside appendix B\n")
    print("States until the first race (length of its path); below each program of the paper what was published. The shortest "
          "path of a row in bold.\n")
    columns = ["none", *CONFIGURATIONS]
    print("| program | none | ARA | AF | WF | WW | ARA,AF | ARA,WF | ARA,WW | AF,WF | AF,WW | WF,WW | ARA,AF,WF | ARA,AF,WW "
          "| ARA,WF,WW | AF,WF,WW | ARA,AF,WF,WW |")
    print("|---|" + "---:|" * len(columns))
    best = dict.fromkeys(columns, 0)
    for stem, of in all_found.items():
        least = min(length(of[column]) for column in columns)
        cells = []
        for column in columns:
            is_best = length(of[column]) == least
            best[column] += is_best
            cells.append(f"**{found(of[column])}**" if is_best else found(of[column]))
        print(f"| {stem} | {' | '.join(cells)} |")
        if stem in published:
            given = published[stem]["configurations"]
            print(f"| *published* | | {' | '.join(given[column] for column in CONFIGURATIONS)} |")
    print(f"| **shortest of {len(all_found)}** | {' | '.join(str(best[column]) for column in columns)} |")


def figure_10(heddle, published):
    print("\n### What following happens-before costs, beside Figure 10\n")
    print("States (longest path), CPU seconds, KiB for states, size of h.\n")
    print("| program | without | with h | verdict | published as | without | with h |")
    print("|---|---:|---:|---|---|---:|---:|")
    for stem, (name, without, with_h, flags) in published.items():
        columns = []
        for races in ("off", "path"):
            report, s = check(heddle, ROOT / f"examples/textbook/{stem}.c", "--reduction", "none", "--race-check", races,
                              *(f"--flag=-D{flag}" for flag in flags))
            h = f", {s['summary_rows']}·{s['summary_facts']}" if races == "path" else ""
            columns.append(f"{s['states']:,} ({s['longest_path']}), {s['search_cpu_seconds']:.3f} s, "
                           f"{s['state_bytes'] / 1024:.0f} K{h}")
        kinds = ", ".join(sorted({finding["kind"] for finding in report["findings"]})) or "no error"
        print(f"| {stem} {' '.join(flags)} | {' | '.join(columns)} | {kinds} | {name} | {without} | {with_h} |", flush=True)


def tables(heddle):
    published = json.loads((ROOT / "bench/published_races.json").read_text())
    all_found = first_races(heddle, published["figure8"])
    figures_8_and_9(all_found, published["figure8"])
    appendix_b(all_found, published["figure8"])
    figure_10(heddle, published["figure10"])


if __name__ == "__main__":
    tables(pathlib.Path(sys.argv[1]).resolve())
