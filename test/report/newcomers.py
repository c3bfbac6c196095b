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
""", "freed.cpp": """#include <atomic>
#include <thread>
struct Node { std::atomic<int> references{2}; int payload = 42; char name[100]; };
int main() {
  Node* node = new Node;
  int first = 0;
  std::thread reader([&] { first = node->payload; });
  delete node;
  reader.join();
  return first & 0;
}
""", "pointed.cpp": """#include <atomic>
#include <thread>
struct Level { int verbosity = 3; };
struct Config { Level level; int others[2] = {}; };
Config settings;
std::atomic<Config*> current{&settings};
std::atomic<int*> number{nullptr};
int main() {
  std::thread reloader([] { number.store(&settings.others[1]); current.store(nullptr); current.store(&settings); });
  int got = current.load() != nullptr ? current.load()->level.verbosity : 0;
  reloader.join();
  return got & 0;
}
""", "takers.cpp": """#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>
struct Queue { std::mutex mutex; std::condition_variable filled; int items = 0, waiting = 0; bool closed = false; } queue;
void take() {
  std::unique_lock hold(queue.mutex);
  ++queue.waiting;
  queue.filled.wait(hold, [] { return queue.items > 0 || queue.closed; });
}
int main() {
  std::thread one(take), two(take);
  for (bool wait = true; wait; std::this_thread::sleep_for(std::chrono::milliseconds(1))) {
    std::lock_guard hold(queue.mutex);
    wait = queue.waiting < 2;
  }
  { std::lock_guard hold(queue.mutex); queue.closed = true; }
  queue.filled.notify_one();
  one.join();
  two.join();
}
""", "order.cpp": """#include <list>
#include <thread>
struct Cache { std::list<int> order{1, 2}; } cache;
int main() {
  std::thread t([] { cache.order.front() = 3; });
  cache.order.front() = 4;
  t.join();
}
""", "globals.cpp": """#include <thread>
int x;
int main() {
  std::thread t([] { x = 1; });
  x = 2;
  t.join();
}
"""}

HISTORY = """{"process": 0, "type": "invoke", "f": "push", "value": 1}
{"process": 0, "type": "ok", "f": "push", "value": 1}
{"process": 1, "type": "invoke", "f": "push", "value": 2}
{"process": 2, "type": "invoke", "f": "pop"}
{"process": 1, "type": "ok", "f": "push", "value": 2}
{"process": 2, "type": "ok", "f": "pop", "value": 2}
"""


def main():
    heddle = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as directory:
        folder = pathlib.Path(directory)
        for name, text in PROGRAMS.items():
            (folder / name).write_text(text)

        def run(*words, **variables):
            wanted = {**os.environ, "LC_ALL": "C.UTF-8", "COLUMNS": "80", **variables}
            return subprocess.run([heddle, *words], cwd=folder, capture_output=True, text=True, timeout=300,
                                  env={name: value for name, value in wanted.items() if value is not None})

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

        # A race with free is as large as what else touches, and what is freed is the block.
        for verb in (["run"], ["check", "--save", "none"]):
            for finding in json.loads(run(*verb, "freed.cpp", "--format", "json").stdout)["findings"]:
                steps = [finding["first"], finding["second"]] if "first" in finding else finding["steps"]
                told = [(step["operation"], step.get("target")) for step in steps]
                expect(("free", "node") in told and ("read", "node->payload") in told, f"{verb[0]}, what is freed: {told}")
                expect("bytes" not in finding["message"] or "4 bytes" in finding["message"], f"{verb[0]}: {finding['message']}")

        # A pointer is told as what its type says: to the object, and not to what begins it.
        told = run("check", "pointed.cpp", "--save", "none", "--full", "-O0").stdout
        expect("current = &settings\n" in re.sub(" +\n", "\n", told + "\n") or "= &settings " in told, f"a pointer: {told}")
        expect("&settings.level" not in told and "number = &settings.others[1]" in told, f"pointers: {told}")

        # Who hangs waits for something that has a name, and what may have gone wrong is told.
        told = run("run", "takers.cpp", "--limit-seconds", "20").stderr
        expect("waits for `queue.filled`" in " ".join(told.split())[:300] and "notify_one" in told, f"a hang: {told}")

        # An element is one of the container that has it.
        for verb in (["run"], ["check", "--save", "none"]):
            done = run(*verb, "order.cpp")
            told = done.stdout + done.stderr
            expect("data race on `element of cache.order`" in told, f"{verb[0]}, an element: {told}")

        # Each command knows its version; without a PATH the compiler finds its parts.
        expect(run("check", "--version").stdout == run("--version").stdout != "", "check --version")
        done = run("run", "ends.cpp", PATH=None)
        expect(done.returncode == 7, f"without PATH: {done.stderr}")

        # The same finding again is the same file; another one moves it.
        for name in ("owners.cpp", "owners.cpp", "stacked.cpp"):
            told = run("check", name).stderr
        expect("is now heddle-finding-1.json" in told and not (folder / "heddle-finding-2.json").exists(), f"files of findings: {told}")

        # The place of a declaration is written as the places of accesses are, from wherever the compiler was started.
        (folder / "below").mkdir()
        subprocess.run([heddle, "c++", "-g", "-O1", "../globals.cpp", "-o", "globals"], cwd=folder / "below", check=True)
        told = subprocess.run([heddle, "run", "./globals"], cwd=folder / "below", stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True).stdout
        expect(len(set(re.findall(r"(\S*)globals\.cpp:", told))) == 1 and "is declared at" in told, f"one way to write a place: {told}")

        # Where there is no UTF-8, boxes are ASCII as well.
        (folder / "queue.jsonl").write_text(HISTORY)
        told = run("linearizable", "queue.jsonl", "--model", "queue", LC_ALL="C").stdout
        expect("not linearizable" in told and told.isascii(), f"ASCII: {told}")

        # A name says the format: .xml is JUnit's.
        run("check", "owners.cpp", "--save", "none", "-o", "out.xml")
        expect((folder / "out.xml").read_text().startswith("<?xml"), "-o out.xml is JUnit's")

        # A name that promises another format than it gets is told; so is what no format is known for.
        for words, told in ((["-o", "x.yaml"], "x.yaml gets text: --format says how else"),
                            (["-o", "x.html", "--format", "json"], "x.html gets json, as --format says"),
                            (["-o", "x.json", "--format", "json"], ""), (["-o", "x.txt"], "")):
            done = run("check", "ends.cpp", "--save", "none", *words)
            expect(told in done.stderr and (told != "" or " gets " not in done.stderr), f"{words}: {done.stderr}")

        # A saved finding is known for what it is.
        run("check", "globals.cpp", "--save", "saved.json")
        for verb, words in ("view", "heddle replay --show saved.json"), ("check", "heddle replay saved.json"), ("run", "heddle replay saved.json"):
            done = run(verb, "saved.json")
            expect(done.returncode == 2 and "it is a saved finding" in done.stderr and words in " ".join(done.stderr.split()), f"{verb}: {done.stderr}")

        # Errors are as wide as the terminal, too.
        (folder / "kinds.supp").write_text("race function:f\n")
        told = run("run", "globals.cpp", "--suppressions", "kinds.supp").stderr
        expect(max(map(len, told.splitlines())) <= 80 and "expected a kind of finding" in " ".join(told.split()), f"80 columns: {told}")

        # A folder in the place of the project's file is no project file, and no reason to look further up.
        (folder / "project/.heddle.toml").mkdir(parents=True)
        done = subprocess.run([heddle, "run", "../globals.cpp"], cwd=folder / "project", capture_output=True, text=True)
        expect(done.returncode == 2 and ".heddle.toml" in done.stderr, f".heddle.toml is a folder: {done.returncode} {done.stderr}")
    return status()


if __name__ == "__main__":
    sys.exit(main())
