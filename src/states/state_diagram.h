// SPDX-License-Identifier: Apache-2.0
// The reachable states of a loset as a decision diagram: exact, counted at once, enumerated without a dead
// end.
//
// Idea. A set of global states is a graph of n levels, one a thread; a path from the root chooses one
// position a level, and equal sub-sets are one node (a multi-valued decision diagram). What an event needs of
// the other threads is a condition on each thread alone: to have done at least so much, and not to hold the
// lock. So an event is a product of local conditions and one local step, and *saturation* (Ciardo, Lüttgen
// and Siminiceanu, "Saturation: an efficient iteration strategy for symbolic state-space generation", 2001)
// applies: starting from the initial state, bring each node to its fixpoint under the events of its level
// before its parents see it. The result is exactly the reachable states, deadlocked ones included; no strong
// feasibility, no per-state search. Positions between which nothing happens that others can notice share one
// branch.
//
// Complexity: linear in the diagram's size, not in the number of states; threads that interact little give
// tiny diagrams (10^12 states in some hundred nodes). Its worst case is exponential, so its memory is bounded:
// beyond the bound there is no diagram, and the caller decides what else to try. Deterministic; not thread-safe while
// it is built, read-only afterwards.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <boost/multiprecision/cpp_int.hpp>
#include <tsl/robin_map.h>
#include <tsl/robin_set.h>

#include "base/stop.h"
#include "states/feasible.h"

namespace heddle::states {

using Count = boost::multiprecision::cpp_int;

class StateDiagram {
 public:
  // The reachable states, or nothing if the diagram outgrows `byte_limit` or is told to stop.
  static std::optional<StateDiagram> reachable(const Loset& loset, std::size_t byte_limit,
                                               const base::Stop& stop = {});

  StateDiagram(StateDiagram&&) = default;

  // None: it was told to stop. Likewise Best.
  std::optional<Count> count(const base::Stop& stop = {}) const;
  bool contains(const State& state) const;
  // Of the states all of whose positions are allowed (by thread, by position; a thread without a table: all),
  // one with the greatest sum of its positions' values (likewise; without: 0). Linear in the size of the
  // diagram.
  struct Best {
    std::optional<State> state;  // none: there is no such state
    std::int64_t sum = 0;
    bool complete = true;  // else it was told to stop
  };
  using Allowed = std::vector<std::vector<char>>;
  using Values = std::vector<std::vector<std::int64_t>>;
  Best best(const Allowed& allowed, const Values& values, const base::Stop& stop = {}) const;

  std::size_t threads() const { return n_; }
  std::size_t nodes() const { return level_.size() - 2; }
  std::size_t bytes() const;

  // In lexical order, as runs of the last digit: bool visit(const Index* state, Index low, Index high) for
  // all states that agree with `state` but for the last digit, which takes every value from low to high.
  // False stops.
  template <class Visit>
  bool runs(Visit&& visit) const {
    std::vector<Index> state(n_ ? n_ : 1, 0);
    if (n_ == 0) return visit(static_cast<const Index*>(state.data()), Index{0}, Index{0});
    return runs_below(root_, n_ - 1, state.data(), visit);
  }

 private:
  using Node = std::uint32_t;  // 0: no state, 1: the end of a path
  static constexpr Node kNone = 0, kEnd = 1;

  struct Step {  // an event that others can notice, from block `from` of level `own` to the next
    std::size_t own = 0;
    std::uint32_t from = 0;
    std::size_t bottom = 0;  // the lowest level it looks at
    std::size_t top = 0;
    std::vector<std::vector<bool>> allowed;  // by level: its blocks; empty: any
  };
  struct NodeHash {
    const StateDiagram* owner;
    std::size_t operator()(Node node) const;
  };
  struct NodeEqual {
    const StateDiagram* owner;
    bool operator()(Node a, Node b) const;
  };

  explicit StateDiagram(const Loset& loset);
  struct Building;  // the tables that are needed only while it is built

  template <class Visit>
  bool runs_below(Node node, std::size_t level, Index* state, Visit& visit) const {
    const Node* kids = children(node);
    const std::vector<Index>& starts = starts_[level];
    const std::size_t blocks = starts.size() - 1;
    if (level == 0) {
      for (std::size_t b = 0; b < blocks; ++b) {
        if (kids[b] == kNone) continue;
        const Index low = starts[b];
        while (b + 1 < blocks && kids[b + 1] != kNone) ++b;
        if (!visit(static_cast<const Index*>(state), low, starts[b + 1] - 1)) return false;
      }
      return true;
    }
    Index& digit = state[n_ - 1 - level];
    for (std::size_t b = 0; b < blocks; ++b)
      if (kids[b] != kNone)
        for (digit = starts[b]; digit < starts[b + 1]; ++digit)
          if (!runs_below(kids[b], level - 1, state, visit)) return false;
    return true;
  }
  const Node* children(Node node) const { return pool_.data() + offset_[node]; }

  std::size_t n_;
  std::vector<std::vector<Index>>
      starts_;  // by level: the first position of each block, and one past the last
  std::vector<Node> pool_;
  std::vector<std::size_t> offset_;
  std::vector<std::uint16_t> level_;
  Node root_ = kNone;
};

}  // namespace heddle::states
