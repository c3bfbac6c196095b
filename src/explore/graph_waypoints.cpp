// SPDX-License-Identifier: Apache-2.0
// Runs that go on from the midst of the run before (schedule::Scheduler, control/waypoints.h).
//
// A graph that waits was made in the midst of some run, and contains what that run had performed before, but for what a
// revisit removed or changed. So it has in common with that run as many decisions as came before the first such event, or
// before the one that made it: what a run has done by then is decided by its events. The graphs wait in a stack: a run begins
// with the last, and all that it adds is gone before the one below is taken. So that one has in common with the run before
// it what it had with its maker's, as far as nobody went back further meanwhile: whoever goes back says so to the
// graph below.
#include <algorithm>

#include "explore/graph_search.h"

namespace heddle::explore {

// Before the event of the run that this one was made from.
std::int64_t GraphSearch::decisions_before(const ExecutionGraph& graph, Index event) const {
  const auto now = static_cast<std::int64_t>(acts_.size()) - 1;
  Index at = graph_->last_of(graph[event].thread);
  while (at != kNone && (*graph_)[at].place != graph[event].place) at = (*graph_)[at].previous;
  return at == kNone || at >= when_.size() ? now : static_cast<std::int64_t>(when_[at]) - 1;
}

std::uint64_t GraphSearch::comes_back() {
  if (breadth_first_) return kNever;
  stays_.push_back({acts_.size(), performed_.size(), stood_.size(), is_blocked_});
  for (const Index last : last_done_) performed_.push_back(last == kNone ? 0 : (*graph_)[last].place + 1);
  for (const Standing& each : standing_) stood_.push_back(each);
  return acts_.size();
}

std::uint64_t GraphSearch::goes_back_to() const {
  if (breadth_first_ || waiting_.empty() || waiting_.back()->shared < 0) return kNever;
  return static_cast<std::uint64_t>(waiting_.back()->shared);
}

// All that was performed by the last stay is in the graph.
bool GraphSearch::fits(const ExecutionGraph& graph) const {
  const std::size_t first = stays_.back().performed;
  for (std::size_t i = first; i < performed_.size(); ++i)
    if (graph.events_of(static_cast<Thread>(i - first)) < performed_[i]) return false;
  return true;
}

// Where the events of the last stay are in the graph that is to be run, and what is known of them, by their threads and
// places.
void GraphSearch::follow(const ExecutionGraph& graph) {
  const Stay& stay = stays_.back();
  graph.sort_by_place(starts_, by_place_);
  const Index size = graph_->size();
  moved_.clear();
  moved_.resize(size, kNone);
  for (Index i = 0; i < size; ++i) {
    const ExecutionGraph::Event& event = (*graph_)[i];
    const std::size_t thread = stay.performed + event.thread;
    if (thread < performed_.size() && event.place < performed_[thread])
      moved_[i] = by_place_[starts_[event.thread] + event.place];
  }
  schedule_.resize(stay.decisions);
  acts_.resize(stay.decisions);
  const auto moved = [&](Index event) { return event < size ? moved_[event] : kNone; };
  for (Act& act : acts_) act = {moved(act.first), moved(act.write)};
  by_place_.clear();  // now: when each was performed
  by_place_.resize(graph.size(), 0);
  for (Index i = 0; i < size; ++i)
    if (moved_[i] != kNone) by_place_[moved_[i]] = when_[i];
}

bool GraphSearch::begin_at(std::uint64_t steps) {
  while (!stays_.empty() && stays_.back().decisions > steps) {
    performed_.resize(stays_.back().performed);
    stood_.resize(stays_.back().standing);
    stays_.pop_back();
  }
  if (stays_.empty() || stays_.back().decisions != steps || !fits(*waiting_.back())) return false;
  follow(*waiting_.back());
  start_run();
  const Stay& stay = stays_.back();
  next_.resize(std::max(next_.size(), performed_.size() - stay.performed), kNone);
  last_done_.resize(next_.size(), kNone);
  for (Thread thread = 0; thread < performed_.size() - stay.performed; ++thread)
    for (std::uint32_t left = performed_[stay.performed + thread]; left > 0; --left) {
      const Index event = next_[thread];
      replayed(thread, event);
      when_[event] = by_place_[event];
    }
  standing_.clear();
  for (std::size_t i = stay.standing; i < stood_.size(); ++i) standing_.push_back(stood_[i]);
  is_blocked_ = stay.is_blocked;
  if (!waiting_.empty())
    waiting_.back()->shared = std::min(waiting_.back()->shared, static_cast<std::int64_t>(steps));
  return true;
}

}  // namespace heddle::explore
