# SPDX-License-Identifier: Apache-2.0
"""What is a command in a page, and which test executes it.

The tests that execute commands take them from here by their kind, and commands.py sees to it that no command of these
pages has none. So a new command in a page is executed, or a test fails.

| kind | which | executed by |
|---|---|---|
| transcript | a line with `$ ` in a ```console block | docs.transcripts |
| shell | a line of a ```sh block of the tutorial (`sh fails`: its last one fails) | package.walk_all |
| recipe | what a job of ci.md runs | package.walk_all |
| ranks | a script, or what a job runs, of cluster.md | cluster.recipes |
| typed | a line that is set in, or words between backquotes that name files | package.walk_all |
| system | what changes the machine: sudo, apt, most targets of make | package.deb |
| make | other targets of make | docs.commands |
| suite | `make test` | docs.commands looks at what it would do: this is a part of it |
| mention | words between backquotes without a file: `heddle check --advise` | docs.commands looks for the verb and its options |
| untested | in a section that begins with "Not tested" | nobody |
"""
import re
from typing import NamedTuple

PAGES = ["README.md", "doc/tutorial.md", "doc/faq.md", "doc/ci.md", "doc/debugging.md", "doc/cmake.md", "doc/cluster.md"]
EXECUTED_BY = {"transcript": "docs.transcripts", "shell": "package.walk_all", "recipe": "package.walk_all", "typed": "package.walk_all", "linked": "package.walk",
               "ranks": "cluster.recipes", "system": "package.deb", "make": "docs.commands", "suite": "docs.commands", "mention": "docs.commands"}
NO_COMMANDS = ("c", "cpp", "cmake", "toml", "lua", "text", "")
PROGRAM = re.compile(r"(?:[A-Z_]+=(?:'[^']*'|\S+) )*(heddle|make|cmake|ctest|sudo|apt|apt-get|man|gdb|meson|bazel|pkg-config|git)"
                     r"(?: |$)")


class Command(NamedTuple):
    line: int
    kind: str  # "unknown": nobody executes it
    text: str
    fails: bool = False


def of_make(text):
    if text == "make test":
        return "suite"
    return "make" if text in ("make", "make demo", "make doc") else "system"


def kind_of(text, is_quoted):
    """Of a line that is set in, or of words between backquotes."""
    program = PROGRAM.match(text)
    if re.match(r"c\+\+ .*pkg-config --cflags --libs heddle", text):
        return "linked"  # with a program of walk.py's own
    if re.match(r"cd heddle && make$|sudo |apt|man ", text):
        return "system"
    if program is None:
        return "none" if is_quoted or re.match(r"find_package|heddle_\w+\(|target_link_libraries|build:heddle ", text) else "unknown"
    if program[1] == "make" and "heddle cc" not in text:
        return of_make(text)
    words = re.sub(r"^heddle( \S+)?|(^| )--?\S+( (?=[a-z0-9]+$)\S+)?|\b[A-Z]+\b", "", text).split()
    return "mention" if is_quoted and program[1] == "heddle" and not words else "typed"


def of_fence(page, line, info, text):
    language, _, rest = info.partition(" ")
    rows = list(enumerate(text.splitlines(), line + 1))
    if language == "console":
        yield from (Command(at, "transcript", row[2:]) for at, row in rows if row.startswith("$ "))
    elif page.name == "cluster.md" and language in ("sh", "yaml"):
        yield Command(line, "ranks", text)
    elif language == "sh":
        kind = "shell" if page.name == "tutorial.md" else "unknown"
        yield from (Command(at, kind, row, rest == "fails" and at == rows[-1][0]) for at, row in rows)
    elif language == "yaml":
        for at, row in rows:
            if run := re.match(r" *(?:- run: |run: |    - )(?=[a-z-]+ )(.*)", row):
                yield Command(at, "system" if run[1].startswith("apt") else "recipe", run[1])
    elif language not in NO_COMMANDS:
        yield Command(line, "unknown", f"```{info}")
    else:
        yield from (Command(at, "unknown", row) for at, row in rows if re.match(r"\$ ", row))


PARTS = re.compile(r"^```(?P<info>.*)\n(?P<block>(?:.*\n)*?)```$|^(?P<heading>#+ .*)(?=\n+(?P<after>.*))|^    (?P<set_in>\S.*)$|"
                   r"`(?P<quoted>(?:[^`\n]|\n(?!\n))+)`", re.M)


def commands(page, *kinds):
    """Those of some kinds, or all, in order."""
    found, section_is_tested = [], True
    text = page.read_text()
    for match in PARTS.finditer(text):
        line = text[:match.start()].count("\n") + 1
        if match["info"] is not None:
            found += of_fence(page, line, match["info"], match["block"])
        elif match["heading"]:
            section_is_tested = "Not tested" not in match["after"]
        else:
            words, _, comment = (match["set_in"] or match["quoted"]).partition("  #")
            named = [(words, match["set_in"] is None), *((quoted, True) for quoted in re.findall(r"`(.+?)`", comment))]
            for words, is_quoted in named:
                words = " ".join(words.split())
                kind = kind_of(words, is_quoted)
                if kind not in ("none", "mention") and not section_is_tested:
                    kind = "untested"
                if kind != "none":
                    found.append(Command(line, kind, words))
    return [command for command in found if not kinds or command.kind in kinds]
