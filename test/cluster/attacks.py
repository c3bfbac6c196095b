# SPDX-License-Identifier: Apache-2.0
"""What people and machines do wrong with shares, checkpoints and ranks: every wrong input is refused with a message and exit
status 2, none is ever clean, and what is merely strange (more ranks than work, no work at all) ends as one process ends.

    attacks.py HEDDLE WORKING_DIRECTORY
"""
import json
import os
import pathlib
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import common
import made_up
from common import complain

heddle, work = sys.argv[1], sys.argv[2]
common.need_mpi(heddle)
common.begin(work)
tried = 0


def run(*words, ranks=0, **options):
    global tried
    tried += 1
    start = [*common.MPIRUN, str(ranks)] if ranks else []
    return subprocess.run([*start, heddle, *map(str, words)], capture_output=True, text=True, timeout=300, **options)


def refused(what, *words, says="", **options):
    done = run(*words, **options)
    text = done.stdout + done.stderr
    if done.returncode != 2 or "clean" in done.stdout or says not in text or "bug in heddle" in text:
        complain(f"{what}: exit status {done.returncode}, expected 2 and `{says}` in:\n{text}")


def same(what, *words, ranks):
    """As many ranks come to what one process comes to."""
    alone, together = run(*words, "--format", "json"), run(*words, "--format", "json", ranks=ranks)
    try:
        told = [(json.loads(each.stdout)["verdict"], sorted({one["kind"] for one in json.loads(each.stdout)["findings"]}),
                 [json.loads(each.stdout)["statistics"].get(key) for key in ("states", "executions")]) for each in (alone, together)]
    except json.JSONDecodeError:
        complain(f"{what}: {alone.stderr} {together.returncode} {together.stdout} {together.stderr}")
        return
    if told[0][1]:
        told = [each[:2] for each in told]
    if told[0] != told[1] or alone.returncode != together.returncode:
        complain(f"{what}: one process {told[0]}, {ranks} ranks {told[1]} {together.stderr}")


def build(name, rounds, text=made_up.FIBONACCI):
    open(name + ".c", "w").write(text.replace("ROUNDS", str(rounds)))
    subprocess.run([heddle, "cc", "-g", name + ".c", "-o", name, "-pthread"], check=True)
    return "./" + name


program, other = build("program", 4), build("other", 3)
GRAPHS = ["--memory-model", "rc11", "--save", "none"]
open("held.std", "w").write("".join(
    f"T{thread}|e(n={step})|{10 * thread + step}\n" for step in range(1, 5) for thread in range(3)))
open("shorter.std", "w").write("".join(open("held.std").readlines()[:-1]))
open("empty.std", "w").write("")
open("one.std", "w").write("T0|w(V0)|1\n")
open("marked.std", "w").write("T0|e(n=1)|1\n")

# ---- which share ----
for bad in ("0/3", "4/3", "3", "1/0", "a/b", "1/2/3", "", " 1/2", "1/2 ", "-1/2", "+1/2", "1/-2", "1.0/2", "0x1/2", "1/1000001",
            "99999999999999999999/99999999999999999999", "1/2\n", "/", "1/", "/2"):
    refused(f"--shard {bad!r}", "check", program, "--shard", bad)
    refused(f"states --shard {bad!r}", "states", "held.std", "--shard", bad)
done = run("check", program, "--shard", "999/1000", *GRAPHS)
if done.returncode != 0 or "Share 999 of 1000" not in done.stdout:
    complain(f"a share without work: {done.returncode} {done.stdout} {done.stderr}")

# ---- reports of shares ----
for number in (1, 2):
    run("check", program, "--shard", f"{number}/2", *GRAPHS, "--format", "json", "-o", f"{number}.json")
    run("check", other, "--shard", f"{number}/2", *GRAPHS, "--format", "json", "-o", f"other{number}.json")
    run("check", program, "--shard", f"{number}/2", "--save", "none", "--leaks", "--format", "json", "-o", f"leaks{number}.json")
    run("states", "held.std", "--shard", f"{number}/2", "--format", "json", "-o", f"states{number}.json")
    run("states", "shorter.std", "--shard", f"{number}/2", "--format", "json", "-o", f"shorter{number}.json")
    for strategy in (1, 2):
        run("check", program, "--shard", f"{number}/2", "--strategy", "random", "--executions", "20", "--seed", strategy, "--save", "none",
            "--format", "json", "-o", f"seed{strategy}.{number}.json")
if run("merge", "1.json", "2.json").returncode != 0:
    complain("what is right is not merged")
for name, text in (("cut", open("1.json").read()[:-30]), ("nothing", ""), ("list", "[1]"), ("junk", "\x00\x01{"), ("object", "{}")):
    open(name, "w").write(text)
    refused(f"merge of {name}", "merge", name, "2.json")
for what, files in {"no files": [], "a directory": ["."], "a file that is not there": ["1.json", "no.json"], "one of two": ["1.json"],
                    "a file twice": ["1.json", "1.json"], "two programs": ["1.json", "other2.json"],
                    "other options": ["1.json", "leaks2.json"], "two commands": ["1.json", "states2.json"],
                    "two traces": ["states1.json", "shorter2.json"], "two seeds": ["seed1.1.json", "seed2.2.json"],
                    "one too many": ["1.json", "2.json", "other2.json"], "a checkpoint": ["program", "2.json"]}.items():
    refused(f"merge of {what}", "merge", *files)
text = open("1.json").read()
for place in range(0, len(text), max(1, len(text) // 12)):  # one character is another one
    changed = text[:place] + ("7" if text[place] != "7" else "8") + text[place + 1:]
    open("changed.json", "w").write(changed)
    refused(f"merge with character {place} changed", "merge", "changed.json", "2.json")
for key, value in (("count", 4_000_000_000), ("count", -1), ("count", "2"), ("number", 0), ("number", -1), ("places", 5)):
    report = json.load(open("1.json"))
    report["share"][key] = value
    common.write_share(report, "changed.json")
    refused(f"merge with {key} {value}", "merge", "changed.json", "changed.json" if key == "count" else "2.json")

# ---- checkpoints ----
large = build("large", 7)
for words in (["check", large, *GRAPHS], ["states", "w-8.hdl", "--algorithm", "quicklex"]):
    is_check = words[0] == "check"
    if not is_check:
        subprocess.run([heddle, "trace", "generate", "--shape", "w-8", "w-8.hdl"], check=True)
        subprocess.run([heddle, "trace", "generate", "--shape", "d-300", "d-300.hdl"], check=True)
    more = ["--share-after", "100"] if is_check else []
    for ranks, name in ((0, "one.hck"), (2, "two.hck"), (2, "three.hck")):
        pathlib.Path(name).unlink(missing_ok=True)
        done = run(*words, "--checkpoint", name, "--limit-seconds", "0.6", *(more if ranks else []), ranks=ranks)
        if done.returncode != 3 or not os.path.exists(name):
            complain(f"{words}: a limit with {ranks} ranks: {done.returncode} {done.stdout} {done.stderr}")
            shutil.copy(program, name)
    whole = open("two.hck", "rb").read()
    damages = {"cut": whole[:-1], "half": whole[:len(whole) // 2], "nothing": b"", "twice": whole + whole, "more": whole + b"x",
               "two of them": whole + open("three.hck", "rb").read(), "junk": os.urandom(5000),
               "beginning gone": whole[16:]}
    if is_check:  # the first rank's part alone is a whole part
        size = 16 + int.from_bytes(whole[8:16], "little")
        damages["one rank's part"] = whole[:size]
        damages["the other rank's part"] = whole[size:]
    for place in range(0, len(whole), max(1, len(whole) // 7)):
        damages[f"byte {place}"] = whole[:place] + bytes([whole[place] ^ 4]) + whole[place + 1:]
    for what, content in damages.items():
        open("damaged.hck", "wb").write(content)
        for ranks in (0, 2) if what in ("cut", "twice", "two of them") else (0,):
            refused(f"{words[0]}: resumed from {what}, {ranks} ranks", *words, "--resume", "damaged.hck", ranks=ranks)
    refused("resumed from what is not there", *words, "--resume", "no.hck")
    refused("resumed from a directory", *words, "--resume", ".")
    refused("a checkpoint in no directory", *words, "--checkpoint", "no/such.hck")
    for seconds in ("0", "-1", "nan", "word"):
        refused(f"every {seconds} seconds", *words, "--checkpoint", "x.hck", "--checkpoint-seconds", seconds)
    if is_check:
        refused("another program's", "check", other, *GRAPHS, "--resume", "one.hck")
        refused("another share's", *words, "--shard", "1/2", "--resume", "one.hck")
        refused("other options", *words, "--leaks", "--resume", "one.hck")
        refused("states' own", "states", "held.std", "--resume", "one.hck")
    else:
        refused("another trace's", "states", "d-300.hdl", "--resume", "one.hck", says="another trace")
        refused("check's own", "check", large, *GRAPHS, "--resume", "one.hck")
        for option in (["--list"], ["--shard", "1/2"], ["--algorithm", "diagram"], ["--locks", "intervals"]):
            refused(f"{option}", "states", "w-8.hdl", *option, "--checkpoint", "x.hck")

# ---- ranks ----
same("more ranks than work", "check", build("single", 1), *GRAPHS, ranks=6)
open("nothing.c", "w").write("int main(void) { return 0; }\n")
subprocess.run([heddle, "cc", "-g", "nothing.c", "-o", "nothing"], check=True)
same("no threads", "check", "./nothing", *GRAPHS, ranks=3)
same("no threads, machine", "check", "nothing.c", "--engine", "machine", "--save", "none", ranks=3)
for trace in ("empty.std", "one.std"):
    same(f"states of {trace}", "states", trace, "--algorithm", "runs", ranks=4)
    same(f"predict of {trace}", "predict", trace, ranks=4)
same("detect in one event", "detect", "marked.std", "--algorithm", "enumerate", "--when", "T0.n == 1", ranks=4)
same("found in the last state", "detect", "held.std", "--algorithm", "enumerate", "--when", "T0.n * T1.n * T2.n == 64", ranks=4)
same("fewer executions than ranks", "check", program, "--strategy", "random", "--executions", "2", "--save", "none", ranks=4)
same("all is shared out at once", "check", program, *GRAPHS, "--share-after", "0", ranks=3)
same("nothing is shared out", "check", program, *GRAPHS, "--share-after", "1000000000000000000", ranks=3)
last = build("last", 4, made_up.FIBONACCI.replace("/* end */", "if (i == 377) __builtin_abort();"))
same("found late", "check", last, *GRAPHS, "--share-after", "1", ranks=4)
for words in (["check", large, *GRAPHS], ["states", "w-8.hdl", "--algorithm", "lex"],
              ["detect", "w-8.hdl", "--algorithm", "enumerate", "--when", "T0.n == 1"]):
    done = run(*words, "--limit-seconds", "0.01", ranks=3)
    if done.returncode == 0 or "clean" in done.stdout:
        complain(f"{words} for a hundredth of a second: {done.returncode} {done.stdout} {done.stderr}")
refused("a file that is not there", "states", "no.hdl", ranks=3, says="no.hdl")
refused("an option that is not there", "check", program, "--no-such", ranks=2, says="--no-such")
refused("a predicate that is none", "detect", "held.std", "--when", "T0.n ==", ranks=2)
refused("--shard and ranks", "check", program, "--shard", "1/2", ranks=2)
refused("--shard and ranks", "states", "held.std", "--shard", "1/2", ranks=2)
# Ranks that were started with different things.
for what, first, second in (
        ("two programs", ["check", program, *GRAPHS], ["check", other, *GRAPHS]),
        ("two traces", ["states", "held.std", "--algorithm", "runs"], ["states", "shorter.std", "--algorithm", "runs"]),
        ("two verbs", ["states", "held.std", "--algorithm", "runs"], ["predict", "held.std"]),
        ("two predicates", ["detect", "held.std", "--when", "T0.n == 1"], ["detect", "held.std", "--when", "T0.n == 2"])):
    refused(what, *first, ":", "-n", "1", heddle, *second, ranks=1, says="other arguments")
# The same words, and another file behind them.
for directory, trace in (("here", "held.std"), ("there", "shorter.std")):
    os.makedirs(directory)
    shutil.copy(trace, f"{directory}/trace.std")
for words in (["states", "trace.std", "--algorithm", "runs"], ["predict", "trace.std"],
              ["detect", "trace.std", "--algorithm", "enumerate", "--when", "T0.n == 9"]):
    tried += 1
    done = subprocess.run([*common.MPIRUN, "1", "-wdir", f"{work}/here", heddle, *words, ":", "-n", "1", "-wdir", f"{work}/there", heddle,
                           *words], capture_output=True, text=True, timeout=120)
    if done.returncode != 2 or "does not have the same events" not in done.stderr or "clean" in done.stdout:
        complain(f"{words}: ranks with different traces: {done.returncode} {done.stdout} {done.stderr}")
done = run("merge", "1.json", "2.json", ranks=2)
if done.returncode != 0 or "rank 0 does it alone" not in done.stderr or done.stdout.count("executions") != 1:
    complain(f"merge by ranks: {done.returncode} {done.stdout} {done.stderr}")
print(f"{tried} inputs")
common.end()
