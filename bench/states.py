#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Enumeration of global states: the text's Tables 3.1 and 4.2 anew, beside its own figures."""
import pathlib
import subprocess
import sys

build = pathlib.Path(sys.argv[2])
sys.exit(subprocess.run([build / "states_table", "3"]).returncode)
