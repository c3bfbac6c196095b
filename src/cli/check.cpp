// SPDX-License-Identifier: Apache-2.0
// heddle check: can any schedule of this program, or of one of its functions, fail?
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <set>

#include <CLI/Option.hpp>
#include <CLI/Validators.hpp>
#include <fmt/format.h>

#include "cli/check_engine.h"
#include "cli/check_machine.h"
#include "cli/check_native.h"
#include "cli/check_property.h"
#include "cli/check_wishes.h"
#include "cli/output.h"
#include "cli/ranks.h"
#include "cli/shards.h"
#include "cli/source_options.h"
#include "cli/verb.h"
#include "cli/written_files.h"
#include "compile/bitcode.h"
#include "compile/compiler.h"
#include "explore/memory_model.h"
#include "explore/strategies.h"
#include "finding/suppressions.h"
#include "runtime/host/check_record.h"

namespace heddle::cli {
namespace {

namespace host = runtime::host;

struct CheckOptions {
  OutputOptions output;
  compile::Source source;
  std::vector<std::string> arguments;
  schedule::Wishes wishes;
  PropertyOptions property;
  std::string engine;  // empty: chosen by what the program is
  std::string engine_reason;
  std::string save = "heddle-finding.json";
  bool replace_saved = false;
  TestOptions tests;
  std::vector<std::string> trusted;
  std::string suppressions;  // the file
  std::optional<finding::Suppressions> rules;
};

// Who sees a finding beside a clean verdict shall know that it is not this check's.
void tell_of_earlier_finding(const CheckOptions& options, const finding::Report& report) {
  std::ifstream file(options.save);
  std::string line;
  if (!report.findings.empty() || options.save == "none" || !std::getline(file, line)) return;
  const auto record = host::read_record(line);
  const std::string program = options.source.compile_commands.empty()
                                  ? std::filesystem::absolute(options.source.file).string()
                                  : options.source.file;
  if (record && record->source.file == program)
    fmt::print(stderr, "heddle: {} is a finding of an earlier check of {}, not of this one\n", options.save,
               options.source.file);
}

base::Result<int> check_natively(const CheckOptions& options, const Stopwatch& stopwatch) {
  cluster::Job* ranks = nullptr;
  if (is_rank()) {
    const auto joined = job();
    if (!joined) return base::failure(joined.error());
    ranks = *joined;
  }
  auto report = check_native({.source = options.source,
                              .arguments = options.arguments,
                              .wishes = options.wishes,
                              .tests = options.tests,
                              .trusted = options.trusted,
                              .suppressions = options.rules ? &*options.rules : nullptr,
                              .output_aside = options.output.takes_standard_output(),
                              .job = ranks,
                              .save = options.save == "none" ? "" : options.save});
  if (!report) return base::failure(report.error());
  if (is_other_rank()) return exit_with(ExitStatus::clean);  // rank 0 tells
  if (options.wishes.discipline == "writes-first" && !options.wishes.no_races)
    report->verdict.doubt(
        "races of a read with a later write were not looked for (--discipline writes-first)");
  tell_of_earlier_finding(options, *report);
  stopwatch.add_to(*report);
  return deliver(*report, options.output);
}

// The machine does not go on beyond a state that is wrong: what comes after it is not known.
void leave_out(const finding::Suppressions& rules, MachineAnswer& answer) {
  std::vector<finding::Finding>& findings = answer.report.findings;
  std::size_t left = 0, left_out = 0;
  for (std::size_t i = 0; i < findings.size(); ++i) {
    if (rules.covers(findings[i], [](const event::Location&) { return std::vector<std::string>{}; })) {
      answer.report.verdict.doubt(fmt::format(
          "what follows a finding that is suppressed was not looked at: {}", findings[i].message));
      ++left_out;
      continue;
    }
    if (left != i) {
      findings[left] = std::move(findings[i]);
      answer.schedules[left] = std::move(answer.schedules[i]);
    }
    ++left;
  }
  findings.resize(left);
  answer.schedules.resize(left);
  answer.report.statistics.push_back({"suppressed", std::uint64_t{left_out}});
}

base::Result<int> check_with_machine(const CheckOptions& options, const Stopwatch& stopwatch) {
  auto answer = check_machine(options.source, options.wishes, options.property);
  if (!answer) return base::failure(answer.error());
  if (is_other_rank()) return exit_with(ExitStatus::clean);  // rank 0 tells
  finding::Report& report = answer->report;
  if (options.rules) leave_out(*options.rules, *answer);
  if (!options.engine_reason.empty())
    report.notes.push_back(
        fmt::format("engine: machine, because {} (--engine native runs the program)", options.engine_reason));
  if (!report.findings.empty() && options.save != "none" && !compile::is_bitcode(options.source.file)) {
    // The first finding, for `heddle replay`, which runs its schedule natively.
    finding::Finding& first = report.findings.front();
    const std::string text = host::saved_finding({.engine = "machine",
                                                  .wishes = options.wishes,
                                                  .schedule = answer->schedules.front(),
                                                  .kind = first.kind,
                                                  .message = first.message},
                                                 options.source);
    first.witness.file = save_finding(options.save, text);
  }
  tell_of_earlier_finding(options, report);
  stopwatch.add_to(report);
  return deliver(report, options.output);
}

// The groups of the options in the help, and what they mean.
constexpr const char* kNativeOptions = "Only with --engine native";
constexpr const char* kMachineOptions = "Only with --engine machine";

// One that was given; empty: none.
std::string given_option(const CLI::App& app, std::string_view group) {
  for (const CLI::Option* option : app.get_options())
    if (option->count() > 0 && option->get_group() == group) return option->get_name();
  return "";
}

// What is shared out, or kept for another time, is the search of execution graphs: its parts need nothing of each other.
base::Result<void> can_be_shared_out(const schedule::Wishes& wishes) {
  const bool is_kept = !wishes.checkpoint.empty() || !wishes.resume.empty();
  const char* option = is_kept     ? "--checkpoint and --resume"
                       : is_rank() ? "a job of several ranks"
                                   : "--shard";
  if (!is_kept && wishes.shard.empty() && !is_rank()) return {};
  const auto unless = [&](bool wrong, std::string_view what) -> base::Result<void> {
    if (!wrong) return {};
    return base::failure(base::ErrorCode::usage, fmt::format("{} cannot go with {}", option, what));
  };
  for (const auto& [wrong, what] : {std::pair{wishes.preemptions != schedule::kAny, "--preemptions"},
                                    {wishes.fewest_preemptions, "--fewest-preemptions"},
                                    {wishes.keep_going, "--keep-going"},
                                    {wishes.no_races, "--no-races"},
                                    {wishes.advise, "--advise"},
                                    {is_rank() && !wishes.shard.empty(), "--shard"}})
    if (auto fits = unless(wrong, what); !fits) return fits;
  explore::Options all;
  const explore::Strategy* strategy = explore::strategy_for(wishes.strategy.view(), all);
  const bool samples = strategy->samples && !strategy->estimates;
  return unless(strategy->by_graphs.empty() && (is_kept || !samples),
                "--strategy " + std::string(wishes.strategy.view()));
}

// What speaks of schedules is for sequential consistency: under a weaker model executions are no schedules.
base::Result<void> check_memory_model(const schedule::Wishes& wishes) {
  const std::string_view model = wishes.memory_model.view();
  if (model == "auto" || model == "sc") return {};
  if (wishes.no_races || wishes.keep_going)
    return base::failure(
        base::ErrorCode::usage,
        fmt::format(
            "{} explores races as if they were atomic, under sequential consistency only: what plain "
            "accesses may show under {} nobody says; make them std::atomic with memory_order_relaxed to see",
            wishes.no_races ? "--no-races" : "--keep-going", model));
  std::string option;
  if (explore::strategy_for(wishes.strategy.view(), {})->by_graphs.empty())
    option = fmt::format("--strategy {}", wishes.strategy.view());
  if (wishes.preemptions != schedule::kAny) option = "--preemptions";
  if (wishes.fewest_preemptions) option = "--fewest-preemptions";
  if (option.empty()) return {};
  return base::failure(
      base::ErrorCode::usage,
      fmt::format("{} chooses among schedules, under sequential consistency; --memory-model {} has a "
                  "search of its own, of all executions: leave one of the two out",
                  option, model));
}

base::Result<int> check(CheckOptions& options, const CLI::App& app) {
  const Stopwatch stopwatch;
  if (options.source.file.empty()) {  // with --compile-commands the test is the target
    options.source.file = options.tests.test;
    options.tests.test.clear();
  }
  if (options.source.file.empty())
    return base::failure(base::ErrorCode::usage,
                         "--compile-commands needs --test TARGET, or a file or target");
  if (options.tests.list) return print_tests(options.source);
  const schedule::Wishes& wishes = options.wishes;
  if (const auto fits = check_memory_model(wishes); !fits) return base::failure(fits.error());
  if (options.engine.empty()) {
    if (const std::string option = given_option(app, kMachineOptions); !option.empty()) {
      options.engine = "machine";
      options.engine_reason = fmt::format("{} was given", option);
    } else if (given_option(app, kNativeOptions).empty() && app.count("--function") == 0 &&
               app.count("--no-races") == 0 && app.count("--compiler") == 0 && app.count("--test") == 0 &&
               options.source.compile_commands.empty()) {
      const EngineChoice choice = engine_for(options.source.file);
      options.engine = choice.engine;
      options.engine_reason = choice.why;
      if (choice.engine == "machine" && !compile::is_bitcode(options.source.file) &&
          !compile::is_installed(compile::kClang)) {
        fmt::print(
            stderr,
            "heddle: the engine machine would be taken, because {}; it needs {}, which is not installed\n",
            choice.why, compile::kClang);
        options.engine = "native";
        options.engine_reason.clear();
      }
    }
  }
  const bool machine = options.engine == "machine";
  if (const auto possible = can_be_shared_out(wishes); !machine && !possible)
    return base::failure(possible.error());
  if (const std::string option = given_option(app, machine ? kNativeOptions : kMachineOptions);
      !option.empty())
    return base::failure(
        base::ErrorCode::usage,
        fmt::format("{} means nothing to the engine {}{}{}", option, machine ? "machine" : "native",
                    options.engine_reason.empty() ? "" : ", used because ", options.engine_reason));
  if (machine && !options.arguments.empty())
    return base::failure(base::ErrorCode::usage, "the engine machine runs programs without arguments",
                         options.arguments.front());
  if (!options.suppressions.empty()) {
    auto read = finding::Suppressions::read(options.suppressions);
    if (!read) return base::failure(read.error());
    options.rules = std::move(*read);
  }
  // Only that one: a name with a number may be the file of another test.
  std::error_code absent;
  if (options.replace_saved && options.save != "none") std::filesystem::remove(options.save, absent);
  return machine ? check_with_machine(options, stopwatch) : check_natively(options, stopwatch);
}

}  // namespace

Action add_check(CLI::App& app) {
  auto options = std::make_shared<CheckOptions>();
  add_program(app, options->source, options->arguments);
  app.add_option("--engine", options->engine,
                 "native: run the compiled program; machine: all states of its bitcode (default: machine for "
                 "bitcode, for programs with __VERIFIER_ functions, annotations of memory or a loop that "
                 "nothing leaves; else native)")
      ->check(CLI::IsMember(std::set<std::string>{"native", "machine"}));
  app.add_option(
         "--save", options->save,
         "where to write a failing schedule for `heddle replay`; what was saved there before gets a number; "
         "none: nowhere")
      ->check(writable_file())
      ->capture_default_str();
  app.add_flag("--replace-saved", options->replace_saved,
               "remove what was saved there before, instead of giving it a number");
  add_test_options(app, options->tests);
  add_trust_option(app, options->trusted);
  add_suppressions_option(app, options->suppressions);
  add_compiler_options(app, options->source);
  add_wishes(app, options->wishes, schedule::Engine::both);
  app.option_defaults()->group(kNativeOptions);
  add_wishes(app, options->wishes, schedule::Engine::native);
  app.option_defaults()->group(kMachineOptions);
  add_wishes(app, options->wishes, schedule::Engine::machine);
  add_property_options(app, options->property);
  app.option_defaults()->group("Options");
  std::set<std::string> strategies;
  for (const explore::Strategy& strategy : explore::strategies()) strategies.emplace(strategy.name);
  app.get_option("--strategy")->check(CLI::IsMember(strategies));
  const auto names = explore::memory_model_names();
  std::set<std::string> models(names.begin(), names.end());
  models.emplace("auto");
  app.get_option("--memory-model")->check(CLI::IsMember(models));
  app.get_option("--shard")->check(is_shard());
  app.get_option("--checkpoint")->check(writable_file());
  app.get_option("--resume")->check(CLI::ExistingFile);
  app.get_option("--checkpoint")->check(can_be_replaced());
  app.get_option("--backend")->check(CLI::IsMember(std::set<std::string>{"fiber", "futex"}));
  check_machine_words(app);
  add_output_options(app, options->output);
  app.footer(
      "The first schedule that fails is shortened, shown and saved: data race, deadlock, livelock, "
      "assertion, abort, signal,\n"
      "uncaught exception, use after free, double free.\n"
      "Clean means: no execution fails under C++'s memory model, or the one that was asked for "
      "(--memory-model). With another\n"
      "strategy than dpor, bounded preemptions, --keep-going or --no-races: under sequential consistency. A "
      "bound that cut\n"
      "something makes the verdict inconclusive.\n"
      "A program that includes <heddle/check.h> is run as it is, and each heddle::check in it is checked.");
  return [options, &app] { return check(*options, app); };
}

}  // namespace heddle::cli
