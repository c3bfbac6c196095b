// SPDX-License-Identifier: Apache-2.0
#include "prove/domain/observer.h"

#include <fmt/format.h>

namespace heddle::prove {

std::string name(Value value) {
  switch (value) {
    case Value::other:
      return "some value";
    case Value::first:
      return "a";
    case Value::second:
      return "b";
    case Value::empty:
      return "EMPTY";
    case Value::undefined:
      return "an undefined value";
  }
  return {};
}

Observer::State Observer::on(State state, Role role, Value value) const {
  if (state == kDone || state == kViolation) return state;
  if (value == Value::undefined) return kViolation;
  if (role == Role::input && value == Value::empty) return kViolation;
  const bool in = role == Role::input;
  switch (rule_) {
    case Rule::values:  // 0: not yet input, 1: inside, 2: output
      if (in) return value == Value::first && state == 0 ? State{1} : state;
      if (value == Value::empty) return state == 1 ? kViolation : state;
      if (value != Value::first) return state;
      return state == 1 ? State{2} : kViolation;
    case Rule::order:  // 0: neither, 1: a inside, 2: a then b inside
      if (!is_observed(value)) return state;
      if (in) {
        if (state == 0 && value == Value::first) return 1;
        if (state == 1 && value == Value::second) return 2;
        return kDone;
      }
      if (state == 2 && value == (kind_ == Kind::queue ? Value::second : Value::first)) return kViolation;
      return kDone;
    case Rule::undefined:
      return state;
  }
  return state;
}

bool Observer::may_input(State state, Value value) const {
  if (value == Value::other) return true;
  switch (rule_) {
    case Rule::values:
      return value == Value::first && state == 0;
    case Rule::order:
      return value == Value::first ? state == 0 : value == Value::second && state <= 1;
    case Rule::undefined:
      return false;
  }
  return false;
}

std::string Observer::describe(State state) const {
  if (state == kDone) return "nothing more to see";
  if (state == kViolation) return "violated";
  switch (rule_) {
    case Rule::values:
      return state == 0 ? "a not yet in" : state == 1 ? "a is in" : "a has come out";
    case Rule::order:
      return state == 0 ? "a not yet in" : state == 1 ? "a is in" : "a, then b are in";
    case Rule::undefined:
      return state == 0 ? "no cell chosen" : "one unwritten cell chosen";
  }
  return {};
}

std::string Observer::violation(Value value, State before) const {
  if (value == Value::undefined) return "the operation's data was never an input";
  if (rule_ == Rule::order)
    return kind_ == Kind::queue ? "b, which went in after a, comes out before it (not first in, first out)"
                                : "a comes out although b went in after it (not last in, first out)";
  if (value == Value::empty) return "found empty although a is in (a value was lost)";
  return before == 0 ? "a comes out although it has not gone in (out of thin air)"
                     : "a comes out a second time (duplicated)";
}

}  // namespace heddle::prove
