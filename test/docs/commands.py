#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every command of README, tutorial, FAQ and the pages about CI, debugging and build tools is executed by a test: page.py
tells by which, and what is left to this one is done here.

    commands.py HEDDLE SOURCE_DIRECTORY BUILD_DIRECTORY
"""
import collections
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import page

heddle, sources, build = (pathlib.Path(argument).resolve() for argument in sys.argv[1:4])
wrong = []


def run(*words, **options):
    return subprocess.run([str(word) for word in words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          timeout=600, **options)


def is_mentioned_rightly(text):
    """The verb is there, has the options, and takes their values."""
    words = text.split()
    if len(words) == 1 or words[1] in ("cc", "c++", "help"):
        return True
    told = run(heddle, words[1], "--help-all")
    if told.returncode != 0:
        return False
    for option, value in re.findall(r"(--[a-z-]+)(?: ([a-z0-9]+))?", text):
        row = re.search(rf"^  {option}\b(?:.*\n(?:   .*\n)*)", told.stdout, re.M)
        if row is None or (value and value not in row[0]):
            return False
    return True


def refuses_unknown():
    """A page with commands that nobody executes is seen through."""
    with tempfile.TemporaryDirectory() as directory:
        made_up = pathlib.Path(directory, "page.md")
        made_up.write_text("# Page\n\n    frobnicate --all\n\n```sh\nheddle run x.cpp\n```\n\n```fish\nheddle run x.cpp\n```\n\n"
                           "```\n$ heddle run x.cpp\n```\n\nAnd `heddle check --no-such-option`, `make deb`, `a word`.\n")
        kinds = collections.Counter(command.kind for command in page.commands(made_up))
        if kinds != {"unknown": 4, "mention": 1, "system": 1} or is_mentioned_rightly("heddle check --no-such-option"):
            wrong.append(f"a page with commands that nobody executes: {kinds}")


def main():
    refuses_unknown()
    tests = set(re.findall(r"Test +#\d+: (\S+)", run("ctest", "--test-dir", build, "-N").stdout))
    counted = collections.Counter()
    environment = dict(os.environ, BUILD=str(build))
    for name in page.PAGES:
        for command in page.commands(sources / name):
            counted[command.kind] += 1
            where = f"{name}:{command.line}: {command.text}"
            if command.kind == "unknown":
                wrong.append(f"{where}: no test executes it")
            elif command.kind != "untested" and page.EXECUTED_BY[command.kind] not in tests:
                wrong.append(f"{where}: there is no test {page.EXECUTED_BY[command.kind]}")
            elif command.kind == "mention" and not is_mentioned_rightly(command.text):
                wrong.append(f"{where}: there is no such command or option")
            elif command.kind == "suite" and "run_tests.sh" not in run("make", "-n", *command.text.split()[1:], cwd=sources,
                                                                env=environment).stdout:
                wrong.append(f"{where}: runs no tests")
            elif command.kind == "make":
                done = run("bash", "-c", command.text, cwd=sources, env=environment)
                if done.returncode != 0:
                    wrong.append(f"{where}: exit status {done.returncode}\n{done.stdout}")
    print("\n".join(wrong))
    print(dict(counted))
    return 1 if wrong or len(counted) < 8 else 0


if __name__ == "__main__":
    sys.exit(main())
