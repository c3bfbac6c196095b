# SPDX-License-Identifier: Apache-2.0
"""Code of a clang for which heddle has no plug-in makes no verdict clean: without_plugin.py HEDDLE"""
import json
import os
import shutil
import subprocess
import sys
import tempfile

heddle = os.path.abspath(sys.argv[1])
libraries = os.path.join(os.path.dirname(heddle), "lib/heddle")
versions = [version for version in sorted(os.listdir(os.path.join(libraries, "clang"))) if shutil.which(f"clang-{version}")] \
    if os.path.isdir(os.path.join(libraries, "clang")) else []
if not versions:
    sys.exit(77)
PROGRAM = """#include <pthread.h>
static void *add(void *x) { ++*(int *)x; return x; }
int main(void) {
  struct { int first, second; } pair = {0, 0};
  pthread_t t;
  pthread_create(&t, 0, add, &pair.second);
  pthread_join(t, 0);
  return pair.second - 1;
}
"""
wrong = 0
with tempfile.TemporaryDirectory() as directory:
    source = os.path.join(directory, "pair.c")
    with open(source, "w") as file:
        file.write(PROGRAM)
    without = os.path.join(directory, "heddle")
    os.mkdir(without)
    for name in os.listdir(libraries):
        if name != "clang":
            os.symlink(os.path.join(libraries, name), os.path.join(without, name))
    for version in versions:
        for verb, options in (("check", ["--save", "none"]), ("run", [])):
            for place, expected in ((libraries, 0), (without, 3)):
                done = subprocess.run([heddle, verb, source, "--compiler", f"clang-{version}", "--format", "json", *options], capture_output=True, text=True,
                                      env=dict(os.environ, HEDDLE_RUNTIME_DIRECTORY=place))
                reason = (json.loads(done.stdout)["reason"] or "") if done.stdout else done.stderr
                right = done.returncode == expected and ("no plug-in" in reason) == (expected == 3)
                wrong += not right
                print(f"{'ok' if right else 'WRONG'}: {verb} with clang-{version} and {place}: {done.returncode} {reason}")
sys.exit(1 if wrong else 0)
