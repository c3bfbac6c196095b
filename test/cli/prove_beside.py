#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Nothing is proved that the compiled program does not do. A header that is another one for the prover makes the two
programs differ, in what a call returns, in what it writes, in a lock that it does not take: each is noticed. Where the
program cannot be linked that is said, and the proof stands."""
import pathlib
import subprocess
import sys
import tempfile

heddle, sources = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
PROGRAM = """
#include <heddle/prove.h>
typedef struct node { int data; struct node *next; } node;
static node *top;
static heddle_lock_t lock;
#include "%s.h"
void push(int value) {
  node *cell = HEDDLE_NEW(node);
  cell->data = value;
  LOCK();
  cell->next = BELOW;
  top = cell;
  HEDDLE_LINEARIZE(value);
  UNLOCK();
}
int pop(void) {
  LOCK();
  node *cell = top;
  if (cell == NULL) {
    HEDDLE_LINEARIZE(HEDDLE_EMPTY);
    UNLOCK();
    return HEDDLE_EMPTY;
  }
  top = cell->next;
  int value = cell->data;
  HEDDLE_LINEARIZE(value);
  UNLOCK();
  HEDDLE_FREE(cell);
  return RESULT(value);
}
HEDDLE_STACK(push, pop)
"""
RIGHT = {"LOCK()": "heddle_lock(&lock)", "UNLOCK()": "heddle_unlock(&lock)", "BELOW": "top", "RESULT(x)": "(x)"}
NATIVELY = {  # what is different there, and what is told
    "same": ({}, None),
    "result": ({"RESULT(x)": "((x) == 7 ? 8 : (x))"}, "pop returns 8"),
    "write": ({"BELOW": "(top != NULL ? top->next : top)"}, "push accesses"),
    "unlocked": ({"LOCK()": "((void)0)", "UNLOCK()": "((void)0)"}, "it has no variable `lock`"),
    "half locked": ({"LOCK()": "((void)lock.held)"}, "accesses"),
    "abort": ({"LOCK()": "__builtin_trap()"}, "it ends with status"),
}
failures = 0


def expect(holds, *about):
    global failures
    if not holds:
        failures += 1
        print("FAILED:", *about)


def prove(file, *options):
    ran = subprocess.run([heddle, "prove", file, "-I", sources / "include", *options], capture_output=True, text=True,
                         timeout=300)
    return ran.returncode, ran.stdout


with tempfile.TemporaryDirectory() as scratch:
    folder = pathlib.Path(scratch)
    for name, (differs, told) in NATIVELY.items():
        define = lambda macros: "".join(f"#define {macro} {text}\n" for macro, text in macros.items())
        (folder / f"{name}.h").write_text(
            f"#ifdef HEDDLE_PROVE\n{define(RIGHT)}#else\n{define({**RIGHT, **differs})}#endif\n")
        (folder / f"{name}.c").write_text(PROGRAM % name)
        for memory in ("gc", "own"):
            status, text = prove(folder / f"{name}.c", "--memory", memory)
            if told is None:
                expect(status == 0 and "compared: 300 calls" in text, name, memory, status, text)
            else:
                expect(status == 3 and "the compiled program does what the translated one" in text and told in text
                       and "proved:" not in text, name, memory, status, text)
    compiler = folder / "no_linker"
    compiler.write_text('#!/bin/sh\nfor word; do [ "$word" != -no-pie ] || exit 1; done\nexec clang-19 "$@"\n')
    compiler.chmod(0o755)
    status, text = prove(folder / "same.c", "--compiler", compiler)
    expect(status == 0 and "they were not run side by side: the linker failed" in text, status, text)
sys.exit(1 if failures else 0)
