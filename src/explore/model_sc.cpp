// SPDX-License-Identifier: Apache-2.0
#include "explore/model_sc.h"

namespace heddle::explore {
namespace {

using Index = ExecutionGraph::Index;
constexpr Index kNone = ExecutionGraph::kNone;

// The events with an edge into `event`, but fr's, which are found from the read.
template <class Use>
void for_each_before(const ExecutionGraph& graph, Index at, Use use) {
  const ExecutionGraph::Event& event = graph[at];
  if (event.previous != kNone) use(event.previous);
  const bool has_from = event.kind == ExecutionGraph::Kind::read || event.kind == ExecutionGraph::Kind::after;
  if (has_from && event.from < graph.size()) use(event.from);
}

}  // namespace

bool ScModel::allows(const ExecutionGraph& graph) {
  const Index size = graph.size();
  taken_.clear();
  taken_.resize(size, false);
  Index count = 0;
  for (bool moved = true; moved && count < size;) {
    moved = false;
    for (Index at = 0; at < size; ++at) {
      if (taken_[at]) continue;
      bool ready = true;
      for_each_before(graph, at, [&](Index before) { ready = ready && taken_[before]; });
      if (ready && graph[at].kind == ExecutionGraph::Kind::write) {
        // co: the write before it; fr: everybody who reads an earlier one.
        for (Index other = graph.newest_at(graph[at].location); ready && other != kNone;
             other = graph[other].beside) {
          if (taken_[other] || other == at) continue;
          const ExecutionGraph::Event& beside = graph[other];
          const std::uint32_t rank =
              beside.kind == ExecutionGraph::Kind::write ? beside.rank : graph.rank_of(beside.from);
          ready = rank >= graph[at].rank;
        }
      }
      if (!ready) continue;
      taken_[at] = true;
      ++count;
      moved = true;
    }
  }
  return count == size;
}

}  // namespace heddle::explore
