// SPDX-License-Identifier: Apache-2.0
// heddle run: compile if need be, run the program under the runtime, and report what it did wrong.
#include <memory>
#include <optional>

#include <fmt/format.h>
#include <unistd.h>

#include "base/scratch_directory.h"
#include "cli/check_native.h"
#include "cli/confirm.h"
#include "cli/limits.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/source_options.h"
#include "cli/verb.h"
#include "cli/watcher.h"
#include "report/reporter.h"
#include "runtime/host/ending.h"
#include "runtime/host/executable.h"
#include "runtime/host/lock_order.h"
#include "runtime/host/recording.h"
#include "runtime/host/session.h"
#include "runtime/host/suppressions.h"
#include "runtime/host/symbols.h"
#include "runtime/host/uninstrumented.h"
#include "runtime/host/words.h"

namespace heddle::cli {
namespace {

namespace host = runtime::host;

struct RunOptions {
  OutputOptions output;
  compile::Source source;  // source files or a program
  TestOptions tests;
  std::vector<std::string> trusted;
  std::vector<std::string> arguments;
  std::string record;
  double limit_seconds = 0;
  bool predict = false;
  ConfirmOptions confirm;
  bool every_access = false;
  bool each_variable = false;
  std::string suppressions;
  std::string when;
  std::string when_library;
  std::string when_full = "wait";
};

// Standard output is the program's: text goes to standard error unless a file is asked for.
base::Result<int> deliver_beside(const finding::Report& report, const OutputOptions& options) {
  if (!options.is_text() || options.output != "-") return deliver(report, options);
  fmt::print(stderr, "{}", report::format_text(report, style_for(options, STDERR_FILENO)));
  return exit_status_of(report);
}

// Code of the program, and of libraries that are neither the system's nor heddle's, which nobody watched.
void doubt_uninstrumented(const std::string& program, const runtime::Channel& channel,
                          const std::vector<std::string>& trusted, finding::Verdict& verdict) {
  std::vector<std::string> code = {program};
  for (const runtime::Module& module : std::span(channel.module, channel.modules))
    if (!host::is_known_library(module.path)) code.emplace_back(module.path);
  for (const std::string& path : code) {
    const auto left = host::without_trusted(host::uninstrumented_code(path), trusted);
    if (const std::string doubt = host::describe(left); !doubt.empty()) verdict.doubt(doubt);
  }
}

// What other schedules of this run show, tried on the same program.
base::Result<void> predict_from(const std::string& trace, const RunOptions& options,
                                const host::Launch& launch, finding::Report& report) {
  ConfirmOptions tried = options.confirm;
  tried.source = options.source;
  tried.arguments.assign(launch.command.begin() + 1, launch.command.end());
  tried.output_aside = launch.output_aside;
  return predict_from_run(tried, launch.command.front(), trace, report);
}

// From the first interrupted() on, Ctrl-C leaves no files behind.
base::Result<std::string> prepare(const compile::Source& source, const std::string& directory,
                                  const base::ScratchDirectory& workshop) {
  auto program = host::prepare(source, directory, workshop);
  if (program && interrupted()) return base::failure(base::ErrorCode::limit, "interrupted", source.file);
  return program;
}

base::Result<int> run(const RunOptions& options) {
  const Stopwatch stopwatch;
  const auto directory = host::runtime_directory();
  if (!directory) return base::failure(directory.error());
  std::optional<host::Suppressions> suppressions;
  if (!options.suppressions.empty()) {
    auto read = host::Suppressions::read(options.suppressions);
    if (!read) return base::failure(read.error());
    suppressions = std::move(*read);
  }
  const base::ScratchDirectory workshop;
  if (!workshop.exists()) return base::failure(base::ErrorCode::io, base::ScratchDirectory::trouble());
  host::Launch launch;
  launch.library_directory = *directory;
  launch.output_aside = options.output.takes_standard_output();
  launch.limit_seconds = options.limit_seconds;
  const auto program = prepare(options.source, *directory, workshop);
  if (!program) return base::failure(program.error());
  launch.command = {*program};
  if (!options.tests.test.empty()) {
    const auto arguments = arguments_of_test(*program, options.tests.test);
    if (!arguments) return base::failure(arguments.error());
    launch.command.insert(launch.command.end(), arguments->begin(), arguments->end());
  }
  launch.command.insert(launch.command.end(), options.arguments.begin(), options.arguments.end());

  auto file = host::ChannelFile::create();
  if (!file) return base::failure(file.error());
  runtime::Channel& channel = (*file)->channel();
  host::Symbols symbols([&] { return std::span(channel.module, channel.modules); });
  host::Words words(channel, symbols);
  std::unique_ptr<host::Recording> recording;
  Watcher* watcher = nullptr;
  const bool watch = !options.when.empty() || !options.when_library.empty();
  const std::string record =
      options.record.empty() && options.predict ? (workshop / "recorded.hdl").string() : options.record;
  if (!record.empty() || watch) {
    std::unique_ptr<trace::TraceWriter> writer;
    if (watch) {
      auto watching = Watcher::create({.when = options.when,
                                       .library = options.when_library,
                                       .when_full = options.when_full,
                                       .record = record,
                                       .scratch = (workshop / "watched.hdl").string()});
      if (!watching) return base::failure(watching.error());
      watcher = watching->get();
      writer = std::move(*watching);
    } else {
      auto created = trace::create_trace(record);
      if (!created) return base::failure(created.error());
      writer = std::move(*created);
    }
    recording = host::Recording::create(std::move(writer), channel, words);
    channel.every_access = options.every_access ? 1 : 0;
    launch.drain = [&](bool ended) { return recording->drain(ended); };
  }
  const auto ending = host::run(**file, launch);
  if (!ending) return base::failure(ending.error());

  finding::Report report;
  report.command = "run";
  report.input = options.source.file;
  report.findings = words.findings(options.each_variable);
  host::add_ending(*ending, channel, words, report);
  host::add_potential_deadlocks(channel, words, report);
  words.add_doubts(report.verdict);
  doubt_uninstrumented(*program, channel, options.trusted, report.verdict);
  if (suppressions) {
    const std::size_t left_out = suppressions->apply(
        report.findings, [&](const event::Location& place) { return symbols.libraries_of(place); });
    report.statistics.push_back({"suppressed", std::uint64_t{left_out}});
  }
  host::leave_out_library_frames(report.findings);
  if (channel.process == 0)
    report.verdict.doubt(
        "the program never started the runtime; was it built with `heddle cc` or `heddle c++`?");
  if (recording) {
    if (channel.finished == 0)
      report.verdict.doubt("the program did not end by itself; what it did at the very last may be missing");
    if (const auto finished = recording->finish(report.verdict.reasons()); !finished)
      report.verdict.doubt(
          fmt::format("the recording is not complete: {}", base::describe(finished.error())));
    report.statistics.push_back({"events", recording->events()});
    if (watcher != nullptr) watcher->add_to(report);
  }
  if (options.predict)
    if (const auto done = predict_from(record, options, launch, report); !done)
      return base::failure(done.error());
  report.statistics.push_back({"threads", std::uint64_t{channel.threads}});
  report.statistics.push_back({"cpu_seconds", ending->cpu_seconds});
  report.statistics.push_back({"seconds", stopwatch.seconds()});
  report.statistics.push_back({"peak_bytes", ending->peak_bytes});
  report.trace = options.record;
  const auto outcome = report.outcome();
  auto status = deliver_beside(report, options.output);
  if (!status) return status;
  if (outcome == finding::Verdict::Outcome::findings || ending->out_of_time) return status;
  return ending->exit_status() != 0 || outcome == finding::Verdict::Outcome::clean ? ending->exit_status()
                                                                                   : *status;
}

}  // namespace

Action add_run(CLI::App& app) {
  auto options = std::make_shared<RunOptions>();
  add_output_options(app, options->output);
  add_program(app, options->source, options->arguments);
  add_test_options(app, options->tests);
  add_compiler_options(app, options->source);
  add_trust_option(app, options->trusted);
  app.add_option("--record", options->record, "write a trace of the run to this file (.hdl or .std)")
      ->check(writable_file());
  app.add_option("--limit-seconds", options->limit_seconds,
                 "stop the program after so long, and say what its threads wait for; 0: never")
      ->check(seconds_number());
  app.add_flag(
      "--predict", options->predict,
      "record the run, predict what other schedules of it show, and try that on the program; see heddle "
      "predict --help");
  add_confirm_options(app, options->confirm);
  app.add_option(
      "--when", options->when,
      "watch for a state in which this predicate could have held, while the program runs; see heddle "
      "detect --help");
  app.add_option("--when-library", options->when_library,
                 "likewise a predicate compiled with <heddle/predicate.h>, as a .so file");
  app.add_option(
         "--when-full", options->when_full,
         "if events come faster than their states can be looked at: wait, the program slows down; drop, the "
         "answer may be inconclusive")
      ->check(CLI::IsMember({"wait", "drop"}))
      ->capture_default_str();
  app.add_flag(
      "--every-access", options->every_access,
      "record repeated accesses too: those that add nothing since the thread last released something");
  app.add_flag("--each-variable", options->each_variable,
               "report every variable on its own instead of one finding per pair of source locations");
  add_suppressions_option(app, options->suppressions);
  app.footer(
      "The program's own output and exit status are left alone unless something was found (exit status 1).\n"
      "The report goes to standard error as text, or to standard output in another --format.");
  return [options]() -> base::Result<int> {
    if (options->source.file.empty()) std::swap(options->source.file, options->tests.test);
    if (options->source.file.empty())
      return base::failure(base::ErrorCode::usage,
                           "--compile-commands needs --test TARGET, or a file or target");
    if (options->tests.list) return print_tests(options->source);
    interrupted();
    return run(*options);
  };
}

}  // namespace heddle::cli
