#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Table 6.1 anew: enumerating the reachable states of losets (bench/loset_table.cpp)."""
import subprocess
import sys

subprocess.run([f"{sys.argv[2]}/loset_table"], check=True)
