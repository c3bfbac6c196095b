#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Fails on an include that points the wrong way in the layout.

The layout is the order of the heddle_folder lines in src/CMakeLists.txt: a folder may include what stands above it.
The engines meet only through the vocabularies, except where MAY_MEET says so.
"""
import pathlib
import re
import sys

ENGINES = ["detect", "states", "predict", "explore", "stateful", "prove"]
MAY_MEET = {("predict", "states")}  # a predicate of no special class is decided by enumeration


def folders(root):
    # The runtime is a library of its own, built by a file of its own.
    lines = re.findall(r"^(?:heddle_folder\((\w+)|include\(.*/(runtime)\.cmake\))", (root / "src/CMakeLists.txt").read_text(), re.M)
    return [folder or own for folder, own in lines] + ["cli"]


def wrong_arrows(root):
    order = {folder: i for i, folder in enumerate(folders(root))}
    for path in sorted((root / "src").rglob("*")):
        if path.suffix not in {".h", ".cpp", ".def", ".c", ".inc"}:
            continue
        here = path.relative_to(root / "src").parts[0]
        if here not in order:
            yield f"{path}: src/{here} has no heddle_folder line in src/CMakeLists.txt"
            continue
        for number, line in enumerate(path.read_text().splitlines(), 1):
            found = re.match(r'\s*#\s*include\s*"(\w+)/', line)
            if not found or found[1] not in order or found[1] == here:
                continue
            there = found[1]
            is_test = path.stem.endswith("_test")
            if order[there] > order[here]:
                yield f"{path}:{number}: src/{here} may not include src/{there}, which stands below it"
            elif here in ENGINES and there in ENGINES and (here, there) not in MAY_MEET and not is_test:
                yield f"{path}:{number}: the engines {here} and {there} may not meet directly"


def main():
    root = pathlib.Path(sys.argv[1])
    wrong = list(wrong_arrows(root))
    print("\n".join(wrong) or "every include points up the layout")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
