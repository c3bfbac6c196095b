// SPDX-License-Identifier: Apache-2.0
// Graphs that wait, handed to other workers and ranks.
#include "explore/graph_search.h"

namespace heddle::explore {

// Whoever gets it explores one of the graphs that wait here: they lead to no execution in common.
Search* GraphSearch::split(Arena& arena, bool any) {
  if (waiting_.size() < (any ? 1 : 4)) return nullptr;
  MemoryModel* model = make_memory_model(model_->name(), arena);
  auto* part = arena.make<GraphSearch>(arena, *model);
  ExecutionGraph* oldest = take_oldest();  // the most is likely to come of it
  part->waiting_.back()->assign(*oldest);
  drop(oldest);
  return part;
}

ExecutionGraph* GraphSearch::take_oldest() {
  ExecutionGraph* oldest = waiting_[0];
  for (std::size_t i = 1; i < waiting_.size(); ++i) waiting_[i - 1] = waiting_[i];
  waiting_.pop_back();
  return oldest;
}

void GraphSearch::keep_share(std::size_t first, std::size_t count) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < waiting_.size(); ++i) {
    if (i % count == first)
      waiting_[kept++] = waiting_[i];
    else
      drop(waiting_[i]);
  }
  waiting_.resize(kept);
  if (first != 0) set_progress({});
}

ExecutionGraph& GraphSearch::wait_for_new() {
  waiting_.push_back(arena_->make<ExecutionGraph>(*arena_));
  return *waiting_.back();
}

void GraphSearch::forget_waiting() {
  for (ExecutionGraph* graph : waiting_) drop(graph);
  waiting_.clear();
}

}  // namespace heddle::explore
