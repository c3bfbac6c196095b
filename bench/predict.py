#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Races and deadlocks of other schedules, predicted from traces of a million events, and of ten million that take six locks in
any order (bench/predict_table.cpp)."""
import subprocess
import sys

table = f"{sys.argv[2]}/predict_table"
subprocess.run([table], check=True)
print(flush=True)
subprocess.run([table, "10000000", "six locks, any order"], check=True)
