// SPDX-License-Identifier: Apache-2.0
// A program of a few atomics, run by the exploration of graphs (explore/graph_search.h) without a process: what was
// explored, each execution as the oracle (axioms.h) writes it.
#pragma once

#include <functional>
#include <map>

#include "explore/graph_search.h"
#include "random/weak_program.h"

namespace heddle::agree {

struct Explored {
  std::map<std::string, int> complete;
  std::uint64_t executions = 0, blocked = 0;
  bool deadlock = false;
  std::string wrong;
};

// One of several shares of the search, as explore/native/share_out.cpp makes them; a count of 0: all of it.
struct Share {
  std::size_t number = 1, count = 0, leaves = 1;
};

// `limit`: of complete executions. Those that end in a wait for a value that has changed are more, or fewer.
// `counts`: of the complete executions only those; by default all.
using Counts = std::function<bool(const explore::ExecutionGraph&)>;
Explored explore_all(const weak::Program& program, const std::string& model, std::size_t limit,
                     bool keep = true, const Counts& counts = nullptr, Share share = {});

}  // namespace heddle::agree
