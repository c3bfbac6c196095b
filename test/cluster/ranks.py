# SPDX-License-Identifier: Apache-2.0
"""A check that several ranks do together (mpirun, over TCP) comes to what one process comes to: the verdict, the kinds of
findings, and how many executions and steps there are.

    ranks.py HEDDLE WORKING_DIRECTORY PROGRAMS [WEAK [SAID]]   ../linearizable/weak.cpp, ../linearizable/users/said.cpp, if other
                                                               tests have compiled them
"""
import json
import os
import random
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import common
import made_up
from common import complain

heddle, work, programs = sys.argv[1], sys.argv[2], int(sys.argv[3])
ALL = (1, 2, 4)
common.need_mpi(heddle)
common.begin(work)


def run(ranks, *words, after=()):
    """Exit status, report and standard error; 0 ranks: without mpirun."""
    start = [*common.MPIRUN, str(ranks)]
    done = subprocess.run([*(start if ranks else []), heddle, *words, "--format", "json", *after], capture_output=True,
                          text=True, timeout=300)
    try:
        return done.returncode, json.loads(done.stdout), done.stderr
    except json.JSONDecodeError:
        return done.returncode, None, done.stdout + done.stderr


def some(*few):
    """Numbers of ranks: to start them is what takes time, so that every day most works are done by few."""
    return ALL if programs > 20 else few


def counted(report):
    return [report["statistics"].get(key, 0) for key in ("executions", "redundant_executions", "steps")]


def kinds(report):
    return sorted({each["kind"] for each in report["findings"]})


def compare(name, text, *options, counts=ALL, language="c"):
    source = f"{name}.{language}"
    open(source, "w").write(text)
    subprocess.run([heddle, "cc" if language == "c" else "c++", "-g", source, "-o", name, "-pthread"], check=True)
    words = ["check", "./" + name, "--save", "none", *options]
    status, whole, error = run(0, *words, "--jobs", "1")
    if whole is None:
        complain(f"{name}: one process: {status} {error}")
        return
    for ranks in counts:
        status_of_ranks, report, error = run(ranks, *words, "--share-after", "1")
        if report is None:
            complain(f"{name}: {ranks} ranks: {status_of_ranks} {error}\n{text}")
            return
        if (report["verdict"], kinds(report), status_of_ranks) != (whole["verdict"], kinds(whole), status):
            complain(f"{name}: {ranks} ranks: {report['verdict']} {kinds(report)}, one process: "
                     f"{whole['verdict']} {kinds(whole)}\n{report.get('doubts')} {whole.get('doubts')}\n{error}{text}")
            return
        if not whole["findings"] and counted(report) != counted(whole):
            complain(f"{name}: {ranks} ranks count {counted(report)}, one process {counted(whole)}\n{text}")
            return


def compare_states(trace, *options, counts=ALL):
    def told(report):
        return [report["verdict"], report["statistics"].get("states"), [each["message"] for each in report["findings"]]]
    counts_some = "--when" in options and "--algorithm" not in options
    verb = ["detect", trace] if options and not counts_some else ["states", trace, "--algorithm", "runs"]
    status, whole, error = run(0, *verb, *options, "--jobs", "1")
    for ranks in counts:
        status_of_ranks, report, error = run(ranks, *verb, *options, "--jobs", "1")
        if report is None or status_of_ranks != status:
            complain(f"{verb} {options}: {ranks} ranks: {status_of_ranks} {error}")
        elif (told(report) if not whole["findings"] else kinds(report)) != (
                told(whole) if not whole["findings"] else kinds(whole)):
            complain(f"{verb} {options}: {ranks} ranks: {told(report)}, one process: {told(whole)}")


for shape, few in (("d-300", ALL), ("w-8", (4,))):
    subprocess.run([heddle, "trace", "generate", "--shape", shape, shape + ".hdl"], check=True)
    compare_states(shape + ".hdl", counts=some(*few))
examples = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../examples")
compare_states(os.path.join(examples, "bank.std"), counts=some(2))
compare_states(os.path.join(examples, "transfers.std"), counts=some(3))
for seed in range(programs // 2):
    dice = random.Random(seed)
    subprocess.run([heddle, "trace", "generate", "random.hdl", "--seed", str(seed), "--threads", str(dice.randrange(1, 7)),
                    "--events", str(dice.randrange(1, 80)), "--mailboxes", "0.5"], check=True)
    compare_states("random.hdl", counts=(3,))
# A predicate that nothing but enumeration decides: that holds in few states, or in none.
open("held.std", "w").write("".join(
    f"T{thread}|e(n={step})|{10 * thread + step}\n" for step in range(1, 9) for thread in range(4)))
for sum_of_products, few in ((4 * 64, 2), (7, 4)):
    compare_states("held.std", "--algorithm", "enumerate", "--when",
                   f"T0.n * T1.n + T2.n * T3.n + T0.n * T3.n + T1.n * T2.n == {sum_of_products}", counts=some(few))
compare_states("held.std", "--when", "sum(n) == 16", counts=some(4))


def compare_machine(source, *options, counts=ALL, same_states=False):
    """Counts are compared where the order of the search makes no difference to them."""
    words = ["check", source, "--engine", "machine", "--save", "none", *options]
    status, whole, error = run(0, *words)
    for ranks in counts:
        status_of_ranks, report, error = run(ranks, *words)
        if report is None or whole is None:
            complain(f"{words}: {ranks} ranks: {status_of_ranks} {error}")
        elif whole["verdict"] == "clean" and report["verdict"] == "inconclusive" and "is weaker than seq_cst" in report["reason"]:
            pass  # ranks do not look for what could be read that is old
        elif (status_of_ranks, kinds(report)) != (status, kinds(whole)):
            complain(f"{words}: {ranks} ranks: {report['verdict']} {kinds(report)} {report.get('reason')}, one process: "
                     f"{whole['verdict']} {kinds(whole)}")
        elif same_states and report["statistics"]["states"] != whole["statistics"]["states"]:
            complain(f"{words}: {ranks} ranks have {report['statistics']['states']} states, one process "
                     f"{whole['statistics']['states']}")


machine = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../machine")
PLAIN = ("--reduction", "none", "--no-symmetry")
if programs > 20:
    for program in sorted(os.listdir(machine)):
        if program.endswith((".c", ".cpp")):
            compare_machine(os.path.join(machine, program))
            compare_machine(os.path.join(machine, program), *PLAIN, same_states=True)
else:
    compare_machine(os.path.join(machine, "fib_bench.clean.c"), *PLAIN, same_states=True)
    for program, few in (("deadlock.deadlock.c", 2), ("cpp.data-race.cpp", 4), ("endless.clean.c", 3)):
        compare_machine(os.path.join(machine, program), counts=(few,))
    compare_machine(os.path.join(machine, "relaxed.data-race.c"), *PLAIN, counts=(3,), same_states=True)
compare_machine(os.path.join(machine, "fib_bench.clean.c"), "--inference", "restarting", "--no-symmetry", counts=some(4),
                same_states=True)
status, report, error = run(2, "check", os.path.join(machine, "fib_bench.clean.c"), "--engine", "machine", "--save", "none",
                            *PLAIN, "--limit-states", "100")
if status != 3 or "--limit-states" not in str(report):
    complain(f"a limit on states: {status} {report} {error}")


def compare_predict(trace, *options, counts=ALL):
    """The same report, word for word, but for what it took."""
    def told(report):
        return [report["verdict"], report["findings"], report.get("doubts")] + [
            report["statistics"][key] for key in ("candidates", "undecided") if key in report["statistics"]]
    status, whole, error = run(0, "predict", trace, *options)
    for ranks in counts:
        status_of_ranks, report, error = run(ranks, "predict", trace, *options)
        if report is None or (status_of_ranks, told(report)) != (status, told(whole)):
            complain(f"predict {trace} {options}: {ranks} ranks: {status_of_ranks} {error} {report and told(report)}, "
                     f"one process: {told(whole)}")


compare_predict(os.path.join(examples, "transfers.std"))
compare_predict(os.path.join(examples, "bank.std"), counts=some(2))
for seed in range(max(programs // 2, 1)):
    dice = random.Random(seed)
    subprocess.run([heddle, "trace", "generate", "locks.hdl", "--seed", str(seed), "--threads", "4", "--events", "400",
                    "--locks", "3", "--variables", "8", "--racy", "0.3", "--synchronisation", "0.3"],
                   check=True)
    compare_predict("locks.hdl", counts=(2, 3) if programs > 20 else (3,))

GRAPHS = ("--memory-model", "rc11", "--strategy", "graphs")
compare("fibonacci", made_up.FIBONACCI.replace("ROUNDS", "4"), *GRAPHS, counts=(*ALL, 4) if programs > 20 else ALL)
compare("late", made_up.FIBONACCI.replace("ROUNDS", "4").replace("/* end */", "if (i == 377) __builtin_abort();"), *GRAPHS,
        counts=some(4))
compare("new_objects", made_up.NEW_OBJECTS, *GRAPHS, counts=some(3))
compare("keeps_state", made_up.KEEPS_STATE, *GRAPHS, counts=some(2))
compare("spurious", made_up.SPURIOUS, *GRAPHS, counts=some(3))
compare("sampled", made_up.FIBONACCI.replace("ROUNDS", "3"), "--strategy", "random", "--executions", "500",
        counts=some(4))
compare("sampled_race", made_up.FIBONACCI.replace("ROUNDS", "3").replace("/* end */", "++shared;"), "--strategy", "random",
        "--executions", "500", counts=some(2))
compare("two_checks", made_up.TWO_CHECKS, *GRAPHS, language="cpp", counts=(2,))


# What a test framework says of a test that fails is in the report of ranks, too, and in what is saved of it.
open("suite.cpp", "w").write("""#include <gtest/gtest.h>
#include <atomic>
#include <thread>
static int count() {
  std::atomic<int> sum{0};
  auto twice = [&] { for (int k = 0; k < 2; ++k) sum = sum + 1; };
  std::thread other(twice);
  twice();
  other.join();
  return sum;
}
TEST(Sum, IsSomething) { EXPECT_GE(count(), 1); }
TEST(Sum, IsAll) { EXPECT_EQ(count(), 4); }
TEST(Sum, IsSkipped) { GTEST_SKIP() << "not today"; }
""")
subprocess.run([heddle, "c++", "-std=c++17", "-g", "suite.cpp", "-o", "suite", "-lgtest", "-lgtest_main", "-pthread"], check=True)


def of_suite(report):
    return [report["verdict"], [[each["kind"], each["message"], each["test"], each["steps"][-1]["location"]] for each in report["findings"]],
            sorted([each["name"], each.get("skipped")] for each in report["tests"])]


told = {}
for ranks in (0, *some(2)):
    status, report, error = run(ranks, "check", "./suite", "--save", f"saved{ranks}.json", *GRAPHS)
    replayed = subprocess.run([heddle, "replay", f"saved{ranks}.json", "--format", "json"], capture_output=True, text=True)
    told[ranks] = [status, report and of_suite(report), [each["message"] for each in json.loads(replayed.stdout)["findings"]]]
if told[0][2] != ["expectation `EXPECT_EQ(count(), 4)` fails"] or any(each != told[0] for each in told.values()):
    complain(f"a suite of GoogleTest: {told}")


def compare_scenarios(source, compiled, names):
    """Tests of linearizability: which scenario is executed is a choice of the search."""
    program = compiled[0] if compiled else ""
    if not os.path.exists(program) or os.path.getmtime(program) < os.path.getmtime(heddle):
        program = "./" + os.path.basename(source)[:-len(".cpp")]
        source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../linearizable", source)
        subprocess.run([heddle, "c++", "-std=c++17", "-O0", "-g1", source, "-o", program, "-pthread"], check=True)
    for name in names:
        words = ["check", program, "--save", "none", *GRAPHS]
        told = {}
        for ranks in (0, 1, 2, 4) if programs > 20 else (0, 2):
            status, report, error = run(ranks, *words, *(["--share-after", "1"] if ranks else []), after=["--", name])
            told[ranks] = report and [status, report["verdict"], kinds(report),
                                      [] if report["findings"] else counted(report)]
            found = report and [each["message"].split(":")[0] for each in report["findings"]]
            if ranks == 0:
                message = found
            elif found != message:
                complain(f"linearizability of {name}: {ranks} ranks find {found}, one process {message}")
        if told[0] is None or told[0][0] != name.endswith("wrong") or any(each != told[0] for each in told.values()):
            complain(f"linearizability of {name}: {told}")
        # Shares of it likewise: several have some of the scenarios, and together they are all of them.
        shares = [run(0, *words, "--shard", f"{i}/3", "--share-leaves", "1", after=["--", name])[1] for i in (1, 2, 3)]
        for i, share in enumerate(shares, 1):
            json.dump(share, open(f"share{i}.json", "w"))
        status, merged, error = run(0, "merge", "share1.json", "share2.json", "share3.json")
        if merged is None or told[0] is None or [status, merged["verdict"], kinds(merged)] != told[0][:3] or (
                {each["message"].split(":")[0] for each in merged["findings"]} != set(message)):
            complain(f"merged shares of {name}: {merged or error}, one process: {told[0]} {message}")
        if None in shares or told[0] is None:
            complain(f"shares of {name}: {shares}")
        elif told[0][2]:
            if not any(each["findings"] for each in shares):
                complain(f"shares of {name} find nothing")
        elif told[0][3] != [sum(each) for each in zip(*map(counted, shares))] or sum(
                counted(each)[0] > 0 for each in shares) < 2:
            complain(f"shares of {name}: {[counted(each) for each in shares]}, one process: {told[0][3]}")


compare_scenarios("weak.cpp", sys.argv[4:5], [
    "single_ring.right", "parts_relaxed.wrong",
    *(["single_ring_full_and_empty.wrong", "many_ring.right"] if programs > 20 else [])])
# Of progress: searches of which each depends on what the one before has seen. One share does such a row of them.
compare_scenarios("users/said.cpp", sys.argv[5:6], [
    "spinning_alone.wrong", "stack_alone.right", *(["stack.right", "exchanged.right", "spinning.wrong"] if programs > 20 else [])])
if programs > 20:
    compare_scenarios("users/progress.cpp", [], [
        "retry.right", "backoff.right", "helped.right", "patient.right", "flagged.wrong", "flagged_alone.wrong", "odd.wrong",
        "half_locked.wrong", "turns.wrong", "turns_alone.wrong"])
for seed in range(programs // 2):
    compare(f"random{seed}", made_up.program(random.Random(seed)), *GRAPHS, counts=(2, 4) if programs > 20 else (3,))

for option in (["--preemptions", "1"], ["--shard", "1/2"]):
    status, report, error = run(2, "check", "./fibonacci", "--save", "none", *option)
    if status != 2 or "cannot go with" not in error:
        complain(f"2 ranks with {option}: {status} {error}")
status, report, error = run(2, "check", "./no_such_program", "--save", "none")
if status != 2 or error.count("heddle: ") != 1:
    complain(f"a program that does not exist: {status} {error}")
# Where the library that speaks MPI is missing, it is said.
elsewhere = os.path.join(work, "elsewhere")
os.makedirs(elsewhere)
shutil.copy(os.path.join(os.path.dirname(heddle), "lib/heddle/libheddle_runtime.so"), elsewhere)
done = subprocess.run([heddle, "check", "./fibonacci"], capture_output=True, text=True, env={
    **os.environ, "OMPI_COMM_WORLD_SIZE": "2", "OMPI_COMM_WORLD_RANK": "0", "HEDDLE_RUNTIME_DIRECTORY": elsewhere})
if done.returncode != 2 or "cannot load what speaks MPI" not in done.stderr:
    complain(f"without its library: {done.returncode} {done.stderr}")
common.end()
