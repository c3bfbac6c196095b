# SPDX-License-Identifier: Apache-2.0
"""A test that is linked with the engine itself: no `heddle check` around it, and no CMake package. A failing test leaves
a finding of its own, which replays.

    example.py BUILD_DIRECTORY SOURCE_DIRECTORY WORKING_DIRECTORY
"""
import pathlib
import subprocess
import sys

build, source, work = (pathlib.Path(argument).resolve() for argument in sys.argv[1:4])
work.mkdir(parents=True, exist_ok=True)
for finding in work.glob("heddle-finding*.json"):
    finding.unlink()
(work / "wrong.cpp").write_text("""#include <gtest/gtest.h>
#include <heddle/check.h>
#include <atomic>
#include <thread>
TEST(Counter, Loses) {
  heddle::check([] {
    std::atomic<int> count = 0;
    std::thread other([&] { count = count + 1; });
    count = count + 1;
    other.join();
    EXPECT_EQ(count, 2);
  });
}
""")


def build_test(name, file):
    subprocess.run([build / "heddle", "c++", "-std=c++20", "-O1", file, "-o", work / name, "-lgtest", "-lgtest_main",
                    "-Wl,--no-as-needed", build / "lib/heddle/libheddle_check.so", f"-Wl,-rpath,{build}/lib/heddle"], check=True)
    return subprocess.run([work / name], cwd=work, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


right = build_test("stack_test", source / "examples/check/stack_test.cpp")
if right.returncode != 0:
    sys.exit(right.stdout)
wrong = build_test("wrong", work / "wrong.cpp")
finding = work / "heddle-finding-Counter.Loses.json"
if wrong.returncode != 1 or "heddle replay heddle-finding-Counter.Loses.json" not in wrong.stdout or not finding.exists():
    sys.exit(f"no finding of its own: {wrong.returncode}\n{wrong.stdout}")
replayed = subprocess.run([build / "heddle", "replay", finding], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
if replayed.returncode != 1:
    sys.exit(f"it does not replay:\n{replayed.stdout}")
print("1 passed, 0 failed")
