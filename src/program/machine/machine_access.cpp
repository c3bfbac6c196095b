// SPDX-License-Identifier: Apache-2.0
// Accesses of memory by single instructions: loads, stores, read-modify-writes, compare-and-exchanges.
#include "program/machine/arithmetic.h"
#include "program/machine/machine_parts.h"

namespace heddle::program {
namespace {

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

// A weak compare-and-exchange may fail for no reason.
bool may_fail(const Instruction& i) { return i.opcode == Opcode::compare_exchange && (i.flags & kWeak) != 0; }

}  // namespace

// A pointer to virtual functions that is there already.
bool Machine::Parts::stores_nothing(const Thread& thread, const Instruction& i) const {
  if (i.opcode != Opcode::store || i.flags != kVirtual) return false;
  const Word address = value(thread, i.b);
  if (!is_pointer(address) || !has_object(object_of(address))) return false;
  const Object& object = objects[object_of(address)];
  const std::int64_t at = offset_of(address);
  if (object.data == nullptr || at < 0 || at + i.width > static_cast<std::int64_t>(object.size)) return false;
  Word old = 0;
  std::memcpy(&old, object.data + at, i.width);
  return old == value(thread, i.a) && is_written(address, i.width);
}

Pending Machine::Parts::before_access(const Thread& thread, const Instruction& i) const {
  Pending next;
  next.kind = Pending::Kind::access;
  next.alternatives = 1;
  next.address = value(thread, i.opcode == Opcode::store ? i.b : i.a);
  next.size = i.width;
  const bool nothing = stores_nothing(thread, i);
  next.reads = i.opcode != Opcode::store || nothing;
  next.writes = i.opcode != Opcode::load && i.opcode != Opcode::load_result && !nothing;
  next.atomic = i.aux != 0;
  if (next.atomic) next.order = static_cast<event::MemoryOrder>(i.aux - 1);
  if (i.opcode != Opcode::compare_exchange || !is_pointer(next.address) ||
      !has_object(object_of(next.address)))
    return next;
  const Object& object = objects[object_of(next.address)];
  const std::int64_t at = offset_of(next.address);
  if (object.data == nullptr || at < 0 || at + i.width > static_cast<std::int64_t>(object.size)) return next;
  Word old = 0;
  std::memcpy(&old, object.data + at, i.width);
  if (old != value(thread, i.b))
    next.writes = false;
  else if (may_fail(i))
    next.alternatives = 2;
  return next;
}

// Goes on to the next instruction.
Outcome Machine::Parts::access(ThreadNumber number, const Instruction& i, std::uint32_t alternative,
                               bool visible) {
  using event::Operation;
  Thread& thread = threads[number];
  const bool is_atomic = i.aux != 0;
  const auto order = is_atomic ? static_cast<event::MemoryOrder>(i.aux - 1) : event::MemoryOrder::relaxed;
  const auto note = [&](Operation operation, Word address, event::MemoryOrder with) {
    if (!visible && !options.private_effects) return;
    effect(number, operation, address, i.width, with);
    effects.back().hidden = !visible;
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
    case Opcode::load_result: {
      const Word address = value(thread, i.a);
      note(Operation::read, address, order);
      const std::uint8_t* from = bytes(number, address, i.width, false);
      if (from == nullptr) return Outcome::problem;
      Word result = kIndeterminate;
      if (is_written(address, i.width)) {
        if (!load(number, address, i.width, result)) return Outcome::problem;
      } else if (i.e == kAsItIs) {
        result = 0;
        std::memcpy(&result, from, i.width);
      }
      write_register(thread, i.dst,
                     result == kIndeterminate || i.flags == 0 ? result : masked(result, i.flags));
      break;
    }
    case Opcode::store: {
      const Word address = value(thread, i.b);
      if (stores_nothing(thread, i)) {
        note(Operation::read, address, order);
        break;
      }
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
      if (old == next && (visible || options.private_effects)) effects.back().idle = true;
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
      const bool success = old == value(thread, i.b) && alternative == 0;
      note(success ? Operation::atomic_rmw : Operation::atomic_load, address,
           success ? order : static_cast<event::MemoryOrder>((i.flags & ~kWeak) - 1));
      if (success && !store(number, address, i.width, value(thread, i.c))) return Outcome::problem;
      write_register(thread, i.dst, old);
      write_register(thread, i.e, success ? 1 : 0);
    }
  }
  if (tells && (visible || options.private_effects)) tell_value(effects.back());
  ++thread.frames.back().pc;
  return Outcome::done;
}

void Machine::Parts::tell_value(Effect& made) const {
  const Object& object = objects[object_of(made.target)];
  const std::int64_t at = offset_of(made.target);
  if (object.data == nullptr || made.size > sizeof made.value) return;
  std::memcpy(&made.value, object.data + at, made.size);
  made.has_value = true;
}

}  // namespace heddle::program
