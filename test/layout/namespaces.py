#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A namespace is named after the folder directly under src, but for EXCEPT, which architecture.md tells: namespaces.py SOURCE"""
import pathlib
import re
import sys

# The longest beginning of a path counts.
EXCEPT = {
    "runtime/host/": {"runtime::host"},
    "runtime/control/": {"control"},
    "runtime/machine_code/": {"machine_code"},
    "runtime/shared/": {"runtime", "control"},  # what each library has of its own
    "schedule/scheduler.h": {"schedule", "control"},
    "prove/sets/": {"prove::sets"},
    "prove/concrete/": {"prove", "prove::concrete"},
    "trace/hdl": {"trace", "trace::hdl"},
    "sync/": {"sync", "sync::detail"},
    "explore/native/entry.cpp": {"explore", "base"},  # a broken invariant ends the user's process otherwise
    "api/": {""},
    "api/client/": {"verbs"},
}

# A type of another folder that is only named, so that its header need not be included.
NAMED_ONLY = re.compile(r"^namespace heddle[\w:]* \{\n(?:(?:class|struct|enum class) \w+(?: : [\w:]+)?;[^\n]*\n)+\}[^\n]*\n", re.M)


def allowed(path):
    longest = max((beginning for beginning in EXCEPT if path.startswith(beginning)), key=len, default=None)
    return EXCEPT[longest] if longest else {path.split("/")[0]}


def main():
    source = pathlib.Path(sys.argv[1]) / "src"
    wrong, files = [], 0
    for path in sorted(source.rglob("*")):
        if path.suffix not in (".h", ".cpp"):
            continue
        name = path.relative_to(source).as_posix()
        files += 1
        text = NAMED_ONLY.sub("", path.read_text())
        for space in re.findall(r"^namespace heddle(?:::([\w:]+))? \{", text, re.M):
            if space not in allowed(name):
                wrong.append(f"src/{name}: namespace heddle::{space}, not {' or '.join(sorted(allowed(name)))}")
    print("\n".join(wrong) or f"{files} files")
    return 1 if wrong else 0


sys.exit(main())
