#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""heddle linearizable: verdicts, what is shown of them, and bad input. linearizable.py HEDDLE"""
import json
import pathlib
import random
import subprocess
import sys
import tempfile

HEDDLE = sys.argv[1]
wrong = []


def history(*calls):
    """Each call: process, operation, value, begin, (type, result, end) or None."""
    lines = []
    for process, function, value, begin, end in calls:
        lines.append((begin, {"process": process, "type": "invoke", "f": function, "value": value, "time": begin}))
        if end is not None:
            lines.append((end[2], {"process": process, "type": end[0], "f": function, "value": end[1], "time": end[2]}))
    return "".join(json.dumps(line) + "\n" for _, line in sorted(lines, key=lambda each: each[0]))


def run(text, model, *more):
    with tempfile.TemporaryDirectory() as directory:
        file = pathlib.Path(directory) / "history.jsonl"
        file.write_text(text)
        return subprocess.run([HEDDLE, "linearizable", str(file), "--model", model, *more], capture_output=True, text=True)


def expect(name, text, model, status, *words):
    result = run(text, model)
    if result.returncode != status or any(word not in result.stdout + result.stderr for word in words):
        wrong.append(f"{name}: expected {status} {words}, got {result.returncode}\n{result.stdout}{result.stderr}")


ok = lambda result, end: ("ok", result, end)
expect("queue in order", history((0, "push", 1, 1, ok(1, 2)), (0, "push", 2, 3, ok(2, 4)), (1, "pop", None, 5, ok(1, 6))),
       "queue", 0, "clean", "a monitor")
expect("queue overtaken", history((0, "push", 1, 1, ok(1, 2)), (0, "push", 2, 3, ok(2, 4)), (1, "pop", None, 5, ok(2, 6))),
       "queue", 1, "not linearizable as a queue", "pop() would return 1 there, not 2")
expect("stack takes the last", history((0, "push", 1, 1, ok(1, 2)), (0, "push", 2, 3, ok(2, 4)), (1, "pop", None, 5, ok(2, 6))),
       "stack", 0)
for model in ("queue", "stack"):
    expect("a value that comes twice goes twice", history((0, "push", 5, 0, ok(5, 1)), (1, "pop", None, 2, ok(5, 3)),
                                                          (1, "pop", None, 4, ok(5, 9)), (0, "push", 5, 6, ok(5, 7))), model, 0, "search")
expect("two calls of a process at one time", history((0, "write", 1, 1, ok(1, 5)), (0, "read", None, 5, ok(None, 6))), "register", 3,
       "were taken to overlap")
expect("digits that are not kept", history((0, "push", 2**64, 1, ok(1, 2)), (0, "pop", None, 3, ok(2**64 + 1, 4))), "queue", 2, "less than 2^64")
expect("a lost push explains", history((0, "push", 1, 1, ("info", None, 2)), (1, "pop", None, 5, ok(1, 6))), "queue", 0)
expect("a failed one does not", history((0, "push", 1, 1, ("fail", None, 2)), (1, "pop", None, 5, ok(1, 6))), "queue", 1)
expect("a pop that died may have taken it",
       history((0, "push", 1, 1, ok(1, 2)), (1, "pop", None, 3, ("info", None, 4)), (2, "pop", None, 5, ok(None, 6))), "queue", 0,
       "1 unknown result")
expect("keys apart", history((0, "put", [1, 5], 1, ok(None, 2)), (1, "get", 1, 3, ok([1, 5], 4)), (1, "get", 2, 5, ok([2, None], 6))),
       "map", 0)
expect("stale read of a key", history((0, "put", ["x", 5], 1, ok(None, 2)), (0, "put", ["y", 1], 3, ok(None, 4)),
                                      (1, "get", "x", 5, ok(["x", None], 6))), "map", 1, 'get("x")', "2 calls of 3")
expect("register", history((0, "write", 1, 1, ok(1, 2)), (1, "cas", [1, 2], 3, ok(True, 4)), (0, "read", None, 5, ok(2, 6))),
       "register", 0, "search")
expect("counter", history((0, "inc", None, 1, ok(None, 2)), (1, "read", None, 3, ok(0, 4))), "counter", 1)
expect("counter below zero", history((0, "dec", None, 1, ok(None, 2)), (1, "read", None, 3, ok(-1, 4))), "counter", 0)
expect("lock held twice", history((0, "acquire", None, 1, ok(None, 2)), (1, "acquire", None, 3, ok(None, 4))), "lock", 1)
expect("set", history((0, "add", 1, 1, ok(True, 2)), (1, "contains", 1, 3, ok(False, 4))), "set", 1)
expect("in the words of whoever wrote it", history((0, "dec", 2, 1, ok(None, 2)), (1, "read", None, 3, ok(0, 4))), "counter", 1,
       "dec(2)", "read() would return -2 there, not 0")
expect("a key with its value", history((0, "put_if_absent", ["a", 1], 1, ok(True, 2)), (1, "get", "a", 3, ok(None, 4))), "map", 1,
       'put_if_absent("a", 1)', 'which leaves {("a", 1)}')
expect("a set as it is", history((0, "insert", 1, 1, ok(True, 2)), (1, "has", 1, 3, ok(False, 4))), "set", 1, "insert(1)",
       "which leaves {1}", "has(1) would return true there, not false")
expect("a lock as it is", history((0, "lock", None, 1, ok(None, 2)), (1, "try_lock", None, 3, ok(True, 4))), "lock", 1,
       "which leaves a held lock")
for nobody in ("null", "true", "[0]", "{}"):
    expect(f"process {nobody}", '{"process":' + nobody + ',"type":"invoke","f":"pop"}\n', "queue", 2, "history.jsonl:1",
           "expected a number or a name as the process, not " + nobody)
expect("not JSON", "push 1\n", "queue", 2, "history.jsonl:1", "is no JSON")
expect("no such operation", '{"process":0,"type":"invoke","f":"fly","value":1}\n', "queue", 2, "has no operation `fly`", "push, pop")
expect("ends what it did not begin", '{"process":0,"type":"ok","f":"pop","value":1}\n', "queue", 2, "did not begin")
expect("twice", '{"process":0,"type":"invoke","f":"pop"}\n' * 2, "queue", 2, "history.jsonl:2", "calls again")
# 99 was never put in: nobody has to try all orders of the others to know.
expect("never put in", "".join(history((0, "push", i % 2, 10 * i, ok(None, 10 * i + 5)), (1, "push", i % 2, 10 * i + 1, ok(None, 10 * i + 6)))
                               for i in range(400)) + history((0, "pop", None, 5000, ok(99, 5001))), "queue", 1, "this call of 801 has no order")
# What failed did not happen, so nothing overlaps with it.
expect("fails and calls again", "".join(json.dumps({"process": 0, "type": t, "f": "push", "value": 1, "time": 0}) + "\n"
                                         for t in ("invoke", "fail", "invoke", "ok")), "queue", 0)


def lines(*each):
    """(process, type, f, value) a line, without times."""
    return "".join(json.dumps({"process": p, "type": t, "f": f, "value": v}) + "\n" for p, t, f, v in each)


# Input that is not a history, or says what nobody can know: an error that names the line, never a verdict.
for name, text, model, *words in (
        ("ends another operation", lines((0, "invoke", "push", 1), (0, "ok", "pop", 1)), "queue", "ends `pop`, but has begun `push`"),
        ("times from the third line on", lines((0, "invoke", "push", 1), (0, "ok", "push", None)) +
         history((0, "pop", None, 1, ok(1, 2))), "queue", "history.jsonl:3", "those before have none"),
        ("a process goes back in time", history((0, "push", 1, 10, ok(None, 20))) + history((0, "pop", None, 5, ok(1, 6))), "queue",
         "calls again before its call ended"),
        ("the least number", lines((0, "invoke", "read", None), (0, "ok", "read", -2**63)), "counter", "at most a billion"),
        ("the greatest number", lines((0, "invoke", "read", None), (0, "ok", "read", 2**64 - 1)), "counter", "at most a billion"),
        ("adds the least number", lines((0, "invoke", "add", -2**63)), "counter", "at most a million"),
        ("counts round once", lines((0, "invoke", "add", 10**6), (0, "ok", "add", None)) * 4295 +
         lines((0, "invoke", "read", None), (0, "ok", "read", 4295 * 10**6 - 2**32)), "counter", "further than a billion"),
        ("deep", '{"process":0,"type":"invoke","f":"push","value":' + "[" * 200000 + "]" * 200000 + "}\n", "queue", "expected a JSON object"),
        ("no calls", "\n \n", "queue", "has no calls"),
        ("increments to five", lines((0, "invoke", "increment", None), (0, "ok", "increment", 5)), "counter", "`fetch_increment` returns"),
        ("increments by five", lines((0, "invoke", "increment", 5)), "counter", "`add` does, not 5"),
        ("pushes another", lines((0, "invoke", "push", 1), (0, "ok", "push", 2)), "queue", "its argument once more, not 2"),
        ("an array", json.dumps([{"process": 0}]), "queue", "expected a JSON object"),
        ("a half time", '{"process":0,"type":"invoke","f":"push","value":1,"time":0.5}\n', "queue", "a whole number"),
        ("puts nothing in", lines((0, "invoke", "push", None)), "queue", "null is nothing"),
        ("maps to nothing", lines((0, "invoke", "put", [1, None])), "map", "null is nothing"),
        ("neither true nor false", lines((0, "invoke", "add", 1), (0, "ok", "add", "yes")), "set", "expected true or false"),
        ("false, or 0 once more", lines((0, "invoke", "add", 0), (0, "ok", "add", 0)), "set", "expected true or false"),
        ("a result that is missing", '{"process":0,"type":"invoke","f":"pop"}\n{"process":0,"type":"ok"}\n', "queue", "null for nothing")):
    expect(name, text, model, 2, *words)
for name, text, model, status in (
        ("nemesis makes no calls", lines(("nemesis", "info", "start", None), (0, "invoke", "push", 1), (0, "ok", "push", 1)), "queue", 0),
        ("keywords", lines((0, ":invoke", ":write", 1), (0, ":ok", ":write", 1), (0, ":invoke", ":read", None), (0, ":ok", ":read", 2)),
         "register", 1),
        ("a register is null at first", lines((0, "invoke", "cas", [None, 3]), (0, "ok", "cas", [None, 3]), (0, "invoke", "read", None),
                                              (0, "ok", "read", 3)), "register", 0),
        ("null is written", lines((0, "invoke", "write", 3), (0, "ok", "write", 3), (0, "invoke", "write", None), (0, "ok", "write", None),
                                  (0, "invoke", "read", None), (0, "ok", "read", None)), "register", 0),
        ("null is overwritten", lines((0, "invoke", "write", None), (0, "ok", "write", None), (0, "invoke", "write", 3), (0, "ok", "write", 3),
                                      (0, "invoke", "read", None), (0, "ok", "read", None)), "register", 1),
        ("a value that is a pair", lines((0, "invoke", "put", [1, [5, 6]]), (0, "ok", "put", None), (0, "invoke", "get", 1),
                                         (0, "ok", "get", [5, 6])), "map", 0),
        ("a value that is a pair with its key", lines((0, "invoke", "put", [1, [1, 6]]), (0, "ok", "put", None),
                                                      (0, "invoke", "get", 1), (0, "ok", "get", [1, 6])), "map", 0),
        ("such a value, and another", lines((0, "invoke", "put", [1, [1, 6]]), (0, "ok", "put", None),
                                            (0, "invoke", "put", [1, 5]), (0, "ok", "put", None),
                                            (0, "invoke", "get", 1), (0, "ok", "get", [1, 6])), "map", 1),
        ("a value or a pair", lines((0, "invoke", "put", [1, [1, 6]]), (0, "ok", "put", None), (0, "invoke", "put", [2, 6]),
                                    (0, "ok", "put", None), (0, "invoke", "get", 1), (0, "ok", "get", [1, 6])), "map", 2),
        ("a key that is a pair", lines((0, "invoke", "put", [["a", 1], 5]), (0, "ok", "put", None),
                                       (0, "invoke", "get", ["a", 1]), (0, "ok", "get", 5)), "map", 0),
        ("the pair of another key", lines((0, "invoke", "put", [1, 5]), (0, "ok", "put", None), (0, "invoke", "get", 1),
                                          (0, "ok", "get", [2, 5])), "map", 1),
        ("1.0 is 1", lines((0, "invoke", "push", 1), (0, "ok", "push", None), (0, "invoke", "pop", None), (0, "ok", "pop", 1.0)), "queue", 0),
        ("1 is not true", lines((0, "invoke", "push", 1), (0, "ok", "push", None), (0, "invoke", "pop", None), (0, "ok", "pop", True)),
         "queue", 1),
        ("the same time is at once", history((0, "push", 1, 5, ok(None, 5)), (1, "pop", None, 5, ok(1, 5))), "queue", 0),
        ("a lock is free at first", lines((0, "invoke", "release", None), (0, "ok", "release", None)), "lock", 1),
        ("waits for the lock", lines((0, "invoke", "acquire", None), (0, "ok", "acquire", None), (1, "invoke", "acquire", None),
                                     (0, "invoke", "release", None), (0, "ok", "release", None), (1, "ok", "acquire", None)), "lock", 0)):
    expect(name, text, model, status)
if run("", "tree").returncode != 2:
    wrong.append("there is no model `tree`")
report = json.loads(run(history((0, "push", 1, 1, ok(1, 2)), (1, "pop", None, 5, ok(2, 6))), "queue", "--format", "json").stdout)
call = report["findings"][0]["history"]["calls"][0]
if report["findings"][0]["kind"] != "linearizability" or {"thread", "call", "begin", "end", "result"} - call.keys():
    wrong.append(f"JSON: {report}")

# Clojure's keywords; an argument that is said once more, also where it could be no or yes.
add = lambda value, result: [(0, "invoke", "add", value), (0, "ok", "add", result)]
expect("repeated arguments", lines(*add(1, 1), *add(0, 0), *add(7, 7)), "set", 0)
expect("repeated arguments, twice added", lines(*add(0, 0), *add(7, 7), *add(0, 0)), "set", 1)
expect("no and yes as numbers", lines(*add(0, 1), *add(0, 0)), "set", 0)
expect("which is it", lines(*add(0, 0)), "set", 2, "expected true or false in line 2")
keywords = [{":process": ":nemesis", ":type": ":info", ":f": ":kill"}, {":process": 0, ":type": ":invoke", ":f": ":push", ":value": 1},
            {":process": 0, ":type": ":ok", ":f": ":push", ":value": 1}]
expect("keywords", "".join(json.dumps(line) + "\n" for line in keywords), "queue", 0, "1 call")

# Few values, many calls at once: the decision is exponential, and ends when it is told to.
chance, calls, contents = random.Random(1), [], []
for time in range(0, 60000, 2):
    begin = time * 40 + chance.randrange(40)
    if chance.random() < 0.5:
        contents.append(chance.randrange(3))
        calls.append((time % 80 // 2, "push", contents[-1], begin, ok(None, begin + 3000 - chance.randrange(900))))
    else:
        calls.append((time % 80 // 2, "pop", None, begin, ok(contents.pop(0) if contents else None, begin + 3000 - chance.randrange(900))))
result = run(history(*calls), "queue", "--limit-seconds", "0.2")
if result.returncode != 3 or "stopped after 0.2 s" not in result.stdout:
    wrong.append(f"a limit: {result.returncode} {result.stdout} {result.stderr}")

# Long ones: sixteen processes, 10,000 calls, right and with two values exchanged.
calls, time = [], 0
for i in range(0, 5000, 16):
    calls += [(j, "push", i + j, time + j, ok(None, time + 40 + j)) for j in range(16)]
    calls += [(j, "pop", None, time + 100 + j, ok(i + j, time + 140 + j)) for j in range(16)]
    time += 200
expect("long", history(*calls), "queue", 0, "a monitor")
bad = [(p, f, v, b, ok(31, e[2]) if e[1] == 0 and f == "pop" else ok(0, e[2]) if e[1] == 31 and f == "pop" else e)
       for p, f, v, b, e in calls]
expect("long and wrong", history(*bad), "queue", 1, "not linearizable as a queue")
expect("long and wrong stack", history(*[c for c in bad]), "stack", 1, "not linearizable as a stack")

print("\n".join(wrong) or "all as expected")
sys.exit(1 if wrong else 0)
