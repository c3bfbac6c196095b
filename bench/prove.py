#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`heddle prove`: the thesis's Tables 5.1 to 5.3 anew, beside its own figures, and what the other programs cost."""
import pathlib
import subprocess
import sys

build = pathlib.Path(sys.argv[2])
programs = pathlib.Path(__file__).resolve().parent.parent / "test/programs/prove"
sys.exit(subprocess.run([build / "prove_table", programs, *sys.argv[3:]]).returncode)
