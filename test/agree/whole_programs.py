# SPDX-License-Identifier: Apache-2.0
"""Every engine says the same of programs made up by chance.

    whole_programs.py HEDDLE WORKING_DIRECTORY [--count N] [--seed N] [--no-shrink]

test/random/whole_program.py makes the programs, hundreds in one source file. Each goes through the native searches `all`,
`dpor` and `races`; a part of them through the other backend, through a process for each execution, and with races that are
no failure. Programs that end the process themselves are checked one by one. What must be the same:

- whether there is a finding, and the set of outcomes if there is none;
- a finding fails again in `heddle replay`;
- `heddle run` reports nothing of a program that is clean.

A verdict that is inconclusive agrees with every other, but few may be. A program about which two disagree is made as small as
it can be, and is written to WORKING_DIRECTORY/found.
"""
import argparse
import collections
import dataclasses
import json
import os
import re
import subprocess
import sys

here = os.path.dirname(os.path.abspath(__file__))
root = os.path.abspath(os.path.join(here, "../.."))
sys.path.insert(0, os.path.join(here, "../random"))
import whole_program  # noqa: E402

OUTCOMES = 256  # as in whole_programs.h
EXECUTIONS = 2000
SEARCHES = {"all": ["--strategy", "all"], "dpor": ["--strategy", "dpor"], "races": ["--strategy", "races"]}
MORE = [{"futex": ["--strategy", "dpor", "--backend", "futex"]},
        {"isolated": ["--strategy", "dpor", "--isolate"]},
        {"all, no races": ["--strategy", "all", "--no-races"], "dpor, no races": ["--strategy", "dpor", "--no-races"]}]


@dataclasses.dataclass
class Answer:
    said: str  # a kind of finding, clean or inconclusive
    why: str = ""
    outcomes: frozenset = frozenset()
    kinds: frozenset = None  # of the machine, which goes on after a finding: all of them

    def is_definite(self):
        return self.said != "inconclusive"

    def __str__(self):
        return (self.said if self.kinds is None or self.said != "findings" else ", ".join(sorted(self.kinds))) + (f", {len(self.outcomes)} outcomes" if self.said == "clean" else "") + (f" ({self.why})" if self.why else "")


class Batch:
    """Programs compiled together: number → program."""

    def __init__(self, heddle, work, name, programs):
        self.heddle, self.programs = heddle, programs
        first = next(iter(programs.values()))
        self.language, self.whole = first.language, first.whole
        self.base = os.path.join(work, name)
        with open(f"{self.base}.{self.language}", "w") as file:
            file.write(source_of(programs))

    def compile(self, whole):
        binary = self.base + (".whole" if whole else ".test")
        compiler = ["c++", "-std=c++20"] if self.language == "cpp" else ["cc"]
        done = subprocess.run([self.heddle, *compiler, "-w", "-O1", *(["-DWHOLE"] if whole else []), "-I" + here, "-I" + os.path.join(root, "include"),
                               f"{self.base}.{self.language}", "-o", binary, "-pthread"], capture_output=True, text=True)
        if done.returncode != 0:
            raise RuntimeError(f"{self.base}.{self.language} does not compile:\n{done.stderr[:4000]}")
        return binary

    def check(self, binary, options, number=None):
        """Answers to one way of asking, of all programs or of one."""
        shared = f"{binary}.outcomes"
        with open(shared, "wb") as file:
            file.write(bytes(OUTCOMES * (max(self.programs) + 1)))
        arguments = [] if number is None else ["--", str(number)]
        done = subprocess.run([self.heddle, "check", binary, "--format", "json", "--save", "none", "--executions", str(EXECUTIONS), "--jobs", "1",
                               *options, *arguments], capture_output=True, text=True, env=dict(os.environ, HEDDLE_OUTCOMES=shared))
        try:
            report = json.loads(done.stdout)
        except ValueError:
            raise RuntimeError(f"{binary} {options} {arguments}: status {done.returncode}: {done.stderr[:2000]}") from None
        with open(shared, "rb") as file:
            reached = file.read()
        return self.answers(report, reached, [number] if number is not None else list(self.programs))

    def answers(self, report, reached, numbers):
        answers = {number: Answer("clean", "", frozenset(i for i in range(OUTCOMES) if reached[number * OUTCOMES + i])) for number in numbers}
        for doubt in re.split(r"; (?=program \d+: )", report["reason"] or ""):
            if not doubt:
                continue
            named = re.match(r"program (\d+): (.*)", doubt)
            if named:
                answers[int(named[1])] = Answer("inconclusive", named[2])
            else:
                for number in numbers:
                    answers[number] = Answer("inconclusive", doubt)
        for finding in report["findings"]:
            named = re.search(r"in the check `program (\d+)`", " ".join(finding["notes"]))
            number = int(named[1]) if named else numbers[0]
            answers[number] = Answer(finding["kind"], finding["message"])
        return answers


    def ask_machine(self, machine):
        """number → way → answer"""
        bitcode, flags = self.base + ".bc", MACHINE_FLAGS
        if self.language == "cpp":
            with open(self.base + ".templates.h", "w") as file:
                file.write(TEMPLATES)
            flags = ["-std=c++20", "-include", file.name, *flags]
        compiler = "clang++-19" if self.language == "cpp" else "clang-19"
        done = subprocess.run([compiler, *flags, "-I" + here, "-I" + os.path.join(root, "include"), f"{self.base}.{self.language}", "-o", bitcode],
                              capture_output=True, text=True)
        if done.returncode != 0:
            raise RuntimeError(f"{self.base}.{self.language} does not compile:\n{done.stderr[:4000]}")
        done = subprocess.run([machine, bitcode, *map(str, self.programs)], capture_output=True, text=True)
        if done.returncode != 0:
            raise RuntimeError(f"{machine} {bitcode}: status {done.returncode}: {done.stderr[:2000]}")
        said = collections.defaultdict(dict)
        for line in done.stdout.splitlines():
            number, way, kinds, outcomes, doubts = line.split("\t")
            doubts = "; ".join(each for each in doubts.split("; ") if each and "only weak memory shows" not in each)
            kinds = frozenset(kinds.split(",")) - {""}
            outcomes = frozenset(int(each) - FIRST_OUTCOME for each in outcomes.split(",") if each)
            verdict = "findings" if kinds else "inconclusive" if doubts else "clean"
            said[int(number)][way] = Answer(verdict, doubts, outcomes, kinds)
        return said


# As program/translate/load.cpp compiles.
MACHINE_FLAGS = ["-O0", "-fno-discard-value-names", "-Xclang", "-fsanitize-address-use-after-scope", "-DHEDDLE_MACHINE=1", "-U_FORTIFY_SOURCE",
                 "-fno-stack-protector", "-w", "-c", "-emit-llvm", "-g"]
TEMPLATES = "#include <bits/c++config.h>\n#undef _GLIBCXX_EXTERN_TEMPLATE\n#define _GLIBCXX_EXTERN_TEMPLATE 0\n"
with open(os.path.join(here, "whole_programs.h")) as header:
    FIRST_OUTCOME = header.read().split("OUTCOME(0)")[0].count("\n") + 1
MACHINE_OUTCOMES = 16


def source_of(programs):
    text = '#include "whole_programs.h"\n' + "".join(whole_program.emit(each, number) for number, each in programs.items())
    rows = ", ".join(f"{{{number}, program_{number}}}" for number in programs)
    return text + f'static const Row table[] = {{{rows}}};\n#include "whole_programs_main.h"\n'


def ways_for(seed, thorough):
    """How a batch is asked: always the searches, and the others in turn."""
    ways = dict(SEARCHES)
    for more in MORE if thorough else [MORE[seed % len(MORE)]]:
        ways.update(more)
    return ways


def ask(batch, ways, machine):
    """number → way → answer"""
    said = batch.ask_machine(machine) if machine else collections.defaultdict(dict)
    binary = batch.compile(batch.whole)
    for way, options in ways.items():
        answers = {}
        if batch.whole:
            for number in batch.programs:
                answers.update(batch.check(binary, options, number))
        else:
            answers = batch.check(binary, options)
        for number, answer in answers.items():
            said[number][way] = answer
    return said


def disagreement(answers):
    """What two ways say differently, in words; empty: nothing."""
    for answer in answers.values():
        if "foreseen" in answer.why or "repeat itself" in answer.why:
            return answer.why  # the search contradicts itself
    definite = {way: answer for way, answer in answers.items() if answer.is_definite()}
    meant = {way: answer for way, answer in definite.items() if "no races" in way}
    machine = {way: answer for way, answer in definite.items() if way.startswith("machine")}
    native = {way: answer for way, answer in definite.items() if way not in meant and way not in machine}
    for group, name in ((native, "natively"), (meant, "where races are meant"), (machine, "in the machine"), ({**native, **machine}, "in one engine")):
        if len({answer.said == "clean" for answer in group.values()}) > 1:
            return f"a finding or none, {name}"
    exact = {way: answer for way, answer in machine.items() if not answer.why}
    if len({answer.kinds for answer in exact.values()}) > 1:
        return "kinds of findings, in the machine"
    clean = {way: answer for way, answer in native.items() if answer.said == "clean"}
    if clean and any(answer.said != "clean" for answer in meant.values()):
        return "a finding only where races are meant"
    for way, answer in native.items():
        for other in exact.values():
            if answer.said != "clean" and answer.said not in other.kinds:
                return f"a {answer.said} only natively"
    same = [answer.outcomes for answer in {**clean, **(meant if clean else {})}.values()]
    also = [answer.outcomes for answer in meant.values() if answer.said == "clean"]
    folded = [frozenset(each % MACHINE_OUTCOMES for each in outcomes) for outcomes in same]
    folded += [answer.outcomes for answer in machine.values() if answer.said == "clean"]
    for group, name in ((same, "natively"), (also, "where races are meant"), (folded, "in one engine")):
        if len(set(group)) > 1:
            return f"outcomes, {name}"
    return ""


class Oracle:
    def __init__(self, heddle, machine, work, shrinks, thorough):
        self.heddle, self.machine, self.work, self.shrinks, self.thorough = heddle, machine, work, shrinks, thorough
        self.counts, self.reasons, self.kinds = collections.Counter(), collections.Counter(), collections.Counter()
        os.makedirs(os.path.join(work, "found"), exist_ok=True)

    def batch(self, seed, language, whole, size):
        name = f"{language}{'_whole' if whole else ''}_{seed}"
        programs = {number: whole_program.make(f"{seed} {number}", language, whole) for number in range(size)}
        batch = Batch(self.heddle, self.work, name, programs)
        ways = SEARCHES if whole else ways_for(seed, self.thorough)
        said = ask(batch, ways, self.machine)
        for number, answers in said.items():
            self.counts["programs"] += 1
            unsure = [answer.why for answer in answers.values() if not answer.is_definite()]
            self.counts["inconclusive"] += bool(unsure)
            self.counts["cut"] += any("not all schedules" in why for why in unsure)
            self.reasons.update({re.sub(r"[\d.e+-]+ %", "some", why)[:100] for why in unsure})
            self.kinds[answers["dpor"].said] += 1
            if what := disagreement(answers):
                self.report(programs[number], ways, f"{name}_{number}", what)
        return batch, said

    def report(self, program, ways, name, what):
        self.counts["disagreements"] += 1
        if self.shrinks:
            program = self.shrunk(program, ways)
        batch = Batch(self.heddle, os.path.join(self.work, "found"), name, {0: program})
        answers = ask(batch, ways, self.machine)[0]
        lines = [f"{way}: {answer}" for way, answer in answers.items()]
        with open(f"{batch.base}.{program.language}", "a") as file:
            file.write("".join(f"// {line}\n" for line in lines))
        print(f"{name}: {what}\n  " + "\n  ".join(lines), flush=True)
        print(re.sub("(?m)^", "    ", whole_program.emit(program, 0)), flush=True)

    def shrunk(self, program, ways):
        while True:
            candidates = dict(enumerate(whole_program.smaller(program)))
            if not candidates:
                return program
            said = ask(Batch(self.heddle, self.work, "shrinking", candidates), ways, self.machine)
            better = [number for number in candidates if disagreement(said[number])]
            if not better:
                return program
            program = candidates[better[0]]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("heddle")
    parser.add_argument("work")
    parser.add_argument("--machine", default="", help="the program whole_programs_machine")
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--size", type=int, default=100, help="programs compiled together")
    parser.add_argument("--no-shrink", action="store_true")
    parser.add_argument("--thorough", action="store_true", help="every way for every program")
    parser.add_argument("--language", default="")
    parser.add_argument("--whole", type=int, default=-1)
    given = parser.parse_args()
    os.makedirs(given.work, exist_ok=True)
    oracle = Oracle(os.path.abspath(given.heddle), given.machine and os.path.abspath(given.machine), os.path.abspath(given.work), not given.no_shrink, given.thorough)
    seed = given.seed
    while oracle.counts["programs"] < given.count:
        language = given.language or ("c", "cpp")[seed % 2]
        batch, said = oracle.batch(seed, language, given.whole > 0, given.size)
        for ending in (".test", ".test.outcomes", ".whole", ".whole.outcomes"):
            if os.path.exists(batch.base + ending):
                os.unlink(batch.base + ending)
        seed += 1
    print(dict(oracle.counts))
    print(dict(oracle.kinds))
    for reason, count in oracle.reasons.most_common():
        print(f"{count:6} {reason}")
    sys.exit(1 if oracle.counts["disagreements"] else 0)


if __name__ == "__main__":
    main()
