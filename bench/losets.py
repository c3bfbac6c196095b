#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Table 6.1 anew: enumerating the reachable states of losets (bench/loset_table.cpp). A cell that takes longer than
the limit, in seconds, is cut and shown as > limit. Then what it costs to know what locks force while an execution goes on
(bench/normal_form_table.cpp)."""
import os
import subprocess
import sys

subprocess.run([f"{sys.argv[2]}/loset_table", os.environ.get("HEDDLE_BENCH_SECONDS", "10")], check=True)
print(flush=True)
subprocess.run([f"{sys.argv[2]}/normal_form_table"], check=True)
