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


program = build("program", 6 if kills < 10 else 7)
for shard in ([], ["--shard", "2/3"]):
    whole = counted(json.loads(subprocess.run(
        command(program, *(shard or ["--memory-model", "rc11"])), capture_output=True, text=True).stdout))
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
refused("other options", program, "--resume", "stopped.hck", "--leaks")
refused("other arguments", program, "--resume", "stopped.hck", "--", "1")

# A library of the program that was built again is another program, although nothing else differs.
def build_library(value):
    open("own.c", "w").write(f"int own(void) {{ return {value}; }}\n")
    subprocess.run([heddle, "cc", "-g", "-shared", "-fPIC", "own.c", "-o", "libown.so"], check=True)


build_library(1)
open("uses.c", "w").write("int own(void);\n#define main two_sums\n#include \"" + SOURCE + "\"\n#undef main\n"
                          "int main(void) { two_sums(); return own() == 0; }\n")
subprocess.run([heddle, "cc", "-g", "-DROUNDS=6", "-DLOCKED", "uses.c", "-L.", "-lown", "-Wl,-rpath,$ORIGIN", "-o", "uses",
                "-pthread"], check=True)
subprocess.run(command("./uses", "--checkpoint", "uses.hck", "--limit-seconds", "0.5"), capture_output=True)
build_library(2)
refused("another program or build", "./uses", "--resume", "uses.hck")
text = open("stopped.hck", "rb").read()
for name, bytes_ in (("cut", text[:-100]), ("changed", text[:5000] + bytes([text[5000] ^ 1]) + text[5001:]), ("empty", b"")):
    open(name, "wb").write(bytes_)
    refused("damaged", program, "--resume", name)
common.end()
