#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What `heddle predict --confirm` makes of predictions, on the recorded programs themselves.

The name of a program carries the truth. NAME.KIND.c has a bug of that kind which does not happen in its recording: it is
predicted, happens under control, and happens again by `heddle replay` of what was saved. NAME.refuted.c is right, though
something is predicted to be possible: what was predicted is refuted.

    run.py HEDDLE [NAME…]
"""
import concurrent.futures
import json
import pathlib
import subprocess
import sys
import tempfile

IN_ONE = ("crossed", "read_after_a_lock", "queue_of_one")  # these by `heddle run --predict`, too
TRIES = 5  # recordings, until one does not show the bug itself


def run(heddle, *arguments, cwd):
    return subprocess.run([heddle, *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          timeout=120, cwd=cwd)


def report(heddle, directory, *arguments):
    done = run(heddle, *arguments, "--format", "json", cwd=directory)
    if done.returncode not in (0, 1, 3):
        raise RuntimeError(f"heddle {' '.join(map(str, arguments))}: status {done.returncode}: {done.stderr}")
    return json.loads(done.stdout), done.returncode


def recorded(heddle, directory, program, kind):
    """A recording in which the bug does not happen: no race by happens-before, and the program ends."""
    trace = directory / "run.hdl"
    for _ in range(TRIES):
        run(heddle, "run", "--record", trace, program, cwd=directory)
        races, _ = report(heddle, directory, "races", trace)
        predicted, _ = report(heddle, directory, "predict", trace)
        if not races["findings"] and any(one["kind"] == kind or kind is None for one in predicted["findings"]):
            return trace, predicted
    raise RuntimeError("no recording without the bug that predicts it")


def wrong_with(heddle, source):
    truth = source.name.split(".")[-2]
    with tempfile.TemporaryDirectory() as name:
        directory = pathlib.Path(name)
        program = directory / "program"
        built = run(heddle, "cc", "-g", "-O1", source, "-o", program, "-lpthread", cwd=directory)
        if built.returncode != 0:
            return built.stderr
        trace, predicted = recorded(heddle, directory, program, None if truth == "refuted" else truth)
        saved = directory / "saved.json"
        confirmed, status = report(heddle, directory, "predict", trace, "--confirm", program, "--save", saved)
        numbers = confirmed["statistics"]
        if truth == "refuted":
            if any(one["certainty"] != "possible" for one in predicted["findings"]):
                return f"certain: {predicted['findings']}"
            if status != 0 or confirmed["findings"] or numbers["refuted"] != len(predicted["findings"]):
                return f"status {status}, {numbers}"
            return ""
        facts = [one for one in confirmed["findings"] if one["kind"] == truth and one["certainty"] == "observed"]
        if status != 1 or not facts or numbers["confirmed"] != len(predicted["findings"]) or numbers["not_confirmed"]:
            return f"status {status}, {numbers}: {[one['message'] for one in confirmed['findings']]}"
        for one in facts:
            again, _ = report(heddle, directory, "replay", one["witness"]["file"])
            places = [[(step["operation"], step["location"]) for step in steps(each)] for each in (one, again["findings"][0])]
            if again["findings"][0]["kind"] != truth or places[0] != places[1]:
                return f"replayed as {again['findings'][0]['message']} {places}"
    return ""


def wrong_in_one(heddle, source):
    """`heddle run --predict`: record, predict and confirm. A run that is disturbed may show less."""
    truth = source.name.split(".")[-2]
    with tempfile.TemporaryDirectory() as name:
        directory = pathlib.Path(name)
        for _ in range(TRIES):
            found, status = report(heddle, directory, "run", "--predict", "--save", "saved.json", source, "-lpthread")
            numbers = found["statistics"]
            if truth == "refuted" and status == 0 and numbers["refuted"] > 0:
                return ""
            if status == 1 and numbers["confirmed"] > 0 and found["findings"][0]["kind"] == truth:
                again, _ = report(heddle, directory, "replay", "saved.json")
                return "" if again["findings"][0]["kind"] == truth else f"replayed as {again['findings']}"
    return f"run --predict: status {status}, {numbers}"


def steps(finding):
    return finding.get("steps") or [finding["first"], finding["second"]]


def main():
    heddle = pathlib.Path(sys.argv[1]).resolve()
    here = pathlib.Path(__file__).parent
    programs = sorted(path for path in here.glob("*.c") if not sys.argv[2:] or path.name.split(".")[0] in sys.argv[2:])

    def judge(source):
        try:
            wrong = wrong_with(heddle, source)
            return wrong or (wrong_in_one(heddle, source) if source.name.split(".")[0] in IN_ONE else "")
        except Exception as error:  # which program it was matters more than where
            return repr(error)

    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        results = list(zip(programs, pool.map(judge, programs)))
    for source, wrong in results:
        if wrong:
            print(f"{source.name}: {wrong}")
    failed = sum(bool(wrong) for _, wrong in results)
    refuted = sum(".refuted." in source.name for source in programs)
    print(f"{len(programs) - refuted} with a bug, {refuted} right ones, {failed} failed")
    return 1 if failed or not programs else 0


if __name__ == "__main__":
    sys.exit(main())
