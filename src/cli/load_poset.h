// SPDX-License-Identifier: Apache-2.0
// The trace of `heddle states` and `heddle detect`, read into a poset, its processes in the order that makes
// enumeration fast.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/result.h"
#include "cli/limits.h"
#include "cli/output.h"
#include "cli/verb.h"
#include "order/poset.h"
#include "trace/trace.h"

namespace heddle::cli {

struct PosetOptions {
  std::string trace;
  bool lenient = false;
  std::string events = "all";
  std::string processes = "free-last";
};
void add_poset_options(CLI::App& app, PosetOptions& options);

struct Loaded {
  std::unique_ptr<trace::TraceReader> reader;  // owns the names
  std::optional<order::Poset> poset;           // none: a limit was reached while reading
  std::vector<event::Event> events;            // if they were asked for
  std::uint64_t read = 0;                      // how many events
  std::vector<std::string> doubts;
};

// How many states there are, if a small diagram tells; 0: it does not. For progress.
double expected_states(const order::Poset& poset, Limits& limits);

// What such a command does: reads the trace within the limits, lets `work` look at the poset, and delivers
// the report. If a limit is reached while reading there is no work, and the report says so.
struct PosetCommand {
  std::string command;
  bool keep_events = false;
};
using PosetWork = std::function<base::Result<void>(Loaded& loaded, Limits& limits, finding::Report& report)>;
base::Result<int> with_poset(const PosetCommand& command, const PosetOptions& options,
                             const LimitOptions& limit_options, const OutputOptions& output,
                             const PosetWork& work);

}  // namespace heddle::cli
