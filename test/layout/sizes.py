#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Fails on a function of more than 100 lines and on a file of more than 500: think where it splits.

Programs under test are not ours to judge. STILL names what is longer and why; an entry that is no longer needed fails too.
"""
import pathlib
import re
import subprocess
import sys

MOST_OF_A_FUNCTION, MOST_OF_A_FILE = 100, 500
PROGRAMS = ("examples/", "bench/programs/", "test/programs/", "test/machine/", "test/memory/", "test/predictions/", "test/package/")
STILL = {
    # Generators and interpreters of whole small languages, one case each: shrinking reads them from top to bottom.
    "test/random/machine_program.cpp": {"", "put", "put_call", "write"},
    "test/random/small_program.cpp": {"", "perform", "generate"},
    "test/random/whole_program_rows.py": {""},  # a family of calls after the other
    "test/agree/histories.cpp": {"run_edge"},
    "test/agree/sync_libc.cpp": {"call"},  # a case for each row of the rule book
    # Each asks many questions about one random input, and shrinks it by asking all of them again.
    "test/agree/predict_test.cpp": {""},
    "src/states/loset_classes_test.cpp": {"disagreement"},
}
NO_FUNCTION = re.compile(r"(?:inline\s+)?(?:namespace|class|struct|enum|union|extern)\b")


def blank(found):
    return re.sub(r"[^\n]", " ", found[0])


def plain(text):
    """The text without comments and literals, each line where it was."""
    text = re.sub(r'R"(\w*)\((?:.*?)\)\1"', blank, text, flags=re.S)
    return re.sub(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|(?<!\w)\'(?:\\.|[^\'\\\n])+\'', blank, text, flags=re.S)


def functions(text):
    """Name, first line and length of each function that is not inside another."""
    text = plain(text)
    open_braces = []  # (line, name or None)
    line = 1
    for at, character in enumerate(text):
        if character == "\n":
            line += 1
        elif character == "{":
            head = text[max(text.rfind(end, 0, at) for end in ";{}") + 1 : at]
            head = re.sub(r"^\s*#.*$", "", head, flags=re.M).strip()
            named = re.search(r"(\w+)\s*\(", head)
            inside = any(name for _, name in open_braces)
            open_braces.append((line, named[1] if named and not inside and not NO_FUNCTION.match(head) else None))
        elif character == "}" and open_braces:
            first, name = open_braces.pop()
            if name:
                yield name, first, line - first + 1


def too_long(path, relative):
    text = path.read_text()
    lines = text.count("\n")
    if lines > MOST_OF_A_FILE:
        yield "", f"{relative}: {lines} lines"
    for name, first, length in functions(text) if path.suffix != ".py" else ():
        if length > MOST_OF_A_FUNCTION:
            yield name, f"{relative}:{first}: {name} has {length} lines"


def main():
    root = pathlib.Path(sys.argv[1])
    files = subprocess.run(["git", "-C", root, "ls-files", "*.cpp", "*.h", "*.c", "*.py"], capture_output=True, text=True, check=True)
    wrong = []
    for relative in files.stdout.split():
        if relative.startswith(PROGRAMS) or not (root / relative).exists():
            continue
        found = dict(too_long(root / relative, relative))
        wrong += [why for name, why in found.items() if name not in STILL.get(relative, ())]
        wrong += [f"{relative}: {name or 'the file'} is in STILL for nothing" for name in STILL.get(relative, set()) - set(found)]
    for why in wrong:
        print(why)
    return 1 if wrong else 0


if __name__ == "__main__":
    if not (pathlib.Path(sys.argv[1]) / ".git").exists():
        sys.exit(77)
    sys.exit(main())
