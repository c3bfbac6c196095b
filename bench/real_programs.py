#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Real programs under `heddle run`: CPU time and peak memory as multiples of native, and what is found in them.

    real_programs.py HEDDLE BUILD [program…]

Each file of bench/real is a program: the source packages it is made of, how it is built with $CC and $CXX, and a workload or
its own tests, each program of which is started by `watch`. The sources come through apt-get from the distribution's package
archive, by lists of its own: nothing of the system changes. Everything stays under BUILD/real (HEDDLE_REAL_DIRECTORY is
another place): sources/, and for each program and each way to build it a folder. A program that is built is not built again.
Reports are in BUILD/real/reports/, one for each program that was started.
"""
import json
import os
import pathlib
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent / "real"
PROGRAMS = ["pbzip2", "xz", "zstd", "leveldb", "nng", "libuv", "sqlite", "civetweb"]
FLAGS = "-O1 -g"

# What a script calls, and how it ends. A program that goes on for too long is an error.
PRELUDE = r"""
set -eu
. "$HERE/$1.sh"
watch() {
  program=$1
  shift
  if [ -z "${HEDDLE:-}" ]; then timeout 300 "$LAUNCHER" "$FIGURES" "$program" "$@" 2>> "$OUTPUT" || echo "$program $* ended with $?" >> "$OUTPUT"
  else
    report=$(mktemp "$REPORTS/$(basename "$program").XXXXXX")
    echo "$program $*" > "$report.command"
    "$LAUNCHER" "$FIGURES" "$HEDDLE" run --limit-seconds 120 ${OPTIONS:-} --format json --output "$report.json" "$program" -- "$@" 2>> "$OUTPUT" || true
    rm "$report"
  fi
}
data() {  # so many MiB of text that compresses as text does
  python3 -c 'import random, sys
draw = random.Random(7)
words = ["".join(draw.choices("etaoinshrdlu", k=draw.randrange(2, 9))) for _ in range(4000)]
left = int(sys.argv[1]) << 20
while left > 0:
    line = " ".join(draw.choices(words, k=12))[:left - 1] + "\n"
    left -= len(line)
    sys.stdout.write(line)' "$1"
}
"""
# What a process inherits from the one that starts it counts as its own peak, so a small one starts them all. It appends CPU
# seconds, peak memory (KiB) and the status of the command to a file.
LAUNCHER = r"""
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
int main(int argc, char** argv) {
  int status = 0;
  struct rusage usage;
  const pid_t child = fork();
  if (argc < 3 || child < 0) return 2;
  if (child == 0) { execvp(argv[2], argv + 2); _exit(127); }
  wait4(child, &status, 0, &usage);
  FILE* file = fopen(argv[1], "a");
  if (file == NULL) return 2;
  fprintf(file, "%f %ld %d\n", usage.ru_utime.tv_sec + usage.ru_stime.tv_sec +
          1e-6 * (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec), usage.ru_maxrss, status);
  fclose(file);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
"""


class Place:
    """Where sources, builds and reports of one table are."""

    def __init__(self, heddle, directory):
        self.heddle, self.directory = heddle, directory
        (directory / "sources").mkdir(parents=True, exist_ok=True)
        self.launcher = directory / "launcher"
        subprocess.run(["cc", "-O2", "-xc", "-", "-o", self.launcher], input=LAUNCHER, text=True, check=True)

    def sources(self, name):
        line = next(line for line in (HERE / f"{name}.sh").read_text().splitlines() if line.startswith("sources="))
        return line.split('"')[1].split()

    def fetch(self, packages):
        """The unpacked sources of the packages; fetched if they are not here."""
        sources, apt = self.directory / "sources", self.directory / "apt"
        options = ["-o", f"Dir::Etc::sourcelist={apt}/sources.list", "-o", "Dir::Etc::sourceparts=-", "-o", f"Dir::State::lists={apt}/lists",
                   "-o", f"Dir::Cache={apt}", "-o", "APT::Sandbox::User=", "-qq"]
        missing = [package for package in packages if not list(sources.glob(f"{package}-[0-9]*/"))]
        if missing and not (apt / "lists").exists():
            (apt / "lists/partial").mkdir(parents=True)
            (apt / "archives/partial").mkdir(parents=True)
            release = dict(line.rstrip().split("=", 1) for line in open("/etc/os-release") if "=" in line)
            archive = os.environ.get("HEDDLE_SOURCE_ARCHIVE", "http://deb.debian.org/debian")
            (apt / "sources.list").write_text(f"deb-src {archive} {release['VERSION_CODENAME']} main\n")
            subprocess.run(["apt-get", *options, "update"], check=True)
        if missing:
            subprocess.run(["apt-get", *options, "source", *missing], cwd=sources, check=True)
        return [next(iter(sorted(sources.glob(f"{package}-[0-9]*/")))) for package in packages]

    def shell(self, name, what, where, environment):
        done = subprocess.run(["bash", "-c", PRELUDE + what, "bash", name], cwd=where, capture_output=True, text=True,
                              env={**os.environ, "HERE": str(HERE), "LAUNCHER": str(self.launcher), "CFLAGS": FLAGS, **environment})
        (where / f"{what}.log").write_text(done.stdout + done.stderr)
        if done.returncode != 0:
            sys.exit(f"{what} of {name} in {where} ended with {done.returncode}: {done.stderr[-1500:]}")

    def build(self, name, way):
        """The folder in which the program is built that way: "native gcc", "libtsan clang", "run gcc" …"""
        where = self.directory / way.replace(" ", "_") / name
        if not (where / "built").exists():
            shutil.rmtree(where, ignore_errors=True)
            where.mkdir(parents=True)
            for source in self.fetch(self.sources(name)):
                subprocess.run(["cp", "-a", source, where], check=True)
            self.shell(name, "build", where, self.built_with(way))
            (where / "built").touch()
        return where

    def run(self, name, where, environment):
        """CPU seconds of all that `watch` started, the peak among them in MiB, how often one did not end with 0, and how many."""
        figures = where / "figures"
        figures.unlink(missing_ok=True)
        self.shell(name, "run", where, {"FIGURES": str(figures), "OUTPUT": str(where / "output"), **environment})
        rows = [line.split() for line in figures.read_text().splitlines()]
        return sum(float(row[0]) for row in rows), max(int(row[1]) for row in rows) / 1024, sum(row[2] != "0" for row in rows), len(rows)

    def built_with(self, way):
        """The compilers of a way: the distribution's own, its thread sanitizer's, or heddle's before one of them."""
        kind, _, compiler = way.partition(" ")
        c, cpp = {"gcc": ("gcc", "g++"), "clang": ("clang-14", "clang++-14")}[compiler]
        if kind == "run":
            return {"CC": f"{self.heddle} cc", "CXX": f"{self.heddle} c++", "HEDDLE_CC": c, "HEDDLE_CXX": cpp}
        extra = " -fsanitize=thread" if kind == "libtsan" else ""
        return {"CC": c + extra, "CXX": cpp + extra}


def directory_of(arguments):
    return pathlib.Path(os.environ.get("HEDDLE_REAL_DIRECTORY") or pathlib.Path(arguments[2]) / "real").resolve()


def main():
    heddle = pathlib.Path(sys.argv[1]).resolve()
    place = Place(heddle, directory_of(sys.argv))
    print("| program | runs | native, s | CPU, × native | memory, × native | findings | inconclusive |")
    print("|---|---:|---:|---:|---:|---|---|")
    for name in sys.argv[3:] or PROGRAMS:
        own = place.run(name, place.build(name, "native gcc"), {})
        reports = place.directory / "reports" / name
        shutil.rmtree(reports, ignore_errors=True)
        reports.mkdir(parents=True)
        where = place.build(name, "run gcc")
        watched = place.run(name, where, {"HEDDLE": str(heddle), "REPORTS": str(reports)})
        kinds, reasons = {}, {}
        for report in sorted(reports.glob("*.json")):
            told = json.loads(report.read_text())
            for finding in told["findings"]:
                kinds[finding["kind"]] = kinds.get(finding["kind"], 0) + 1
            if told["verdict"] == "inconclusive":
                reasons[told["reason"]] = reasons.get(told["reason"], 0) + 1
        print(f"| {name} | {watched[3]} | {own[0]:.2f} | {watched[0] / own[0]:.1f} | {watched[1] / own[1]:.1f} | "
              + (", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items())) or "none") + " | "
              + (str(sum(reasons.values())) if reasons else "none") + " |", flush=True)


if __name__ == "__main__":
    main()
