#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What heddle says where people go wrong: each misuse with its whole message and exit status, compared with misuses.txt.
None may end with exit status 70 or by a signal, and none may pass for clean.

    misuses.py HEDDLE SOURCE_DIRECTORY [--update]
"""
import difflib
import os
import pathlib
import re
import subprocess
import sys
import tempfile

heddle, sources = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
golden = pathlib.Path(__file__).with_suffix(".txt")

MISUSES = """
heddle
heddle chekc mine.cpp
heddle mine.cpp
heddle --verison
heddle check
heddle check missing.cpp
heddle check .
heddle check plain
heddle check notes.txt
heddle check mine.cpp notes.txt
heddle run mine.cpp fast
heddle check queue.h
heddle check broken.cpp
heddle check mine.cpp --preemption 2
heddle completion bash zsh
heddle trace trace.std
heddle check mine.cpp --preemptions two
heddle check mine.cpp --preemptions -1
heddle check mine.cpp --strategy dopr
heddle check mine.cpp --memory-model arm
heddle check mine.cpp --memory-model tso --no-races
heddle check mine.cpp --memory-model rc11 --strategy pct
heddle check mine.cpp --memory-model rc11 --preemptions 2
heddle check mine.cpp --function no_such
heddle check mine.cpp --test Queue.Push
heddle check mine.cpp --save no/such/directory/finding.json
heddle check mine.cpp --limit-seconds
heddle check mine.cpp --engine machine --backend futex
heddle check mine.cpp --compiler no-such-compiler
heddle check --compile-commands no-such-directory --test queue_test
heddle check --compile-commands . --test queue_tset
heddle check trace.std
PATH=/nowhere heddle check mine.cpp
PATH=/nowhere heddle check --engine machine mine.cpp
heddle run ./plain -n 5
heddle run plain --verbose
heddle run mine.cpp --suppressions wrong.supp
heddle run mine.cpp --format xml
heddle run empty
heddle races mine.cpp
heddle races plain
heddle races .
heddle races missing.std
heddle races empty
heddle predict mine.cpp
heddle states trace.std --class no-such
heddle detect trace.std --when 'x =='
heddle replay trace.std
heddle replay missing.json
heddle trace inof trace.std
heddle trace convert trace.std trace.xyz
heddle prove mine.cpp
heddle help chekc
heddle completion tcsh
HEDDLE_PROJECT=wrong.toml heddle check mine.cpp
HEDDLE_PROJECT=unknown.toml heddle check mine.cpp
HEDDLE_PROJECT=missing.toml heddle check mine.cpp
HEDDLE_PROJECT=text.toml heddle check mine.cpp
HEDDLE_PROJECT=truth.toml heddle check mine.cpp
HEDDLE_PROJECT=model.toml heddle check mine.cpp
HEDDLE_PROJECT=folder heddle check mine.cpp
heddle -V extra words
heddle RUN mine.cpp
heddle check ''
heddle check -- mine.cpp
heddle check ./script.sh
heddle check ./plain ./script.sh
heddle check object.o
heddle run library.so
heddle check folder --engine machine
heddle check mine.cpp --strategy pct --strategy dpor
heddle check mine.cpp --jobs 99999999999999999999
heddle check mine.cpp --jobs=-1
heddle check mine.cpp --executions 1.5
heddle check mine.cpp --shard 3/2
heddle check mine.cpp --output folder
heddle check mine.cpp --resume missing
heddle check mine.cpp --function 'operator new'
heddle check mine.cpp --compile-commands folder
TMPDIR=/nowhere heddle check mine.cpp
HEDDLE_CXX='no-such-compiler -O2' heddle check mine.cpp
heddle check mine.cpp -o mine.cpp
heddle check mine.cpp --save=mine.cpp
heddle run mine.cpp -o library.so
heddle run mine.cpp --record other.cpp
heddle races trace.std -otrace.std
heddle states trace.std --graph trace.std
heddle states trace.std --graph lattice.dot -o lattice.dot
heddle detect trace.std --when 'T1.x == 1' --run trace.std
heddle predict trace.std --confirm racing --save racing.c
heddle trace convert trace.std trace.std
heddle trace convert trace.std ./folder/../trace.std
heddle check racing --suppressions wrong.supp -o wrong.supp
heddle check --compile-commands . --test queue_test -o compile_commands.json
heddle check racing -o made.json --save ./made.json
heddle check racing -o heddle-finding.json
heddle run racing -o made.hdl --record made.hdl
heddle prove plain.c --confirm plain.c
heddle prove trace.std --confirm mine.cpp
heddle prove plain.c --html plain.c
heddle run mine.cpp -c
heddle check mine.cpp -shared
heddle run mine.cpp --no-such-flag
heddle run mine.cpp --suppressions folder
heddle replay
heddle replay report.json
heddle replay folder
heddle races trace.std mine.cpp
heddle races cut.hdl
heddle races report.json
heddle predict
heddle states trace.std --algorithm dfs
heddle states trace.std --algorithm bfz
heddle detect trace.std
heddle detect trace.std --when 'T9.x == 1'
heddle detect trace.std --when-library library.so
heddle linearizable calls.jsonl
heddle linearizable calls.jsonl --model heap
heddle linearizable notes.txt --model queue
heddle linearizable trace.std --model queue
heddle merge
heddle merge report.json
heddle merge folder
heddle view folder
heddle view mine.cpp
heddle trace
heddle trace info mine.cpp
heddle trace convert trace.std
heddle trace generate made.std --events -3
heddle prove folder
heddle prove trace.std
heddle prove plain.c
heddle completion
heddle manual nothing
heddle --help-all | head -1
heddle cc
heddle c++ -O2
heddle replay --times 0 keyless.json
heddle replay --gdb --dap keyless.json
heddle check mine.cpp --strategy foo
HEDDLE_PROJECT=huge.toml heddle check mine.cpp
heddle races trace.std > /dev/full
heddle help > /dev/full
heddle version > /dev/full
heddle version >&-
heddle help version
heddle help help | head -1
heddle run racing 2> /dev/full
heddle run not-executable
heddle check not-executable
heddle run program32
heddle run cut
(ulimit -v 500000; heddle check racing)
(ulimit -v 100000000; heddle check racing --jobs 1)
heddle run racing --limit-seconds nan
heddle check racing --limit-seconds inf
heddle check racing --limit-seconds 1e400
heddle states trace.std --limit-seconds -1
heddle replay keyless.json
heddle check mine.cpp -o ''
HEDDLE_PROJECT=help.toml heddle check racing
HEDDLE_PROJECT=seconds.toml heddle check racing
heddle check racing --save=
heddle run racing --output=
(ulimit -v 4000000; heddle check /dev/zero)
(ulimit -v 4000000; heddle run /dev/zero)
heddle run loop
heddle check loop.cpp
heddle races loop
heddle check -dash.c
heddle check racing.c --compiler /bin/true
heddle run racing --repeat 0
heddle check half.c
""".strip().splitlines()

FILES = {
    "mine.cpp": "#include <thread>\nint main() { std::thread a([] {}); a.join(); }\n",
    "broken.cpp": "int main() { return missing; }\n",
    "queue.h": "#pragma once\n",
    "notes.txt": "not a program\n",
    "empty": "",
    "trace.std": "T1|w(x)|a.c:1\nT1|w(x)|a.c:2\n",
    "wrong.supp": "data-race functoin:f\n",
    "wrong.toml": "[check]\npreemptions = = 2\n",
    "unknown.toml": "[check]\npreemptoins = 2\n",
    "text.toml": "[check]\njobs = 1\npreemptions = \"two\"\n",
    "truth.toml": "[check]\npreemptions = true\n",
    "huge.toml": "[check]\njobs = 99999999999999999999\n",
    "model.toml": "# a processor\nmemory-model = \"arm\"\n",
    "help.toml": "[check]\nhelp = true\n",
    "seconds.toml": "seconds = 3\n",
    "script.sh": "#!/bin/sh\nexit 0\n",
    "calls.jsonl": '{"process": 0, "type": "invoke", "f": "push", "value": 1}\n',
    "report.json": '{"schema_version": 1, "tool": "heddle", "verdict": "clean", "findings": []}\n',
    "cut.hdl": "\x89HDL\r\n\x1a\n",
    "keyless.json": '{"version": 1}\n',
    "program32": "\x7fELF\x01" + "\1\1" + "\0" * 9 + "\2\0\3\0" + "\0" * 60,
    "racing.c": "#include <pthread.h>\nint x;\nstatic void *f(void *p) { x = 1; return p; }\n"
                "int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); x = 2; return pthread_join(t, 0); }\n",
    "-dash.c": "int main(void) { return 0; }\n",
    "half.c": "int half(void) { return 1; }\n",
    "plain.c": "int main(void) { return 0; }\n",
    "compile_commands.json": '[{"directory": ".", "file": "queue_test.cpp", "command": "c++ -c queue_test.cpp '
                             '-o CMakeFiles/queue_test.dir/queue_test.cpp.o"}]\n',
}


def normal(line):
    """Without what differs from machine to machine: where things are, and what a compiler says."""
    line = re.sub(r"[0-9.e-]+ s · [0-9.]+ MiB", "# s · # MiB", line)
    return line.replace(str(heddle.parent), "<build>")


def main():
    printed = []
    with tempfile.TemporaryDirectory() as directory:
        for name, text in FILES.items():
            pathlib.Path(directory, name).write_bytes(text.encode("latin-1"))
        pathlib.Path(directory, "folder").mkdir()
        for ring in ("loop", "loop.cpp"):
            pathlib.Path(directory, ring).symlink_to(ring)
        pathlib.Path(directory, "script.sh").chmod(0o755)
        for options in ["-o", "plain"], ["-c", "-o", "object.o"], ["-shared", "-fPIC", "-o", "library.so"]:
            subprocess.run(["cc", "plain.c", *options], cwd=directory, check=True)
        subprocess.run([heddle, "cc", "racing.c", "-o", "racing"], cwd=directory, check=True)
        program = pathlib.Path(directory, "racing").read_bytes()
        pathlib.Path(directory, "not-executable").write_bytes(program)
        pathlib.Path(directory, "cut").write_bytes(program[:3000])
        environment = dict(os.environ, PATH=f"{heddle.parent}:{os.environ['PATH']}", LC_ALL="C.UTF-8", NO_COLOR="1",
                           TMPDIR=directory)
        for name in ("HEDDLE_CC", "HEDDLE_CXX", "HEDDLE_PROJECT"):
            environment.pop(name, None)
        for misuse in MISUSES:
            command = misuse.replace("PATH=/nowhere heddle", f"PATH=/nowhere {heddle}")
            done = subprocess.run(["bash", "-c", command], cwd=directory, env=environment, text=True, timeout=120,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            printed += [f"$ {misuse}", *map(normal, done.stdout.splitlines()), f"exit status {done.returncode}", ""]
            is_told = done.returncode == 0 and misuse.startswith(("heddle -V", "heddle help ", "heddle --help-all"))  # what is meant is plain
            if done.returncode not in (1, 2, 3) and not is_told:
                print(f"{misuse}: exit status {done.returncode}\n{done.stdout}")
                return 1
    if "--update" in sys.argv:
        golden.write_text("\n".join(printed))
        return 0
    wanted = golden.read_text().split("\n")
    for line in difflib.unified_diff(wanted, "\n".join(printed).split("\n"), "misuses.txt", "printed", lineterm=""):
        print(line)
    print(f"{len(MISUSES)} misuses")
    return 0 if wanted == "\n".join(printed).split("\n") else 1


if __name__ == "__main__":
    sys.exit(main())
