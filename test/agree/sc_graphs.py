#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Under sequential consistency, `dpor` and the search of graphs on whole programs: what one finds clean the other
does, in as many executions. The numbers may differ only in programs that use what KNOWN names, and those are shown:
there the two tell other executions of the same outcomes apart.

    sc_graphs.py HEDDLE WORKING_DIRECTORY PROGRAMS [EVERY]

PROGRAMS: the folder with them, and with folders of them. EVERY: only each so many-th.
"""
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys

heddle, work, root = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2]).absolute(), pathlib.Path(sys.argv[3])
every = int(sys.argv[4]) if len(sys.argv) > 4 else 1
include = root.parent.parent / "include"


# What they tell apart otherwise, by the functions that the program calls, and why the outcomes are the same nevertheless.
KNOWN = {
    # For dpor, readers of a lock that take it or give it back do not conflict. In a graph each changes the lock's number of
    # readers, so their order counts. Nobody sees it but a writer, who waits for all of them.
    "readers of a lock": r"pthread_rwlock_|synchronized_pool",
    # For dpor, to look, to begin to wait and to give the mutex back is one step. In a graph it is one for each variable that
    # it concerns, and what others do between them is told apart; and who is woken reads any later state of the queue.
    # A wait that runs out does so in a step of its own for dpor, and by a choice made before it in a graph.
    "waits": r"pthread_cond_|cnd_|condition_variable|futex|\bsyscall\b|timed|clockwait|clocklock",
    # A loop that looks in vain, by a call that only looks: for dpor that look was none, if the loop looks again. In a graph, which
    # keeps no value for what such calls look at, a first look in vain and none are two executions, of the same outcomes.
    "polls": r"pthread_tryjoin_np|sem_getvalue",
    # For dpor, a weak compare-exchange that fails without a reason touches what it would have written. In a graph it reads.
    "failures without a reason": r"compare_exchange_weak",
}


def uses(binary):
    called = subprocess.run(["nm", "-u", binary], capture_output=True, text=True, check=True).stdout
    return [what for what, names in KNOWN.items() if re.search(names, called)]


def is_meant(path):
    return path.name.count(".") > 1 and "prove" not in path.parts and "omp_" not in path.name and "// only: run" not in path.read_text()


def explored(binary, folder, strategy):
    done = subprocess.run([heddle, "check", binary, "--memory-model", "sc", "--strategy", strategy, "--format", "json", "--save", "none",
                           "--limit-seconds", "20", "--jobs", "1"], capture_output=True, text=True, cwd=folder, stdin=subprocess.DEVNULL)
    try:
        report = json.loads(done.stdout)
    except ValueError:
        return "no report: " + done.stderr, 0, ""
    said = report["findings"][0]["kind"] if report["findings"] else report["verdict"]
    return said, report["statistics"].get("executions"), report.get("reason") or ""


def compare(path):
    folder = work / str(path.relative_to(root)).replace("/", "_").replace(".", "_")
    folder.mkdir(parents=True, exist_ok=True)
    compiler = ["cc", "-std=gnu17"] if path.suffix == ".c" else ["c++", "-std=c++20"]
    flags = [word for line in path.read_text().splitlines() if line.startswith("// flags:") for word in line.split()[2:]]
    binary = str(folder / "program")
    built = subprocess.run([heddle, *compiler, "-w", "-O1", "-D_GNU_SOURCE", f"-I{include}", *flags, path, "-o", binary, "-pthread", "-lm"],
                           capture_output=True, text=True)
    name = path.relative_to(root)
    if built.returncode != 0:
        return "unbuilt", f"{name}: {built.stderr[:200]}"
    dpor, graphs = explored(binary, folder, "dpor"), explored(binary, folder, "graphs")
    known = uses(binary)
    os.unlink(binary)
    shown = f"{name}: {dpor} {graphs}"
    if "inconclusive" in (dpor[0], graphs[0]):  # one of them does not know it, or has no time
        return ("known by dpor alone" if dpor[0] != "inconclusive" else "inconclusive"), shown
    if dpor[0] != graphs[0]:  # a program with two mistakes may show either
        return ("WRONG" if "clean" in (dpor[0], graphs[0]) or dpor[0].startswith("no report") else "other finding"), shown
    if dpor[0] == "clean" and dpor[1] != graphs[1]:
        return (f"other number: {known[0]}" if known else "WRONG"), shown
    return "same", shown


programs = [path for path in sorted(root.rglob("*.c*")) if path.suffix in (".c", ".cpp") and is_meant(path)][::every]
counts = {}
with concurrent.futures.ThreadPoolExecutor(2) as pool:
    for what, shown in pool.map(compare, programs):
        counts[what] = counts.get(what, 0) + 1
        print(what, shown, flush=True)
print(f"{len(programs)} programs: {counts}")
sys.exit(1 if counts.get("WRONG", 0) or not counts.get("same", 0) else 0)
