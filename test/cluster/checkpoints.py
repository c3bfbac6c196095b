# SPDX-License-Identifier: Apache-2.0
"""A check that is killed (SIGKILL) at moments of chance, and resumed from its last checkpoint each time, counts what one
that was never interrupted counts. Checkpoints that were damaged, or are of another program, are refused.

    checkpoints.py HEDDLE WORKING_DIRECTORY KILLS
"""
import json
import os
import random
import signal
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import common
import made_up
from common import complain

SOURCE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "two_sums.c")
heddle, work, kills = sys.argv[1], sys.argv[2], int(sys.argv[3])
common.begin(work)


def build(name, rounds):
    subprocess.run([heddle, "cc", "-g", f"-DROUNDS={rounds}", "-DLOCKED", SOURCE, "-o", name, "-pthread"], check=True)
    return "./" + name


def command(program, *options):
    return [heddle, "check", program, "--format", "json", "--save", "none", *options]


def counted(report):
    return [report["verdict"]] + [report["statistics"].get(key, 0)
                                  for key in ("executions", "redundant_executions", "steps")]


def lasts(program):
    """How long the shorter of the two searches takes, and whether there is time in it for a kill and for a limit."""
    begin = time.monotonic()
    subprocess.run(command(program, "--shard", "2/3"), capture_output=True)
    return time.monotonic() - begin > (0.8 if kills < 10 else 4)


# As many rounds as keep this machine busy for long enough: each one more makes the search eight times as long.
rounds = 6
while not lasts(program := build("program", rounds)) and rounds < 10:
    rounds += 1
for shard in ([], ["--shard", "2/3"]):
    whole = counted(json.loads(subprocess.run(
        command(program, *(shard or ["--memory-model", "rc11", "--strategy", "graphs"])), capture_output=True, text=True).stdout))
    dice = random.Random(1)
    killed = 0
    state = "state.hck"
    if os.path.exists(state):
        os.remove(state)
    options = [*(shard or ["--memory-model", "rc11"]), "--checkpoint", state, "--checkpoint-seconds", "0.2"]
    report = None
    while report is None:
        more = ["--resume", state] if os.path.exists(state) else []
        process = subprocess.Popen(command(program, *options, *more), stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   text=True, start_new_session=True)
        if killed < kills:
            time.sleep(0.3 + dice.random() * 0.5)
            if process.poll() is None:
                process.send_signal(signal.SIGKILL)
                killed += 1
                process.communicate()
                continue
        out, err = process.communicate()
        if process.returncode != 0:
            complain(f"after {killed} kills: exit status {process.returncode}: {err}")
            break
        report = json.loads(out)
    if report is not None and counted(report) != whole:
        complain(f"{shard}: killed {killed} times: {counted(report)}, never: {whole}")
    if killed == 0:
        complain("it was over before it could be killed")
    if report is not None and os.path.exists(state):
        complain("a checkpoint is left although nothing is left to do")

# Stopped by a limit it is inconclusive, and can go on.
done = subprocess.run(command(program, "--checkpoint", "stopped.hck", "--limit-seconds", "0.5"), capture_output=True)
if done.returncode != 3 or not os.path.exists("stopped.hck"):
    complain(f"stopped by a limit: {done.returncode}")


def refused(what, program, *options):
    done = subprocess.run(command(program, *options), capture_output=True, text=True)
    if done.returncode != 2 or what not in done.stderr:
        complain(f"{options}: {done.returncode}, expected 2 and `{what}` in: {done.stderr}")


other = build("other", 2)
refused("another program or build", other, "--resume", "stopped.hck")
for device in ("/dev/null", "/dev/full"):
    refused("no regular file", program, "--checkpoint", device)
refused("without --leaks", program, "--resume", "stopped.hck", "--leaks")
refused("without arguments", program, "--resume", "stopped.hck", "--", "1")

# A library of the program that was built again is another program, although nothing else differs.
def build_library(value):
    open("own.c", "w").write(f"int own(void) {{ return {value}; }}\n")
    subprocess.run([heddle, "cc", "-g", "-shared", "-fPIC", "own.c", "-o", "libown.so"], check=True)


build_library(1)
open("uses.c", "w").write("int own(void);\n#define main two_sums\n#include \"" + SOURCE + "\"\n#undef main\n"
                          "int main(void) { two_sums(); return own() == 0; }\n")
subprocess.run([heddle, "cc", "-g", f"-DROUNDS={rounds}", "-DLOCKED", "uses.c", "-L.", "-lown", "-Wl,-rpath,$ORIGIN", "-o", "uses",
                "-pthread"], check=True)
subprocess.run(command("./uses", "--checkpoint", "uses.hck", "--limit-seconds", "0.5"), capture_output=True)
build_library(2)
refused("another program or build", "./uses", "--resume", "uses.hck")
# What was typed then is known: no program is named, and options of now come in the place of those of then.
done = subprocess.run([heddle, "check", "--resume", "stopped.hck", "--limit-seconds", "0.1"], capture_output=True, text=True)
if done.returncode != 3 or json.loads(done.stdout)["verdict"] != "inconclusive":
    complain(f"--resume alone: {done.returncode} {done.stdout} {done.stderr}")
done = subprocess.run([heddle, "check", "--resume", "two_sums.c"], capture_output=True, text=True)
if done.returncode != 2:
    complain(f"--resume of what is no checkpoint: {done.returncode} {done.stderr}")
# What else is typed has to be as it was, and what was otherwise is told.
for words, what in ((["--spurious", "3"], "with --spurious 1"), (["--memory-model", "sc"], "with --memory-model"),
                    (["--leaks"], "without --leaks"), (["--", "5"], "without arguments"), ([program, "--late", "4"], "with --late 1")):
    done = subprocess.run([heddle, "check", "--resume", "stopped.hck", "--limit-seconds", "0.1", *words], capture_output=True, text=True)
    if done.returncode != 2 or what not in done.stderr or "clean" in done.stdout:
        complain(f"--resume with {words}: {done.returncode}, expected `{what}` in: {done.stderr}")
# Before any work: where it cannot be written.
for words, what in ((["--checkpoint", "/proc/x.hck"], "cannot be written"), (["--checkpoint-seconds", "0"], "more than 0, not `0`"),
                    (["--checkpoint-seconds", "-1"], "more than 0, not `-1`")):
    done = subprocess.run([heddle, "check", program, *words], capture_output=True, text=True)
    if done.returncode != 2 or what not in done.stderr or done.stdout:
        complain(f"{words}: {done.returncode}, expected `{what}` in: {done.stdout} {done.stderr}")
text = open("stopped.hck", "rb").read()
for name, bytes_ in (("cut", text[:-100]), ("changed", text[:5000] + bytes([text[5000] ^ 1]) + text[5001:]), ("empty", b"")):
    open(name, "wb").write(bytes_)
    refused("damaged", program, "--resume", name)

# Several checks, one after the other: the file is of one of them, and what was through before it counts as well.
open("several.c", "w").write("static int rounds;\n#define ROUNDS rounds\n#define main two_sums\n#include \"" + SOURCE + """\"
#undef main
#include <heddle/check.h>
static void check(void* given) {
  rounds = *(int*)given;
  two_sums();
}
int main(void) {
  static int all[] = {4, MOST, 5};
  for (int k = 0; k < 3; ++k) heddle_check_run(check, &all[k], 0);
}
""")
subprocess.run([heddle, "cc", "-g", f"-DMOST={rounds - 1}", "several.c", "-o", "several", "-pthread"], check=True)
whole = counted(json.loads(subprocess.run(command("./several", "--memory-model", "rc11", "--strategy", "graphs"), capture_output=True, text=True).stdout))
stages, ranks, report = 0, [], {}
while report.get("verdict") != "clean" and stages < 30:
    # What was through is done again: there has to be time for more than that.
    several = ["--checkpoint", "several.hck", "--limit-seconds", str(0.2 * 1.5 ** stages), "--jobs", "1"]
    resumes = ["--resume", "several.hck"] if os.path.exists("several.hck") else []
    done = subprocess.run([*ranks, *command("./several", "--memory-model", "rc11", *several, *resumes)], capture_output=True, text=True)
    stages += 1
    if done.returncode not in (0, 3):
        complain(f"several checks, stage {stages}: {done.returncode} {done.stdout} {done.stderr}")
        break
    report = json.loads(done.stdout)
    ranks = [] if ranks or stages % 2 == 0 or not common.has_mpi(heddle) else [*common.MPIRUN, "2"]
if counted(report) != whole or stages == 1 or os.path.exists("several.hck"):
    complain(f"several checks, {stages} stages: {counted(report)}, at once: {whole}")

# The engine machine, killed likewise: states and steps are counted as if nobody had.
open("grid.c", "w").write(made_up.GRID.replace("STEPS", "40"))
MACHINE = ("--engine", "machine", "--reduction", "none", "--no-symmetry")


def states(report):
    return [report["verdict"], report["statistics"]["states"], report["statistics"]["steps"]]


whole = states(json.loads(subprocess.run(command("grid.c", *MACHINE), capture_output=True, text=True).stdout))
killed, out = 0, ""
while not common.is_whole(out):
    resumes = ["--resume", "machine.hck"] if os.path.exists("machine.hck") else []
    process = subprocess.Popen(command("grid.c", *MACHINE, "--checkpoint", "machine.hck", "--checkpoint-seconds", "0.1", *resumes),
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if killed < kills:
        for _ in range(1000):  # until it has kept something
            if process.poll() is not None or os.path.exists("machine.hck"):
                break
            time.sleep(0.01)
        time.sleep(dice.random() * 0.5)
        process.kill()
        killed += 1
    out, err = process.communicate()
if states(json.loads(out)) != whole or os.path.exists("machine.hck"):
    complain(f"machine, killed {killed} times: {states(json.loads(out))}, never: {whole}")
subprocess.run(command("grid.c", *MACHINE, "--checkpoint", "machine.hck", "--limit-states", "9000"), capture_output=True)
refused("made with --reduction none", "grid.c", "--engine", "machine", "--resume", "machine.hck")
refused("no checkpoint", program, "--resume", "machine.hck")
refused("no checkpoint of the engine machine", "grid.c", *MACHINE, "--resume", "stopped.hck")
refused("cannot go with --limit-memory", "grid.c", *MACHINE, "--resume", "machine.hck", "--limit-memory", "1G")
text = open("machine.hck", "rb").read()
for name, bytes_ in (("cut", text[:-100]), ("changed", text[:9000] + bytes([text[9000] ^ 1]) + text[9001:]), ("twice", text + text)):
    open(name, "wb").write(bytes_)
    refused("damaged", "grid.c", *MACHINE, "--resume", name)
done = subprocess.run([heddle, "check", "--resume", "machine.hck"], capture_output=True, text=True)
if done.returncode != 0 or states(json.loads(done.stdout)) != whole:
    complain(f"machine, --resume alone: {done.returncode} {done.stdout} {done.stderr}")
open("grid.c", "w").write(made_up.GRID.replace("STEPS", "41"))
open("machine.hck", "wb").write(text)
refused("another program", "grid.c", *MACHINE, "--resume", "machine.hck")
common.end()
