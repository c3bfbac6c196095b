#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A program that `heddle prove` proves is an ordinary C program: with version counters it compiles with gcc and clang,
optimised or not, without further flags or libraries, and loses nothing when threads hammer on it."""
import pathlib
import shutil
import subprocess
import sys
import tempfile

sources = pathlib.Path(sys.argv[1]).resolve()
DRIVER = """
#include "%s"
#include <pthread.h>
enum { kThreads = 4, kRounds = 20000 };
static long sums[kThreads];
static void *work(void *argument) {
  const long id = (long)argument;
  for (int i = 1; i <= kRounds; ++i) {
    %s(i);
    const int value = %s();
    if (value != HEDDLE_EMPTY) sums[id] += value;
  }
  return NULL;
}
int main(void) {
  pthread_t threads[kThreads];
  for (long i = 0; i < kThreads; ++i) pthread_create(&threads[i], NULL, work, (void *)i);
  for (int i = 0; i < kThreads; ++i) pthread_join(threads[i], NULL);
  long sum = 0;
  for (int i = 0; i < kThreads; ++i) sum += sums[i];
  for (int value; (value = %s()) != HEDDLE_EMPTY;) sum += value;
  return sum == (long)kThreads * kRounds * (kRounds + 1) / 2 ? 0 : 1;
}
"""
PROGRAMS = [
    (sources / "examples/prove/treiber.c", "push", "pop"),
    (sources / "test/programs/prove/ms_queue_tagged.c", "enqueue", "dequeue"),
    (sources / "test/programs/prove/dglm_queue_tagged.c", "enqueue", "dequeue"),
    (sources / "test/programs/prove/deferred_stack.c", "push", "pop"),
    (sources / "test/programs/prove/treiber_epoch.c", "push", "pop"),
    (sources / "examples/prove/treiber_hazard.c", "push", "pop"),
    (sources / "test/programs/prove/ms_queue_epoch.c", "enqueue", "dequeue"),
    (sources / "test/programs/prove/dglm_queue_hazard.c", "enqueue", "dequeue"),
]

failures = 0
with tempfile.TemporaryDirectory() as scratch:
    for file, put, take in PROGRAMS:
        text = pathlib.Path(scratch) / "driver.c"
        text.write_text(DRIVER % (file, put, take, take))
        for compiler in filter(shutil.which, ["gcc", "clang-19"]):
            for optimised in ["-O0", "-O2"]:
                program = pathlib.Path(scratch) / "program"
                command = [compiler, optimised, "-I", sources / "include", text, "-o", program, "-pthread"]
                compiled = subprocess.run(command, stderr=subprocess.PIPE, text=True)
                ran = None if compiled.returncode else subprocess.run([program], timeout=300)
                if compiled.returncode or ran.returncode:
                    failures += 1
                    print("FAILED:", file.name, compiler, optimised, compiled.stderr or "wrong sum")
sys.exit(1 if failures else 0)
