#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What `heddle predict` says of one recording.

Every *.std here says in its first comment lines what must be predicted from it:

    # options: --deadlocks                     none: races and deadlocks
    # expect: clean
    # expect: data-race certain 1 6; deadlock possible 3 9       kind, certainty, events (0-based), in any order
    # says: T0 joins T1, T1 joins T2           what some finding's message or note contains; may be repeated

The name of a program (*.c, *.cpp) carries the truth: NAME.clean.cpp has no finding, NAME.KIND.cpp has a certain one of
that kind. It is recorded first. Every schedule is replayed once more by `heddle trace replay-order`.
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile


def run(heddle, *arguments, **options):
    return subprocess.run([heddle, *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          timeout=300, **options)


def predicted(heddle, directory, trace, options):
    saved = directory / "predicted.json"
    done = run(heddle, "predict", trace, *options, "--format", "json", "--output", saved)
    if done.returncode not in (0, 1):
        return None, f"exit status {done.returncode}: {done.stderr}"
    findings = json.loads(saved.read_text())["findings"]
    if findings:
        shown = run(heddle, "trace", "replay-order", saved)
        if shown.returncode != 0 or shown.stdout.count("checked:") != len(findings):
            return None, f"replay-order: {shown.stdout}{shown.stderr}"
    return findings, ""


def events_of(finding):
    steps = finding.get("steps") or [finding["first"], finding["second"]]
    return [step["event"] for step in steps]


def wrong_with_trace(heddle, directory, trace):
    said = trace.read_text()
    expected = re.search(r"^# expect: (.*)$", said, re.M).group(1)
    options = (re.search(r"^# options: (.*)$", said, re.M) or [None, ""])[1].split()
    findings, wrong = predicted(heddle, directory, trace, options)
    if findings is None:
        return wrong
    got = {f"{one['kind']} {one['certainty']} {' '.join(map(str, events_of(one)))}" for one in findings} or {"clean"}
    if got != set(expected.split("; ")):
        return f"expected «{expected}», got «{'; '.join(sorted(got))}»"
    words = "\n".join("\n".join([one["message"], *one.get("notes", [])]) for one in findings)
    missing = [text for text in re.findall(r"^# says: (.*)$", said, re.M) if text not in words]
    return f"nothing says «{missing[0]}» in:\n{words}" if missing else ""


def wrong_with_program(heddle, directory, program):
    truth = program.name.split(".")[-2]
    trace = directory / f"{program.stem}.hdl"
    recorded = run(heddle, "run", "--record", trace, program, cwd=directory)
    if not trace.exists():
        return f"not recorded: {recorded.stdout}{recorded.stderr}"
    findings, wrong = predicted(heddle, directory, trace, [])
    if findings is None:
        return wrong
    told = [f"{one['kind']} {one['certainty']}: {one['message']}" for one in findings]
    if truth == "clean":
        return f"accused: {told}" if findings else ""
    return "" if any(line.startswith(f"{truth} certain") for line in told) else f"only {told}"


def main():
    heddle = pathlib.Path(sys.argv[1]).resolve()
    here = pathlib.Path(__file__).parent
    traces, programs = sorted(here.glob("*.std")), sorted([*here.glob("*.c"), *here.glob("*.cpp")])
    failed = 0
    with tempfile.TemporaryDirectory() as name:
        for path in traces + programs:
            check = wrong_with_trace if path.suffix == ".std" else wrong_with_program
            wrong = check(heddle, pathlib.Path(name), path)
            if wrong:
                failed += 1
                print(f"{path.name}: {wrong}")
    print(f"{len(traces)} traces, {len(programs)} programs, {failed} failed")
    return 1 if failed or not traces or not programs else 0


if __name__ == "__main__":
    sys.exit(main())
