#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Names of what is described, or was pointed to, elsewhere: a class whose key function is in another file, a pointer that has
moved on, what has ended by the time it is used.

Usage: elsewhere.py HEDDLE [COMPILER…]
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

from expectations import expect, status

FILES = {"counter.hpp": """#pragma once
#include <string>
class Counter { public: Counter(); ~Counter(); virtual void add(); int hits; std::string name; };
struct Shop { long opened = 0; Counter till; };
""", "counter.cpp": """#include "counter.hpp"
Counter::Counter() : hits(0) {}
Counter::~Counter() {}
void Counter::add() { ++hits; }
""", "main.cpp": """#include "counter.hpp"
#include <thread>
Counter everywhere;
template <class Object> void both(Object& object) {
  std::thread a([&] { object.add(); }), b([&] { object.add(); });
  a.join();
  b.join();
}
extern "C" {
__attribute__((noinline)) void local() { Counter visitors; both(visitors); }
__attribute__((noinline)) void member() { Shop shop; both(shop.till); }
__attribute__((noinline)) void global() { both(everywhere); }
}
int main(int count, char**) { count == 1 ? local() : count == 2 ? member() : global(); }
""", "box.cpp": """#include <condition_variable>
#include <mutex>
#include <thread>
struct Box {
  std::mutex m;
  std::condition_variable full, empty;
  int n = 0;
  void put() { std::unique_lock l(m); n++; empty.notify_one(); }
  void get() { std::unique_lock l(m); if (n == 0) full.wait(l); }
};
int main() {
  Box box;
  std::thread a([&] { box.put(); }), b([&] { box.get(); });
  a.join();
  b.join();
}
""", "moved.cpp": """#include <thread>
struct Buffer { int bytes[4] = {}; };
Buffer* current = new Buffer;
int main() {
  Buffer* old = current;
  current = new Buffer;
  std::thread a([=] { old->bytes[2] = 1; });
  std::thread b([=] { old->bytes[2] = 2; });
  a.join();
  b.join();
}
""", "list.cpp": """#include <cstdio>
#include <mutex>
#include <thread>
struct Node { int key, value; Node* next; };
struct List {
  std::mutex mutex;
  Node* head = nullptr;
  void add(int key) {
    std::lock_guard hold(mutex);
    head = new Node{key, key, head};
  }
  Node* find(int key) {
    std::lock_guard hold(mutex);
    for (Node* n = head; n; n = n->next)
      if (n->key == key) return n;
    return nullptr;
  }
  void erase(int key) {
    std::lock_guard hold(mutex);
    for (Node** p = &head; *p; p = &(*p)->next)
      if ((*p)->key == key) { Node* dead = *p; *p = dead->next; delete dead; return; }
  }
};
int main() {
  List list;
  list.add(1);
  list.add(2);
  std::thread reader([&] { if (Node* n = list.find(1)) std::printf("%d\\n", n->value); });
  std::thread eraser([&] { list.erase(1); });
  reader.join();
  eraser.join();
}
""", "own.cpp": """#include <thread>
thread_local int request;
int* seen;
void handle() { request = 1; seen = &request; }
int main() {
  std::thread a(handle);
  a.join();
  return *seen - 1;
}
""", "leaves.cpp": """#include <thread>
int main() {
  int data = 1;
  std::thread([&] { data += 1; }).detach();
  data += 1;
}
""", "joinable.cpp": """#include <thread>
int main() { std::thread t([] {}); }
""", "nodes.cpp": """#include <list>
#include <thread>
#include <utility>
int main() {
  std::list<std::pair<int, int>> entries{{1, 2}};
  auto first = entries.begin();
  std::thread a([&] { entries.erase(first); });
  int got = first->second;
  a.join();
  return got == 7;
}
"""}


def main():
    heddle = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as directory:
        folder = pathlib.Path(directory)
        for name, text in FILES.items():
            (folder / name).write_text(text)

        def run(*words):
            done = subprocess.run([heddle, *words], cwd=folder, capture_output=True, text=True, timeout=300,
                                  env={**os.environ, "LC_ALL": "C.UTF-8", "COLUMNS": "200"})
            return done.stdout + done.stderr

        for compiler in sys.argv[2:] or ["g++"]:
            for flags in [], ["-O0"], ["-fdebug-types-section"]:
                how = f"{compiler} {flags}"
                done = subprocess.run([heddle, "c++", "-g", "-O1", *flags, "main.cpp", "counter.cpp", "-o", "apart"], cwd=folder,
                                      env={**os.environ, "HEDDLE_CXX": compiler}, capture_output=True, text=True)
                expect(done.returncode == 0, f"{how}: {done.stderr}")
                for arguments, wanted in ([], "visitors.hits"), (["a"], "shop.till.hits"), (["a", "b"], "everywhere.hits"):
                    for verb in (["run"], ["check", "--save", "none"]):
                        told = run(*verb, "./apart", "--", *arguments)
                        expect(f"data race on `{wanted}`" in told, f"{how}, {verb[0]} {wanted}: {told}")
            told = run("check", "box.cpp", "--save", "none", "-std=c++20", "--compiler", compiler)
            expect("waits for `box.full`" in told, f"{compiler}, a condition among others: {told}")

        # A pointer that points elsewhere by now is no name.
        told = run("check", "moved.cpp", "--save", "none")
        expect("`Buffer::bytes[2]`" in told and "current->" not in told, f"moved on: {told}")
        told = run("check", "list.cpp", "--save", "none")
        expect("head->value" not in told and "Node::value" in told and "free head" not in told, f"no longer the head: {told}")

        # What ended it stands in the schedule, and a variable of a thread has no block.
        told = run("check", "own.cpp", "--save", "none")
        expect("`request` is used after the end of its thread" in told, f"of a thread: {told}")
        expect(re.search(r"> .*\bends\b.*\n(.*\n)*.*> .*read request", told.partition("The schedule")[2]), f"the thread's end: {told}")
        told = run("check", "leaves.cpp", "--save", "none")
        if "after the end of its block" in told:
            expect(re.search(r"> .*leaves its block", told.partition("The schedule")[2]), f"the end of a block: {told}")
        told = run("check", "joinable.cpp", "--save", "none")
        expect("neither joined nor detached" in told, f"joinable: {told}")

        # One node has one name.
        told = run("check", "nodes.cpp", "--save", "none")
        expect("element of" in told and "#2" not in told and "#3" not in told, f"one node: {told}")
    return status()


if __name__ == "__main__":
    sys.exit(main())
