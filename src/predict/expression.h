// SPDX-License-Identifier: Apache-2.0
// The language of predicates over marks.
//
//   T1.phase == 2 && T2.phase == 1          a thread's value; "worker 1".phase if the name is not a word
//   count(open == 1) >= 2                   how many threads it holds in; a bare name is the value of each in
//                                           turn
//   sum(transfers) > 3, min(x), max(x)      over all threads
//   exists(idle == 1), forall(phase >= 2)
//   race, race(x)                           two threads are both at an access of the same bytes (of x) that
//                                           conflict
//   + - * / %, < <= > >= == !=, && || !     as in C, also `and`, `or`, `not`; comparisons are 0 or 1, and
//                                           whatever is not 0 holds. A divisor is a number.
//   AG(p), EF(p), AF(p), EG(p),             in properties only (temporal.h): in all states from here on, in one
//   AU(p, q), EU(p, q)                      that can come, at some time whatever comes, on a run to the end; p until q
// Values are 64-bit integers; what leaves that range stays at its end. heddle_mark("phase", 2) sets the
// calling thread's `phase` to 2; before that it is 0. A mark with a label and no values counts: its value is
// how often the thread passed it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace heddle::predict {

struct Expression {
  enum class Kind : std::uint8_t {
    number,
    variable,
    race,  // leaves
    negate,
    logical_not,  // one operand
    multiply,
    divide,
    modulo,
    add,
    subtract,  // two
    less,
    less_equal,
    greater,
    greater_equal,
    equal,
    not_equal,
    both,
    either,
    all_always,     // AG
    some_sometime,  // EF
    all_sometime,   // AF
    some_always,    // EG
    all_until,      // AU, two
    some_until,     // EU
    count,
    sum,
    minimum,
    maximum,
    exists,
    forall,  // over the threads
  };
  Kind kind = Kind::number;
  std::int64_t number = 0;
  std::string thread;  // of a variable; empty: each in turn
  std::string name;    // of a variable; of what races
  std::vector<Expression> operands;
  std::size_t begin = 0;  // its characters in the text
  std::size_t end = 0;
};

inline bool is_temporal(Expression::Kind kind) {
  return kind >= Expression::Kind::all_always && kind <= Expression::Kind::some_until;
}

bool speaks_of_races(const Expression& expression);

// Errors quote the text and point at the character.
base::Result<Expression> parse(std::string_view text);
// Likewise, with AG and its like.
base::Result<Expression> parse_property(std::string_view text);

// "character 6: message", the text and a mark below that character: for errors found later, as when a thread
// has no such name.
std::string point_at(std::string_view text, std::size_t character, std::string_view message);

// Arithmetic that stays in range.
std::int64_t saturating_add(std::int64_t a, std::int64_t b);
std::int64_t saturating_subtract(std::int64_t a, std::int64_t b);
std::int64_t saturating_multiply(std::int64_t a, std::int64_t b);
// A binary operation of the language, but for the logical ones.
std::int64_t apply(Expression::Kind kind, std::int64_t a, std::int64_t b);

}  // namespace heddle::predict
