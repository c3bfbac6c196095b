# SPDX-License-Identifier: Apache-2.0
"""Samplers find what they are for, the estimate is near what an exhausted search shows, and waiting and barriers cost as little as they should.

    sampling.py HEDDLE WORKING_DIRECTORY

Everything here is the same in each run: seeds are fixed, and one worker runs.
"""
import json
import os
import subprocess
import sys

heddle, work = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
here = os.path.dirname(os.path.abspath(__file__))
root = os.path.abspath(os.path.join(here, "../../.."))
os.makedirs(work, exist_ok=True)
wrong = []


def build(source, *defines):
    binary = os.path.join(work, os.path.basename(source) + "".join(defines).replace("-D", ".") + ".test")
    subprocess.run([heddle, "cc", "-O1", "-w", *defines, "-I" + os.path.join(root, "include"), os.path.join(root, source), "-o", binary, "-pthread"], check=True)
    return binary


def check(program, *options):
    done = subprocess.run([heddle, "check", program, "--engine", "native", "--format", "json", "--save", "none", "--jobs", "1", "--statistics", *options],
                          capture_output=True, text=True, cwd=work)
    return json.loads(done.stdout)


def expect(condition, what, report):
    print(("right  " if condition else "WRONG  ") + what)
    if not condition:
        wrong.append(what)
        print(json.dumps(report)[:1000])


for source, defines in (("reorder", ["-DN=5"]), ("twostage", ["-DN=3"]), ("din_phil", ["-DN=3"]), ("bluetooth_driver", []), ("token_ring", [])):
    program = build(f"bench/sampling/{source}.c", *defines)
    for strategy in ("random", "pct", "pos", "surw", "fuzz"):
        report = check(program, "--strategy", strategy, "--as-found", "--limit-seconds", "30")
        expect(report["verdict"] == "findings", f"{strategy} finds the bug of {source}", report)

ring = build("bench/sampling/din_phil.c", "-DN=12")
report = check(ring, "--strategy", "locks", "--executions", "1", "--as-found")
expect([f["kind"] for f in report["findings"]] == ["deadlock"], "locks finds a ring of twelve locks in the first execution", report)
large = build("bench/sampling/din_phil.c", "-DN=20")  # half a million executions before the search by itself comes to it
report = check(large, "--as-found", "--limit-seconds", "60")
expect(report["verdict"] == "findings" and report["statistics"].get("found_by") == "locks", "and so does a search that would take long", report)

for source, executions in (("spin", 1), ("barrier", 1), ("test_and_set", 6), ("test_and_test_and_set", 36), ("readers", 4096), ("writers", 5040), ("lastzero", 3328), ("philosophers", 5040)):
    program = build(f"bench/check/{source}.c")
    for options in ([], ["--function", "test_as_function"]):
        report = check(program, *options)
        expect(report["verdict"] == "clean" and report["statistics"]["executions"] == executions,
               f"{source} has {executions} executions{' as a function' if options else ''}", report)
    for probes in (200, 2000) if executions > 1000 else (2000,):
        found = check(program, "--strategy", "estimate", "--executions", str(probes))["statistics"]
        estimate, error = found["estimated_executions"], found["estimate_error"]
        expect(executions / 2 < estimate < executions * 2 and abs(executions - estimate) <= 3 * error + 1,
               f"the estimate for {source} after {probes} probes is {estimate:.0f} ± {error:.0f}", found)

report = check(build("bench/sampling/reorder.c", "-DN=3"), "--fewest-preemptions", "--as-found")
expect(report["verdict"] == "findings", "with few preemptions first the bug is found", report)
report = check(build("bench/check/readers.c"), "--fewest-preemptions", "--limit-seconds", "2")
expect(report["verdict"] != "findings", "and a right program is not said to fail", report)
print(f"{len(wrong)} wrong")
sys.exit(1 if wrong else 0)
