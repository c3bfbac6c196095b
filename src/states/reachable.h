// SPDX-License-Identifier: Apache-2.0
// Exact reachability in a loset: is there a run, a schedule through feasible states only, that gets there?
//
// NP-complete ("Predicate detection for parallel computations", Theorem 10); so two methods, each exact, each
// with a bound on its work, and a third answer. Both look only at the events between a lock-free feasible
// state `from` below the goal and the goal's limits (Theorem 13: such a state is a reset point).
//   search (search.cpp)    depth-first over states; only acquires of locks somebody else still wants are
//                          choices, everything else is done at once because it can only help
//   solve  (reach_sat.cpp) the orders of critical sections as a SAT problem; cycles are forbidden as they
//                          show, and so is what the caller finds wrong with a run
// A yes carries the run.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/stop.h"
#include "order/loset.h"
#include "states/feasible.h"

namespace heddle::states {

// Where a run shall end: every pinned thread exactly at its limit, the others anywhere from `least` up to
// theirs.
struct Goal {
  State limit;
  State least;
  std::vector<bool> pinned;
};
Goal exactly(const State& state);
// All pinned threads at their positions in `at`, the others wherever they need to be. The limits of the
// others are the least that lose no run: enough for what the pinned ones need, and on to where they hold no
// lock. `possible` is false if a pinned position needs an event beyond another.
struct PinnedGoal {
  Goal goal;  // every state that satisfies it is at or above goal.least
  bool possible = true;
};
// As far as a thread can get while the pinned ones stay where the goal has them.
Index furthest(const Loset& loset, const Goal& goal, std::size_t thread);
PinnedGoal pinned_goal(const Loset& loset, const std::vector<order::EventAt>& at, const State& floor = {});

enum class Answer : std::uint8_t { no, yes, unknown };
std::string_view name(Answer answer);

struct Reach {
  Answer answer = Answer::unknown;
  std::vector<std::uint32_t> run;  // for yes: whose event is next, from `from` on
  std::uint64_t work = 0;          // states visited, or solver rounds
};

Reach search(const Loset& loset, const State& from, const Goal& goal, std::uint64_t state_limit,
             const base::Stop& stop = {});

// What a caller wants of a run besides that it gets there. If all of some events happen, all the orders of
// one of the alternatives must hold: the earlier event happens, and happens first; the later one happens too,
// unless it need not.
struct Order {
  order::EventAt before, after;
  bool if_after_happens = false;
};
struct Rule {
  std::vector<order::EventAt> if_happened;
  std::vector<std::vector<Order>> one_of;
};
class Wishes {
 public:
  virtual ~Wishes() = default;
  // Of two events that can both be next the lower one happens first. Events up to `from` happened so too.
  virtual std::uint64_t rank(order::EventAt event) const = 0;
  // Rules that this run breaks; none: it is as wished.
  virtual std::vector<Rule> broken_by(const std::vector<std::uint32_t>& run) = 0;
};
Reach solve(const Loset& loset, const State& from, const Goal& goal, std::uint64_t conflict_limit,
            const base::Stop& stop = {}, Wishes* wishes = nullptr);

struct ReachLimits {
  std::uint64_t states = 20'000;
  std::uint64_t conflicts = 200'000;
  base::Stop stop;  // then the answer is unknown
};
// Search, then the solver if the search outgrows its bound.
Reach reach(const Loset& loset, const State& from, const Goal& goal, const ReachLimits& limits,
            std::string_view* method = nullptr);

// Whether `run` from `from` passes feasible states only, and where it ends. Independent of the methods above,
// which tests compare it with.
bool is_run(const Loset& loset, const State& from, const std::vector<std::uint32_t>& run,
            State* end = nullptr);

}  // namespace heddle::states
