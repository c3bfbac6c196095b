#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What commands tell of themselves: in 80 columns, with examples that name options which there are, even where the
project's file is broken."""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

from tool import check, heddle, run, status

EXPERTS_ONLY = "--help-all` lists"


def verbs():
    listed = run("help").stdout.split("\nCommands:\n")[1].split("\nOptions:")[0]
    return re.findall(r"^  ([a-z+]+) ", listed, re.M)


def commands():
    for verb in verbs():
        yield [verb]
        listed = run("help", verb).stdout.partition("\nCommands:\n")[2].partition("\nOptions:")[0]
        yield from ([verb, inner] for inner in re.findall(r"^  ([a-z-]+) ", listed, re.M))


def page(*words):
    done = run(*words)
    check(done.returncode == 0, f"{words}: exit status {done.returncode}: {done.stderr}")
    for line in done.stdout.splitlines():
        check(len(line) <= 80, f"{words}: {len(line)} columns: {line}")
        check(not re.search(r"^\S{1,12}( \S{1,3}){0,2}$", line) or line.endswith((".", ":")), f"{words}: a line of few letters: {line}")
    return done.stdout


def section(manual, name):
    return manual.partition(f".SH {name}\n")[2].partition("\n.SH ")[0]


def manuals():
    for verb in verbs():
        text = run("manual", verb).stdout
        name = section(text, "NAME").partition(" \\- ")[2]
        check(name and section(text, "DESCRIPTION").strip() != name, f"{verb}: its description is its name: {text}")
        check(".SH OPTIONS\n.SH" not in text, f"{verb}: no options in OPTIONS")
        for usage in section(text, "SYNOPSIS").split("\n.br\n"):
            check(usage.count("heddle") <= 1, f"{verb}: two usages in one line: {usage}")
    check(section(run("manual", "check").stdout, "SYNOPSIS").count(".B heddle check") == 2, "both usages of check")


def completed(*words):
    script = f"source <({heddle} completion bash); COMP_WORDS=(heddle {' '.join(words)}); COMP_CWORD={len(words)}; _heddle; echo \"${{COMPREPLY[*]}}\""
    return subprocess.run(["bash", "-c", script], capture_output=True, text=True).stdout.strip()


def completion():
    check(completed("completion", "''") == "bash fish zsh", f"shells: {completed('completion', chr(39) * 2)}")
    check(completed("completion", "z") == "zsh", "one shell")
    for shell in "zsh", "fish":
        text = run("completion", shell).stdout
        check("complete heddle’s commands" in text and "heddles" not in text, f"{shell}: apostrophes")


def main():
    manuals()
    completion()
    check("Usage: heddle COMMAND" in page("help"), "heddle itself")
    found = list(commands())
    check(len(found) > 18, f"few commands: {found}")
    for words in found:
        text = page("help", *words)
        check(text.startswith(f"Usage: heddle {' '.join(words)} "), f"{words}: another's page: {text[:80]}")
        check(words[0] == "trace" or text.count("\nExamples:\n") == 1, f"{words}: examples")
        if words[0] in ("cc", "c++"):
            continue
        whole = page(*words, "--help-all") if EXPERTS_ONLY in text else text
        for example in re.findall(rf"^  heddle {words[0]} (.*?)(?:  |$)", text, re.M):
            for option in re.findall(r"(?:^| )(--[a-z-]+)", example.split(" -- ")[0]):
                check(f"  {option}" in whole, f"{words}: the example has {option}, the list has not")
    with tempfile.TemporaryDirectory() as directory:
        pathlib.Path(directory, ".heddle.toml").write_text("[check\n")
        for words in (["help", "check"], ["check", "--help"], ["--version"], ["version"]):
            done = run(*words, cwd=directory, env=dict(os.environ))
            check(done.returncode == 0, f"{words} with a broken project file: {done.stderr}")
    return status()


if __name__ == "__main__":
    sys.exit(main())
