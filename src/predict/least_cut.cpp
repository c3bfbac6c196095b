// SPDX-License-Identifier: Apache-2.0
#include "predict/least_cut.h"

#include <algorithm>

#include "base/check.h"

namespace heddle::predict {

std::size_t LeastCut::raiser_of(const Sum& sum) {
  for (std::size_t p = 0; p < sum.values.size(); ++p) {
    for (std::size_t i = 1; i < sum.values[p].size(); ++i) {
      if (sum.values[p][i] > sum.values[p][i - 1]) return p;
    }
  }
  return kNobody;
}

bool LeastCut::applies_to(const Sum& sum) {
  return sum.is_linear() && (sum.relation == Sum::Relation::at_least_zero || sum.negated().is_linear());
}

LeastCut::LeastCut(const Poset& poset, const std::map<std::size_t, std::vector<char>>& locals,
                   const std::vector<Sum>& sums)
    : poset_(poset) {
  for (const auto& [process, holds] : locals) {
    Local local{process, std::vector<Index>(holds.size() + 1, static_cast<Index>(holds.size()))};
    for (std::size_t i = holds.size(); i-- > 0;)
      local.next[i] = holds[i] ? static_cast<Index>(i) : local.next[i + 1];
    locals_.push_back(std::move(local));
  }
  for (const Sum& sum : sums) {
    HEDDLE_CHECK(applies_to(sum), "an advancing cut needs linear atoms");
    Sum upper = sum;
    upper.relation = Sum::Relation::at_least_zero;
    if (sum.relation == Sum::Relation::zero) {
      Sum lower = upper.negated();
      const std::size_t raiser = raiser_of(lower);
      sums_.push_back({std::move(lower), raiser});
    }
    const std::size_t raiser = raiser_of(upper);
    sums_.push_back({std::move(upper), raiser});
  }
}

bool LeastCut::advance(State& state, const State& high, std::size_t process, Index to) const {
  if (to > high[process]) return false;
  const Index* clock = poset_.clock(process, to);
  for (std::size_t q = 0; q < state.size(); ++q) state[q] = std::max(state[q], clock[q]);
  return true;  // high is consistent and contains the event, so it contains its clock
}

std::optional<State> LeastCut::above(State from, const State& high) const {
  State state = std::move(from);
  for (bool holds = false; !holds;) {
    holds = true;
    for (const Local& local : locals_) {
      const Index to = local.next[state[local.process]];
      if (to == state[local.process]) continue;
      holds = false;
      if (!advance(state, high, local.process, to)) return std::nullopt;
    }
    for (const Linear& linear : sums_) {
      while (linear.sum.at(state.data()) < 0) {
        holds = false;
        if (linear.raiser == kNobody || !advance(state, high, linear.raiser, state[linear.raiser] + 1)) {
          return std::nullopt;
        }
      }
    }
  }
  return state;
}

std::optional<Stretches> definitely(const Poset& poset,
                                    const std::map<std::size_t, std::vector<char>>& locals) {
  struct Queue {
    std::size_t process;
    std::vector<std::pair<Index, Index>> stretches;
    std::size_t head = 0;
  };
  std::vector<Queue> queues;
  for (const auto& [process, holds] : locals) {
    Queue queue{.process = process};
    for (Index i = 0; i < holds.size(); ++i) {
      if (!holds[i]) continue;
      if (i > 0 && holds[i - 1]) {
        queue.stretches.back().second = i;
      } else {
        queue.stretches.emplace_back(i, i);
      }
    }
    if (queue.stretches.empty()) return std::nullopt;
    queues.push_back(std::move(queue));
  }
  // a has begun, in every run, before b ends: b never ends, or a held from the start, or a's first event
  // happened before b's ending one.
  const auto begins_before_end = [&](const Queue& a, const Queue& b) {
    const Index begin = a.stretches[a.head].first;
    const Index end = b.stretches[b.head].second;
    return begin == 0 || end == poset.length(b.process) ||
           poset.clock(b.process, end + 1)[a.process] >= begin;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (Queue& a : queues) {
      for (Queue& b : queues) {
        if (&a == &b || begins_before_end(a, b)) continue;
        if (++b.head == b.stretches.size()) return std::nullopt;
        changed = true;
      }
    }
  }
  Stretches result;
  for (const Queue& queue : queues) result[queue.process] = queue.stretches[queue.head];
  return result;
}

}  // namespace heddle::predict
