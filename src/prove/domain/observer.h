// SPDX-License-Identifier: Apache-2.0
// What a stack or queue must never do, as automata over the events of linearisation points.
//
// Values are input at most once (data independence: a violation with repeated values has one without), so a
// history is right iff none of these reaches a violation, for any choice of the one or two observed values:
//   values     out a before in a (thin air); out a twice (duplicate); out EMPTY between in a and out a (loss)
//   order      in a, in b, then for a queue out b before out a, for a stack out a before out b
//   undefined  an output that was never an input: data of a cell nobody wrote
// By symmetry one instance of each with unknown values a, b stands for all (Abdulla et al., TACAS 2013;
// tables in the errata of Wolff's thesis, whose Figure 2.1 is lost). A run of the prover uses one observer.
// States from which no violation can follow are `done`: the run may drop them, another observer's run is
// the one that looks at memory safety there.
#pragma once

#include <cstdint>
#include <string>

#include "prove/front/program.h"

namespace heddle::prove {

// What the prover knows of a datum.
enum class Value : std::uint8_t { other = 0, first = 1, second = 2, empty = 3, undefined = 4 };
constexpr bool is_observed(Value value) { return value == Value::first || value == Value::second; }
std::string name(Value value);

class Observer {
 public:
  enum class Rule : std::uint8_t { values, order, undefined };
  using State = std::uint8_t;
  static constexpr State kDone = 254;
  static constexpr State kViolation = 255;

  Observer(Rule rule, Kind kind) : rule_(rule), kind_(kind) {}

  Rule rule() const { return rule_; }
  int observed() const { return rule_ == Rule::order ? 2 : 1; }  // how many cells with observed data to track
  State on(State state, Role role, Value value) const;
  bool may_input(State state, Value value) const;  // may a new call bring this value?
  std::string describe(State state) const;
  std::string violation(Value value, State before) const;  // one line, why `value` was wrong in `before`

 private:
  Rule rule_;
  Kind kind_;
};

}  // namespace heddle::prove
