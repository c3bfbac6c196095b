#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs every ```console block of the documentation and compares what it prints with what the page shows.

A block is one shell session: lines that begin with `$ ` are commands, what follows is their output (stdout and
stderr). Times and memory vary and are not compared; a line `[…]` stands for any number of lines. Sessions run in
an empty directory that holds a copy of examples/, with heddle on the PATH. A block after the line `<!-- long -->` takes
many seconds: it is run if its page is named, or with `--all`. With `--write` what the commands print is put into the pages,
but where `[…]` stands.
"""
import difflib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile


def blocks(page, with_long):
    for match in re.finditer(r"^(<!-- long -->\n)?```console\n(.*?)^```", page.read_text(), re.M | re.S):
        if match[1] and not with_long:
            continue
        line = page.read_text()[: match.start()].count("\n") + 1
        commands = []
        for text in match[2].splitlines():
            if text.startswith("$ "):
                commands.append((text[2:], []))
            elif commands and text.startswith("> "):  # more of the same command
                commands[-1] = (commands[-1][0] + "\n" + text[2:], [])
            elif commands:
                commands[-1][1].append(text)
        for _, shown in commands:
            while shown and not shown[-1]:
                shown.pop()
        yield line, commands


def files_of(page):
    """A block that begins with ```cpp mine.cpp is a file that the page's sessions have."""
    return {name: text for name, text in re.findall(r"^```\w+ (\S+)\n(.*?)^```", page.read_text(), re.M | re.S)
            if "." in name}


def normal(line):
    line = re.sub(r"\b\d+(\.\d+)?(e[-+]?\d+)? s\b", "# s", line.rstrip())
    line = re.sub(r"\b\d+(\.\d+)? MiB\b", "# MiB", line)
    return re.sub(r"\b\d+(\.\d+)? [MGk] ?(\w+)/s", r"# \2/s", line)


def matches(shown, printed):
    """Line by line; what stands between two `[…]` is looked for at the first place after the one before."""
    shown, printed = [normal(line) for line in shown], [normal(line) for line in printed]
    pieces, at = [[]], 0
    for line in shown:
        pieces.append([]) if line == "[…]" else pieces[-1].append(line)
    if len(pieces) == 1:
        return shown == printed
    first, last = pieces[0], pieces[-1]
    if printed[:len(first)] != first or len(printed) < len(first) + len(last):
        return False
    end = len(printed) - len(last)
    if printed[end:] != last:
        return False
    at = len(first)
    for piece in pieces[1:-1]:
        while at + len(piece) <= end and printed[at:at + len(piece)] != piece:
            at += 1
        if at + len(piece) > end:
            return False
        at += len(piece)
    return at <= end


def session(commands, heddle, sources, files):
    separator = "\x01"
    # `$?` must be the command's own in the next one: keep it in a variable around the separator.
    script = "\n".join(
        f"(exit ${{status:-0}})\n{command}\nstatus=$?; printf '{separator}'" for command, _ in commands)
    with tempfile.TemporaryDirectory() as directory:
        shutil.copytree(sources / "examples", pathlib.Path(directory) / "examples")
        for name, text in files.items():
            (pathlib.Path(directory) / name).write_text(text)
        environment = dict(os.environ, PATH=f"{heddle.parent}:{os.environ['PATH']}", NO_COLOR="1", LC_ALL="C.UTF-8")
        done = subprocess.run(["bash"], input=script, cwd=directory, env=environment, text=True, timeout=300,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return [output.rstrip("\n").splitlines() for output in done.stdout.split(separator)[: len(commands)]]


def usual(commands, heddle, sources, files):
    """What `heddle run` sees is a matter of chance: shown is what it does nearly always."""
    for _ in range(5 if any(command.startswith("heddle run") for command, _ in commands) else 1):
        outputs = session(commands, heddle, sources, files)
        if all(matches(shown, printed) for (_, shown), printed in zip(commands, outputs)):
            break
    return outputs


def main():
    heddle, sources = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    wanted = [name for name in sys.argv[3:] if name not in ("--write", "--all")]  # no names: all pages
    pages = [sources / "README.md", sources / "CONTRIBUTING.md", *sorted((sources / "doc").glob("*.md"))]
    passed = failed = 0
    for page in filter(pathlib.Path.exists, pages):
        if wanted and page.name not in wanted:
            continue
        for line, commands in blocks(page, wanted or "--all" in sys.argv):
            for (command, shown), printed in zip(commands, usual(commands, heddle, sources, files_of(page))):
                if matches(shown, printed):
                    passed += 1
                    continue
                if "--write" in sys.argv and "[…]" not in shown:
                    old = "$ " + command + "\n" + "".join(line + "\n" for line in shown)
                    page.write_text(page.read_text().replace(old, "$ " + command + "\n" + "".join(line + "\n" for line in printed), 1))
                failed += 1
                print(f"{page.name}:{line}: $ {command}")
                print("\n".join(difflib.unified_diff(shown, printed, "shown", "printed", lineterm="")))
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
