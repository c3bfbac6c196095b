#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Enumeration of global states: the text's Tables 3.1, 3.3 and 4.2 anew, beside its own figures. The traces are made
here, as a user would: shapes by `heddle trace generate`, and four programs of examples/ by `heddle run --record`."""
import os
import pathlib
import subprocess
import sys
import tempfile

heddle, build = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
examples = pathlib.Path(__file__).resolve().parent.parent / "examples"
seconds = os.environ.get("HEDDLE_BENCH_SECONDS", "3")

with tempfile.TemporaryDirectory() as directory:
    traces = []
    for name in ("d-300", "d-500", "d-10K", "bank", "tsp", "hedc", "elevator", "w-4", "w-8", "w-12", "w-16"):
        trace = f"{directory}/{name}.hdl"
        if "-" in name:
            subprocess.run([heddle, "trace", "generate", "--shape", name, trace], check=True)
        else:
            program = examples / {"bank": "banking.cpp"}.get(name, f"{name}.cpp")
            subprocess.run([heddle, "run", "--record", trace, program], stderr=subprocess.DEVNULL)  # its races aside
        traces.append(f"{name}={trace}")
    sys.exit(subprocess.run([build / "states_table", seconds, *traces]).returncode)
