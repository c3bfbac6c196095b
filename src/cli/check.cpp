// SPDX-License-Identifier: Apache-2.0
// heddle check: can any schedule of this program, or of one of its functions, fail?
#include <filesystem>
#include <fstream>
#include <memory>
#include <set>
#include <thread>

#include <CLI/Option.hpp>
#include <CLI/Validators.hpp>
#include <fmt/format.h>

#include "cli/check_engine.h"
#include "cli/check_launch.h"
#include "cli/check_machine.h"
#include "cli/check_report.h"
#include "cli/output.h"
#include "cli/verb.h"
#include "explore/search.h"

namespace heddle::cli {
namespace {

struct CheckOptions {
  OutputOptions output;
  ControlledRun run;
  std::string engine;  // empty: chosen by what the program is
  std::string engine_reason;
  std::string strategy = "dpor";
  std::string function;
  std::string backend = "fiber";
  std::string save = "heddle-finding.json";
  long preemptions = -1;
  std::uint64_t executions = 0;
  std::uint64_t seed = 1;
  unsigned depth = 3;
  double seconds = 0;
  std::uint64_t steps = 20000;
  unsigned spurious = 1;
  unsigned timeouts = 2;
  unsigned jobs = 0;  // not given: as many as cores, if it takes long
  double silence = 10;
  bool leaks = false;
  bool isolate = false;
  bool no_races = false;
  bool keep_going = false;
  bool show_output = false;
  MachineCheck machine;
};

base::Result<void> save_finding(const std::vector<nlohmann::json>& checks, const CheckOptions& options) {
  for (nlohmann::json check : checks) {
    if (!check.contains("failure")) continue;
    const ControlledProgram& program = options.run.program;
    check["program"] = std::filesystem::absolute(program.program).string();
    check["arguments"] = program.arguments;
    check["compiler"] = program.compiler;
    check["flags"] = program.flags;
    check["function"] = options.function;
    check["races"] = !options.no_races;
    check["leaks"] = options.leaks;
    check["keep_going"] = options.keep_going;
    return write_output(options.save, check.dump() + "\n");
  }
  return {};
}

base::Result<int> check_native(CheckOptions& options, const Stopwatch& stopwatch) {
  const bool samples = options.strategy == "random" || options.strategy == "pct";
  if (samples && options.executions == 0) options.executions = 10000;
  if (options.preemptions >= 0 && options.strategy == "dpor") options.strategy = "races";
  auto& wishes = options.run.wishes;
  wishes = {{"search", options.strategy},
            {"executions", std::to_string(options.executions)},
            {"seed", std::to_string(options.seed)},
            {"depth", std::to_string(options.depth)},
            {"seconds", fmt::format("{}", options.seconds)},
            {"steps", std::to_string(options.steps)},
            {"spurious", std::to_string(options.spurious)},
            {"timeouts", std::to_string(options.timeouts)},
            {"jobs", std::to_string(options.jobs != 0 ? options.jobs : std::thread::hardware_concurrency())},
            {"share", options.jobs != 0 ? "1" : "1024"},
            {"silence", fmt::format("{}", options.silence)},
            {"backend", options.backend},
            {"leaks", options.leaks ? "1" : "0"},
            {"races", options.no_races ? "0" : "1"},
            {"keep", options.keep_going ? "1" : "0"},
            {"isolate", options.isolate ? "1" : "0"},
            {"quiet", options.show_output ? "0" : "1"}};
  if (options.preemptions >= 0) wishes.emplace_back("preemptions", std::to_string(options.preemptions));
  if (!options.function.empty()) wishes.emplace_back("function", options.function);
  const auto result = run_controlled(options.run);
  if (!result) return base::failure(result.error());
  finding::Report report;
  report.command = "check";
  report.input = options.run.program.program;
  const bool saves = options.save != "none";
  add_checks(result->checks, saves ? options.save : "", report);
  if (saves)
    if (const auto saved = save_finding(result->checks, options); !saved) return base::failure(saved.error());
  stopwatch.add_to(report);
  return deliver(report, options.output);
}

// The first finding, for `heddle replay`, which runs its schedule natively.
base::Result<void> save_machine_finding(const MachineAnswer& answer, const CheckOptions& options) {
  const finding::Finding& found = answer.report.findings.front();
  nlohmann::json saved;
  saved["engine"] = "machine";
  saved["search"] = "machine";
  saved["program"] = std::filesystem::absolute(options.run.program.program).string();
  saved["flags"] = options.run.program.flags;
  saved["compiler"] = options.run.program.compiler;
  saved["function"] = options.function;
  saved["races"] = !options.no_races;
  saved["schedule"] = answer.schedules.front();
  saved["failure"] = {{"kind", finding::name(found.kind)}, {"message", found.message}};
  return write_output(options.save, saved.dump() + "\n");
}

base::Result<int> check_with_machine(CheckOptions& options, const Stopwatch& stopwatch) {
  options.machine.files = {options.run.program.program};
  options.machine.compiler_arguments = options.run.program.flags;
  options.machine.limit_time = options.seconds;
  if (!options.function.empty()) options.machine.function = options.function;
  if (options.no_races) options.machine.races = "off";
  auto answer = check_machine(options.machine);
  if (!answer) return base::failure(answer.error());
  finding::Report& report = answer->report;
  if (!options.engine_reason.empty())
    report.notes.push_back(
        fmt::format("engine: machine, because {} (--engine native runs the program)", options.engine_reason));
  const std::string extension = std::filesystem::path(options.run.program.program).extension().string();
  const bool can_be_run = extension != ".bc" && extension != ".ll";
  if (!report.findings.empty() && options.save != "none" && can_be_run) {
    if (const auto saved = save_machine_finding(*answer, options); !saved)
      return base::failure(saved.error());
    report.findings.front().witness.file = options.save;
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
      const EngineChoice choice = engine_for(options.run.program.program);
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
  if (machine && !options.run.program.arguments.empty())
    return base::failure(base::ErrorCode::usage, "the engine machine runs programs without arguments",
                         options.run.program.arguments.front());
  return machine ? check_with_machine(options, stopwatch) : check_native(options, stopwatch);
}

}  // namespace

Action add_check(CLI::App& app) {
  auto options = std::make_shared<CheckOptions>();
  std::set<std::string> strategies;
  for (const std::string_view name : explore::search_names()) strategies.emplace(name);
  app.add_option("program", options->run.program.program,
                 "a C or C++ source file, or a program built with `heddle cc` or `heddle c++`")
      ->required();
  app.add_option("arguments", options->run.program.arguments, "arguments for the program, after --");
  app.add_option("--engine", options->engine,
                 "native: run the compiled program; machine: all states of its bitcode (default: machine for "
                 "bitcode, for programs with __VERIFIER_ functions, annotations of memory or a loop that "
                 "nothing leaves; else native)")
      ->check(CLI::IsMember(std::set<std::string>{"native", "machine"}));
  app.add_option("--function", options->function, "check this function (without parameters) instead of main");
  app.add_flag("--no-races", options->no_races,
               "do not look for data races: what they lead to is explored, as if each access were atomic");
  app.add_option("--limit-seconds", options->seconds, "stop after so long, and say how much was done");
  app.add_option("--save", options->save,
                 "where to write a failing schedule for `heddle replay`; none: nowhere")
      ->capture_default_str();
  app.add_option("--compiler", options->run.program.compiler,
                 "compiler for a source file (default: $HEDDLE_CC, $HEDDLE_CXX, cc, c++)");
  app.add_option("--flag", options->run.program.flags,
                 "option for the compiler, e.g. --flag=-O2; may be repeated (default: -O1)")
      ->allow_extra_args(false);
  app.option_defaults()->group(kNativeOptions);
  app.add_option("--strategy", options->strategy, "which schedules to run")
      ->check(CLI::IsMember(strategies))
      ->capture_default_str();
  app.add_option("--preemptions", options->preemptions,
                 "only schedules that take the turn from a thread that could go on at most so often");
  app.add_option("--executions", options->executions,
                 "at most so many (random, pct: exactly; default 10000)");
  app.add_option("--limit-steps", options->steps, "cut executions that are longer")->capture_default_str();
  app.add_option("--limit-silence", options->silence,
                 "give up after so many seconds in which no thread came to a visible operation")
      ->capture_default_str();
  app.add_option("--jobs", options->jobs,
                 "so many worker processes (default: as many as cores, once it takes long)");
  app.add_option("--seed", options->seed, "random, pct: the same seed gives the same schedules")
      ->capture_default_str();
  app.add_option("--depth", options->depth, "pct: how many ordering constraints the bug may need")
      ->capture_default_str();
  app.add_option("--spurious", options->spurious,
                 "wake-ups and weak compare-exchange failures without a reason, each thread")
      ->capture_default_str();
  app.add_option("--timeouts", options->timeouts,
                 "timed waits that run out although others could go on, each thread")
      ->capture_default_str();
  app.add_option("--backend", options->backend, "how threads take turns")
      ->check(CLI::IsMember(std::set<std::string>{"fiber", "futex"}))
      ->capture_default_str();
  app.add_flag("--isolate", options->isolate, "a new process for each execution, also for functions");
  app.add_flag("--leaks", options->leaks, "memory that is not freed at the end is a finding");
  app.add_flag("--keep-going", options->keep_going, "a data race is no failure: explore what it can lead to");
  app.add_flag("--show-output", options->show_output,
               "let the program write to the terminal, in every execution");
  app.option_defaults()->group(kMachineOptions);
  add_machine_options(app, options->machine);
  app.option_defaults()->group("Options");
  add_output_options(app, options->output);
  app.footer(
      "The first schedule that fails is shortened, shown and saved: data race, deadlock, livelock, "
      "assertion, abort, signal,\n"
      "uncaught exception, use after free, double free.\n"
      "Clean means: no schedule fails under sequential consistency. Races that come from too weak a memory "
      "order are\n"
      "found; other effects of weak memory are not. A bound that cut something makes the verdict "
      "inconclusive.\n"
      "A program that includes <heddle/check.h> is run as it is, and each heddle::check in it is checked.");
  return [options, &app] { return check(*options, app); };
}

}  // namespace heddle::cli
