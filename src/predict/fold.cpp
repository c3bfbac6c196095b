// SPDX-License-Identifier: Apache-2.0
#include "predict/fold.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

#include "states/bounds_table.h"

namespace heddle::predict {

namespace {

struct Origin {
  std::uint64_t events;  // done in the digits so far: the fewest there are
  std::uint32_t parent;  // node of the layer before
  Index value;           // of its digit
};

constexpr std::int64_t kSatisfied = std::numeric_limits<std::int64_t>::max();

// Of the states that the last layer stands for, one with the fewest events.
State first_state(const std::vector<std::vector<Origin>>& layers) {
  State state(layers.size() - 1);
  Origin at = *std::min_element(layers.back().begin(), layers.back().end(),
                                [](const Origin& a, const Origin& b) { return a.events < b.events; });
  for (std::size_t d = state.size(); d-- > 0;) {
    state[d] = at.value;
    at = layers[d][at.parent];
  }
  return state;
}

// least[d][k], greatest[d][k]: what the tables of digits d and above can still add to sum k.
struct Reach {
  std::vector<std::vector<std::int64_t>> least, greatest;
};
Reach reach_of(const std::vector<Sum>& sums, std::size_t n) {
  Reach reach{.least{n + 1, std::vector<std::int64_t>(sums.size(), 0)}, .greatest{}};
  reach.greatest = reach.least;
  for (std::size_t d = n; d-- > 0;) {
    for (std::size_t k = 0; k < sums.size(); ++k) {
      const std::vector<std::int64_t>& values = sums[k].values[d];
      const auto [low, high] = std::minmax_element(values.begin(), values.end());
      reach.least[d][k] = reach.least[d + 1][k] + (values.empty() ? 0 : *low);
      reach.greatest[d][k] = reach.greatest[d + 1][k] + (values.empty() ? 0 : *high);
    }
  }
  return reach;
}

}  // namespace

Folded fold(const Poset& poset, const std::vector<Sum>& sums, std::size_t limit_bytes,
            const base::Stop& stop) {
  base::StopCheck check(stop);
  const std::size_t n = poset.processes();
  const std::size_t atoms = sums.size();
  const Reach reach = reach_of(sums, n);

  // A key: bounds of the digits left, then the sums, two words each.
  const auto put_sum = [](Index* key, std::int64_t sum) {
    const auto bits = std::bit_cast<std::uint64_t>(sum);
    key[0] = static_cast<Index>(bits);
    key[1] = static_cast<Index>(bits >> 32);
  };
  const auto sum_in = [](const Index* key) {
    return std::bit_cast<std::int64_t>(std::uint64_t{key[1]} << 32 | key[0]);
  };
  // The partial sum in the form in which nodes compare it; false: no completion satisfies it.
  const auto settle = [&](std::size_t d, std::size_t k, std::int64_t& sum) {
    if (sum + reach.greatest[d][k] < 0) return false;
    if (sums[k].relation == Sum::Relation::zero) return sum + reach.least[d][k] <= 0;
    if (sum + reach.least[d][k] >= 0) sum = kSatisfied;
    return true;
  };

  Folded result;
  std::vector<std::vector<Origin>> layers(1);
  states::BoundsTable<Index> layer(2 * n + 2 * atoms);
  std::vector<Index> key(2 * n + 2 * atoms, 0);
  for (std::size_t q = 0; q < n; ++q) key[n + q] = poset.length(q);
  for (std::size_t k = 0; k < atoms; ++k) {
    std::int64_t sum = 0;
    if (!settle(0, k, sum)) {
      result.complete = true;
      return result;
    }
    put_sum(&key[2 * n + 2 * k], sum);
  }
  layer.insert(key.data());
  layers[0].push_back({0, 0, 0});
  result.nodes = 1;

  std::size_t finished = 0;
  for (std::size_t d = 0; d < n; ++d) {
    const std::size_t left = n - d;
    states::BoundsTable<Index> next(2 * (left - 1) + 2 * atoms);
    std::vector<Origin> origins;
    for (std::uint32_t number = 0; number < layer.size(); ++number) {
      const Index* low = layer.key(number);
      const Index* high = low + left;
      const Index* partial = high + left;
      for (Index g = low[0]; g <= high[0]; ++g) {
        bool possible = true;
        for (std::size_t k = 0; k < atoms && possible; ++k) {
          std::int64_t sum = sum_in(partial + 2 * k);
          if (sum != kSatisfied) {
            if (!sums[k].values[d].empty()) sum += sums[k].values[d][g];
            possible = settle(d + 1, k, sum);
          }
          put_sum(&key[2 * (left - 1) + 2 * k], sum);
        }
        if (check.reached()) return result;
        if (!possible) continue;
        const Index* clock = poset.clock(d, g) + d;
        const Index* reverse = poset.reverse(d, g) + d;
        for (std::size_t q = 1; q < left; ++q) {
          key[q - 1] = std::max(low[q], clock[q]);
          key[left + q - 2] = std::min(high[q], reverse[q]);
        }
        const Origin origin{layers[d][number].events + g, number, g};
        const auto [child, is_new] = next.insert(key.data());
        if (is_new) {
          origins.push_back(origin);
        } else if (origin.events < origins[child].events) {
          origins[child] = origin;
        }
      }
      if (number % 1024 == 0 &&
          (finished + layer.bytes() + next.bytes() + origins.capacity() * sizeof(Origin) > limit_bytes ||
           next.size() > 0xFFFF0000U)) {
        return result;
      }
    }
    finished += origins.capacity() * sizeof(Origin);
    result.nodes += origins.size();
    layers.push_back(std::move(origins));
    layer = std::move(next);
  }

  result.complete = true;
  if (!layers[n].empty()) result.state = first_state(layers);
  return result;
}

}  // namespace heddle::predict
