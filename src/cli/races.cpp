// SPDX-License-Identifier: Apache-2.0
// heddle races TRACE: every variable that raced in a recorded execution.
#include <memory>
#include <set>

#include <CLI/Option.hpp>
#include <CLI/Validators.hpp>
#include <fmt/format.h>

#include "cli/output.h"
#include "cli/progress.h"
#include "cli/verb.h"
#include "detect/find_races.h"
#include "finding/same_places.h"
#include "finding/suppressions.h"

namespace heddle::cli {
namespace {

struct RacesOptions {
  detect::RaceSearch search;
  std::string discipline{detect::name(detect::Discipline::shared_reads)};
  bool recheck = false;
  OutputOptions output;
};

constexpr detect::Discipline kDisciplines[] = {
    detect::Discipline::shared_reads, detect::Discipline::exclusive, detect::Discipline::writes_first};

base::Result<int> races(RacesOptions& options) {
  const Stopwatch stopwatch;
  for (const detect::Discipline discipline : kDisciplines)
    if (detect::name(discipline) == options.discipline) options.search.options.discipline = discipline;
  auto report = [&] {
    Progress progress("events");
    options.search.read.stopped = interrupted;
    options.search.go_on = [&](event::Position events, const trace::TraceReader& reader) {
      if (progress.due()) progress.show(events, share_read(reader));
      return !interrupted();
    };
    return detect::find_races(options.search);
  }();
  if (!report) return base::failure(report.error());
  if (options.recheck)
    if (const auto confirmed = detect::recheck_races(options.search, *report); !confirmed)
      return base::failure(confirmed.error());
  finding::leave_out_library_frames(report->findings);
  finding::merge_same_places(report->findings);
  report->trace = options.search.trace;
  stopwatch.add_to(*report);
  return deliver(*report, options.output);
}

}  // namespace

Action add_races(CLI::App& app) {
  auto options = std::make_shared<RacesOptions>();
  std::set<std::string> engines;
  std::string guarantees = "Engines (all report the same races):\n";
  for (const detect::Detector& detector : detect::detectors()) {
    engines.emplace(detector.name);
    guarantees +=
        fmt::format("  {:<11} {}\n{:14}{}\n", detector.name, detector.description, "", detector.guarantee);
  }
  std::set<std::string> disciplines;
  for (const detect::Discipline discipline : kDisciplines) disciplines.emplace(detect::name(discipline));
  app.add_option("trace", options->search.trace, "trace file (.hdl or STD text; - is standard input)")
      ->required();
  app.add_option("--engine", options->search.engine, "how to represent happens-before")
      ->check(CLI::IsMember(engines))
      ->capture_default_str();
  app.add_option(
         "--discipline", options->discipline,
         "shared-reads: conflicting accesses must be ordered; exclusive: reads too must be ordered among "
         "themselves; writes-first: races of a read with a later write are left out")
      ->check(CLI::IsMember(disciplines))
      ->capture_default_str();
  app.add_flag("--lenient", options->search.read.lenient,
               "skip events that no execution can produce, and say so");
  app.add_flag("--recheck", options->recheck,
               "read the trace once more and confirm every race by independent code");
  add_output_options(app, options->output);
  app.footer(guarantees);
  return [options] { return races(*options); };
}

}  // namespace heddle::cli
