#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`heddle run --suppressions`: what each rule takes out of one program's findings, and what it leaves.
suppressions.py HEDDLE SOURCES"""
import json
import pathlib
import subprocess
import sys
import tempfile

import tool
from tool import check, heddle, run

TWO_AT_WORK = r"""
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
"""
# Three findings: races on `count` (log_line) and `total` (add_up), and a lock released by a thread that does not hold it.
PROGRAM = r"""
#include <pthread.h>
int count, total;
pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
__attribute__((noinline)) void log_line(void) { ++count; }
__attribute__((noinline)) void add_up(void) { ++total; }
static void* work(void* a) { log_line(); add_up(); return a; }
""" + TWO_AT_WORK + "  pthread_mutex_unlock(&gate);\n  return 0;\n}\n"
COUNT, TOTAL, GATE = ("data-race", "count"), ("data-race", "total"), ("lock-misuse", "gate")
ALL = {COUNT, TOTAL, GATE}
# The race is in a library.
LIBRARY = "static int hidden; void enter(void) { ++hidden; }\n"
ENTERS = r"""
#include <pthread.h>
void enter(void);
static void* work(void* a) { enter(); return a; }
""" + TWO_AT_WORK + "  return 0;\n}\n"


class Suppressed:
    def __init__(self, directory):
        self.directory, self.rules, self.report = directory, directory / "rules.txt", directory / "report.json"

    def run(self, app, rules):
        self.rules.write_text(rules)
        self.report.unlink(missing_ok=True)
        done = run("run", "--suppressions", self.rules, "--format", "json", "--output", self.report, app,
                   cwd=self.directory)
        return done, json.loads(self.report.read_text()) if self.report.exists() else None

    def expect(self, app, rules, left, total):
        """The findings left, how many were taken out, and the verdict and exit status that go with them."""
        done, report = self.run(app, rules)
        found = {(one["kind"], one["variable"]) for one in report["findings"]}
        check(found == left, f"{rules!r} left {found}, not {left}")
        check(report["statistics"]["suppressed"] == total - len(left), f"{rules!r}: {report['statistics']}")
        check(report["verdict"] == ("findings" if left else "clean"), f"{rules!r}: {report['verdict']}")
        check(done.returncode == (1 if left else 0), f"{rules!r}: exit status {done.returncode}")


def compiled(directory, name, text, *flags):
    source = directory / f"{name}.c"
    source.write_text(text)
    subprocess.run([heddle, "cc", "-O1", source, "-o", directory / name, *flags], check=True)
    return f"./{name}"


def test_rules(directory):
    cases, app = Suppressed(directory), compiled(directory, "app", PROGRAM)
    for rules, left in (("", ALL), ("# nothing but a comment\n\n", ALL),
                        ("data-race function:log_line\n", {TOTAL, GATE}),
                        ("data-race function:log_*  # the logger\n", {TOTAL, GATE}),
                        ("data-race function:log_line\ndata-race function:add_up\n", {GATE}),
                        ("any file:app.c\n", set()), ("any file:ap*.c\n", set()),
                        ("data-race file:app.c\n", {GATE}), ("lock-misuse file:app.c\n", {COUNT, TOTAL}),
                        ("any function:main\n", {COUNT, TOTAL}),
                        ("any variable:total\n", {COUNT, GATE}),
                        # Rules that match nothing: another kind, function, file, library.
                        ("deadlock file:app.c\n", ALL), ("data-race function:log_lines\n", ALL),
                        ("any file:other.c\n", ALL), ("any library:app\n", ALL),
                        ("any library:libpart\nany function:add_up\n", {COUNT, GATE})):
        cases.expect(app, rules, left, len(ALL))


def test_library(directory):
    """A library with lines, one with the names it exports alone, and the program itself, which is none. What else is in a
    stripped library is not known: without a finding the verdict is inconclusive."""
    for flags, shown, otherwise in (["-g"], "libpart.so.c:1", 0), (["-g0", "-s"], "enter", 3):
        compiled(directory, "libpart.so", LIBRARY, "-shared", "-fPIC", *flags)
        app = compiled(directory, "enters", ENTERS, directory / "libpart.so")
        cases = Suppressed(directory)
        for rule, left in (("", 1), ("any library:libpart.so", 0), ("data-race library:lib*.so", 0),
                           ("any library:libother", 1), ("deadlock library:libpart.so", 1), ("any library:enters", 1)):
            done, report = cases.run(app, rule + "\n")
            check(len(report["findings"]) == left, f"{rule} left {report['findings']}")
            check(done.returncode == (left or otherwise), f"{rule}: exit status {done.returncode}")
            check(left == 0 or shown in json.dumps(report["findings"]), f"{shown}: {report['findings']}")


def test_bad_files(directory):
    cases, app = Suppressed(directory), compiled(directory, "app", PROGRAM)
    for rules, line, expected in (("data-race\n", 1, "expected a kind and one pattern"),
                                  ("any file:a.c\n# fine\nrace function:f\n", 3, "found `race`; it is one of: any, data-race, "),
                                  ("\nany thread:f\n", 2, "found `thread:f`"),
                                  ("any function:\n", 1, "a pattern after `function:`"),
                                  ("any function:f g\n", 1, "one pattern")):
        done, report = cases.run(app, rules)
        check(done.returncode == 2 and report is None, f"{rules!r}: {done.returncode}, and the program is not run")
        check(f"rules.txt:{line}" in done.stderr and expected in done.stderr, f"{rules!r}: {done.stderr}")
    done = run("run", "--suppressions", directory / "gone.txt", app, cwd=directory)
    check(done.returncode == 2 and "gone.txt" in done.stderr and "No such file" in done.stderr, done.stderr)


def main():
    for test in (test_rules, test_library, test_bad_files):
        with tempfile.TemporaryDirectory() as name:
            test(pathlib.Path(name).resolve())
    return tool.status()


if __name__ == "__main__":
    sys.exit(main())
