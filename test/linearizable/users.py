#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Objects as users write them (users/): each is judged as its name says.

users.py HEDDLE DIRECTORY [all]   without `all` those of users/daily.cpp and said.cpp"""
import json
import pathlib
import subprocess
import sys

HEDDLE, WORK = (pathlib.Path(word).absolute() for word in sys.argv[1:3])
HERE = pathlib.Path(__file__).parent / "users"
STATUS = {"right": 0, "wrong": 1, "refused": 2, "inconclusive": 3}
WORDS = {"word.wrong": ["whatever the other calls did", 'copy() #1 → "a'], "lights.wrong": ["whatever the other calls did: T2 name() → \"red\""],
         "forms.wrong": ["whatever the other calls did: main twice() #1 → 8; T1 add(1); T2 add(1)"],
         "parts_without.refused": ["its results have no =="], "pointers.refused": ["its results are pointers"],
         "model_unsaid.refused": ["say what the model is at first"], "object_unsaid.refused": ["say how an object is made"],
         "flagged.wrong": ["is not lock-free: T2 next() cannot return while T1 next() stands still"],
         "flagged_alone.wrong": ["is not obstruction-free: T2 next() cannot return while T1 next() stands still"],
         "odd.wrong": ["is not lock-free"], "sequence.wrong": ["is not lock-free"], "half_locked.wrong": ["is not lock-free"],
         "thrown_number.wrong": ["inc() → throws int: 2"], "thrown_words.wrong": ["std::runtime_error: now 2"],
         "ends_thread.wrong": ["a call of the test ends its thread"], "ends_process.wrong": ["a call of the test ends the process"],
         "too_many.refused": ["at most 64 threads"], "unhelped.wrong": ["is not lock-free"], "readers.wrong": ["next() cannot return while", "get() stands still"],
         "rare.wrong": ["is not lock-free"], "large.inconclusive": ["a lock of libatomic's"],
         "turns.wrong": ["is not lock-free"], "turns_alone.wrong": ["is not obstruction-free"],
         "place.wrong": ["waits, and would not have to"], "closable.wrong": ["waits, and would not have to"],
         "numbered_asks.wrong": ["cannot be its own model", "id() returned"], "unmade.wrong": ["an exception of type std::runtime_error"],
         "slot.wrong": ["waits, and would not have to"], "gate.wrong": ["waits, and would not have to"],
         "event.wrong": ["waits, and would not have to"], "names.wrong": ["enter(\"Grace\") → 2"], "log.wrong": ["last() → (1, 0)"],
         "never_run.refused": ["described, and never run"], "without_values.refused": ["no value is given"],
         "empty_range.refused": ["no value is given"], "more_values.refused": ["more arguments than it has"],
         "misspelt.refused": ["there is no strategy fast"], "moody.wrong": ["cannot be judged by this model", "pop() returned nothing, and 1"],
         "cached.wrong": ["cannot be its own model"], "not_a_number.wrong": ["nan, which is not equal to itself"],
         "unlocked.wrong": ["data race", "in scenario 1: 2 calls by 2 threads; no scenario with fewer calls fails; T1 add(1); T2 add(1)"],
         "closed.wrong": ["whatever the other calls did: T2 pop() waits; T3 close()"],
         "empty_function.refused": ["add: its function is empty"], "twice_named.refused": ["two operations have the name `push`"],
         "later.wrong": ["T2 write(1)", "main", "acquire Written::lock_"],
         "unsaid_wait.wrong": ["main pop(), one of the calls at the end, waits: if it may, say heddle::waits_when", "finally({…})"],
         "copied.right": ["Queue: 3 scenarios of at most 2 threads with 1 call each.", "Queue: 10 scenarios"],
         "lamp.wrong": ["atomic store Lamp::colour_", "paint(green)", "colour() → red"], "box.wrong": ["take() → "],
         "spinning.wrong": ["is not lock-free"], "spinning_alone.wrong": ["is not obstruction-free"],
         "purse.wrong": ["T1 take() would return there, not throw std::runtime_error: empty"],
         "crashing_model.wrong": ["the model of the test", "which a null pointer leads to"],
         "records.wrong": ["put(1, "], "slots.wrong": ["take() → 0"]}
SLOW = {"exchanged_alone.right"}  # only with `all`
wrong = []


def run(*command):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, cwd=WORK, timeout=1800)


def build(compiler, *words):
    made = run(HEDDLE, compiler, "-O0", "-g", *words, "-pthread")
    if made.returncode != 0:
        wrong.append(f"{words} does not compile: {made.stderr[:3000]}")
    return made.returncode == 0


def expect(name, program, status, words, *arguments):
    result = run(HEDDLE, "check", WORK / program, "--save", "none", *arguments)
    text = result.stdout + result.stderr
    print(name, result.returncode, flush=True)
    if result.returncode != status or any(word not in text for word in words) or "does not repeat itself" in text:
        wrong.append(f"{name}: {result.returncode}\n{text[:3000]}")


WORK.mkdir(parents=True, exist_ok=True)
count = 0
SOURCES = {"daily": 17, "containers": 17, "shapes": 17, "progress": 17, "primitives": 20, "collections": 20, "odd": 17, "said": 17}
for source in ["daily", "said"] if len(sys.argv) < 4 else SOURCES:
    if not build("c++", f"-std=c++{SOURCES[source]}", "-c", HERE / f"{source}.cpp", "-o", f"{source}.o"):
        continue
    run(HEDDLE, "c++", f"{source}.o", "-o", source, "-pthread")
    for name in run(WORK / source).stdout.split():
        if name in SLOW and len(sys.argv) < 4:
            continue
        count += 1
        expect(name, source, STATUS[name.split(".")[1]], WORDS.get(name, []), "--", name)

# Mistakes that the compiler finds are told in words.
FRAME = """#include <deque>
#include <fstream>
#include <memory>
#include <heddle/linearizable.h>
struct Q {{
  void push(int);
  void add(int);
  void add(int, int);
  bool pop_to(int& out);
  void put(std::unique_ptr<int>);
  int size() const;
  std::ifstream file();
  int size_ = 0;
}};
template <class Object, class Model = void>
heddle::Linearizable<Object, Model> H() {{ return heddle::linearizable<Object, Model>(); }}
int main() {{ (void){}; }}
"""
INCLUDE = HERE.parents[2] / "include"
for line in (HERE / "misuses.txt").read_text().splitlines() if len(sys.argv) > 3 else []:
    if line.startswith("#"):
        continue
    code, words = line.split(" ⇒ ")
    (WORK / "misuse.cpp").write_text(FRAME.format(code))
    told = run("c++", "-std=c++17", "-fsyntax-only", "-I", INCLUDE, "misuse.cpp")
    count += 1
    print(code, told.returncode, flush=True)
    if told.returncode == 0 or words not in told.stderr:
        wrong.append(f"{code}: {told.stderr[:2000]}")
    elif told.stderr.index(words) > 6000:
        wrong.append(f"{code}: the words stand behind {told.stderr.index(words)} characters")
# The shares of a test together are the whole.
for name in ["split.right", "latch.right", "split_down.wrong"] if len(sys.argv) > 3 else []:
    told = {}
    for share in ([], ["--shard", "1/2"], ["--shard", "2/2"]):
        result = run(HEDDLE, "check", WORK / "shapes", "--save", "none", "--memory-model", "rc11", "--format", "json", *share, "--", name)
        told[" ".join(share)] = result.returncode, json.loads(result.stdout)["statistics"]["executions"]
    whole, *shares = told.values()
    is_right = name.endswith(".right")
    if is_right and (any(status for status, _ in shares) or sum(count for _, count in shares) != whole[1]):
        wrong.append(f"shares of {name}: {told}")
    if not is_right and all(status != 1 for status, _ in shares):
        wrong.append(f"no share of {name} fails: {told}")
# A test and a library of two versions.
if build("cc", HERE / "older_test.c", "-o", "older_test"):
    expect("an older test", "older_test", 3, ["the headers of another version of heddle: build it again"])
if build("c++", "daily.o", HERE / "older_library.cpp", "-o", "newer_test"):
    expect("an older library", "newer_test", 2, ["headers of another version of heddle (", ") than the library that runs it (1)"],
           "--", "word.right")
print("\n".join(wrong) or f"all {count} as they should be")
sys.exit(1 if wrong else 0)
