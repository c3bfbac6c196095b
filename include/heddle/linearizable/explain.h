// SPDX-License-Identifier: Apache-2.0
// Why no order of the calls explains their results. Three things a reader can check by hand:
//
//   the core       calls that cannot be explained whatever the others did: any other call may then have happened at
//                  any time, or not at all, and have returned anything. No call of the core can be left out of it.
//   what matters   of the core: which results, and which "ended before the other began"; likewise, none can be left out
//   the furthest   an order that explains more calls than most, and what the next ones would have returned there
//
// The core is found by trying: freeing a call, a result or a pair and deciding again. It is smallest in the sense that
// nothing can be taken away from it; another core may have fewer calls. Calls that are free have many orders, and an object
// that is its own model goes through all of them: what could not be decided soon stays in the core.
#ifndef HEDDLE_LINEARIZABLE_EXPLAIN_H
#define HEDDLE_LINEARIZABLE_EXPLAIN_H

#include <string>

#include <heddle/linearizable/decide.h>

namespace heddle {
namespace linearize {

struct Explanation {
  std::vector<std::uint32_t> core;
  std::vector<std::uint32_t> results;  // that matter
  std::vector<std::pair<std::uint32_t, std::uint32_t>>
      before;  // the first ended before the second began, and it matters
  std::vector<std::uint32_t> furthest;
  std::vector<std::uint32_t> next;  // calls that could come after it, and would return something else
};

namespace detail {

class Explainer {
 public:
  Explainer(const History& history, const Precedence& precedence, Sequential& object)
      : history_(history), object_(object) {
    const std::size_t calls = history.size();
    before_.assign(calls, std::vector<bool>(calls, false));
    for (const std::uint32_t call : by_begin(history))  // transitive closure
      for (const std::uint32_t later : precedence.after[call]) before_[call][later] = true;
    for (std::size_t middle = 0; middle < calls; ++middle)
      for (std::size_t a = 0; a < calls; ++a)
        for (std::size_t b = 0; before_[a][middle] && b < calls; ++b)
          if (before_[middle][b]) before_[a][b] = true;
    must_ = before_;
  }

  Explanation explain() {
    Explanation result;
    const std::size_t calls = history_.size();
    result.furthest = decide(history_).order;
    History now = history_;
    std::vector<bool> is_free(calls, false);
    leave_out_the_last(now, is_free);
    const std::vector<bool> is_late = is_free;
    for (std::uint32_t call = 0; call < calls; ++call) {
      if (is_late[call]) continue;
      const History kept = now;
      const auto kept_before = before_;
      free(now, call);
      is_free[call] = has_no_order(now);
      if (is_free[call]) continue;
      now = kept;
      before_ = kept_before;
    }
    for (std::uint32_t a = 0; a < calls; ++a)  // pairs that others imply go first
      for (std::uint32_t b = 0; b < calls; ++b)
        if (before_[a][b] && !is_late[b]) try_without(now, a, b);
    for (std::uint32_t call = 0; call < calls; ++call) {
      if (is_free[call]) continue;
      result.core.push_back(call);
      if (now[call].waits || now[call].end == kNever || now[call].result == kUnknown) continue;
      const std::uint32_t seen = now[call].result;
      now[call].result = kUnknown;
      if (has_no_order(now)) continue;
      now[call].result = seen;
      result.results.push_back(call);
    }
    for (std::uint32_t a = 0; a < calls; ++a)
      for (std::uint32_t b = 0; b < calls; ++b)
        if (before_[a][b] && !is_late[b]) result.before.emplace_back(a, b);
    find_next(result);
    return result;
  }

 private:
  // Calls that began when all others had returned, as those that the main thread makes at the end. They stay behind the
  // others, so leaving them out costs no orders.
  void leave_out_the_last(History& now, std::vector<bool>& is_free) {
    const auto comes_last = [&](std::uint32_t call) {
      for (std::uint32_t other = 0; other < now.size(); ++other)
        if (other != call && !is_free[other] && !before_[other][call]) return false;
      return !is_free[call];
    };
    for (bool goes_on = true; goes_on;) {
      goes_on = false;
      for (std::uint32_t call = 0; call < now.size() && !goes_on; ++call) {
        if (!comes_last(call)) continue;
        const Call kept = now[call];
        now[call].end = kNever;
        now[call].result = kUnknown;
        now[call].waits = false;
        goes_on = is_free[call] = has_no_order(now);
        if (!goes_on) now[call] = kept;
      }
    }
  }
  void free(History& history, std::uint32_t call) {
    history[call].end = kNever;
    history[call].result = kUnknown;
    history[call].waits = false;
    for (std::size_t other = 0; other < history.size(); ++other)
      before_[call][other] = before_[other][call] = false;
  }
  void try_without(const History& now, std::uint32_t a, std::uint32_t b) {
    before_[a][b] = false;
    before_[a][b] = !has_no_order(now);
  }
  // False also if it takes too long to know.
  bool has_no_order(const History& history) {
    Patience patience;
    patience.steps = std::min(kStepsEach, steps_left_) + 1;
    const Decision decision = decide(history, patience);
    steps_left_ -= std::min(decision.tried, steps_left_);
    return !decision.explained && !decision.given_up;
  }
  Decision decide(const History& history, const Patience& patience = {}) {
    Precedence precedence;
    precedence.clear(history.size());
    for (std::uint32_t a = 0; a < history.size(); ++a) {
      precedence.chains.push_back({a});
      for (std::uint32_t b = 0; b < history.size(); ++b)
        if (before_[a][b]) precedence.add(a, b);
    }
    return decider_.decide(history, precedence, object_, patience);
  }
  // Whatever could come after the furthest order, if it returned something else.
  void find_next(Explanation& result) const {
    std::vector<bool> is_done(history_.size(), false);
    for (const std::uint32_t call : result.furthest) is_done[call] = true;
    for (std::uint32_t call = 0; call < history_.size(); ++call) {
      if (is_done[call] || history_[call].end == kNever) continue;
      bool can = true;
      for (std::uint32_t other = 0; other < history_.size(); ++other)
        can &= is_done[other] || !must_[other][call];
      if (can) result.next.push_back(call);
    }
  }

  static constexpr std::uint64_t kStepsEach = 5000;
  std::uint64_t steps_left_ = 100000;
  const History& history_;
  Sequential& object_;
  Decider decider_;
  Before before_;
  Before must_;  // all of it
};

}  // namespace detail

// For histories of a few dozen calls: it decides as often as the history has pairs of calls.
inline Explanation explain(const History& history, const Precedence& precedence, Sequential& object) {
  return detail::Explainer(history, precedence, object).explain();
}
inline Explanation explain(const History& history, Keeps keeps, Sequential& object) {
  Precedence precedence;
  find_precedence(history, keeps, precedence);
  return explain(history, precedence, object);
}

}  // namespace linearize
}  // namespace heddle
#endif
