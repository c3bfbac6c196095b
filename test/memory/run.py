#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Algorithms over atomics under memory models, each with its weakest right orders and with single orders weakened.

A file says what is expected of it, a line each:
    // heddle: [MODEL] [-DNAME=VALUE …] VERDICT [EXECUTIONS]
where VERDICT is clean or the kind of the finding, and EXECUTIONS, if given, how many complete executions there are.
What is run is its function `test`, or main if it has none.
Without a model rc11 is meant. Every finding is replayed, and must come again. Under sc a number is that of both searches.
The verdict `weakest` means: clean, and --advise finds no order that could be weaker, so that every single weakening of it
fails; `spare N`: N orders could be. Of each order that is needed the execution is told that fails without it.
`mended N M`: it fails, and --advise makes it right by N stronger orders and M fences.

    run.py HEDDLE DIRECTORY [EVERY] [FILE …] [--table]

EVERY: each so many-th expectation, or all of them. FILE: only those of these files. --table: shows of each order what comes of the
next weaker one.
"""
import concurrent.futures
import json
import pathlib
import subprocess
import sys
import tempfile

MODELS = {"sc", "tso", "rc11"}
TABLE = {}  # of each expectation: orders that were made weaker, and what came of it


def expectations(path):
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if not line.startswith("// heddle: "):
            continue
        words = line.removeprefix("// heddle: ").split()
        model = words.pop(0) if words[0] in MODELS else "rc11"
        flags = [word for word in words if word.startswith("-D")]
        verdict, *counts = [word for word in words if not word.startswith("-D")]
        yield number, model, flags, verdict, *([int(count.replace(",", "")) for count in counts] + [None, None])[:2]


def advised(notes, verdict, count, fences):
    """What is wrong with the advice; nothing: it is as expected."""
    changed = [note for note in notes if " instead of " in note]
    added = [note for note in changed if " instead of none" in note]
    expected = {"weakest": (0, 0), "spare": (count, 0), "mended": (count, fences)}[verdict]
    if (len(changed) - len(added), len(added)) != expected or any("not every" in note for note in notes):
        return f"other changes: {changed}"
    needed = [i for i, note in enumerate(notes) if "; with" in note]
    if verdict != "mended" and not all(i + 1 < len(notes) and notes[i + 1].startswith("      ") for i in needed):
        return f"an order is needed, but not why: {notes}"
    return "" if needed else "no order is needed"


def wrong(heddle, path, number, model, flags, verdict, count, fences):
    with tempfile.TemporaryDirectory() as directory:
        finding = pathlib.Path(directory) / "finding.json"
        function = ["--function", "test"] if "test(" in path.read_text() else []
        command = [heddle, "check", str(path), *function, "--memory-model", model, "--format", "json",
                   "--save", str(finding), "--limit-seconds", "250", "--jobs", "1", "--flag=-O1"]
        command += [f"--flag={flag}" for flag in flags]
        advises = verdict in ("weakest", "spare", "mended")
        if advises:
            command.append("--advise")
        done = subprocess.run(command, capture_output=True, text=True, timeout=300)
        where = f"{path.name}:{number} ({model} {' '.join(flags)})"
        if done.returncode not in (0, 1, 3):
            return f"{where}: exit {done.returncode}: {done.stderr or done.stdout}"
        report = json.loads(done.stdout)
        kinds = [finding["kind"] for finding in report["findings"]]
        got = kinds[0] if kinds else report["verdict"]
        notes = report.get("notes", []) + [note for finding in report["findings"] for note in finding.get("notes", [])]
        TABLE[path.name, number] = [f"  {' '.join(flags)}: {got}" for _ in kinds] + [
            note for note in notes if note.startswith("  ") and not note.startswith("      ")]
        if advises:
            amiss = "" if (got == "clean") == (verdict != "mended") else report.get("reason", "")
            amiss = amiss or advised(notes, verdict, count, fences)
            if amiss:
                return f"{where}: {got}: {amiss}"
        if got != verdict and not advises:
            return f"{where}: {got} instead of {verdict}: {report.get('reason', '')}"
        executions = report["statistics"]["executions"]
        if count is not None and not advises and executions != count:
            return f"{where}: {executions} executions instead of {count}"
        if model == "sc" and count is not None:
            graphs = subprocess.run([*command, "--strategy", "graphs"], capture_output=True, text=True, timeout=300)
            if json.loads(graphs.stdout)["statistics"]["executions"] != count:
                return f"{where}: the search of graphs has another number: {graphs.stdout}"
        if kinds:
            again = subprocess.run([heddle, "replay", str(finding), "--times", "100"], capture_output=True, text=True, timeout=120)
            if again.returncode != 1:
                return f"{where}: the replay ends with {again.returncode}: {again.stderr or again.stdout}"
    return None


def main():
    heddle, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    shows = "--table" in sys.argv
    every = [int(word) for word in sys.argv[3:] if word.isdecimal()]
    cases = [(path, *each) for path in sorted(folder.glob("*.c*")) for each in expectations(path)]
    assert len(cases) >= 60, f"only {len(cases)} expectations were found in {folder}"
    cases = cases[::every[0] if every else 1]
    files = {word for word in sys.argv[3:] if word.endswith((".c", ".cpp"))}
    assert files <= {path.name for path, *_ in cases}, "there are no expectations in some of the files"
    cases = [case for case in cases if not files or case[0].name in files]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        failures = [text for text in pool.map(lambda case: wrong(heddle, *case), cases) if text]
    for (file, _), lines in sorted(TABLE.items()) if shows else []:
        print(*[file + line for line in lines], sep="\n", end="\n" if lines else "")
    print("\n".join(failures))
    print(f"{len(cases) - len(failures)} passed, {len(failures)} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
