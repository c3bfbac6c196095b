// SPDX-License-Identifier: Apache-2.0
// What a thread does alone: the interpreter's loop.
#include <algorithm>
#include <bit>
#include <cmath>

#include <fmt/format.h>

#include "program/machine/machine_parts.h"

namespace heddle::program {
namespace {

Word masked(Word value, unsigned width) { return width >= 64 ? value : value & ((Word{1} << width) - 1); }
std::int64_t extended(Word value, unsigned width) {
  if (width >= 64) return static_cast<std::int64_t>(value);
  return static_cast<std::int64_t>(value << (64 - width)) >> (64 - width);
}
double real(Word value, unsigned width) {
  return width == 32 ? static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(value)))
                     : std::bit_cast<double>(value);
}
Word from_real(double value, unsigned width) {
  return width == 32 ? Word{std::bit_cast<std::uint32_t>(static_cast<float>(value))}
                     : std::bit_cast<Word>(value);
}

bool compare(IntegerPredicate predicate, Word a, Word b, unsigned width) {
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
      return extended(a, width) > extended(b, width);
    case IntegerPredicate::sge:
      return extended(a, width) >= extended(b, width);
    case IntegerPredicate::slt:
      return extended(a, width) < extended(b, width);
    case IntegerPredicate::sle:
      return extended(a, width) <= extended(b, width);
  }
  return false;
}

// LLVM's encoding of floating-point predicates: a bit each for equal, greater, less, unordered.
bool compare_real(std::uint8_t predicate, double a, double b) {
  const unsigned relation = std::isnan(a) || std::isnan(b) ? 8U : a == b ? 1U : a > b ? 2U : 4U;
  return (predicate & relation) != 0;
}

Word updated(RmwOperation operation, Word old, Word value, unsigned width) {
  switch (operation) {
    case RmwOperation::exchange:
      return value;
    case RmwOperation::add:
      return masked(old + value, width);
    case RmwOperation::sub:
      return masked(old - value, width);
    case RmwOperation::and_:
      return old & value;
    case RmwOperation::nand:
      return masked(~(old & value), width);
    case RmwOperation::or_:
      return old | value;
    case RmwOperation::xor_:
      return old ^ value;
    case RmwOperation::max:
      return extended(old, width) > extended(value, width) ? old : value;
    case RmwOperation::min:
      return extended(old, width) < extended(value, width) ? old : value;
    case RmwOperation::umax:
      return std::max(old, value);
    case RmwOperation::umin:
      return std::min(old, value);
  }
  return value;
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

}  // namespace

void Machine::Parts::effect(ThreadNumber thread, event::Operation operation, Word target, std::uint64_t size,
                            event::MemoryOrder order, Word lock) {
  const Thread& actor = threads[thread];
  if (order != event::MemoryOrder::seq_cst && event::has_order(operation) && weak_atomic == 0 &&
      !actor.frames.empty())
    weak_atomic = std::max(instruction(actor).location, 1U);
  effects.push_back({.operation = operation,
                     .order = order,
                     .thread = thread,
                     .location = actor.frames.empty() ? 0 : instruction(actor).location,
                     .target = target,
                     .size = size,
                     .lock = lock,
                     .trusted = !actor.frames.empty() && function(actor).trusted});
}

void Machine::Parts::push_frame(Thread& thread, std::uint32_t called, std::span<const Word> arguments) {
  const Function& callee = program.functions[called];
  const std::uint32_t base =
      thread.frames.empty()
          ? 0
          : thread.frames.back().base + program.functions[thread.frames.back().function].registers;
  if (thread.registers.size() < base + callee.registers) thread.registers.resize(base + callee.registers);
  for (std::uint32_t i = 0; i < callee.parameters; ++i)
    thread.registers[base + i] = i < arguments.size() ? arguments[i] : 0;
  thread.frames.push_back({.function = called,
                           .pc = 0,
                           .base = base,
                           .first_object = static_cast<std::uint32_t>(thread.objects.size()),
                           .once = 0});
}

void Machine::Parts::pop_frame(Thread& thread) {
  while (thread.objects.size() > thread.frames.back().first_object) {
    end_object(thread.objects.back());
    thread.objects.pop_back();
  }
  thread.frames.pop_back();
}

// The variable's name may be used again at once, unless someone could still have its address.
void Machine::Parts::end_scope(Thread& thread, Word address) {
  const ObjectNumber number = is_pointer(address) ? object_of(address) : 0;
  const auto at = std::find(thread.objects.rbegin(), thread.objects.rend(), number);
  if (number == 0 || at == thread.objects.rend()) return;
  const Frame& frame = thread.frames.back();
  const Function& owner = program.functions[frame.function];
  for (const std::uint32_t r : program.register_lists[owner.live_before[frame.pc + 1]])
    if (const Word word = thread.registers[frame.base + r]; is_pointer(word) && object_of(word) == number)
      objects[number].exposed = true;
  end_object(number);
  thread.objects.erase(std::next(at).base());
}

void Machine::Parts::end_thread(ThreadNumber number, Word result) {
  Thread& thread = threads[number];
  if (program.thread_end && !thread.ending && number != 0 && number < thread_names.size()) {
    while (!thread.frames.empty()) pop_frame(thread);
    thread.ending = true;
    thread.result = result;
    push_frame(thread, *program.thread_end, {});
    return;
  }
  if (thread.ending) result = thread.result;
  thread.ending = false;
  effect(number, event::Operation::end, 0);
  while (!thread.frames.empty()) pop_frame(thread);
  for (const ObjectNumber object : thread.storage)
    if (object != 0) end_object(object);
  thread.storage.clear();
  thread.result = thread.detached ? 0 : result;
  escape(result);
  thread.status = thread.detached ? Thread::Status::absent : Thread::Status::finished;
  thread.registers.clear();
  thread.held.clear();
  thread.interrupted = false;
}

// Arithmetic: everything that only touches registers. False: it failed (division by zero).
bool Machine::Parts::compute(Thread& thread, const Instruction& i, ThreadNumber number) {
  const Word a = value(thread, i.a);
  const auto b = [&] { return value(thread, i.b); };
  const auto put = [&](Word result) { write_register(thread, i.dst, result); };
  const auto put_real = [&](double result) { put(from_real(result, i.width)); };
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
      const Word divisor = b();
      if (divisor == 0) return fail(number, finding::Kind::signal, "division by zero"), false;
      if (i.opcode == Opcode::udiv) return put(a / divisor), true;
      if (i.opcode == Opcode::urem) return put(a % divisor), true;
      const std::int64_t x = extended(a, i.width);
      const std::int64_t y = extended(divisor, i.width);
      if (y == -1) return put(i.opcode == Opcode::sdiv ? masked(Word{0} - a, i.width) : 0), true;
      put(masked(static_cast<Word>(i.opcode == Opcode::sdiv ? x / y : x % y), i.width));
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
      put_real(real(a, i.width) + real(b(), i.width));
      break;
    case Opcode::fsub:
      put_real(real(a, i.width) - real(b(), i.width));
      break;
    case Opcode::fmul:
      put_real(real(a, i.width) * real(b(), i.width));
      break;
    case Opcode::fdiv:
      put_real(real(a, i.width) / real(b(), i.width));
      break;
    case Opcode::frem:
      put_real(std::fmod(real(a, i.width), real(b(), i.width)));
      break;
    case Opcode::fneg:
      put_real(-real(a, i.width));
      break;
    case Opcode::icmp:
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
      put(masked(static_cast<Word>(static_cast<std::int64_t>(real(a, i.width))), i.aux));
      break;
    case Opcode::fp_to_ui:
      put(masked(static_cast<Word>(real(a, i.width)), i.aux));
      break;
    case Opcode::si_to_fp:
      put(from_real(static_cast<double>(extended(a, i.width)), i.aux));
      break;
    case Opcode::ui_to_fp:
      put(from_real(static_cast<double>(a), i.aux));
      break;
    case Opcode::fp_resize:
      put(from_real(real(a, i.width), i.aux));
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
    case Opcode::absolute:
      put(extended(a, i.width) < 0 ? masked(Word{0} - a, i.width) : a);
      break;
    case Opcode::byte_swap:
      put(__builtin_bswap64(a) >> (64 - i.width));
      break;
    case Opcode::population:
      put(static_cast<Word>(std::popcount(a)));
      break;
    case Opcode::leading_zeros:
      put(static_cast<Word>(std::countl_zero(a)) - (64U - i.width));
      break;
    case Opcode::trailing_zeros:
      put(a == 0 ? i.width : static_cast<Word>(std::countr_zero(a)));
      break;
    default:
      HEDDLE_CHECK(false, "every opcode is executed somewhere");
  }
  return true;
}

// A load, store, read-modify-write or compare-and-exchange; goes on to the next instruction.
Outcome Machine::Parts::access(ThreadNumber number, const Instruction& i, bool visible) {
  using event::Operation;
  Thread& thread = threads[number];
  const bool is_atomic = i.aux != 0;
  const auto order = is_atomic ? static_cast<event::MemoryOrder>(i.aux - 1) : event::MemoryOrder::relaxed;
  const auto note = [&](Operation operation, Word address, event::MemoryOrder with) {
    if (visible) effect(number, operation, address, i.width, with);
  };
  switch (i.opcode) {
    case Opcode::load: {
      const Word address = value(thread, i.a);
      note(is_atomic ? Operation::atomic_load : Operation::read, address, order);
      Word result = 0;
      if (!load(number, address, i.width, result)) return Outcome::problem;
      if (i.flags != 0) result = masked(result, i.flags);
      write_register(thread, i.dst, result);
      break;
    }
    case Opcode::store: {
      const Word address = value(thread, i.b);
      note(is_atomic ? Operation::atomic_store : Operation::write, address, order);
      if (!store(number, address, i.width, value(thread, i.a))) return Outcome::problem;
      break;
    }
    case Opcode::rmw: {
      const Word address = value(thread, i.a);
      note(Operation::atomic_rmw, address, order);
      Word old = 0;
      if (!load(number, address, i.width, old)) return Outcome::problem;
      const Word next = updated(static_cast<RmwOperation>(i.flags), old, value(thread, i.b), 8U * i.width);
      if (options.symmetry && static_cast<RmwOperation>(i.flags) != RmwOperation::exchange &&
          (is_name(old) || is_name(value(thread, i.b)) || is_name(next)))
        names_observed = true;
      if (!store(number, address, i.width, next)) return Outcome::problem;
      write_register(thread, i.dst, old);
      break;
    }
    default: {
      const Word address = value(thread, i.a);
      Word old = 0;
      if (!load(number, address, i.width, old)) {
        note(Operation::atomic_rmw, address, order);
        return Outcome::problem;
      }
      const bool success = old == value(thread, i.b);
      note(success ? Operation::atomic_rmw : Operation::atomic_load, address,
           success ? order : static_cast<event::MemoryOrder>(i.flags - 1));
      if (success && !store(number, address, i.width, value(thread, i.c))) return Outcome::problem;
      write_register(thread, i.dst, old);
      write_register(thread, i.e, success ? 1 : 0);
    }
  }
  ++thread.frames.back().pc;
  return Outcome::done;
}

Outcome Machine::Parts::run(ThreadNumber number) {
  std::uint32_t executed = 0;
  threads[number].dirty = true;
  if (objects.size() > kMostObjects - 8 * kLocalBudget) return give_up(number, "more than 350,000 blocks");
  while (true) {
    Thread& thread = threads[number];
    if (thread.frames.empty() || thread.status != Thread::Status::running || exited) return Outcome::done;
    Frame& frame = thread.frames.back();
    const Function& here = program.functions[frame.function];
    const Instruction& i = here.code[frame.pc];
    ++executed;
    switch (i.opcode) {
      case Opcode::jump:
      case Opcode::branch: {
        const auto target = static_cast<std::uint32_t>(i.opcode == Opcode::jump  ? i.a
                                                       : value(thread, i.a) != 0 ? i.b
                                                                                 : i.c);
        if (target <= frame.pc && executed > kLocalBudget) {
          thread.interrupted = true;
          return Outcome::done;
        }
        frame.pc = target;
        continue;
      }
      case Opcode::switch_: {
        const Word selector = value(thread, i.a);
        Operand target = i.e;
        for (Operand k = 0; k < i.c; ++k)
          if (value(thread, here.extra[static_cast<std::size_t>(i.b + 2 * k)]) == selector) {
            target = here.extra[static_cast<std::size_t>(i.b + 2 * k + 1)];
            break;
          }
        frame.pc = static_cast<std::uint32_t>(target);
        continue;
      }
      case Opcode::call:
      case Opcode::call_pointer: {
        auto called = static_cast<std::uint32_t>(i.a);
        if (i.opcode == Opcode::call_pointer) {
          const Word pointer = value(thread, i.a);
          const ObjectNumber object = is_pointer(pointer) ? object_of(pointer) : 0;
          if (object == 0 || object > program.functions.size() || offset_of(pointer) != 0)
            return fail(number, pointer == 0 ? finding::Kind::null_dereference : finding::Kind::out_of_bounds,
                        "a pointer that is no function's address is called", pointer);
          called = object - 1;
        }
        if (thread.frames.size() > 5000) return give_up(number, "recursion deeper than 5,000 calls");
        std::array<Word, 16> few{};
        std::vector<Word> many;
        std::span<Word> arguments(few.data(), static_cast<std::size_t>(std::min<Operand>(i.c, 16)));
        if (i.c > 16) {
          many.resize(static_cast<std::size_t>(i.c));
          arguments = many;
        }
        for (Operand k = 0; k < i.c; ++k) arguments[static_cast<std::size_t>(k)] = argument(thread, i, k);
        push_frame(thread, called, arguments);
        continue;
      }
      case Opcode::ret: {
        std::array<Word, 8> results{};
        if (i.c > 8) return give_up(number, "a function that returns more than eight values");
        for (Operand k = 0; k < i.c; ++k) {
          results[static_cast<std::size_t>(k)] = argument(thread, i, k);
          expose(results[static_cast<std::size_t>(k)]);
        }
        if (thread.frames.size() == 1) {
          if (number == 0) return Outcome::done;  // main's return is visible: it ends everything
          if (leaves_atomic_block(number)) return Outcome::problem;
          end_thread(number, i.c > 0 ? results[0] : 0);
          if (threads[number].frames.empty()) return Outcome::done;
          continue;
        }
        if (frame.once != 0) {  // a once routine is done: others may see it
          const Word flag = frame.once;
          pop_frame(thread);
          if (!store(number, flag, 4, 2)) return Outcome::problem;
          effect(number, event::Operation::release, flag);
          ++thread.frames.back().pc;
          continue;
        }
        pop_frame(thread);
        const Instruction& call = instruction(thread);
        for (Operand k = 0; k < std::min(call.e, i.c); ++k)
          write_register(thread, function(thread).extra[static_cast<std::size_t>(call.b + call.c + k)],
                         results[static_cast<std::size_t>(k)]);
        ++thread.frames.back().pc;
        continue;
      }
      case Opcode::stack_object: {
        const Word size = value(thread, i.a);
        if (size > (Word{1} << 28)) return give_up(number, "a local variable of more than 256 MiB");
        const ObjectNumber made = make_object(number, Object::Kind::stack, size, i.location,
                                              frame.function * 65536U + frame.pc + 1, false);
        objects[made].name = i.b >= 0 ? static_cast<std::uint32_t>(i.b) + 1 : 0;
        thread.objects.push_back(made);
        write_register(thread, i.dst, address_of(made));
        break;
      }
      case Opcode::thread_object: {
        std::size_t slot = 0;
        while (storage_globals[slot] != static_cast<std::uint32_t>(i.a)) ++slot;
        thread.storage.resize(storage_globals.size() + 1);
        if (thread.storage[slot] == 0) {
          const Global& global = program.globals[static_cast<std::size_t>(i.a)];
          const ObjectNumber made =
              make_object(number, Object::Kind::thread_local_storage, global.bytes.size(), global.declared,
                          0x80000000U + static_cast<std::uint32_t>(slot), true);
          objects[made].bytes = global.bytes;
          objects[made].data = objects[made].bytes.data();
          thread.storage[slot] = made;
        }
        write_register(thread, i.dst, address_of(thread.storage[slot]));
        break;
      }
      case Opcode::load:
      case Opcode::store:
      case Opcode::rmw:
      case Opcode::compare_exchange: {
        const Word address = value(thread, i.opcode == Opcode::store ? i.b : i.a);
        const bool is_private_access = is_private(number, address);
        if (!is_private_access && thread.atomic_depth == 0) return Outcome::done;
        if (const Outcome outcome = access(number, i, !is_private_access); outcome != Outcome::done)
          return outcome;
        continue;
      }
      case Opcode::fence:
        if (thread.atomic_depth == 0) return Outcome::done;
        break;
      case Opcode::builtin: {
        bool stop = false;
        if (const Outcome outcome = local_builtin(number, i, stop); outcome != Outcome::done || stop)
          return outcome;
        continue;
      }
      case Opcode::unreachable:
        return fail(number, finding::Kind::abort,
                    "the program reaches a place that it promises never to reach");
      case Opcode::unsupported:
        return give_up(number, program.messages[static_cast<std::size_t>(i.a)]);
      default:
        if (options.symmetry) {
          const Word a = value(thread, i.a);
          const Word b = value(thread, i.b);
          if (!compute(thread, i, number)) return Outcome::problem;
          const Word result = value(thread, i.dst);
          // Most numbers are small: one test for all three.
          if (((a >> 57 == 0x24) | (b >> 57 == 0x24) | (result >> 57 == 0x24)) != 0)
            watch_computing(i, a, b, result);
        } else if (!compute(thread, i, number)) {
          return Outcome::problem;
        }
    }
    ++threads[number].frames.back().pc;
  }
}

// A builtin met while running alone. Visible ones stop the thread, unless they only touch private memory or
// are part of an atomic block and cannot branch or block; the rest are done here.
Outcome Machine::Parts::local_builtin(ThreadNumber number, const Instruction& i, bool& stop) {
  const auto builtin = static_cast<Builtin>(i.a);
  Thread& thread = threads[number];
  const auto arg = [&](Operand k) { return argument(thread, i, k); };
  const auto go_on = [&](Word result) {
    Thread& again = threads[number];
    give_result(again, i, result);
    ++again.frames.back().pc;
    return Outcome::done;
  };
  if (is_visible(builtin)) {
    if (builtin == Builtin::release_memory && (arg(0) == 0 || is_private(number, arg(0))))
      return release_memory(number, arg(0)) ? go_on(0) : Outcome::problem;
    const Pending next = pending_builtin(number, i);
    const bool touches_private = next.kind == Pending::Kind::access && !next.free &&
                                 (next.size == 0 || is_private(number, next.address)) &&
                                 (next.source_size == 0 || is_private(number, next.source));
    if (!touches_private && !(thread.atomic_depth > 0 && next.alternatives == 1)) {
      stop = true;
      return Outcome::done;
    }
    const std::size_t known = effects.size();
    const Outcome outcome = perform_builtin(number, i, 0);
    if (touches_private) effects.resize(known);
    return outcome;
  }
  const auto allocate = [&](Word size, bool zeroed) {
    const ObjectNumber made = make_object(number, Object::Kind::heap, size, i.location, 0, zeroed);
    effect(number, event::Operation::alloc, address_of(made), size);
    return address_of(made);
  };
  constexpr Word kHuge = Word{1} << 28;
  switch (builtin) {
    case Builtin::assert_fail: {
      std::string text;
      if (i.c < 1 || !string_at(number, arg(0), text)) text.assign(1, '?');
      return fail(number, finding::Kind::assertion, fmt::format("assertion `{}` fails", text));
    }
    case Builtin::reach_error:
      return fail(number, finding::Kind::assertion, "reach_error() is called");
    case Builtin::abort_program:
      return fail(number, finding::Kind::abort, "the program aborts");
    case Builtin::throw_exception:
      return fail(number, finding::Kind::uncaught_exception,
                  "an exception is thrown; handlers are not followed");
    case Builtin::allocate:
      if (arg(0) > kHuge) return go_on(0);
      return go_on(allocate(arg(0), false));
    case Builtin::allocate_zeroed:
      if (arg(0) != 0 && arg(1) > kHuge / arg(0)) return go_on(0);
      return go_on(allocate(arg(0) * arg(1), true));
    case Builtin::allocate_aligned: {
      const Word size = i.c == 2 ? std::max(arg(0), arg(1)) : arg(0);
      return go_on(allocate(size, false));
    }
    case Builtin::allocate_posix: {
      const Word made = allocate(arg(2), false);
      if (!store(number, argument(threads[number], i, 0), 8, made)) return Outcome::problem;
      return go_on(0);
    }
    case Builtin::thread_self:
      return go_on(thread_id(on_behalf.value_or(number)));
    case Builtin::thread_equal:
      return go_on(arg(0) == arg(1) ? 1 : 0);
    case Builtin::assume: {
      const bool met = (arg(0) & 0xFFFFFFFF) != 0;
      const Operand condition = function(thread).extra[static_cast<std::size_t>(i.b)];
      if (i.flags != 0 && condition >= 0) {  // heddle_assume(0) is meant
        bool& ever = assumptions[i.location];
        ever = ever || met;
      }
      return met ? go_on(0) : Outcome::pruned;
    }
    case Builtin::atomic_end:
      if (thread.atomic_depth == 0)
        return fail(number, finding::Kind::lock_misuse, "an atomic block ends that never began");
      if (--thread.atomic_depth == 0) {
        drop(thread, kAtomicBlock);
        effect(number, event::Operation::release, kAtomicBlock);
      }
      return go_on(0);
    case Builtin::end_scope:
      end_scope(thread, arg(0));
      return go_on(0);
    case Builtin::save_stack:
      return go_on(
          thread.objects.size() > thread.frames.back().first_object ? address_of(thread.objects.back()) : 0);
    case Builtin::restore_stack: {
      const auto first = thread.objects.begin() + thread.frames.back().first_object;
      const ObjectNumber last = is_pointer(arg(0)) ? object_of(arg(0)) : 0;
      if (last != 0 && std::find(first, thread.objects.end(), last) == thread.objects.end()) return go_on(0);
      while (thread.objects.size() > thread.frames.back().first_object && thread.objects.back() != last)
        end_scope(thread, address_of(thread.objects.back()));
      return go_on(0);
    }
    case Builtin::end_arguments:
      end_object(thread.objects.back());
      thread.objects.pop_back();
      return go_on(0);
    case Builtin::error_number: {
      thread.storage.resize(storage_globals.size() + 1);
      if (thread.storage.back() == 0)
        thread.storage.back() =
            make_object(number, Object::Kind::thread_local_storage, 4, 0, 0xFFFFFFFF, true);
      return go_on(address_of(thread.storage.back()));
    }
    case Builtin::returns_first:
      return go_on(arg(0));
    case Builtin::hardware_concurrency:
      return go_on(2);
    default:
      return go_on(0);
  }
}

}  // namespace heddle::program
