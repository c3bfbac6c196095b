#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What a library inside the user's process exports is what its sources say, and nothing else.

    exports.py library define source…

The sources state a name by HEDDLE_EXPORT or HEDDLE_INTERPOSE before a definition, or by HEDDLE_STUB; macros may make up
the names, so the preprocessed text is read. A name must also be one that somebody else looks for: a call that compilers
or heddle's headers put into programs, or a function of a library that this one stands in front of. Anything else would
catch a function of the user's own program. And every function that the rule book (src/sync/call.def) names is one of them.

Lists of what functions of other libraries do (ASKED_OF_OTHERS) have no row for a name that is exported: it would never be
asked for, and say what is not so. Nor has a list of this library's own functions (ASKED_OF_OURS) a row that is no name's beginning.
"""
import pathlib
import re
import subprocess
import sys

STANDS_BEFORE = ["libc.so.6", "libm.so.6", "libstdc++.so.6", "libgomp.so.1", "libatomic.so.1", "/usr/lib/llvm-14/lib/libomp.so.5"]
OWN = re.compile(r"__tsan_|heddle_(runtime|check)_|heddle_(choose|self)$|heddle_debug_")  # the last: for debuggers
GONE_FROM_HEADERS = {"cfree"}  # old programs still call it
STATED = re.compile(r'visibility\("default"\)\s*\)\s*\)[^;{(]*?\(?\b(\w+)\)?\s*\((?:[^;{]*?__asm__\("(\w+)"\))?|\.globl (\w+)\\n')

# `run` sees a thread end, however it does, and what it owns then; consistent() orders nothing.
NOT_WATCHED = {"pthread_exit", "thrd_exit", "pthread_mutex_consistent"}
BOOK = re.compile(r'HEDDLE_SYNC_CALL\([^"]*"([^"]*)",\s*"([^"]*)",\s*"([^"]*)"')
ASKED_OF_OTHERS = {"HEDDLE_CONTROL": [("known_calls.cpp", "kHarmless"), ("calls.cpp", "kReads"), ("calls.cpp", "kByHooks")]}
ASKED_OF_OURS = {"HEDDLE_CONTROL": [("calls.cpp", "kHooks")]}
VARIABLES = re.compile(r'visibility\("default"\)\s*\)\s*\)[\w\s:]*?\b(\w+)(?:\[|;)|'
                       r'__asm__\("(\w+)"\)\s*__attribute__\(\([^;]*visibility\("default"\)\s*\)\s*\)\s*;')


def output(*command, text=None):
    return subprocess.run(command, input=text, check=True, capture_output=True, text=True).stdout


def exported(library):
    return {line.split()[-1].split("@")[0] for line in output("nm", "-D", "--defined-only", str(library)).splitlines()}


def stated(root, define, sources):
    """Names that sources define for others; what abi.h only declares is defined by some source too.

    All are preprocessed as one text: their headers, which are most of it, are then read once.
    """
    language = "c" if all(source.endswith(".c") for source in sources) else "c++"
    text = output("gcc", "-E", "-P", "-x", language, "-std=c++20" if language == "c++" else "-std=c17", f"-D{define}",
                  f"-I{root}/src", f"-I{root}/include", "-w", "-", text="".join(f'#include "{source}"\n' for source in sources))
    text = re.sub(r"__attribute__\(\((naked|noinline)\)\)", "", re.sub(r'"\s*"', "", text))
    text = re.sub(r"(\w+)\((\w+)\)\(", r"\1 \2(", text)  # a name in parentheses, which no macro takes for its own
    found = [(name or stub, label) for name, label, stub in STATED.findall(text)]
    found = [(name, label) for name, label in found if f".hidden {name}\\n" not in text]
    found += [(name or label, "") for name, label in VARIABLES.findall(text)]
    labels = {name: label for name, label in found if label}
    return {labels.get(name, name) for name, _ in found}


def rows(root, file, table):
    text = (root / "src/runtime/control" / file).read_text()
    return re.findall(r'"([^"]+)"', re.search(table + r"\[\] = \{(.*?)\};", text, re.S)[1])


def unreachable(root, define, has):
    """Rows that are never asked for."""
    for file, table in ASKED_OF_OTHERS.get(define, []):
        asked = rows(root, file, table)
        yield from (f"{row}: a row of {table} in {file}, which is never asked for: heddle exports it" for row in asked if row in has)
        yield from (f"{row}: twice in {table} of {file}" for row in set(asked) if asked.count(row) > 1)
    for file, table in ASKED_OF_OURS.get(define, []):
        yield from (f"{row}: a row of {table} in {file}, but no exported name begins so"
                    for row in rows(root, file, table) if not any(name.startswith(row) for name in has))


def main():
    root = pathlib.Path(__file__).parents[2]
    library, define, sources = sys.argv[1], sys.argv[2], sys.argv[3:]
    by_language = [[source for source in sources if source.endswith(".c") == is_c] for is_c in (False, True)]
    says = set().union(*(stated(root, define, alike) for alike in by_language if alike))
    has = exported(library)
    wrong = [f"{name}: exported, but no source says so" for name in has - says]
    wrong += [f"{name}: stated by a source, but not exported" for name in says - has]
    files = [path if "/" in path else output("gcc", f"-print-file-name={path}").strip() for path in STANDS_BEFORE]
    wanted = set().union(*(exported(path) for path in files if pathlib.Path(path).is_absolute() and pathlib.Path(path).exists()))
    wrong += [f"{name}: exported, but nobody looks for it" for name in has - wanted - GONE_FROM_HEADERS if not OWN.match(name)]
    book = {name for row in BOOK.findall((root / "src/sync/call.def").read_text()) for names in row for name in names.split()}
    wrong += [f"{name}: the rule book has it, but the library does not stand in front of it" for name in book - has
              if define != "HEDDLE_WATCH" or name not in NOT_WATCHED]
    wrong += unreachable(root, define, has)
    for line in sorted(wrong):
        print(f"{pathlib.Path(library).name}: {line}")
    print(f"{len(has)} names exported, {len(says)} stated")
    return 1 if wrong or not has else 0


sys.exit(main())
