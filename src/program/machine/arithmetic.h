// SPDX-License-Identifier: Apache-2.0
// Values of `width` bits in 64-bit registers, kept zero-extended.
#pragma once

#include "program/program.h"

namespace heddle::program {

inline Word masked(Word value, unsigned width) {
  return width >= 64 ? value : value & ((Word{1} << width) - 1);
}
inline std::int64_t extended(Word value, unsigned width) {
  if (width >= 64) return static_cast<std::int64_t>(value);
  return static_cast<std::int64_t>(value << (64 - width)) >> (64 - width);
}

// Of two numbers as unsigned and as signed ones.
template <class Unsigned, class Signed>
bool holds(IntegerPredicate predicate, Unsigned a, Unsigned b, Signed signed_a, Signed signed_b) {
  switch (predicate) {
    case IntegerPredicate::eq:
      return a == b;
    case IntegerPredicate::ne:
      return a != b;
    case IntegerPredicate::ugt:
      return a > b;
    case IntegerPredicate::uge:
      return a >= b;
    case IntegerPredicate::ult:
      return a < b;
    case IntegerPredicate::ule:
      return a <= b;
    case IntegerPredicate::sgt:
      return signed_a > signed_b;
    case IntegerPredicate::sge:
      return signed_a >= signed_b;
    case IntegerPredicate::slt:
      return signed_a < signed_b;
    case IntegerPredicate::sle:
      return signed_a <= signed_b;
  }
  return false;
}

}  // namespace heddle::program
