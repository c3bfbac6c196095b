// SPDX-License-Identifier: Apache-2.0
// Reachability by SAT. What is to be chosen is where the threads that are not pinned stop, and which of two
// critical sections of one lock comes first; the rest is an acyclicity test.
//   at(t, p)       thread t stops at p or later; implies at(t, p - 1) and all that event p needs
//   before(e, f)   event e happens before f; implies that both happen
//   two excluding sections that both begin: the end of one is before the beginning of the other
// A model is a choice of orders. If the events then have no cycle, they have a run. Otherwise the orders on
// the cycle cannot all hold (happens-before alone is acyclic): a clause says so and the solver goes on. A run
// that the caller does not want breaks some of its rules: they become clauses. Each round forbids at least
// the model it got, so it ends; no model left means that no such run exists. The rounds share one incremental
// CaDiCaL; its conflicts are bounded by the caller.
#include <algorithm>
#include <map>

#include <cadical.hpp>

#include "base/check.h"
#include "states/reachable.h"

namespace heddle::states {

using order::EventAt;
using order::exclude;
using order::kNever;
using order::LockInterval;

namespace {

class Terminator final : public CaDiCaL::Terminator {
 public:
  explicit Terminator(const base::Stop& stop) : stop_(stop) {}
  bool terminate() override { return stop_.reached_now(); }
  bool reached() { return stop_.reached(); }

 private:
  base::StopCheck stop_;
};

class Encoding {
 public:
  Encoding(const Loset& loset, const State& from, const Goal& goal, const base::Stop& stop, Wishes* wishes)
      : loset_(loset), from_(from), goal_(goal), wishes_(wishes), n_(loset.threads()), stop_(stop) {
    solver_.set("quiet", 1);
    solver_.connect_terminator(&stop_);
    true_ = ++variables_;
    clause({true_});
    positions();
    sections();
  }

  Reach run(std::uint64_t conflict_limit) {
    Reach reach;
    for (std::uint64_t left = conflict_limit; left > 0 && !stop_.terminate();) {
      solver_.limit("conflicts", static_cast<int>(std::min<std::uint64_t>(left, 1'000'000'000)));
      const int status = solver_.solve();
      ++reach.work;
      --left;  // a round counts at least as one conflict
      if (status == 20) return {Answer::no, {}, reach.work};
      if (status != 10) break;
      if (linearise(reach.run) && is_wanted(reach.run)) {
        reach.answer = Answer::yes;
        return reach;
      }
    }
    reach.run.clear();
    return reach;
  }

 private:
  struct Before {
    EventAt first;
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
  int at(EventAt event) const { return at(event.thread, event.index); }

  void positions() {
    first_at_.assign(n_, 0);
    into_.resize(n_);
    for (std::size_t t = 0; t < n_; ++t) {
      into_[t].resize(goal_.limit[t] - from_[t]);
      if (goal_.pinned[t]) continue;
      first_at_[t] = variables_ + 1;
      variables_ += static_cast<int>(goal_.limit[t] - from_[t]);
    }
    for (std::size_t t = 0; t < n_; ++t) {
      clause({at(t, goal_.least[t])});
      for (Index p = from_[t] + 1; p <= goal_.limit[t] && !stop_.reached(); ++p) {
        clause({-at(t, p), at(t, p - 1)});
        if (loset_.clock_number(t, p) == loset_.clock_number(t, p - 1)) continue;
        for (std::size_t u = 0; u < n_; ++u)
          if (u != t && loset_.seen(t, p, u) > loset_.seen(t, p - 1, u))
            clause({-at(t, p), at(u, loset_.seen(t, p, u))});
      }
    }
  }

  void sections() {
    struct Section {
      std::size_t thread;
      const LockInterval* interval;
    };
    std::map<event::LockId, std::vector<Section>> of_lock;
    for (std::size_t t = 0; t < n_; ++t)
      for (const LockInterval& interval : loset_.intervals(t))
        if (interval.acquire > from_[t] && interval.acquire <= goal_.limit[t])
          of_lock[interval.lock].push_back({t, &interval});
    for (const auto& [lock, all] : of_lock)
      for (std::size_t i = 0; i < all.size(); ++i)
        for (std::size_t j = i + 1; j < all.size(); ++j) {
          const LockInterval &a = *all[i].interval, &b = *all[j].interval;
          if (stop_.reached()) return;
          if (all[i].thread == all[j].thread || !exclude(a, b)) continue;
          const EventAt a_begins{all[i].thread, a.acquire}, b_begins{all[j].thread, b.acquire};
          const int a_first = before({all[i].thread, a.release}, b_begins, Asked::once),
                    b_first = before({all[j].thread, b.release}, a_begins, Asked::once);
          clause({a_first, b_first, -at(a_begins), -at(b_begins)});
          clause({-a_first, -b_first});
        }
  }

  enum class Asked : bool { once, again };  // for one pair of events
  // Literal of "both happen, this one first".
  int before(EventAt first, EventAt second, Asked asked) {
    if (second.index <= from_[second.thread]) {
      const bool recorded = first.index <= from_[first.thread] && wishes_ != nullptr &&
                            wishes_->rank(first) < wishes_->rank(second);
      return recorded ? true_ : -true_;
    }
    if (first.index > goal_.limit[first.thread] || second.index > goal_.limit[second.thread]) return -true_;
    if (first.index <= from_[first.thread] ||
        loset_.seen(second.thread, second.index, first.thread) >= first.index)
      return at(second);
    if (loset_.seen(first.thread, first.index, second.thread) >= second.index) return -true_;
    if (asked == Asked::again) {
      const auto [known, is_new] = variable_of_.try_emplace({first, second}, variables_ + 1);
      if (!is_new) return known->second;
    }
    const int variable = ++variables_;
    clause({-variable, at(first)});
    clause({-variable, at(second)});
    into(second).push_back({first, variable});
    return variable;
  }
  std::vector<Before>& into(EventAt event) {
    return into_[event.thread][event.index - from_[event.thread] - 1];
  }

  // A run that respects the model's choices, or new clauses that forbid the cycles in its way.
  bool linearise(std::vector<std::uint32_t>& run) {
    run.clear();
    for (auto& of_thread : into_)
      for (auto& of_event : of_thread)
        for (Before& b : of_event) b.holds = solver_.val(b.variable) > 0;
    State end(n_), state = from_;
    for (std::size_t t = 0; t < n_; ++t)
      for (end[t] = from_[t]; end[t] < goal_.limit[t] && solver_.val(at(t, end[t] + 1)) > 0;) ++end[t];
    std::vector<std::size_t> blocker(n_);  // who must move first,
    std::vector<int> cause(n_);            // and by which order; 0: happens-before
    const auto blocked = [&](std::size_t t) {
      const Index next = state[t] + 1;
      for (std::size_t u = 0; u < n_; ++u)
        if (u != t && loset_.seen(t, next, u) > state[u]) {
          blocker[t] = u, cause[t] = 0;
          return true;
        }
      for (const Before& b : into({t, next}))
        if (b.holds && b.first.index > state[b.first.thread]) {
          blocker[t] = b.first.thread, cause[t] = b.variable;
          return true;
        }
      return false;
    };
    while (true) {
      std::size_t best = n_;
      std::uint64_t lowest = 0;
      for (std::size_t t = 0; t < n_; ++t) {
        if (state[t] == end[t] || blocked(t)) continue;
        const std::uint64_t rank = wishes_ ? wishes_->rank({t, state[t] + 1}) : t;
        if (best == n_ || rank < lowest) best = t, lowest = rank;
      }
      if (best == n_) break;
      do {
        ++state[best];
        run.push_back(static_cast<std::uint32_t>(best));
      } while (wishes_ == nullptr && state[best] < end[best] && !blocked(best));
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
        if (cause[t] != 0) solver_.add(-cause[t]), ++orders;
        t = blocker[t];
      } while (t != first);
      HEDDLE_CHECK(orders > 0, "happens-before has no cycle");
      solver_.add(0);
      found = true;
    }
    HEDDLE_CHECK(found, "threads that cannot go on wait in a cycle");
    return false;
  }

  // Or new clauses that say what is wrong with it.
  bool is_wanted(const std::vector<std::uint32_t>& run) {
    if (wishes_ == nullptr) return true;
    const std::vector<Rule> broken = wishes_->broken_by(run);
    for (const Rule& rule : broken) {
      std::vector<int> literals;
      for (const EventAt event : rule.if_happened) literals.push_back(-at(event));
      for (const std::vector<Order>& alternative : rule.one_of) literals.push_back(all_of(alternative));
      for (const int literal : literals) solver_.add(literal);
      solver_.add(0);
    }
    return broken.empty();
  }
  int all_of(const std::vector<Order>& orders) {
    if (orders.size() == 1 && !orders[0].if_after_happens)
      return before(orders[0].before, orders[0].after, Asked::again);
    const int variable = ++variables_;
    for (const Order& one : orders)
      clause({-variable, before(one.before, one.after, Asked::again),
              one.if_after_happens ? -at(one.after) : -true_});
    return variable;
  }

  const Loset& loset_;
  const State& from_;
  const Goal& goal_;
  Wishes* wishes_;
  std::size_t n_;
  Terminator stop_;
  CaDiCaL::Solver solver_;
  int variables_ = 0;
  int true_ = 0;
  std::vector<int> first_at_;
  std::map<std::pair<EventAt, EventAt>, int> variable_of_;
  std::vector<std::vector<std::vector<Before>>> into_;  // by thread and event: what may have to come first
};

}  // namespace

Reach solve(const Loset& loset, const State& from, const Goal& goal, std::uint64_t conflict_limit,
            const base::Stop& stop, Wishes* wishes) {
  return Encoding(loset, from, goal, stop, wishes).run(conflict_limit);
}

}  // namespace heddle::states
