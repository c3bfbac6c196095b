#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Installs heddle into an empty directory, builds a small project that finds it there, and runs that."""
import os
import pathlib
import re
import subprocess
import sys
import tempfile


def run(*command, **options):
    done = subprocess.run(list(map(str, command)), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **options)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stdout}")
    return done.stdout


def watched(heddle, consumer):
    """What heddle_instrument and heddle_add_run_test made; and the installed heddle finds its own headers."""
    run("ctest", "--test-dir", consumer, "-R", "^counter$", "--no-tests=error")
    for test, variable in ("racing_counter", "count"), ("racing_text", "text"):
        done = subprocess.run(["ctest", "--test-dir", consumer, "-R", f"^{test}$", "--output-on-failure"],
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode == 0 or f"data race on `{variable}" not in done.stdout:
            sys.exit(f"the race is not found by the test:\n{done.stdout}")
    done = subprocess.run(["ctest", "--test-dir", consumer, "-R", "^hanging", "--output-on-failure"],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if "waits for the condition `never`" not in done.stdout or "Timeout" in done.stdout or "***Skipped" not in done.stdout:
        sys.exit(f"a program that hangs is not told what it waits for:\n{done.stdout}")
    done = subprocess.run(["ctest", "--test-dir", consumer, "-R", "suite.Days"], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True)
    for test, word in ("Runs", "Passed"), ("Skips", r"\*\*\*Skipped"), ("Fails", r"\*\*\*Failed"):
        if not re.search(rf"suite\.Days\.{test} \.+ *{word}", done.stdout):
            sys.exit(f"suite.Days.{test} is not {word}:\n{done.stdout}")
    for label in "left_out", "heddle":
        done = subprocess.run(["ctest", "--test-dir", consumer, "-L", label, "-R", "unbuilt", "--output-on-failure"],
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode == 0 or not re.search(r"unbuilt_NOT_BUILT \.+\*\*\*Failed", done.stdout) or "cannot open it" not in done.stdout:
            sys.exit(f"what was not built passes with -L {label}:\n{done.stdout}")
    if "4\n" not in run(consumer / "counter", "4"):
        sys.exit("an instrumented program does not run alone")
    marked = consumer / "marked.c"
    marked.write_text('#include <heddle/record.h>\nint main(void) { heddle_mark("phase", 3); return 0; }\n')
    used = set(re.findall(r'# [0-9]+ "([^"]*/heddle/record.h)"', run(heddle, "cc", "-E", marked)))
    if {os.path.realpath(path) for path in used} != {os.path.realpath(heddle.parents[1] / "include/heddle/record.h")}:
        sys.exit(f"the installed heddle uses headers of elsewhere: {used}")
    run(heddle, "run", marked)


def refused(prefix, directory):
    """Calls that CMake refuses, in words about the call."""
    project = directory / "refused"
    project.mkdir()
    for call, words in (("heddle_add_check_test(racy TIMEOUT abc)", "TIMEOUT takes whole seconds, not `abc`"),
                        ("heddle_add_run_test(racy TIMEOUT 0)", "TIMEOUT takes whole seconds, not `0`"),
                        ("heddle_add_check_test(nosuch)", "heddle_add_check_test(nosuch): there is no target"),
                        ("heddle_instrument(racy nosuch)", "heddle_instrument(nosuch): there is no target"),
                        ("heddle_add_check_test(racy LABEL slow)", "unknown arguments: LABEL;slow"),
                        ("heddle_add_check_test(racy TIMEOUT)", "a value is missing after TIMEOUT"),
                        ("add_library(part STATIC racy.cpp)\nheddle_add_check_test(part)", "it is no program (STATIC_LIBRARY)"),
                        ("heddle_add_check_test(racy)\nheddle_add_check_test(racy LABELS x)", "there are tests called racy already")):
        (project / "CMakeLists.txt").write_text("cmake_minimum_required(VERSION 3.20)\nproject(racy CXX)\n"
                                                "find_package(heddle REQUIRED)\nfile(WRITE racy.cpp \"int main() {}\\n\")\n"
                                                f"add_executable(racy racy.cpp)\n{call}\n")
        done = subprocess.run(["cmake", "-G", "Ninja", "-S", project, "-B", project / "build", f"-DCMAKE_PREFIX_PATH={prefix}"],
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode == 0 or words not in " ".join(done.stdout.split()) or done.stdout.count("CMake Error") != 1:
            sys.exit(f"{call}:\n{done.stdout}")


def documented(sources, directory):
    """Every function of <heddle/verbs.h> is in doc/library.md and has a test; so has every verb that judges something; so
    are the fields of its options; and the page's example compiles without a warning."""
    header = (sources / "include/heddle/verbs.h").read_text()
    page, tests = (sources / "doc/library.md").read_text(), (sources / "test/package/consumer/verbs.cpp").read_text()
    functions = re.findall(r"^(?:Report|std::[\w:<>]+) (\w+)\(", header, re.M)
    verbs = set(re.findall(r'^      \{"([a-z+]+)",', (sources / "src/cli/verbs.cpp").read_text(), re.M))
    not_judging = {"cc", "c++", "view", "trace", "completion", "manual", "sampled"}
    for name in functions:
        if not re.search(rf"`[^`]*\b{name}\(", page):
            sys.exit(f"doc/library.md says nothing of {name}")
        if f"{name}(" not in tests:
            sys.exit(f"{name} of <heddle/verbs.h> has no test")
    for verb, fields in re.findall(r"^struct (\w+)Options \{\n(.*?)^\};", header, re.M | re.S):
        told = re.search(rf"`{verb.lower()}\(\w+, \{{([^}}]*)\}}\)`", page)[1].split(", ")
        if told != re.findall(r"^  [\w:]+ (\w+) =", fields, re.M) or not told:
            sys.exit(f"doc/library.md has other fields of {verb}Options: {told}")
    example = re.search(r"```cpp\n(.*?)```", page, re.S)[1].replace("#include <heddle/verbs.h>\n", "")
    program = directory / "example.cpp"
    program.write_text(f"#include <heddle/verbs.h>\n#include <iostream>\nint main() {{\n{example}}}\n")
    run("c++", "-std=c++20", "-Wall", "-Wextra", "-Werror", "-I", sources / "include", "-fsyntax-only", program)
    if len(verbs) < 15 or verbs - not_judging - set(functions):
        sys.exit(f"<heddle/verbs.h> has no function for {verbs - not_judging - set(functions)}")


def built_by_toolchain(prefix, directory):
    """A project that knows nothing of heddle, built with the installed toolchain file."""
    project = directory / "project"
    project.mkdir()
    (project / "CMakeLists.txt").write_text("cmake_minimum_required(VERSION 3.20)\nproject(racy CXX)\n"
                                            "find_package(Threads REQUIRED)\nadd_executable(racy racy.cpp)\n"
                                            "target_link_libraries(racy Threads::Threads)\n")
    (project / "racy.cpp").write_text("#include <thread>\nint count;\nint main() {\n"
                                      "  std::thread a([] { count++; }), b([] { count++; });\n  a.join();\n  b.join();\n}\n")
    toolchain = next(prefix.glob("**/heddle_toolchain.cmake"))
    run("cmake", "-G", "Ninja", "-S", project, "-B", project / "build", f"-DCMAKE_TOOLCHAIN_FILE={toolchain}")
    run("cmake", "--build", project / "build")
    done = subprocess.run([prefix / "bin/heddle", "run", project / "build/racy"], stderr=subprocess.PIPE, text=True)
    if done.returncode != 1 or "data race on `count`" not in done.stderr:
        sys.exit(f"the race of a program built with the toolchain file is not found: {done.stderr}")


def main():
    build, sources = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
    with tempfile.TemporaryDirectory() as directory:
        prefix, consumer = pathlib.Path(directory) / "prefix", pathlib.Path(directory) / "consumer"
        run("cmake", "--install", build, "--prefix", prefix)
        run("cmake", "-G", "Ninja", "-S", sources / "test/package/consumer", "-B", consumer,
            f"-DCMAKE_PREFIX_PATH={prefix}")
        run("cmake", "--build", consumer)
        done = subprocess.run([consumer / "consumer", sources / "examples/bank.std"], stdout=subprocess.PIPE, text=True)
        if (done.returncode, done.stdout) != (1, "balance: examples/bank.cpp:11 and examples/bank.cpp:9\n"):
            sys.exit(f"the consumer printed {done.stdout!r} and ended with {done.returncode}")
        print(run(prefix / "bin/heddle", "--version").strip())
        print(run(consumer / "verbs", prefix / "share/doc/heddle/examples", cwd=directory,
                  env=dict(os.environ, HEDDLE_COMMAND=str(prefix / "bin/heddle"))).strip())
        documented(sources, pathlib.Path(directory))
        watched(prefix / "bin/heddle", consumer)
        refused(prefix, pathlib.Path(directory))
        built_by_toolchain(prefix, pathlib.Path(directory))
    print("1 passed, 0 failed")


if __name__ == "__main__":
    main()
