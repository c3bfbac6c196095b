// SPDX-License-Identifier: Apache-2.0
#include "cli/check_native.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>

#include <CLI/Option.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/file_name.h"
#include "base/read_file.h"
#include "base/scratch_directory.h"
#include "cli/arguments.h"
#include "cli/check_suppressions.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/ranks.h"
#include "cli/resumed_command.h"
#include "cli/shards.h"
#include "explore/strategies.h"
#include "heddle/linearizable/engine.h"
#include "runtime/host/check_words.h"
#include "runtime/host/controlled_run.h"
#include "runtime/host/executable.h"
#include "runtime/host/expectation.h"
#include "runtime/host/shared_check.h"
#include "runtime/host/test_suite.h"
#include "schedule/wire.h"

namespace heddle::cli {
namespace {

namespace host = runtime::host;
using base::ErrorCode;
using base::failure;

struct Built {
  base::ScratchDirectory workshop;
  std::string program;
  std::optional<host::Framework> framework;
};

base::Result<std::unique_ptr<Built>> build(const compile::Source& source) {
  auto built = std::make_unique<Built>();
  if (!built->workshop.exists()) return failure(ErrorCode::io, base::ScratchDirectory::trouble());
  const auto directory = host::runtime_directory();
  if (!directory) return failure(directory.error());
  const auto program = host::prepare(source, *directory, built->workshop);
  if (!program) return failure(program.error());
  if (const auto text = base::read_file(*program); text && text->starts_with("#!"))
    return failure(ErrorCode::usage,
                   "it is a script; name the program that it starts (libtool keeps that in .libs/)",
                   source.file);
  built->program = *program;
  built->framework = host::framework_of(*program);
  return built;
}

base::Result<void> check_name(const std::string& test, const std::vector<std::string>& tests) {
  if (std::find(tests.begin(), tests.end(), test) != tests.end()) return {};
  const std::string meant = nearest(test, tests);
  return failure(ErrorCode::not_found,
                 fmt::format("the program has no test of this name{} (--list-tests lists them)",
                             meant.empty() ? "" : fmt::format(", did you mean `{}`?", meant)),
                 test);
}

class NativeRun {
 public:
  NativeRun(const NativeCheck& check, const Built& built) : check_(check), built_(built) {
    if (check.suppressions != nullptr) suppressed_.emplace(*check.suppressions);
    if (check.job == nullptr) return;
    explore::Options none;
    const explore::Strategy* strategy = explore::strategy_for(check.wishes.strategy.view(), none);
    others_.emplace(*check.job,
                    host::SharedCheckOptions{.samples = strategy != nullptr && strategy->samples,
                                             .checkpoint = std::string(check.wishes.checkpoint.view()),
                                             .command = command_for_checkpoint(),
                                             .checkpoint_seconds = check.wishes.checkpoint_seconds,
                                             .limit_seconds = check.wishes.limit_seconds});
  }

  base::Result<finding::Report> report() {
    if (const auto done = run_all(); !done) return failure(done.error());
    finding::Report report;
    report.command = "check";
    report.input = check_.source.file;
    host::add_checks(records_, report);
    if (others_)
      add_ranks(report);
    else
      remove_checkpoint();
    if (suppressed_) suppressed_->add_to(report);
    if (check_.wishes.jobs > schedule::kMostWorkers)
      report.notes.push_back(fmt::format("--jobs {}: {} processes search beside each other, and no more",
                                         std::uint64_t{check_.wishes.jobs}, schedule::kMostWorkers));
    save(report);
    for (finding::Finding& each : outside_) report.findings.push_back(std::move(each));
    if (const auto shard = schedule::shard_in(check_.wishes.shard.view()); shard.count > 0) {
      note_share(report, shard,
                 records_.front().outline.substr(0, records_.front().outline.find('/') + 1) +
                     fmt::format("{}", fmt::join(outlines_, " ")),
                 options());
      for (const host::CheckRecord& record : records_)
        if (!record.is_whole) report.share->places.push_back(record.places);
    }
    return report;
  }

 private:
  std::string options() const {
    std::string text = wishes_in_words(check_.wishes);
    const auto add = [&](std::string_view what, const std::string& value) {
      text += fmt::format("{}{}={}", text.empty() ? "" : " ", what, value);
    };
    if (!check_.tests.test.empty()) add("test", check_.tests.test);
    for (const std::string& argument : check_.arguments) add("argument", argument);
    for (const std::string& trusted : check_.trusted) add("trust", trusted);
    return text;
  }

  // Nothing is left to go on with.
  void remove_checkpoint() const {
    const auto is_left = [](const host::CheckRecord& each) { return each.stopped || each.failure; };
    if (check_.wishes.checkpoint.empty() || std::any_of(records_.begin(), records_.end(), is_left)) return;
    std::error_code none;
    std::filesystem::remove(check_.wishes.checkpoint.c_str(), none);
  }

  // Of a share: of each check of this run what was shared out. What comes after one that fails may be the failure's.
  void note_outline(const std::vector<host::CheckRecord>& checks) {
    std::vector<std::string> outlines;
    for (const host::CheckRecord& each : checks) {
      const std::string own = each.outline.substr(std::min(each.outline.find('/') + 1, each.outline.size()));
      if (!own.empty() && !each.is_whole) outlines.push_back(own);
      if (!each.failure && (!own.empty() || each.is_whole)) continue;
      outlines.emplace_back(kNoOutline);
      break;
    }
    outlines_.push_back(outlines.empty() ? std::string(kWholeOutline)
                                         : fmt::format("{}", fmt::join(outlines, ",")));
  }

  base::Result<void> run_all() {
    const bool splits = built_.framework && check_.wishes.function.empty() &&
                        (check_.arguments.empty() || !check_.tests.test.empty());
    if (!check_.tests.test.empty() && !built_.framework)
      return failure(ErrorCode::usage,
                     "--test needs a suite of GoogleTest, Catch2, doctest or Boost.Test, which this is not",
                     check_.source.file);
    std::vector<std::string> tests;
    if (splits) {
      const auto listed = host::list_tests(*built_.framework, built_.program);
      if (!listed) return failure(listed.error());
      tests = *listed;
      if (!check_.tests.test.empty()) {
        if (const auto known = check_name(check_.tests.test, tests); !known) return failure(known.error());
        tests = {check_.tests.test};
      }
    }
    if (tests.empty()) return run_one("", check_.arguments);
    if (tests.size() > 1 && !(check_.wishes.checkpoint.empty() && check_.wishes.resume.empty()))
      return failure(
          ErrorCode::usage,
          fmt::format("a checkpoint is of one test, and the suite has {}: name it with --test", tests.size()),
          check_.source.file);
    for (const std::string& test : tests) {
      std::vector<std::string> arguments = host::arguments_for(*built_.framework, test);
      arguments.insert(arguments.end(), check_.arguments.begin(), check_.arguments.end());
      if (const auto done = run_one(test, arguments); !done) return failure(done.error());
      if (others_ ? others_->was_stopped() : interrupted()) break;
    }
    return {};
  }

  // What one of the ranks does: rank 0 looks at limits, and keeps the checkpoint.
  void become_rank(host::ControlledRun& run) {
    const std::size_t rank = check_.job->group().rank(), ranks = check_.job->group().size();
    schedule::Wishes& wishes = run.wishes;
    wishes.limit_seconds = 0;
    wishes.checkpoint = {};
    if (rank != 0) wishes.resume = {};
    if (others_->samples()) wishes.shard.set(fmt::format("{}/{}", rank + 1, ranks));
    if (wishes.jobs == 0) wishes.jobs = workers_of_rank(0);
    run.others = &*others_;
  }
  void add_ranks(finding::Report& report) const {
    report.statistics.push_back({"ranks", static_cast<std::uint64_t>(check_.job->group().size())});
    if (!check_.wishes.statistics) return;
    report.statistics.push_back({"seconds_together", seconds_together()});
    report.statistics.push_back({"messages", others_->cost().messages});
    report.statistics.push_back({"message_bytes", others_->cost().bytes});
    report.statistics.push_back({"idle_seconds", others_->cost().idle_seconds});
  }

  base::Result<void> run_one(const std::string& test, const std::vector<std::string>& arguments) {
    host::ControlledRun run{
        .source = {.file = built_.program}, .arguments = arguments, .wishes = check_.wishes};
    run.output_aside = check_.output_aside;
    run.command = check_.wishes.checkpoint.empty() ? "" : command_for_checkpoint();
    if (others_) become_rank(run);
    Progress progress("executions");
    run.watch = [&](const host::Watched& now) {
      if (others_)
        progress.show(others_->executions());
      else if (now.scenarios == 0)
        progress.show(now.executions, now.done);
      else if (progress.due())  // how much of a scenario is explored says nothing of the others
        progress.show(now.executions, -1,
                      now.scenarios == HEDDLE_MANY_SCENARIOS
                          ? fmt::format("scenario {} of more than {}", now.scenario, HEDDLE_MANY_SCENARIOS)
                          : fmt::format("scenario {} of {}", now.scenario, now.scenarios));
      return interrupted();
    };
    const Stopwatch stopwatch;
    const auto run_it = [&] { return suppressed_ ? suppressed_->run(run) : host::run_controlled(run); };
    auto result = run_it();
    if (result && result->checks.empty() && !test.empty()) {  // a test without a check of its own
      run.wishes.whole = true;
      result = run_it();
    }
    if (!result) {
      base::Error error = result.error();
      if (error.where == built_.program)
        error.where = check_.source.file;  // that of a scratch directory says nothing
      return failure(error);
    }
    if (others_) {
      auto merged = others_->merge(std::move(result->checks));
      if (!merged) return failure(merged.error());
      result->checks = std::move(*merged);
    }
    if (result->checks.empty())
      return failure(
          ErrorCode::impossible,
          fmt::format("the program ended (status {}) and checked nothing: what it printed may tell why; a "
                      "suite is checked test by test if it is given no arguments of its own",
                      result->exit_status),
          check_.source.file);
    note_outline(result->checks);
    bool fails = suppressed_ && suppressed_->ended_a_search(), is_main = false, is_of_a_check = false;
    for (host::CheckRecord& record : result->checks) {
      const bool is_whole = record.name == "main" || run.wishes.whole;
      is_main |= record.name == "main";
      record.seconds = stopwatch.seconds() / static_cast<double>(result->checks.size());
      record.interrupted = interrupted();
      if (!test.empty()) {
        if (record.name != "main" && record.name != test) record.part = record.name;
        record.name = test;
      }
      fails |= record.failure.has_value();
      is_of_a_check |= record.status == result->exit_status;
      if (built_.framework && !is_other_rank()) host::add_expectation(*built_.framework, run, record);
      if (!test.empty() && is_whole && !is_other_rank()) host::add_skip(*built_.framework, run, record);
      for (host::UninstrumentedCode& code : record.uninstrumented)
        code = host::without_trusted(code, check_.trusted);
      records_.push_back(std::move(record));
      arguments_.push_back(arguments);
    }
    if (!is_main && !fails && !is_of_a_check && result->exit_status != 0)
      add_failure_outside(test, result->exit_status);
    return {};
  }

  // The test fails though none of its checks does, and not with what an inconclusive one returned to it.
  void add_failure_outside(const std::string& test, int status) {
    finding::Finding finding;
    finding.kind = finding::Kind::failure;
    finding.message = fmt::format("the program ends with status {}, and none of its checks fails", status);
    finding.test = test;
    if (!test.empty()) finding.notes.push_back(fmt::format("in the test `{}`", test));
    finding.notes.emplace_back("What fails is outside of heddle::check, and was run once.");
    outside_.push_back(std::move(finding));
  }

  // The name that the user gave, or the same with the name of the test.
  std::string file_for(const host::CheckRecord& record, bool first) const {
    if (first) return check_.save;
    const std::filesystem::path path(check_.save);
    char name[base::kLongestFileName];
    base::write_file_name((record.name.empty() ? fmt::format("{}", record.check) : record.name).c_str(),
                          name);
    return (path.parent_path() /
            fmt::format("{}-{}{}", path.stem().string(), name, path.extension().string()))
        .string();
  }

  // Each test that failed has a file of its own, in the order of the findings.
  void save(finding::Report& report) const {
    if (check_.save.empty() || is_other_rank()) return;
    std::size_t which = 0;
    for (std::size_t i = 0; i < records_.size(); ++i) {
      if (!records_[i].failure) continue;
      report.findings[which].witness.file = save_finding(
          file_for(records_[i], which == 0), host::saved_finding(records_[i], check_.source, arguments_[i]));
      ++which;
    }
  }

  const NativeCheck& check_;
  const Built& built_;
  std::vector<host::CheckRecord> records_;
  std::vector<std::vector<std::string>> arguments_;  // of each
  std::vector<std::string> outlines_;                // of each run of the program
  std::vector<finding::Finding> outside_;
  std::optional<host::SharedCheck> others_;  // ranks
  std::optional<CheckSuppressions> suppressed_;
};

}  // namespace

void add_test_options(CLI::App& app, TestOptions& options) {
  app.add_option(
      "--test", options.test,
      "only this test of a suite (GoogleTest, Catch2, doctest, Boost.Test); with --compile-commands and no "
      "program, the target to build");
  app.add_flag("--list-tests", options.list, "print the names of the suite's tests, and do nothing else");
}

base::Result<finding::Report> check_native(const NativeCheck& check) {
  interrupted();
  const auto built = build(check.source);
  if (!built) return failure(built.error());
  if (interrupted()) return failure(ErrorCode::limit, "interrupted", check.source.file);
  return NativeRun(check, **built).report();
}

base::Result<int> print_tests(const compile::Source& source) {
  const auto built = build(source);
  if (!built) return failure(built.error());
  if (!(*built)->framework)
    return failure(ErrorCode::usage, "it is no suite of GoogleTest, Catch2, doctest or Boost.Test",
                   source.file);
  const auto tests = host::list_tests(*(*built)->framework, (*built)->program);
  if (!tests) return failure(tests.error());
  for (const std::string& test : *tests) fmt::print("{}\n", test);
  return exit_with(ExitStatus::clean);
}

base::Result<std::vector<std::string>> arguments_of_test(const std::string& program, const std::string& test,
                                                         const std::string& outcome) {
  const auto framework = host::framework_of(program);
  if (!framework)
    return failure(ErrorCode::usage,
                   "--test needs a suite of GoogleTest, Catch2, doctest or Boost.Test, which this is not",
                   program);
  const auto tests = host::list_tests(*framework, program);
  if (!tests) return failure(tests.error());
  if (const auto known = check_name(test, *tests); !known) return failure(known.error());
  std::vector<std::string> arguments = host::arguments_for(*framework, test);
  if (!outcome.empty())
    for (std::string& each : host::arguments_to_write(*framework, outcome))
      arguments.push_back(std::move(each));
  return arguments;
}

void add_skip_of_test(const std::string& program, const std::string& test, const std::string& outcome,
                      finding::Report& report) {
  const auto framework = host::framework_of(program);
  const auto written = base::read_file(outcome);
  if (!framework || !written || !report.findings.empty()) return;
  const auto why = host::skip_written(*framework, *written, test);
  if (!why) return;
  report.notes.push_back(host::skip_words(test, *why));
  report.tests.push_back({.name = test, .skipped = why});
}

}  // namespace heddle::cli
