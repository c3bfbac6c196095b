// SPDX-License-Identifier: Apache-2.0
#include "explore/model_sc.h"

#include "explore/taking.h"

namespace heddle::explore {

bool ScModel::allows(const ExecutionGraph& graph) {
  return all_can_be_taken(graph, taken_, [&](ExecutionGraph::Index at) {
    const ExecutionGraph::Event& event = graph[at];
    if (event.previous != ExecutionGraph::kNone && !taken_[event.previous]) return false;
    const bool has_from =
        event.kind == ExecutionGraph::Kind::read || event.kind == ExecutionGraph::Kind::after;
    return !has_from || event.from >= graph.size() || taken_[event.from];
  });
}

}  // namespace heddle::explore
