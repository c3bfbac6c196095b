#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Builds scripts_agree.cpp for heddle and runs it without worker processes:

    scripts.py HEDDLE BARE_LIBRARY WORKING_DIRECTORY COUNT SEED [--futex] …
"""
import os
import subprocess
import sys

heddle, bare, work, *arguments = sys.argv[1:]
here = os.path.dirname(os.path.abspath(__file__))
os.makedirs(work, exist_ok=True)
binary = os.path.join(work, "scripts_agree")
# What the threads do is instrumented; what compares them is not.
objects = [binary + ".memory.o"]
subprocess.run([heddle, "c++", "-std=c++20", "-O1", "-mcx16", "-c", os.path.join(here, "scripts_memory.cpp"), "-o", objects[0]], check=True)
for name in ("scripts", "scripts_run", "scripts_agree"):
    objects.append(f"{binary}.{name}.o")
    subprocess.run(["c++", "-std=c++20", "-O2", "-c", os.path.join(here, name + ".cpp"), "-o", objects[-1]], check=True)
subprocess.run([heddle, "c++", *objects, "-o", binary, "-pthread"], check=True)
# The program takes the library by the names of those it is linked with.
for name in ("libheddle_runtime.so", "libtsan.so.2"):
    link = os.path.join(work, name)
    if os.path.islink(link):
        os.unlink(link)
    os.symlink(os.path.abspath(bare), link)
sys.exit(subprocess.run([binary, *arguments], env=dict(os.environ, LD_LIBRARY_PATH=work)).returncode)
