#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Several sources in two languages, compiler flags and arguments as people type them; replay from elsewhere; and what a
project file says: limits, suppressions, trusted code, the command line above all."""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

from tool import check, heddle, run, status

FILES = {
    "include/shared.h": "extern \"C\" int start_value(void);\n",
    "first.cpp": """#include <shared.h>
#include <cassert>
#include <cstring>
#include <thread>
int count = START;
int main(int argc, char** argv) {
  assert(start_value() == 7);
  assert(argc == 3 && std::strcmp(argv[2], "--flag") == 0);
  std::thread other([] { ++count; });
  if (argv[1][0] == 'r') ++count;
  other.join();
}
""",
    "second.c": "int start_value(void) { int class = 7; return class; }\n",  # no C++
    "foreign.cpp": "int foreign(int* p) { return ++*p; }\n",
    "uses.cpp": "#include <thread>\nint foreign(int*);\nint x;\nint main() { std::thread a([] { foreign(&x); }); a.join(); }\n",
    "quiet.cpp": "#include <thread>\nint main() { std::thread a([] {}); a.join(); }\n",
    "race.supp": "data-race variable:count\n",
}
BUILD = ("first.cpp", "second.c", "-I", "include", "-DSTART=0", "-std=c++17", "-O0")


def verdict(done):
    return json.loads(done.stdout)["verdict"]


def typed(directory):
    racy = run("run", *BUILD, "--format", "json", "--", "race", "--flag", cwd=directory)
    check(racy.returncode == 1 and "count" in racy.stdout, f"run: {racy.stdout} {racy.stderr}")
    right = run("run", *BUILD, "--", "none", "--flag", cwd=directory)
    check(right.returncode == 0, f"run, right: {right.stdout} {right.stderr}")
    racy = run("check", *BUILD, "--", "race", "--flag", cwd=directory)
    check(racy.returncode == 1 and "data race on `count`" in racy.stdout, f"check: {racy.stdout} {racy.stderr}")
    elsewhere = run("replay", directory / "heddle-finding.json", cwd="/")
    check(elsewhere.returncode == 1, f"replay from elsewhere: {elsewhere.stdout} {elsewhere.stderr}")


def launchers(directory):
    """A compiler of several words, and one behind a launcher in a compile_commands.json."""
    launcher = directory / "bin" / "ccache"
    launcher.parent.mkdir()
    launcher.write_text('#!/bin/sh\necho "$@" >> "$LAUNCHED"\nexec "$@"\n')
    launcher.chmod(0o755)
    log = directory / "launched"
    plain = dict(os.environ, PATH=f"{launcher.parent}:{os.environ['PATH']}", LAUNCHED=str(log))
    own = directory / "my tools" / "c++"
    own.parent.mkdir()
    own.symlink_to(shutil.which("g++"))
    for compiler, told in (("ccache g++", "g++ "), (f"env A=b {launcher} 'clang++-19' -m64", "clang++-19 -m64 "),
                           ("g++ -m64", None), (str(own), None), (f"ccache '{own}'", f"{own} ")):
        for verb in (["check", "--save", "none"], ["run"]):
            for how in [], ["--compiler", compiler]:
                log.write_text("")
                done = run(*verb, "quiet.cpp", *how, cwd=directory, env=plain if how else dict(plain, HEDDLE_CXX=compiler))
                check(done.returncode == 0, f"{compiler}: {done.stdout} {done.stderr}")
                check(told is None or log.read_text().startswith(told), f"{compiler}: launched {log.read_text()}")
    build = directory / "recorded"
    build.mkdir()
    command = f"env A=b {launcher} g++ -std=c++20 -o CMakeFiles/quiet.dir/quiet.cpp.o -c ../quiet.cpp"
    (build / "compile_commands.json").write_text(json.dumps([{"directory": str(build), "file": "../quiet.cpp", "command": command}]))
    done = run("check", "--compile-commands", "recorded", "--test", "quiet", cwd=directory, env=plain)
    check(done.returncode == 0, f"recorded with a launcher: {done.stdout} {done.stderr}")
    done = run("run", "quiet.cpp", "--compiler", "ccache no-such-compiler", cwd=directory, env=plain)
    check(done.returncode == 2, f"no compiler behind the launcher: {done.stdout} {done.stderr}")


def libraries(directory):
    """A shared library that was not compiled for heddle: what it does nobody sees, so nothing is clean over it."""
    subprocess.run(["g++", "-shared", "-fPIC", "foreign.cpp", "-o", "libforeign.so"], cwd=directory, check=True)
    for verb in ("run", "check"):
        done = run(verb, "uses.cpp", "-L.", "-lforeign", "-Wl,-rpath,.", "--format", "json", cwd=directory)
        check(done.returncode == 3 and "libforeign.so" in done.stdout, f"{verb} over a foreign library: {done.stdout} {done.stderr}")


def project(directory):
    file = directory / ".heddle.toml"
    inner = directory / "include"
    file.write_text('suppressions = "race.supp"\n')
    build = [word if word.startswith("-") else "../" + word for word in BUILD[:2]] + ["-I.", *BUILD[4:]]
    done = run("run", *build, "--", "race", "--flag", cwd=inner)
    check(done.returncode == 0, f"suppressions, found upwards: {done.stdout} {done.stderr}")
    done = run("run", *build, "--", "race", "--flag", cwd=inner, env=dict(os.environ, HEDDLE_PROJECT="none"))
    check(done.returncode == 1, f"HEDDLE_PROJECT=none: {done.stdout} {done.stderr}")
    done = run("check", *build, "--save", "none", "--", "race", "--flag", cwd=inner)
    check("1 suppressed" in done.stdout and done.returncode == 3, f"check has them too: {done.stdout} {done.stderr}")
    subprocess.run(["g++", "-g", "-c", "foreign.cpp"], cwd=directory, check=True)
    run("c++", "uses.cpp", "foreign.o", "-o", "uses", "-pthread", cwd=directory)
    file.unlink()
    for verb in (["check", "--save", "none"], ["run"]):
        check(verdict(run(*verb, "--format", "json", "./uses", cwd=directory)) == "inconclusive", f"{verb}: not trusted")
        check(verdict(run(*verb, "--format", "json", "--trust", "foreign(int*)", "./uses", cwd=directory)) == "clean", f"{verb}: --trust")
        file.write_text('trusted = ["foreign.cpp"]\n')
        check(verdict(run(*verb, "--format", "json", "./uses", cwd=directory)) == "clean", f"{verb}: trusted file")
        file.unlink()
    file.write_text('flags = ["-DSTART=0", "-Iinclude"]\n[check]\nno-races = true\n[limits]\nseconds = 50\n')
    arguments = ("first.cpp", "second.c", "--save", "wishes.json", "--", "race", "--flag")
    check(run("check", *arguments, cwd=directory).returncode in (0, 3), "options of one command, and flags")
    file.write_text('memory-model = "rc11"\nflags = ["-DSTART=0", "-Iinclude"]\n')
    run("check", "--memory-model", "sc", *arguments, cwd=directory)
    check(json.loads((directory / "wishes.json").read_text())["wishes"]["memory_model"] == "sc", "the command line wins")
    for text, line, words in (("x = \n", 1, "TOML"), ("preemptoins = 2\n", 1, "preemptions"), ("\n[chekc]\n", 2, "check"),
                              ("[limits]\nseconds = {a = 1}\n", 2, "a number"), ("[limits]\n\nseconds = -1\n", 3, "0 or more"),
                              ("[limits]\nsecnds = 5\n", 2, "did you mean `seconds`"), ("flags = [1]\n", 1, "expected text"),
                              ("no-races = 3\n", 1, "true or false"), ("preemptions = true\n", 1, "a number")):
        file.write_text(text)
        done = run("check", "first.cpp", cwd=directory)
        check(done.returncode == 2 and f".heddle.toml:{line}" in done.stderr and words in done.stderr, f"{text!r}: {done.stderr}")


def main():
    with tempfile.TemporaryDirectory() as name:
        directory = pathlib.Path(name)
        for file, text in FILES.items():
            (directory / file).parent.mkdir(exist_ok=True)
            (directory / file).write_text(text)
        typed(directory)
        launchers(directory)
        libraries(directory)
        project(directory)
    return status()


if __name__ == "__main__":
    sys.exit(main())
