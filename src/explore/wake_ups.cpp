// SPDX-License-Identifier: Apache-2.0
#include "explore/wake_ups.h"

namespace heddle::explore {
namespace {

using Graph = ExecutionGraph;
using Index = Graph::Index;
using Kind = Graph::Kind;
using Queue = Modification::Queue;

// Where it stands among the events of its location: a write of rank k at 2k, what reads it at 2k + 1.
std::uint32_t stand(const Graph& graph, const Graph::Event& event) {
  return event.kind == Kind::write ? 2 * event.rank : 2 * graph.rank_of(event.from) + 1;
}

// The event of a queue that this read looks at the word after; kNone: it is no such look. After a sleep it is one if it
// reads what was looked at before it: a program of one's own may go on with something else.
Index entry_before(const Graph& graph, const Graph::Event& look) {
  if (look.previous == Graph::kNone) return Graph::kNone;
  const Graph::Event& before = graph[look.previous];
  switch (graph.queue_of(look.previous)) {
    case Queue::enter:
      return look.previous;
    case Queue::sleep:
      return graph[before.previous].location == look.location ? look.previous : Graph::kNone;
    default:
      return Graph::kNone;
  }
}

bool sees_what_woke(const Graph& graph, const Graph::Event& look, Index entry) {
  const std::uint32_t entered = stand(graph, graph[entry]);
  const std::uint32_t seen = graph.rank_of(look.from);
  for (Index wake = graph.newest_at(graph[entry].location); wake != Graph::kNone; wake = graph[wake].beside) {
    if (graph.queue_of(wake) != Queue::wake || stand(graph, graph[wake]) >= entered) continue;
    for (Index write = graph.newest_at(look.location); write != Graph::kNone; write = graph[write].beside)
      if (graph[write].kind == Kind::write && graph[write].rank > seen &&
          graph.knows(wake, Graph::Knows::hb, write))
        return false;
  }
  return true;
}

}  // namespace

bool keeps_wake_ups(const Graph& graph) {
  for (Index i = 0; i < graph.size(); ++i) {
    if (graph[i].kind != Kind::read) continue;
    const Index entry = entry_before(graph, graph[i]);
    if (entry != Graph::kNone && !sees_what_woke(graph, graph[i], entry)) return false;
  }
  return true;
}

}  // namespace heddle::explore
