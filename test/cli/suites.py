#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Suites of four frameworks (and of what stands in for Catch2 3, which Debian 12 does not have): each test is checked by itself, whether it has a heddle::check or not; expectations that fail
in any schedule are found; a right suite is clean under check and run; without the engine a check fails."""
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml

from tool import check, heddle, run, sources, status

# With RIGHT in the environment nobody sells the same seat twice.
SEATS = """#pragma once
#include <atomic>
#include <cstdlib>
#include <thread>
inline const bool right = std::getenv("RIGHT") != nullptr;
struct Seats {
  std::atomic<int> left{1}, sold{0};
  void sell() {
    int seen = left.load();
    if (right) {
      while (seen > 0 && !left.compare_exchange_strong(seen, seen - 1)) {}
      if (seen > 0) sold++;
    } else if (seen > 0) {
      left--;
      sold++;
    }
  }
};
inline int sell_twice() {
  Seats seats;
  std::thread first([&] { seats.sell(); }), second([&] { seats.sell(); });
  first.join();
  second.join();
  return seats.sold.load();
}
"""
# The header of heddle comes first in all of them: nothing may depend on that (examples/project has Catch2's first).
SUITES = {
    "googletest": (["-lgtest", "-lgtest_main"], "Seats.Checked", "Seats.Plain", """#include <heddle/check.h>
#include "seats.h"
#include <gtest/gtest.h>
TEST(Seats, Checked) { heddle::check([] { EXPECT_LE(sell_twice(), 1); EXPECT_TRUE(true); }); }
TEST(Seats, Plain) { EXPECT_LE(sell_twice(), 1); }
TEST(Seats, DISABLED_Never) { FAIL(); }
"""),
    "catch2": ([], "seats, checked", "seats [plain]", """#include <heddle/check.h>
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
#include "seats.h"
TEST_CASE("seats, checked") { heddle::check([] { CHECK(sell_twice() <= 1); CHECK(true); }); }
TEST_CASE("seats [plain]") { CHECK(sell_twice() <= 1); }
"""),
    "catch3": ([f"-I{sources}/test/cli/catch3"], "seats, checked", "seats [plain]", """#include <heddle/check.h>
#include <catch2/catch_test_macros.hpp>
#include "seats.h"
TEST_CASE("seats, checked") { heddle::check([] { CHECK(sell_twice() <= 1); CHECK(true); }); }
TEST_CASE("seats [plain]") { CHECK(sell_twice() <= 1); }
CATCH3_MAIN
"""),
    "doctest": ([], "seats, checked", "seats plain", """#include <heddle/check.h>
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>
#include "seats.h"
TEST_CASE("seats, checked") { heddle::check([] { CHECK(sell_twice() <= 1); CHECK(true); }); }
TEST_CASE("seats plain") { CHECK(sell_twice() <= 1); }
"""),
    "boost": (["-lboost_unit_test_framework"], "office/checked", "office/plain", """#define BOOST_TEST_MODULE seats
#define BOOST_TEST_DYN_LINK
#include <heddle/check.h>
#include <boost/test/unit_test.hpp>
#include "seats.h"
BOOST_AUTO_TEST_SUITE(office)
BOOST_AUTO_TEST_CASE(checked) { heddle::check([] { BOOST_TEST(sell_twice() <= 1); }); }
BOOST_AUTO_TEST_CASE(plain) { BOOST_CHECK(sell_twice() <= 1); }
BOOST_AUTO_TEST_SUITE_END()
"""),
}
# What selects the test that has a heddle::check.
OWN_ARGUMENTS = {
    "googletest": ["--gtest_filter=*.Checked"],
    "catch2": ["seats\\, checked", "--abort"],
    "catch3": ["seats\\, checked", "--abort"],
    "doctest": ["--test-case=seats\\, checked", "--abort-after=1"],
    "boost": ["--run_test=office/checked"],
}
# GoogleTest's own printers are called before the test, and share instrumented functions of the library with it: what
# stood on the stack then is not what stands there now.
NAMED = """#include <gtest/gtest.h>
#include <mutex>
#include <thread>
#include <vector>
struct Ring { std::vector<int> slots{1}; bool closed_ = false; void close() { closed_ = true; } };
TEST(Ring, Closed) { Ring ring; std::thread other([&] { ring.close(); }); ring.close(); other.join(); }
struct Limiter {
  std::mutex mutex_;
  int tokens_ = 1;
  int tokens() { std::lock_guard<std::mutex> hold(mutex_); return tokens_; }
  void take() { if (tokens() > 0) { std::lock_guard<std::mutex> hold(mutex_); --tokens_; } }
};
struct Limits : testing::Test { Limiter limiter; };
TEST_F(Limits, BothTake) {
  std::thread other([this] { limiter.take(); });
  limiter.take();
  other.join();
  EXPECT_GE(limiter.tokens(), 0);
}
struct Sizes : testing::TestWithParam<int> {};
TEST_P(Sizes, Positive) { EXPECT_GT(GetParam(), 0); }
INSTANTIATE_TEST_SUITE_P(Some, Sizes, testing::Values(1, 2));
"""

# Before the test, other functions of the framework stood where it has its variables.
NAMED_DOCTEST = """#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>
#include <mutex>
#include <thread>
struct Gate { std::mutex mutex_; int left = 1; bool take() { if (look() == 0) return false; std::lock_guard<std::mutex> hold(mutex_); --left; return true; }
              int look() { std::lock_guard<std::mutex> hold(mutex_); return left; } };
TEST_CASE("one of them") {
  Gate gate; bool x = false, y = false;
  std::thread a([&] { x = gate.take(); }), b([&] { y = gate.take(); });
  a.join(); b.join();
  CHECK((x && y) == false);
}
"""


# One that skips itself, one that does not; and where a suite of Boost skips, and fails.
SKIPS = """#include <gtest/gtest.h>
#include <thread>
TEST(Days, RacesAndSkips) {
  int count = 0;
  std::thread other([&] { ++count; });
  ++count;
  other.join();
  GTEST_SKIP();
}
TEST(Days, Runs) { EXPECT_EQ(1, 1); }
TEST(Days, Skips) { GTEST_SKIP() << "not on \\"Sundays\\""; }
"""
SKIPS_BOOST = """#define BOOST_TEST_MODULE days
#define BOOST_TEST_DYN_LINK
#include <boost/test/unit_test.hpp>
#include <thread>
namespace test = boost::unit_test;
struct Never {
  boost::test_tools::assertion_result operator()(test::test_unit_id) {
    boost::test_tools::assertion_result no(false);
    no.message() << "not on \\"Sundays\\"";
    return no;
  }
};
BOOST_AUTO_TEST_SUITE(days)
BOOST_AUTO_TEST_CASE(runs) { BOOST_CHECK(true); }
BOOST_AUTO_TEST_CASE(skips, *test::precondition(Never())) { BOOST_CHECK(false); }
BOOST_AUTO_TEST_CASE(races) {
  int count = 0;
  std::thread other([&] { ++count; });
  ++count;
  other.join();
}
BOOST_AUTO_TEST_SUITE_END()
"""
SKIPS_CATCH3 = """#include <catch2/catch_test_macros.hpp>
TEST_CASE("runs") { CHECK(true); }
TEST_CASE("skips") { SKIP("not on \\"Sundays\\""); }
CATCH3_MAIN
"""
CRASHES = """#include <gtest/gtest.h>
#include <cstdio>
#include <cstdlib>
static const bool never = [] { std::puts("no configuration"); std::fflush(stdout); std::abort(); return true; }();
TEST(Days, Runs) { EXPECT_TRUE(never); }
"""


def built(directory, name, text, *libraries):
    (directory / f"{name}.cpp").write_text(text)
    subprocess.run([heddle, "c++", "-std=c++20", "-O0", f"{name}.cpp", "-o", name, *libraries], cwd=directory, check=True)
    return f"./{name}"


def skipped_ones_are_told(directory):
    for program, runs, skips in ((built(directory, "skips", SKIPS, "-lgtest", "-lgtest_main"), "Days.Runs", "Days.Skips"),
                                 (built(directory, "skips_boost", SKIPS_BOOST, "-lboost_unit_test_framework"), "days/runs", "days/skips"),
                                 (built(directory, "skips_catch3", SKIPS_CATCH3, f"-I{sources}/test/cli/catch3"), "runs", "skips")):
        done = run("check", program, "--test", skips, "--save", "none", cwd=directory)
        check(done.returncode == 0 and "The test skips itself, and nothing of it was checked: " in done.stdout and
              'not on "Sundays"' in " ".join(done.stdout.split()) and "No failing" not in done.stdout, f"{skips}: {done.stdout}")
        done = run("run", program, "--test", skips, cwd=directory)
        check(done.returncode == 0 and re.search("(^|[\nm])The test skips itself, and nothing of it was checked: ", done.stderr) and
              'not on "Sundays"' in " ".join(done.stderr.split()), f"run of {skips}: {done.stdout} {done.stderr}")
        done = run("run", program, "--test", runs, cwd=directory)
        check(done.returncode == 0 and "skips itself" not in done.stderr, f"run of {runs}: {done.stdout} {done.stderr}")
        for verb, test, children in ("check", runs, []), ("check", skips, ["skipped"]), ("run", skips, ["skipped"]):
            done = run(verb, program, "--test", test, "--format", "junit", *(["--save", "none"] if verb == "check" else []), cwd=directory)
            case, = xml.fromstring(done.stdout).iter("testcase")
            check([each.tag for each in case] == children, f"{verb} of {test} in JUnit: {done.stdout}")
        report = json.loads(run("check", program, "--save", "none", "--format", "json", cwd=directory).stdout)
        told = {test["name"]: "skipped" in test for test in report["tests"]}
        check(told[skips] and not told[runs], f"{program}: {told}")
    done = run("run", "./skips", "--test", "Days.RacesAndSkips", cwd=directory)
    check(done.returncode == 1 and "data race on `count`" in done.stderr and "skips itself" not in done.stderr,
          f"what was found counts: {done.stderr}")
    done = run("check", "./skips_boost", "--test", "days/races", "--save", "none", cwd=directory)
    check("data race on `count`" in done.stdout and "BOOST_AUTO_TEST_CASE" not in done.stdout,
          f"what Boost does around the test is in the schedule: {done.stdout}")
    script = ("source <({0} completion bash); COMP_WORDS=({0} check ./skips --test Days.S); COMP_CWORD=4; _heddle;"
              "echo \"${{COMPREPLY[*]}}\"").format(heddle)
    done = subprocess.run(["bash", "-c", script], cwd=directory, capture_output=True, text=True)
    check(done.stdout == "Days.Skips\n", f"bash completes tests: {done.stdout!r} {done.stderr}")


def one_that_crashes_says_how(directory):
    done = run("check", built(directory, "crashes", CRASHES, "-lgtest", "-lgtest_main"), cwd=directory)
    check(done.returncode == 2 and "--gtest_list_tests it ended by signal 6 (Aborted)" in done.stderr and
          "no configuration" in done.stderr, f"a suite that cannot list its tests: {done.returncode} {done.stderr}")


def locals_are_named(directory):
    (directory / "named.cpp").write_text(NAMED)
    subprocess.run([heddle, "c++", "-O0", "named.cpp", "-o", "named", "-lgtest", "-lgtest_main"], cwd=directory, check=True)
    done = run("check", "./named", "--test", "Ring.Closed", "--save", "none", cwd=directory)
    check("data race on `ring.closed_`" in done.stdout, f"a local of a test has its name: {done.stdout} {done.stderr}")
    # Which words decide, when a test is over that failed: those that one thread had from another.
    for program, test, decisive in (("./named", "Limits.BothTake", ["this->limiter.tokens_"] * 2),
                                    (built(directory, "named_doctest", NAMED_DOCTEST), "one of them", ["y", "y"])):
        done = run("check", program, "--test", test, "--save", "none", "--format", "json", cwd=directory)
        finding, = json.loads(done.stdout)["findings"]
        targets = {step.get("target") for step in finding["schedule"]}
        check({"this->limiter.mutex_", "this->limiter.tokens_"} <= targets or {"gate.mutex_", "gate.left", "x", "y"} <= targets,
              f"{test}: the variables of the test have their names: {targets}")
        check([step["target"] for step in finding["schedule"] if step.get("decisive")] == decisive,
              f"{test}: what decides: {finding['schedule']}")


def suite(name, directory):
    libraries, checked, plain, text = SUITES[name]
    (directory / f"{name}.cpp").write_text(text)
    built = subprocess.run([heddle, "c++", "-std=c++20", "-O0", f"{name}.cpp", "-o", name, *libraries], cwd=directory,
                           stderr=subprocess.PIPE, text=True)  # Catch2 takes its time
    if built.returncode != 0:
        return check(False, f"{name} does not build: {built.stderr}")
    program = f"./{name}"
    listed = run("check", "--list-tests", program, cwd=directory).stdout.splitlines()
    check(listed == [checked, plain], f"{name}: its tests are {listed}")
    done = run("check", program, "--format", "json", "--save", f"{name}.json", cwd=directory)
    report = json.loads(done.stdout)
    check(done.returncode == 1 and len(report["findings"]) == 2, f"{name}: both tests fail: {done.stdout} {done.stderr}")
    notes = json.dumps(report["findings"])
    check(all(json.dumps(test)[1:-1] in notes for test in (checked, plain)), f"{name}: findings name their tests: {notes}")
    check("heddle/check.h" not in notes and '"_FUN"' not in notes, f"{name}: heddle's own functions are in the stacks: {notes}")
    for finding in report["findings"]:
        steps = finding["steps"]
        check(finding["kind"] == "assertion" and "sell_twice()" in finding["message"] and
              steps[0]["location"].split(":")[0].endswith(f"{name}.cpp"),
              f"{name}: which expectation failed, and where: {finding['message']} {steps}")
        check("local#" not in json.dumps(finding["schedule"]) and len(finding["schedule"]) < 30,
              f"{name}: steps of the framework: {finding['schedule']}")
        file = finding["witness"]["file"]
        check(run("replay", file, cwd=directory).returncode == 1, f"{name}: {file} replays")
    # With arguments of its own the suite runs as a whole: the check itself knows its test, and whether a CHECK ends it.
    done = run("check", program, "--format", "json", "--save", "none", "--", *OWN_ARGUMENTS[name], cwd=directory)
    check(done.returncode == 1 and checked in done.stdout[done.stdout.index("\"findings\""):],
          f"{name}: the check knows its test: {done.stdout} {done.stderr}")
    if name in ("catch2", "catch3", "doctest"):
        done = run("check", program, "--save", "none", "--", OWN_ARGUMENTS[name][0], cwd=directory)
        check(done.returncode == 2 and "cannot see whether a CHECK of this framework fails" in " ".join((done.stdout + done.stderr).split()),
              f"{name}: without --abort a CHECK may be lost: {done.stdout} {done.stderr}")
    environment = dict(os.environ, RIGHT="1")
    for verb in (["check"], ["run"], ["check", "--test", plain]):
        done = run(*verb, "--format", "json", program, cwd=directory, env=environment)
        verdict = json.loads(done.stdout[done.stdout.index("{\n" if "{\n" in done.stdout else "{"):])
        check(done.returncode == 0 and verdict["verdict"] == "clean", f"{name}: right, and {verb} says {done.stdout} {done.stderr}")
        executions = verdict["statistics"].get("executions", 0)
        check(executions < 100, f"{name}: {executions} executions for so small a test")


def main():
    with tempfile.TemporaryDirectory() as name:
        directory = pathlib.Path(name)
        (directory / "seats.h").write_text(SEATS)
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            list(pool.map(lambda each: suite(each, directory), SUITES))
        locals_are_named(directory)
        skipped_ones_are_told(directory)
        one_that_crashes_says_how(directory)
    return status()


if __name__ == "__main__":
    sys.exit(main())
