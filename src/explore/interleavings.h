// SPDX-License-Identifier: Apache-2.0
// Depth-first search over choices, without partial orders: the searches `all` and `races`, and the way to
// bound preemptions exhaustively.
//
// `all` takes every ready thread at every visible operation. It is the oracle of the other searches.
//
// `races` is the stateless search of Elmas, Qadeer and Tasiran (Goldilocks, MSR-TR-2005-118, section 5),
// corrected: a thread goes on until its next operation may block or order threads (an acquire, an atomic, a
// wait) or accesses a variable that is known to race; there every ready thread is taken. As printed the
// search makes choices only at the last access of a racing pair, and loses final states (T0: w x; r x ∥ T1: r
// x; w x). Right is: once a variable races, all its accesses, earlier and later ones, are visible operations.
// Whoever drives the search starts it again with those operations visible.
//
// With a preemption bound both take a ready thread's turn away at most so many times in one execution.
// Time per execution: its length. Memory: one path with its choices.
#pragma once

#include "explore/search.h"

namespace heddle::explore {

class Interleavings final : public Search {
 public:
  enum class Points : std::uint8_t { all, useful };
  Interleavings(Arena& arena, Points points, std::uint32_t preemptions);
  void begin() override;
  Thread choose(const Moment& moment) override;
  unsigned outcome(unsigned count) override;
  void performed(const Operation& operation) override;
  void order(Thread, Thread) override {}
  bool finish(const Moment& moment) override;
  std::span<const Decision> schedule() const override { return {schedule_.begin(), schedule_.size()}; }
  Progress progress() const override;
  std::string_view bound() const override;
  bool diverged() const override { return diverged_; }
  Search* split(Arena& arena, bool any) override;
  double weight() const override { return weight_; }

 private:
  struct Node {
    std::uint32_t first = 0;  // its choices: a range of choices_, up to the next node's
    std::uint32_t taken = 0;
    std::uint32_t outcome = 0;
    std::uint32_t outcomes = 1;
    std::uint32_t preemptions = 0;  // in the path before
    Thread current = 0;
    bool closed = false;  // the choices that are left were given away
  };
  std::uint32_t end(std::size_t depth) const {
    return depth + 1 < nodes_.size() ? nodes_[depth + 1].first : static_cast<std::uint32_t>(choices_.size());
  }

  double branches(std::size_t depth) const;
  bool next_path();

  Points points_;
  std::uint32_t preemptions_;
  Array<Node> nodes_;
  Array<Thread> choices_;
  Array<Decision> schedule_;
  std::size_t depth_ = 0;
  std::size_t root_ = 0;  // states above belong to whoever gave us this part
  double weight_ = 1;
  std::uint64_t executions_ = 0;
  bool cut_ = false;
  bool diverged_ = false;
};

}  // namespace heddle::explore
