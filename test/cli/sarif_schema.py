#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Validates the SARIF that heddle writes against the standard's own schema (from the npm package of the reference
implementation, kept in the build directory). Without npm it is skipped: exit status 77."""
import json
import pathlib
import subprocess
import sys
import tarfile
import tempfile

import jsonschema

PACKAGE = "@microsoft/sarif-multitool-linux@5.7.0"


def schema(cache):
    path = cache / "sarif-2.1.0.json"
    if not path.exists():
        with tempfile.TemporaryDirectory() as directory:
            try:
                subprocess.run(["npm", "pack", PACKAGE], cwd=directory, check=True, timeout=240,
                               stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
                archive = next(pathlib.Path(directory).glob("*.tgz"))
                with tarfile.open(archive) as tar:
                    path.write_bytes(tar.extractfile("package/sarif-2.1.0.json").read())
            except (OSError, subprocess.SubprocessError) as error:
                print(f"skipped: the schema cannot be had from npm ({error})")
                sys.exit(77)
    return json.loads(path.read_text())


def main():
    heddle, sources, cache = map(pathlib.Path, sys.argv[1:4])
    validator = jsonschema.Draft202012Validator(schema(cache))

    def objections(name, report):
        errors = list(validator.iter_errors(json.loads(report)))
        for error in errors:
            print(f"{name}: {error.json_path}: {error.message}")
        return len(errors)

    traces = [trace for trace in sorted((sources / "test/traces").glob("*.std")) if ".error" not in trace.name]
    traces += sorted((sources / "examples").glob("*.std"))
    failed = 0
    for trace in traces:
        done = subprocess.run([heddle, "races", "--lenient", "--format", "sarif", trace], stdout=subprocess.PIPE)
        if done.returncode not in (0, 1, 3):
            print(f"{trace.name}: exit status {done.returncode}")
            failed += 1
            continue
        failed += objections(trace.name, done.stdout)
    # What a run finds: with stacks, several kinds of finding, and none.
    programs = ["global.data-race.c", "crossed.deadlock.c", "twice.double-free.c", "global_mutex.clean.c"]
    for program in programs:
        done = subprocess.run([heddle, "run", "--format", "sarif", sources / "test/programs" / program],
                              stdout=subprocess.PIPE)
        expected = 0 if ".clean" in program else 1
        found = json.loads(done.stdout)["runs"][0]["results"] if done.returncode in (0, 1) else None
        if done.returncode != expected or (len(found) > 0) != (expected == 1):
            print(f"{program}: exit status {done.returncode}, results {found}")
            failed += 1
            continue
        failed += objections(program, done.stdout)
    traces += programs
    print(f"{len(traces)} passed, {failed} failed")
    return 1 if failed or not traces else 0


if __name__ == "__main__":
    sys.exit(main())
