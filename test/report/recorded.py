#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What `races` and `predict` print of a recording reads as what `run` and `check` print of the program.

Usage: recorded.py HEDDLE
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

from expectations import expect, status

CONTAINERS = """#include <list>
#include <map>
#include <thread>
std::map<int, int> table;
std::list<int> queue;
int main() {
  std::thread a([] { table[1] = 2; queue.push_back(1); });
  std::thread b([] { table[5] = 2; queue.push_back(2); });
  a.join(); b.join();
}
"""
TRANSFER = """#include <mutex>
#include <thread>
struct Account { std::mutex guard; long balance; } accounts[3];
void transfer(int from, int to) {
  std::lock_guard<std::mutex> a(accounts[from].guard);
  std::lock_guard<std::mutex> b(accounts[to].guard);
  accounts[to].balance += 1;
}
int main() {
  std::thread t(transfer, 0, 2);
  t.join();
  std::thread u(transfer, 2, 0);
  u.join();
}
"""
OWN = """#include <thread>
struct Node { long value; long other; };
thread_local int mine;
int *theirs;
Node *made() { return new Node{1, 2}; }
int main() {
  theirs = &mine;
  Node *const node = made();
  std::thread t([node] { *theirs = 1; node->other = 1; });
  mine = 3;
  node->other = 2;
  t.join();
}
"""


def main():
    heddle = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as directory:
        def run(*arguments, columns="80"):
            return subprocess.run([heddle, *arguments], cwd=directory, capture_output=True, text=True, timeout=120,
                                  env={**os.environ, "LC_ALL": "C.UTF-8", "NO_COLOR": "1", "COLUMNS": columns})

        def findings(*arguments):
            return json.loads(run(*arguments, "--format", "json").stdout)["findings"]

        for name, text in (("containers", CONTAINERS), ("transfer", TRANSFER), ("own", OWN)):
            (pathlib.Path(directory) / f"{name}.cpp").write_text(text)
            expect(run("run", f"{name}.cpp", "--record", f"{name}.hdl").returncode in (0, 1), f"{name} is recorded")

        # One finding for the two lines, with the library's frames left out and the other variables told.
        for verb in ("races", "predict"):
            found = findings(verb, "containers.hdl")
            expect(len(found) == 1 and found[0]["count"] > 1, f"{verb}: {len(found)} findings")
            frames = [frame["location"] for side in ("first", "second") for frame in found[0][side]["stack"]]
            expect(frames and all(frame.startswith("containers.cpp:") for frame in frames), f"{verb}: {frames}")
            text = " ".join(run(verb, "containers.hdl").stdout.split())
            expect("the same two places also race on" in text and "element of queue" in text, f"{verb}: {text}")
            expect("/usr/" not in text and " by std::" not in text, f"{verb}: {text}")
            expect("Nothing orders the two: neither thread holds a lock" in text, f"{verb} does not say why: {text}")

        found = findings("detect", "containers.hdl", "--when", "race")
        frames = [frame["location"] for step in found[0]["steps"] for frame in step.get("stack", [])]
        expect(not any(frame.startswith("/usr/") for frame in frames), f"detect: {frames}")

        # One thread after the other is in no other order.
        expect(not findings("predict", "transfer.hdl"), "a join orders the two")

        # check, the machine and predict call an attempt the same.
        opposite = TRANSFER.replace("  t.join();\n  std::thread u(transfer, 2, 0);\n", "  std::thread u(transfer, 2, 0);\n  t.join();\n")
        (pathlib.Path(directory) / "opposite.cpp").write_text(opposite)
        run("run", "opposite.cpp", "--record", "opposite.hdl", "--limit-seconds", "20")
        engines = [["check", "opposite.cpp", "--save", "none"], ["check", "opposite.cpp", "--engine", "machine", "--save", "none"],
                   ["predict", "opposite.hdl"]]
        for command in engines:
            deadlock = [each for each in findings(*command) if each["kind"] == "deadlock"]
            expect(len(deadlock) >= 1, f"{command}: no deadlock")
            if not deadlock:
                continue
            steps, schedule = deadlock[0]["steps"], deadlock[0]["schedule"]
            waits = {(step["thread"], step["operation"], step["target"]) for step in steps if step["thread"] != "main"}
            expect(waits == {("T1", "waits for", "accounts[2].guard"), ("T2", "waits for", "accounts[0].guard")}, f"{command}: {waits}")
            last = {step["thread"]: step["operation"] for step in schedule}
            expect(last["T1"] == last["T2"] == "waits for", f"{command}: {last}")
            taken = {(step["thread"], step["target"]) for step in schedule if step["operation"] == "acquire"}
            expect(taken == {("T1", "accounts[0].guard"), ("T2", "accounts[2].guard")}, f"{command}: {taken}")
            decisive = {(step["thread"], step["target"]) for step in schedule if step.get("decisive")}
            expect(taken <= decisive, f"{command}: {decisive}")
            text = run(*command).stdout
            expect("The schedule, step by step:" in text and "  > " in text and "waits for accounts[2].guard" in text, f"{command}: {text}")
            expect("×1 " not in text and "schedule: " not in text, f"{command}, a schedule of numbers:\n{text}")

        # What the memory is, as run says it.
        run_text, races_text = (" ".join((done.stdout + done.stderr).split()) for done in (run("run", "own.cpp"), run("races", "own.hdl")))
        for words in ("`mine` is declared at own.cpp:3, for each thread its own; this is the one of main", " is in a Node of 16 bytes, allocated at own.cpp:5"):
            expect(words in run_text, f"run does not say: {words}\n{run_text}")
            expect(words in races_text, f"races does not say: {words}\n{races_text}")

        for columns in (60, 80, 100):
            for verb in ("races", "predict"):
                for trace in ("containers.hdl", "transfer.hdl", "opposite.hdl", "own.hdl"):
                    wide = [line for line in run(verb, trace, columns=str(columns)).stdout.splitlines() if len(line) > columns]
                    expect(not wide, f"{verb} {trace}: more than {columns} columns:\n" + "\n".join(wide))
    return status()


if __name__ == "__main__":
    sys.exit(main())
