// SPDX-License-Identifier: Apache-2.0
// Do some orders between the events of a graph have no cycle? Events are taken in rounds, each as soon as all before
// it are taken; what is left at the end is on a cycle, or behind one. Always demanded: co, and fr from the reads of a
// location to the writes after those they read; the rest is the caller's.
// A write may be taken once the write before it in co is, and all reads of that one: they are counted down.
// Time: rounds × events; graphs are nearly in order, so that rounds are few.
#pragma once

#include "explore/execution_graph.h"

namespace heddle::explore {

class Taking {
 public:
  using Index = ExecutionGraph::Index;
  explicit Taking(Arena& arena) : taken_(arena), before_(arena), unread_(arena) {}

  bool is_taken(Index event) const { return taken_[event]; }
  // Asks is_ready(event) about what the caller demands besides; it may ask what is taken.
  template <class IsReady>
  bool takes_all(const ExecutionGraph& graph, IsReady is_ready) {
    start(graph);
    const Index size = graph.size();
    Index count = 0;
    for (bool moved = true; moved && count < size;) {
      moved = false;
      for (Index at = 0; at < size; ++at) {
        if (taken_[at] || !is_ready(at) || comes_too_early(graph, at)) continue;
        taken_[at] = true;
        if (graph[at].kind == ExecutionGraph::Kind::read) --unread_[slot(graph, graph[at].from, graph[at])];
        ++count;
        moved = true;
      }
    }
    return count == size;
  }

 private:
  // The initial writes come behind the events, by location.
  static std::size_t slot(const ExecutionGraph& graph, Index write, const ExecutionGraph::Event& at) {
    return write == ExecutionGraph::kInitial ? std::size_t{graph.size()} + at.location : write;
  }
  void start(const ExecutionGraph& graph) {
    const Index size = graph.size();
    taken_.clear();
    taken_.resize(size, false);
    before_.clear();
    before_.resize(size, ExecutionGraph::kInitial);
    unread_.clear();
    unread_.resize(std::size_t{size} + graph.locations(), 0);
    for (Index at = 0; at < size; ++at) {
      const ExecutionGraph::Event& event = graph[at];
      if (event.kind == ExecutionGraph::Kind::read) ++unread_[slot(graph, event.from, event)];
      if (event.kind == ExecutionGraph::Kind::write && event.next_write != ExecutionGraph::kNone)
        before_[event.next_write] = at;
    }
  }
  bool comes_too_early(const ExecutionGraph& graph, Index at) const {
    const ExecutionGraph::Event& event = graph[at];
    if (event.kind != ExecutionGraph::Kind::write || event.rank == 0) return false;  // 0: in no order yet
    const Index before = before_[at];
    if (before != ExecutionGraph::kInitial && !taken_[before]) return true;
    return unread_[slot(graph, before, event)] != 0;
  }

  Array<bool> taken_;
  Array<Index> before_;          // of a write: the one before it in co
  Array<std::uint32_t> unread_;  // of a write: its reads that are not taken yet
};

}  // namespace heddle::explore
