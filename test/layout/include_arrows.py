#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Fails on an include that points the wrong way in the layout.

The layout is the order of the heddle_folder lines in src/CMakeLists.txt: a folder may include what stands above it.
The engines meet only through the vocabularies, except where MAY_MEET says so. Inside a folder, its parts have the order
of INSIDE; "." are the files that stand directly in it. Tests may look everywhere inside their folder.
"""
import pathlib
import re
import sys

ENGINES = ["detect", "states", "predict", "linearize", "explore", "stateful", "prove"]
MAY_MEET = {("predict", "states")}  # a predicate of no special class is decided by enumeration

INSIDE = {
    "cluster": [".", "mpi"],
    "compile": ["gcc", "clang", "."],
    "runtime": ["machine_code", "shared", "watch", "control", "host"],
    "program": [".", "translate", "machine"],
    "explore": [".", "native"],
    "prove": ["front", "domain", "fixpoint", "concrete", "sets", "beside", "."],
}
# Libc's functions tell of their accesses to the library they are built into: one of the two, chosen by a macro.
MAY_POINT_DOWN = {("runtime/shared/caller.h", "watch"), ("runtime/shared/caller.h", "control")}


def folders(root):
    # The runtime is a library of its own, built by a file of its own.
    lines = re.findall(r"^(?:heddle_folder\((\w+)|include\(.*/(runtime)\.cmake\))", (root / "src/CMakeLists.txt").read_text(), re.M)
    return [folder or own for folder, own in lines] + ["cli"]


def wrong_inside(here, there):
    """What is wrong with an include of `there` by `here`, both relative to src and in the same folder."""
    folder = here.parts[0]
    if folder not in INSIDE:
        return f"src/{folder} has a subfolder, but no order in INSIDE" if len(here.parts) > 2 else None
    order = {part: i for i, part in enumerate(INSIDE[folder])}
    from_part, to_part = (path.parts[1] if len(path.parts) > 2 else "." for path in (here, there))
    for part in (from_part, to_part):
        if part not in order:
            return f"src/{folder}/{part} has no place in INSIDE"
    if order[to_part] > order[from_part] and (here.as_posix(), to_part) not in MAY_POINT_DOWN:
        return f"src/{folder}: {from_part} may not include {to_part}, which stands below it"
    return None


def wrong_arrows(root):
    order = {folder: i for i, folder in enumerate(folders(root))}
    for path in sorted((root / "src").rglob("*")):
        if path.suffix not in {".h", ".cpp", ".def", ".c", ".inc"}:
            continue
        relative = path.relative_to(root / "src")
        here = relative.parts[0]
        is_test = path.stem.endswith("_test")
        if here not in order:
            yield f"{path}: src/{here} has no heddle_folder line in src/CMakeLists.txt"
            continue
        for number, line in enumerate(path.read_text().splitlines(), 1):
            found = re.match(r'\s*#\s*include\s*"((\w+)/[^"]+)"', line)
            if not found or found[2] not in order:
                continue
            there = found[2]
            if there == here:
                wrong = None if is_test else wrong_inside(relative, pathlib.PurePath(found[1]))
                if wrong:
                    yield f"{path}:{number}: {wrong}"
                continue
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
