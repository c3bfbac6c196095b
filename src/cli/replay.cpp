// SPDX-License-Identifier: Apache-2.0
// heddle replay: a failing schedule once more.
#include <fstream>
#include <memory>
#include <set>

#include <CLI/Option.hpp>
#include <CLI/Validators.hpp>
#include <fmt/format.h>

#include "cli/check_launch.h"
#include "cli/check_report.h"
#include "cli/output.h"
#include "cli/verb.h"

namespace heddle::cli {
namespace {

struct ReplayOptions {
  OutputOptions output;
  std::string finding;
  std::string backend;
  unsigned times = 1;
  bool show = false;
  bool debugger = false;
};

std::string kind_of(const std::vector<nlohmann::json>& checks) {
  if (checks.empty() || !checks[0].contains("failure")) return "";
  return checks[0]["failure"].value("kind", "");
}

// A finding of the machine: does the compiled program fail too? Its schedule says in which order threads
// synchronise. Where the compiled program has other steps (a library's locks, say) it may lead elsewhere;
// then a short search looks for a schedule of its own.
base::Result<int> deliver_native_view(const nlohmann::json& saved, const ControlledResult& followed,
                                      ControlledRun run, const Stopwatch& stopwatch,
                                      const ReplayOptions& options, finding::Report& report) {
  const std::string wanted = saved["failure"].value("kind", "");
  const std::string found = kind_of(followed.checks);
  if (found == wanted) {
    add_checks(followed.checks, "", report);
    report.notes.emplace_back(
        "confirmed natively: the compiled program fails in the same way under this schedule");
  } else if (found == "data-race") {
    add_checks(followed.checks, "", report);
    report.notes.push_back(fmt::format(
        "confirmed natively: on the way to the {} the compiled program has a data race, where C ends",
        wanted));
  } else {
    std::erase_if(run.wishes,
                  [](const auto& wish) { return wish.first == "replay" || wish.first == "times"; });
    for (const auto& [key, value] : {std::pair{"search", "dpor"}, {"executions", "20000"}, {"seconds", "20"}})
      run.wishes.emplace_back(key, value);
    const auto searched = run_controlled(run);
    if (searched && kind_of(searched->checks) == wanted) {
      add_checks(searched->checks, "", report);
      report.notes.emplace_back(
          "confirmed natively, by another schedule: the compiled program has steps of its own");
    } else {
      report.verdict.doubt(fmt::format(
          "not confirmed natively: neither this schedule nor a search of 20,000 shows the {}; it may need "
          "inputs or choices that the compiled program does not have",
          wanted));
    }
  }
  stopwatch.add_to(report);
  return deliver(report, options.output);
}

base::Result<int> replay(const ReplayOptions& options) {
  const Stopwatch stopwatch;
  std::ifstream file(options.finding);
  if (!file) return base::failure(base::ErrorCode::not_found, "cannot open it", options.finding);
  std::string line;
  std::getline(file, line);
  const auto saved = nlohmann::json::parse(line, nullptr, false);
  if (saved.is_discarded() || !saved.is_object() || !saved.contains("search"))
    return base::failure(base::ErrorCode::malformed, "expected a finding that `heddle check` saved",
                         options.finding + ":1");
  finding::Report report;
  report.command = "replay";
  report.input = options.finding;
  if (options.show) {
    add_checks({saved}, "", report);
    return deliver(report, options.output);
  }
  if (!saved.contains("schedule") || !saved.contains("program"))
    return base::failure(base::ErrorCode::malformed, "it has no program or no schedule to replay",
                         options.finding + ":1");
  ControlledRun run;
  run.program.program = saved.value("program", "");
  run.program.arguments = saved.value("arguments", std::vector<std::string>{});
  run.program.compiler = saved.value("compiler", "");
  run.program.flags = saved.value("flags", std::vector<std::string>{});
  run.debugger = options.debugger;
  run.wishes = {{"spurious", std::to_string(saved.value("spurious", 1))},
                {"timeouts", std::to_string(saved.value("timeouts", 2))},
                {"steps", std::to_string(saved.value("step_limit", std::uint64_t{100000}))},
                {"races", saved.value("races", true) ? "1" : "0"},
                {"leaks", saved.value("leaks", false) ? "1" : "0"},
                {"keep", saved.value("keep_going", false) ? "1" : "0"},
                {"racy", saved.value("racy", "")},
                {"backend", options.backend.empty() ? saved.value("backend", "fiber") : options.backend},
                {"times", std::to_string(options.times)},
                {"only", std::to_string(saved.value("check", 0))},
                {"debugger", options.debugger ? "1" : "0"},
                {"quiet", options.times > 1 ? "1" : "0"}};
  if (const std::string function = saved.value("function", ""); !function.empty())
    run.wishes.emplace_back("function", function);
  run.wishes.emplace_back("replay", saved.value("schedule", ""));
  const bool from_machine = saved.value("engine", "") == "machine";
  const auto result = run_controlled(run);
  if (!result) {
    if (!from_machine) return base::failure(result.error());
    report.verdict.doubt(fmt::format("not confirmed natively: {}", base::describe(result.error())));
    stopwatch.add_to(report);
    return deliver(report, options.output);
  }
  if (from_machine) return deliver_native_view(saved, *result, run, stopwatch, options, report);
  const auto& checks = result->checks;
  add_checks(checks, "", report);
  const auto& failure = checks[0].contains("failure") ? checks[0]["failure"] : nlohmann::json::object();
  if (failure.value("kind", "") != saved["failure"].value("kind", ""))
    report.verdict.doubt(
        fmt::format("the schedule no longer leads to the {} that was saved: has the program changed?",
                    saved["failure"].value("kind", "")));
  else if (!checks[0].value("repeats", false))
    report.verdict.doubt(
        "it does not go the same way each time: has the program changed, or does it depend on more than the "
        "schedule?");
  if (options.times > 1)
    report.statistics.push_back({"identical", checks[0].value("identical", std::uint64_t{0})});
  stopwatch.add_to(report);
  return deliver(report, options.output);
}

}  // namespace

Action add_replay(CLI::App& app) {
  auto options = std::make_shared<ReplayOptions>();
  app.add_option("finding", options->finding, "a file that `heddle check` saved")->required();
  app.add_flag("--gdb", options->debugger, "under gdb, to go through it step by step");
  app.add_flag("--show", options->show, "only show it, do not run it again");
  app.add_option("--times", options->times, "so many times; all must go exactly the same way")
      ->capture_default_str();
  app.add_option("--backend", options->backend, "how threads take turns (default: as it was found)")
      ->check(CLI::IsMember(std::set<std::string>{"fiber", "futex"}));
  add_output_options(app, options->output);
  app.footer("Exit status 1: it fails again, in the same way. 3: it does not, and why.");
  return [options] { return replay(*options); };
}

}  // namespace heddle::cli
