// SPDX-License-Identifier: Apache-2.0
// Reachability by SAT. What is to be chosen is where the threads that are not pinned stop, and which of two
// critical sections of one lock comes first; the rest is an acyclicity test.
//   at(t, p)       thread t stops at p or later; implies at(t, p - 1) and all that event p needs
//   before(I, J)   I ends before J begins; implies that I has ended and J has begun
//   two excluding sections that both have begun: one is before the other
// A model is a choice of orders. If the events then have no cycle, they have a run. Otherwise the lock orders
// on the cycle cannot all hold (happens-before alone is acyclic): a clause says so and the solver goes on.
// Each round forbids at least the model it got, so it ends; no model left means that no run exists. The
// rounds share one incremental CaDiCaL; its conflicts are bounded by the caller.
#include <algorithm>
#include <map>

#include <cadical.hpp>

#include "base/check.h"
#include "states/reachable.h"

namespace heddle::states {

using order::exclude;
using order::kNever;
using order::LockInterval;

namespace {

class Encoding {
 public:
  Encoding(const Loset& loset, const State& from, const Goal& goal)
      : loset_(loset), from_(from), goal_(goal), n_(loset.threads()) {
    solver_.set("quiet", 1);
    true_ = ++variables_;
    clause({true_});
    positions();
    sections();
  }

  Reach run(std::uint64_t conflict_limit) {
    Reach reach;
    for (std::uint64_t left = conflict_limit; left > 0;) {
      solver_.limit("conflicts", static_cast<int>(std::min<std::uint64_t>(left, 1'000'000'000)));
      const int status = solver_.solve();
      ++reach.work;
      --left;  // a round counts at least as one conflict
      if (status == 20) return {Answer::no, {}, reach.work};
      if (status != 10) break;
      if (linearise(reach.run)) {
        reach.answer = Answer::yes;
        return reach;
      }
    }
    reach.run.clear();
    return reach;
  }

 private:
  struct Section {
    std::size_t thread;
    const LockInterval* interval;
  };
  struct Before {
    std::size_t first, second;  // sections
    int variable;
    bool holds = false;
  };

  void clause(std::initializer_list<int> literals) {
    for (const int literal : literals) solver_.add(literal);
    solver_.add(0);
  }
  // Literal of "thread t is at p or later".
  int at(std::size_t thread, Index p) const {
    if (p <= from_[thread]) return true_;
    if (p > goal_.limit[thread]) return -true_;
    return goal_.pinned[thread] ? true_ : first_at_[thread] + static_cast<int>(p - from_[thread] - 1);
  }
  int ended(const Section& section) const {
    return section.interval->release == kNever ? -true_ : at(section.thread, section.interval->release);
  }

  void positions() {
    first_at_.assign(n_, 0);
    for (std::size_t t = 0; t < n_; ++t)
      if (!goal_.pinned[t]) {
        first_at_[t] = variables_ + 1;
        variables_ += static_cast<int>(goal_.limit[t] - from_[t]);
      }
    for (std::size_t t = 0; t < n_; ++t) {
      clause({at(t, goal_.least[t])});
      for (Index p = from_[t] + 1; p <= goal_.limit[t]; ++p) {
        clause({-at(t, p), at(t, p - 1)});
        for (std::size_t u = 0; u < n_; ++u)
          if (u != t && loset_.seen(t, p, u) > loset_.seen(t, p - 1, u))
            clause({-at(t, p), at(u, loset_.seen(t, p, u))});
      }
    }
  }

  void sections() {
    std::map<event::LockId, std::vector<std::size_t>> of_lock;
    for (std::size_t t = 0; t < n_; ++t)
      for (const LockInterval& interval : loset_.intervals(t))
        if (interval.acquire > from_[t] && interval.acquire <= goal_.limit[t]) {
          of_lock[interval.lock].push_back(sections_.size());
          sections_.push_back({t, &interval});
        }
    into_.resize(sections_.size());
    for (const auto& [lock, all] : of_lock)
      for (std::size_t i = 0; i < all.size(); ++i)
        for (std::size_t j = i + 1; j < all.size(); ++j) {
          const Section &a = sections_[all[i]], &b = sections_[all[j]];
          if (a.thread == b.thread || !exclude(*a.interval, *b.interval)) continue;
          const int a_first = before(all[i], all[j]), b_first = before(all[j], all[i]);
          clause({a_first, b_first, -at(a.thread, a.interval->acquire), -at(b.thread, b.interval->acquire)});
          clause({-a_first, -b_first});
        }
    for (std::size_t s = 0; s < sections_.size(); ++s)
      section_at_[{sections_[s].thread, sections_[s].interval->acquire}] = s;
  }

  int before(std::size_t first, std::size_t second) {
    const Section &a = sections_[first], &b = sections_[second];
    const int variable = ++variables_;
    clause({-variable, ended(a)});
    clause({-variable, at(b.thread, b.interval->acquire)});
    if (a.interval->release <= goal_.limit[a.thread] &&
        loset_.seen(a.thread, a.interval->release, b.thread) >= b.interval->acquire)
      clause({-variable});
    into_[second].push_back(before_.size());
    before_.push_back({first, second, variable});
    return variable;
  }

  // A run that respects the model's choices, or new clauses that forbid the cycles in its way.
  bool linearise(std::vector<std::uint32_t>& run) {
    run.clear();
    for (Before& b : before_) b.holds = solver_.val(b.variable) > 0;
    State end(n_), state = from_;
    for (std::size_t t = 0; t < n_; ++t)
      for (end[t] = from_[t]; end[t] < goal_.limit[t] && solver_.val(at(t, end[t] + 1)) > 0;) ++end[t];
    std::vector<std::size_t> blocker(n_), cause(n_);  // who must move first, and by which order (or kNone)
    constexpr auto kNone = static_cast<std::size_t>(-1);
    const auto blocked = [&](std::size_t t) {
      const Index next = state[t] + 1;
      for (std::size_t u = 0; u < n_; ++u)
        if (u != t && loset_.seen(t, next, u) > state[u]) {
          blocker[t] = u, cause[t] = kNone;
          return true;
        }
      const auto section = section_at_.find({t, next});
      if (section == section_at_.end()) return false;
      for (const std::size_t b : into_[section->second])
        if (before_[b].holds &&
            sections_[before_[b].first].interval->release > state[sections_[before_[b].first].thread]) {
          blocker[t] = sections_[before_[b].first].thread, cause[t] = b;
          return true;
        }
      return false;
    };
    for (bool moved = true; moved;) {
      moved = false;
      for (std::uint32_t t = 0; t < n_; ++t)
        while (state[t] < end[t] && !blocked(t)) {
          ++state[t];
          run.push_back(t);
          moved = true;
        }
    }
    if (state == end) return true;
    // Every thread that has not arrived waits for another that has not: follow them round.
    std::vector<int> colour(n_, 0);
    bool found = false;
    for (std::size_t start = 0; start < n_; ++start) {
      if (state[start] == end[start] || colour[start] != 0) continue;
      const int mark = static_cast<int>(start) + 1;
      std::size_t t = start;
      for (; colour[t] == 0; t = blocker[t]) colour[t] = mark;
      if (colour[t] != mark) continue;  // an older cycle
      std::size_t orders = 0;
      const std::size_t first = t;
      do {
        if (cause[t] != kNone) solver_.add(-before_[cause[t]].variable), ++orders;
        t = blocker[t];
      } while (t != first);
      HEDDLE_CHECK(orders > 0, "happens-before has no cycle");
      solver_.add(0);
      found = true;
    }
    HEDDLE_CHECK(found, "threads that cannot go on wait in a cycle");
    return false;
  }

  const Loset& loset_;
  const State& from_;
  const Goal& goal_;
  std::size_t n_;
  CaDiCaL::Solver solver_;
  int variables_ = 0;
  int true_ = 0;
  std::vector<int> first_at_;
  std::vector<Section> sections_;
  std::map<std::pair<std::size_t, Index>, std::size_t> section_at_;
  std::vector<Before> before_;
  std::vector<std::vector<std::size_t>> into_;  // by second section: numbers into before_
};

}  // namespace

Reach solve(const Loset& loset, const State& from, const Goal& goal, std::uint64_t conflict_limit) {
  return Encoding(loset, from, goal).run(conflict_limit);
}

}  // namespace heddle::states
