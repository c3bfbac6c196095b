// SPDX-License-Identifier: Apache-2.0
// Numbers that may have more than 64 bits, in one word or two: whole ones as two's complement, long double as x86-64
// has it.
#include <bit>
#include <cmath>

#include "program/machine/arithmetic.h"
#include "program/machine/machine_parts.h"

namespace heddle::program {
namespace {

__extension__ using Signed = __int128;
__extension__ using Unsigned = unsigned __int128;
using Real = long double;

struct Words {
  Word low = 0, high = 0;
};

Unsigned unsigned_of(Words words) { return static_cast<Unsigned>(words.high) << 64 | words.low; }
Signed signed_of(Words words, unsigned bits) {
  const unsigned above = 128 - bits;
  return static_cast<Signed>(unsigned_of(words) << above) >> above;
}
Words words_of(Unsigned value, unsigned bits) {
  return {masked(static_cast<Word>(value), std::min(bits, 64U)),
          bits > 64 ? masked(static_cast<Word>(value >> 64), bits - 64) : 0};
}

Real real_of(Words words, unsigned bits) {
  if (bits == 32) return static_cast<Real>(std::bit_cast<float>(static_cast<std::uint32_t>(words.low)));
  if (bits == 64) return static_cast<Real>(std::bit_cast<double>(words.low));
  const Word both[2] = {words.low, words.high};
  Real value = 0;
  std::memcpy(&value, both, 10);
  return value;
}
// Computed in its own width: to round twice is not to round once.
template <class Function>
Real in_own_width(Real value, unsigned bits, Function function) {
  if (bits == 32) return static_cast<Real>(function(static_cast<float>(value)));
  if (bits == 64) return static_cast<Real>(function(static_cast<double>(value)));
  return function(value);
}
template <class Number>
Words of_number(Number number, unsigned bits) {
  if (bits == 32) return {std::bit_cast<std::uint32_t>(static_cast<float>(number)), 0};
  if (bits == 64) return {std::bit_cast<Word>(static_cast<double>(number)), 0};
  const Real value = static_cast<Real>(number);
  Word words[2] = {};
  std::memcpy(words, &value, 10);
  return {words[0], words[1]};
}

bool compare(IntegerPredicate predicate, Words a, Words b, unsigned bits) {
  return holds(predicate, unsigned_of(a), unsigned_of(b), signed_of(a, bits), signed_of(b, bits));
}
bool compare_reals(Word predicate, Real a, Real b) {
  const unsigned relation = std::isnan(a) || std::isnan(b) ? 8U : a == b ? 1U : a > b ? 2U : 4U;
  return (predicate & relation) != 0;
}

// Of two numbers of the same width. Division by zero was refused.
Words computed(WideOperation operation, Words a, Words b, unsigned bits) {
  using Wide = WideOperation;
  const Unsigned x = unsigned_of(a), y = unsigned_of(b);
  const auto real = [&](Real value) { return of_number(value, bits); };
  switch (operation) {
    case Wide::add:
      return words_of(x + y, bits);
    case Wide::sub:
      return words_of(x - y, bits);
    case Wide::mul:
      return words_of(x * y, bits);
    case Wide::udiv:
      return words_of(x / y, bits);
    case Wide::urem:
      return words_of(x % y, bits);
    case Wide::sdiv:
      return words_of(static_cast<Unsigned>(signed_of(a, bits) / signed_of(b, bits)), bits);
    case Wide::srem:
      return words_of(static_cast<Unsigned>(signed_of(a, bits) % signed_of(b, bits)), bits);
    case Wide::shl:
      return y >= bits ? Words() : words_of(x << static_cast<unsigned>(y), bits);
    case Wide::lshr:
      return y >= bits ? Words() : words_of(x >> static_cast<unsigned>(y), bits);
    case Wide::ashr:
      return words_of(
          static_cast<Unsigned>(signed_of(a, bits) >> static_cast<unsigned>(std::min<Unsigned>(y, 127))),
          bits);
    case Wide::fadd:
      return real(real_of(a, bits) + real_of(b, bits));
    case Wide::fsub:
      return real(real_of(a, bits) - real_of(b, bits));
    case Wide::fmul:
      return real(real_of(a, bits) * real_of(b, bits));
    case Wide::fdiv:
      return real(real_of(a, bits) / real_of(b, bits));
    case Wide::frem:
      return real(std::fmod(real_of(a, bits), real_of(b, bits)));
    case Wide::copy_sign:
      return real(std::copysign(real_of(a, bits), real_of(b, bits)));
    case Wide::least:
      return real(std::fmin(real_of(a, bits), real_of(b, bits)));
    case Wide::most:
      return real(std::fmax(real_of(a, bits), real_of(b, bits)));
    default:
      HEDDLE_CHECK(false, "every wide operation is executed somewhere");
  }
  return {};
}

Words converted(WideOperation operation, Words value, unsigned from, unsigned to) {
  using Wide = WideOperation;
  switch (operation) {
    case Wide::fneg:
      return of_number(-real_of(value, from), to);
    case Wide::ceiling:
      return of_number(std::ceil(real_of(value, from)), to);
    case Wide::floor:
      return of_number(std::floor(real_of(value, from)), to);
    case Wide::truncate:
      return of_number(std::trunc(real_of(value, from)), to);
    case Wide::round:
      return of_number(std::round(real_of(value, from)), to);
    case Wide::round_even:  // the only mode that the machine has
      return of_number(std::nearbyint(real_of(value, from)), to);
    case Wide::absolute:
      return of_number(std::fabs(real_of(value, from)), to);
    case Wide::square_root:
      return of_number(
          in_own_width(real_of(value, from), from, [](auto number) { return std::sqrt(number); }), to);
    case Wide::sext:
      return words_of(static_cast<Unsigned>(signed_of(value, from)), to);
    case Wide::real_to_signed:
      return words_of(static_cast<Unsigned>(static_cast<Signed>(real_of(value, from))), to);
    case Wide::real_to_unsigned:
      return words_of(static_cast<Unsigned>(real_of(value, from)), to);
    case Wide::signed_to_real:
      return of_number(signed_of(value, from), to);
    case Wide::unsigned_to_real:
      return of_number(unsigned_of(value), to);
    default:
      return of_number(real_of(value, from), to);
  }
}

}  // namespace

bool Machine::Parts::compute_wide(Thread& thread, const Instruction& i, ThreadNumber number) {
  using Wide = WideOperation;
  const auto operation = static_cast<Wide>(i.aux);
  const unsigned from = i.flags;
  const auto operand = [&](Operand first) {
    Words words{argument(thread, i, first), 0};
    if (from > 64) words.high = argument(thread, i, first + 1);
    if (options.symmetry && (is_name(words.low) || is_name(words.high))) names_observed = true;
    return words;
  };
  const bool compares = operation == Wide::compare || operation == Wide::compare_real;
  const Operand first = compares ? 1 : 0;
  const Operand second = first + (from > 64 ? 2 : 1);
  const Words a = operand(first);
  Words made;
  if (compares) {
    const Words b = operand(second);
    const Word predicate = argument(thread, i, 0);
    made.low = (operation == Wide::compare ? compare(static_cast<IntegerPredicate>(predicate), a, b, from)
                                           : compare_reals(predicate, real_of(a, from), real_of(b, from)))
                   ? 1
                   : 0;
  } else if (i.c > second) {
    const Words b = operand(second);
    const bool divides = operation >= Wide::udiv && operation <= Wide::srem;
    if (divides && unsigned_of(b) == 0) return fail(number, finding::Kind::signal, "division by zero"), false;
    if ((operation == Wide::sdiv || operation == Wide::srem) && signed_of(b, from) == -1 &&
        unsigned_of(a) == Unsigned{1} << (from - 1))
      return fail(number, finding::Kind::signal, "the quotient does not fit: the least number by -1"), false;
    made = computed(operation, a, b, from);
  } else {
    made = converted(operation, a, from, i.width);
  }
  if (options.symmetry && (is_name(made.low) || is_name(made.high))) names_observed = true;
  const std::vector<Operand>& extra = function(thread).extra;
  const auto result = static_cast<std::size_t>(i.b) + static_cast<std::size_t>(i.c);
  write_register(thread, extra[result], made.low);
  if (i.e > 1) write_register(thread, extra[result + 1], made.high);
  return true;
}

}  // namespace heddle::program
