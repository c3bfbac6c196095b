// SPDX-License-Identifier: Apache-2.0
// Why no order of the calls explains their results. Three things a reader can check by hand:
//
//   the core       calls that cannot be explained whatever the others did: any other call may then have happened at
//                  any time, or not at all, and have returned anything. No call of the core can be left out of it.
//   what matters   of the core: which results, and which "ended before the other began"; likewise, none can be left out
//   the furthest   an order that explains more calls than most, and what the next ones would have returned there
//
// The core is found by trying: freeing a call, a result or a pair and deciding again. It is smallest in the sense that
// nothing can be taken away from it; another core may have fewer calls.
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
    for (std::uint32_t call = 0; call < calls; ++call) {
      const History kept = now;
      const auto kept_before = before_;
      free(now, call);
      is_free[call] = !decide(now).explained;
      if (is_free[call]) continue;
      now = kept;
      before_ = kept_before;
    }
    for (std::uint32_t a = 0; a < calls; ++a)  // pairs that others imply go first
      for (std::uint32_t b = 0; b < calls; ++b)
        if (before_[a][b]) try_without(now, a, b);
    for (std::uint32_t call = 0; call < calls; ++call) {
      if (is_free[call]) continue;
      result.core.push_back(call);
      if (now[call].waits || now[call].end == kNever || now[call].result == kUnknown) continue;
      const std::uint32_t seen = now[call].result;
      now[call].result = kUnknown;
      if (!decide(now).explained) continue;
      now[call].result = seen;
      result.results.push_back(call);
    }
    for (std::uint32_t a = 0; a < calls; ++a)
      for (std::uint32_t b = 0; b < calls; ++b)
        if (before_[a][b]) result.before.emplace_back(a, b);
    find_next(result);
    return result;
  }

 private:
  void free(History& history, std::uint32_t call) {
    history[call].end = kNever;
    history[call].result = kUnknown;
    for (std::size_t other = 0; other < history.size(); ++other)
      before_[call][other] = before_[other][call] = false;
  }
  void try_without(const History& now, std::uint32_t a, std::uint32_t b) {
    before_[a][b] = false;
    before_[a][b] = decide(now).explained;
  }
  Decision decide(const History& history) {
    Precedence precedence;
    precedence.clear(history.size());
    for (std::uint32_t a = 0; a < history.size(); ++a) {
      precedence.chains.push_back({a});
      for (std::uint32_t b = 0; b < history.size(); ++b)
        if (before_[a][b]) precedence.add(a, b);
    }
    return decider_.decide(history, precedence, object_, {});
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
