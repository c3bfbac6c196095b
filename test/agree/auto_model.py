#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The memory model that `heddle check` chooses by itself against rc11, on random programs.

    auto_model.py HEDDLE WORKING_DIRECTORY PROGRAMS SEED

Each program is a check of one test: two or three threads with atomic operations of random orders, and an assertion that some outcome does not occur. The same checks must fail under both. rc11 explores
every execution; the default one explores them only if it thinks that there are any beyond sequential consistency
(src/runtime/control/robustness.h), so each outcome that it misses shows.

In some programs a thread waits for another one's flag, which a lock guards: it polls it (loops.h; and where rc11 comes to no
end by that, another search takes over: model_choice.cpp). The same program with a condition variable instead, under rc11 with
`--strategy graphs`, must fail in the same checks.
"""
import json
import pathlib
import random
import re
import subprocess
import sys

include = pathlib.Path(__file__).resolve().parent.parent.parent / "include"
ORDERS = {"load": ["relaxed", "acquire", "seq_cst"], "store": ["relaxed", "release", "seq_cst"],
          "modify": ["relaxed", "acquire", "release", "acq_rel", "seq_cst"],
          "fence": ["acquire", "release", "acq_rel", "seq_cst"]}


def order(kind, favoured):
    """Many programs have mostly seq_cst operations: those are where the two could differ."""
    return favoured if favoured in ORDERS[kind] and random.random() < 0.6 else random.choice(ORDERS[kind])


def program(name):
    """Each thread touches two variables, its own and the next one's: whatever is weak needs such a circle."""
    count = random.choice([2, 2, 2, 3])
    favoured = random.choice(["seq_cst", "relaxed", "relaxed", "none"])
    registers, threads = [], []

    def operation(x, kind):
        register = f"r{len(registers)}"
        if kind == "store":
            return f"{x}.store({random.choice([1, 1, 2])}, std::memory_order_{order('store', favoured)});"
        registers.append(register)
        if kind == "load":
            return f"{register} = {x}.load(std::memory_order_{order('load', favoured)});"
        if kind == "exchange":
            return f"{register} = {x}.exchange(2, std::memory_order_{order('modify', favoured)});"
        if kind == "add":
            return f"{register} = {x}.fetch_add(1, std::memory_order_{order('modify', favoured)});"
        return (f"{{ int old = {random.randint(0, 1)}; {register} = {x}.compare_exchange_strong(old, 2, "
                f"std::memory_order_{order('modify', favoured)}, std::memory_order_{order('load', favoured)}); }}")

    def between():
        kind = random.choice(["nothing"] * 5 + ["fence", "fence", "lock", "again"])
        if kind == "fence":
            return f"std::atomic_thread_fence(std::memory_order_{order('fence', favoured)});"
        if kind == "lock":
            return "{ std::lock_guard guard(mutex); }"
        return operation(random.choice("xyz"), "load") if kind == "again" else ""

    kinds = random.choice([["load", "store"]] * 3 + [["load", "store", "exchange", "add", "compare"]])
    for thread in range(count):
        mine, next_one = "xyz"[thread], "xyz"[(thread + 1) % count]
        pair = [mine, next_one] if random.random() < 0.8 else [next_one, mine]
        first = random.choice(kinds)
        second = random.choice(["load", random.choice(kinds)] if first == "store" else ["store", "load", random.choice(kinds)])
        threads.append([operation(pair[0], first), between(), operation(pair[1], second)])
    if random.random() < 0.4:
        setter, *pollers = random.sample(range(count), random.choice([2, count]))
        threads[setter].insert(random.randint(0, 3), "flag.set();")
        for poller in pollers:
            for _ in range(random.choice([1, 1, 2])):
                threads[poller].insert(random.randint(0, len(threads[poller])), "flag.wait();")
    values = "".join(f" int {r} = 0;" for r in registers)
    loads = [f"{r} == {random.choice([0, 0, 1])}" for r in registers]
    finals = [f"{x}.load() == {random.choice([1, 2])}" for x in "xyz"[:count]]
    outcome = " && ".join(loads or finals)
    starts = "\n    ".join(f"std::thread t{i}([&] {{ {' '.join(body)} }});" for i, body in enumerate(threads))
    joins = " ".join(f"t{i}.join();" for i in range(count))
    return (f"void {name}(void*) {{\n    std::atomic<int> x{{0}}, y{{0}}, z{{0}}; std::mutex mutex; Flag flag;{values}\n"
            f"    {starts}\n    {joins}\n    assert(!({outcome}));\n}}\n")


FLAG = """
class Flag {
 public:
  void set() {
    std::lock_guard guard(mutex_);
    is_set_ = true;
#ifdef WAIT
    condition_.notify_all();
#endif
  }
  void wait() {
#ifdef WAIT
    std::unique_lock lock(mutex_);
    condition_.wait(lock, [&] { return is_set_; });
#else
    for (bool is_set = false; !is_set;) {
      std::lock_guard guard(mutex_);
      is_set = is_set_;
    }
#endif
  }

 private:
  std::mutex mutex_;
  std::condition_variable condition_;
  bool is_set_ = false;
};
"""


def failing(heddle, binary, model, *options):
    done = subprocess.run([heddle, "check", binary, "--memory-model", model, *options, "--format", "json", "--save", "none",
                           "--jobs", "1"], capture_output=True, text=True, timeout=900)
    report = json.loads(done.stdout)
    names = {re.search(r"in the test `(\w+)`", " ".join(finding.get("notes", [])))[1] for finding in report["findings"]}
    return names, report["statistics"]["executions"], report.get("reason")


def main():
    heddle, work, count, seed = sys.argv[1], pathlib.Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])
    work.mkdir(parents=True, exist_ok=True)
    random.seed(seed)
    for batch in range(0, count, 200):
        tests = {f"test{i}": program(f"test{i}") for i in range(batch, min(count, batch + 200))}
        source = work / "auto_model.cpp"
        source.write_text("#include <atomic>\n#include <cassert>\n#include <condition_variable>\n#include <mutex>\n"
                          "#include <thread>\n#include <heddle/check.h>\n" + FLAG + "".join(tests.values()) + "int main() {\n"
                          "  heddle_check_options options = {};\n"
                          + "".join(f'  options.name = "{name}"; heddle_check_run({name}, nullptr, &options);\n' for name in tests)
                          + "  return 0;\n}\n")
        polls, waits = str(work / "polls"), str(work / "waits")
        for binary, *flags in [(polls,), (waits, "-DWAIT")]:
            subprocess.run([heddle, "c++", "-std=c++20", "-O1", "-w", f"-I{include}", *flags, source, "-o", binary, "-pthread"], check=True)
        asked = {"sc": [polls, "sc"], "auto": [polls, "auto"], "rc11": [polls, "rc11"], "graphs": [waits, "rc11", "--strategy", "graphs"]}
        results = {name: failing(heddle, *options) for name, options in asked.items()}
        weak = results["graphs"][0]
        beyond = weak - results["sc"][0]
        print(f"{len(tests)} programs: {len(weak)} fail, {len(beyond)} of them beyond sequential consistency; executions: "
              + ", ".join(f"{model} {result[1]:,}" for model, result in results.items()))
        assert beyond or len(tests) < 100, "nothing is compared"
        for model, result in results.items():
            assert not result[2], f"{model}: {result[2]}"
        for model in ("auto", "rc11"):
            for name in sorted(weak ^ results[model][0]):
                print(f"{name} fails under {'graphs' if name in weak else model} only, not under the other:\n{tests[name]}")
            if weak != results[model][0]:
                return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
