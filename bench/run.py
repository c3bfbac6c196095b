#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs every table of this folder, or those named, one after another: run.py BUILD [table…]."""
import pathlib
import subprocess
import sys

here = pathlib.Path(__file__).parent
build = pathlib.Path(sys.argv[1]).resolve()
wanted = sys.argv[2:]
status = 0
for table in sorted(here.glob("*.py")):
    if table.name == "run.py" or (wanted and table.stem not in wanted):
        continue
    print(f"\n## {table.stem}\n", flush=True)
    status |= subprocess.run([sys.executable, table, build / "heddle", build]).returncode
sys.exit(1 if status else 0)
