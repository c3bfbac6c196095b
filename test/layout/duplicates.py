#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Fails where six lines stand twice, or a whole file: duplicates.py SOURCE_DIRECTORY

What does not count is what architecture.md says repeats itself: labels of a switch, lines that open a file, lone
punctuation, declarations of classes with one interface; and the pairs of its table "What stands twice on purpose".
Programs that heddle examines are not ours to judge, but that none of them is there twice: a test that needs the program of
another one names it (also.txt).
"""
import collections
import pathlib
import re
import subprocess
import sys

LINES = 6
SOURCES = (".cpp", ".h", ".c", ".py", ".ts", ".tsx", ".cmake")
PROGRAMS = ("examples/", "bench/programs/", "bench/check/", "bench/sampling/", "test/programs/", "test/machine/", "test/memory/",
            "test/predictions/", "test/package/", "test/report/", "test/linearizable/")
SAYS_NOTHING = re.compile(r"(?:#|//|/?\*|using |import |from |namespace |case [\w:]+:$|default:$|[\w~:<>,&* ()]* override\b)|[\W_]*$")


def telling_lines(path):
    """(number, text) of the lines that count."""
    for number, line in enumerate(path.read_text().splitlines(), 1):
        text = " ".join(line.split())
        if not SAYS_NOTHING.match(text):
            yield number, text


def on_purpose(root):
    page = (root / "doc/architecture.md").read_text().split("## What stands twice on purpose")[1].split("\n## ")[0]
    return {frozenset(pair) for pair in re.findall(r"^\| `([\w./]+)` \| `([\w./]+)` \|", page, re.M)}


def repeated(root, files):
    """{(file, file): (line, line)} of the first run that two places share."""
    seen, found = {}, {}
    for name in files:
        lines = list(telling_lines(root / name))
        for start in range(len(lines) - LINES + 1):
            run = tuple(text for _, text in lines[start:start + LINES])
            other, line = seen.setdefault(run, (name, lines[start][0]))
            if (other, line) != (name, lines[start][0]):
                found.setdefault((other, name), (line, lines[start][0]))
    return found


# Each stands alone where it is: a user copies the folder; a fuzzer makes the files up; a tool looks for that name there.
STAND_ALONE = ("examples/make/", "examples/meson/", "fuzz/corpus/")


def same_files(root, files):
    """Lists of files with the same bytes."""
    found = collections.defaultdict(list)
    for name in files:
        path = root / name
        if path.is_file() and path.stat().st_size > 0 and not name.startswith(STAND_ALONE) and not path.name.startswith("."):
            found[path.read_bytes()].append(name)
    return [names for names in found.values() if len(names) > 1]


def main():
    root = pathlib.Path(sys.argv[1])
    listed = subprocess.run(["git", "-C", root, "ls-files", "-z"], capture_output=True, text=True)
    if listed.returncode != 0:
        return 77
    tracked = [name for name in listed.stdout.split("\0") if name]
    files = [name for name in tracked if name.endswith(SOURCES) and not name.startswith(PROGRAMS) and (root / name).exists()]
    allowed = on_purpose(root)
    wrong = [f"{one}:{at} and {other}:{there} share {LINES} lines" for (one, other), (at, there) in repeated(root, files).items()
             if frozenset((one, other)) not in allowed]
    wrong += ["the same file: " + ", ".join(names) for names in same_files(root, tracked)]
    print("\n".join(wrong) or f"{len(files)} files, {len(allowed)} pairs stand twice on purpose")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
