#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Random programs of locks and accesses without branches: whatever `heddle predict` calls certain must happen under
`--confirm`, and what is only possible too, as no read decides anything.

    random_programs.py HEDDLE [HOW MANY] [SEED]

All programs are one source, and the first argument says which one runs. A failure names it and prints its threads.
"""
import json
import pathlib
import random
import subprocess
import sys
import tempfile

HEADER = """#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
typedef void* (*Body)(void*);
pthread_mutex_t lock[4] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                           PTHREAD_MUTEX_INITIALIZER};
int x[4], sink[8];
"""
MAIN = """int main(int count, char** words) {
  const Body* bodies = programs[count > 1 ? atoi(words[1]) : 0];
  pthread_t threads[3];
  int used = 0;
  for (; used < 3 && bodies[used]; ++used) pthread_create(&threads[used], NULL, bodies[used], NULL);
  for (int i = 0; i < used; ++i) pthread_join(threads[i], NULL);
}
"""


def thread(rng, number, length):
    """Statements, one a line; sections nest and end."""
    lines, held = [f"usleep({20000 * number});"] if number else [], []
    for _ in range(length):
        what = rng.random()
        free = [lock for lock in range(3) if lock not in held]
        if what < 0.4 and len(held) < 2:
            held.append(rng.choice(free))
            lines.append(f"pthread_mutex_lock(&lock[{held[-1]}]);")
        elif what < 0.6 and held:
            lines.append(f"pthread_mutex_unlock(&lock[{held.pop()}]);")
        elif what < 0.8:
            lines.append(f"x[{rng.randrange(3)}] = {rng.randrange(9)};")
        else:
            lines.append(f"sink[{number}] = x[{rng.randrange(3)}];")
    return lines + [f"pthread_mutex_unlock(&lock[{lock}]);" for lock in reversed(held)]


def source_of(programs):
    text = HEADER
    for number, threads in enumerate(programs):
        for which, lines in enumerate(threads):
            text += f"void* p{number}_{which}(void* nothing) {{\n" + "".join(f"  {line}\n" for line in lines) + "  return nothing;\n}\n"
    rows = ["{" + ", ".join(f"p{number}_{which}" for which in range(len(threads))) + "}" for number, threads in enumerate(programs)]
    return text + "const Body programs[][3] = {" + ",\n".join(rows) + "};\n" + MAIN


def run(heddle, *arguments, cwd):
    return subprocess.run([heddle, *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          timeout=120, cwd=cwd)


def main():
    heddle = pathlib.Path(sys.argv[1]).resolve()
    count, seed = int((sys.argv[2:] + ["30"])[0]), int((sys.argv[3:] + ["1"])[0])
    rng = random.Random(seed)
    programs = [[thread(rng, number, rng.randrange(2, 8)) for number in range(rng.choice((2, 2, 3)))] for _ in range(count)]
    confirmed = failed = 0
    with tempfile.TemporaryDirectory() as name:
        directory = pathlib.Path(name)
        (directory / "all.c").write_text(source_of(programs))
        built = run(heddle, "cc", "-g", "-O1", "all.c", "-o", "all", "-lpthread", cwd=directory)
        if built.returncode != 0:
            print(built.stderr)
            return 1
        for number, threads in enumerate(programs):
            run(heddle, "run", "--record", "run.hdl", "all", "--", number, cwd=directory)
            done = run(heddle, "predict", "run.hdl", "--confirm", "all", "--save", "none", "--search-seconds", "0", "--format",
                       "json", "--", number, cwd=directory)
            if done.returncode not in (0, 1):
                wrong = [f"status {done.returncode}: {done.stderr}"]
            else:
                said = json.loads(done.stdout)
                confirmed += said["statistics"]["confirmed"]
                wrong = [one["message"] + ": " + "; ".join(one["notes"]) for one in said["findings"]
                         if one["certainty"] != "observed"]
            if wrong:
                failed += 1
                print(f"program {number} of seed {seed}:", *wrong, sep="\n  ")
                for lines in threads:
                    print("   ", " ".join(lines))
    print(f"{count} programs, {confirmed} predictions confirmed, {failed} failed")
    return 1 if failed or confirmed == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
