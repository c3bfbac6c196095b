// SPDX-License-Identifier: Apache-2.0
#include "states/diagram.h"

#include <utility>

#include "base/check.h"
#include "states/bounds_table.h"

namespace heddle::states {

Diagram::Diagram(const Poset& poset, Interval interval) : poset_(&poset), interval_(std::move(interval)) {
  const std::size_t n = poset.processes();
  if (n < 2) return;
  clock_sums_.push_back(0);
  reverse_sums_.push_back(0);
  for (Index g = 0; g <= poset.length(n - 2); ++g) {
    clock_sums_.push_back(clock_sums_.back() + poset.clock(n - 2, g)[n - 1]);
    reverse_sums_.push_back(reverse_sums_.back() + poset.reverse(n - 2, g)[n - 1]);
  }
}

std::optional<Diagram> Diagram::build(const Poset& poset, const Interval& interval, const Limits& limits) {
  Diagram diagram(poset, interval);
  if (poset.processes() < 3) return diagram;
  if (!diagram.build_layers(limits)) return std::nullopt;
  base::StopCheck stop(limits.stop);
  if (!diagram.sum_up(diagram.below_, stop) && !stop.reached()) {
    diagram.below_.clear();
    diagram.below_.shrink_to_fit();
    diagram.sum_up(diagram.big_below_, stop);
  }
  if (stop.reached()) return std::nullopt;
  return diagram;
}

bool Diagram::build_layers(const Limits& limits) {
  base::StopCheck stop(limits.stop);
  const std::size_t n = poset_->processes();
  BoundsTable<Index> layer(2 * n);
  std::vector<Index> key(interval_.low);
  key.insert(key.end(), interval_.high.begin(), interval_.high.end());
  layer.insert(key.data());
  std::size_t finished = 0;  // bytes of the layers that are done
  for (std::size_t d = 0; d + 3 < n; ++d) {
    const std::size_t left = n - d;
    BoundsTable<Index> next(2 * (left - 1));
    std::vector<Node>& nodes = layers_.emplace_back();
    nodes.reserve(layer.size());
    offsets_.push_back(nodes_);
    nodes_ += layer.size();
    const auto too_large = [&] {
      const std::size_t bytes = finished + layer.bytes() + next.bytes() +
                                edges_.capacity() * sizeof(edges_[0]) + nodes_ * sizeof(WideCount);
      return bytes > limits.bytes || next.size() > 0xFFFF0000U;
    };
    for (std::uint32_t number = 0; number < layer.size(); ++number) {
      const Index* low = layer.key(number);
      const Index* high = low + left;
      nodes.push_back({edges_.size(), low[0], high[0]});
      for (Index g = low[0]; g <= high[0]; ++g) {
        const Index* clock = poset_->clock(d, g) + d;
        const Index* reverse = poset_->reverse(d, g) + d;
        for (std::size_t q = 1; q < left; ++q) {
          key[q - 1] = std::max(low[q], clock[q]);
          key[left + q - 2] = std::min(high[q], reverse[q]);
        }
        edges_.push_back(next.insert(key.data()).first);
        if (stop.reached()) return false;
        if ((edges_.size() & 0xFFFF) == 0 && too_large()) return false;
      }
      if (number % 1024 == 0 && too_large()) return false;
    }
    finished += nodes.capacity() * sizeof(Node);
    layer = std::move(next);
  }
  offsets_.push_back(nodes_);
  nodes_ += layer.size();
  last_layer_.reserve(layer.size());
  for (std::uint32_t number = 0; number < layer.size(); ++number) {
    const Index* k = layer.key(number);
    last_layer_.push_back({{k[0], k[1], k[2]}, {k[3], k[4], k[5]}});
  }
  return true;
}

template <class Number>
bool Diagram::sum_up(std::vector<Number>& below, base::StopCheck& stop) const {
  below.resize(nodes_);
  const auto add = [](Number& sum, const auto& part) {
    sum += part;
    if constexpr (std::is_same_v<Number, WideCount>) return sum >= part;
    return true;
  };
  for (std::size_t k = 0; k < last_layer_.size(); ++k) {
    if (stop.reached()) return false;
    Number sum = 0;
    for (Index g = last_layer_[k].low[0]; g <= last_layer_[k].high[0]; ++g) {
      if (!add(sum, tail_count(tail(last_layer_[k], g)))) return false;
    }
    below[offsets_.back() + k] = sum;
  }
  for (std::size_t d = layers_.size(); d-- > 0;) {
    for (std::size_t k = 0; k < layers_[d].size(); ++k) {
      if (stop.reached()) return false;
      const Node& node = layers_[d][k];
      Number sum = 0;
      for (std::uint64_t e = node.first_edge; e <= node.first_edge + (node.high - node.low); ++e) {
        if (!add(sum, below[offsets_[d + 1] + edges_[e]])) return false;
      }
      below[offsets_[d] + k] = sum;
    }
  }
  return true;
}

Count Diagram::below(std::size_t layer, std::uint32_t node) const {
  const std::size_t number = offsets_[layer] + node;
  return big_below_.empty() ? to_count(below_[number]) : big_below_[number];
}

Diagram::Tail Diagram::tail(const Last& last, Index value) const {
  const std::size_t n = poset_->processes();
  const Index* clock = poset_->clock(n - 3, value);
  const Index* reverse = poset_->reverse(n - 3, value);
  return {std::max(last.low[1], clock[n - 2]), std::min(last.high[1], reverse[n - 2]),
          std::max(last.low[2], clock[n - 1]), std::min(last.high[2], reverse[n - 1])};
}

// The sum over g of min(last_high, reverse(n-2, g)[n-1]) - max(last_low, clock(n-2, g)[n-1]) + 1. Both
// columns grow with g, and the Galois connection tells where they cross the constant.
std::uint64_t Diagram::tail_count(const Tail& tail) const {
  const std::size_t n = poset_->processes();
  // From `full` on, digit n-1 may go up to last_high; from `raised` on, it starts above last_low.
  const std::uint64_t low = tail.low;
  const std::uint64_t end = std::uint64_t{tail.high} + 1;
  const std::uint64_t full = std::clamp<std::uint64_t>(poset_->clock(n - 1, tail.last_high)[n - 2], low, end);
  const std::uint64_t raised =
      std::clamp<std::uint64_t>(std::uint64_t{poset_->reverse(n - 1, tail.last_low)[n - 2]} + 1, low, end);
  const std::uint64_t highs = reverse_sums_[full] - reverse_sums_[low] + (end - full) * tail.last_high;
  const std::uint64_t lows = clock_sums_[end] - clock_sums_[raised] + (raised - low) * tail.last_low;
  return highs - lows + (end - low);
}

std::pair<Index, Index> Diagram::last_range(const Tail& tail, Index value) const {
  const std::size_t n = poset_->processes();
  return {std::max(tail.last_low, poset_->clock(n - 2, value)[n - 1]),
          std::min(tail.last_high, poset_->reverse(n - 2, value)[n - 1])};
}

Count Diagram::count() const {
  const std::size_t n = poset_->processes();
  const State& low = interval_.low;
  const State& high = interval_.high;
  if (n == 0) return 1;
  if (n == 1) return Count(high[0]) - low[0] + 1;
  if (n == 2) return tail_count({low[0], high[0], low[1], high[1]});
  return below(0, 0);
}

Count Diagram::before(const Index* state) const {
  const std::size_t n = poset_->processes();
  const State& low = interval_.low;
  if (n == 0) return 0;
  if (n == 1) return state[0] - low[0];
  if (n == 2) return tail_before({low[0], interval_.high[0], low[1], interval_.high[1]}, state);
  Count result = 0;
  std::uint32_t number = 0;
  for (std::size_t d = 0; d < layers_.size(); ++d) {
    const Node& node = layers_[d][number];
    for (Index g = node.low; g < state[d]; ++g) {
      result += below(d + 1, edges_[node.first_edge + (g - node.low)]);
    }
    number = edges_[node.first_edge + (state[d] - node.low)];
  }
  const Last& last = last_layer_[number];
  for (Index g = last.low[0]; g < state[n - 3]; ++g) result += tail_count(tail(last, g));
  return result + tail_before(tail(last, state[n - 3]), state);
}

Count Diagram::tail_before(const Tail& tail, const Index* state) const {
  const std::size_t n = poset_->processes();
  Count result = 0;
  for (Index g = tail.low; g < state[n - 2]; ++g) {
    const auto [from, to] = last_range(tail, g);
    result += Count(to) - from + 1;
  }
  return result + state[n - 1] - last_range(tail, state[n - 2]).first;
}

State Diagram::state(Count number) const {
  const std::size_t n = poset_->processes();
  HEDDLE_CHECK(number >= 0 && number < count(), "a state is asked for by its number");
  State result(interval_.low);
  if (n == 0) return result;
  if (n == 1) {
    result[0] += static_cast<Index>(number);
    return result;
  }
  if (n == 2) {
    tail_state({interval_.low[0], interval_.high[0], interval_.low[1], interval_.high[1]}, number, result);
    return result;
  }
  std::uint32_t at = 0;
  for (std::size_t d = 0; d < layers_.size(); ++d) {
    const Node& node = layers_[d][at];
    for (result[d] = node.low;; ++result[d]) {
      const std::uint32_t child = edges_[node.first_edge + (result[d] - node.low)];
      const Count part = below(d + 1, child);
      if (number < part) {
        at = child;
        break;
      }
      number -= part;
    }
  }
  const Last& last = last_layer_[at];
  for (result[n - 3] = last.low[0];; ++result[n - 3]) {
    const Count part = tail_count(tail(last, result[n - 3]));
    if (number < part) break;
    number -= part;
  }
  tail_state(tail(last, result[n - 3]), number, result);
  return result;
}

void Diagram::tail_state(const Tail& tail, Count number, State& state) const {
  const std::size_t n = poset_->processes();
  for (Index g = tail.low;; ++g) {
    const auto [from, to] = last_range(tail, g);
    const Count part = Count(to) - from + 1;
    if (number < part) {
      state[n - 2] = g;
      state[n - 1] = from + static_cast<Index>(number);
      return;
    }
    number -= part;
  }
}

std::size_t Diagram::bytes() const {
  std::size_t result = edges_.capacity() * sizeof(edges_[0]) + last_layer_.capacity() * sizeof(Last) +
                       below_.capacity() * sizeof(WideCount) + big_below_.capacity() * sizeof(Count) +
                       (clock_sums_.capacity() + reverse_sums_.capacity()) * sizeof(std::uint64_t);
  for (const std::vector<Node>& layer : layers_) result += layer.capacity() * sizeof(Node);
  return result;
}

}  // namespace heddle::states
