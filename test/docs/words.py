#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""One word for one concept: compares flags, JSON keys, kinds of findings, file names of tests, pages and glossary.

- A flag that several verbs have takes the same kind of value in each. (`trace generate` counts what it makes: there
  --locks and --events are numbers.)
- A flag that a command in a page has is one that some verb has.
- The options of `check` are the rows of wishes.def, in the help, in the saved finding and in the C interface.
- Every key of a JSON report stands in json.md, and every key of json.md is one that a report can have.
- The truth in a test program's name is `clean`, `inconclusive` or a kind of finding.
- The main thread of a program is `main` in every report. (In a trace file, threads have the names the file gives them.)
- A file that a page names exists.
- The glossary is sorted, has each word once, and none of the words that were given up.
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

GIVEN_UP = {"atomic read": "atomic load", "atomic write": "atomic store"}  # word: what is said instead


def run(*command, **options):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=120, **options)


def verbs(heddle):
    text = run(heddle, "--help").stdout
    names = re.findall(r"^  ([a-z+]+)\s", text[text.index("Subcommands"):], re.M)
    trace = run(heddle, "trace", "--help").stdout
    nested = re.findall(r"^  ([a-z-]+)\s", trace[trace.index("Subcommands"):], re.M) if "Subcommands" in trace else []
    return [[name] for name in names if name not in ("cc", "c++")] + [["trace", name] for name in nested]


def flags_of(heddle, verb):
    """{flag: kind of value} of one verb."""
    found = {}
    for line in run(heddle, *verb, "--help").stdout.splitlines():
        option = re.match(r"  ((?:-\w,)?--[\w-]+(?:,--[\w-]+)*)(?: ([A-Z]+))?", line)
        if option:
            for name in option[1].split(","):
                found[name] = option[2] or "nothing"
    return found


def keys_of(value):
    if isinstance(value, list):
        return {key for each in value for key in keys_of(each)}
    if not isinstance(value, dict):
        return set()
    return {key for key in value if key not in ("statistics", "state", "start")} | {
        key for name, each in value.items() if name not in ("statistics", "state", "start") for key in keys_of(each)}


def table_words(page, column=0):
    for line in page.read_text().splitlines():
        if line.startswith("|") and not line.startswith("|---"):
            yield line.split("|")[1 + column].strip()


def main():
    heddle, root = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2])
    wrong = []
    pages = [root / "README.md", root / "CONTRIBUTING.md", *sorted((root / "doc").glob("*.md"))]
    text_of_pages = "\n".join(page.read_text() for page in pages)

    # Flags.
    known, kinds, owners = set(), {}, {}
    for verb in verbs(heddle):
        for flag, kind in flags_of(heddle, verb).items():
            known.add(flag)
            if verb == ["trace", "generate"]:
                continue
            owners.setdefault(flag, []).append(" ".join(verb))
            if kinds.setdefault(flag, kind) != kind:
                wrong.append(f"{flag} takes {kinds[flag]} in {owners[flag][0]} and {kind} in {' '.join(verb)}")
    for page in pages:
        for line in re.findall(r"`heddle ((?!c)[^`\n]*)`|^(?:\$ |    )heddle ((?!c\+?)[^\n]*)", page.read_text(), re.M):
            for flag in re.findall(r"(?<!\S)(--[a-z][\w-]+)", " ".join(line).split("#")[0].split(" -- ")[0]):
                if flag not in known:
                    wrong.append(f"{page.name}: {flag} is no flag")

    # The options of check.
    rows = re.findall(r"^HEDDLE_WISH\(([\w:]+), (\w+), (\"[^\"]*\"|[^,]+), (\w+)", (root / "src/schedule/wishes.def").read_text(), re.M)
    of_check = flags_of(heddle, ["check"])
    for _, name, _, engine in rows:
        if engine != "replay" and "--" + name.replace("_", "-") not in of_check:
            wrong.append(f"wishes.def has {name}, `heddle check --help` does not")
    header = (root / "include/heddle/check.h").read_text()
    structure = header[header.index("struct heddle_check_options"):]
    fields = re.findall(r"^  (?:const )?[\w ]+?[ *](\w+);", structure[:structure.index("};")], re.M)
    for field in fields:
        if field not in {name for _, name, _, _ in rows} | {"name"}:
            wrong.append(f"heddle_check_options has {field}, wishes.def does not")

    # Reports.
    documented = {key for cell in table_words(root / "doc/json.md") for key in re.findall(r"`(\w+)`", cell)}
    documented |= set(re.findall(r"`(\w+)`", (root / "doc/json.md").read_text().split("A step has")[1]))
    documented |= {"state", "start", "run", "file", "steps", "thread", "kind"}
    with tempfile.TemporaryDirectory() as directory:
        program = pathlib.Path(directory) / "program.c"
        program.write_text(
            "#include <pthread.h>\nint x;\nstatic void *f(void *p) { x = 1; return p; }\n"
            "int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); x = 2; pthread_join(t, 0); return 0; }\n")
        for verb in (["run"], ["check"], ["check", "--engine", "machine"]):
            done = run(heddle, *verb, "--format", "json", program, cwd=directory)
            report = json.loads(done.stdout)
            for key in keys_of(report) - documented:
                wrong.append(f"{' '.join(verb)}: the key `{key}` does not stand in json.md")
            if "T0" in done.stdout:
                wrong.append(f"{' '.join(verb)} says T0 for main")
            if '"main"' not in done.stdout:
                wrong.append(f"{' '.join(verb)} does not name the main thread main")
        saved = json.loads((pathlib.Path(directory) / "heddle-finding.json").read_text())
        for name in set(saved["wishes"]) ^ {name for _, name, value, _ in rows if value != "kAny"}:
            wrong.append(f"`{name}` is a row of wishes.def or a wish of the saved finding, but not both")
    writer = (root / "src/report/json.cpp").read_text()
    for key in documented - set(re.findall(r'"(\w+)"', writer)):
        if not any(key in cell and "statistics" in cell for cell in table_words(root / "doc/json.md", 1)):
            if key not in ("events", "threads", "seconds", "peak_bytes"):
                wrong.append(f"json.md has the key `{key}`, which no report has")

    # Names of test programs.
    truths = set(re.findall(r'^HEDDLE_FINDING\(\w+, "([\w-]+)"', (root / "src/finding/kind.def").read_text(), re.M))
    truths |= {"clean", "inconclusive"}
    for folder in ("test/programs", "test/programs/check", "test/machine"):
        for path in sorted((root / folder).glob("*.c*")):
            parts = path.name.split(".")[1:-1]
            if parts and not truths & set(parts):
                wrong.append(f"{path.relative_to(root)}: {'.'.join(parts)} is no truth that heddle tells")

    # Files.
    for page in pages:
        for name in re.findall(r"`((?:src|test|bench|cmake|include)/[\w./-]+\.\w+)`", page.read_text()):
            if not (root / name).exists() and not name.endswith("mine.cpp") and "/x/" not in name:
                wrong.append(f"{page.name}: there is no {name}")

    # The glossary.
    words = [word for word in table_words(root / "doc/glossary.md") if word != "word"]
    for before, after in zip(words, words[1:]):
        if before.lower() >= after.lower():
            wrong.append(f"glossary: {after} comes after {before}")
    for name in ("src/event/operation.def", "src/runtime/host/words.cpp"):
        for word, instead in GIVEN_UP.items():
            if f'"{word}"' in (root / name).read_text():
                wrong.append(f"{name}: {word} is now {instead}")

    print("\n".join(wrong) or "one word for one concept")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
