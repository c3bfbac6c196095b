#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What `heddle check --locks` and `--statistics` say of shared memory: each kind of sharing is told as it is, and the
annotations hold when they are pasted into the program. usage: locks.py heddle source-directory"""
import json
import pathlib
import subprocess
import sys
import tempfile

heddle, root = sys.argv[1], pathlib.Path(sys.argv[2])
wrong = []


def expect(what, condition, shown=""):
    if not condition:
        wrong.append(f"{what}: {shown}")


def run(*arguments):
    done = subprocess.run([heddle, "check", *map(str, arguments), "--save", "none"], capture_output=True, text=True)
    expect(" ".join(map(str, arguments)), done.returncode in (0, 1), done.stderr)
    return done.stdout


def protections(program, *options):
    report = json.loads(run("--engine", "machine", program, "--format", "json", *options))
    return {each["variable"]: each for each in report.get("protections", [])}


def pasted(program, folder):
    lines = [line for line in run("--locks", program).splitlines() if line.startswith("HEDDLE_")]
    expect(f"{program.name} has annotations", lines)
    copy = pathlib.Path(folder) / program.name
    copy.write_text("#include <heddle/annotate.h>\n" + program.read_text() + "\n" + "\n".join(lines) + "\n")
    report = json.loads(run("--engine", "machine", copy, "--format", "json"))
    kinds = {finding["kind"] for finding in report["findings"]}
    expect(f"{program.name}: its annotations hold", "lock-misuse" not in kinds, report["findings"])
    return copy, lines


sharing = root / "examples/machine/sharing.c"
for option in ("--locks", "--statistics"):
    found = protections(sharing, option)
    rules = {name: each["rule"] for name, each in found.items()}
    expected = {"*message": "handed-over", "accounts": "read-only", "fee": "thread-local", "hits": "shared",
                "message": "read-only", "ready": "atomic", "struct account::balance": "locks", "total": "locks",
                "struct account::next": "thread-local"}
    expect(f"{option} on sharing.c", rules == expected, rules)
    expect("what hands it over", "`ready`" in found.get("*message", {}).get("words", ""), found)
    expect("two accesses, with their lines", [a["location"].rsplit("/", 1)[-1] for a in found["hits"]["accesses"]]
           == ["sharing.c:45", "sharing.c:26"], found["hits"])
    expect("its own lock", found["struct account::balance"]["annotation"]
           == "HEDDLE_PROTECTED_BY(struct account, balance, it->guard);", found)
expect("without them nothing is listed", not protections(sharing))
with tempfile.TemporaryDirectory() as folder:  # many elements are one row
    rows = pathlib.Path(folder) / "rows.c"
    rows.write_text("""#include <pthread.h>
static int row[5];
static void *body(void *unused) {
  for (int i = 0; i < 5; ++i) ++row[i];
  return unused;
}
int main(void) {
  pthread_t other;
  pthread_create(&other, 0, body, 0);
  body(0);
}
""")
    found = protections(rows, "--statistics")
    expect("elements of an array", {name: each["rule"] for name, each in found.items()} == {"row[i]": "shared"}, found)
text = run("--locks", sharing)
expect("clang's form", "balance GUARDED_BY(guard)" in text and "total GUARDED_BY(audit)" in text, text)
with tempfile.TemporaryDirectory() as folder:
    pasted(root / "examples/machine/counter.c", folder)
    copy, lines = pasted(sharing, folder)
    # … and they are looked at: with another lock they do not hold.
    copy.write_text(copy.read_text().replace("(total, audit)", "(total, accounts->guard)").replace(
        "HEDDLE_PROTECTED_BY(total, accounts->guard);", "static pthread_mutex_t none;\nHEDDLE_PROTECTED_BY(total, none);"))
    report = json.loads(run("--engine", "machine", copy, "--format", "json"))
    expect("a wrong annotation is found", "lock-misuse" in {f["kind"] for f in report["findings"]}, report["findings"])
print("\n".join(wrong) or "as expected")
sys.exit(1 if wrong else 0)
