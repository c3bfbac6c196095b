// SPDX-License-Identifier: Apache-2.0
// A bound predicate taken apart: a disjunction of conjunctions of atoms, each atom in the form that says
// which algorithm it deserves.
//
//   local   one thread decides: the numbers of its events at which it holds
//   sum     f_0(G[0]) + … + f_(n-1)(G[n-1]) >= 0, or = 0, each f_p a table. count(…) >= 2, sum(x) > 3,
//           T1.sent - T2.received <= 5 are all of this form
//   other   races, and whatever has no such form
//
// A sum >= 0 is linear (the states in which it holds are closed under intersection) if at most one f_p ever
// increases; it is also closed under union if at most one ever decreases; both: regular. Local atoms are
// regular.
#pragma once

#include <map>
#include <vector>

#include "predict/bound.h"

namespace heddle::predict {

struct Sum {
  enum class Relation : std::uint8_t { at_least_zero, zero };
  Table values;  // by process; empty: always 0
  Relation relation = Relation::at_least_zero;

  std::int64_t at(const Index* state) const;
  bool holds(const Index* state) const {
    return relation == Relation::zero ? at(state) == 0 : at(state) >= 0;
  }
  bool is_linear() const;       // as `>= 0`
  bool is_regular() const;      // likewise
  bool is_stable() const;       // once it holds it holds for good
  bool has_unit_steps() const;  // no event changes it by more than one
  Sum negated() const;          // -f
};

struct Conjunction {
  std::map<std::size_t, std::vector<char>> locals;  // by process: where it holds, by events done
  std::vector<Sum> sums;
  std::vector<Bound> others;

  bool holds(const Index* state) const;
};

struct Formula {
  std::vector<Conjunction> disjuncts;  // none: false
  bool is_stable = false;              // once it holds it holds for good
};

Formula take_apart(const Bound& bound, const Poset& poset);

}  // namespace heddle::predict
