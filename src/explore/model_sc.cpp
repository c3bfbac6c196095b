// SPDX-License-Identifier: Apache-2.0
#include "explore/model_sc.h"

namespace heddle::explore {

bool ScModel::is_allowed(const ExecutionGraph& graph) {
  return order_.takes_all(graph, [&](ExecutionGraph::Index at) {
    const ExecutionGraph::Event& event = graph[at];
    if (event.previous != ExecutionGraph::kNone && !order_.is_taken(event.previous)) return false;
    const bool has_from =
        event.kind == ExecutionGraph::Kind::read || event.kind == ExecutionGraph::Kind::after;
    return !has_from || event.from >= graph.size() || order_.is_taken(event.from);
  });
}

}  // namespace heddle::explore
