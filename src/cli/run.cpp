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
#include "cli/written_files.h"
#include "finding/repeated.h"
#include "finding/suppressions.h"
#include "report/reporter.h"
#include "runtime/host/ending.h"
#include "runtime/host/executable.h"
#include "runtime/host/lock_order.h"
#include "runtime/host/recording.h"
#include "runtime/host/sampled.h"
#include "runtime/host/session.h"
#include "runtime/host/symbols.h"
#include "runtime/host/uninstrumented_words.h"
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
  std::string locks = "order";
  std::uint64_t repeat = 1;
  bool perturb = false;
  std::uint64_t seed = 1;
  std::string sample;
  double sample_rate = 1;
};

// Standard output is the program's: text goes to standard error unless a file is asked for.
base::Result<int> deliver_beside(const finding::Report& report, const OutputOptions& options) {
  if (!options.is_text() || options.output != "-") return deliver(report, options);
  fmt::print(stderr, "{}", report::format_text(report, style_for(options, STDERR_FILENO)));
  return exit_status_of(report);
}

// Code of the program, and of libraries that are neither the system's nor heddle's, which nobody watched.
void doubt_uninstrumented(const std::string& program, const runtime::Channel& channel,
                          const std::vector<std::string>& trusted, finding::Report& report) {
  bool is_seen = true;
  std::vector<std::string> code = {program};
  for (const runtime::Module& module : std::span(channel.module, channel.modules))
    if (!host::is_known_library(module.path)) code.emplace_back(module.path);
  for (const std::string& path : code) {
    const auto left = host::without_trusted(host::uninstrumented_code(path), trusted);
    if (const std::string doubt = host::describe(left); !doubt.empty()) {
      report.verdict.doubt(doubt);
      is_seen = is_seen && !left.whole && left.count == 0;
    }
  }
  if (!is_seen) report.notes.emplace_back(host::kInstead);
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

// What all runs of the program have in common.
struct Prepared {
  const RunOptions& options;
  const base::ScratchDirectory& workshop;
  std::optional<finding::Suppressions> suppressions;
  host::Launch launch;
  std::string record;   // the trace to write, if any
  std::string outcome;  // where the framework writes what became of the test, if it does

  const std::string& program() const { return launch.command.front(); }
};

base::Result<Prepared> prepare_run(const RunOptions& options, const base::ScratchDirectory& workshop) {
  Prepared prepared{options, workshop, {}, {}, {}, {}};
  const auto directory = host::runtime_directory();
  if (!directory) return base::failure(directory.error());
  if (!options.suppressions.empty()) {
    auto read = finding::Suppressions::read(options.suppressions);
    if (!read) return base::failure(read.error());
    prepared.suppressions = std::move(*read);
  }
  host::Launch& launch = prepared.launch;
  launch.library_directory = *directory + (options.sample.empty() ? "" : "/sample");
  launch.output_aside = options.output.takes_standard_output();
  launch.limit_seconds = options.limit_seconds;
  const auto program = prepare(options.source, *directory, workshop);
  if (!program) return base::failure(program.error());
  launch.command = {*program};
  if (!options.tests.test.empty()) {
    // With arguments of the user's it may write elsewhere already.
    if (options.arguments.empty()) prepared.outcome = (workshop / "outcome.xml").string();
    const auto arguments = arguments_of_test(*program, options.tests.test, prepared.outcome);
    if (!arguments) return base::failure(arguments.error());
    launch.command.insert(launch.command.end(), arguments->begin(), arguments->end());
  }
  launch.command.insert(launch.command.end(), options.arguments.begin(), options.arguments.end());
  prepared.record =
      options.record.empty() && options.predict ? (workshop / "recorded.hdl").string() : options.record;
  return prepared;
}

// Where the events of a run go, if anyone wants them.
struct Recorded {
  std::unique_ptr<host::Recording> recording;
  Watcher* watcher = nullptr;
};

base::Result<Recorded> start_recording(const Prepared& prepared, runtime::Channel& channel,
                                       host::Words& words) {
  const RunOptions& options = prepared.options;
  Recorded recorded;
  const bool watch = !options.when.empty() || !options.when_library.empty();
  if (prepared.record.empty() && !watch) return recorded;
  std::unique_ptr<trace::TraceWriter> writer;
  if (watch) {
    auto watching = Watcher::create({.when = options.when,
                                     .library = options.when_library,
                                     .when_full = options.when_full,
                                     .lock_order = options.locks == "order",
                                     .record = prepared.record,
                                     .scratch = (prepared.workshop / "watched.hdl").string()});
    if (!watching) return base::failure(watching.error());
    recorded.watcher = watching->get();
    writer = std::move(*watching);
  } else {
    auto created = trace::create_trace(prepared.record);
    if (!created) return base::failure(created.error());
    writer = std::move(*created);
  }
  recorded.recording = host::Recording::create(std::move(writer), channel, words);
  channel.every_access = options.every_access ? 1 : 0;
  return recorded;
}

void finish_recording(const Recorded& recorded, const runtime::Channel& channel, finding::Report& report) {
  if (!recorded.recording) return;
  if (channel.finished == 0)
    report.verdict.doubt("the program did not end by itself; what it did at the very last may be missing");
  if (const auto finished = recorded.recording->finish(report.verdict.reasons()); !finished)
    report.verdict.doubt(fmt::format("the recording is not complete: {}", base::describe(finished.error())));
  report.statistics.push_back({"events", recorded.recording->events()});
  if (recorded.watcher != nullptr) recorded.watcher->add_to(report);
}

struct Run {
  finding::Report report;
  host::Ending ending;
};

base::Result<Run> run_once(const Prepared& prepared, std::uint64_t seed) {
  const Stopwatch stopwatch;
  const RunOptions& options = prepared.options;
  auto file = host::ChannelFile::create();
  if (!file) return base::failure(file.error());
  runtime::Channel& channel = (*file)->channel();
  channel.perturb = options.perturb ? 1 : 0;
  channel.seed = seed;
  if (!options.sample.empty()) channel.sample = host::sample_of(options.sample_rate);
  host::Symbols symbols([&] { return std::span(channel.module, channel.modules); });
  host::Words words(channel, symbols);
  auto recorded = start_recording(prepared, channel, words);
  if (!recorded) return base::failure(recorded.error());
  host::Launch launch = prepared.launch;
  if (recorded->recording) launch.drain = [&](bool ended) { return recorded->recording->drain(ended); };
  const auto ending = host::run(**file, launch);
  if (!ending) return base::failure(ending.error());

  finding::Report report;
  report.command = "run";
  report.input = options.source.file;
  report.findings = words.findings(options.each_variable);
  host::add_ending(*ending, channel, words, report);
  host::add_potential_deadlocks(channel, words, report);
  if (channel.finished != 0)  // else nobody came to join them
    for (std::string& line : words.leaked()) report.notes.push_back(std::move(line));
  words.add_doubts(report.verdict);
  if (options.sample_rate < 1) report.verdict.doubt(host::doubt_of_sample(options.sample_rate));
  doubt_uninstrumented(prepared.program(), channel, options.trusted, report);
  if (prepared.suppressions) {
    const std::size_t left_out = prepared.suppressions->apply(
        report.findings, [&](const event::Location& place) { return symbols.libraries_of(place); });
    report.statistics.push_back({"suppressed", std::uint64_t{left_out}});
  }
  finding::leave_out_library_frames(report.findings);
  if (channel.process == 0)
    report.verdict.doubt(
        "the program never started the runtime; was it built with `heddle cc` or `heddle c++`?");
  finish_recording(*recorded, channel, report);
  if (options.predict)
    if (const auto done = predict_from(prepared.record, options, launch, report); !done)
      return base::failure(done.error());
  report.statistics.push_back({"threads", std::uint64_t{channel.threads}});
  if (options.perturb) report.statistics.push_back({"delays", channel.delays});
  if (!options.sample.empty()) report.statistics.push_back({"sampled", channel.sampled});
  report.statistics.push_back({"cpu_seconds", ending->cpu_seconds});
  report.statistics.push_back({"seconds", stopwatch.seconds()});
  report.statistics.push_back({"peak_bytes", ending->peak_bytes});
  report.trace = options.record;
  return Run{std::move(report), *ending};
}

// Each run reads what the first one read, where that can be had again.
class StandardInput {
 public:
  void rewind() const {
    if (start_ >= 0) lseek(STDIN_FILENO, start_, SEEK_SET);
  }

 private:
  off_t start_ = lseek(STDIN_FILENO, 0, SEEK_CUR);
};

base::Result<int> run(const RunOptions& options) {
  const base::ScratchDirectory workshop;
  if (!workshop.exists()) return base::failure(base::ErrorCode::io, base::ScratchDirectory::trouble());
  const auto prepared = prepare_run(options, workshop);
  if (!prepared) return base::failure(prepared.error());
  const StandardInput input;
  auto first = run_once(*prepared, options.seed);
  if (!first) return base::failure(first.error());
  Run whole = std::move(*first);
  if (options.repeat > 1) {
    finding::Repeated runs(options.perturb);
    runs.add(std::move(whole.report), options.seed);
    for (std::uint64_t i = 1; i < options.repeat && !whole.ending.interrupted; ++i) {
      input.rewind();
      auto next = run_once(*prepared, options.seed + i);
      if (!next) return base::failure(next.error());
      runs.add(std::move(next->report), options.seed + i);
      if (whole.ending.exit_status() == 0) whole.ending.status = next->ending.status;
      whole.ending.out_of_time |= next->ending.out_of_time;
      whole.ending.interrupted = next->ending.interrupted;
    }
    whole.report = runs.report();
  }
  if (!prepared->outcome.empty())
    add_skip_of_test(prepared->program(), options.tests.test, prepared->outcome, whole.report);
  const auto outcome = whole.report.outcome();
  const int own = whole.ending.exit_status();
  if (outcome != finding::Verdict::Outcome::findings && !whole.ending.out_of_time && own != 0)
    whole.report.statistics.insert(whole.report.statistics.begin(),
                                   {"program_status", static_cast<std::uint64_t>(own)});
  auto status = deliver_beside(whole.report, options.output);
  if (!status) return status;
  if (outcome == finding::Verdict::Outcome::findings || whole.ending.out_of_time) return status;
  return own != 0 || outcome == finding::Verdict::Outcome::clean ? own : *status;
}

// What was asked for does not go together.
base::Result<void> check_options(RunOptions& options) {
  const bool one_trace =
      !options.record.empty() || options.predict || !options.when.empty() || !options.when_library.empty();
  if (!options.sample.empty() && one_trace)
    return base::failure(base::ErrorCode::usage,
                         "--sample forgets most accesses: --record, --predict and --when need all of them");
  if (options.repeat > 1 && one_trace)
    return base::failure(
        base::ErrorCode::usage,
        "--repeat runs the program several times: --record, --predict and --when are about one run");
  if (options.locks != "order" && options.when.empty() && options.when_library.empty())
    return base::failure(base::ErrorCode::usage, "goes with --when and --when-library only",
                         "--locks intervals");
  if (options.sample.empty()) return {};
  const auto rate = host::sample_rate(options.sample);
  if (!rate) return base::failure(rate.error());
  options.sample_rate = *rate;
  return {};
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
  app.add_option(
         "--locks", options->locks,
         "with --when: order, each lock changes hands as it does; intervals, in any order, one holder at a "
         "time")
      ->check(CLI::IsMember({"order", "intervals"}))
      ->capture_default_str();
  app.add_flag(
      "--every-access", options->every_access,
      "record repeated accesses too: those that add nothing since the thread last released something");
  app.add_flag("--each-variable", options->each_variable,
               "report every variable on its own instead of one finding per pair of source locations");
  add_suppressions_option(app, options->suppressions);
  app.add_option("--repeat", options->repeat,
                 "run the program so many times; a finding of several runs is told once, with their number")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1'000'000}));
  app.add_flag("--perturb", options->perturb,
               "delay threads before they synchronise, so that another schedule than the usual one is seen; "
               "--repeat tries a new one in each run");
  app.add_option("--seed", options->seed,
                 "which delays --perturb makes, in the first run; the next run has the next")
      ->capture_default_str();
  app.add_option("--sample", options->sample,
                 "remember this share of the accesses only, 1% say, and all synchronisation: no false "
                 "alarm, and the report says how likely a race was missed");
  app.footer(
      "The program's own output and exit status are left alone unless something was found (exit status 1).\n"
      "The report goes to standard error as text, or to standard output in another --format.");
  return [options]() -> base::Result<int> {
    if (options->source.file.empty()) std::swap(options->source.file, options->tests.test);
    options->source.reduced = !options->every_access && !options->predict;
    if (options->source.file.empty())
      return base::failure(base::ErrorCode::usage,
                           "--compile-commands needs --test TARGET, or a file or target");
    if (options->tests.list) return print_tests(options->source);
    if (const auto fine = check_options(*options); !fine) return base::failure(fine.error());
    interrupted();
    return run(*options);
  };
}

}  // namespace heddle::cli
