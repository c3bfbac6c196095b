// SPDX-License-Identifier: Apache-2.0
// Runs: the lexical order again, but handed out as ranges of the last digit instead of single states.
//
// Next to fixed digits 0..d-1 the consistent values of digit d are exactly the range
//   [max_h clock(h, G[h])[d], min_h reverse(h, G[h])[d]]
// (poset.h says why). So a nest of loops, one a digit, with no tests and no dead ends: going one digit deeper
// is one vector maximum and one vector minimum over the digits that remain, and the interval is just where
// both start. The last eight digits are one such nest, unrolled, with its bounds in registers; of these the
// last three need no vectors. Processes before them keep their bounds in memory: O(n²).
//
// The visitor takes a run,
//   bool visit(const Index* state, Index low, Index high)
// all states that agree with `state` but for the last digit, which takes every value from low to high; or, if
// it has a member stairs(), all ranges of the last two digits at once:
//   bool visit.stairs(const Index* state, const Stairs&)
//
// Which process comes last matters: process_order.h chooses.
#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

#include "states/interval.h"

namespace heddle::states {

// Digit n-2 takes every value from low to high; next to value g of it, digit n-1 takes every value from
// max(last_low, lows[g * stride]) to min(last_high, highs[g * stride]).
struct Stairs {
  Index low, high;
  Index last_low, last_high;
  const Index* lows;
  const Index* highs;
  std::size_t stride;
};

// Eight digits in a register: AVX2 where there is one (the caller's target decides), else what the compiler
// makes of it.
using EightDigits = Index __attribute__((vector_size(32)));

template <class Visit>
class RunNest {
 public:
  RunNest(const Poset& poset, const Interval& interval, Visit& visit)
      : poset_(poset), interval_(interval), visit_(visit), n_(poset.processes()), state_(n_ + kLanes) {
    const std::size_t outer = n_ > kLanes ? n_ - kLanes : 0;
    width_ = (n_ + kLanes - 1) / kLanes * kLanes + kLanes;
    lows_.resize((outer + 1) * width_);
    highs_.resize((outer + 1) * width_);
    std::copy(interval.low.begin(), interval.low.end(), lows_.begin() + kLanes);
    std::copy(interval.high.begin(), interval.high.end(), highs_.begin() + kLanes);
  }

  [[gnu::always_inline]] bool run() {
    switch (n_) {
      case 0:
        return visit_(static_cast<const Index*>(state_.data()), Index{0}, Index{0});
      case 1:
        return visit_(static_cast<const Index*>(state_.data()), interval_.low[0], interval_.high[0]);
      case 2:
        return stairs(interval_.low[0], interval_.high[0], interval_.low[1], interval_.high[1]);
      case 3:
        return inner<3>();
      case 4:
        return inner<4>();
      case 5:
        return inner<5>();
      case 6:
        return inner<6>();
      case 7:
        return inner<7>();
      case 8:
        return inner<8>();
      default:
        return outer();
    }
  }

 private:
  static constexpr std::size_t kLanes = 8;

  // The digits before the last eight: an ordinary backtracking loop over bounds in memory.
  [[gnu::always_inline]] bool outer() {
    const std::size_t depth = n_ - kLanes;
    std::size_t d = 0;
    state_[0] = lows_[kLanes];
    while (true) {
      const Index* now_low = lows_.data() + d * width_ + kLanes;
      const Index* now_high = highs_.data() + d * width_ + kLanes;
      Index* deeper_low = lows_.data() + (d + 1) * width_ + kLanes;
      Index* deeper_high = highs_.data() + (d + 1) * width_ + kLanes;
      const Index* clock = poset_.clock(d, state_[d]);
      const Index* reverse = poset_.reverse(d, state_[d]);
      for (std::size_t q = d + 1; q < n_; ++q) {
        deeper_low[q] = std::max(now_low[q], clock[q]);
        deeper_high[q] = std::min(now_high[q], reverse[q]);
      }
      ++d;
      if (d < depth) {
        state_[d] = deeper_low[d];
        continue;
      }
      if (!inner<kLanes>()) return false;
      do {
        if (d == 0) return true;
        --d;
      } while (state_[d]++ == highs_[d * width_ + kLanes + d]);
    }
  }

  // The last `Left` digits, their bounds in the last lanes of the deepest row.
  template <std::size_t Left>
  [[gnu::always_inline]] bool inner() {
    const std::size_t depth = n_ > kLanes ? n_ - kLanes : 0;
    EightDigits low, high;
    std::memcpy(&low, lows_.data() + depth * width_ + n_, sizeof low);  // lanes end at digit n-1
    std::memcpy(&high, highs_.data() + depth * width_ + n_, sizeof high);
    return descend<Left>(low, high);
  }

  template <std::size_t Left>
  [[gnu::always_inline]] bool descend(const EightDigits& low, const EightDigits& high) {
    constexpr std::size_t kLane = kLanes - Left;
    const std::size_t d = n_ - Left;
    const Index first = low[kLane];
    const Index end = high[kLane];
    const std::size_t stride = poset_.stride();
    const Index* clock = poset_.clock(d, first) + n_ - kLanes;
    const Index* reverse = poset_.reverse(d, first) + n_ - kLanes;
    for (Index g = first; g <= end; ++g, clock += stride, reverse += stride) {
      state_[d] = g;
      if constexpr (Left == 3) {
        if (!stairs(std::max(low[6], clock[6]), std::min(high[6], reverse[6]), std::max(low[7], clock[7]),
                    std::min(high[7], reverse[7]))) {
          return false;
        }
      } else {
        EightDigits clocks, reverses;
        std::memcpy(&clocks, clock, sizeof clocks);
        std::memcpy(&reverses, reverse, sizeof reverses);
        const EightDigits deeper_low = low > clocks ? low : clocks;
        const EightDigits deeper_high = high < reverses ? high : reverses;
        if (!descend<Left - 1>(deeper_low, deeper_high)) return false;
      }
    }
    return true;
  }

  [[gnu::always_inline]] bool stairs(Index low, Index high, Index last_low, Index last_high) {
    const std::size_t d = n_ - 2;
    const Stairs all{low,
                     high,
                     last_low,
                     last_high,
                     poset_.clock(d, 0) + n_ - 1,
                     poset_.reverse(d, 0) + n_ - 1,
                     poset_.stride()};
    if constexpr (requires { visit_.stairs(static_cast<const Index*>(nullptr), all); }) {
      return visit_.stairs(static_cast<const Index*>(state_.data()), all);
    } else {
      for (Index g = low; g <= high; ++g) {
        state_[d] = g;
        const Index from = std::max(last_low, all.lows[g * all.stride]);
        const Index to = std::min(last_high, all.highs[g * all.stride]);
        if (!visit_(static_cast<const Index*>(state_.data()), from, to)) return false;
      }
      return true;
    }
  }

  const Poset& poset_;
  const Interval& interval_;
  Visit& visit_;
  const std::size_t n_;
  std::size_t width_;
  std::vector<Index> lows_;  // a row for each digit before the last eight, and one for those
  std::vector<Index> highs_;
  State state_;
};

#if defined(__x86_64__)
template <class Visit>
[[gnu::target("avx2"), gnu::noinline]] bool runs_avx2(const Poset& poset, const Interval& interval,
                                                      Visit& visit) {
  return RunNest<Visit>(poset, interval, visit).run();
}
#endif

template <class Visit>
[[gnu::noinline]] bool runs_portable(const Poset& poset, const Interval& interval, Visit& visit) {
  return RunNest<Visit>(poset, interval, visit).run();
}

template <class Visit>
bool runs(const Poset& poset, const Interval& interval, Visit&& visit) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) return runs_avx2(poset, interval, visit);
#endif
  return runs_portable(poset, interval, visit);
}

}  // namespace heddle::states
