#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Programs recorded and watched: `heddle run --record` and `--when` on those of examples/ and on some that never end.
What is found must be in the recording too, by rules written anew here: a run of each finding is replayed over the text
of `heddle trace cat`, and the predicate evaluated at its end."""
import json
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import tool
from tool import check, heddle, run, sources


class Trace:
    """Thread by thread, what `heddle trace cat` prints."""

    def __init__(self, path):
        self.order, self.events, self.number = [], {}, []
        for line in run("trace", "cat", path).stdout.splitlines():
            if line.startswith("#"):
                continue
            thread, operation = line.split("|")[:2]
            self.number.append((thread, len(self.events.setdefault(thread, []))))
            self.events[thread].append(operation)
            self.order.append(thread)

    def run_of(self, witness):
        """The run as a list of (thread, operation), or why it is none."""
        start, done, steps = dict(witness.get("start", {})), dict.fromkeys(self.events, 0), []
        for thread in self.order:
            if done[thread] < start.get(thread, 0):
                steps.append((thread, self.events[thread][done[thread]]))
                done[thread] += 1
        for turn in witness.get("run", []):
            for _ in range(turn["steps"]):
                steps.append((turn["thread"], self.events[turn["thread"]][done[turn["thread"]]]))
                done[turn["thread"]] += 1
        holder, marks, forked = {}, {thread: {} for thread in self.events}, set()
        ever_forked = {operation[5:-1] for own in self.events.values() for operation in own if operation[:5] == "fork("}
        for thread, operation in steps:
            name, argument = re.fullmatch(r"([\w.]+)\((.*)\)", operation).groups()
            if thread in ever_forked and thread not in forked:
                return f"{thread} runs before its fork", marks, done
            if name == "fork":
                forked.add(argument)
            if name == "join" and done.get(argument, 0) < len(self.events.get(argument, [])):
                return f"{thread} joins {argument} too early", marks, done
            if name == "acq":
                if argument in holder:
                    return f"{thread} takes {argument}, which {holder[argument]} holds", marks, done
                holder[argument] = thread
            if name == "rel":
                if holder.pop(argument, None) != thread:
                    return f"{thread} releases {argument} without holding it", marks, done
            if name == "e":
                for value in argument.split(","):
                    if "=" in value:
                        marks[thread][value.split("=")[0]] = int(value.split("=")[1])
        return "", marks, done


def record(directory, program, *more):
    """The report of a run in which nothing came to a stop, and its recording."""
    trace = directory / (pathlib.Path(program).stem + ".hdl")
    for _ in range(20):
        done = run("run", "--record", trace, "--format", "json", *more, program, cwd=directory)
        report = json.loads(done.stdout[done.stdout.index("{"):])
        if not any(found["certainty"] == "observed" for found in report["findings"]):
            break
    return report, trace


def predicted(directory, trace, *options):
    done = run("predict", trace, "--format", "json", "--output", directory / "predicted.json", *options)
    report = json.loads((directory / "predicted.json").read_text())
    shown = run("trace", "replay-order", directory / "predicted.json")
    check(shown.returncode == 0 and shown.stdout.count("checked:") == len(report["findings"]),
          f"replay-order of {trace.name}: {shown.stdout} {shown.stderr}")
    return done.returncode, report["findings"]


def test_what_did_not_happen(directory):
    """Recorded in the harmless order; the bug is predicted, with its schedule."""
    _, trace = record(directory, sources / "examples/opposite_locks.cpp")
    status, found = predicted(directory, trace, "--deadlocks")
    check(status == 1 and len(found) == 1 and found[0]["kind"] == "deadlock", f"opposite locks: {found}")
    broken, _, done = Trace(trace).run_of(found[0]["witness"])
    check(broken == "", f"the schedule of opposite_locks: {broken}")
    for step, other in zip(found[0]["steps"], reversed(found[0]["steps"])):
        check(step["target"] in other["holding"], "each wants what the other holds")

    _, trace = record(directory, sources / "examples/join_under_lock.cpp")
    status, found = predicted(directory, trace, "--deadlocks")
    check(status == 1 and len(found) == 1 and "joins T1" in found[0]["message"], f"join under a lock: {found}")
    broken, _, done = Trace(trace).run_of(found[0]["witness"])
    check(broken == "", f"the schedule of join_under_lock: {broken}")

    report, trace = record(directory, sources / "examples/outside_check.cpp")
    check(report["findings"] == [], "the run itself shows no race")
    status, found = predicted(directory, trace, "--races")
    check(status == 1 and {one["variable"] for one in found} == {"jobs"}, f"outside check: {found}")
    for one in found:
        broken, _, done = Trace(trace).run_of(one["witness"])
        place = [Trace(trace).number[one[side]["event"]] for side in ("first", "second")]
        check(broken == "" and all(done[thread] == index for thread, index in place), "both accesses are next")

    _, trace = record(directory, sources / "examples/open_twice.cpp")
    when = "count(open == 1) >= 2"
    check(run("detect", trace, "--when", when).returncode == 0, "with the lock order as recorded it cannot happen")
    status, found = predicted(directory, trace, "--when", when)
    check(status == 1 and len(found) == 1, f"opened twice: {found}")
    broken, marks, _ = Trace(trace).run_of(found[0]["witness"])
    check(broken == "" and sum(values.get("open") == 1 for values in marks.values()) == 2, f"open twice: {broken}")


def test_found_while_it_runs(directory):
    for program, when, holds in (("log_file", "count(open == 1) >= 2", lambda m: sum(v.get("open") == 1 for v in m) >= 2),
                                 ("transfers", "sum(transfers) > 3", lambda m: sum(v.get("transfers", 0) for v in m) > 3)):
        trace, saved = directory / f"{program}.hdl", directory / f"{program}.json"
        done = run("run", "--when", when, "--record", trace, "--format", "json", "--output", saved,
                   sources / f"examples/{program}.cpp", cwd=directory)
        report = json.loads(saved.read_text())
        found = [one for one in report["findings"] if one["kind"] == "predicate"]
        check(done.returncode == 1 and len(found) == 1, f"{program}: {done.stderr}")
        check("could have held" in done.stderr or "held" in done.stderr, "it is said at once")
        check(found[0]["certainty"] in ("certain", "possible", "observed"), found[0]["certainty"])
        check(any(f"{program}.cpp" in step["location"] for step in found[0]["steps"]), "the state has places")
        broken, marks, done_now = Trace(trace).run_of(found[0]["witness"])
        check(broken == "" and holds(marks.values()), f"the run of {program}: {broken} {marks}")
        check({thread: count for thread, count in done_now.items() if count} ==
              {thread: count for thread, count in found[0]["witness"]["state"].items() if count}, "it ends in the state")
        shown = run("trace", "replay-order", saved, "--trace", trace, "--output", directory / "again.std")
        check(shown.returncode == 0 and "holds" in shown.stdout, f"replay-order: {shown.stderr}")
        again = run("detect", directory / "again.std", "--when", when, "--format", "json")
        check(json.loads(again.stdout)["findings"][0]["certainty"] == "observed", "the run written shows it")
        offline = run("detect", trace, "--when", when)
        check(offline.returncode == 1, "offline says the same")
        # A run that is not one is refused.
        report["findings"] = [dict(found[0], witness=dict(found[0]["witness"], start={}, run=[{"thread": "T2", "steps": 1}]))]
        saved.write_text(json.dumps(report))
        check(run("trace", "replay-order", saved, "--trace", trace).returncode == 2, "a wrong run is refused")
    done = run("run", "--when", "count(open == 1) >= 3", sources / "examples/log_file.cpp", cwd=directory)
    check(done.returncode == 0, f"never three: {done.stderr}")
    check(not list(directory.glob("*watched*")), "nothing is left behind")
    # Critical sections in another order than the one that happens.
    when, program = "count(open == 1) >= 2", sources / "examples/open_twice.cpp"
    done = run("run", "--when", when, "--locks", "intervals", "--format", "json", program, cwd=directory)
    found = [one for one in json.loads(done.stdout)["findings"] if one["kind"] == "predicate"]
    check(done.returncode == 1 and len(found) == 1, f"opened twice, beside the program: {done.stdout}")
    done = run("run", "--locks", "intervals", program, cwd=directory)
    check(done.returncode == 2 and "--when" in done.stderr, done.stderr)
    # The dissertation's own predicate: online as offline.
    (directory / "racy.cpp").write_text("""#include <thread>
int shared, other;
int main() {
  std::thread a([] { shared = 1; other = 1; });
  shared = 2;
  a.join();
  other = 2;
}
""")
    trace, saved = directory / "racy.hdl", directory / "racy.json"
    for when, status in (("race(shared)", 1), ("race(other)", 0), ("race && sum(x) >= 0", 1)):
        run("run", "--when", when, "--record", trace, "--format", "json", "--output", saved, "racy.cpp", cwd=directory)
        found = [one for one in json.loads(saved.read_text())["findings"] if one["kind"] == "predicate"]
        check(len(found) == status, f"{when}: {found}")
        offline = "race" if "x" in when else when  # the trace has no mark that sets x
        check(run("detect", trace, "--when", offline).returncode == status, f"offline {when}")


ENDLESS = r"""
#include <mutex>
#include <thread>
#include <heddle/record.h>
std::mutex gate;
void work(int early) {
  for (;;) {
    gate.lock();
    heddle_mark("inside", 1);
    if (early) gate.unlock();
    heddle_mark("inside", 0);
    if (!early) gate.unlock();
    std::this_thread::yield();
  }
}
int main(int count, char**) {
  std::thread one(work, count > 1), two(work, count > 1);
  one.join();
  two.join();
}
"""


def test_never_ends(directory):
    source = directory / "endless.cpp"
    source.write_text(ENDLESS)
    check(run("c++", "-std=c++20", "-O1", f"-I{sources}/include", source, "-o", directory / "endless").returncode == 0,
          "endless compiles")
    for arguments, expected in (([], 3), (["--", "early"], 1)):
        started = subprocess.Popen([heddle, "run", "--when", "count(inside == 1) >= 2", "--format", "json", "./endless",
                                    *arguments], cwd=directory, text=True, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE)
        if expected == 1:
            check("held; the report follows" in started.stderr.readline(), "it is said while the program runs")
        else:
            time.sleep(2)
        started.send_signal(signal.SIGINT)
        out, _ = started.communicate(timeout=120)
        report = json.loads(out)
        check(report["statistics"]["algorithm"] and report["statistics"]["events"] > 0, "states were looked at")
        found = [one for one in report["findings"] if one["kind"] == "predicate"]
        if expected == 1:
            check(started.returncode == 1 and len(found) == 1 and found[0]["witness"].get("run", found[0]["witness"].get("start")), f"found: {report}")
            check(found[0]["certainty"] in ("certain", "observed"), "and checked")
        else:
            check(started.returncode in (3, 130) and report["verdict"] == "inconclusive" and not found,
                  f"not found: {started.returncode} {report['reason']}")


LIBRARY = r"""
#include <heddle/predicate.h>
#include <unistd.h>
HEDDLE_PREDICATE(%s) {
  int open = 0;
  for (std::size_t t = 0; t < state.threads(); ++t) open += state.value(t, "open") == 1;
  %s
  return open > 1;
}
"""
MANY = r"""
#include <heddle/record.h>
int main() {
  for (int k = 0; k < 4000; ++k) heddle_mark("open", 2);
}
"""


def test_library_and_overflow(directory):
    compiler = shutil.which("c++") or shutil.which("g++")
    for name, more in (("both_open", ""), ("slow", "usleep(1000);")):
        source = directory / f"{name}.cpp"
        source.write_text(LIBRARY % (name, more))
        subprocess.run([compiler, "-std=c++17", "-shared", "-fPIC", f"-I{sources}/include", source, "-o",
                        directory / f"{name}.so"], check=True)
    saved, trace = directory / "library.json", directory / "library.hdl"
    done = run("run", "--when-library", directory / "both_open.so", "--record", trace, "--format", "json", "--output",
               saved, sources / "examples/log_file.cpp", cwd=directory)
    found = [one for one in json.loads(saved.read_text())["findings"] if one["kind"] == "predicate"]
    check(done.returncode == 1 and len(found) == 1 and found[0]["predicate"] == "both_open", f"library: {done.stderr}")
    shown = run("trace", "replay-order", saved, "--trace", trace, "--when-library", directory / "both_open.so")
    check(shown.returncode == 0 and "`both_open` holds" in shown.stdout, f"replay of it: {shown.stderr}")
    # A predicate that takes its time, and 4,000 events at once: there is no room for them all.
    source = directory / "many.c"
    source.write_text(MANY)
    done = run("run", "--when-library", directory / "slow.so", "--when-full", "drop", "--format", "json",
               f"--flag=-I{sources}/include", source, cwd=directory)
    report = json.loads(done.stdout)
    check(done.returncode == 3 and "were not looked at" in report["reason"], f"dropped: {report}")
    done = run("run", "--when-library", directory / "slow.so", "--format", "json", f"--flag=-I{sources}/include", source,
               cwd=directory)
    report = json.loads(done.stdout)
    check(done.returncode == 0 and report["statistics"]["states"] > 4000, f"waited for: {report}")


SLOW = """
#include <thread>
#include <unistd.h>
int shared;
int main() {
  std::thread other([] { shared = 1; });
  other.join();
  shared = 2;
  for (;;) pause();
}
"""


def test_read_while_it_is_recorded(directory):
    source, trace = directory / "slow.cpp", directory / "slow.hdl"
    source.write_text(SLOW)
    recording = subprocess.Popen([heddle, "run", "--record", trace, source], cwd=directory, start_new_session=True,
                                 stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    report = {}
    for _ in range(300):
        time.sleep(0.2)
        done = run("races", trace, "--format", "json")
        report = json.loads(done.stdout) if done.stdout else {}
        if report.get("statistics", {}).get("events", 0) >= 5:
            break
    check(report.get("verdict") == "inconclusive" and report["statistics"]["events"] >= 5, f"not yet over: {report}")
    recording.kill()  # not a word more from it
    recording.wait()
    subprocess.run(["pkill", "-9", "-s", str(recording.pid)], check=False)
    done = run("races", trace, "--format", "json")
    check(done.returncode == 3 and json.loads(done.stdout)["statistics"]["events"] >= 5, f"killed: {done.stdout}")


def test_loops_over_arrays(directory):
    """Accesses side by side are few events of many bytes, and none is lost when the program dies in the midst of them."""
    (directory / "loops.c").write_text("""#include <pthread.h>
int numbers[3000], other;
pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
int main(int count, char** unused) {
  for (int i = 0; i < 1000; i++) { numbers[i] = i; __asm__ volatile("" ::: "memory"); }
  other = 1;
  for (int i = 1000; i < 2000; i++) {
    if (i == 1500) { pthread_mutex_lock(&guard); pthread_mutex_unlock(&guard); }
    numbers[i] = i; __asm__ volatile("" ::: "memory");
  }
  for (int i = 2000; i < 3000; i++) { numbers[i] = i; __asm__ volatile("" ::: "memory"); }
  __builtin_trap();
}
""")
    built = run("cc", "-O1", "-g", directory / "loops.c", "-o", directory / "loops")
    check(built.returncode == 0, built.stderr)
    for options, most in (([], 12), (["--every-access"], 4000)):
        run("run", *options, "--record", directory / "loops.std", directory / "loops")
        text = (directory / "loops.std").read_text()
        spans, order = [], []
        for line in text.splitlines():
            found = re.match(r"main\|(w|acq|rel)\((?:0x([0-9a-f]+):(\d+)|[^)]*)\).*loops\.c", line)
            if found and found[1] == "w":
                spans.append((int(found[2], 16), int(found[3])))
            elif found:
                order.append(len(spans))
        accessed = {at + i for at, bytes in spans for i in range(bytes)}
        check(len(accessed) == 3001 * 4 and len(spans) <= most, f"{options}: {len(accessed)} bytes in {len(spans)} writes")
        if options:
            check(len(spans) == 3001, f"every access is an event: {len(spans)}")
        before = {at + i for at, bytes in spans[:order[0]] for i in range(bytes)} if order else set()
        check(len(before) == 1501 * 4, f"what a loop did before it took a lock stands before: {len(before)} bytes")


def test_bad_input(directory):
    (directory / "no.json").write_text("{}")
    (directory / "number.json").write_text('{"findings":5}')
    (directory / "command.json").write_text('{"command":"detect","input":5,"findings":[]}')
    (directory / "finding.json").write_text('{"command":"detect","input":"","findings":[{}]}')
    (directory / "none.json").write_text('{"command":"detect","input":"%s","findings":[]}' %
                                         (sources / "examples/log_file.std"))
    for arguments, expected in (
            (["run", "--when", "count(open = 1)", sources / "examples/log_file.cpp"], "character 12: expected '=='"),
            (["run", "--when-library", directory / "none.so", sources / "examples/log_file.cpp"], "none.so"),
            (["trace", "replay-order", directory / "none"], "cannot open"),
            (["trace", "replay-order", directory / "no.json"], "--format json"),
            (["trace", "replay-order", directory / "number.json"], "--format json"),
            (["trace", "replay-order", directory / "command.json"], "type"),
            (["trace", "replay-order", directory / "finding.json"], "kind"),
            (["trace", "replay-order", directory / "none.json"], "no finding of it has a run")):
        done = run(*arguments, cwd=directory)
        check(done.returncode == 2 and expected in done.stderr, f"{arguments}: {done.returncode} {done.stderr}")


def main():
    for test in (test_what_did_not_happen, test_found_while_it_runs, test_never_ends, test_library_and_overflow,
                 test_read_while_it_is_recorded, test_loops_over_arrays, test_bad_input):
        with tempfile.TemporaryDirectory() as name:
            test(pathlib.Path(name))
    return tool.status()


if __name__ == "__main__":
    sys.exit(main())
