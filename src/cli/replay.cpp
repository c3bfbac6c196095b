// SPDX-License-Identifier: Apache-2.0
// heddle replay: a failing schedule once more.
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <set>

#include <CLI/Option.hpp>
#include <CLI/Validators.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/printable.h"
#include "base/scratch_directory.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/verb.h"
#include "compile/compiler.h"
#include "report/schedule_text.h"
#include "runtime/host/check_words.h"
#include "runtime/host/controlled_run.h"
#include "runtime/host/executable.h"
#include "runtime/host/program_mark.h"

namespace heddle::cli {
namespace {

namespace host = runtime::host;

struct ReplayOptions {
  OutputOptions output;
  std::string finding;
  std::string backend;
  unsigned times = 1;
  bool show = false;
  bool debugger = false;
  bool debug_adapter = false;
};

// How often and how long the compiled program is searched for a failure that the machine found.
constexpr std::uint64_t kSearchedExecutions = 20000;
constexpr double kSearchedSeconds = 20;

std::optional<finding::Kind> failure_of(const host::ControlledResult& result) {
  if (result.checks.empty()) return std::nullopt;
  const auto& failure = result.checks.front().failure;
  return failure ? std::optional(failure->kind) : std::nullopt;
}

// A finding of the machine: does the compiled program fail too? Its schedule says in which order threads
// synchronise. Where the compiled program has other steps (a library's locks, say) it may lead elsewhere;
// then a short search looks for a schedule of its own.
void add_native_view(finding::Kind wanted, const host::ControlledResult& followed, host::ControlledRun run,
                     finding::Report& report) {
  const auto found = failure_of(followed);
  if (found == wanted) {
    host::add_checks(followed.checks, report);
    report.notes.emplace_back(
        "confirmed natively: the compiled program fails in the same way under this schedule");
    return;
  }
  if (found == finding::Kind::data_race) {
    host::add_checks(followed.checks, report);
    report.notes.push_back(fmt::format(
        "confirmed natively: on the way to the {} the compiled program has a data race, where C ends",
        finding::name(wanted)));
    return;
  }
  run.replays = false;
  run.wishes.executions = kSearchedExecutions;
  run.wishes.limit_seconds = kSearchedSeconds;
  const auto searched = host::run_controlled(run);
  if (searched && failure_of(*searched) == wanted) {
    host::add_checks(searched->checks, report);
    report.notes.emplace_back(
        "confirmed natively, by another schedule: the compiled program has steps of its own");
    return;
  }
  report.verdict.doubt(fmt::format(
      "not confirmed natively: neither this schedule nor a search of 20,000 shows the {}; it may need "
      "inputs or choices that the compiled program does not have",
      finding::name(wanted)));
}

base::Result<host::CheckRecord> read_finding(const std::string& path) {
  std::ifstream file(path);
  if (!file)
    return base::failure(base::ErrorCode::not_found, fmt::format("cannot open it: {}", std::strerror(errno)),
                         path);
  std::string line;
  std::getline(file, line);
  auto record = host::read_record(line);
  if (!record) return base::failure(record.error().code, record.error().message, path + ":1");
  return record;
}

void tell_other_program(const host::CheckRecord& saved, finding::Report& report) {
  const auto object = nlohmann::json::parse(saved.text, nullptr, false);
  const std::uint64_t mark = object.is_object() ? object.value("mark", std::uint64_t{0}) : 0;
  if (mark != 0 && mark != host::program_mark(saved.source))
    report.notes.push_back(
        fmt::format("{} has changed since the finding was saved: names, lines and functions may be wrong",
                    saved.source.file));
}

// The program that was built for a check of a source file is gone, and with it what gives addresses names: it is built
// again, in the same way.
bool lacks_program(const host::CheckRecord& record) {
  return !record.modules.empty() && !std::filesystem::exists(record.modules.front().path) &&
         compile::is_source(record.source.file);
}
void name_program(host::CheckRecord& record, const std::string& program) {
  if (program.size() < sizeof record.modules.front().path)
    std::strcpy(record.modules.front().path, program.c_str());
}
void find_program(host::CheckRecord& record, const base::ScratchDirectory& workshop) {
  if (!lacks_program(record) || !workshop.exists()) return;
  const auto directory = host::runtime_directory();
  if (!directory) return;
  if (const auto program = host::prepare(record.source, *directory, workshop)) name_program(record, *program);
}

// What the report says of the schedule, for a debugger to say it too: a line a step, with its number in the record; and what
// it calls the memory at an address.
std::string rows(host::CheckRecord record, const std::string& program) {
  if (lacks_program(record)) name_program(record, program);
  std::string lines;
  const finding::Finding finding = host::finding_of(record);
  const std::vector<std::size_t> numbers = host::recorded_steps(record, finding);
  for (std::size_t i = 0; i < numbers.size(); ++i)
    lines += fmt::format("{}\t{}\t{}\n", numbers[i], finding.schedule[i].thread,
                         base::printable_line(report::step_words(finding.schedule[i])));
  for (const auto& [address, name] : host::named_objects(record))
    lines += fmt::format("{:#x}\t{}\n", address, base::printable_line(name));
  return lines;
}

base::Result<int> replay(const ReplayOptions& options) {
  const Stopwatch stopwatch;
  if (options.times == 0)
    return base::failure(base::ErrorCode::usage, "--times: expected a whole number from 1 on, not `0`");
  const auto saved = read_finding(options.finding);
  if (!saved) return base::failure(saved.error());
  finding::Report report;
  report.command = "replay";
  report.input = options.finding;
  if (options.show) {
    host::CheckRecord shown = *saved;
    const base::ScratchDirectory workshop;
    find_program(shown, workshop);
    host::add_checks({shown}, report);
    tell_other_program(*saved, report);
    if (!report.findings.empty() && !saved->source.file.empty())
      report.findings.front().witness.file = options.finding;
    return deliver(report, options.output);
  }
  const bool debugs = options.debugger || options.debug_adapter;
  if (!debugs)
    interrupted();  // from here on Ctrl-C leaves no files behind; in a debugger it is the debugger's
  if (!saved->failure || saved->source.file.empty())
    return base::failure(base::ErrorCode::malformed, "it has no program or no failure to replay",
                         options.finding + ":1");
  const auto decisions = host::decisions_in(saved->schedule);
  if (!decisions)
    return base::failure(decisions.error().code, decisions.error().message, options.finding + ":1");
  const bool from_machine = saved->engine == "machine";
  host::ControlledRun run{.source = saved->source,
                          .arguments = saved->arguments,
                          .wishes = saved->wishes,
                          .replays = true,
                          .schedule = *decisions,
                          .racy = saved->racy,
                          .watched = saved->watched,
                          .kept = saved->kept,
                          .paths = host::paths_of(*saved)};
  if (run.watched.empty() && saved->failure->address != 0)  // saved by an older heddle
    run.watched = {saved->failure->address & ~std::uint64_t{7}};
  // Under a debugger threads are real ones: it shows them all. The schedule is the same.
  if (debugs) run.wishes.backend.set("futex");
  if (!options.backend.empty()) run.wishes.backend.set(options.backend);
  run.wishes.times = options.times;
  run.wishes.check = saved->check;
  run.wishes.debugger = debugs;
  run.debug_adapter = options.debug_adapter;
  if (debugs && !from_machine) run.rows = [&](const std::string& program) { return rows(*saved, program); };
  run.wishes.show_output = options.times == 1;
  run.output_aside = options.output.takes_standard_output();
  if (!debugs) run.watch = [](const host::Watched&) { return interrupted(); };
  const auto result = host::run_controlled(run);
  if (!debugs && interrupted()) return base::failure(base::ErrorCode::limit, "interrupted", options.finding);
  if (!result && !from_machine) return base::failure(result.error());
  if (debugs) return exit_with(ExitStatus::clean);  // who debugs has seen it
  if (result && result->checks.empty() && !from_machine)
    return base::failure(base::ErrorCode::impossible, "the program ran no check: has it changed?",
                         saved->source.file);
  if (!result) {
    report.verdict.doubt(fmt::format("not confirmed natively: {}", base::describe(result.error())));
  } else if (from_machine) {
    add_native_view(saved->failure->kind, *result, run, report);
  } else {
    std::vector<host::CheckRecord> checks = result->checks;
    const host::CheckRecord& check = checks.front();
    if (failure_of(*result) == saved->failure->kind) checks.front().expectation = saved->expectation;
    checks.front().name = saved->name;
    host::add_checks(checks, report);
    if (failure_of(*result) != saved->failure->kind)
      report.verdict.doubt(fmt::format(
          "the schedule no longer leads to the {} that was saved: has the program changed, or its "
          "environment, standard input or files? They are not kept with the schedule",
          finding::name(saved->failure->kind)));
    else if (!check.repeats)
      report.verdict.doubt(
          "it does not go the same way each time: has the program changed, or does it depend on more than "
          "the "
          "schedule?");
    if (options.times > 1) report.statistics.push_back({"identical", check.identical});
  }
  tell_other_program(*saved, report);
  stopwatch.add_to(report);
  return deliver(report, options.output);
}

}  // namespace

Action add_replay(CLI::App& app) {
  auto options = std::make_shared<ReplayOptions>();
  app.add_option("finding", options->finding, "a file that `heddle check` saved")->required();
  app.add_flag(
      "--gdb", options->debugger,
      "stop at the failure in gdb; there heddle-next and heddle-back go through the schedule, and heddle-who "
      "tells who waits for what");
  app.add_flag("--dap", options->debug_adapter,
               "the same for an editor: speak the Debug Adapter Protocol on standard input and output")
      ->excludes("--gdb");
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
