// SPDX-License-Identifier: Apache-2.0
// What checks came to as a report: findings, doubts, how much was done, and what a clean answer guarantees.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <set>

#include <fmt/format.h>

#include "base/count.h"
#include "event/function_name.h"
#include "runtime/host/advice_words.h"
#include "runtime/host/check_words.h"
#include "runtime/host/expectation.h"
#include "runtime/host/schedule_words.h"
#include "runtime/host/symbols.h"
#include "schedule/memory_models.h"
#include "schedule/place_mark.h"

namespace heddle::runtime::host {
namespace {

// Two digits that count; never all of it, which was not done.
std::string percent(double part) {
  return part > 0.99   ? "99"
         : part >= 0.1 ? fmt::format("{:.0f}", 100 * part)
                       : fmt::format("{:.2g}", 100 * part);
}

// An estimate and its standard error, in as many digits as that leaves.
std::string estimated(const CheckRecord& check) {
  const double spread = 100 * check.estimate_error / check.estimate;
  return spread < 100
             ? fmt::format("about {} (± {:.0f} %)", base::rounded(check.estimate, 2), std::ceil(spread))
             : fmt::format("perhaps {} (a guess: the probes differ much)", base::rounded(check.estimate, 1));
}

std::string how_much_was_done(const CheckRecord& check) {
  std::string words = check.interrupted
                          ? "it was stopped by Ctrl-C (or another signal), and not all schedules were run: "
                          : "not all schedules were run: ";
  if (check.estimate > static_cast<double>(check.executions))
    words += fmt::format("{} of {}", base::grouped(check.executions), estimated(check));
  else if (check.estimate > 0)
    words += fmt::format("{}, already more than was estimated", base::grouped(check.executions));
  else if (check.done < 0)
    words += fmt::format("{}, and how many are left is not known", base::grouped(check.executions));
  else
    words += fmt::format("about {} % of the search was done", percent(check.done));
  if (check.sampled > 0) words += fmt::format("; {} more were sampled", base::grouped(check.sampled));
  return words;
}

std::string guarantee(const CheckRecord& check, bool is_whole, bool races) {
  const schedule::ToldModel& model = schedule::told_model(check.wishes.memory_model.view());
  return fmt::format("{}no failing {} under {} (spurious wake-ups ≤ {}, early timeouts ≤ {} a thread{})",
                     is_whole ? "" : "so far ", model.is_weak() ? "execution" : "schedule", model.whose,
                     check.wishes.spurious, check.wishes.timeouts,
                     races ? "; accesses that race taken as atomic" : "");
}

// What the guarantee's few words leave unsaid.
void add_guarantee(const CheckRecord& check, bool races, finding::Report& report) {
  report.statistics.push_back({"guarantee", guarantee(check, report.verdict.reasons().empty(), races)});
  const schedule::ToldModel& model = schedule::told_model(check.wishes.memory_model.view());
  if (model.leaves_out.empty()) return;
  report.statistics.push_back({"guarantee_details", std::string(model.leaves_out)});
  if (check.wishes.statistics)
    report.notes.push_back(fmt::format("{} is {}.", model.whose, model.leaves_out));
}

// "it calls _ZNSaIcED2Ev": functions of C++ by the names they have in the source.
std::string in_words(const std::string& reason) {
  std::string words;
  for (std::size_t at = 0; at < reason.size();) {
    const std::size_t end = std::min(reason.find_first_of(" ,;", at), reason.size());
    const std::string word = reason.substr(at, end - at);
    words += word.starts_with("_Z") ? event::short_function(demangled(word.c_str())) : word;
    for (at = end; at < reason.size() && reason.find_first_of(" ,;", at) == at; ++at) words += reason[at];
  }
  return words;
}

void add_search(const CheckRecord& check, finding::Report& report) {
  if (check.sampled > 0) report.statistics.push_back({"sampled_executions", check.sampled});
  if (!check.found_by.empty()) report.statistics.push_back({"found_by", check.found_by});
  if (check.estimate > 0) {
    report.statistics.push_back({"estimated_executions", check.estimate});
    report.statistics.push_back({"estimate_error", check.estimate_error});
  }
  if (!check.wishes.statistics || check.replays) return;
  report.statistics.push_back({"search_bytes", check.search_bytes});
  report.statistics.push_back({"processes", check.isolated_because.empty()
                                                ? std::string("one, for all executions of a worker")
                                                : fmt::format("one for each execution, because {}",
                                                              in_words(check.isolated_because))});
}

// Instead of an address behind schedule::kPlaceMark: ", at test.cpp:12", or nothing.
void tell_place(const CheckRecord& check, std::string& text) {
  const std::size_t at = text.rfind(schedule::kPlaceMark);
  if (at == std::string::npos) return;
  const std::uint64_t pc = std::strtoull(text.c_str() + at + sizeof schedule::kPlaceMark - 1, nullptr, 16);
  const finding::Step step = ScheduleWords(check).step({.stack = {pc}});
  text.resize(at);
  if (step.location.line != 0) text += ", at " + event::text(step.location);
}

std::vector<std::string> doubts_of(const CheckRecord& check) {
  std::vector<std::string> doubts = check.doubts;
  for (std::string& each : doubts) tell_place(check, each);
  if (!check.bound.empty() && !check.replays) doubts.push_back(check.bound);
  // A share may be empty; what was searched whole is not.
  const bool whole = !check.replays && check.wishes.shard.view().empty();
  if (whole && check.executions + check.redundant == 0 && doubts.empty() && !check.stopped)
    doubts.emplace_back("no execution was seen to its end");
  return doubts;
}

// By test: that it was stopped. A test of progress is hundreds of searches, which is one reason.
std::map<std::string, std::string> stopped_tests(const std::vector<CheckRecord>& checks) {
  struct Searches {
    std::size_t all = 0, stopped = 0;
    std::string words;
  };
  std::map<std::string, Searches> tests;
  for (const CheckRecord& check : checks) {
    Searches& searches = tests[check.name];
    ++searches.all;
    if (!check.stopped || check.failure) continue;
    if (++searches.stopped == 1) searches.words = how_much_was_done(check);
  }
  std::map<std::string, std::string> stopped;
  for (const auto& [name, searches] : tests)
    if (searches.stopped > 0)
      stopped[name] = searches.stopped == 1 ? searches.words
                                            : fmt::format("{}; {} more of its {} searches were stopped",
                                                          searches.words, searches.stopped - 1, searches.all);
  return stopped;
}

// What a clean verdict on tests of linearizability is about. Several searches of a test say the same.
void add_tried(const std::vector<CheckRecord>& checks, finding::Report& report) {
  std::set<std::string> told;
  for (const CheckRecord& check : checks) {
    const std::string line = fmt::format("{}: {}", check.part.empty() ? check.name : check.part, check.tried);
    if (!check.tried.empty() && told.insert(line).second) report.notes.push_back(line + ".");
  }
}

// The checks of a suite, by the names of its tests; one test may have several.
void add_tests(const std::vector<CheckRecord>& checks, finding::Report& report) {
  for (const CheckRecord& check : checks) {
    if (check.name.empty() || check.name == "main") continue;
    auto test = std::find_if(report.tests.begin(), report.tests.end(),
                             [&](const finding::Test& each) { return each.name == check.name; });
    if (test == report.tests.end()) test = report.tests.insert(test, {.name = check.name});
    test->seconds += check.seconds;
    if (check.skipped) test->skipped = check.skipped;
    if (check.failure) continue;
    for (const std::string& doubt : doubts_of(check)) test->doubts.push_back(doubt);
    for (const UninstrumentedCode& code : check.uninstrumented)
      if (const std::string doubt = describe(code); !doubt.empty()) test->doubts.push_back(doubt);
  }
  const auto stopped = stopped_tests(checks);
  for (finding::Test& test : report.tests)
    if (const auto found = stopped.find(test.name); found != stopped.end())
      test.doubts.push_back(found->second);
}

}  // namespace

void add_checks(const std::vector<CheckRecord>& checks, finding::Report& report) {
  std::uint64_t executions = 0, redundant = 0, steps = 0;
  std::set<std::string> doubts;
  bool is_replay = false, races = false, is_seen = true;
  for (const CheckRecord& check : checks) {
    executions += check.executions;
    redundant += check.redundant;
    steps += check.steps_total;
    is_replay |= check.replays;
    races |= check.racing;
    for (std::string& line : passed_lines(check)) report.notes.push_back(std::move(line));
    if (check.failure) {
      report.findings.push_back(finding_of(check));
      continue;
    }
    if (check.advice)
      for (const std::string& line : advice_lines(check)) report.notes.push_back(line);
    if (check.skipped) report.notes.push_back(skip_words(check.name, *check.skipped));
    if (!check.halted.empty()) {
      report.notes.emplace_back("When it was stopped:");
      for (const std::string& line : halted_lines(check)) report.notes.push_back("  " + line);
    }
    const std::string prefix = checks.size() > 1 && !check.name.empty() ? check.name + ": " : "";
    for (const std::string& doubt : doubts_of(check)) doubts.insert(prefix + doubt);
    for (const UninstrumentedCode& code : check.uninstrumented)
      if (const std::string doubt = describe(code); !doubt.empty()) {
        doubts.insert(doubt);
        is_seen = is_seen && !code.whole && code.count == 0;
      }
  }
  for (const auto& [name, words] : stopped_tests(checks))
    doubts.insert((checks.size() > 1 && !name.empty() ? name + ": " : "") + words);
  for (const std::string& doubt : doubts) report.verdict.doubt(doubt);
  if (!is_seen) report.notes.emplace_back(kInstead);
  add_tests(checks, report);
  report.statistics.push_back({"executions", executions});
  if (redundant > 0) report.statistics.push_back({"redundant_executions", redundant});
  if (steps > 0) report.statistics.push_back({"steps", steps});
  if (checks.size() == 1) add_search(checks[0], report);
  const bool is_any_checked =
      std::any_of(checks.begin(), checks.end(), [](const CheckRecord& check) { return !check.skipped; });
  if (report.findings.empty() && !is_replay && is_any_checked) {
    if (report.verdict.reasons().empty()) add_tried(checks, report);
    add_guarantee(checks[0], races, report);
  }
}

}  // namespace heddle::runtime::host
