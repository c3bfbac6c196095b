// SPDX-License-Identifier: Apache-2.0
#include <heddle/races.h>

#include "detect/find_races.h"

namespace heddle {
namespace {

Access access_from(const finding::Step& step) {
  return {.event = step.event.value_or(0),
          .thread = step.thread,
          .operation = step.operation,
          .location = event::text(step.location)};
}

RaceReport bad_input(std::string reason) {
  return {.verdict = RaceReport::Verdict::bad_input, .reason = std::move(reason)};
}

}  // namespace

RaceReport find_races(const std::string& trace_file, const RaceOptions& options) {
  detect::RaceSearch search{
      .trace = trace_file, .read = {.lenient = options.lenient}, .engine = options.engine};
  bool is_known = false;
  for (const detect::Discipline each :
       {detect::Discipline::shared_reads, detect::Discipline::exclusive, detect::Discipline::writes_first})
    if (options.discipline == detect::name(each)) {
      search.options.discipline = each;
      is_known = true;
    }
  if (!is_known) return bad_input("there is no discipline '" + options.discipline + "'");
  const auto report = detect::find_races(search);
  if (!report) return bad_input(base::describe(report.error()));
  RaceReport result;
  switch (report->outcome()) {
    case finding::Verdict::Outcome::clean:
      result.verdict = RaceReport::Verdict::clean;
      break;
    case finding::Verdict::Outcome::findings:
      result.verdict = RaceReport::Verdict::findings;
      break;
    case finding::Verdict::Outcome::inconclusive:
      result.verdict = RaceReport::Verdict::inconclusive;
      break;
  }
  for (const std::string& doubt : report->verdict.reasons())
    result.reason += (result.reason.empty() ? "" : "; ") + doubt;
  for (const finding::Finding& race : report->findings)
    result.races.push_back({.variable = race.variable,
                            .first = access_from(race.steps[0]),
                            .second = access_from(race.steps[1])});
  for (const finding::Statistic& statistic : report->statistics)
    if (statistic.name == "events") result.events = std::get<std::uint64_t>(statistic.value);
  return result;
}

}  // namespace heddle
