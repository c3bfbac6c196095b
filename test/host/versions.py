#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every function that gcc's libtsan defines and glibc has in several versions with different code is defined by the
runtime: a program that plain gcc linked with libtsan names it without a version, and would be bound to the oldest one.

    versions.py RUNTIME_LIBRARY
"""
import collections
import subprocess
import sys


def symbols(library):
    """Of each name: the addresses of its versions."""
    found = collections.defaultdict(set)
    text = subprocess.run(["nm", "-D", "--defined-only", library], capture_output=True, text=True, check=True).stdout
    for line in text.splitlines():
        address, kind, name = line.split(maxsplit=2)
        if kind in "TWiV":
            found[name.split("@")[0]].add(address)
    return found


def library(name):
    return subprocess.run(["gcc", "-print-file-name=" + name], capture_output=True, text=True, check=True).stdout.strip()


ours, theirs = symbols(sys.argv[1]), symbols(library("libtsan.so"))
several = {name for file in ("libc.so.6", "libm.so.6") for name, places in symbols(library(file)).items() if len(places) > 1}
needed = several & set(theirs)
missing = sorted(needed - set(ours))
print(f"{len(needed)} functions of libtsan have several versions, {len(missing)} are missing: {' '.join(missing)}")
sys.exit(1 if missing or len(needed) < 10 or "pthread_cond_signal" not in needed else 0)
