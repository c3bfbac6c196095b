// SPDX-License-Identifier: Apache-2.0
// Diagram: the lattice folded up, for counting it without visiting it.
//
// Next to fixed digits 0..d-1, what digits d..n-1 can do depends on those prefixes only through the bounds
// they leave: the running maximum of clocks and minimum of reverse clocks (runs.h). Prefixes with equal
// bounds share one node, so the enumeration's tree of loops becomes a layered graph, one layer a digit, with
// an edge for each value of the digit; the last two digits are a sum in closed form (the bounds of the last
// digit grow with the one before it, and clocks say where one bound takes over from the other). Bounds are
// exact, so no two nodes of a layer have the same futures as sets of states; no smaller diagram of this order
// of digits exists.
//
// With the number of states below each node it tells: how many states there are, how many come before a given
// one in lexical order (exact progress), and which one is the k-th (uniform samples, equal shares of the
// work). Its size is at worst exponential; building stops at a given number of bytes. The order of the
// processes decides how small it is (process_order.h).
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "base/stop.h"
#include "states/count.h"
#include "states/interval.h"

namespace heddle::states {

class Diagram {
 public:
  struct Limits {
    std::size_t bytes = std::size_t{1} << 30;
    base::Stop stop;  // asked now and then
  };
  // None: a limit was reached. The poset must live as long as the diagram.
  static std::optional<Diagram> build(const Poset& poset, const Interval& interval, const Limits& limits);

  Count count() const;
  // How many states of the interval come before `state`, one of them, in lexical order.
  Count before(const Index* state) const;
  // The state with `number` others before it.
  State state(Count number) const;

  std::size_t nodes() const { return nodes_; }
  std::size_t edges() const { return edges_.size(); }
  std::size_t bytes() const;

 private:
  struct Node {
    std::uint64_t first_edge;  // edge first_edge + g - low leads on with value g of the digit
    Index low, high;           // the values of its digit
  };
  // Bounds of digits n-3, n-2 and n-1 next to fixed other ones.
  struct Last {
    Index low[3], high[3];
  };
  // Likewise of the last two.
  struct Tail {
    Index low, high;            // of digit n-2
    Index last_low, last_high;  // of digit n-1, whatever digit n-2 is
  };

  Diagram(const Poset& poset, Interval interval);
  bool build_layers(const Limits& limits);
  template <class Number>
  bool sum_up(std::vector<Number>& below, base::StopCheck& stop) const;  // false: overflow, or stopped
  Count below(std::size_t layer, std::uint32_t node) const;
  Tail tail(const Last& last, Index value) const;
  std::uint64_t tail_count(const Tail& tail) const;
  std::pair<Index, Index> last_range(const Tail& tail, Index value) const;
  Count tail_before(const Tail& tail, const Index* state) const;
  void tail_state(const Tail& tail, Count number, State& state) const;

  const Poset* poset_;
  Interval interval_;
  std::vector<std::uint64_t> clock_sums_;    // [g]: of clock(n-2, i)[n-1] over i < g
  std::vector<std::uint64_t> reverse_sums_;  // likewise of reverse
  std::vector<std::vector<Node>> layers_;    // digits 0..n-4
  std::vector<Last> last_layer_;             // digit n-3
  std::vector<std::uint32_t> edges_;         // to nodes of the next layer
  std::vector<std::uint64_t> offsets_;       // of each layer's first node among all
  std::size_t nodes_ = 0;
  std::vector<WideCount> below_;  // how many states below each node, if they all fit,
  std::vector<Count> big_below_;  // else here
};

}  // namespace heddle::states
