#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What people meet: no finding is lost, 80 columns are enough, ASCII where the locale asks for it, crashes and hangs are told.

Usage: people.py HEDDLE
"""
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time

from expectations import expect, status

RACE = """#include <mutex>
#include <thread>
#include <pthread.h>
struct Cache { int lookups_ = 0;
  int get(int key) {
    ++lookups_;
    return key;
  }
};
Cache cache;
std::mutex audit;
void reader() { pthread_setname_np(pthread_self(), "reader"); cache.get(2); }
int main() {
  std::thread a([] { std::lock_guard<std::mutex> guard(audit); cache.get(1); });
  std::thread b(reader);
  a.join(); b.join();
}
"""
CRASH = "#include <thread>\nint main() { std::thread t([] { int *volatile p = nullptr; *p = 1; }); t.join(); }\n"
HANG = """#include <condition_variable>
#include <mutex>
#include <thread>
std::mutex lock; std::condition_variable never;
void waits() { std::unique_lock<std::mutex> guard(lock); never.wait(guard, [] { return false; }); }
int main() { std::thread t(waits); std::thread([] { while (true) std::this_thread::sleep_for(std::chrono::hours(1)); }).detach(); t.join(); }
"""
LONG = """#include <atomic>
#include <cassert>
#include <thread>
std::atomic<int> a_rather_long_name_of_a_counter, flag;
void spin() { for (int i = 0; i < 40; ++i) a_rather_long_name_of_a_counter.fetch_add(1); flag = 1; }
int main() { std::thread t(spin); std::thread u(spin); t.join(); u.join(); assert(a_rather_long_name_of_a_counter != 80); }
"""
LOST = """#include <atomic>
#include <cassert>
#include <thread>
std::atomic<int> sum;
void add() { int seen = sum.load(); sum.store(seen + 1); }
int main() { std::thread t(add), u(add); t.join(); u.join(); assert(sum == 2); }
"""
BANK = """#include <cassert>
#include <mutex>
#include <thread>
struct Account { int balance = 100; std::mutex guard; } account;
void withdraw(int amount) {
  int seen;
  { std::lock_guard<std::mutex> hold(account.guard); seen = account.balance; }
  if (seen < amount) return;
  std::lock_guard<std::mutex> hold(account.guard);
  account.balance -= amount;
}
int main() {
  std::thread a(withdraw, 80), b(withdraw, 80);
  a.join(); b.join();
  assert(account.balance >= 0);
}
"""
PUBLISH = """#include <atomic>
#include <thread>
std::atomic<bool> ready{false}; int payload;
struct Node { int value; Node* next; }; Node* head;
void push(int v) { Node* n = new Node{v, head}; head = n; }
int main(int count, char**) {
  if (count > 1) { std::thread a(push, 1), b(push, 2); a.join(); b.join(); return 0; }
  std::thread writer([] { payload = 42; ready.store(true, std::memory_order_relaxed); });
  std::thread reader([] { if (ready.load(std::memory_order_acquire)) payload = 0; });
  writer.join(); reader.join();
}
"""
LATE = """#include <mutex>
#include <thread>
struct Session { int id; }; std::mutex m; Session* shared = new Session{7};
void closer() {
  m.lock();
  delete shared;
  m.unlock();
}
int reader() {
  m.lock();
  int v = shared->id;
  m.unlock();
  return v;
}
int main() { std::thread c(closer), r(reader); c.join(); r.join(); }
"""
NULL = """#include <mutex>
#include <thread>
struct Widget { int a, b, size; }; Widget* current; std::mutex m;
void use() { std::lock_guard<std::mutex> hold(m); current->size = 3; }
void init() { std::lock_guard<std::mutex> hold(m); current = new Widget{}; }
int main() { std::thread u(use), i(init); u.join(); i.join(); }
"""
RING = """#include <chrono>
#include <mutex>
#include <thread>
struct Conn { std::mutex lock; };
void f(Conn* a, Conn* b) {
  std::lock_guard<std::mutex> g(a->lock);
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  std::lock_guard<std::mutex> h(b->lock);
}
int main() { Conn* x = new Conn; Conn* y = new Conn; std::thread a(f, x, y), b(f, y, x); a.join(); b.join(); }
"""
SPURIOUS = """#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>
std::mutex lock; std::condition_variable ready; bool done;
void produce() { std::lock_guard<std::mutex> guard(lock); done = true; ready.notify_one(); }
int main(int count, char**) {
  std::thread producer(produce);
  std::unique_lock<std::mutex> guard(lock);
  if (!done && count == 1) ready.wait(guard);
  if (!done && count == 2) ready.wait_for(guard, std::chrono::seconds(1));
  assert(done);
  guard.unlock(); producer.join();
}
"""
SLOW = """#include <atomic>
#include <thread>
std::atomic<int> sum;
void add() { for (int i = 0; i < 30; ++i) sum.fetch_add(1); }
int main() { std::thread a(add), b(add), c(add); a.join(); b.join(); c.join(); }
"""
SPINNER = """#include <mutex>
#include <thread>
std::mutex door; volatile int rounds;
void busy() {
  door.lock();
  for (;;)
    rounds = 1;
}
void second() { door.lock(); door.unlock(); }
int main() { std::thread a(busy), b(second); a.join(); b.join(); }
"""
SPIN = """#include <thread>
bool ready; double ratio; enum Phase { idle, busy } phase;
void produce() { ratio = 2.5; phase = busy; ready = true; }
int main() {
  std::thread t(produce);
  while (!ready) {}
  t.join();
}
"""
VALUES = SPIN.replace("  while (!ready) {}\n  t.join();", "  t.join();\n  std::thread u([] { if (ratio > 1 && phase == busy) ratio = 0; });\n  if (ratio == 0) phase = idle;\n  u.join();")
FREED = """#include <atomic>
#include <thread>
struct Session { int id = 7; };
struct Server {
  Session* session = new Session;
  std::atomic<bool> stop{false};
  void serve() { while (!stop.load()) if (session->id == 0) break; }
  void shutdown() {
    delete session;
    stop = true;
  }
};
int main() { Server server; std::thread t(&Server::serve, &server); server.shutdown(); t.join(); }
"""
LIST = """#include <mutex>
#include <shared_mutex>
#include <string>
#include <thread>
#include <unordered_map>
struct Node { int value; Node* next; };
class List {
 public:
  Node* push(int value) {
    Node* node = new Node{value, nullptr};
    std::lock_guard<std::mutex> guard(lock_);
    node->next = head_;
    head_ = node;
    return node;
  }
  void raise() { std::unique_lock<std::mutex> guard(lock_); Node* first = head_; guard.unlock(); if (first) first->value += 1; }
 private:
  std::mutex lock_;
  Node* head_ = nullptr;
};
class Registry {
  mutable std::shared_mutex lock_;
  std::unordered_map<int, int> map_;
 public:
  int look_up(int key, const std::string&) { std::shared_lock<std::shared_mutex> guard(lock_); return map_[key]; }
};
#ifdef REGISTRY
int main() {
  Registry registry;
  std::thread a([&] { registry.look_up(1, "a"); });
  std::thread b([&] { registry.look_up(2, "b"); });
  a.join(); b.join();
}
#else
int main() {
  List list;
  list.push(0);
  std::thread a([&] { list.raise(); });
  std::thread b([&] { list.raise(); });
  a.join(); b.join();
}
#endif
"""
DANGLING = """#include <thread>
#include <vector>
struct Job { int id; int result; };
void start(std::vector<std::thread>& pool, int id) {
  Job job{id, 0};
  pool.emplace_back([&] { job.result = job.id * 2; });
}
int main() { std::vector<std::thread> pool; start(pool, 1); start(pool, 2); for (auto& t : pool) t.join(); }
"""
FORGOTTEN = """#include <mutex>
#include <thread>
struct Meter { std::mutex lock; long total = 0;
  bool add(long n) { lock.lock(); if (total + n > 100) return false; total += n; lock.unlock(); return true; } };
int main() { Meter meter; std::thread a([&] { meter.add(60); meter.add(60); meter.add(1); }); a.join(); }
"""
THROWN = """#include <atomic>
#include <stdexcept>
#include <thread>
std::atomic<int> left{1};
void take() { if (left.fetch_sub(1) <= 0) throw std::runtime_error("none"); }
int main() { std::thread a(take), b(take); a.join(); b.join(); }
"""
ALWAYS = "#include <cassert>\n#include <thread>\nint main() { std::thread t([] { assert(false); }); t.join(); }\n"
RIGHT = LOST.replace("int seen = sum.load(); sum.store(seen + 1);", "++sum;")
CLEAN = "#include <stdio.h>\nint main(void) { puts(\"hello\"); return 0; }\n"


def main():
    heddle = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as directory:
        folder = pathlib.Path(directory)

        def run(*arguments, where=folder, **environment):
            settings = {"LC_ALL": "C.UTF-8", "NO_COLOR": "1", **environment}
            return subprocess.run([heddle, *arguments], cwd=where, capture_output=True, text=True, timeout=120,
                                  env={**os.environ, **settings})

        def build(name, text):
            source = folder / (name + (".c" if name == "clean" else ".cpp"))
            source.write_text(text)
            command = "cc" if name == "clean" else "c++"
            subprocess.run([heddle, command, "-g", "-O0", source.name, "-o", name], cwd=folder, check=True)

        for name, text in (("race", RACE), ("crash", CRASH), ("hang", HANG), ("long", LONG), ("lost", LOST),
                           ("always", ALWAYS), ("spurious", SPURIOUS), ("slow", SLOW), ("right", RIGHT), ("clean", CLEAN), ("spinner", SPINNER),
                           ("spin", SPIN), ("values", VALUES), ("freed", FREED), ("bank", BANK), ("publish", PUBLISH), ("late", LATE), ("null", NULL), ("ring", RING), ("list", LIST), ("dangling", DANGLING), ("forgotten", FORGOTTEN), ("thrown", THROWN)):
            build(name, text)

        # A bad path is told before the program runs.
        ran = folder / "ran"
        (folder / "touch.c").write_text(f'#include <stdio.h>\nint main(void) {{ fclose(fopen("{ran}", "w")); return 0; }}\n')
        subprocess.run([heddle, "cc", "touch.c", "-o", "touch"], cwd=folder, check=True)
        done = run("run", "./touch", "-o", "no/such/folder/report.txt")
        expect(done.returncode == 2 and not ran.exists() and "cannot be written" in done.stderr, f"bad -o: {done.returncode} {done.stderr}")
        done = run("check", "./race", "--save", "no/such/folder/finding.json")
        expect(done.returncode == 2 and "cannot be written" in done.stderr, f"bad --save: {done.stderr}")

        # Nothing that was saved is overwritten; where it cannot be saved it is elsewhere, and told.
        for words in ([], ["--", "one"], ["--", "two"]):  # a schedule of another program: with other arguments
            done = run("check", "./race", *words)
            expect(done.returncode == 1, f"check: {done.returncode}")
        saved = sorted(path.name for path in folder.glob("heddle-finding*.json"))
        expect(saved == ["heddle-finding-1.json", "heddle-finding-2.json", "heddle-finding.json"], f"{saved}")
        gone = folder / "gone"
        gone.mkdir()
        done = subprocess.run(["bash", "-c", f"cd {gone} && rmdir {gone} && {heddle} check {folder}/race"], capture_output=True, text=True,
                              env={**os.environ, "LC_ALL": "C.UTF-8", "TMPDIR": str(folder)}, timeout=120)
        expect(done.returncode == 1 and "data race on `cache.lookups_`" in done.stdout and "warning" in done.stderr, f"no folder: {done.returncode} {done.stderr}")

        # check tells what run tells.
        for verb in (["check", "./race", "--save", "none"], ["run", "./race"]):
            done = run(*verb, COLUMNS="80")
            text = done.stdout + done.stderr
            for wanted in ("data race on `cache.lookups_`", "Cache::get", "race.cpp:6", "holding `audit`", "runs reader", 'named "reader"',
                           "created at race.cpp:1", "`cache` is declared at race.cpp:10", "Nothing orders the two: only T"):
                expect(wanted in text, f"{verb[0]} does not say: {wanted}\n{text}")
            expect(all(len(line) <= 80 for line in text.splitlines()), f"{verb[0]}: more than 80 columns:\n" + "\n".join(l for l in text.splitlines() if len(l) > 80))
        expect("The schedule" in run("check", "./race", "--save", "none").stdout, "no schedule")
        shown = run("replay", "--show", "heddle-finding.json").stdout
        expect("cache.lookups_" in shown and "Cache::get" in shown, f"replay --show: {shown}")

        program = (folder / "race").read_bytes()
        (folder / "race").write_bytes(program + b"x")
        shown = run("replay", "--show", "heddle-finding.json").stdout
        expect("has changed since the finding was saved" in shown, f"replay --show of another program: {shown}")
        (folder / "race").write_bytes(program)
        expect("has changed" not in run("replay", "--show", "heddle-finding.json").stdout, "replay --show of the same program")

        run("check", "race.cpp", "--save", "source.json")  # the program that was built for it is gone
        shown = run("replay", "--show", "source.json").stdout
        expect("cache.lookups_" in shown and "Cache::get" in shown, f"replay --show of a source file: {shown}")

        # Narrow, folded, ASCII.
        done = run("check", "./long", "--save", "none", COLUMNS="80")
        expect(all(len(line) <= 80 for line in done.stdout.splitlines()), "long: " + "\n".join(l for l in done.stdout.splitlines() if len(l) > 80))
        expect("--full" in done.stdout and "×" in done.stdout and len(done.stdout.splitlines()) < 40, f"not folded:\n{done.stdout}")
        full = run("check", "./long", "--save", "none", "--full").stdout
        expect(len(full.splitlines()) > 80, f"--full has {len(full.splitlines())} lines")
        plain = run("check", "./long", "--save", "none", LC_ALL="C").stdout
        expect(plain.isascii() and "x" in plain, "not ASCII: " + repr([c for c in plain if ord(c) > 127][:5]))

        # Beside the failing schedule one that passes and begins in the same way, if there is one.
        finding = json.loads(run("check", "./lost", "--save", "none", "--format", "json").stdout)["findings"][0]
        failing, passing = ([(step["thread"], step["operation"], step.get("target"), step.get("value")) for step in finding[key]]
                            for key in ("schedule", "passing"))
        same = next(i for i, (one, other) in enumerate(zip(failing, passing)) if one != other)
        expect(same >= 2 and failing[0] == passing[0], f"nothing in common: {failing} {passing}")
        expect([step[3] for step in passing if step[2] == "sum"][-1] == 2, f"does not pass: {passing}")
        expect("passing" not in json.loads(run("check", "./always", "--save", "none", "--format", "json").stdout)["findings"][0], "always fails")

        # What need not have happened is told.
        for arguments, words in ((["./spurious"], "wakes up without a reason"), (["./spurious", "1"], "runs out of time")):
            expect(words in run("check", "--save", "none", *arguments).stdout, f"not told: {words}")
            steps = json.loads(run("check", "--save", "none", "--format", "json", *arguments).stdout)["findings"][0]["schedule"]
            expect([step["operation"] for step in steps if step.get("baseless") == words] == ["wake"], f"not in JSON: {words}")

        # A loop is a row, whatever stands before it; values are shown as their types say; one byte is no bytes.
        text = run("check", "./spin", "--save", "none", COLUMNS="80").stdout
        expect("× read ready = false" in text and "fork T1" in text and ", 1 byte\n" in text, f"spin: {text}")
        finding = json.loads(run("check", "./values", "--save", "none", "--format", "json").stdout)["findings"][0]
        shown = {(step["target"], step["shows"]) for step in finding["schedule"] if "shows" in step}
        expect(shown & {("ratio", "2.5"), ("phase", "busy"), ("ratio", "0")}, f"values: {shown}")

        # The plain variables that an assertion reads are told, with what was written; and what decides of them.
        text = run("check", "./bank", "--save", "bank.json").stdout
        for words in ("> bank.cpp:10", "write account.balance = -60", "> bank.cpp:15", "read account.balance = -60", "write account.balance = 20"):
            expect(words in text, f"bank: {words}\n{text}")
        expect("write account.balance = -60" in run("replay", "bank.json").stdout, "bank, replayed")
        # An atomic that orders nothing is named; a global keeps its name where a local has its value.
        text = " ".join(run("check", "./publish", "--save", "none").stdout.split())
        expect("The store of `ready` at publish.cpp:8 is relaxed" in text and "atomic store ready = true relaxed" in text, f"publish: {text}")
        text = run("check", "./publish", "--save", "none", "--", "1").stdout
        expect("data race on `head`" in text and "write head = &Node" in text and "read head = nullptr" in text, f"push: {text}")
        # What was freed under a lock stands under it, and where it was allocated is not where it was freed.
        finding = json.loads(run("check", "./late", "--save", "none", "--format", "json").stdout)["findings"][0]
        order = [step["operation"] for step in finding["schedule"] if step["thread"] == "T1"]
        expect(order == ["acquire", "free", "release"] and "allocated at late.cpp:3" in str(finding["notes"]), f"late: {finding}")
        # A null pointer: which, and in the same words as run's.
        text = run("check", "./null", "--save", "none").stdout
        expect("read current = nullptr" in text and "which a null pointer" in " ".join(text.split()) and "1 null dereference" in text, f"null: {text}")
        # Two locks of one type, allocated in one line, are two.
        told = " ".join(run("run", "./ring", "--limit-seconds", "20").stderr.split())
        expect(len(set(re.findall(r"waits for `([^`]*)`, held by T", told))) == 2, f"ring: {told}")

        # Freed memory: its free and its use decide, in the order in which they happened.
        text = run("check", "./freed", "--save", "none").stdout
        decisive = [line for line in text.splitlines() if line.startswith("    > freed.cpp:")]
        expect(any(" free " in line for line in decisive) and any("server.session->id = 7" in line for line in decisive), f"freed: {text}")
        expect(" free server.session " in decisive[0] + " ", f"freed, and what is freed has its name: {text}")
        expect(" free " in decisive[0], f"freed, and the use comes after it: {text}")

        # Variables that are gone have names; a lock that its thread has, too; what the library does inside has no row.
        text = run("check", "./dangling", "--save", "none").stdout
        expect("is used after the end of its block" in text and "`job." in text and "local#" not in text, f"dangling: {text}")
        text = run("check", "./forgotten", "--save", "none").stdout
        expect("T1 waits for `meter.lock`, which it holds itself" in text and "    > forgotten.cpp:4" in text, f"forgotten: {text}")
        text = run("check", "./thrown", "--save", "none").stdout
        expect("std::runtime_error leaves its thread" in text and " send" not in text, f"thrown: {text}")
        text = run("run", "./thrown").stderr
        expect("std::runtime_error leaves its thread: none" in text and "nobody joined" not in text, f"threads that nobody came to join are not lost: {text}")

        # The machine tells what the native engine tells, in 80 columns.
        for flags, wanted in (([], ("data race on `list.head_->value`, 4 bytes", "List::raise()", "T1 runs lambda in main, created at list.cpp:",
                                    "is byte 0 of a heap block of 16 bytes, allocated at list.cpp:10", "neither thread holds a lock")),
                              (["--flag=-DREGISTRY"], ("data race on `registry.map_`", "Registry::look_up(int, std::string const&)",
                                                       "`registry` is declared at list.cpp:", "but only to read under it"))):
            done = run("check", "list.cpp", "--engine", "machine", "--save", "none", "--first", *flags, COLUMNS="80")
            text = " ".join(done.stdout.split())
            for words in wanted:
                expect(words in text, f"machine does not say: {words}\n{done.stdout}")
            expect("/usr/" not in text and " block allocated" not in text, f"machine: {done.stdout}")
            wide = [line for line in done.stdout.splitlines() if len(line) > 80]
            expect(not wide, "machine: more than 80 columns:\n" + "\n".join(wide))

        # A report in a file leaves a line on the terminal.
        done = run("check", "./race", "--save", "none", "--format", "json", "-o", "report.json")
        expect(done.stdout == "" and done.stderr.startswith("1 data race · ") and "The report is in report.json" in done.stderr, f"-o: {done.stderr}")

        # What clean means is a sentence of its own, in 80 columns for whoever reads it; the fine print is for those who ask.
        lines = run("check", "./right").stdout.splitlines()
        expect(lines[0].startswith("clean · ") and lines[1].startswith("No failing execution under C++'s memory model"), f"clean: {lines}")
        expect(all(len(line) <= 80 for line in lines), f"clean: more than 80 columns: {lines}")
        expect("load buffering" not in " ".join(lines) and "load buffering" in run("check", "./right", "--statistics").stdout, "fine print")

        # A crash, a clean run, a hang.
        done = run("run", "./crash")
        expect(done.returncode == 1 and all(w in done.stderr for w in ("SIGSEGV", "write to address 0x0", "crash.cpp:2", "T1")), f"crash: {done.returncode} {done.stderr}")
        done = run("check", "./crash", "--save", "none")
        expect(done.returncode == 1 and "write to address 0x0" in done.stdout and "crash.cpp:2" in done.stdout, f"check crash: {done.stdout}")
        done = run("run", "./clean")
        expect(done.stdout == "hello\n" and done.stderr.startswith("clean") and done.stderr.count("\n") == 1, f"clean: {done.stderr}")
        process = subprocess.Popen([heddle, "run", "./hang"], cwd=folder, stderr=subprocess.PIPE, text=True, start_new_session=True,
                                   env={**os.environ, "LC_ALL": "C.UTF-8"})
        time.sleep(3)
        os.killpg(process.pid, signal.SIGINT)
        told = process.communicate(timeout=30)[1]
        expect("main waits for the end of T1" in told and "T1 waits for the condition `never`" in told, f"hang: {told}")
        expect("stopped by Ctrl-C" in told and "holding" not in told, f"hang, and the wait gave up the mutex: {told}")
        done = run("run", "./hang", "--limit-seconds", "1")
        expect(done.returncode == 3 and "--limit-seconds" in done.stderr and "T1 waits for the condition `never`" in done.stderr,
               f"a hang within limits: {done.returncode} {done.stderr}")
        process = subprocess.Popen([heddle, "check", "./spinner", "--engine", "native", "--save", "none"], cwd=folder, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True, start_new_session=True, env={**os.environ, "LC_ALL": "C.UTF-8"})
        time.sleep(3)
        os.killpg(process.pid, signal.SIGINT)
        told = process.communicate(timeout=60)[0]
        for words in ("main waits for the end of T1", "T1 runs at spinner.cpp:7 in busy", "holding `door`",
                      "T2 waits for `door`, held by T1, at spinner.cpp:9"):
            expect(words in told, f"check, a hang: {words}\n{told}")
        process = subprocess.Popen([heddle, "check", "./slow"], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                   start_new_session=True, env={**os.environ, "LC_ALL": "C.UTF-8"})
        time.sleep(3)
        os.kill(process.pid, signal.SIGINT)
        told = process.communicate(timeout=60)[0]
        expect(process.returncode == 3 and "stopped by Ctrl-C" in told, f"check, Ctrl-C: {process.returncode} {told}")
    return status()


if __name__ == "__main__":
    sys.exit(main())
