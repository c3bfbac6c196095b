// SPDX-License-Identifier: Apache-2.0
// Dpor in parts: handing over a leaf that waits, noting reversals for states above one's root, and taking
// both back.
#include <algorithm>

#include "explore/dpor.h"

namespace heddle::explore {

// The shallowest leaf that is the first to come at one of the path's states.
Search* Dpor::split(Arena& arena, bool any) {
  std::size_t at = 0;
  std::size_t root = ~std::size_t{0};
  double share = weight_;
  double best_share = 0;
  for (std::size_t depth = root_; depth + 1 < nodes_.size(); ++depth) {
    std::uint32_t waiting = 0;
    for (TreeIndex tree = nodes_[depth].waiting; tree != kNoTree; tree = trees_[tree].next) ++waiting;
    share /= nodes_[depth].explored + 1 + waiting;
    if (waiting == 0) continue;
    std::size_t length = 1;
    TreeIndex leaf = nodes_[depth].waiting;
    for (; trees_[leaf].first_child != kNoTree; leaf = trees_[leaf].first_child) ++length;
    if (trees_[leaf].part != nullptr || depth + length >= root) continue;
    at = depth;
    root = depth + length;
    best_share = share;
  }
  // A leaf near the end of the execution is explored sooner than handed over.
  if (root == ~std::size_t{0} || (!any && root + root / 2 > dependence_.size())) return nullptr;

  auto* part = arena.make<Dpor>(arena);
  part->dependence_.assign(dependence_);
  part->trees_.assign(trees_);
  for (Tree& tree : part->trees_) tree.part = nullptr;
  part->free_trees_ = free_trees_;
  part->slept_.assign(slept_);
  part->sleepers_.assign(sleepers_);
  part->nodes_.assign(nodes_);
  while (part->nodes_.size() > at + 1) {
    part->slept_.resize(part->slept_.size() - part->nodes_.back().explored);
    part->sleepers_.resize(part->nodes_.back().first_sleeper);
    part->nodes_.pop_back();
  }
  part->path_from_ = at;
  part->weight_ = best_share;
  // Only the way to the leaf: its siblings stay here.
  TreeIndex mine = nodes_[at].waiting;
  for (TreeIndex step = mine; step != kNoTree; step = trees_[step].first_child) {
    const Tree& tree = trees_[step];
    part->path_.push_back({tree.thread, tree.outcome, tree.outcomes, 0});
    if (step != mine) part->trees_[step].next = kNoTree;
    mine = step;
  }
  part->root_ = at;  // so that it takes the branch
  const bool has_branch = part->next_branch();
  part->root_ = root;
  const Node& taken = part->nodes_.back();
  if (!has_branch || part->nodes_.size() != at + 1 || taken.thread != part->path_[0].thread ||
      taken.outcome != part->path_[0].outcome)
    return nullptr;
  trees_[mine].part = part;
  return part;
}

bool Dpor::go_on() {
  if (awaited_ == nullptr || !awaited_->exhausted_) return false;
  const bool more = !take_up() || next_branch();
  exhausted_ = !more && awaited_ == nullptr;
  return more;
}

bool Dpor::take_up() {
  Dpor& part = *awaited_;
  awaited_ = nullptr;
  if (!part.strayed_) {
    install(part);
    part.taken_up_ = true;
    return true;
  }
  // It could not get there: this search sees for itself.
  for (TreeIndex tree = nodes_.back().children; tree != kNoTree; tree = trees_[tree].first_child)
    trees_[tree].part = nullptr;
  part.taken_up_ = true;
  explore_below(nodes_.size() - 1);
  return false;
}

void Dpor::drop(Dpor& part) { part.strayed_ = part.taken_up_ = true; }

// As if this search had explored the leaf itself: the path to it, and its reversals.
void Dpor::install(const Dpor& part) {
  follows_last_ = false;
  diverged_ |= part.diverged_;
  misjudged_ |= part.misjudged_;
  dependence_.assign(part.dependence_);
  dependence_.restart(part.root_);
  schedule_.clear();
  depth_ = 0;
  while (true) {
    Node& last = nodes_.back();
    const Sleeper& step = part.path_[nodes_.size() - 1 - part.path_from_];
    last.outcome = step.outcome;
    last.outcomes = step.outcomes;
    if (nodes_.size() == part.root_) break;
    Node node;
    inherit_sleepers(node);
    node.waiting = last.children;
    last.children = kNoTree;
    nodes_.push_back(node);
    take(nodes_.back(), nodes_.back().waiting);
  }
  sender_ = &part;
  for (const Message& message : part.messages_) {
    message_ = &message;
    parts_.clear();
    for (std::uint32_t i = 0; i < message.size; ++i) {
      const Sent& sent = part.sent_[message.first + i];
      parts_.push_back({&sent.operation, kNone, sent.thread, sent.outcome, sent.outcomes, false});
    }
    reversed_ = message.state;
    last_ = parts_.size() - 1;
    if (place() && message.state < root_) forward(message);
  }
  sender_ = nullptr;
}

// The sequence just inserted at a state that is not ours.
void Dpor::send(Index state) {
  Message message;
  message.state = state;
  message.first = static_cast<std::uint32_t>(sent_.size());
  message.size = static_cast<std::uint32_t>(parts_.size());
  message.order = static_cast<std::uint32_t>(sent_order_.size());
  message.outcomes = static_cast<std::uint32_t>(sent_outcomes_.size());
  for (std::size_t later = 0; later < parts_.size(); ++later) {
    const Part& part = parts_[later];
    sent_.push_back({*part.operation, part.thread, part.outcome, part.outcomes});
    for (std::size_t earlier = 0; earlier < parts_.size(); ++earlier)
      sent_order_.push_back(earlier < later && precedes(earlier, later));
  }
  for (Index i = reversed_; i < dependence_.size(); ++i)
    message.threads = std::max(message.threads, dependence_[i].thread + 1);
  for (Thread thread = 0; thread < message.threads; ++thread) sent_outcomes_.push_back(outcome_after(thread));
  messages_.push_back(message);
}

// A part's message that is not for us either.
void Dpor::forward(const Message& message) {
  Message onwards = message;
  onwards.first = static_cast<std::uint32_t>(sent_.size());
  onwards.order = static_cast<std::uint32_t>(sent_order_.size());
  onwards.outcomes = static_cast<std::uint32_t>(sent_outcomes_.size());
  for (std::uint32_t i = 0; i < message.size; ++i) sent_.push_back(sender_->sent_[message.first + i]);
  for (std::uint32_t i = 0; i < message.size * message.size; ++i)
    sent_order_.push_back(sender_->sent_order_[message.order + i]);
  for (std::uint32_t i = 0; i < message.threads; ++i)
    sent_outcomes_.push_back(sender_->sent_outcomes_[message.outcomes + i]);
  messages_.push_back(onwards);
}

}  // namespace heddle::explore
