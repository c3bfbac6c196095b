// SPDX-License-Identifier: Apache-2.0
#include "explore/interleavings.h"

namespace heddle::explore {

Interleavings::Interleavings(Arena& arena, Points points, std::uint32_t preemptions)
    : points_(points), preemptions_(preemptions), nodes_(arena), choices_(arena), schedule_(arena) {}

void Interleavings::begin() {
  depth_ = 0;
  schedule_.clear();
}

Thread Interleavings::choose(const Moment& moment) {
  const bool goes_on = moment.current != schedule::kNoThread;
  if (depth_ == nodes_.size()) {
    Node node;
    node.first = static_cast<std::uint32_t>(choices_.size());
    node.current = moment.current;
    if (depth_ > 0) {
      const Node& before = nodes_[depth_ - 1];
      const Thread taken = choices_[before.first + before.taken];
      node.preemptions =
          before.preemptions + (before.current != schedule::kNoThread && before.current != taken ? 1 : 0);
    }
    if (goes_on) choices_.push_back(moment.current);
    const bool useful = points_ == Points::all || !goes_on || moment.threads[moment.current].next.point;
    if (useful) {
      const bool allowed = !goes_on || node.preemptions < preemptions_;
      for (Thread thread = 0; thread < moment.threads.size(); ++thread) {
        if (thread == moment.current || moment.threads[thread].state != ThreadView::State::ready) continue;
        if (allowed)
          choices_.push_back(thread);
        else
          cut_ = true;
      }
    }
    nodes_.push_back(node);
  }
  const Node& node = nodes_[depth_];
  const Thread chosen = choices_[node.first + node.taken];
  if (chosen >= moment.threads.size() || moment.threads[chosen].state != ThreadView::State::ready) {
    diverged_ = true;
    return schedule::kNoThread;
  }
  schedule_.push_back({chosen, 0});
  return chosen;
}

unsigned Interleavings::outcome(unsigned count) {
  nodes_[depth_].outcomes = count;
  schedule_.back().outcome = nodes_[depth_].outcome;
  return nodes_[depth_].outcome;
}

void Interleavings::performed(const Operation&) { ++depth_; }

bool Interleavings::finish(const Moment&) {
  if (diverged_) return false;
  ++executions_;
  return next_path();
}

// In depth-first order.
bool Interleavings::next_path() {
  while (nodes_.size() > root_) {
    Node& node = nodes_.back();
    if (node.closed) {
      choices_.resize(node.first);
      nodes_.pop_back();
      continue;
    }
    if (node.outcome + 1 < node.outcomes) {
      ++node.outcome;
      return true;
    }
    node.outcome = 0;
    node.outcomes = 1;
    if (node.first + ++node.taken < choices_.size()) return true;
    choices_.resize(node.first);
    nodes_.pop_back();
  }
  return false;
}

// The part gets the choices that are left at the shallowest state that has any, and all below them.
Search* Interleavings::split(Arena& arena, bool) {
  double share = weight_;
  for (std::size_t depth = root_; depth + 1 < nodes_.size(); ++depth) {
    Node& node = nodes_[depth];
    const double all = branches(depth);
    const double left = all - (node.taken * node.outcomes + node.outcome + 1);
    if (left == 0) {
      share /= all;
      continue;
    }
    auto* part = arena.make<Interleavings>(arena, points_, preemptions_);
    for (std::size_t i = 0; i <= depth; ++i) part->nodes_.push_back(nodes_[i]);
    for (std::size_t i = 0; i < nodes_[depth + 1].first; ++i) part->choices_.push_back(choices_[i]);
    part->root_ = depth;
    part->weight_ = share * left / all;
    weight_ -= part->weight_;
    node.closed = true;
    const bool has_more = part->next_path();
    HEDDLE_CHECK(has_more, "a choice was left");
    return part;
  }
  return nullptr;
}

double Interleavings::branches(std::size_t depth) const {
  const Node& node = nodes_[depth];
  if (node.closed) return node.taken * node.outcomes + node.outcome + 1;
  return (end(depth) - node.first) * node.outcomes;
}

Progress Interleavings::progress() const {
  Progress progress{executions_, 0, nodes_.size() <= root_ && executions_ > 0 ? 1.0 : 0.0};
  double share = 1;
  for (std::size_t depth = root_; depth < nodes_.size(); ++depth) {
    const Node& node = nodes_[depth];
    progress.done += share * (node.taken * node.outcomes + node.outcome) / branches(depth);
    share /= branches(depth);
  }
  return progress;
}

std::string_view Interleavings::bound() const {
  if (diverged_) return "the program did not repeat itself under the same schedule";
  return cut_ ? "schedules with more preemptions were not run" : "";
}

}  // namespace heddle::explore
