// SPDX-License-Identifier: Apache-2.0
// Instructions that only touch registers.
#include <bit>
#include <cmath>

#include "program/machine/arithmetic.h"
#include "program/machine/machine_parts.h"

namespace heddle::program {
namespace {

double real(Word value, unsigned width) {
  return width == 32 ? static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(value)))
                     : std::bit_cast<double>(value);
}
Word from_real(double value, unsigned width) {
  return width == 32 ? Word{std::bit_cast<std::uint32_t>(static_cast<float>(value))}
                     : std::bit_cast<Word>(value);
}

bool compare(IntegerPredicate predicate, Word a, Word b, unsigned width) {
  return holds(predicate, a, b, extended(a, width), extended(b, width));
}

// LLVM's encoding of floating-point predicates: a bit each for equal, greater, less, unordered.
bool compare_real(std::uint8_t predicate, double a, double b) {
  const unsigned relation = std::isnan(a) || std::isnan(b) ? 8U : a == b ? 1U : a > b ? 2U : 4U;
  return (predicate & relation) != 0;
}

__extension__ using Wide = __int128;

struct Overflowing {
  Word value;
  bool overflow;
};
Overflowing overflowing(Opcode opcode, Word a, Word b, unsigned width, bool is_signed) {
  const Wide x = is_signed ? Wide{extended(a, width)} : static_cast<Wide>(a);
  const Wide y = is_signed ? Wide{extended(b, width)} : static_cast<Wide>(b);
  const Wide exact = opcode == Opcode::add_overflow ? x + y : opcode == Opcode::sub_overflow ? x - y : x * y;
  const Word value = masked(static_cast<Word>(exact), width);
  const Wide back = is_signed ? Wide{extended(value, width)} : static_cast<Wide>(value);
  return {value, back != exact};
}

struct Quotient {
  Word value = 0;
  const char* wrong = nullptr;
};
Quotient divided(Opcode opcode, Word a, Word b, unsigned width) {
  if (b == 0) return {.wrong = "division by zero"};
  if (opcode == Opcode::udiv) return {.value = a / b};
  if (opcode == Opcode::urem) return {.value = a % b};
  const std::int64_t x = extended(a, width);
  const std::int64_t y = extended(b, width);
  if (y == -1 && a == Word{1} << (width - 1))
    return {.wrong = "the quotient does not fit: the least number by -1"};
  return {.value = masked(static_cast<Word>(opcode == Opcode::sdiv ? x / y : x % y), width)};
}

double of_reals(Opcode opcode, double a, double b) {
  switch (opcode) {
    case Opcode::fadd:
      return a + b;
    case Opcode::fsub:
      return a - b;
    case Opcode::fmul:
      return a * b;
    case Opcode::fdiv:
      return a / b;
    default:
      return std::fmod(a, b);
  }
}

Word converted(Opcode opcode, Word a, unsigned from, unsigned to) {
  switch (opcode) {
    case Opcode::fp_to_si:
      return masked(static_cast<Word>(static_cast<std::int64_t>(real(a, from))), to);
    case Opcode::fp_to_ui:
      return masked(static_cast<Word>(real(a, from)), to);
    case Opcode::si_to_fp:
      return from_real(static_cast<double>(extended(a, from)), to);
    case Opcode::ui_to_fp:
      return from_real(static_cast<double>(a), to);
    default:
      return from_real(real(a, from), to);
  }
}

Word of_bits(Opcode opcode, Word a, unsigned width) {
  switch (opcode) {
    case Opcode::absolute:
      return extended(a, width) < 0 ? masked(Word{0} - a, width) : a;
    case Opcode::byte_swap:
      return __builtin_bswap64(a) >> (64 - width);
    case Opcode::population:
      return static_cast<Word>(std::popcount(a));
    case Opcode::leading_zeros:
      return static_cast<Word>(std::countl_zero(a)) - (64U - width);
    case Opcode::trailing_zeros:
      return a == 0 ? width : static_cast<Word>(std::countr_zero(a));
    default:
      HEDDLE_CHECK(false, "every opcode is executed somewhere");
  }
  return 0;
}

}  // namespace

// False: it failed (division by zero, a quotient that does not fit).
bool Machine::Parts::compute(Thread& thread, const Instruction& i, ThreadNumber number) {
  const Word a = value(thread, i.a);
  const auto b = [&] { return value(thread, i.b); };
  const auto put = [&](Word result) { write_register(thread, i.dst, result); };
  switch (i.opcode) {
    case Opcode::move:
      put(a);
      break;
    case Opcode::add:
      put(masked(a + b(), i.width));
      break;
    case Opcode::sub:
      put(masked(a - b(), i.width));
      break;
    case Opcode::mul:
      put(masked(a * b(), i.width));
      break;
    case Opcode::udiv:
    case Opcode::urem:
    case Opcode::sdiv:
    case Opcode::srem: {
      const Quotient quotient = divided(i.opcode, a, b(), i.width);
      if (quotient.wrong != nullptr) return fail(number, finding::Kind::signal, quotient.wrong), false;
      put(quotient.value);
      break;
    }
    case Opcode::shl:
      put(b() >= i.width ? 0 : masked(a << b(), i.width));
      break;
    case Opcode::lshr:
      put(b() >= i.width ? 0 : a >> b());
      break;
    case Opcode::ashr:
      put(masked(static_cast<Word>(extended(a, i.width) >> std::min<Word>(b(), 63)), i.width));
      break;
    case Opcode::and_:
      put(a & b());
      break;
    case Opcode::or_:
      put(a | b());
      break;
    case Opcode::xor_:
      put(a ^ b());
      break;
    case Opcode::fadd:
    case Opcode::fsub:
    case Opcode::fmul:
    case Opcode::fdiv:
    case Opcode::frem:
      put(from_real(of_reals(i.opcode, real(a, i.width), real(b(), i.width)), i.width));
      break;
    case Opcode::fneg:
      put(from_real(-real(a, i.width), i.width));
      break;
    case Opcode::icmp:
      if (is_thread_id(a) && is_thread_id(b())) compares_ids(a, b(), i.location);
      put(compare(static_cast<IntegerPredicate>(i.aux), a, b(), i.width) ? 1 : 0);
      break;
    case Opcode::fcmp:
      put(compare_real(i.aux, real(a, i.width), real(b(), i.width)) ? 1 : 0);
      break;
    case Opcode::trunc:
      put(masked(a, i.width));
      break;
    case Opcode::sext:
      put(masked(static_cast<Word>(extended(a, i.width)), i.aux));
      break;
    case Opcode::fp_to_si:
    case Opcode::fp_to_ui:
    case Opcode::si_to_fp:
    case Opcode::ui_to_fp:
    case Opcode::fp_resize:
      put(converted(i.opcode, a, i.width, i.aux));
      break;
    case Opcode::select:
      put(a != 0 ? b() : value(thread, i.c));
      break;
    case Opcode::index:
      put(a + static_cast<Word>(extended(b(), i.width)) * value(thread, i.c));
      break;
    case Opcode::add_overflow:
    case Opcode::sub_overflow:
    case Opcode::mul_overflow: {
      const Overflowing result = overflowing(i.opcode, a, b(), i.width, i.aux != 0);
      put(result.value);
      write_register(thread, i.e, result.overflow ? 1 : 0);
      break;
    }
    case Opcode::minimum:
    case Opcode::maximum: {
      const Word other = b();
      const bool less = i.aux != 0 ? extended(a, i.width) < extended(other, i.width) : a < other;
      put(less == (i.opcode == Opcode::minimum) ? a : other);
      break;
    }
    default:
      put(of_bits(i.opcode, a, i.width));
  }
  return true;
}

}  // namespace heddle::program
