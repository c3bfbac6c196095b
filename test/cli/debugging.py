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
    check(numbers == [last - 1, last - 2, last - 1, 1, 2, 4], f"steps back and on: {steps}")
    for line, number in zip(steps, numbers):
        row = rows[number - 1]
        check(f"of {len(rows)}, by {row['thread']}: {row['operation']} {row['target']}" in line and
              line.endswith(":" + row["location"].split(":")[1]), f"the same numbers as in the report: {line} {row}")
    check(f"the report has {len(rows)} steps" in done.stderr, f"no step of the report: {done.stderr}")
    check(text.count("The failure:") == 2, f"from there to the failure again: {text}")


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
        who_by_name(directory)
    return status()


if __name__ == "__main__":
    sys.exit(main())
