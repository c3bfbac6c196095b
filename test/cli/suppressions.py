#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""--suppressions: what each rule takes out of the findings of `heddle run`, and what it leaves; how `heddle check` goes on
behind one. And programs that hang, which `heddle run` calls a deadlock if nobody can wake them.
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


# WORK and AT_END are put in: a suppressed race in `bump`, and what else is wrong.
CHECKED = r"""
#include <assert.h>
#include <pthread.h>
int count, total;
__attribute__((noinline)) void bump(int* p) { ++*p; }
__attribute__((noinline)) void log_line(void) { bump(&count); }
static void* work(void* a) { log_line(); WORK; return a; }
""" + TWO_AT_WORK + "  AT_END;\n  return 0;\n}\n"


def test_check(directory):
    """A check goes on behind a suppressed race: what else fails is found, and only a rule about the two places is clean.
    Behind any other suppressed finding nothing is known."""
    (directory / "checked.c").write_text(CHECKED)
    rules = directory / "rules.txt"
    place, caller, variable = "data-race function:bump", "data-race function:log_line", "data-race variable:count"
    for rule, work, at_end, verdict, suppressed, kind, text in (
            (place, "", "", "clean", 1, None, None),
            (caller, "", "", "inconclusive", 1, None, "by a caller"),
            (variable, "", "", "inconclusive", 1, None, "by its variable"),
            (place, "++total", "", "findings", 1, "data-race", "total"),
            (place, "", "assert(count == 2)", "findings", 1, "assertion", "count == 2"),
            ("any file:checked.c", "", "assert(count == 2)", "inconclusive", 2, None, "the search ended at a finding"),
            ("data-race function:other", "", "", "findings", 0, "data-race", "count")):
        rules.write_text(rule + "\n")
        done = run("check", "checked.c", f"-DWORK={work}", f"-DAT_END={at_end}", "--suppressions", rules, "--format", "json",
                   "--save", "none", cwd=directory)
        report = json.loads(done.stdout)
        what = f"check, {rule}, {work} {at_end}: {done.stdout[:2000]}"
        check(report["verdict"] == verdict and done.returncode == {"clean": 0, "findings": 1, "inconclusive": 3}[verdict], what)
        check(report["statistics"]["suppressed"] == suppressed, what)
        check([one["kind"] for one in report["findings"]] == ([kind] if kind else []), what)
        check(text is None or text in done.stdout, what)


# The race is in a library's code, which was not inlined; both functions call it.
BY_LIBRARY = r"""
#include <list>
#include <thread>
std::list<int> first, second;
void add() { first.push_back(1); }
void mend() { MENDS.push_back(2); }
int main() {
  std::thread a(add), b(add);
  a.join();
  b.join();
  std::thread c(mend), d(mend);
  c.join();
  d.join();
}
"""


def test_calls_of_a_library(directory):
    """What a library does is done by the function that called it: a rule about that one is clean, and says nothing of
    another that calls the same."""
    (directory / "calls.cpp").write_text(BY_LIBRARY)
    (directory / "rules.txt").write_text("data-race function:add\n")
    for level in "-O0", "-O1":
        for mends, verdict in (("std::list<int> mine; mine", "clean"), ("second", "findings")):
            done = run("check", "calls.cpp", level, f"-DMENDS={mends}", "--suppressions", "rules.txt", "--format", "json",
                       "--save", "none", cwd=directory)
            report = json.loads(done.stdout)
            what = f"{level}, {mends}: {done.stdout[:2000]}"
            check(report["verdict"] == verdict, what)
            check(all("mend" in json.dumps(one["first"]) for one in report["findings"]), what)


# Two locks in a ring.
RING = r"""
#include <pthread.h>
pthread_mutex_t left = PTHREAD_MUTEX_INITIALIZER, right = PTHREAD_MUTEX_INITIALIZER;
static void* work(void* a) { pthread_mutex_lock(&left); pthread_mutex_lock(&right);
  pthread_mutex_unlock(&right); pthread_mutex_unlock(&left); return a; }
static void* back(void* a) { pthread_mutex_lock(&right); pthread_mutex_lock(&left);
  pthread_mutex_unlock(&left); pthread_mutex_unlock(&right); return a; }
""" + TWO_AT_WORK.replace("&b, 0, work", "&b, 0, back") + "  return 0;\n}\n"


def test_deadlock(directory):
    """A deadlock has the name of what its threads wait for, whoever finds it."""
    (directory / "ring.c").write_text(RING)
    rules = directory / "rules.txt"
    for engine in "native", "machine":
        for rule, verdict in (("deadlock variable:left", "inconclusive"), ("deadlock variable:ri*t", "inconclusive"),
                              ("any variable:left", "inconclusive"), ("deadlock variable:other", "findings"),
                              ("data-race variable:left", "findings")):
            rules.write_text(rule + "\n")
            done = run("check", "ring.c", "--engine", engine, "--suppressions", rules, "--format", "json", "--save", "none",
                       cwd=directory)
            report = json.loads(done.stdout)
            what = f"check --engine {engine}, {rule}: {done.stdout[:2000]}"
            check(report["verdict"] == verdict, what)
            check(report["statistics"]["suppressed"] == (verdict == "inconclusive"), what)


# Every thread waits, and nobody can wake one; and the same where somebody can.
HANGS = {
    "lost.deadlock.cpp": """#include <condition_variable>
#include <mutex>
#include <thread>
std::mutex guard; std::condition_variable changed; bool is_ready;
int main() {
  { std::lock_guard hold(guard); is_ready = true; changed.notify_one(); }
  std::thread waits([] { std::unique_lock hold(guard); changed.wait(hold); });
  waits.join();
}
""",
    "barrier.deadlock.c": """#include <pthread.h>
pthread_barrier_t all;
static void* come(void* a) { pthread_barrier_wait(&all); return a; }
int main(void) {
  pthread_t t;
  pthread_barrier_init(&all, 0, 3);
  pthread_create(&t, 0, come, 0);
  pthread_barrier_wait(&all);
  return 0;
}
""",
    "alarm.clean.c": """#include <semaphore.h>
#include <signal.h>
#include <unistd.h>
static sem_t s;
static void post(int n) { (void)n; sem_post(&s); }
int main(void) { sem_init(&s, 0, 0); signal(SIGALRM, post); alarm(2); while (sem_wait(&s) != 0) {} return 0; }
""",
    "child.clean.c": """#include <semaphore.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
int main(void) {
  sem_t* s = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  sem_init(s, 1, 0);
  if (fork() == 0) { sleep(2); sem_post(s); _exit(0); }
  sem_wait(s);
  wait(0);
  return 0;
}
""",
    "timed.clean.c": """#include <pthread.h>
#include <semaphore.h>
#include <time.h>
static sem_t s;
static void* wait_a_little(void* a) {
  struct timespec t;
  clock_gettime(CLOCK_REALTIME, &t);
  t.tv_sec += 2;
  sem_timedwait(&s, &t);
  return a;
}
int main(void) {
  pthread_t t;
  sem_init(&s, 0, 0);
  pthread_create(&t, 0, wait_a_little, 0);
  pthread_join(t, 0);
  return 0;
}
""",
}


def test_hangs(directory):
    for name, text in HANGS.items():
        (directory / name).write_text(text)
        done = run("run", name, "--limit-seconds", "60", cwd=directory)
        if ".deadlock." in name:
            check(done.returncode == 1 and "Every thread waits" in done.stderr, f"{name}: {done.returncode} {done.stderr}")
            rules = directory / "rules.txt"
            rules.write_text(f"deadlock file:{name}\n")
            done = run("run", name, "--suppressions", rules, "--limit-seconds", "60", cwd=directory)
            check("Every thread waits" not in done.stderr and done.returncode != 0, f"{name}, suppressed: {done.stderr}")
        else:
            check(done.returncode == 0, f"{name}: {done.returncode} {done.stderr}")


def main():
    for test in (test_rules, test_library, test_bad_files, test_check, test_calls_of_a_library, test_deadlock, test_hangs):
        with tempfile.TemporaryDirectory() as name:
            test(pathlib.Path(name).resolve())
    return tool.status()


if __name__ == "__main__":
    sys.exit(main())
