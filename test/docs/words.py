#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""One word for one concept: compares flags, JSON keys, kinds of findings, file names of tests, pages and glossary.

- A flag that several verbs have takes the same kind of value in each. (`trace generate` counts what it makes: there
  --locks and --events are numbers. `check --locks` asks which they are; elsewhere it says how they are taken.
  `check --property` is one of a few names, elsewhere a formula.)
- A flag that a command in a page has is one that some verb has.
- The options of `check` are the rows of wishes.def, in the help, in the saved finding and in the C interface.
- Every key of a JSON report stands in json.md, and every key of json.md is one that a report can have.
- The truth in a test program's name is `clean`, `inconclusive` or a kind of finding. (A trace may be an `error`.)
- The main thread of a program is `main` in every report, that of a recording too. (In another trace file, threads have
  the names the file gives them.)
- No environment variable has the name of a macro.
- A file or folder that a page names exists; architecture.md names every folder of src, CONTRIBUTING.md every one of test.
- The tables of benchmarks.md have the columns that the scripts in bench/ print.
- The glossary is sorted, has each word once; what is printed and the pages have none of the words that were given up.
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

# What was given up: what is said instead.
GIVEN_UP = {r"compare-and-(?:swap|exchange)": "compare-exchange", r"atomic read(?!-modify)": "atomic load", r"atomic write": "atomic store", r"verdict[^.|\n]{0,20}\bsafe\b": "clean", r"\btransitions?\b": "step"}


def run(*command, **options):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=120, **options)


def verbs(heddle):
    text = run(heddle, "--help").stdout
    names = re.findall(r"^  ([a-z+]+)\s", text[text.index("Commands"):text.index("Options")], re.M)
    trace = run(heddle, "trace", "--help").stdout
    nested = re.findall(r"^  ([a-z-]+)\s", trace[trace.index("Commands"):trace.index("Options")], re.M)
    return [[name] for name in names if name not in ("cc", "c++")] + [["trace", name] for name in nested]


def flags_of(heddle, verb):
    """{flag: kind of value} of one verb."""
    found = {}
    text = run(heddle, *verb, "--help" if len(verb) > 1 else "--help-all").stdout
    for line in text.splitlines():
        option = re.match(r"  (--[\w-]+(?:,--?[\w-]+)*)(?: ([A-Z]+))?", line)
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


def folders_below(root, name):
    """{folder: its subfolders} of what is under version control, or at least not made by python."""
    found = {}
    for path in sorted((root / name).rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts and path.parent != root / name:
            found.setdefault(path.parent.relative_to(root).as_posix(), set())
    return found


def headers(text):
    """Rows of tables that a line of dashes follows."""
    lines = text.splitlines()
    return [line for line, after in zip(lines, lines[1:]) if line.startswith("|") and after.startswith("|--")]


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
            if verb == ["trace", "generate"] or (verb[0], flag) in (("check", "--locks"), ("check", "--property")):
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
        run(heddle, "run", "--record", "run.hdl", program, cwd=directory)
        for verb in (["races"], ["predict"]):
            done = run(heddle, *verb, "run.hdl", cwd=directory)
            if "T0" in done.stdout or "main" not in done.stdout:
                wrong.append(f"{verb[0]} of a recording does not name the main thread main:\n{done.stdout}")
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
    for folder, also in (("test/programs", {"right", "wrong"}), ("test/machine", {"true", "false", "unknown"}), ("test/traces", {"error"})):
        for path in sorted((root / folder).rglob("*.*")):
            parts = path.name.split(".")[1:-1]
            if path.suffix in (".c", ".cpp", ".std") and parts and not (truths | also) & set(parts):
                wrong.append(f"{path.relative_to(root)}: {'.'.join(parts)} is no truth that heddle tells")

    # Files.
    for page in pages:
        for name in re.findall(r"`((?:src|test|bench|cmake|include)/[\w./-]+\.\w+)`", page.read_text()):
            if not (root / name).exists() and not name.endswith("mine.cpp") and "/x/" not in name:
                wrong.append(f"{page.name}: there is no {name}")
        for name in re.findall(r"`((?:src|test|bench|cmake|include|web|fuzz|examples|doc)/[\w/-]*)`", page.read_text()):
            if not (root / name).is_dir() and name != "src/x/y_test":
                wrong.append(f"{page.name}: there is no folder {name}")
    architecture = (root / "doc/architecture.md").read_text()
    for folder in folders_below(root, "src"):
        top, *below = folder.split("/")[1:]
        row = re.search(rf"^\| `src/{top}` \|.*", architecture, re.M)
        if not row:
            wrong.append(f"architecture.md has no row for src/{top}")
        elif below and f"`{below[0]}/`" not in row[0] and f"`…/{below[0]}`" not in architecture:
            wrong.append(f"architecture.md does not say what {folder} holds")
    contributing = (root / "CONTRIBUTING.md").read_text()
    for folder in folders_below(root, "test"):
        if f"`{folder}/`" not in contributing:
            wrong.append(f"CONTRIBUTING.md does not say what {folder} tests")

    # Columns of benchmarks: a literal header is the same to the letter, one that is put together has the same words.
    scripts = "\n".join(path.read_text() for path in sorted((root / "bench").glob("*.[cp]*")))
    scripts = re.sub(r'"\s*\n\s*"', "", scripts)
    printed = set(re.findall(r'["n](\| [^"{}]*? \|)(?:"|\\n)', scripts))
    for header in headers((root / "doc/benchmarks.md").read_text()):
        cells = [cell.strip() for cell in header.strip("|").split("|")]
        if header in printed or cells == ["figures of", "are on", "printed by"]:
            continue
        alike = [other for other in printed if other.startswith("| " + " | ".join(cells[:2]) + " |")]
        if alike or not all(cell in scripts for cell in cells):
            wrong.append(f"benchmarks.md: no script prints {header}" + "".join(f", but {other}" for other in alike))

    # Names of macros and of environment variables.
    sources = [path for folder in ("src", "include") for path in sorted((root / folder).rglob("*.*")) if path.suffix in (".h", ".cpp", ".c", ".def")]
    macros, variables = set(), set()
    for path in sources:
        text = path.read_text()
        macros |= set(re.findall(r"^#define (HEDDLE_\w+)", text, re.M))
        for line in re.findall(r"^.*(?:getenv|setenv|Variable\b).*$", text, re.M):
            variables |= set(re.findall(r'"(HEDDLE_\w+)', line))
    for name in macros & variables:
        wrong.append(f"{name} is a macro and an environment variable")
    if not {"HEDDLE_PROJECT", "HEDDLE_CC", "HEDDLE_CHANNEL"} <= variables:
        wrong.append("no environment variable was found: this test looks for them in the wrong way")

    # The glossary.
    words = [word for word in table_words(root / "doc/glossary.md") if word != "word"]
    for before, after in zip(words, words[1:]):
        if before.lower() >= after.lower():
            wrong.append(f"glossary: {after} comes after {before}")
    for path in [*sources, *pages, *sorted((root / "web/src").glob("*.ts"))]:
        text = path.read_text()
        said = text if path.suffix == ".md" else "\n".join(re.findall(r'"(?:[^"\\\n]|\\.)*"', text))
        for word, instead in GIVEN_UP.items():
            for found in re.findall(word, said):
                wrong.append(f"{path.relative_to(root)}: {found} is now {instead}")

    print("\n".join(wrong) or "one word for one concept")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
