// SPDX-License-Identifier: Apache-2.0
// The trace of `heddle states` and `heddle detect`, read into a poset, its processes in the order that makes
// enumeration fast.
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/result.h"
#include "cli/limits.h"
#include "cli/verb.h"
#include "order/poset.h"
#include "trace/trace.h"

namespace heddle::cli {

struct PosetOptions {
  std::string trace;
  bool lenient = false;
  std::string events = "all";
  std::string locks = "order";
  std::string processes = "free-last";
};
// `locks`: what --locks may be.
void add_poset_options(CLI::App& app, PosetOptions& options, const std::set<std::string>& locks = {"order"});

struct Loaded {
  std::unique_ptr<trace::TraceReader> reader;  // owns the names
  std::optional<order::Poset> poset;           // none: a limit was reached while reading
  std::vector<event::Event> events;            // if they were asked for
  std::uint64_t read = 0;                      // how many events
  std::vector<std::string> doubts;
};
base::Result<Loaded> load_poset(const PosetOptions& options, bool keep_events, Limits& limits);

}  // namespace heddle::cli
