#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What doc/architecture.md names is there, and its five walks have no step back: walks.py SOURCE

Every path between backquotes exists, the folders' table names each folder of src, the steps of a walk are numbered from 1
on, and no walk comes to a file twice.
"""
import pathlib
import re
import sys

SOURCE = pathlib.Path(sys.argv[1])
page = (SOURCE / "doc/architecture.md").read_text()
wrong = []

for path in sorted(set(re.findall(r"`((?:src|test|include|web|tools|cmake|doc)/[\w./+-]+)`", page))):
    if not (SOURCE / path).exists():
        wrong.append(f"{path} is not there")
for folder in sorted(path for path in (SOURCE / "src").iterdir() if path.is_dir()):
    if f"| `src/{folder.name}` |" not in page:
        wrong.append(f"src/{folder.name} is not in the table of folders")

walks = page.split("## Five walks")[1].split("\n## ")[0]
parts = re.split(r"^\*\*(.+?)\*\*", walks, flags=re.M)[1:]
for title, text in zip(parts[::2], parts[1::2]):
    steps = re.findall(r"^(\d+)\. (.*)$", text, re.M)
    if [int(number) for number, _ in steps] != list(range(1, len(steps) + 1)):
        wrong.append(f"{title}: its steps are not numbered from 1 on")
    seen = {}
    for number, step in steps:
        for path in re.findall(r"`(src/[\w./]+)`", step):
            if path in seen:
                wrong.append(f"{title}: {path} in step {seen[path]} and again in step {number}")
            seen[path] = number
    if len(seen) < 10:
        wrong.append(f"{title}: it names {len(seen)} files only")
if len(parts) != 10:
    wrong.append(f"{len(parts) // 2} walks instead of five")
print("\n".join(wrong) or f"{len(parts) // 2} walks")
sys.exit(1 if wrong else 0)
