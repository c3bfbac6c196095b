#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`heddle linearizable` on histories made up by chance, against an oracle that shares nothing with it: every order of the
calls, run on Python's containers. What it shows of a wrong one must be wrong by itself, and right if any value is left out
where it says so.

histories.py HEDDLE [COUNT [SEED]]: so many of each model."""
import json
import pathlib
import random
import subprocess
import sys
import tempfile

HEDDLE = sys.argv[1]
COUNT = int(sys.argv[2]) if len(sys.argv) > 2 else 40
SEED = int(sys.argv[3]) if len(sys.argv) > 3 else 1
NEVER = 10**9
wrong = []


class Blocks(Exception):
    """The call cannot happen in this state."""


def same(one, other):
    return json.dumps(one) == json.dumps(other)  # 1 is not true


def act(model, state, function, argument):
    """The state afterwards and the result, None for nothing; states are tuples."""
    if model in ("queue", "stack"):
        if function == "push":
            return state + (argument,), "void"
        if not state:
            return state, None
        return (state[1:], state[0]) if model == "queue" else (state[:-1], state[-1])
    if model in ("set", "map"):
        entries = dict(state)
        key = argument[0] if isinstance(argument, list) else argument
        found = entries.get(key)
        if function == "add":
            result = key not in entries
            entries[key] = 1
        elif function == "contains":
            result = key in entries
        elif function == "remove":
            result = entries.pop(key, None) is not None
        elif function == "put":
            entries[key], result = argument[1], "void"
        elif function == "put_if_absent":
            result = key not in entries
            entries.setdefault(key, argument[1])
        elif function == "get":
            result = found
        else:  # take
            result = entries.pop(key, None)
        return tuple(sorted(entries.items(), key=str)), result
    value = state[0] if state else None
    if model == "register":
        if function == "write":
            return (argument,), "void"
        if function == "read":
            return state, value
        return ((argument[1],), True) if state and same(value, argument[0]) else (state, False)
    if model == "counter":
        value = value or 0
        if function == "read":
            return state, value
        step = {"increment": 1, "fetch_increment": 1, "decrement": -1}.get(function, argument)
        return (value + step,), value if function == "fetch_increment" else "void"
    held = bool(state)
    if function == "try_acquire":
        return (1,), not held
    if held != (function == "release"):
        raise Blocks
    return () if held else (1,), "void"


OPERATIONS = {"queue": ["push", "pop"], "stack": ["push", "pop"], "set": ["add", "contains", "remove"],
              "map": ["put", "get", "remove", "take", "put_if_absent"], "register": ["write", "read", "cas"],
              "counter": ["increment", "decrement", "add", "fetch_increment", "read"],
              "lock": ["acquire", "try_acquire", "release"]}


def has_order(model, calls, state=()):
    left = [call for call in calls if call["end"] < NEVER]
    if not left:
        return True
    first_end = min(call["end"] for call in left)
    for call in calls:
        if call["begin"] > first_end:
            continue
        try:
            after, result = act(model, state, call["f"], call["value"])
        except Blocks:
            continue
        if call["end"] < NEVER and result != "void" and not same(result, call["result"]):
            continue
        if has_order(model, [other for other in calls if other is not call], after):
            return True
    return False


def make(model, chance):
    """A history that ran on a real object, with something changed in most of them."""
    threads = chance.randint(1, 4)
    distinct = chance.random() < 0.5
    few = chance.random() < 0.6 and {"map": ["put", "get"], "register": ["write", "read"],
                                     "counter": ["increment", "fetch_increment", "read"]}.get(model)
    free, calls, fresh = [0] * threads, [], 0
    for _ in range(chance.randint(1, 7)):
        thread = chance.randrange(threads)
        function = chance.choice(few or OPERATIONS[model])
        fresh += 1
        value = f"v{fresh}" if distinct else chance.choice([1, 2, "a", True])
        key = chance.choice([1, "k"])
        argument = {"push": value, "write": value, "add": chance.choice([-2, 0, 3]) if model == "counter" else key,
                    "put": [key, value], "put_if_absent": [key, value], "cas": [chance.choice([1, "v1", "v2"]), value]}.get(
                        function, key if model in ("set", "map") else None)
        begin = free[thread] + chance.randint(0, 3)
        end = begin + chance.randint(0, chance.choice([1, 4, 9]))
        free[thread] = end + 1
        calls.append({"thread": thread, "f": function, "value": argument, "begin": begin, "end": end,
                      "at": chance.uniform(begin, end)})
    state, kept = (), []
    for call in sorted(calls, key=lambda each: each["at"]):
        try:
            state, call["result"] = act(model, state, call["f"], call["value"])
        except Blocks:
            continue
        kept.append(call)
    results = [call["result"] for call in kept if call["result"] != "void"]
    for call in chance.sample(kept, min(len(kept), chance.randint(0, 4))):
        if call["result"] != "void" and chance.random() < 0.8:
            others = [each for each in results if type(each) is type(call["result"])] + \
                     ([None] if call["f"] in ("pop", "get", "take", "read") and model not in ("counter",) else [])
            call["result"] = chance.choice(others)
        else:
            call["begin"] = call["end"] = chance.choice([call["begin"], call["end"]])
    for thread in range(threads):  # the last call of a thread may have no known end
        own = [call for call in kept if call["thread"] == thread]
        if own and chance.random() < 0.2:
            max(own, key=lambda each: each["begin"])["end"] = NEVER
    return kept


def lines(model, calls, chance):
    events = []
    for number, call in enumerate(calls):
        events.append((call["begin"], 0, number, {"process": call["thread"], "type": "invoke", "f": call["f"],
                                                  "value": call["value"], "time": call["begin"]}))
        if call["end"] == NEVER:
            if chance.random() < 0.5:
                events.append((call["begin"] + 1, 1, number, {"process": call["thread"], "type": "info", "f": call["f"],
                                                              "value": None, "time": call["begin"] + 1}))
            continue
        value = None if call["result"] == "void" else call["result"]
        if model == "map" and call["f"] == "get" and chance.random() < 0.5:
            value = [call["value"], value]
        line = {"process": call["thread"], "type": "ok", "f": call["f"], "time": call["end"]}
        if call["result"] != "void" or chance.random() < 0.5:
            line["value"] = value
        events.append((call["end"], 1, number, line))
    if calls and chance.random() < 0.3:  # a call that did not happen
        like = chance.choice(calls)
        for time, kind in ((like["begin"], "invoke"), (like["begin"] + 2, "fail")):
            events.append((time, 0, calls.index(like), {"process": "x", "type": kind, "f": like["f"], "value": like["value"],
                                                        "time": time}))
    # Within a process, a call ends before the next begins, even at the same time.
    events.sort(key=lambda each: (each[0], calls[each[2]]["begin"], each[2], each[1]))
    return "".join(json.dumps(each[3]) + "\n" for each in events)


def parsed(text):
    """A call of the report: "pop()" and its arguments, as JSON wrote them."""
    name, arguments = text[:-1].split("(", 1)
    values = json.loads(f"[{arguments}]")
    return name, values[0] if len(values) == 1 else values if values else None


def judged(model, report_calls):
    calls = []
    for call in report_calls:
        function, argument = parsed(call["call"])
        result = call.get("result", "")
        result = "void" if result == "" else None if result == "nothing" else json.loads(result)
        calls.append({"f": function, "value": argument, "result": result, "begin": call["begin"], "end": call.get("end", NEVER)})
    return calls


def values(calls):
    """The calls on each value; what found nothing stands alone."""
    groups = {}
    for number, call in enumerate(calls):
        value = call["value"][-1] if isinstance(call["value"], list) else call["value"]
        if call["f"] not in ("push", "put", "write"):
            value = f"nothing {number}" if call["result"] is None else call["result"]
        groups.setdefault(json.dumps(value), []).append(call)
    return groups.values()


def main():
    chance = random.Random(SEED)
    tally = {}
    with tempfile.TemporaryDirectory() as directory:
        file = pathlib.Path(directory) / "history.jsonl"
        for model in OPERATIONS:
            for _ in range(COUNT):
                calls = make(model, chance)
                if not calls:
                    continue
                text = lines(model, calls, chance)
                expected = has_order(model, calls)
                tally[model, expected] = tally.get((model, expected), 0) + 1
                file.write_text(text)
                run = subprocess.run([HEDDLE, "linearizable", file, "--model", model, "--format", "json"], capture_output=True,
                                     text=True, timeout=60)
                if run.returncode != (0 if expected else 1):
                    wrong.append(f"{model}: expected {expected}, got {run.returncode} {run.stderr}\n{text}")
                    continue
                if expected:
                    continue
                history = json.loads(run.stdout)["findings"][0]["history"]
                shown = judged(model, history["calls"])
                if has_order(model, shown):
                    wrong.append(f"{model}: what is shown has an order: {history}\n{text}")
                if "none of their values can be left out" in history.get("found", ""):
                    tally["smallest"] = tally.get("smallest", 0) + 1
                    for gone in values(shown):
                        if not has_order(model, [other for other in shown if other not in gone]):
                            wrong.append(f"{model}: {gone} can be left out of {history['calls']}\n{text}")
                core = [shown[index] for index in history["core"]]
                if core and has_order(model, core) and len(core) == len(shown):
                    wrong.append(f"{model}: the core has an order: {history}\n{text}")
    print(tally)
    print("\n".join(wrong[:12]))
    print(f"{len(wrong)} wrong" if wrong else "all as expected")
    return 1 if wrong else 0


sys.exit(main())
