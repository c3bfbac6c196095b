// SPDX-License-Identifier: Apache-2.0
#include "cli/load_poset.h"

#include <algorithm>
#include <utility>

#include <CLI/Option.hpp>
#include <CLI/Validators.hpp>

#include "cli/progress.h"
#include "cli/ranks.h"
#include "finding/suppressions.h"
#include "order/trace_poset.h"
#include "states/diagram.h"
#include "states/process_order.h"

namespace heddle::cli {

void add_poset_options(CLI::App& app, PosetOptions& options) {
  app.add_option("trace", options.trace, "trace file (.hdl or STD text; - is standard input)")->required();
  app.add_flag("--lenient", options.lenient, "skip events that no execution can produce, and say so");
  app.add_option(
         "--events", options.events,
         "all: every event of the trace counts; collections: a thread's plain accesses between two marks "
         "or synchronisations count as one")
      ->check(CLI::IsMember({"all", "collections"}))
      ->capture_default_str();
  app.add_option(
         "--processes", options.processes,
         "the order of the threads as digits: free-last, those least tied to others last (fast), or as they "
         "appear in the trace")
      ->check(CLI::IsMember({"free-last", "trace"}))
      ->capture_default_str();
}

namespace {

base::Result<Loaded> load_poset(const PosetOptions& options, bool keep_events, Limits& limits) {
  auto reader = trace::open_trace(options.trace, {.lenient = options.lenient});
  if (!reader) return base::failure(reader.error());
  Loaded loaded;
  loaded.reader = std::move(*reader);
  order::TracePoset trace_poset(options.events == "all" ? order::TracePoset::Events::all
                                                        : order::TracePoset::Events::collections);
  Progress progress("events");
  while (true) {
    const auto batch = loaded.reader->next();
    if (!batch) return base::failure(batch.error());
    if (batch->empty()) break;
    trace_poset.on(loaded.read, *batch);
    loaded.read += batch->size();
    if (keep_events) loaded.events.insert(loaded.events.end(), batch->begin(), batch->end());
    const trace::Progress bytes = loaded.reader->progress();
    progress.show(loaded.read,
                  bytes.total > 0 ? static_cast<double>(bytes.done) / static_cast<double>(bytes.total) : -1);
    if (limits.reached()) return loaded;
  }
  loaded.doubts = loaded.reader->doubts();
  order::Poset poset = std::move(trace_poset).build();
  if (options.processes == "free-last") poset = poset.reordered(states::process_order(poset));
  loaded.poset = std::move(poset);
  return loaded;
}

}  // namespace

double expected_states(const order::Poset& poset, Limits& limits) {
  std::size_t bytes = std::size_t{64} << 20;
  if (limits.bytes() > 0) bytes = std::min<std::size_t>(bytes, limits.bytes() / 2);
  const auto diagram = states::Diagram::build(poset, states::whole(poset),
                                              {.bytes = bytes, .stop = [&] { return limits.reached(); }});
  return diagram ? diagram->count().convert_to<double>() : 0;
}

base::Result<int> with_poset(const PosetCommand& command, const PosetOptions& options,
                             const LimitOptions& limit_options, const OutputOptions& output,
                             const PosetWork& work) {
  const Stopwatch stopwatch;
  const auto bytes = Limits::bytes_in(limit_options.memory);
  if (!bytes) return base::failure(bytes.error());
  Limits limits(limit_options.seconds, *bytes);
  auto loaded = load_poset(options, command.keep_events, limits);
  if (!loaded) return base::failure(loaded.error());
  finding::Report report{.command = command.command, .input = options.trace};
  report.trace = options.trace;
  for (const std::string& doubt : loaded->doubts) report.verdict.doubt(doubt);
  report.statistics.push_back({"events", loaded->read});
  if (!loaded->poset) {
    report.verdict.doubt(limits.reason() + " while reading the trace");
  } else {
    report.statistics.push_back({"threads", std::uint64_t{loaded->poset->processes()}});
    if (auto done = work(*loaded, limits, report); !done) return base::failure(done.error());
  }
  if (is_other_rank()) return exit_with(ExitStatus::clean);  // rank 0 tells
  finding::leave_out_library_frames(report.findings);
  stopwatch.add_to(report);
  return deliver(report, output);
}

}  // namespace heddle::cli
