// SPDX-License-Identifier: Apache-2.0
#include "detect/find_races.h"

#include <utility>

#include <fmt/format.h>

#include "base/check.h"
#include "detect/recheck.h"
#include "finding/thread_notes.h"
#include "trace/read_ahead.h"

namespace heddle::detect {

base::Result<finding::Report> find_races(const RaceSearch& search) {
  const Detector* detector = detector_named(search.engine);
  if (detector == nullptr)
    return base::failure(base::ErrorCode::usage, fmt::format("there is no engine '{}'", search.engine));
  auto opened = trace::open_trace_ahead(search.trace, search.read);
  if (!opened) return base::failure(opened.error());
  trace::TraceReader& reader = **opened;
  finding::Report report{.command = "races", .input = search.trace};
  const auto listener = detector->make(search.options);
  finding::ThreadNotes threads;
  listener->begin(reader.names(), [&](finding::Finding found) {
    threads.add_to(found, reader.names());
    report.findings.push_back(std::move(found));
  });
  event::Position position = 0;
  bool stopped = false;
  while (!stopped) {
    const auto events = reader.next();
    if (!events) return base::failure(events.error());
    if (events->empty()) break;
    threads.hear(*events);
    listener->on(position, *events);
    position += events->size();
    stopped = search.go_on && !search.go_on(position, reader);
  }
  listener->finish();
  if (stopped) report.verdict.doubt(fmt::format("interrupted after {} events", position));
  for (std::string& doubt : reader.doubts()) report.verdict.doubt(std::move(doubt));
  if (search.options.discipline == Discipline::writes_first)
    report.verdict.doubt(
        "races of a read with a later write were not looked for (--discipline writes-first)");
  report.statistics.push_back({"events", std::uint64_t{position}});
  report.statistics.push_back({"threads", std::uint64_t{reader.names().threads.size()}});
  return report;
}

base::Result<void> recheck_races(const RaceSearch& search, finding::Report& report) {
  if (search.trace == "-")
    return base::failure(base::ErrorCode::usage,
                         "standard input cannot be read twice: --recheck needs a file");
  auto reader = trace::open_trace(search.trace, search.read);
  if (!reader) return base::failure(reader.error());
  Recheck recheck(report.findings, search.options.discipline);
  event::Position position = 0;
  while (true) {
    const auto events = (*reader)->next();
    if (!events) return base::failure(events.error());
    if (events->empty()) break;
    recheck.on(position, *events);
    position += events->size();
  }
  const std::vector<std::string> refuted = recheck.refuted();
  HEDDLE_CHECK(refuted.empty(), ("a reported race does not stand: " + refuted.front()).c_str());
  report.statistics.push_back({"rechecked", std::uint64_t{recheck.claims()}});
  return {};
}

}  // namespace heddle::detect
