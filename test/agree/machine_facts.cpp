// SPDX-License-Identifier: Apache-2.0
#include "agree/machine_facts.h"

#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "agree/ranks_in_threads.h"

namespace heddle {

using stateful::MachineSearchOptions;
using stateful::MachineSearchResult;
using stateful::Reduction;

namespace {

// Races of the same two places are told as one, with the other variables in a note.
std::vector<std::string> variables_of(const finding::Finding& found) {
  std::vector<std::string> variables = {found.variable};
  for (const std::string& note : found.notes) {
    if (note.find("also race on") == std::string::npos) continue;
    EXPECT_EQ(note.find(" more"), std::string::npos) << "all of them are told: " << note;
    for (std::size_t begin = note.find('`'); begin != std::string::npos;) {
      const std::size_t end = note.find('`', begin + 1);
      variables.push_back(note.substr(begin + 1, end - begin - 1));
      begin = note.find('`', end + 1);
    }
  }
  return variables;
}

}  // namespace

MachineSearchOptions plain() {
  MachineSearchOptions options;
  options.reduction = Reduction::none;
  options.symmetry = false;
  options.collect_final_states = true;
  options.limit_states = 30000;
  options.machine.private_memory = false;
  return options;
}

// They have to wait for each other all the time: little may be on its way.
MachineSearchResult search_by_ranks(const program::Program& program, const MachineSearchOptions& options,
                                    std::size_t ranks) {
  std::vector<MachineSearchResult> results(ranks);
  constexpr std::size_t kMostUnsent = 2000;
  RanksInThreads(ranks, ranks, kMostUnsent).run([&](cluster::Job& job) {
    MachineSearchOptions own = options;
    own.job = &job;
    results[job.group().rank()] = stateful::search_machine(program, own);
  });
  MachineSearchResult all = std::move(results.front());
  for (std::size_t i = 1; i < ranks; ++i) {
    all.states += results[i].states;
    all.steps += results[i].steps;
    all.final_states.merge(results[i].final_states);
    all.findings.insert(all.findings.end(), results[i].findings.begin(), results[i].findings.end());
    for (const std::string& doubt : results[i].verdict.reasons()) all.verdict.doubt(doubt);
  }
  return all;
}

Facts facts(const random::MachineProgram& source, const MachineSearchOptions& options, std::size_t ranks) {
  const program::Program program = random::built(source);
  const MachineSearchResult result =
      ranks > 0 ? search_by_ranks(program, options, ranks) : stateful::search_machine(program, options);
  Facts facts;
  facts.complete = result.verdict.reasons().empty();
  facts.exits = random::exits(source);
  facts.final_states = result.final_states;
  facts.by_summary = result.weak_atomics || result.unordered_looks;
  for (const finding::Finding& found : result.findings) {
    std::set<std::string> places;
    const bool several = found.kind == finding::Kind::data_race || found.kind == finding::Kind::deadlock;
    for (std::size_t i = several ? 0 : found.steps.size() - 1; i < found.steps.size(); ++i)
      places.insert(event::text(found.steps[i].location));
    if (found.kind == finding::Kind::livelock) {
      facts.livelocks.insert("some");  // one is told of each program, and not always the same
      continue;
    }
    for (const std::string& variable : variables_of(found))
      (found.kind == finding::Kind::data_race  ? facts.races
       : found.kind == finding::Kind::deadlock ? facts.deadlocks
                                               : facts.errors)
          .insert(fmt::format("{} {} {}", finding::name(found.kind), variable, fmt::join(places, " ")));
  }
  return facts;
}

std::string difference(const Facts& expected, const Facts& found, Races races_compared) {
  if (!expected.complete || !found.complete) return {};
  const auto compare = [](const char* what, const std::set<std::string>& a, const std::set<std::string>& b) {
    for (const std::string& each : a)
      if (b.count(each) == 0) return fmt::format("{} missed: {}", what, each);
    for (const std::string& each : b)
      if (a.count(each) == 0) return fmt::format("{} invented: {}", what, each);
    return std::string();
  };
  if (std::string errors = compare("error", expected.errors, found.errors); !errors.empty()) return errors;
  if (std::string deadlocks = compare("deadlock", expected.deadlocks, found.deadlocks); !deadlocks.empty())
    return deadlocks;
  // A thread that misused memory or a lock stops there: of the races it would have had some are sure.
  const bool stops = expected.by_summary || found.by_summary ||
                     std::any_of(expected.errors.begin(), expected.errors.end(),
                                 [](const std::string& error) { return !error.starts_with("assertion"); });
  if ((races_compared == Races::some || (races_compared == Races::each && stops)) &&
      expected.races.empty() != found.races.empty())
    return found.races.empty() ? "all races missed" : "a race invented";
  if (races_compared == Races::each && !stops)
    if (std::string races = compare("race", expected.races, found.races); !races.empty()) return races;
  if (std::string livelocks = compare("livelock", expected.livelocks, found.livelocks); !livelocks.empty())
    return livelocks;
  if (!expected.exits && expected.final_states != found.final_states)
    return fmt::format("{} final states instead of {}", found.final_states.size(),
                       expected.final_states.size());
  return {};
}

std::uint64_t programs() {
  const char* asked = std::getenv("HEDDLE_RANDOM_PROGRAMS");
  return asked != nullptr ? std::strtoull(asked, nullptr, 10) : 1200;
}

}  // namespace heddle
