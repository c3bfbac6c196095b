// SPDX-License-Identifier: Apache-2.0
// Do some orders between the events of a graph have no cycle? Events are taken in rounds, each as soon as all before
// it are taken; what is left at the end is on a cycle, or behind one. Always demanded: co, and fr from the reads of a
// location to the writes after those they read; the rest is the caller's.
// Time: rounds × events × accesses of a location; graphs are nearly in order, so that rounds are few.
#pragma once

#include "explore/execution_graph.h"

namespace heddle::explore {

template <class IsReady>
bool all_can_be_taken(const ExecutionGraph& graph, Array<bool>& taken, IsReady is_ready) {
  using Index = ExecutionGraph::Index;
  const Index size = graph.size();
  taken.clear();
  taken.resize(size, false);
  const auto comes_too_early = [&](Index write) {
    for (Index other = graph.newest_at(graph[write].location); other != ExecutionGraph::kNone;
         other = graph[other].beside) {
      if (taken[other] || other == write) continue;
      const ExecutionGraph::Event& event = graph[other];
      const std::uint32_t rank =
          event.kind == ExecutionGraph::Kind::write ? event.rank : graph.rank_of(event.from);
      if (rank < graph[write].rank) return true;
    }
    return false;
  };
  Index count = 0;
  for (bool moved = true; moved && count < size;) {
    moved = false;
    for (Index at = 0; at < size; ++at) {
      if (taken[at] || !is_ready(at)) continue;
      if (graph[at].kind == ExecutionGraph::Kind::write && comes_too_early(at)) continue;
      taken[at] = true;
      ++count;
      moved = true;
    }
  }
  return count == size;
}

}  // namespace heddle::explore
