#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares the tables of doc/synchronisation.md with the rows of the rule book; `--write` puts them there.

Usage: synchronisation.py PROGRAM-THAT-PRINTS-THEM SOURCE-DIRECTORY [--write]
"""
import difflib
import pathlib
import subprocess
import sys

BEGIN = "<!-- printed from src/sync/call.def: test/docs/synchronisation.py --write -->\n"


def main():
    page = pathlib.Path(sys.argv[2]) / "doc/synchronisation.md"
    tables = subprocess.run([sys.argv[1]], check=True, capture_output=True, text=True).stdout
    before, mark, now = page.read_text().partition(BEGIN)
    if not mark:
        print(f"{page} has no line {BEGIN}")
        return 1
    wanted = "\n" + tables
    if "--write" in sys.argv:
        page.write_text(before + BEGIN + wanted)
        return 0
    difference = list(difflib.unified_diff(now.splitlines(), wanted.splitlines(), "page", "rows", lineterm=""))
    print("\n".join(difference) or "the page shows the rows")
    return 1 if difference else 0


if __name__ == "__main__":
    sys.exit(main())
