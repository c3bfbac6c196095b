# SPDX-License-Identifier: Apache-2.0
"""What each option of `heddle check` and `heddle replay` does, and what is in doubt when a program waits for something
heddle does not control.

    options.py HEDDLE WORKING_DIRECTORY [all]
"""
import concurrent.futures
import json
import os
import pty
import select
import shutil
import signal
import subprocess
import sys
import time

heddle, work = sys.argv[1], sys.argv[2]
here = os.path.dirname(os.path.abspath(__file__))
root = os.path.abspath(os.path.join(here, "../../.."))
os.makedirs(work, exist_ok=True)
wrong = 0


def build(name):
    binary = os.path.join(work, name)
    subprocess.run([heddle, "cc", "-O1", "-g", "-I" + os.path.join(root, "include"),
                    os.path.join(here, "options", name + ".c"), "-o", binary, "-pthread"], check=True)
    return binary


def expect(what, condition, shown):
    global wrong
    wrong += not condition
    print(f"{'right' if condition else 'WRONG'}  {what}" + ("" if condition else f": {shown}"), flush=True)


def check(program, *arguments, save="none"):
    done = subprocess.run([heddle, "check", program, "--format", "json", "--save", save, *arguments],
                          capture_output=True, text=True, timeout=300, stdin=subprocess.DEVNULL)
    try:
        report = json.loads(done.stdout)
    except ValueError:
        return {"exit": done.returncode, "kind": None, "reason": done.stderr, "statistics": {}}
    report["exit"] = done.returncode
    report["kind"] = report["findings"][0]["kind"] if report["findings"] else None
    report["reason"] = report.get("reason") or ""
    return report


options = build("options")


def function(name, *arguments, save="none"):
    return check(options, "--function", name, *arguments, save=save)


report = function("fails_at_once")
expect("the execution that fails is counted", report["kind"] == "assertion" and report["statistics"]["executions"] == 1, report)
report = check(build("slow_at_first"), "--isolate")
expect("a search that ends while it is interrupted is over", report["statistics"].get("executions") == 1, report)
report = function("no_such_function")
expect("a function that is not there: exit 2", report["exit"] == 2, report)
report = function("leaks")
expect("a leak is no failure", report["exit"] == 0, report)
report = function("leaks", "--leaks")
expect("--leaks", report["exit"] == 1 and report["kind"] == "leak", report)
report = function("racy")
expect("a race is a failure", report["kind"] == "data-race", report)
report = function("racy", "--keep-going")
expect("--keep-going shows what a race leads to", report["kind"] == "assertion", report)
report = function("racy_but_right", "--keep-going")
expect("--keep-going never calls a race clean", report["exit"] == 3 and "data races" in report["reason"], report)
expect("--keep-going names the races", [note for note in report["notes"] if note.startswith("passed over: data race on `counter`, 4 bytes: write by T1 at ")], report)
report = function("racy", "--no-races")
expect("--no-races does not overlook what a race leads to", report["kind"] == "assertion", report)
report = function("racy_but_right", "--no-races")
expect("--no-races", report["exit"] == 0, report)
report = function("racy_inside_libc")
expect("a race inside a function of libc", report["kind"] == "data-race", report)
report = function("racy_inside_libc", "--no-races")
expect("--no-races: what libc did is not seen in another order", report["exit"] == 3 and "function of libc" in report["reason"], report)
report = function("needs_a_preemption", "--preemptions", "0")
expect("--preemptions 0 finds nothing and says so", report["exit"] == 3 and "preemptions" in report["reason"], report)
report = function("needs_a_preemption", "--preemptions", "1")
expect("--preemptions 1", report["kind"] == "assertion", report)
report = function("chooses")
expect("heddle_choose", report["kind"] == "assertion" and report["statistics"]["executions"] == 5, report)
report = function("many_threads")
expect("700 threads", report["exit"] == 0, report)
report = function("takes_long", "--limit-seconds", "0.3")
expect("--limit-seconds", report["exit"] == 3 and "not all schedules" in report["reason"], report)
report = function("takes_long", "--executions", "100", "--jobs", "1")
expect("--executions", report["exit"] == 3 and report["statistics"]["executions"] == 100, report)

finding = os.path.join(work, "finding.json")
for strategy in ("random", "pct"):
    schedules = []
    for _ in range(2):
        report = function("needs_a_preemption", "--strategy", strategy, "--seed", "7", "--executions", "1000")
        expect(f"--strategy {strategy} finds it", report["kind"] == "assertion", report)
        schedules.append(report["statistics"]["executions"])
    expect(f"--strategy {strategy}: the same seed, the same schedules", schedules[0] == schedules[1], schedules)
    report = function("takes_long", "--strategy", strategy, "--executions", "3000", "--jobs", "2")
    expect(f"--strategy {strategy} with two jobs: neither more nor less",
           report["exit"] == 3 and report["statistics"]["executions"] == 3000 and "sampled" in report["reason"], report)

# ---- which failure is found ----
def schedule_of(name, *arguments):
    function(name, *arguments, save=finding)
    with open(finding) as file:
        return json.load(file)["schedule"]


alone = schedule_of("fails_early", "--jobs", "1")
expect("a failure among the first thousand executions is the same whatever the number of cores",
       all(schedule_of("fails_early") == alone for _ in range(3)), alone)
alone = schedule_of("fails_late", "--jobs", "1")
expect("--jobs 1: always the same failure", all(schedule_of("fails_late", "--jobs", "1") == alone for _ in range(2)), alone)
for _ in range(3):
    report = function("fails_late", "--jobs", "2", save=finding)
    done = subprocess.run([heddle, "replay", finding, "--times", "10", "--format", "json"], capture_output=True, text=True)
    expect("--jobs 2: a failure that replays", report["kind"] == "assertion" and done.returncode == 1
           and json.loads(done.stdout)["findings"][0]["kind"] == "assertion", (report, done))
if "all" in sys.argv[3:]:
    report = function("too_many_threads", "--limit-silence", "60")
    expect("more than 8,192 threads: in doubt, with the number", report["exit"] == 3 and "8,192 threads" in report["reason"], report)

# ---- Ctrl-C: what is known so far ----
def interrupt(how, after):
    running = subprocess.Popen([heddle, "check", options, "--function", "takes_long", "--format", "json", "--save", "none"],
                               stdout=subprocess.PIPE, text=True)
    time.sleep(after)
    running.send_signal(how)
    report = json.loads(running.communicate(timeout=120)[0])
    report["exit"] = running.returncode
    return report


for how in (signal.SIGINT, signal.SIGTERM):
    for after in (1, 5, 25):  # a busy machine may need longer before there is anything to say
        report = interrupt(how, after)
        if report["statistics"]["executions"] > 0:
            break
    expect(how.name, report["exit"] == 3 and report["verdict"] == "inconclusive" and report["statistics"]["executions"] > 0, report)

# ---- progress, on a terminal only ----
master, slave = pty.openpty()
running = subprocess.Popen([heddle, "check", options, "--function", "takes_long", "--save", "none"],
                           stdout=subprocess.DEVNULL, stderr=slave, stdin=subprocess.DEVNULL)
os.close(slave)
shown = b""
end = time.time() + 120
while time.time() < end and b"%" not in shown:
    if select.select([master], [], [], 0.2)[0]:
        shown += os.read(master, 4096)
running.send_signal(signal.SIGINT)
running.wait(timeout=120)
expect("progress on a terminal: count, rate and how far", b"executions" in shown and b"/s" in shown and b"%" in shown, shown)

# ---- replay ----
for name, option, kind in (("leaks", "--leaks", "leak"), ("racy", "--keep-going", "assertion")):
    function(name, option, save=finding)
    done = subprocess.run([heddle, "replay", finding, "--times", "5", "--format", "json"], capture_output=True, text=True)
    expect(f"what {option} found replays", done.returncode == 1 and json.loads(done.stdout)["findings"][0]["kind"] == kind, done)
function("needs_a_preemption", save=finding)
done = subprocess.run([heddle, "replay", finding, "--format", "json"], capture_output=True, text=True)
expect("replay", done.returncode == 1 and json.loads(done.stdout)["findings"][0]["kind"] == "assertion", done)
if shutil.which("gdb") is None:
    print("gdb is not there: replay --gdb was not tried")
else:
    done = subprocess.run([heddle, "replay", finding, "--gdb"], capture_output=True, text=True, timeout=300,
                          input="set pagination off\nset breakpoint pending on\nbreak blink\nrun\nbacktrace\ncontinue\nquit\n")
    expect("replay --gdb stops in the program", "Breakpoint 1, blink" in done.stdout, done.stdout[-3000:] + done.stderr[-2000:])

# ---- what heddle does not control ----
# ---- options that only one engine has ----
source = os.path.join(here, "options/options.c")
machine = ("--flag=-I" + os.path.join(root, "include"), "--engine", "machine")
report = check(source, *machine, "--function", "racy", "--no-races")
expect("--engine machine --function --no-races", report["kind"] == "assertion" and len(report["findings"]) == 1, report)
# ---- which unordered accesses are races ----
for engine, checked in {"native": function, "machine": lambda *more: check(source, *machine, "--function", *more)}.items():
    for name, discipline, kind in [("two_readers", "shared-reads", None), ("two_readers", "exclusive", "data-race"),
                                   ("racy", "exclusive", "data-race"), ("racy", "writes-first", "data-race"),
                                   ("read_then_written", "shared-reads", "data-race"),
                                   ("read_then_written", "writes-first", None)]:
        report = checked(name, "--discipline", discipline)
        expect(f"{engine}: --discipline {discipline} on {name}", report["kind"] == kind, report)
        if name == "read_then_written" and kind is None:
            expect(f"{engine}: writes-first is not clean", report["exit"] == 3 and "writes-first" in report["reason"], report)
report = check(source, *machine, "--function", "no_such_function")
expect("--engine machine: a function that is not there", report["exit"] == 2 and "no_such_function" in report["reason"], report)
for name, arguments in {"--leaks": [*machine, "--leaks"], "--first": ["--engine", "native", "--first"],
                        "--preemptions": ["--preemptions", "1", "--first"], "word": [*machine, "--", "word"]}.items():
    report = check(source, *arguments)
    expect(f"{' '.join(arguments[-2:])}: exit 2, and it is named", report["exit"] == 2 and name in report["reason"], report)

outside = build("outside")
IN_DOUBT = {"read": "read", "recv": "recv", "poll": "poll", "select": "select", "epoll_wait": "epoll_wait", "eventfd": "read",
            "flock": "flock", "waitpid": "waitpid", "pause": "pause", "never": "read", "accept": "accept",
            "raw": "did not come back: in read"}
with concurrent.futures.ThreadPoolExecutor(6) as pool:  # they wait rather than compute
    reports = list(pool.map(lambda what: check(outside, "--limit-silence", "5", "--", what), IN_DOUBT))
for (what, reason), report in zip(IN_DOUBT.items(), reports):
    expect(f"{what}: in doubt, with its name", report["exit"] == 3 and reason in report["reason"], report)
for what in ("sleep", "stdin"):
    report = check(outside, "--", what)
    expect(f"{what}: not in doubt", report["exit"] == 0, report)

# ---- code that was not compiled for heddle ----
library = os.path.join(work, "libplain.so")
caller = os.path.join(work, "caller")
for path, text in ((library, "int plain(int x) { return x + 1; }"), (caller, "int plain(int); int main(void) { return plain(1) - 2; }")):
    with open(path + ".c", "w") as file:
        file.write(text + "\n")
subprocess.run(["gcc", "-shared", "-fPIC", library + ".c", "-o", library], check=True)
subprocess.run([heddle, "cc", caller + ".c", "-o", caller, library, "-Wl,-rpath," + work], check=True)
report = check(caller)
expect("a library that was not compiled for heddle: in doubt, with its name",
       report["exit"] == 3 and "libplain.so" in report["reason"], report)
sys.exit(1 if wrong else 0)
