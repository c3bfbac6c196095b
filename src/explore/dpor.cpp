// SPDX-License-Identifier: Apache-2.0
#include "explore/dpor.h"

namespace heddle::explore {
namespace {

bool same_accesses(const Operation& a, const Operation& b) {
  if (a.count != b.count) return false;
  for (std::size_t i = 0; i < a.count; ++i)
    if (a.accesses[i] != b.accesses[i]) return false;
  return true;
}

}  // namespace

Dpor::Dpor(Arena& arena)
    : dependence_(arena),
      nodes_(arena),
      sleepers_(arena),
      slept_(arena),
      trees_(arena),
      parts_(arena),
      blocked_races_(arena),
      path_(arena),
      messages_(arena),
      sent_(arena),
      sent_order_(arena),
      sent_outcomes_(arena),
      schedule_(arena),
      stays_(arena),
      known_(arena) {}

void Dpor::begin() {
  begin_path();
  stays_.clear();
  known_.clear();
  depth_ = 0;
  chosen_ = 0;
}

std::uint64_t Dpor::comes_back() {
  const auto known = dependence_.knowledge();
  stays_.push_back({depth_, dependence_.width(), known_.size()});
  for (const Index each : known) known_.push_back(each);
  return depth_;
}

bool Dpor::begin_at(std::uint64_t steps) {
  while (!stays_.empty() && stays_.back().steps > steps) {
    known_.resize(stays_.back().first);
    stays_.pop_back();
  }
  if (stays_.empty() || stays_.back().steps != steps || stays_.back().width != dependence_.width())
    return false;
  begin_path();
  dependence_.know({known_.begin() + stays_.back().first, known_.size() - stays_.back().first});
  depth_ = steps;
  chosen_ = steps > 0 ? dependence_[steps - 1].thread : 0;
  return true;
}

void Dpor::begin_path() {
  dependence_.restart(kept_);
  follows_last_ = true;
  abandoned_ = in_vain_ = false;
  if (schedule_.size() > kept_) schedule_.resize(kept_);
  for (std::size_t i = schedule_.size(); i < kept_; ++i)
    schedule_.push_back({dependence_[i].thread, dependence_[i].outcome});
}

bool Dpor::sleeps(std::size_t depth, Thread thread, std::uint32_t outcome) const {
  for (std::uint32_t i = nodes_[depth].first_sleeper; i < sleepers_end(depth); ++i)
    if (sleepers_[i].thread == thread && covers(sleepers_[i], outcome)) return true;
  return false;
}

const Dpor::Sleeper* Dpor::any_sleeper(std::size_t depth, Thread thread) const {
  for (std::uint32_t i = nodes_[depth].first_sleeper; i < sleepers_end(depth); ++i)
    if (sleepers_[i].thread == thread) return &sleepers_[i];
  return nullptr;
}

Dpor::TreeIndex Dpor::grow(const Part& part) {
  TreeIndex tree = free_trees_;
  if (tree != kNoTree) {
    free_trees_ = trees_[tree].next;
  } else {
    tree = static_cast<TreeIndex>(trees_.size());
    trees_.push_back({});
  }
  trees_[tree] = {*part.operation, part.thread, part.outcome, part.outcomes, kNoTree, kNoTree, nullptr};
  return tree;
}

void Dpor::discard(TreeIndex branches) {
  while (branches != kNoTree) {
    discard(trees_[branches].first_child);
    if (trees_[branches].part != nullptr) drop(*trees_[branches].part);
    const TreeIndex next = trees_[branches].next;
    trees_[branches].next = free_trees_;
    free_trees_ = branches;
    branches = next;
  }
}

namespace {
std::uint32_t first_object(const Operation& operation) {
  return operation.count > 0 ? operation.accesses[0].object : ~std::uint32_t{0};
}
}  // namespace

Dpor* Dpor::take(Node& node, TreeIndex branch) {
  TreeIndex leaf = branch;
  while (trees_[leaf].first_child != kNoTree) leaf = trees_[leaf].first_child;
  Dpor* part = trees_[leaf].part;
  node.thread = trees_[branch].thread;
  node.outcome = trees_[branch].outcome;
  node.outcomes = trees_[branch].outcomes;
  node.children = trees_[branch].first_child;
  node.waiting = trees_[branch].next;
  node.writes = trees_[branch].operation.accesses[0].write;
  node.object = first_object(trees_[branch].operation);
  node.is_given = true;
  trees_[branch].next = free_trees_;
  free_trees_ = branch;
  return part;
}

// What sleeps before the path's last event and does not depend on it sleeps after it.
void Dpor::inherit_sleepers(Node& node) {
  node.first_sleeper = static_cast<std::uint32_t>(sleepers_.size());
  if (nodes_.empty()) return;
  const Node& parent = nodes_.back();
  const Performed& last = dependence_[nodes_.size() - 1];
  const Operation& before = last.operation;
  for (std::uint32_t i = parent.first_sleeper; i < node.first_sleeper; ++i) {
    const Sleeper sleeper = sleepers_[i];
    if (sleeper.thread != parent.thread &&
        (last.is_taken_back || !conflict(slept_[sleeper.operation], before)))
      sleepers_.push_back(sleeper);
  }
}

// A state that is new on the path: its sleep set, and a branch to take.
void Dpor::enter(const Moment& moment) {
  Node node;
  inherit_sleepers(node);
  if (depth_ > 0) {
    node.waiting = nodes_[depth_ - 1].children;
    nodes_[depth_ - 1].children = kNoTree;
  }
  nodes_.push_back(node);
  while (true) {
    while (nodes_[depth_].waiting != kNoTree) {
      Node& entered = nodes_[depth_];
      take(entered, entered.waiting);
      if (moment.threads[entered.thread].state == ThreadView::State::ready &&
          !sleeps(depth_, entered.thread, entered.outcome))
        return;
      discard(entered.children);
      entered.children = kNoTree;
    }
    Node& entered = nodes_[depth_];
    entered.outcome = 0;
    entered.outcomes = 0;
    entered.is_given = false;
    if (moment.current != schedule::kNoThread && any_sleeper(depth_, moment.current) == nullptr) {
      entered.thread = moment.current;
      if (!is_impatient()) return;
    }
    const auto count = static_cast<Thread>(moment.threads.size());
    const Thread first = is_impatient() ? chosen_ + 1 : 0;
    for (Thread i = 0; i < count; ++i) {
      const Thread thread = (first + i) % count;
      if (moment.threads[thread].state == ThreadView::State::ready &&
          any_sleeper(depth_, thread) == nullptr) {
        entered.thread = thread;
        return;
      }
    }
    branch_on_waking(depth_, moment);
    if (nodes_[depth_].waiting == kNoTree) break;
  }
  nodes_[depth_].thread = schedule::kNoThread;
}

// Every ready thread sleeps with some outcome: the other outcomes are to be taken.
void Dpor::branch_on_waking(std::size_t depth, const Moment& moment) {
  for (Thread thread = 0; thread < moment.threads.size(); ++thread) {
    if (moment.threads[thread].state != ThreadView::State::ready) continue;
    const Sleeper sleeper = *any_sleeper(depth, thread);
    for (std::uint32_t outcome = 0; outcome < sleeper.outcomes; ++outcome) {
      if (sleeps(depth, thread, outcome)) continue;
      const TreeIndex tree =
          grow({&slept_[sleeper.operation], kNone, thread, outcome, sleeper.outcomes, false});
      trees_[tree].next = nodes_[depth].waiting;
      nodes_[depth].waiting = tree;
    }
  }
}

void Dpor::taken_back() {
  if (depth_ <= kept_) return;  // repeated, as it was
  dependence_.take_back();
  in_vain_ = nodes_[depth_ - 1].is_given;
}

Thread Dpor::choose(const Moment& moment) {
  if (in_vain_) {
    abandoned_ = true;
    return schedule::kNoThread;
  }
  if (depth_ < kept_) {
    chosen_ = dependence_[depth_].thread;
  } else {
    if (depth_ == nodes_.size()) enter(moment);
    chosen_ = nodes_[depth_].thread;
    if (chosen_ == schedule::kNoThread) {
      abandoned_ = true;
      return chosen_;
    }
  }
  outcome_ = 0;
  outcomes_ = 1;
  if (chosen_ >= moment.threads.size() || moment.threads[chosen_].state != ThreadView::State::ready) {
    abandoned_ = true;
    impossible_ = depth_ == kept_;
    diverged_ |= !impossible_;
    return schedule::kNoThread;
  }
  return chosen_;
}

Thread Dpor::repeats() {
  if (depth_ >= kept_ || in_vain_) return schedule::kNoThread;
  chosen_ = dependence_[depth_].thread;
  outcome_ = 0;
  outcomes_ = 1;
  return chosen_;
}

unsigned Dpor::outcome(unsigned count) {
  outcomes_ = count;
  outcome_ = depth_ < kept_ ? dependence_[depth_].outcome : nodes_[depth_].outcome;
  if (outcome_ >= count) outcome_ = 0;  // reversed, it has fewer of them
  return outcome_;
}

void Dpor::performed(const Operation& operation) {
  if (depth_ >= kept_) return performed_anew(operation);
  if (!same_accesses(operation, dependence_[depth_].operation)) [[unlikely]]
    diverged_ = true;
  dependence_.repeat(static_cast<Index>(depth_++));
}

// Apart: what repeats has no use for the registers that it keeps.
[[gnu::noinline]] void Dpor::performed_anew(const Operation& operation) {
  dependence_.push(chosen_, operation, outcome_, outcomes_);
  Node& node = nodes_[depth_];
  misjudged_ |= node.outcomes != 0 &&
                (node.writes != operation.accesses[0].write || node.object != first_object(operation));
  if (node.outcomes != outcomes_ && outcomes_ > 1) {  // not foreseen: every outcome is a branch
    for (std::uint32_t other = outcomes_; other-- > 0;) {
      if (other == outcome_) continue;
      const TreeIndex tree = grow({&operation, kNone, chosen_, other, outcomes_, false});
      trees_[tree].next = node.waiting;
      node.waiting = tree;
    }
  }
  if (depth_ >= path_from_ && depth_ < root_) {
    const Sleeper& given = path_[depth_ - path_from_];
    strayed_ |= given.thread != chosen_ || given.outcome != outcome_ || given.outcomes != outcomes_;
  }
  node.outcome = outcome_;
  node.outcomes = outcomes_;
  schedule_.push_back({chosen_, outcome_});
  ++depth_;
}

// Has the thread chosen last had so many turns one after another that another one is to have one?
bool Dpor::is_impatient() const {
  std::size_t in_a_row = 0;
  while (in_a_row < kPatience && in_a_row < depth_ && schedule_[depth_ - 1 - in_a_row].thread == chosen_)
    ++in_a_row;
  return in_a_row == kPatience;
}

bool Dpor::finish(const Moment& moment) {
  const bool more = finish_execution(moment);
  exhausted_ = !more && awaited_ == nullptr;
  return more;
}

bool Dpor::finish_execution(const Moment& moment) {
  strayed_ |= depth_ < root_;
  if (diverged_ || strayed_) return false;
  while (nodes_.size() > depth_ && !impossible_) {  // a state whose branch was not performed
    sleepers_.resize(nodes_.back().first_sleeper);
    nodes_.pop_back();
  }
  ++(abandoned_ || moment.has_given_up() ? redundant_ : executions_);
  for (auto event = static_cast<Index>(judged_); event < dependence_.size(); ++event) {
    const Performed& second = dependence_[event];
    if (!abandoned_ || (in_vain_ && second.is_taken_back)) {
      for (const Index first : dependence_.races(event))
        reverse(first, second.thread, second.operation, event);
    }
  }
  if (!abandoned_) {
    for (Thread thread = 0; thread < moment.threads.size(); ++thread) {
      const ThreadView& view = moment.threads[thread];
      if (view.state != ThreadView::State::blocked) continue;
      blocked_races_.clear();
      dependence_.races_of_blocked(thread, view.next, blocked_races_);
      for (const Index first : blocked_races_) reverse(first, thread, view.next, kNone);
    }
  }
  return next_branch();
}

// The state's branch, with what was decided about it when it was taken.
void Dpor::explore_below(std::size_t depth) {
  kept_ = depth;
  // With another outcome than before it is another program: all its races are new.
  judged_ = any_sleeper(depth, nodes_[depth].thread) == nullptr ? depth : 0;
}

// Back to the deepest state with a branch to come.
bool Dpor::next_branch() {
  while (nodes_.size() > root_) {
    const std::size_t depth = nodes_.size() - 1;
    Node& node = nodes_[depth];
    discard(node.children);
    node.children = kNoTree;
    if (!impossible_) {
      slept_.push_back(dependence_[depth].operation);
      sleepers_.push_back(
          {node.thread, node.outcome, node.outcomes, static_cast<std::uint32_t>(slept_.size() - 1)});
      ++node.explored;
    }
    impossible_ = false;
    bool installed = false;
    while (!installed && nodes_[depth].waiting != kNoTree) {
      Dpor* part = take(nodes_[depth], nodes_[depth].waiting);
      if (!sleeps(depth, nodes_[depth].thread, nodes_[depth].outcome)) {
        if (part == nullptr) {
          explore_below(depth);
          return true;
        }
        awaited_ = part;
        if (!part->exhausted_) return false;
        if (!take_up()) return true;
        installed = true;
        break;
      }
      if (part != nullptr && nodes_[depth].children == kNoTree)
        drop(*part);  // its leaf was the branch itself
      discard(nodes_[depth].children);
      nodes_[depth].children = kNoTree;
    }
    if (installed) continue;
    slept_.resize(slept_.size() - nodes_[depth].explored);
    sleepers_.resize(nodes_[depth].first_sleeper);
    nodes_.pop_back();
  }
  return false;
}

Progress Dpor::progress() const {
  Progress progress{executions_, redundant_, nodes_.size() <= root_ && executions_ > 0 ? 1.0 : 0.0};
  double share = 1;
  for (std::size_t depth = root_; depth < nodes_.size(); ++depth) {
    const Node& node = nodes_[depth];
    std::uint32_t waiting = 0;
    for (TreeIndex tree = node.waiting; tree != kNoTree; tree = trees_[tree].next) ++waiting;
    const double branches = node.explored + 1 + waiting;
    progress.done += share * node.explored / branches;
    share /= branches;
  }
  return progress;
}

std::string_view Dpor::bound() const {
  if (diverged_) return "the program did not repeat itself under the same schedule";
  return misjudged_ ? "an operation did not touch what it was foreseen to touch" : "";
}

}  // namespace heddle::explore
