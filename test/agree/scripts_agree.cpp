// SPDX-License-Identifier: Apache-2.0
// Every search says the same of scripts made up by chance (scripts.h):
//
//   scripts_agree COUNT SEED [--from N] [--futex] [--no-shrink]
//
// Each script is run in this process (bare_check.h) by an enumeration of all its interleavings, the oracle, and by `all`,
// `dpor` and `races`. What must be the same:
//
// - whether an execution fails; the kind is one that the oracle finds, which goes on after failures; and it fails
//   again by its schedule;
// - the outcomes, if none fails: what every call returned and what was read, by every thread, and all memory in the end;
// - the classes of equivalence of `dpor`, none of them twice.
//
// A script with more executions than a few thousand is left out, and few may be. Every call occurs.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <set>
#include <string>
#include <vector>

#include "bare_check.h"
#include "scripts.h"

namespace {

constexpr unsigned long kMost = 4000;

struct Said {
  heddle_bare_check check{};
  std::set<std::string> failures;
  std::set<std::uint64_t> outcomes, classes;
  unsigned long twice = 0;  // classes that came again
};
Said* said_now = nullptr;

void ended(const char* failure, std::uint64_t equivalence_class) {
  Said& said = *said_now;
  if (failure == nullptr) {  // it begins again
    said.failures.clear();
    said.outcomes.clear();
    said.classes.clear();
    said.twice = 0;
    return;
  }
  if (*failure != 0) {
    said.failures.insert(failure);
    return;
  }
  said.outcomes.insert(outcome);
  said.twice += !said.classes.insert(equivalence_class).second;
}

unsigned long gone_back = 0;
bool futex = false;

Said ask(const char* strategy) {
  Said said;
  said_now = &said;
  said.check = {strategy, futex, kMost, run_script, ended, 0, 0, 1, 0, 0, {}, 0};
  heddle_check_bare(&said.check);
  gone_back += said.check.gone_back;
  return said;
}

struct Verdict {
  bool left_out = false, doubtful = false;
  std::string wrong;  // what disagrees; empty: nothing
  Said oracle;
};

Verdict judge(const Script& judged) {
  script = judged;
  topics = topics_of(judged);
  Verdict verdict;
  verdict.oracle = ask("oracle");
  const Said& oracle = verdict.oracle;
  verdict.left_out = !oracle.check.complete;
  verdict.doubtful = oracle.check.doubtful;
  if (verdict.left_out || verdict.doubtful) return verdict;
  const auto wrong = [&](const std::string& text) { verdict.wrong += "    " + text + "\n"; };
  for (const char* strategy : {"all", "dpor", "races"}) {
    const Said said = ask(strategy);
    const std::string name = strategy;
    if (said.check.doubtful) {
      verdict.doubtful = true;
      continue;
    }
    if (!said.check.complete) {
      wrong(name + ": not complete after " + std::to_string(said.check.executions) +
            " executions: " + said.check.bound);
      continue;
    }
    if (said.failures.empty() != oracle.failures.empty()) {
      wrong(name + ": " + (said.failures.empty() ? "clean" : *said.failures.begin()) + "; in fact " +
            (oracle.failures.empty() ? "clean" : *oracle.failures.begin()));
      continue;
    }
    if (!said.failures.empty()) {
      if (oracle.failures.count(*said.failures.begin()) == 0)
        wrong(name + ": " + *said.failures.begin() + "; in fact " + *oracle.failures.begin());
      if (!said.check.replays) wrong(name + ": the failure does not come again by its schedule");
      continue;
    }
    if (said.outcomes != oracle.outcomes)
      wrong(name + ": " + std::to_string(said.outcomes.size()) + " outcomes instead of " +
            std::to_string(oracle.outcomes.size()));
    if (name == "dpor" && said.classes != oracle.classes)
      wrong("dpor: " + std::to_string(said.classes.size()) + " classes instead of " +
            std::to_string(oracle.classes.size()));
    if (name == "dpor" && said.twice != 0)
      wrong("dpor: " + std::to_string(said.twice) + " classes once more");
  }
  return verdict;
}

Script shrunk(Script from) {
  for (bool found = true; found;) {
    found = false;
    for (const Script& less : smaller(from)) {
      if (judge(less).wrong.empty()) continue;
      from = less;
      found = true;
      break;
    }
  }
  return from;
}

}  // namespace

int main(int argc, char** argv) {
  const unsigned long count = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 1000;
  const unsigned long seed = argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 1;
  bool shrinks = true;
  unsigned long from = 0;
  for (int i = 3; i < argc; ++i) {
    futex |= std::strcmp(argv[i], "--futex") == 0;
    shrinks &= std::strcmp(argv[i], "--no-shrink") != 0;
    if (std::strcmp(argv[i], "--from") == 0 && i + 1 < argc) from = std::strtoul(argv[i + 1], nullptr, 10);
  }
  unsigned long compared = 0, left_out = 0, doubtful = 0, wrong = 0, clean = 0, outcomes = 0, executions = 0;
  std::clock_t slowest = 0;
  unsigned long slowest_script = 0;
  unsigned long doubts[64] = {};
  std::vector<bool> made(static_cast<std::size_t>(Call::count));
  std::set<std::string> kinds;
  for (unsigned long i = from; i < from + count; ++i) {
    const Script each = make_script(seed * 1'000'003 + i);
    const std::clock_t begin = std::clock();
    const Verdict verdict = judge(each);
    if (const std::clock_t took = std::clock() - begin; took > slowest) {
      slowest = took;
      slowest_script = i;
    }
    left_out += verdict.left_out;
    doubtful += verdict.doubtful;
    for (std::size_t j = 0; j < 64; ++j) doubts[j] += verdict.oracle.check.doubts >> j & 1;
    if (verdict.left_out) continue;
    ++compared;
    clean += verdict.oracle.failures.empty();
    outcomes += verdict.oracle.outcomes.size();
    executions += verdict.oracle.check.executions;
    kinds.insert(verdict.oracle.failures.begin(), verdict.oracle.failures.end());
    for (int t = 0; t < each.threads; ++t)
      for (int j = 0; j < each.length[t]; ++j) made[static_cast<std::size_t>(each.steps[t][j].call)] = true;
    if (verdict.wrong.empty()) continue;
    ++wrong;
    const Script least = shrinks ? shrunk(each) : each;
    std::printf("script %lu of seed %lu\n%s%s", i, seed, text_of(least).c_str(), judge(least).wrong.c_str());
    std::fflush(stdout);
    if (wrong == 20) break;
  }
  std::printf(
      "%lu scripts compared (%lu clean), %lu with too many executions, %lu doubtful, %lu outcomes, "
      "%lu executions, %lu of the searches went on from the midst of one, %lu wrong\n  failures:",
      compared, clean, left_out, doubtful, outcomes, executions, gone_back, wrong);
  for (const std::string& kind : kinds) std::printf(" %s", kind.c_str());
  std::printf("\n  script %lu took longest: %.3f s\n", slowest_script,
              static_cast<double>(slowest) / CLOCKS_PER_SEC);
  for (std::size_t j = 0; j < 64; ++j)
    if (doubts[j] != 0) std::printf("  %lu with doubt %zu\n", doubts[j], j);
  bool missing = false;
  for (std::size_t i = 0; i < made.size() && count >= 1000; ++i)
    if (!made[i]) {
      std::printf("no script calls %s\n", name_of(static_cast<Call>(i)));
      missing = true;
    }
  const bool idle = left_out * 4 > count || doubtful * 10 > count;
  if (idle) std::printf("too few were compared\n");
  const bool begins_anew = !futex && count >= 1000 && gone_back * 4 < compared;
  if (begins_anew) std::printf("executions begin anew each time\n");
  return wrong != 0 || missing || idle || begins_anew;
}
