// SPDX-License-Identifier: Apache-2.0
// Which classes one global state of a loset is in, the cheap questions first (Figure 6.12 of "Predicate
// detection for parallel computations"), and how the answer was reached.
//
//   not consistent, not compatible                     → unreachable     O(n²)
//   a reset point: lock-free, or weaker (feasible.h)   → reachable       Corollary 1
//   not strongly feasible (normal form has a cycle)    → unreachable     polynomial
//   viable, or two threads                             → reachable       Theorems 18 and 17
//   otherwise: search, then the SAT solver             → exact, or unknown at the bound
// Strong feasibility is taken on the part up to the state, above its greatest lock-free feasible state;
// viability on the normal form of the whole loset. The sufficient answers need a *valid* loset: its final
// state is reachable, as in every recording.
//
// The same object may be asked about many states; the whole loset's normal form is kept, and can be shared with other such
// objects of the same loset. Not thread-safe.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "states/feasible.h"
#include "states/normal_form.h"
#include "states/reachable.h"

namespace heddle::states {

enum class Class : std::uint8_t { consistent, feasible, lock_free, strongly_feasible, viable, reachable };
std::string_view name(Class which);  // "strongly-feasible"

enum class Reason : std::uint8_t {
  inconsistent,  // something that happened needs something that has not
  incompatible,  // two threads hold one lock
  lock_free,     // nobody holds a lock
  cycle,         // locks force a cyclic order
  viable,        // every order of locks that the state shows is forced anyway
  two_threads,   // strongly feasible, and only two threads take part
  searched,      // exact search
  solved,        // SAT
  bound,         // neither within its bound
};
std::string_view name(Reason reason);

struct Decision {
  Answer reachable = Answer::unknown;
  Reason reason = Reason::bound;
  State reset;             // the greatest reset point below (feasible.h)
  std::uint64_t work = 0;  // of search or solver
};

class DecisionFlow {
 public:
  explicit DecisionFlow(const Loset& loset, ReachLimits limits = {}, std::shared_ptr<WholeForm> whole = {});

  Decision decide(const State& state);
  bool strongly_feasible(const State& state);  // feasible, and the normal form up to it has no cycle
  bool viable(const State& state);             // of a valid loset
  // Whether the state is in the class; unknown only for `reachable`.
  Answer belongs(Class which, const State& state);

  // The whole loset's normal form has a cycle: no schedule reaches the end, so this is no recording.
  bool end_unreachable();
  const NormalForm& window() const { return window_; }  // of the last strongly_feasible

 private:
  bool strongly_feasible_above(const State& reset, const State& state);

  const Loset* loset_;
  ReachLimits limits_;
  NormalForm window_;
  std::shared_ptr<WholeForm> whole_;
};

}  // namespace heddle::states
