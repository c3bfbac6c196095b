// SPDX-License-Identifier: Apache-2.0
#include "cli/check_machine.h"

#include <map>
#include <set>
#include <sstream>

#include <CLI/Option.hpp>
#include <CLI/Validators.hpp>
#include <fmt/format.h>

#include "cli/progress.h"
#include "program/translate/compile.h"
#include "stateful/machine_search.h"

namespace heddle::cli {
namespace {

using stateful::ConditionC;
using stateful::Inference;
using stateful::RaceCheck;
using stateful::Reduction;
using stateful::SearchOrder;

const std::map<std::string, Reduction> kReductions = {{"none", Reduction::none},
                                                      {"left-movers", Reduction::left_movers},
                                                      {"transactions", Reduction::transactions},
                                                      {"goldilocks", Reduction::goldilocks}};
const std::map<std::string, SearchOrder> kSearches = {{"depth-first", SearchOrder::depth_first},
                                                      {"breadth-first", SearchOrder::breadth_first},
                                                      {"heuristic", SearchOrder::heuristic}};
const std::map<std::string, RaceCheck> kRaceChecks = {{"off", RaceCheck::off},
                                                      {"adjacent", RaceCheck::adjacent},
                                                      {"summary", RaceCheck::summary},
                                                      {"path", RaceCheck::path}};
const std::map<std::string, Inference> kInferences = {{"incremental", Inference::incremental},
                                                      {"restarting", Inference::restarting}};
const std::map<std::string, ConditionC> kConditions = {{"bounded", ConditionC::bounded},
                                                       {"components", ConditionC::components}};

template <class T>
CLI::IsMember names_of(const std::map<std::string, T>& table) {
  std::set<std::string> names;
  for (const auto& [name, value] : table) names.insert(name);
  return CLI::IsMember(names);
}

base::Result<stateful::HeuristicChoice> heuristics_of(const std::string& text) {
  stateful::HeuristicChoice choice{false, false, false, false};
  std::istringstream in(text);
  std::string word;
  while (std::getline(in, word, ',')) {
    if (word == "WF")
      choice.writes_first = true;
    else if (word == "WW")
      choice.watch_written = true;
    else if (word == "ARA")
      choice.avoid_release_acquire = true;
    else if (word == "AF")
      choice.acquire_first = true;
    else
      return base::failure(base::ErrorCode::usage,
                           fmt::format("--heuristics: expected some of WF, WW, ARA, AF, not `{}`", word));
  }
  return choice;
}

}  // namespace

void add_machine_options(CLI::App& app, MachineCheck& check) {
  const auto choice = [&](const char* name, std::string& value, const char* help,
                          const CLI::IsMember& names) {
    app.add_option(name, value, help)->check(names)->capture_default_str();
  };
  choice("--reduction", check.reduction, "which schedules need not be told apart", names_of(kReductions));
  choice("--search", check.search, "in which order states are visited", names_of(kSearches));
  app.add_option("--heuristics", check.heuristics,
                 "what --search heuristic prefers: writes first (WF), memory another thread wrote (WW), "
                 "avoiding acquires "
                 "after releases (ARA), acquires before their release (AF)")
      ->capture_default_str();
  app.add_option("--races", check.races,
                 "how races are recognised: adjacent (two threads before conflicting accesses), summary "
                 "(happens-before as "
                 "part of the state), path (happens-before along the search's path), off; by itself the "
                 "first that is exact")
      ->check(names_of(kRaceChecks));
  choice("--inference", check.inference, "what to do when a lock turns out not to protect a variable",
         names_of(kInferences));
  choice("--condition-c", check.condition_c, "how left-mover parts are made to end", names_of(kConditions));
  app.add_flag("--no-deadlocks", check.no_deadlocks, "do not look for deadlocks: larger transactions");
  app.add_flag("--no-symmetry", check.no_symmetry,
               "tell states apart that differ only in the numbers of blocks and threads");
  app.add_flag("--first", check.first, "stop at the first finding");
  app.add_flag("--statistics", check.statistics, "tell how large the search was");
  app.add_option("--limit-states", check.limit_states, "stop after so many states");
  app.add_option("--limit-memory", check.limit_memory,
                 "bytes for states; beyond it only their hashes are kept");
  app.add_option("--inputs", check.inputs, "values to try for inputs of more than 8 bits")->delimiter(',');
}

base::Result<MachineAnswer> check_machine(const MachineCheck& check) {
  stateful::MachineSearchOptions options;
  options.reduction = kReductions.at(check.reduction);
  options.order = kSearches.at(check.search);
  if (!check.races.empty()) options.races = kRaceChecks.at(check.races);
  options.inference = kInferences.at(check.inference);
  options.condition_c = kConditions.at(check.condition_c);
  options.deadlocks = !check.no_deadlocks;
  options.symmetry = !check.no_symmetry;
  options.stop_at_first = check.first;
  options.limit_states = check.limit_states;
  options.limit_memory = check.limit_memory;
  options.limit_seconds = check.limit_time;
  if (!check.inputs.empty()) options.machine.inputs = check.inputs;
  auto heuristics = heuristics_of(check.heuristics);
  if (!heuristics) return base::failure(heuristics.error());
  options.heuristics = *heuristics;
  options.interrupted = [] { return interrupted(); };
  program::CompileOptions compile;
  compile.arguments = check.compiler_arguments;
  compile.function = check.function;
  base::Result<program::Program> program = program::load(check.files, compile);
  if (!program) return base::failure(program.error());
  const stateful::MachineSearchResult result = stateful::search_machine(*program, options);
  MachineAnswer answer;
  answer.schedules = result.schedules;
  finding::Report& report = answer.report;
  report.command = "check";
  report.input = check.files.front();
  report.findings = result.findings;
  report.verdict = result.verdict;
  report.statistics.push_back({"states", result.states});
  report.statistics.push_back({"transitions", result.transitions});
  if (check.statistics) {
    report.statistics.push_back({"transactions", result.transactions});
    report.statistics.push_back({"states_explored_again", result.reexplored});
    report.statistics.push_back({"restarts", result.restarts});
    report.statistics.push_back({"isomorphic_states_met", result.merged});
    report.statistics.push_back({"longest_path", result.longest_path});
    report.statistics.push_back({"variables", result.variables});
    report.statistics.push_back({"unprotected_variables", result.unprotected});
    report.statistics.push_back({"state_bytes", result.state_bytes});
    report.statistics.push_back(
        {"bytes_per_state", static_cast<double>(result.state_bytes) /
                                static_cast<double>(std::max<std::uint64_t>(result.states, 1))});
    report.statistics.push_back({"search_cpu_seconds", result.cpu_seconds});
    report.statistics.push_back({"transitions_per_cpu_second", static_cast<double>(result.transitions) /
                                                                   std::max(result.cpu_seconds, 1e-6)});
    if (!result.findings.empty()) {
      report.statistics.push_back({"first_finding_length", result.first_length});
      report.statistics.push_back({"first_finding_states", result.first_states});
    }
  }
  if (check.statistics && !result.without_symmetry.empty())
    report.notes.push_back(fmt::format("symmetry was not used: {}", result.without_symmetry));
  return answer;
}

}  // namespace heddle::cli
