# SPDX-License-Identifier: Apache-2.0
"""Ten failures, each replayed a hundred times with either backend: all must go exactly the same way.

    replay.py HEDDLE WORKING_DIRECTORY
"""
import json
import os
import subprocess
import sys

heddle, work = sys.argv[1], sys.argv[2]
here = os.path.dirname(os.path.abspath(__file__))
root = os.path.abspath(os.path.join(here, "../../.."))
os.makedirs(work, exist_ok=True)
PROGRAMS = [
    "aba.assertion.c",
    "bounded_buffer.if_instead_of_while.assertion.c",
    "bounded_buffer.signal_one.deadlock.c",
    "lost_wakeup.deadlock.c",
    "mcs.locked_late.livelock.c",
    "michael_scott.blind_link.null-dereference.c",
    "peterson.turn_first.data-race.c",
    "philosophers.deadlock.c",
    "treiber.free_at_once.use-after-free.c",
    "uncaught.uncaught-exception.cpp",
]
wrong = 0
for program in PROGRAMS:
    stem, _, ending = program.rpartition(".")
    binary = os.path.join(work, stem)
    finding = binary + ".json"
    compiler = ["cc"] if ending == "c" else ["c++", "-std=c++20"]
    subprocess.run([heddle, *compiler, "-O1", "-I" + os.path.join(root, "include"), os.path.join(here, program),
                    "-o", binary, "-pthread"], check=True)
    subprocess.run([heddle, "check", binary, "--save", finding, "--format", "json"], stdout=subprocess.DEVNULL)
    for backend in ("fiber", "futex"):
        done = subprocess.run([heddle, "replay", finding, "--times", "100", "--backend", backend, "--format", "json"],
                              capture_output=True, text=True)
        report = json.loads(done.stdout)
        kinds = [each["kind"] for each in report["findings"]]
        identical = report["statistics"].get("identical")
        right = done.returncode == 1 and kinds == [stem.split(".")[-1]] and identical == 100
        wrong += not right
        print(f"{'right' if right else 'WRONG'}  {program} {backend}: {kinds}, {identical} of 100 identical {report.get('reason') or ''}")
sys.exit(1 if wrong else 0)
