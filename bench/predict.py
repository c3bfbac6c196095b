#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Races and deadlocks of other schedules, predicted from traces of a million events (bench/predict_table.cpp)."""
import subprocess
import sys

subprocess.run([f"{sys.argv[2]}/predict_table"], check=True)
