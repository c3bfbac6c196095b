# SPDX-License-Identifier: Apache-2.0
"""Every engine says the same of programs made up by chance.

    whole_programs.py HEDDLE WORKING_DIRECTORY [--machine WHOLE_PROGRAMS_MACHINE] [--count N] [--seed N] [--no-shrink] …

test/random/whole_program.py makes the programs, hundreds in one source file. Each goes through the native searches `all` and
`dpor`; batch by batch in turn through C++'s memory model, through `races`, through the other backend, through a process for each execution,
with races that are no failure; and through the machine with each of its reductions, with symmetry and without. Programs that end the process themselves
are checked one by one. What must be the same:

- whether there is a finding; its kind is one that the machine finds, which finds all kinds;
- the set of outcomes, if there is none.

C++'s model has all findings and outcomes of the others, and no more if all atomics are seq_cst.

A finding fails again in `heddle replay`; `heddle run` reports nothing of a program that is clean, and shows some of the races.
A verdict that is inconclusive agrees with every other, but few may be. Every call of the rule book occurs. A program about which
two disagree is made as small as it can be, and is written to WORKING_DIRECTORY/found.
"""
import argparse
import collections
import os
import random
import re
import sys

from whole_program_batch import MACHINE_OUTCOMES, Batch, root, whole_program

SEARCHES = {"all": ["--strategy", "all"], "dpor": ["--strategy", "dpor", "--memory-model", "sc"]}
IN_TURN = [{"rc11": ["--memory-model", "rc11"]}, {"races": ["--strategy", "races"]},
           {"futex": ["--strategy", "dpor", "--memory-model", "sc", "--backend", "futex"]},
           {"isolated": ["--strategy", "dpor", "--memory-model", "sc", "--isolate"]},
           {"all, races meant": ["--strategy", "all", "--no-races"], "dpor, races meant": ["--strategy", "dpor", "--memory-model", "sc", "--no-races"]}]
WEAKER = "rc11, weaker atomics"
CONTRADICTION = re.compile("foreseen|repeat itself")  # of a search with itself


# A call whose accesses are explored as a race is a step on other objects than the lock it changes.
LIBRARY_RACE = "a function of libc makes an access that races"


def disagreement(answers):
    """What two ways say differently, in words; empty: nothing."""
    for answer in answers.values():
        if CONTRADICTION.search(answer.why) and LIBRARY_RACE not in answer.why:
            return answer.why
    definite = {way: answer for way, answer in answers.items() if answer.is_definite()}
    meant = [answer for way, answer in definite.items() if "races meant" in way]
    machine = [answer for way, answer in definite.items() if way.startswith("machine")]
    weaker = definite.get(WEAKER)
    native = [answer for way, answer in definite.items() if "races meant" not in way and not way.startswith("machine") and way != WEAKER]
    for group, name in ((native, "natively"), (meant, "where races are meant"), (machine, "in the machine"), (native + machine, "in one engine")):
        if len({answer.said == "clean" for answer in group}) > 1:
            return f"a finding or none, {name}"
    exact = [answer for answer in machine if not answer.why]
    if len({answer.kinds for answer in exact}) > 1:
        return "kinds of findings, in the machine"
    clean = [answer for answer in native if answer.said == "clean"]
    if clean and any(answer.said != "clean" for answer in meant):
        return "a finding only where races are meant"
    if weaker and weaker.said == "clean":  # what is possible in order is possible without
        if any(answer.said != "clean" for answer in native):
            return "a finding only in order"
        if any(not answer.outcomes <= weaker.outcomes for answer in clean):
            return "outcomes only in order"
    for answer in native:
        if answer.said != "clean" and exact and answer.said not in exact[0].kinds:
            return f"a {answer.said} only natively"
    outcomes = [answer.outcomes for answer in clean + (meant if clean else [])]
    with_races = [answer.outcomes for answer in meant if answer.said == "clean"]
    folded = [frozenset(each % MACHINE_OUTCOMES for each in some) for some in outcomes]
    folded += [answer.outcomes for answer in machine if answer.said == "clean"]
    for group, name in ((outcomes, "natively"), (with_races, "where races are meant"), (folded, "in one engine")):
        if len(set(group)) > 1:
            return f"outcomes, {name}"
    return ""


def ask(batch, ways, machine):
    """number → way → answer"""
    batch.every_access = any("races meant" in way for way in ways)
    said = batch.ask_machine(machine) if machine else collections.defaultdict(dict)
    for way, options in ways.items():
        for number, answer in batch.check(options).items():
            said[number][WEAKER if way == "rc11" and not batch.is_strong(number) else way] = answer
    return said


class Campaign:
    def __init__(self, given):
        self.heddle, self.work, self.shrinks = os.path.abspath(given.heddle), os.path.abspath(given.work), not given.no_shrink
        self.machine = os.path.abspath(given.machine) if given.machine else ""
        self.machine_each, self.looks_closer = given.machine_each, given.closer
        self.counts, self.doubts, self.kinds = collections.Counter(), collections.Counter(), collections.Counter()
        self.calls = set()
        os.makedirs(os.path.join(self.work, "found"), exist_ok=True)

    def batch(self, seed, language, whole, size):
        name = f"{language}{'_whole' if whole else ''}_{seed}"
        programs = {number: whole_program.make(f"{seed} {number}", language, whole) for number in range(size)}
        batch = Batch(self.heddle, self.work, name, programs, seed)
        self.calls.update(re.findall(r"\w+", batch.text()))
        ways = dict(SEARCHES) if whole else {**SEARCHES, **IN_TURN[seed % len(IN_TURN)]}
        # A weak compare-exchange of clang never fails without a reason, natively.
        machine = self.machine if seed % self.machine_each == 0 and not batch.is_clang() else ""
        said = ask(batch, ways, machine)
        for number, answers in said.items():
            self.count(answers)
            if what := disagreement(answers):
                self.tell(programs[number], ways, machine, f"{name}_{number}", what, seed)
        if seed % 4 == 0:
            self.look_closer(batch, said, random.Random(f"{seed} closer"))
        batch.clean_up()
        os.unlink(batch.source)

    def count(self, answers):
        self.counts["programs"] += 1
        self.kinds[answers["dpor"].said] += 1
        native = [answer.why for way, answer in answers.items() if not way.startswith("machine") and not answer.is_definite()]
        self.counts["cut short"] += any("not all schedules" in why for why in native)
        self.counts["inconclusive natively"] += any("not all schedules" not in why for why in native)
        machine = [answer for way, answer in answers.items() if way.startswith("machine")]
        self.counts["by the machine"] += bool(machine)
        self.counts["inconclusive in the machine"] += any(not answer.is_definite() for answer in machine)
        for why in {*native, *(answer.why for answer in machine if answer.why)}:
            self.doubts[re.sub(r"\([^ ]*:[\d:]+\)|[\d.e+-]+ %", "…", why)[:150]] += 1

    def look_closer(self, batch, said, chance):
        """Some findings are replayed, some programs run."""
        found = [number for number in said if said[number]["dpor"].is_definite() and said[number]["dpor"].said != "clean"]
        for number in chance.sample(found, min(self.looks_closer, len(found))):
            self.counts["replayed"] += 1
            if not batch.replays(number, ["--strategy", "dpor"]):
                self.write(batch.programs[number], f"{os.path.basename(batch.base)}_{number}", ["the finding does not replay"])
        # Times that come late come never, where time is real.
        ends = [number for number in said if "late" not in whole_program.emit(batch.programs[number], number)]
        right = [number for number in ends if all(answer.said == "clean" for answer in said[number].values())]
        for number in chance.sample(right, min(self.looks_closer, len(right))):
            self.counts["run"] += 1
            reported = batch.run(number)
            if reported != set():
                self.write(batch.programs[number], f"{os.path.basename(batch.base)}_{number}", [f"clean, and `heddle run`: {reported}"])
        racy = [number for number in ends if said[number]["dpor"].said == "data-race"]
        for number in chance.sample(racy, min(self.looks_closer, len(racy))):
            self.counts["races run"] += 1
            self.counts["races shown by run"] += "data-race" in (batch.run(number) or ())

    def tell(self, program, ways, machine, name, what, seed):
        if self.shrinks:
            program = self.shrunk(program, ways, machine, seed)
        batch = Batch(self.heddle, self.work, "smallest", {0: program}, seed)
        answers = ask(batch, ways, machine)[0]
        batch.clean_up()
        self.write(program, name, [what, " ".join(batch.compiler)] + [f"{way}: {answer}" for way, answer in answers.items()])

    def write(self, program, name, lines):
        self.counts["disagreements"] += 1
        batch = Batch(self.heddle, os.path.join(self.work, "found"), name, {0: program})
        with open(batch.source, "a") as file:
            file.write("".join(f"// {line}\n" for line in lines))
        print(f"{batch.source}: " + "\n  ".join(lines))
        print(re.sub("(?m)^", "    ", whole_program.emit(program, 0)), flush=True)

    def shrunk(self, program, ways, machine, seed):
        while candidates := dict(enumerate(whole_program.smaller(program))):
            batch = Batch(self.heddle, self.work, "smaller", candidates, seed)
            said = ask(batch, ways, machine)
            batch.clean_up()
            better = [number for number in candidates if disagreement(said[number])]
            if not better:
                break
            program = candidates[better[0]]
        return program

    def faults(self):
        """What is wrong with the campaign itself, if it was long enough to tell."""
        counts, faults = self.counts, []
        if counts["programs"] < 400:
            return faults
        for seed in range(1200):  # rare calls: it is enough that they would be made
            programs = [whole_program.make(f"rare {seed}", "c", whole) for whole in (False, True)]
            self.calls.update(re.findall(r"\w+", "".join(whole_program.emit(each, seed) for each in programs)))
        with open(os.path.join(root, "src/sync/call.def")) as file:
            names = [text for text in re.findall(r'"([^"]*)"', file.read()) if re.fullmatch(r"((pthread|sem|mtx|cnd|thrd|call)_\w+ ?)+", text)]
        made = {"make_mutex": "pthread_mutex_init", "make_rwlock": "pthread_rwlock_init"}  # in whole_programs.h
        missing = {word for text in names for word in text.split()} - self.calls - {made[word] for word in made if word in self.calls}
        if missing:
            faults.append(f"calls of the rule book that no program makes: {sorted(missing)}")
        for count, of, most in (("cut short", "programs", 0.3), ("inconclusive natively", "programs", 0.05), ("inconclusive in the machine", "by the machine", 0.25)):
            if counts[count] > most * counts[of]:
                faults.append(f"too many {count}")
        if counts["races run"] > 10 and counts["races shown by run"] == 0:
            faults.append("no race is shown by run")
        rare = [kind for kind in ("clean", "data-race", "deadlock", "lock-misuse", "use-after-free") if self.kinds[kind] == 0]
        return faults + [f"no program is {kind}" for kind in rare]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("heddle")
    parser.add_argument("work")
    parser.add_argument("--machine", default="", help="the program whole_programs_machine")
    parser.add_argument("--machine-each", type=int, default=1, help="one batch of so many goes through the machine")
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--size", type=int, default=100, help="programs compiled together")
    parser.add_argument("--whole-each", type=int, default=10, help="after so many batches one of whole programs, a twentieth as large; 0: none")
    parser.add_argument("--closer", type=int, default=4, help="so many of every fourth batch are replayed and run")
    parser.add_argument("--language", choices=("c", "cpp"), action="append")
    parser.add_argument("--no-shrink", action="store_true")
    given = parser.parse_args()
    campaign = Campaign(given)
    languages = given.language or ["c", "c", "c", "c", "cpp"]
    seed = given.seed
    while campaign.counts["programs"] < given.count:
        language = languages[seed % len(languages)]
        campaign.batch(seed, language, False, given.size)
        if given.whole_each and seed % given.whole_each == 0:
            campaign.batch(seed, language, True, given.size // 20)
        seed += 1
        if seed % 50 == 0:
            print(f"{campaign.counts['programs']} programs, {campaign.counts['disagreements']} disagreements", flush=True)
    faults = campaign.faults()
    print(", ".join(f"{count} {what}" for what, count in campaign.counts.items()))
    print(", ".join(f"{count} {what}" for what, count in campaign.kinds.most_common()))
    print("\n".join(f"{count:6} {why}" for why, count in campaign.doubts.most_common(20)))
    print("\n".join(faults))
    sys.exit(1 if campaign.counts["disagreements"] or faults else 0)


if __name__ == "__main__":
    main()
