#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`heddle states` and `heddle detect` from outside: counts against brute force over STD text, every way to stop early,
every way to be wrong, and the run that a finding writes."""
import itertools
import json
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import tool
from tool import check, heddle, run, sources


def report(*arguments):
    done = run(*arguments, "--format", "json")
    return done.returncode, json.loads(done.stdout)


def random_trace(dice, threads, length):
    """Messages and marks only: what orders two events is then plain to see."""
    lines, sent = [], 0
    for _ in range(length):
        thread = f"T{dice.randrange(threads)}"
        kind = dice.randrange(3)
        if kind == 0:
            lines.append((thread, f"send(m{sent})"))
            sent += 1
        elif kind == 1 and sent:
            lines.append((thread, f"recv(m{dice.randrange(sent)})"))
        else:
            lines.append((thread, f"e(x={dice.randrange(3)})"))
    return lines


def brute_force(lines):
    """All vectors of events done in which every received message was sent, with each thread's x."""
    threads = sorted({thread for thread, _ in lines})
    own = {t: [op for thread, op in lines if thread == t] for t in threads}
    for done in itertools.product(*(range(len(own[t]) + 1) for t in threads)):
        past = [op for t, k in zip(threads, done) for op in own[t][:k]]
        if all(op.replace("recv", "send") in past for op in past if op.startswith("recv")):
            yield {t: next((int(op[4:-1]) for op in reversed(own[t][:k]) if op[0] == "e"), 0)
                   for t, k in zip(threads, done)}


def test_counts_and_answers(directory):
    dice = random.Random(1)
    for number in range(25):
        lines = random_trace(dice, dice.randrange(1, 5), dice.randrange(1, 12))
        path = directory / f"{number}.std"
        path.write_text("".join(f"{thread}|{op}|1\n" for thread, op in lines))
        states = list(brute_force(lines))
        algorithm = dice.choice(["auto", "bfs", "tree", "lex", "quicklex", "runs", "diagram"])
        status, counted = report("states", path, "--count", "--algorithm", algorithm, "-j", dice.choice([1, 2]))
        check(status == 0 and counted["statistics"]["states"] == len(states), f"{algorithm} counts {path}")
        listed = run("states", path, "--list").stdout.splitlines()
        check(len(set(listed[:-1])) == len(states), f"list of {path}")
        if not any("e(x" in op for _, op in lines):
            continue
        k = dice.randrange(1, 4)
        for when, truth in ((f"sum(x) == {k}", lambda s: sum(s.values()) == k),
                            (f"max(x) - min(x) >= {k}", lambda s: max(s.values()) - min(s.values()) >= k),
                            (f"count(x == 1) >= {k}", lambda s: sum(v == 1 for v in s.values()) >= k)):
            status, found = report("detect", path, "--when", when)
            check(status == (1 if any(map(truth, states)) else 0), f"{when} in {path}")


def test_run_is_a_trace(directory):
    log = sources / "examples/log_file.std"
    when = "count(open == 1) >= 2"
    status, found = report("detect", log, "--when", when, "--run", directory / "run.std")
    check(status == 1 and found["findings"][0]["certainty"] == "certain", "opened twice")
    check(found["findings"][0]["witness"]["kind"] == "state", "a witness")
    status, again = report("detect", directory / "run.std", "--when", when)
    check(status == 1 and again["findings"][0]["certainty"] == "observed", "the run written shows it")


def test_limits(directory):
    many = directory / "many.std"  # 9 independent threads of 12 events: 13^9 states
    many.write_text("".join(f"T{t}|w(V{t})|{k}\n" for k in range(12) for t in range(9)))
    status, counted = report("states", many)
    check(status == 0 and counted["statistics"]["states"] == 13**9, "13^9")
    big = directory / "big.std"  # 40 of them: beyond 64 bits
    big.write_text("".join(f"T{t}|w(V{t})|{k}\n" for k in range(12) for t in range(40)))
    status, counted = report("states", big)
    check(status == 0 and counted["statistics"]["states"] == str(13**40), "13^40")
    status, counted = report("states", big, "--algorithm", "quicklex", "--limit-seconds", "0.3")
    check(status == 3 and "--limit-seconds" in counted["reason"] and "states" not in counted["statistics"],
          "a time limit is inconclusive")
    check(counted["statistics"]["states_counted"] > 0 and "%" in counted["reason"], "with what is known so far")
    status, counted = report("states", big, "--algorithm", "bfs", "--limit-memory", "100M")
    check(status == 3 and "--limit-memory" in counted["reason"], "a memory limit is inconclusive")
    started = subprocess.Popen([heddle, "states", big, "--algorithm", "runs", "--format", "json"], text=True,
                               stdout=subprocess.PIPE)
    time.sleep(1)
    started.send_signal(signal.SIGINT)
    out, _ = started.communicate(timeout=60)
    check(started.returncode == 3 and "interrupted" in json.loads(out)["reason"], "Ctrl-C reports")
    marks = directory / "marks.std"
    marks.write_text("".join(f"T{t}|e(x={k % 5})|{k}\n" for k in range(12) for t in range(12)))
    status, found = report("detect", marks, "--when", "T1.x * T2.x * T3.x == 7", "--limit-seconds", "0.3")
    check(status == 3 and "--limit-seconds" in found["reason"], "a stopped search is inconclusive")


def test_limits_of_losets(directory):
    """Nine threads, 482 events, sections in sections: whatever is asked ends at its limit, with what is known."""
    dice = random.Random(482)
    lines, held, owner = [], [[] for _ in range(9)], {}
    while len(lines) < 482:
        t = dice.randrange(9)
        lock = dice.randrange(6)
        if dice.random() < 0.2:
            lines.append(f"T{t}|e(x={dice.randrange(5)})")
        elif dice.random() < 0.5 and len(held[t]) < 2 and lock not in owner:
            owner[lock] = t
            held[t].append(lock)
            lines.append(f"T{t}|acq(l{lock})")
        elif held[t]:
            lock = held[t].pop()
            del owner[lock]
            lines.append(f"T{t}|rel(l{lock})")
    trace = directory / "nine.std"
    trace.write_text("".join(f"{line}|{k}\n" for k, line in enumerate(lines)))
    never = "sum(x) * max(x) == 7777"
    for words in (["states", trace, "--locks", "intervals"],
                  *(["states", trace, "--locks", "intervals", "--algorithm", name] for name in ("bfs", "dfs", "lex", "quicklex")),
                  ["states", trace, "--algorithm", "bfs"], ["detect", trace, "--when", never],
                  ["detect", trace, "--definitely", "--when", never], ["detect", trace, "--property", f"AF({never})"],
                  ["predict", trace, "--when", never]):
        begin = time.monotonic()
        status, told = report(*words, "--limit-seconds", "1")
        check(status == 3 and "--limit-seconds" in told["reason"], f"{words}: {status} {told['verdict']} {told.get('reason')}")
        print(f"{' '.join(map(str, words[:1] + words[2:]))}: {time.monotonic() - begin:.1f} s")


def test_bad_input(directory):
    log = sources / "examples/log_file.std"
    for arguments, expected in (
            (["detect", log, "--when", "count(open = 1)"], "character 12: expected '=='"),
            (["detect", log, "--when", "T9.open == 1"], "no thread 'T9'"),
            (["detect", log, "--when", "T1.opne == 1"], "only open"),
            (["detect", log], "--when"),
            (["detect", log, "--when", "sum(open) > 1", "--algorithm", "conjunctive"], "max-flow"),
            (["detect", log, "--when", "AG(sum(open) > 1)"], "--property"),
            (["detect", log, "--property", "AG(sum(open) > 1"], "expected ')'"),
            (["detect", log, "--property", "AG(true)", "--when", "true"], "--property"),
            (["states", log, "--when", "true", "--algorithm", "diagram"], "--when"),
            (["detect", log, "--when", "sum(open) > 1", "--shard", "1/2"], "--shard"),
            (["detect", log, "--when-library", directory / "none.so"], "none.so"),
            (["states", directory / "none.std"], "none.std"),
            (["states", log, "--limit-memory", "many"], "--limit-memory"),
            (["states", log, "--algorithm", "fast"], "--algorithm")):
        done = run(*arguments)
        check(done.returncode == 2 and expected in done.stderr, f"{arguments}: {done.returncode} {done.stderr}")


def test_losets(directory):
    """Every enumeration of Table 6.1, on one core and on two, counts and lists the same states."""
    trace = sources / "examples/opposite_locks.std"
    lists = set()
    for algorithm in ("auto", "bfs", "dfs", "lex", "quicklex", "diagram"):
        for processes in ("free-last", "trace"):
            base = ["states", trace, "--locks", "intervals", "--algorithm", algorithm, "--processes", processes]
            status, counted = report(*base, "--jobs", "2")
            check(status == 0 and counted["statistics"]["states"] == 57, f"{algorithm}: {counted['statistics']}")
            listed = run(*base, "--list").stdout.splitlines()
            lists.add(tuple(sorted(line for line in listed if line.startswith("T0:"))))
    check(len(lists) == 1 and len(lists.pop()) == 57, "all of them list the same states")
    forced = run("states", directory / "forced.std", "--locks", "intervals", "--normal-form")
    check(forced.returncode == 2, "no such trace")
    (directory / "forced.std").write_text("T1|acq(m)|1\nT1|send(s)|2\nT1|rel(m)|3\nT2|recv(s)|4\nT2|acq(m)|5\nT2|rel(m)|6\n")
    forced = run("states", directory / "forced.std", "--locks", "intervals", "--normal-form")
    check("T1:3 (release m at 3) before T2:2 (acquire m at 5)" in forced.stdout, f"normal form: {forced.stdout}")


def test_shapes(directory):
    """Traces like those of the text's tables, and nearly as many states."""
    for shape, threads, events, published in (
            ("d-300", 10, 300, 42695907), ("d-500", 10, 500, 237475992), ("d-10K", 10, 10000, 4962876973),
            ("w-4", 4, 480, 9381251), ("w-8", 8, 480, 7392009768), ("w-12", 12, 480, 206379406870),
            ("w-16", 16, 480, 991493848554)):
        path = directory / f"{shape}.hdl"
        check(run("trace", "generate", "--shape", shape, path).returncode == 0, f"{shape} is generated")
        status, counted = report("states", path)
        told = counted["statistics"]
        check((status, told["threads"], told["events"]) == (0, threads, events), f"the size of {shape}")
        check(0.85 < told["states"] / published < 1.15, f"{shape} has {told['states']} states")
    done = run("trace", "generate", "--shape", "d-400", directory / "none.hdl")
    check(done.returncode == 2 and "--shape" in done.stderr, "an unknown shape")
    done = run("trace", "generate", "--shape", "w-4", "--mailboxes", "0.5", directory / "none.hdl")
    check(done.returncode == 2, "one or the other")


def test_graph(directory):
    run("states", sources / "examples/log_file.std", "--graph", directory / "lattice.dot")
    text = (directory / "lattice.dot").read_text()
    check(text.count("shape=box") == 1 and text.count("->") > 30 and text.rstrip().endswith("}"), "a DOT graph")


def test_library(directory):
    compiler = shutil.which("c++") or shutil.which("g++")
    if compiler is None:
        return
    source = directory / "both.cpp"
    source.write_text('#include <heddle/predicate.h>\nHEDDLE_PREDICATE(both_open) {\n  int open = 0;\n'
                      '  for (std::size_t t = 0; t < state.threads(); ++t) open += state.value(t, "open") == 1;\n'
                      "  return open > 1;\n}\n")
    library = directory / "both.so"
    subprocess.run([compiler, "-std=c++17", "-shared", "-fPIC", f"-I{sources}/include", source, "-o", library],
                   check=True)
    status, found = report("detect", sources / "examples/log_file.std", "--when-library", library)
    check(status == 1 and "both_open" in found["findings"][0]["message"], "a predicate from a library")


def main():
    with tempfile.TemporaryDirectory() as name:
        directory = pathlib.Path(name)
        for test in (test_counts_and_answers, test_run_is_a_trace, test_limits, test_limits_of_losets, test_bad_input, test_losets, test_shapes, test_graph,
                     test_library):
            test(directory)
    return tool.status()


if __name__ == "__main__":
    sys.exit(main())
