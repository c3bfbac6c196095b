// SPDX-License-Identifier: Apache-2.0
// A history: calls on one object, when each began and ended, and what it returned. Operations with their arguments,
// and results, are numbers here; who made the history knows their names. And what has to keep its place when the calls
// are put in one order:
//
//   real time        a call that ended before another began comes before it (Herlihy, Wing 1990: linearizability)
//   program order    the calls of one thread keep their order (Lamport 1979: sequential consistency)
//   quiescence       what lies on two sides of a moment without any call keeps its order (Aspnes, Herlihy, Shavit 1994)
//
// Under a weak memory model there is no real time. Then a call comes before another if it happens before it, and calls
// lie on two sides of a moment without any call if all of some happen before all others.
//
// Each is a partial order of the calls. It is kept as its immediate pairs, and as chains: lists in which every call
// comes before the next, and what never returned is last. Real time has as many chains as calls ran at once, so a set of calls that is closed under
// "comes before" is a few numbers: how much of each chain is in it.
#ifndef HEDDLE_LINEARIZABLE_HISTORY_H
#define HEDDLE_LINEARIZABLE_HISTORY_H

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace heddle {
namespace linearize {

using Time = std::uint64_t;
constexpr Time kNever = ~Time{0};
constexpr std::uint32_t kUnknown = ~std::uint32_t{0};  // a result that nobody saw

struct Call {
  std::uint32_t thread = 0;
  std::uint32_t operation = 0;  // with its arguments
  std::uint32_t result = kUnknown;
  Time begin = 0;
  Time end = kNever;   // never: it may have taken effect or not, unless it waits
  bool waits = false;  // it stood still when nothing else could happen: it has not taken effect
};
using History = std::vector<Call>;

enum class Keeps { real_time, program_order, quiescence };

using Before = std::vector<std::vector<bool>>;  // of two calls: does the first happen before the second?

struct Precedence {
  std::vector<std::vector<std::uint32_t>> after;   // of each call: those that come next, with nothing between
  std::vector<std::uint32_t> before;               // of each call: how many such pairs end in it
  std::vector<std::vector<std::uint32_t>> chains;  // every call once

  void clear(std::size_t calls) {
    after.resize(calls);
    for (auto& each : after) each.clear();
    before.assign(calls, 0);
    chains.clear();
  }
  void add(std::uint32_t earlier, std::uint32_t later) {
    after[earlier].push_back(later);
    ++before[later];
  }
};

namespace detail {

inline std::vector<std::uint32_t> by_begin(const History& history) {
  std::vector<std::uint32_t> order(history.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return std::make_pair(history[a].begin, a) < std::make_pair(history[b].begin, b);
  });
  return order;
}

// Of intervals: each goes behind a chain's last one that ended before it began, if there is one. Greedy is optimal.
inline void cover_intervals(const History& history, const std::vector<std::uint32_t>& order,
                            Precedence& result) {
  for (const std::uint32_t call : order) {
    std::vector<std::uint32_t>* best = nullptr;
    for (auto& chain : result.chains)
      if (history[chain.back()].end < history[call].begin &&
          (best == nullptr || history[best->back()].thread != history[call].thread))
        best = &chain;
    if (best != nullptr)
      best->push_back(call);
    else
      result.chains.push_back({call});
  }
}

// A call's immediate predecessors ended before it began, but not before another such call began.
inline void order_by_real_time(const History& history, Precedence& result) {
  const std::vector<std::uint32_t> order = by_begin(history);
  std::vector<std::uint32_t> ends = order;
  std::sort(ends.begin(), ends.end(),
            [&](std::uint32_t a, std::uint32_t b) { return history[a].end < history[b].end; });
  std::size_t ended = 0;  // of `ends`
  Time last_begin = 0;    // of a call among them
  for (const std::uint32_t call : order) {
    while (ended < ends.size() && history[ends[ended]].end < history[call].begin)
      last_begin = std::max(last_begin, history[ends[ended++]].begin);
    for (std::size_t i = ended; i-- > 0 && history[ends[i]].end >= last_begin;) result.add(ends[i], call);
  }
  cover_intervals(history, order, result);
}

// What never returned comes before nothing, whatever its thread does next.
inline void order_by_program(const History& history, Precedence& result) {
  for (const std::uint32_t call : by_begin(history)) {
    std::vector<std::uint32_t>* own = nullptr;
    for (auto& chain : result.chains)
      if (history[chain.back()].thread == history[call].thread && history[chain.back()].end != kNever)
        own = &chain;
    if (own != nullptr) result.add(own->back(), call);
    if (own != nullptr && history[call].end != kNever)
      own->push_back(call);
    else
      result.chains.push_back({call});
  }
}

// Calls of a busy period have no order among them; all of them come before all of the next period.
inline void order_by_quiescence(const History& history, Precedence& result) {
  std::vector<std::uint32_t> before, now;
  Time busy_until = 0;
  for (const std::uint32_t call : by_begin(history)) {
    if (!now.empty() && busy_until < history[call].begin) {
      before = std::move(now);
      now.clear();
    }
    for (const std::uint32_t earlier : before) result.add(earlier, call);
    if (now.size() < result.chains.size())
      result.chains[now.size()].push_back(call);
    else
      result.chains.push_back({call});
    now.push_back(call);
    busy_until = std::max(busy_until, history[call].end);
  }
}

// Calls that are not ordered, and those that are not ordered with them, are a busy period.
inline std::vector<std::uint32_t> busy_periods(const Before& before) {
  std::vector<std::uint32_t> period(before.size());
  for (std::uint32_t i = 0; i < period.size(); ++i) period[i] = i;
  for (std::size_t a = 0; a < period.size(); ++a)
    for (std::size_t b = 0; b < a; ++b) {
      if (before[a][b] || before[b][a] || period[a] == period[b]) continue;
      const std::uint32_t gone = period[a], kept = period[b];
      std::replace(period.begin(), period.end(), gone, kept);
    }
  return period;
}

}  // namespace detail

// As times that draw it: whatever happens before another call ends before that begins. Calls that are not ordered overlap
// as far as such times can say so.
inline void draw_by(const Before& before, History& history) {
  const std::size_t calls = history.size();
  std::vector<Time> level(calls, 0);
  for (std::size_t round = 0; round < calls; ++round)
    for (std::size_t a = 0; a < calls; ++a)
      for (std::size_t b = 0; b < calls; ++b)
        if (before[a][b]) level[b] = std::max(level[b], level[a] + 1);
  for (std::size_t a = 0; a < calls; ++a) {
    history[a].begin = 2 * level[a] + 1;
    if (history[a].end == kNever) continue;
    Time next = calls;
    for (std::size_t b = 0; b < calls; ++b)
      if (before[a][b]) next = std::min(next, level[b]);
    history[a].end = 2 * next;
  }
}

// What has to keep its place, by what happens before what instead of times.
inline void find_precedence(const History& history, const Before& before, Keeps keeps, Precedence& result) {
  result.clear(history.size());
  const std::vector<std::uint32_t> period = detail::busy_periods(before);
  const auto precedes = [&](std::uint32_t a, std::uint32_t b) {
    return before[a][b] &&
           (keeps == Keeps::real_time ||
            (keeps == Keeps::quiescence ? period[a] != period[b] : history[a].thread == history[b].thread));
  };
  for (std::uint32_t a = 0; a < history.size(); ++a) {
    result.chains.push_back({a});
    for (std::uint32_t b = 0; b < history.size(); ++b)
      if (precedes(a, b)) result.add(a, b);
  }
}

inline void find_precedence(const History& history, Keeps keeps, Precedence& result) {
  result.clear(history.size());
  switch (keeps) {
    case Keeps::real_time:
      return detail::order_by_real_time(history, result);
    case Keeps::program_order:
      return detail::order_by_program(history, result);
    case Keeps::quiescence:
      return detail::order_by_quiescence(history, result);
  }
}

}  // namespace linearize
}  // namespace heddle
#endif
