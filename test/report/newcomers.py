#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What newcomers stumbled on, told right: exceptions, ends with a status, names of what is gone or was made within a call.

Usage: newcomers.py HEDDLE
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

from expectations import expect, status

PROGRAMS = {"throws.cpp": """#include <cstdlib>
#include <stdexcept>
#include <thread>
struct Mine : std::exception { const char* what() const noexcept override { return "mine"; } };
void work() {
#ifdef THROWS
  throw std::runtime_error("no file");
#elif defined(MINE)
  throw Mine();
#else
  try { throw Mine(); } catch (...) { std::abort(); }
#endif
}
int main() { std::thread t(work); t.join(); }
""", "ends.cpp": """int work() { return 7; }
int main() {
  int result = work();
  return result;
}
""", "stacked.cpp": """#include <thread>
__attribute__((noinline)) void before() { volatile int there[64]; for (int i = 0; i < 64; ++i) there[i] = 25; }
__attribute__((noinline)) void test() {
  volatile int hits = 0;
  std::thread a([&] { hits = hits + 1; });
  hits = hits + 1;
  a.join();
}
int main() { before(); test(); }
""", "owners.cpp": """#include <memory>
#include <thread>
#include <vector>
struct Base { virtual ~Base() = default; int id = 0; };
struct Derived : Base { int cells = 0; };
int main() {
  std::vector<std::unique_ptr<Base>> owners;
  owners.push_back(std::make_unique<Derived>());
  std::thread t([&] { owners[0]->id = 1; });
  owners[0]->id = 2;
  t.join();
}
"""}


def main():
    heddle = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as directory:
        folder = pathlib.Path(directory)
        for name, text in PROGRAMS.items():
            (folder / name).write_text(text)

        def run(*words):
            return subprocess.run([heddle, *words], cwd=folder, capture_output=True, text=True, timeout=300,
                                  env={**os.environ, "LC_ALL": "C.UTF-8", "COLUMNS": "80"})

        # An exception that nobody catches: what it says, and the same kind whoever ran it. Who aborts in a handler aborts.
        for name, kind, words in (("THROWS", "uncaught-exception", "an exception of type std::runtime_error leaves its thread: no file"),
                                  ("MINE", "uncaught-exception", "an exception of type Mine leaves its thread"),
                                  ("GIVES_UP", "abort", "the program aborts")):
            for verb in (["run"], ["check", "--save", "none"]):
                found = json.loads(run(*verb, "throws.cpp", f"--flag=-D{name}", "--format", "json").stdout)["findings"][0]
                expect((found["kind"], found["message"]) == (kind, words), f"{verb[0]} {name}: {found['kind']} {found['message']}")

        # A program that ends badly is told so, without what the library does at its end.
        done = run("run", "ends.cpp")
        expect(done.returncode == 7 and done.stderr.startswith("clean · the program ended with status 7 · "), f"run, a status: {done.stderr}")
        done = run("check", "ends.cpp", "--save", "none")
        rows = re.findall(r"^.*\bend\b.*$", done.stdout, re.M)
        expect("the program ends with status 7" in done.stdout and "C library" not in done.stdout and len(rows) == 2, f"check, a status: {done.stdout}")

        # The bytes of a local variable were another function's before: its accesses are not told as the variable's.
        done = run("check", "stacked.cpp", "--save", "none", "--full", "-O0")
        expect("data race on `hits`" in done.stdout and "= 25" not in done.stdout, f"whose bytes they were: {done.stdout}")

        # A block made within a call is named after its type, not after the call.
        for verb in (["run"], ["check", "--save", "none"]):
            done = run(*verb, "owners.cpp", "-O0")
            told = done.stdout + done.stderr  # whatever a library has in its own variables
            expect("data race on `Derived::id`" in told, f"made within a call: {told}")

        # A name says the format: .xml is JUnit's.
        run("check", "owners.cpp", "--save", "none", "-o", "out.xml")
        expect((folder / "out.xml").read_text().startswith("<?xml"), "-o out.xml is JUnit's")
    return status()


if __name__ == "__main__":
    sys.exit(main())
