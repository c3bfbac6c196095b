#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Table 6.1 anew: enumerating the reachable states of losets (bench/loset_table.cpp). A cell that takes longer than
the limit, in seconds, is cut and shown as > limit."""
import os
import subprocess
import sys

subprocess.run([f"{sys.argv[2]}/loset_table", os.environ.get("HEDDLE_BENCH_SECONDS", "10")], check=True)
