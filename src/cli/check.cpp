// SPDX-License-Identifier: Apache-2.0
// heddle check: can any schedule of this program, or of one of its functions, fail?
#include <algorithm>
#include <memory>
#include <optional>
#include <set>

#include <CLI/Option.hpp>
#include <CLI/Validators.hpp>
#include <fmt/format.h>

#include "cli/check_engine.h"
#include "cli/check_machine.h"
#include "cli/check_wishes.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/source_options.h"
#include "cli/verb.h"
#include "compile/bitcode.h"
#include "explore/memory_model.h"
#include "explore/strategies.h"
#include "runtime/host/check_words.h"
#include "runtime/host/controlled_run.h"

namespace heddle::cli {
namespace {

namespace host = runtime::host;

struct CheckOptions {
  OutputOptions output;
  compile::Source source;
  std::vector<std::string> arguments;
  schedule::Wishes wishes;
  std::string engine;  // empty: chosen by what the program is
  std::string engine_reason;
  std::string save = "heddle-finding.json";
};

base::Result<int> check_native(const CheckOptions& options, const Stopwatch& stopwatch) {
  host::ControlledRun run{.source = options.source, .arguments = options.arguments, .wishes = options.wishes};
  std::optional<Progress> progress("executions");
  run.watch = [&](std::uint64_t executions, double done) {
    progress->show(executions, done);
    return interrupted();
  };
  interrupted();
  const auto result = host::run_controlled(run);
  progress.reset();
  if (!result) return base::failure(result.error());
  finding::Report report;
  report.command = "check";
  report.input = options.source.file;
  const bool saves = options.save != "none";
  host::add_checks(result->checks, saves ? options.save : "", report);
  const auto failed = std::find_if(result->checks.begin(), result->checks.end(),
                                   [](const host::CheckRecord& check) { return check.failure.has_value(); });
  if (saves && failed != result->checks.end()) {
    const std::string text = host::saved_finding(*failed, options.source, options.arguments);
    if (const auto saved = write_output(options.save, text); !saved) return base::failure(saved.error());
  }
  stopwatch.add_to(report);
  return deliver(report, options.output);
}

base::Result<int> check_with_machine(const CheckOptions& options, const Stopwatch& stopwatch) {
  auto answer = check_machine(options.source, options.wishes);
  if (!answer) return base::failure(answer.error());
  finding::Report& report = answer->report;
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
    if (const auto saved = write_output(options.save, text); !saved) return base::failure(saved.error());
    first.witness.file = options.save;
  }
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

base::Result<int> check(CheckOptions& options, const CLI::App& app) {
  const Stopwatch stopwatch;
  if (options.engine.empty()) {
    if (const std::string option = given_option(app, kMachineOptions); !option.empty()) {
      options.engine = "machine";
      options.engine_reason = fmt::format("{} was given", option);
    } else if (given_option(app, kNativeOptions).empty() && app.count("--function") == 0 &&
               app.count("--no-races") == 0 && app.count("--compiler") == 0) {
      const EngineChoice choice = engine_for(options.source.file);
      options.engine = choice.engine;
      options.engine_reason = choice.why;
    }
  }
  const bool machine = options.engine == "machine";
  if (const std::string option = given_option(app, machine ? kNativeOptions : kMachineOptions);
      !option.empty())
    return base::failure(
        base::ErrorCode::usage,
        fmt::format("{} means nothing to the engine {}{}{}", option, machine ? "machine" : "native",
                    options.engine_reason.empty() ? "" : ", used because ", options.engine_reason));
  if (machine && !options.arguments.empty())
    return base::failure(base::ErrorCode::usage, "the engine machine runs programs without arguments",
                         options.arguments.front());
  return machine ? check_with_machine(options, stopwatch) : check_native(options, stopwatch);
}

}  // namespace

Action add_check(CLI::App& app) {
  auto options = std::make_shared<CheckOptions>();
  add_program(app, options->source, options->arguments,
              "a C or C++ source file, or a program built with `heddle cc` or `heddle c++`");
  app.add_option("--engine", options->engine,
                 "native: run the compiled program; machine: all states of its bitcode (default: machine for "
                 "bitcode, for programs with __VERIFIER_ functions, annotations of memory or a loop that "
                 "nothing leaves; else native)")
      ->check(CLI::IsMember(std::set<std::string>{"native", "machine"}));
  app.add_option("--save", options->save,
                 "where to write a failing schedule for `heddle replay`; none: nowhere")
      ->capture_default_str();
  add_compiler_options(app, options->source);
  add_wishes(app, options->wishes, schedule::Engine::both);
  app.option_defaults()->group(kNativeOptions);
  add_wishes(app, options->wishes, schedule::Engine::native);
  app.option_defaults()->group(kMachineOptions);
  add_wishes(app, options->wishes, schedule::Engine::machine);
  app.option_defaults()->group("Options");
  std::set<std::string> strategies;
  for (const explore::Strategy& strategy : explore::strategies()) strategies.emplace(strategy.name);
  app.get_option("--strategy")->check(CLI::IsMember(strategies));
  const auto models = explore::memory_model_names();
  app.get_option("--memory-model")->check(CLI::IsMember(std::set<std::string>(models.begin(), models.end())));
  app.get_option("--backend")->check(CLI::IsMember(std::set<std::string>{"fiber", "futex"}));
  check_machine_words(app);
  add_output_options(app, options->output);
  app.footer(
      "The first schedule that fails is shortened, shown and saved: data race, deadlock, livelock, "
      "assertion, abort, signal,\n"
      "uncaught exception, use after free, double free.\n"
      "Clean means: no schedule fails under the memory model that was asked for (--memory-model). Under "
      "sequential\n"
      "consistency races that come from too weak a memory order are found; the other effects of weak memory "
      "are found\n"
      "under rc11 and tso. A bound that cut something makes the verdict inconclusive.\n"
      "A program that includes <heddle/check.h> is run as it is, and each heddle::check in it is checked.");
  return [options, &app] { return check(*options, app); };
}

}  // namespace heddle::cli
