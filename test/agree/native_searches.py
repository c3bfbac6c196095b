# SPDX-License-Identifier: Apache-2.0
"""Builds native_searches.cpp for heddle and runs it: native_searches.py HEDDLE WORKING_DIRECTORY PROGRAMS SEED [STYLE]"""
import os
import subprocess
import sys

heddle, work = sys.argv[1:3]
here = os.path.dirname(os.path.abspath(__file__))
root = os.path.abspath(os.path.join(here, "../.."))
os.makedirs(work, exist_ok=True)
binary = os.path.join(work, "native_searches")
subprocess.run([heddle, "c++", "-std=c++20", "-O1", "-I" + os.path.join(root, "include"),
                os.path.join(here, "native_searches.cpp"), "-o", binary, "-pthread"], check=True)
library = os.path.join(os.path.dirname(os.path.abspath(heddle)), "lib/heddle/check")
environment = dict(os.environ, LD_LIBRARY_PATH=library, HEDDLE_COMMAND="/bin/true")
sys.exit(subprocess.run([binary, *sys.argv[3:]], env=environment).returncode)
