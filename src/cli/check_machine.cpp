// SPDX-License-Identifier: Apache-2.0
#include "cli/check_machine.h"

#include <charconv>
#include <map>
#include <set>
#include <sstream>

#include <CLI/Option.hpp>
#include <CLI/Validators.hpp>
#include <fmt/format.h>

#include "cli/check_property.h"
#include "cli/limits.h"
#include "cli/progress.h"
#include "cli/ranks.h"
#include "cli/resumed_command.h"
#include "cluster/launcher.h"
#include "program/translate/load.h"
#include "report/reporter.h"
#include "stateful/machine_findings.h"
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
const std::map<std::string, SearchOrder> kOrders = {{"depth-first", SearchOrder::depth_first},
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

const std::map<std::string, stateful::Discipline> kDisciplines = {
    {"shared-reads", stateful::Discipline::shared_reads},
    {"exclusive", stateful::Discipline::exclusive},
    {"writes-first", stateful::Discipline::writes_first}};

template <class T>
CLI::IsMember names_of(const std::map<std::string, T>& table) {
  std::set<std::string> names;
  for (const auto& [name, value] : table) names.insert(name);
  return CLI::IsMember(names);
}

std::vector<std::string> split(std::string_view text) {
  std::vector<std::string> words;
  std::istringstream in{std::string(text)};
  for (std::string word; std::getline(in, word, ',');) words.push_back(word);
  return words;
}

base::Result<stateful::HeuristicChoice> heuristics_of(std::string_view text) {
  stateful::HeuristicChoice choice{false, false, false, false};
  for (const std::string& word : split(text)) {
    if (word == "WF")
      choice.writes_first = true;
    else if (word == "WW")
      choice.watch_written = true;
    else if (word == "ARA")
      choice.avoid_release_acquire = true;
    else if (word == "AF")
      choice.acquire_first = true;
    else if (word != "none")
      return base::failure(
          base::ErrorCode::usage,
          fmt::format("--heuristics: expected some of WF, WW, ARA, AF, or none, not `{}`", word));
  }
  return choice;
}

base::Result<std::vector<std::int64_t>> inputs_of(std::string_view text) {
  std::vector<std::int64_t> inputs;
  for (const std::string& word : split(text)) {
    std::int64_t input = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), input);
    if (error != std::errc() || end != word.data() + word.size())
      return base::failure(base::ErrorCode::usage, fmt::format("--inputs: expected numbers, not `{}`", word));
    inputs.push_back(input);
  }
  return inputs;
}

// A finding in a checkpoint.
std::string written(const finding::Finding& finding) {
  finding::Report report;
  report.command = "check";
  report.findings = {finding};
  return report::format_json(report, {});
}
base::Result<finding::Finding> finding_in(const std::string& text) {
  auto report = report::read_json(text);
  if (!report) return base::failure(report.error());
  if (report->findings.size() != 1) return base::failure(base::ErrorCode::usage, "one finding was expected");
  return report->findings.front();
}

base::Result<stateful::MachineSearchOptions> options_of(const schedule::Wishes& wishes) {
  stateful::MachineSearchOptions options;
  options.reduction = kReductions.at(wishes.reduction.c_str());
  options.order = kOrders.at(wishes.order.c_str());
  if (!wishes.race_check.empty()) options.races = kRaceChecks.at(wishes.race_check.c_str());
  if (wishes.no_races) options.races = RaceCheck::off;
  options.discipline = kDisciplines.at(wishes.discipline.c_str());
  options.inference = kInferences.at(wishes.inference.c_str());
  options.condition_c = kConditions.at(wishes.condition_c.c_str());
  options.deadlocks = !wishes.no_deadlocks;
  options.symmetry = !wishes.no_symmetry && !wishes.locks;  // threads that are alike are several
  options.tell_sharing = wishes.statistics || wishes.locks;
  options.stop_at_first = wishes.first;
  options.limit_states = wishes.limit_states;
  options.limit_seconds = wishes.limit_seconds;
  if (!wishes.limit_memory.empty()) {
    const auto bytes = Limits::bytes_in(wishes.limit_memory.c_str());
    if (!bytes) return base::failure(bytes.error());
    options.limit_memory = *bytes;
  }
  const auto inputs = inputs_of(wishes.inputs.view());
  if (!inputs) return base::failure(inputs.error());
  if (!inputs->empty()) options.machine.inputs = *inputs;
  const auto heuristics = heuristics_of(wishes.heuristics.view());
  if (!heuristics) return base::failure(heuristics.error());
  options.heuristics = *heuristics;
  options.interrupted = [] { return interrupted(); };
  if (!wishes.checkpoint.empty() || !wishes.resume.empty())
    options.checkpoints = {.file = wishes.checkpoint.c_str(),
                           .seconds = wishes.checkpoint_seconds,
                           .command = command_for_checkpoint(),
                           .resume = wishes.resume.c_str(),
                           .write = written,
                           .read = finding_in};
  return options;
}

// Of a rank.
struct Work {
  std::uint64_t states = 0, steps = 0, transactions = 0, reexplored = 0, merged = 0, state_bytes = 0;
  std::uint64_t messages = 0, message_bytes = 0;
  double cpu_seconds = 0, idle_seconds = 0;
};

// What each rank has found and done, put together by rank 0: findings that are the same are told once, in an order that
// does not depend on who found them first.
base::Result<void> put_together(cluster::Job& job, const schedule::Wishes& wishes,
                                stateful::MachineSearchResult& result, finding::Report& report) {
  const cluster::Traffic traffic = job.group().traffic();
  const Work own{result.states,      result.steps,       result.transactions, result.reexplored,
                 result.merged,      result.state_bytes, traffic.messages,    traffic.bytes,
                 result.cpu_seconds, result.idle_seconds};
  finding::Report told;
  told.command = "check";
  told.findings = result.findings;
  told.verdict = result.verdict;
  cluster::Packer packer;
  packer << own << report::format_json(told, {});
  for (const std::string& schedule : result.schedules) packer << schedule;
  const auto all = job.gather(packer.text());
  if (!all) return base::failure(all.error());
  if (!job.is_first()) return {};
  std::map<std::string, std::pair<finding::Finding, std::string>> findings;
  std::set<std::string> doubts;
  finding::Verdict verdict;
  Work sum;
  for (const std::string& each : *all) {
    cluster::Unpacker unpacker(each);
    Work work;
    std::string text;
    unpacker >> work >> text;
    auto read = report::read_json(text);
    if (!read) return base::failure(read.error());
    for (finding::Finding& finding : read->findings) {
      std::string schedule;
      unpacker >> schedule;
      const std::string identity = stateful::identity_of(finding);
      const auto [known, is_new] = findings.try_emplace(identity, finding, schedule);
      if (!is_new) known->second.first.count += finding.count;
    }
    for (const std::string& doubt : read->verdict.reasons())
      if (doubts.insert(doubt).second) verdict.doubt(doubt);
    sum.states += work.states;
    sum.steps += work.steps;
    sum.transactions += work.transactions;
    sum.reexplored += work.reexplored;
    sum.merged += work.merged;
    sum.state_bytes += work.state_bytes;
    sum.messages += work.messages;
    sum.message_bytes += work.message_bytes;
    sum.cpu_seconds += work.cpu_seconds;
    sum.idle_seconds += work.idle_seconds;
  }
  result.findings.clear();
  result.schedules.clear();
  for (auto& [identity, found] : findings) {
    result.findings.push_back(std::move(found.first));
    result.schedules.push_back(std::move(found.second));
  }
  result.verdict = verdict;
  result.states = sum.states;
  result.steps = sum.steps;
  result.transactions = sum.transactions;
  result.reexplored = sum.reexplored;
  result.merged = sum.merged;
  result.state_bytes = sum.state_bytes;
  result.cpu_seconds = sum.cpu_seconds;
  report.notes.emplace_back("Each rank stored and searched the states that a hash gives it, breadth first.");
  report.statistics.push_back({"ranks", std::uint64_t{job.group().size()}});
  if (!wishes.statistics) return {};
  report.statistics.push_back({"seconds_together", seconds_together()});
  report.statistics.push_back({"messages", sum.messages});
  report.statistics.push_back({"message_bytes", sum.message_bytes});
  report.statistics.push_back({"idle_seconds", sum.idle_seconds});
  return {};
}

void add_statistics(const stateful::MachineSearchResult& result, finding::Report& report) {
  const auto per = [](auto amount, auto units) {
    return static_cast<double>(amount) / static_cast<double>(units);
  };
  report.statistics.push_back({"transactions", result.transactions});
  report.statistics.push_back({"states_explored_again", result.reexplored});
  report.statistics.push_back({"restarts", result.restarts});
  report.statistics.push_back({"isomorphic_states_met", result.merged});
  report.statistics.push_back({"longest_path", result.longest_path});
  report.statistics.push_back({"variables", result.variables});
  report.statistics.push_back({"unprotected_variables", result.unprotected});
  report.statistics.push_back({"state_bytes", result.state_bytes});
  report.statistics.push_back(
      {"bytes_per_state", per(result.state_bytes, std::max<std::uint64_t>(result.states, 1))});
  report.statistics.push_back({"search_cpu_seconds", result.cpu_seconds});
  report.statistics.push_back(
      {"steps_per_cpu_second", per(result.steps, std::max(result.cpu_seconds, 1e-6))});
  if (result.summary_rows > 0) {
    report.statistics.push_back({"summary_rows", result.summary_rows});
    report.statistics.push_back({"summary_facts", result.summary_facts});
  }
  if (!result.findings.empty()) {
    report.statistics.push_back({"first_finding_length", result.first_length});
    report.statistics.push_back({"first_finding_states", result.first_states});
  }
  if (!result.without_symmetry.empty())
    report.notes.push_back(fmt::format("symmetry was not used: {}", result.without_symmetry));
}

}  // namespace

void check_machine_words(CLI::App& app) {
  app.get_option("--discipline")->check(names_of(kDisciplines));
  app.get_option("--reduction")->check(names_of(kReductions));
  app.get_option("--order")->check(names_of(kOrders));
  app.get_option("--race-check")->check(names_of(kRaceChecks));
  app.get_option("--inference")->check(names_of(kInferences));
  app.get_option("--condition-c")->check(names_of(kConditions));
}

base::Result<MachineAnswer> check_machine(const compile::Source& source, const schedule::Wishes& wishes,
                                          const PropertyOptions& property) {
  auto options = options_of(wishes);
  if (!options) return base::failure(options.error());
  program::CompileOptions compile;
  compile.arguments = source.flags;
  for (const std::string& flag : flags_for(property)) compile.arguments.push_back(flag);
  options->machine.fatal_calls = fatal_calls_for(property);
  options->livelocks = property.property.empty();
  if (!wishes.function.empty()) compile.function = wishes.function.c_str();
  std::vector<std::string> files = {source.file};
  files.insert(files.end(), source.more.begin(), source.more.end());
  base::Result<program::Program> program = program::load(files, compile);
  if (!program) return base::failure(program.error());
  if (const std::string why = stateful::not_for_ranks(*program, *options); is_rank() && why.empty()) {
    const auto joined = job();
    if (!joined) return base::failure(joined.error());
    options->job = *joined;
  } else if (is_rank() && !is_done_here(fmt::format("a check with {}", why))) {
    return MachineAnswer();
  }
  if (options->checkpoints.is_used()) {
    const std::string why =
        options->limit_memory != 0 ? "--limit-memory" : stateful::not_for_ranks(*program, *options);
    if (!why.empty())
      return base::failure(
          base::ErrorCode::usage,
          fmt::format("--checkpoint and --resume cannot go with {} on the engine machine", why));
  }
  if (options->job != nullptr || options->checkpoints.is_used()) {  // each knows a part of the accesses
    if (wishes.locks)
      return base::failure(base::ErrorCode::usage,
                           "--locks cannot go with several ranks, --checkpoint or --resume");
    options->tell_sharing = false;
  }
  stateful::MachineSearchResult result = stateful::search_machine(*program, *options);
  if (!result.refused.empty()) return base::failure(base::ErrorCode::usage, result.refused);
  // Nothing is left to go on with.
  if (!options->checkpoints.file.empty() && !result.was_stopped && !is_other_rank())
    cluster::remove_checkpoint(options->checkpoints.file);
  MachineAnswer answer;
  if (options->job != nullptr)
    if (const auto done = put_together(*options->job, wishes, result, answer.report); !done)
      return base::failure(done.error());
  answer.schedules = result.schedules;
  finding::Report& report = answer.report;
  report.command = "check";
  report.input = source.file;
  report.findings = result.findings;
  report.verdict = result.verdict;
  std::vector<finding::Statistic> statistics = {{"states", result.states}, {"steps", result.steps}};
  report.statistics.insert(report.statistics.begin(), statistics.begin(), statistics.end());
  if (wishes.statistics) add_statistics(result, report);
  report.protections = std::move(result.protections);
  report.as_annotations = wishes.locks;
  if (!result.inputs.empty()) report.notes.push_back(result.inputs);
  if (!property.property.empty() && !is_other_rank())
    if (const auto judged = judge_property(property, wishes.first, answer); !judged)
      return base::failure(judged.error());
  return answer;
}

}  // namespace heddle::cli
