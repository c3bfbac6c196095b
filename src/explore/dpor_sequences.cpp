// SPDX-License-Identifier: Apache-2.0
// Dpor's sequences: what shall be run instead of a race's first event, whether it is covered by a branch, and
// where it goes in a wakeup tree.
//
// All of it speaks of operations as they will be when the sequence is run. That is what they were in the
// execution, but for the last one: it comes before the race's first event now, where a compare-exchange that
// failed may succeed and a try-lock that got its lock may fail. So it is foreseen from the value that the
// first event found. (Taken for what it was, a sequence is lost: inserted as if its compare-exchange wrote, and
// asleep later as the read it is, it and another sequence are each dropped in favour of the other.)
//
// A sequence belongs to all programs whose outcomes are those of the execution it is from. An operation that
// had fewer outcomes there than it has here leaves open which one it has: then there is one sequence for each.
// (More sequences than are needed cost nothing: one that is not covered begins an execution that is new.)
#include "explore/dpor.h"

namespace heddle::explore {

// Is the branch's outcome that of an operation that had this one of so many?
Dpor::Fit Dpor::fit(const Sleeper& branch, Known known) {
  if (known.outcomes < branch.outcomes && known.outcome == 0)
    return branch.outcome == 0 || branch.outcome >= known.outcomes ? Fit::open : Fit::no;
  return covers(branch, known.outcome) ? Fit::yes : Fit::no;
}

// Where the thread's operation stands in the sequence if it can come first; kIndependent if it is not in it
// and can; kOpen if that depends on its outcome.
std::size_t Dpor::weak_initial(const Operation& operation, const Sleeper& who) {
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const Part& part = parts_[i];
    if (part.gone || part.thread != who.thread) continue;
    const Fit fits = fit(who, {part.outcome, part.outcomes});
    if (fits == Fit::no) return kNotInitial;
    for (std::size_t j = 0; j < i; ++j)
      if (!parts_[j].gone && precedes(j, i)) return kNotInitial;
    if (fits == Fit::yes) return i;
    leave_open(operation, who, i);
    return kOpen;
  }
  for (const Part& part : parts_)
    if (!part.gone && conflict(operation, *part.operation)) return kNotInitial;
  if (who.outcomes == 1) return kIndependent;
  switch (fit(who, outcome_after(who.thread))) {
    case Fit::yes:
      return kIndependent;
    case Fit::no:
      return kNotInitial;
    case Fit::open:
      leave_open(operation, who, parts_.size());
  }
  return kOpen;
}

bool Dpor::precedes(std::size_t earlier, std::size_t later) const {
  const Part& part = parts_[later];
  const Part& before = parts_[earlier];
  if (sender_ != nullptr && later <= last_)
    return sender_->sent_order_[message_->order + later * message_->size + earlier];
  if (sender_ == nullptr && later < last_) return dependence_.ordered(before.event, part.event);
  // These come in another order than they did: only what orders them in the sequence counts.
  if (before.thread == part.thread || conflict(*before.operation, *part.operation)) return true;
  if (before.event == kNone) return false;
  return part.event == kNone ? dependence_.ordered_before_thread(before.event, part.thread)
                             : dependence_.ordered_before_its_thread(before.event, part.event);
}

// Of the thread's first operation that is not in the sequence, in the execution that is from.
Dpor::Known Dpor::outcome_after(Thread thread) const {
  for (std::size_t i = last_ + 1; i < parts_.size(); ++i)
    if (parts_[i].thread == thread) return {};
  if (sender_ != nullptr)
    return thread < message_->threads ? sender_->sent_outcomes_[message_->outcomes + thread] : Known{};
  for (Index i = reversed_; i < dependence_.size(); ++i) {
    if (dependence_[i].thread != thread || dependence_[i].is_taken_back) continue;
    bool is_part = false;
    for (const Part& part : parts_) is_part |= part.event == i;
    if (!is_part) return {dependence_[i].outcome, dependence_[i].outcomes};
  }
  return {};
}

// The sequence, at its end or in this place of it, shall have the operation once with each outcome.
void Dpor::leave_open(const Operation& operation, const Sleeper& who, std::size_t at) {
  open_ = {&operation, kNone, who.thread, 0, who.outcomes, false};
  open_at_ = at;
}

Dpor::Fit Dpor::is_covered(std::size_t depth) {
  Fit covered = Fit::no;
  for (std::uint32_t i = nodes_[depth].first_sleeper; i < sleepers_end(depth); ++i) {
    const std::size_t at = weak_initial(slept_[sleepers_[i].operation], sleepers_[i]);
    if (at == kOpen)
      covered = Fit::open;
    else if (at != kNotInitial)
      return Fit::yes;
  }
  return covered;
}

// No: it was inserted. Yes: a branch that waits covers it.
Dpor::Fit Dpor::insert(Node& node) {
  TreeIndex* list = &node.waiting;
  while (true) {
    TreeIndex* last = list;
    bool down = false;
    for (TreeIndex child = *list; child != kNoTree; child = trees_[child].next) {
      const Tree& tree = trees_[child];
      const std::size_t at = weak_initial(tree.operation, {tree.thread, tree.outcome, tree.outcomes, 0});
      if (at == kOpen) return Fit::open;
      if (at != kNotInitial) {
        if (tree.first_child == kNoTree) return Fit::yes;  // a leaf: all that follows is explored
        if (at != kIndependent) parts_[at].gone = true;
        list = &trees_[child].first_child;
        down = true;
        break;
      }
      last = &trees_[child].next;
    }
    if (down) continue;
    // A new branch, after those that wait already. The places are found again after growing: trees_ may move.
    const bool at_node = last == &node.waiting;
    const std::ptrdiff_t offset =
        at_node ? 0 : reinterpret_cast<std::byte*>(last) - reinterpret_cast<std::byte*>(trees_.begin());
    TreeIndex first = kNoTree;
    TreeIndex tail = kNoTree;
    for (const Part& part : parts_) {
      if (part.gone) continue;
      const TreeIndex tree = grow(part);
      if (tail == kNoTree)
        first = tree;
      else
        trees_[tail].first_child = tree;
      tail = tree;
    }
    if (first == kNoTree) {  // all of it is there; what differs is the outcome of what follows
      const Tree& tree = trees_[*list];
      leave_open(tree.operation, {tree.thread, tree.outcome, tree.outcomes, 0}, parts_.size());
      return Fit::open;
    }
    if (at_node)
      node.waiting = first;
    else
      *reinterpret_cast<TreeIndex*>(reinterpret_cast<std::byte*>(trees_.begin()) + offset) = first;
    return Fit::no;
  }
}

// The sequence goes where it is to be run, unless it is covered. True: it is new.
bool Dpor::place() {
  for (Part& part : parts_) part.gone = false;
  Fit covered = is_covered(reversed_);
  if (covered == Fit::no) covered = insert(nodes_[reversed_]);
  if (covered != Fit::open) return covered == Fit::no;
  const Operation operation = *open_.operation;  // the tree it is in may move
  const Part added = open_;
  const std::size_t at = open_at_;
  const std::size_t size = parts_.size();
  if (at == size) parts_.push_back({&operation, kNone, added.thread, 0, 1, false});
  const Part part = parts_[at];
  bool is_new = false;
  for (std::uint32_t outcome = 0; outcome < added.outcomes; ++outcome) {
    parts_[at].outcome = outcome;
    parts_[at].outcomes = added.outcomes;
    is_new |= place();
  }
  parts_[at] = part;
  parts_.resize(size);
  return is_new;
}

// A lock shall be had exclusively after the sequence, before the reader that comes first now: readers that
// take it in the sequence and keep it have to wait too, with all that depends on them. False: others keep it.
bool Dpor::without_readers(std::uint32_t lock) {
  const Operation& first = dependence_[reversed_].operation;
  if (first.count == 0 || first.accesses[0].object != lock || first.hold == 0) return true;
  const auto acts = [&](const Part& part, int hold) {
    return !part.gone && part.operation->count > 0 && part.operation->accesses[0].object == lock &&
           part.operation->hold == hold;
  };
  for (bool again = true; again;) {
    again = false;
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      if (!acts(parts_[i], 1)) continue;
      bool released = false;
      for (std::size_t j = i + 1; j < parts_.size(); ++j)
        released |= parts_[j].thread == parts_[i].thread && acts(parts_[j], -1);
      if (released) continue;
      for (std::size_t j = i + 1; j < parts_.size(); ++j)
        if (dependence_.ordered(parts_[i].event, parts_[j].event)) parts_[j].gone = true;
      parts_[i].gone = again = true;
    }
  }
  std::int64_t readers = first.readers;
  std::size_t kept = 0;
  for (const Part& part : parts_) {
    if (acts(part, 1)) ++readers;
    if (acts(part, -1)) --readers;
    if (!part.gone) parts_[kept++] = part;
  }
  parts_.resize(kept);
  return readers == 0;
}

// The last operation as it is before the race's first event, which may have written what it depends on. (If
// it did not, all that was written before the last operation is in the sequence too: it stays as it was.)
void Dpor::foresee(Part& last) {
  if (foreseen_.writes == schedule::Writes::always) return;
  const Operation& first = dependence_[reversed_].operation;
  bool& writes = foreseen_.accesses[0].write;
  if (first.accesses[0].write && first.accesses[0].object == foreseen_.accesses[0].object)
    writes = writes_before(foreseen_, first);
  else if (last.event == kNone)  // it waits, with what it saw, for another object
    writes = foreseen_.writes == schedule::Writes::if_equal && foreseen_.seen[0] == foreseen_.expected;
  if (!writes) last.outcome = 0, last.outcomes = 1;
}

void Dpor::reverse(Index first, Thread thread, const Operation& operation, Index event) {
  parts_.clear();
  reversed_ = first;
  for (Index i = first + 1; i < dependence_.size(); ++i) {
    const Performed& other = dependence_[i];
    if (i != event && !other.is_taken_back && !dependence_.ordered(first, i))
      parts_.push_back({&other.operation, i, other.thread, other.outcome, other.outcomes, false});
  }
  if (operation.need == schedule::Need::exclusive && !without_readers(operation.accesses[0].object)) return;
  Part last{&foreseen_, event, thread, 0, 1, false};
  if (event != kNone) {
    last.outcome = dependence_[event].outcome;
    last.outcomes = dependence_[event].outcomes;
  }
  foreseen_ = operation;
  foresee(last);
  parts_.push_back(last);
  last_ = parts_.size() - 1;
  if (place() && first < root_) send(first);
}

}  // namespace heddle::explore
