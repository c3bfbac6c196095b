# SPDX-License-Identifier: Apache-2.0
"""Made-up programs (test/random/whole_program.py) compiled together, and what each engine says of each of them."""
import collections
import dataclasses
import json
import os
import re
import signal
import subprocess
import sys

here = os.path.dirname(os.path.abspath(__file__))
root = os.path.abspath(os.path.join(here, "../.."))
sys.path.insert(0, os.path.join(here, "../random"))
import whole_program  # noqa: E402

OUTCOMES = 256  # as in whole_programs.h
MACHINE_OUTCOMES = 16
EXECUTIONS = 400
# Batch by batch in turn. What each leaves out of its instrumentation differs, and so do the waiting loops it makes.
COMPILERS = {"c": [("gcc", "-O0"), ("gcc", "-O1"), ("clang-19", "-O0"), ("gcc", "-O0"), ("clang-19", "-O1")],
             "cpp": [("g++", "-O0"), ("g++", "-O1"), ("clang++-19", "-O0")]}
# Orders weaker than seq_cst; and attempts, which order nothing if they fail.
WEAK = re.compile(r"(?i)relaxed|acquire|release|acq_rel|try|timed|clock(lock|wait|join|rd|wr)|getvalue|std::(latch|barrier|counting_semaphore|shared_ptr|pmr|exception_ptr|promise|packaged_task|shared_future)")
# As program/translate/load.cpp compiles.
MACHINE_FLAGS = ["-O0", "-fno-discard-value-names", "-Xclang", "-fsanitize-address-use-after-scope", "-DHEDDLE_MACHINE=1",
                 "-U_FORTIFY_SOURCE", "-fno-stack-protector", "-w", "-c", "-emit-llvm", "-g"]
OWN_TEMPLATES = """#include <bits/c++config.h>
#undef _GLIBCXX_EXTERN_TEMPLATE
#define _GLIBCXX_EXTERN_TEMPLATE 0
"""
with open(os.path.join(here, "whole_programs.h")) as header:
    FIRST_OUTCOME = header.read().split("    OUTCOME(0)\n")[0].count("\n") + 1  # the machine tells them by their line


@dataclasses.dataclass
class Answer:
    said: str                # a kind of finding; clean, inconclusive; findings, if there may be several kinds
    why: str = ""
    outcomes: frozenset = frozenset()
    kinds: frozenset = None  # of the machine, which goes on after a finding

    def is_definite(self):
        return self.said != "inconclusive"

    def __str__(self):
        words = ", ".join(sorted(self.kinds)) if self.said == "findings" else self.said
        words += f", outcomes {sorted(self.outcomes)}" if self.said == "clean" else ""
        return words + (f" ({self.why})" if self.why else "")


class Batch:
    """Programs of one language, by number; all of them whole programs, or none."""

    def __init__(self, heddle, work, name, programs, seed=0):
        self.heddle, self.programs, self.base = heddle, programs, os.path.join(work, name)
        first = next(iter(programs.values()))
        self.language, self.whole = first.language, first.whole
        choices = COMPILERS[self.language]
        self.compiler = choices[(seed + seed // 5) % len(choices)]  # each meets each of the five ways that are taken in turn
        self.every_access = False  # also those that tell `heddle run` nothing new: orders of races need them
        self.source = f"{self.base}.{self.language}"
        self.made = []
        with open(self.source, "w") as file:
            file.write(self.text())

    def text(self):
        programs = "".join(whole_program.emit(each, number) for number, each in self.programs.items())
        rows = ", ".join(f"{{{number}, program_{number}}}" for number in self.programs)
        return f'#include "whole_programs.h"\n{programs}static const Row table[] = {{{rows}}};\n#include "whole_programs_main.h"\n'

    def compile(self):
        """Without names of lines and variables, which cost half of all the time and no verdict needs."""
        binary = self.base + (".whole" if self.whole else ".test")
        if binary not in self.made:
            verb = ["c++", "-std=c++20"] if self.language == "cpp" else ["cc"]
            self.run_compiler([self.heddle, *verb, self.compiler[1], *(["--unreduced"] if self.every_access else []), "-g0", *(["-DWHOLE"] if self.whole else []), "-pthread"], binary)
        return binary

    def is_clang(self):
        return self.compiler[0].startswith("clang")

    def is_strong(self, number):
        """Can it do no more than sequential consistency allows? What it observes at its end comes after all else."""
        text = re.sub(r".*h = h \* 31.*", "", whole_program.emit(self.programs[number], number))
        return WEAK.search(text) is None

    def run_compiler(self, command, output):
        done = subprocess.run([*command, "-w", "-I" + here, "-I" + os.path.join(root, "include"), self.source, "-o", output],
                              capture_output=True, text=True, env=dict(os.environ, HEDDLE_CC=self.compiler[0], HEDDLE_CXX=self.compiler[0]))
        if done.returncode != 0:
            raise RuntimeError(f"{self.source} does not compile:\n{done.stderr[:4000]}")
        self.made.append(output)

    def clean_up(self):
        for each in self.made:
            os.unlink(each)
        self.made = []

    # ---- heddle check ----

    def check(self, options):
        """number → answer"""
        binary = self.compile()
        if not self.whole:
            return self.check_binary(binary, options, None)
        answers = {}
        for number in self.programs:
            answers.update(self.check_binary(binary, options, number))
        return answers

    def check_binary(self, binary, options, number):
        shared = f"{binary}.outcomes"
        with open(shared, "wb") as file:
            file.write(bytes(OUTCOMES * (max(self.programs) + 1)))
        if shared not in self.made:
            self.made.append(shared)
        arguments = [] if number is None else ["--", str(number)]
        done = subprocess.run([self.heddle, "check", binary, "--format", "json", "--save", "none", "--executions", str(EXECUTIONS),
                               "--jobs", "1", *options, *arguments],
                              capture_output=True, text=True, env=dict(os.environ, HEDDLE_OUTCOMES=shared))
        try:
            report = json.loads(done.stdout)
        except ValueError:
            raise RuntimeError(f"{binary} {options} {arguments}: status {done.returncode}: {done.stderr[:2000]}") from None
        with open(shared, "rb") as file:
            reached = file.read()
        numbers = list(self.programs) if number is None else [number]
        answers = {each: Answer("clean", "", frozenset(i for i in range(OUTCOMES) if reached[each * OUTCOMES + i])) for each in numbers}
        for doubt in re.split(r"; (?=program \d+: )", report["reason"] or ""):
            named = re.match(r"program (\d+): (.*)", doubt)
            for each in ([int(named[1])] if named else numbers) if doubt else []:
                answers[each] = Answer("inconclusive", named[2] if named else doubt)
        for finding in report["findings"]:
            named = re.search(r"in the test `program (\d+)`", " ".join(finding.get("notes", [])))
            answers[int(named[1]) if named else numbers[0]] = Answer(finding["kind"], finding["message"])
        return answers

    def replays(self, number, options):
        """Does a finding of the program fail again in the same way?"""
        file = self.base + ".finding"
        subprocess.run([self.heddle, "check", self.compile(), "--save", file, "--executions", str(EXECUTIONS), *options,
                        "--", str(number)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        done = subprocess.run([self.heddle, "replay", file, "--times", "2"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        if os.path.exists(file):
            os.unlink(file)
        return done.returncode == 1

    # ---- heddle run ----

    def run(self, number):
        """What `heddle run` reports of one execution; None: it did not end."""
        output = self.base + ".run"
        try:
            command = [self.heddle, "run", self.compile(), "--format", "json", "--output", output, "--", str(number)]
            started = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
                                       env=dict(os.environ, HEDDLE_WHOLE="1"))
            try:
                started.wait(timeout=30)
            except subprocess.TimeoutExpired:  # it may wait for ever, and so may what it started
                os.killpg(started.pid, signal.SIGKILL)
                started.wait()
                return None
            with open(output) as file:
                return {finding["kind"] for finding in json.load(file)["findings"]}
        except (OSError, ValueError):
            return None
        finally:
            if os.path.exists(output):
                os.unlink(output)

    # ---- the machine ----

    def ask_machine(self, machine):
        """number → way → answer"""
        bitcode = self.base + ".bc"
        if self.language == "cpp":
            templates = self.base + ".templates.h"
            with open(templates, "w") as file:
                file.write(OWN_TEMPLATES)
            self.run_compiler(["clang++-19", "-std=c++20", "-include", templates, *MACHINE_FLAGS], bitcode)
            os.unlink(templates)
        else:
            self.run_compiler(["clang-19", *MACHINE_FLAGS], bitcode)
        done = subprocess.run([machine, bitcode, *map(str, self.programs)], capture_output=True, text=True)
        if done.returncode != 0:
            raise RuntimeError(f"{machine} {bitcode}: status {done.returncode}: {done.stderr[:2000]}")
        said = collections.defaultdict(dict)
        for line in done.stdout.splitlines():
            number, way, kinds, outcomes, doubts = line.split("\t")
            # Sequential consistency is what is compared.
            doubts = "; ".join(each for each in doubts.split("; ") if each and "only weak memory shows" not in each)
            kinds = frozenset(kinds.split(",")) - {""}
            outcomes = frozenset(int(each) - FIRST_OUTCOME for each in outcomes.split(",") if each)
            said[int(number)][way] = Answer("findings" if kinds else "inconclusive" if doubts else "clean", doubts, outcomes, kinds)
        return said
