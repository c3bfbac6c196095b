#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`heddle replay --gdb` with a script at its standard input, and `heddle replay --dap` with a scripted editor. Without gdb
it is skipped: exit status 77."""
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from tool import check, heddle, run, sources, status


class Editor:
    """The client's side of the Debug Adapter Protocol."""

    def __init__(self, finding, directory):
        self.process = subprocess.Popen([heddle, "replay", "--dap", finding], cwd=directory, stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.number, self.events = 0, []

    def receive(self):
        size = 0
        while (line := self.process.stdout.readline()) != b"\r\n":
            if line == b"":
                sys.exit("the adapter has gone")
            if line.startswith(b"Content-Length: "):
                size = int(line[16:])
        return json.loads(self.process.stdout.read(size))

    def ask(self, command, **arguments):
        self.number += 1
        text = json.dumps({"seq": self.number, "type": "request", "command": command, "arguments": arguments}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(text) + text)
        self.process.stdin.flush()
        while True:
            message = self.receive()
            if message["type"] == "event":
                self.events.append(message)
            elif message["request_seq"] == self.number:
                return message

    def event(self, name):
        while True:
            for i, message in enumerate(self.events):
                if message["event"] == name:
                    return self.events.pop(i)["body"]
            self.events.append(self.receive())


def gdb(finding, directory):
    rows = json.loads(run("replay", "--show", finding, "--format", "json", cwd=directory).stdout)["findings"][0]["schedule"]
    script = "heddle-who\nheddle-back 2\nprint seats\nheddle-back\nheddle-next\nheddle-next 100\n" \
             "heddle-goto 1\nheddle-next\nheddle-goto 4\nheddle-goto 100\nquit\n"
    done = run("replay", "--gdb", finding, cwd=directory, input=script)
    text = done.stdout
    check("The failure: assertion `sold <= 1` fails, at " in text and "ticket_office.cpp:23" in text, f"gdb stops at the failure: {text} {done.stderr}")
    check("T1 has ended" in text and "main runs" in text, f"who: {text}")
    steps = [line for line in text.splitlines() if "Step " in line]
    numbers = [int(line.split("Step ")[1].split(" of ")[0]) for line in steps]
    last = len(rows) - 1  # the row behind it is the failure
    check(numbers == [last + 1, last - 1, last - 2, last - 1, last + 1, 1, 2, 4], f"steps back and on: {steps}")
    for line, number in zip(steps, numbers):
        row = rows[number - 1]
        step = " ".join(row[part] for part in ("operation", "target") if part in row)
        check(f"of {len(rows)}, by {row['thread']}: {step}" in line and
              line.endswith(":" + row["location"].split(":")[1]), f"the same numbers as in the report: {line} {row}")
    check(f"the report has {len(rows)} steps" in done.stderr, f"no step of the report: {done.stderr}")
    check(text.count("The failure:") == 2, f"from there to the failure again: {text}")


ATOMICS = """#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int count = 5;
static void* other(void* a) { atomic_store(&count, 7); return a; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  int seen = atomic_fetch_add(&count, 1);
  pthread_join(t, 0);
  assert(seen == 5 && count == 7);
  return 0;
}
"""


def before_each_step(directory):
    """gdb stands before a step: the program is as the steps before have left it."""
    (directory / "atomics.c").write_text(ATOMICS)
    check(run("check", "atomics.c", "-O0", "--save", "atomics.json", cwd=directory).returncode == 1, "the sum goes wrong")
    rows = json.loads(run("replay", "--show", "atomics.json", "--format", "json", cwd=directory).stdout)["findings"][0]["schedule"]
    script = "".join(f"heddle-goto {i + 1}\nprint (int)count\ninfo threads\n" for i in range(len(rows))) + "quit\n"
    done = run("replay", "--gdb", "atomics.json", cwd=directory, input=script)
    seen = [int(value) for value in re.findall(r"\$\d+ = (-?\d+)", done.stdout)]
    expected, value = [], 5
    for row in rows:
        expected.append(value)
        if row["operation"] in ("atomic store", "atomic read-modify-write"):
            value = row["value"]
    check(seen == expected and len(set(seen)) > 2, f"values before each step: {seen}, not {expected}: {rows}")
    fork = next(i for i, row in enumerate(rows) if row["operation"] == "fork")
    threads = [len(re.findall(r"^[* ] +[0-9.]+ +", part, re.M)) for part in re.split(r"\$\d+ = ", done.stdout)[1:]]
    check(threads[fork] == 1 and threads[fork + 1] == 2, f"before the fork there is one thread: {threads} {done.stdout}")


FORKS = """#include <mutex>
#include <thread>
struct Table { int meals = 0; std::mutex forks[3]; };
class Stack {
 public:
  void push() { std::lock_guard hold(mutex_); }
  std::mutex& lock() { return mutex_; }
 private:
  int size_ = 0;
  std::mutex mutex_;
};
Stack stack;
int main() {
  Table table;
  std::thread one([&] { std::scoped_lock hold(table.forks[1]); stack.push(); });
  stack.lock().lock();
  table.forks[1].lock();
  table.forks[1].unlock();
  stack.lock().unlock();
  one.join();
}
"""


def names_of_the_report(directory):
    """What heddle-who calls a lock the report calls so, too: with its index, and the member that it is."""
    (directory / "forks.cpp").write_text(FORKS)
    done = run("check", "forks.cpp", "-O0", "--save", "forks.json", cwd=directory)
    check("`table.forks[1]`" in done.stdout and "`stack.mutex_`" in done.stdout, f"the report: {done.stdout}")
    text = run("replay", "--gdb", "forks.json", cwd=directory, input="heddle-who\nquit\n").stdout
    for words in ("main waits for `table.forks[1]`, held by T1; holds `stack.mutex_`",
                  "T1 waits for `stack.mutex_`, held by main; holds `table.forks[1]`"):
        check(words in text, f"{words}: {text}")


LOST = """#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
static atomic_int done;
static void* producer(void* unused) {
  atomic_store(&done, 1);
  pthread_cond_signal(&ready);
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, producer, NULL);
  pthread_mutex_lock(&mutex);
  while (!atomic_load(&done)) pthread_cond_wait(&ready, &mutex);
  pthread_mutex_unlock(&mutex);
  return pthread_join(thread, NULL);
}
"""


def behind_the_last_step(directory):
    """A failure that is no step is told behind the last one; from there a step back is that one. And what is not needed for
    it, a wait that ends without a reason, is no part of the schedule."""
    (directory / "lost.c").write_text(LOST)
    done = run("check", "lost.c", "-O0", "--save", "lost.json", cwd=directory)
    check("without a reason" not in done.stdout and "wait" in done.stdout, f"the shortest story: {done.stdout}")
    rows = json.loads(run("replay", "--show", "lost.json", "--format", "json", cwd=directory).stdout)["findings"][0]["schedule"]
    text = run("replay", "--gdb", "lost.json", cwd=directory, input="heddle-back\nheddle-who\nquit\n").stdout
    told = re.findall(r"^.*[Ss]tep (\d+) of (\d+)", text, re.M)
    check(told and told[0] == (str(len(rows)), str(len(rows))) and len(told) == 2, f"numbers of the failure and before it: {told} {text}")


DEADLOCK = """#include <condition_variable>
#include <mutex>
#include <thread>
struct Gate { std::mutex guard; std::condition_variable opened; bool is_open = false; };
int main() {
  Gate gate;
  std::mutex other;
  std::thread waits([&] { std::unique_lock hold(gate.guard); while (!gate.is_open) gate.opened.wait(hold); });
  std::thread blocks([&] { std::scoped_lock hold(other); });
  other.lock();
  blocks.join();
}
"""


def who_by_name(directory):
    """Locals have their names, and who cannot go on waits."""
    (directory / "gate.cpp").write_text(DEADLOCK)
    done = run("check", "gate.cpp", "-std=c++20", "-O0", "--save", "gate.json", cwd=directory)
    check(done.returncode == 1, "the gate stays shut")
    check("gate.is_open = false" in done.stdout and not re.search("block allocated|= [0-9]{9}", done.stdout),
          f"what a thread is given is no step of the schedule: {done.stdout}")
    text = run("replay", "--gdb", "gate.json", cwd=directory, input="heddle-who\nquit\n").stdout
    check("T1 waits for `gate.opened`" in text and "T2 waits for `other`, held by main" in text and "holds `other`" in text,
          f"who waits for what: {text}")


RING = """#include <mutex>
#include <thread>
std::mutex a, b;
int main() {
  std::thread t([] { std::scoped_lock one(a); std::scoped_lock two(b); });
  b.lock();
  a.lock();
  a.unlock();
  b.unlock();
  t.join();
}
"""


def rows_of_a_deadlock(directory):
    """What threads wait for at the end are rows of the report, and so steps; and gdb calls threads as the report does."""
    (directory / "ring.cpp").write_text(RING)
    check(run("check", "ring.cpp", "-O0", "--save", "ring.json", cwd=directory).returncode == 1, "the ring is found")
    done = run("replay", "--gdb", "ring.json", cwd=directory,
               input="info threads\nheddle-back 2\nheddle-next\nheddle-next\nheddle-goto 4\nheddle-next 2\nheddle-next\nheddle-who\nquit\n")
    steps = re.findall(r"Step (\d) of 5, by (main|T1): ([^,]*)", done.stdout)
    waits = {"4": ("main", "waits for a"), "5": ("T1", "waits for b")}
    check([step[0] for step in steps] == ["5", "3", "4", "5", "4", "5"], f"every row is a step: {done.stdout}")
    check(all(waits.get(step[0], step[1:]) == step[1:] for step in steps), f"as in the report: {steps}")
    check(re.search('"main"', done.stdout) and re.search('"T1"', done.stdout), f"info threads: {done.stdout}")
    check("the program has ended" in done.stderr and "Python" not in done.stderr, f"who, after the end: {done.stderr}")


def editor(finding, directory):
    client = Editor(finding, directory)
    check(client.ask("initialize", adapterID="heddle")["body"]["supportsStepBack"], "it can step back")
    client.event("initialized")
    check(client.ask("launch")["success"], "launch")
    client.ask("configurationDone")
    stopped = client.event("stopped")
    check(stopped["reason"] == "exception" and "sold <= 1" in stopped["text"], f"stops at the failure: {stopped}")
    frames = client.ask("stackTrace", threadId=stopped["threadId"])["body"]["stackFrames"]
    check(frames[0]["line"] == 23 and frames[0]["source"]["name"] == "ticket_office.cpp", f"the frame: {frames}")
    names = [each["name"] for each in client.ask("threads")["body"]["threads"]]
    check(names == ["main", "T1", "T2"], f"all threads are there, by their names: {names}")
    value = client.ask("evaluate", expression="seats", frameId=frames[0]["id"])["body"]["result"]
    check("-1" in value, f"values: {value}")
    scope = client.ask("scopes", frameId=frames[0]["id"])["body"]["scopes"][0]
    variables = client.ask("variables", variablesReference=scope["variablesReference"])["body"]["variables"]
    check({"first", "second"} <= {each["name"] for each in variables}, f"locals: {variables}")
    client.ask("stepBack", threadId=stopped["threadId"])
    check("Step " in client.event("stopped")["text"], "a step back")
    client.ask("reverseContinue", threadId=stopped["threadId"])
    check("Step 1 of 10, by main: fork T1" in client.event("stopped")["text"], "back to the first step")
    client.ask("heddle/next", count=2)
    check("Step 3 of 10, by T" in client.event("stopped")["text"], "two steps on")
    check("main" in client.ask("heddle/who")["body"]["text"], "who")
    client.ask("setBreakpoints", source={"path": str(directory / "ticket_office.cpp")}, breakpoints=[{"line": 14}])
    client.ask("reverseContinue", threadId=stopped["threadId"])
    client.event("stopped")
    client.ask("continue", threadId=stopped["threadId"])
    at = client.event("stopped")
    check(at["reason"] == "breakpoint", f"a breakpoint of the editor's: {at}")
    check(not client.ask("no-such-request")["success"], "what it does not know is answered")
    client.ask("disconnect")
    check(client.process.wait(timeout=60) == 0, "it ends")


def main():
    if shutil.which("gdb") is None:
        return 77
    with tempfile.TemporaryDirectory() as name:
        directory = pathlib.Path(name)
        shutil.copy(sources / "examples/check/ticket_office.cpp", directory)
        check(run("check", "ticket_office.cpp", "-O0", cwd=directory).returncode == 1, "the check fails")
        gdb("heddle-finding.json", directory)
        editor("heddle-finding.json", directory)
        before_each_step(directory)
        names_of_the_report(directory)
        behind_the_last_step(directory)
        who_by_name(directory)
        rows_of_a_deadlock(directory)
    return status()


if __name__ == "__main__":
    sys.exit(main())
