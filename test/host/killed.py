# SPDX-License-Identifier: Apache-2.0
"""heddle is killed while a program is checked: what it started ends with it. (One that `heddle run` watches goes on alone,
which hostile.py tests.) Asked to stop, by Ctrl-C, SIGTERM or a terminal that closes, it leaves no temporary files behind.

    killed.py HEDDLE
"""
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

heddle = pathlib.Path(sys.argv[1]).resolve()
PROGRAM = """#include <pthread.h>
static void *spin(void *p) { for (volatile long i = 0; i < 1L << 60; ++i) ; return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, spin, 0); pthread_join(t, 0); return 0; }
"""
RACE = """#include <pthread.h>
int shared;
static void *writes(void *p) { shared = 1; return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, writes, 0); shared = 2; return pthread_join(t, 0); }
"""


def descendants(parent):
    """Of a process, by their ids."""
    children = {}
    for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        children.setdefault(int(fields[1]), []).append(int(stat.parent.name))
    found, waiting = [], [parent]
    while waiting:
        for child in children.get(waiting.pop(), []):
            found.append(child)
            waiting.append(child)
    return found


def is_alive(process):
    try:
        return pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0] not in "ZX"
    except OSError:
        return False


def outlived(command, directory, at_least):
    """What is left a while after heddle was killed, which had started so many processes."""
    process = subprocess.Popen([heddle, *command], cwd=directory, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                               stdin=subprocess.DEVNULL)
    started, end = [], time.monotonic() + 60
    while len(started) < at_least and time.monotonic() < end and process.poll() is None:
        time.sleep(0.05)
        started = descendants(process.pid)
    process.send_signal(signal.SIGKILL)
    process.wait()
    end = time.monotonic() + 20
    while any(map(is_alive, started)) and time.monotonic() < end:
        time.sleep(0.05)
    left = [each for each in started if is_alive(each)]
    for each in left:
        os.kill(each, signal.SIGKILL)
    if len(started) < at_least:
        return f"only {len(started)} processes were started"
    return f"{len(left)} of {len(started)} processes go on" if left else ""


def littered(command, directory, number):
    """What is wrong once all processes of the terminal got the signal, while heddle's child runs."""
    scratch = pathlib.Path(directory, "scratch")
    process = subprocess.Popen([heddle, *command], cwd=directory, env=dict(os.environ, TMPDIR=str(scratch)), text=True,
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
                               start_new_session=True)
    end = time.monotonic() + 60
    while not descendants(process.pid) and time.monotonic() < end and process.poll() is None:
        time.sleep(0.01)
    os.killpg(process.pid, number)
    printed = process.communicate(timeout=60)[0]
    left = [path.name for path in scratch.iterdir()]
    if left:
        return f"{left} is left in TMPDIR"
    return "" if process.returncode == 3 and "interrupted" in printed else f"exit status {process.returncode}: {printed}"


def main():
    failed = 0
    with tempfile.TemporaryDirectory() as directory:
        pathlib.Path(directory, "spin.c").write_text(PROGRAM)
        subprocess.run([heddle, "cc", "spin.c", "-o", "spin", "-pthread"], cwd=directory, check=True)
        cases = [(["check", "./spin"], 2), (["check", "--isolate", "./spin"], 3)]
        for command, at_least in cases:
            wrong = outlived(command, directory, at_least)
            failed += wrong != ""
            print(f"{'WRONG' if wrong else 'right'}  heddle {' '.join(command)} is killed{': ' * bool(wrong)}{wrong}", flush=True)
        pathlib.Path(directory, "scratch").mkdir()
        pathlib.Path(directory, "slow.cpp").write_text("#include <regex>\nint main() { return std::regex_match(\"a\", std::regex(\"b\")); }\n")
        pathlib.Path(directory, "race.c").write_text(RACE)
        subprocess.run([heddle, "check", "race.c"], cwd=directory, stdout=subprocess.DEVNULL)
        for command in ["check", "slow.cpp"], ["run", "slow.cpp"], ["replay", "heddle-finding.json", "--times", "1000000"]:
            for number in signal.SIGINT, signal.SIGTERM, signal.SIGHUP:
                wrong = littered(command, directory, number)
                failed += wrong != ""
                print(f"{'WRONG' if wrong else 'right'}  heddle {' '.join(command)} gets {number.name}{': ' * bool(wrong)}{wrong}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
