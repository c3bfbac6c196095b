#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Enumeration of global states: the text's Tables 3.1 to 3.3 and 4.2 and its Figures 3.8 to 3.10 anew, beside its own
figures. The traces are made by `heddle trace generate --shape`, as a user would.

    HEDDLE_BENCH_SECONDS   so long for each figure (3); ParaMount's have half of it
"""
import os
import pathlib
import subprocess
import sys
import tempfile

heddle, build = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
seconds = float(os.environ.get("HEDDLE_BENCH_SECONDS", "3"))
PROGRAMS = ("d-300", "d-500", "d-10K", "bank", "tsp", "hedc", "elevator")
WIDTHS = ("w-4", "w-8", "w-12", "w-16")


def table(name, limit, shapes, directory):
    traces = [f"{shape}={directory}/{shape}.hdl" for shape in shapes]
    return subprocess.run([build / name, str(limit), *traces]).returncode


with tempfile.TemporaryDirectory() as directory:
    for shape in PROGRAMS + WIDTHS:
        subprocess.run([heddle, "trace", "generate", "--shape", shape, f"{directory}/{shape}.hdl"], check=True)
    sys.stdout.flush()
    status = table("states_table", seconds, PROGRAMS + WIDTHS, directory)
    print(flush=True)
    sys.exit(status | table("para_mount_table", seconds / 2, PROGRAMS, directory))
