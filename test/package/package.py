#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Installs heddle into an empty directory, builds a small project that finds it there, and runs that."""
import pathlib
import subprocess
import sys
import tempfile


def run(*command):
    done = subprocess.run(list(map(str, command)), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stdout}")
    return done.stdout


def main():
    build, sources = map(pathlib.Path, sys.argv[1:3])
    with tempfile.TemporaryDirectory() as directory:
        prefix, consumer = pathlib.Path(directory) / "prefix", pathlib.Path(directory) / "consumer"
        run("cmake", "--install", build, "--prefix", prefix)
        run("cmake", "-G", "Ninja", "-S", sources / "test/package/consumer", "-B", consumer,
            f"-DCMAKE_PREFIX_PATH={prefix}")
        run("cmake", "--build", consumer)
        done = subprocess.run([consumer / "consumer", sources / "examples/bank.std"], stdout=subprocess.PIPE, text=True)
        if (done.returncode, done.stdout) != (1, "balance: examples/bank.cpp:11 and examples/bank.cpp:9\n"):
            sys.exit(f"the consumer printed {done.stdout!r} and ended with {done.returncode}")
        print(run(prefix / "bin/heddle", "--version").strip())
    print("1 passed, 0 failed")


if __name__ == "__main__":
    main()
