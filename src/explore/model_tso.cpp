// SPDX-License-Identifier: Apache-2.0
#include "explore/model_tso.h"

namespace heddle::explore {
namespace {

using Index = ExecutionGraph::Index;
using Kind = ExecutionGraph::Kind;
constexpr Index kNone = ExecutionGraph::kNone;

bool is_buffered(const ExecutionGraph::Event& event) {
  return event.kind == Kind::write && !event.modifies && event.order != MemoryOrder::seq_cst;
}
// Fences weaker than seq_cst are no instructions. Of what a queue is, only the promise is known.
bool is_nothing(const ExecutionGraph& graph, Index at) {
  const ExecutionGraph::Event& event = graph[at];
  return (event.kind == Kind::fence && event.order != MemoryOrder::seq_cst) ||
         graph.queue_of(at) != Modification::Queue::none;
}
// Loads pass what is in the buffer; locked instructions, failed ones too, do not.
bool is_load(const ExecutionGraph::Event& event) {
  return event.kind == Kind::read && event.modification.kind == Modification::Kind::none;
}

}  // namespace

// Is everything taken that ppo puts before it?
bool TsoModel::is_next_in_thread(const ExecutionGraph& graph, Index event) const {
  if (is_nothing(graph, event)) return true;
  const bool passes = is_load(graph[event]);
  for (Index at = graph[event].previous; at != kNone; at = graph[at].previous) {
    if (is_nothing(graph, at) || (passes && is_buffered(graph[at]))) continue;
    if (!order_.is_taken(at)) return false;
  }
  return true;
}

bool TsoModel::is_allowed(const ExecutionGraph& graph) {
  return order_.takes_all(graph, [&](Index at) {
    const ExecutionGraph::Event& event = graph[at];
    if (!is_next_in_thread(graph, at)) return false;
    if (event.kind == Kind::after) return event.from >= graph.size() || order_.is_taken(event.from);
    // A thread sees its own stores before others do.
    const bool from_other =
        event.kind == Kind::read && event.from < graph.size() && graph[event.from].thread != event.thread;
    return !from_other || order_.is_taken(event.from);
  });
}

}  // namespace heddle::explore
