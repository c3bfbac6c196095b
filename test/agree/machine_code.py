# SPDX-License-Identifier: Apache-2.0
"""Where instructions start, as heddle reads machine code and as objdump does, over whole libraries.

    machine_code.py LENGTHS ELF_FILE…       LENGTHS: the program built from machine_code_lengths.cpp
"""
import re
import shutil
import subprocess
import sys

if shutil.which("objdump") is None:
    sys.exit(77)
wrong = 0
for path in sys.argv[2:]:
    lines = subprocess.run([sys.argv[1], path], capture_output=True, text=True, check=True).stdout.splitlines()
    unknown = {line.split()[0] for line in lines if line.endswith("?")}
    ours = {line.split()[0] for line in lines} - unknown
    theirs, bad = set(), set()
    shown = subprocess.run(["objdump", "-d", "-w", "--no-show-raw-insn", "-j", ".text", path], capture_output=True, text=True, check=True)
    for address, text in re.findall(r"^\s+([0-9a-f]+):\t(.*)$", shown.stdout, re.M):
        (bad if "(bad)" in text else theirs).add(address)
    # objdump shows fwait and the instruction after it as one.
    more = [a for a in ours - theirs if format(int(a, 16) - 1, "x") not in theirs]
    missing = theirs - ours
    print(f"{path}: {len(theirs)} instructions, {len(missing)} not found, {len(more)} too many, {len(unknown - bad)} unknown")
    if missing or more or unknown - bad or len(theirs) < 1000:
        wrong += 1
        print("  ", sorted(missing)[:5], sorted(more)[:5], sorted(unknown - bad)[:5])
sys.exit(1 if wrong else 0)
