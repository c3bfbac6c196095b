#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Which engine is taken by itself, and findings of the machine followed natively.

usage: replay.py heddle source-directory. The programs' failures depend on the order of synchronisation alone, so the
compiled program fails under the machine's order whatever else the computer does.
"""
import json
import pathlib
import subprocess
import sys
import tempfile

DEADLOCK = """
#include <pthread.h>
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
void* other(void* p) {
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&a);
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  pthread_join(t, 0);
}
"""
ATOMICS = """
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x;
void* other(void* p) { x = 1; x = 2; return 0; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  assert(x != 1);
  pthread_join(t, 0);
}
"""
RACE = """
#include <pthread.h>
int x;
void* other(void* p) { x = 1; return 0; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  x = 2;
  pthread_join(t, 0);
}
"""
INPUT = """
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) { assert(__VERIFIER_nondet_uchar() != 7); }
"""
ENDLESS = """
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;
int main(void) {
  while (1) {
    pthread_mutex_lock(&m);
    x = !x;
    pthread_mutex_unlock(&m);
  }
}
"""
LEFT = """
int main(void) {
  int n = 0;
  // while (1) {} in a comment is no loop
  while (1) {
    if (++n == 3) break;
  }
  for (;;) return 0;
}
"""


def main():
    heddle = sys.argv[1]
    wrong = []

    def run(*words):
        done = subprocess.run([heddle, *words, "--format", "json"], capture_output=True, text=True, cwd=directory)
        if done.returncode not in (0, 1, 3):
            return done.returncode, {"verdict": done.stderr, "findings": [], "notes": []}
        return done.returncode, json.loads(done.stdout)

    def expect(what, condition, shown):
        if not condition:
            wrong.append(f"{what}: {shown}")

    with tempfile.TemporaryDirectory() as directory:
        def write(name, text):
            (pathlib.Path(directory) / name).write_text(text)
            return name

        for name, text, kind in (("deadlock.c", DEADLOCK, "deadlock"), ("atomics.c", ATOMICS, "assertion"),
                                 ("race.c", RACE, "data-race")):
            code, report = run("check", "--engine", "machine", write(name, text), "--save", "found.json")
            expect(name, code == 1 and kind in {f["kind"] for f in report["findings"]}, report)
            code, report = run("replay", "found.json")
            expect(f"replay of {name}", code == 1 and kind in {f["kind"] for f in report["findings"]}, report)
            expect(f"replay of {name}", any("confirmed natively: " in n for n in report.get("notes", [])), report)
        # What the compiled program lacks is said.
        code, report = run("check", write("input.c", INPUT), "--save", "found.json")
        expect("input.c", code == 1 and any("engine: machine" in n for n in report.get("notes", [])), report)
        code, report = run("replay", "found.json")
        expect("replay of input.c", code == 3 and "not confirmed natively" in json.dumps(report), report)
        # The engine.
        code, report = run("check", write("endless.c", ENDLESS))
        expect("endless.c", code == 0 and any("a loop that nothing leaves" in n for n in report.get("notes", [])), report)
        code, report = run("check", write("left.c", LEFT))
        expect("left.c", code == 0 and not any("engine" in n for n in report.get("notes", [])), report)
        code, report = run("check", "left.c", "--reduction", "none")
        expect("left.c --reduction", code == 0 and any("engine: machine" in n for n in report.get("notes", [])), report)
    print("\n".join(wrong) or "as expected")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
