// SPDX-License-Identifier: Apache-2.0
// Where the values of atomics come from when memory itself does not decide: under a memory model weaker than
// sequential consistency a load may see older stores. Control asks, after the scheduler chose the thread; what
// it answers is what the program sees.
#pragma once

#include <cstdint>
#include <span>

#include "event/operation.h"
#include "schedule/scheduler.h"

namespace heddle::schedule {

using event::MemoryOrder;

// How a read-modify-write computes what it writes from what it read, and when it does. What locks, semaphores,
// barriers, conditions and once flags do to their objects are such too, so that one search explores them all.
struct Modification {
  enum class Kind : std::uint8_t {
    none,  // it only reads
    exchange,
    add,
    subtract,
    bit_and,
    bit_or,
    bit_xor,
    bit_nand,
    drop_a_bit,  // any one of those set: which is a choice
    arrive,      // counts up its low half; at the operand it begins again, and the high half counts up
    choose,      // it only reads: a choice of the operand's number
    begin,       // what is done once: of 0 it makes 1, which the others wait for; anything else it only reads
  };
  Kind kind = Kind::none;
  std::uint8_t bytes = 8;
  // It happens only if (value & mask) == expected, or != where `unequal`; otherwise it is a read, with the order
  // of a failure, and where it `waits` its thread goes on only when it happens.
  bool guarded = false, unequal = false, waits = false;
  bool may_fail = false;  // also without a reason: a weak compare-exchange
  // What it reads or changes is where it is, not here: a run performs all of the location in their order.
  bool in_place = false;
  // Of those who wait in a queue until a word changes: nothing is handed over by it. What is promised all the same says
  // explore/wake_ups.h.
  enum class Queue : std::uint8_t { none, enter, leave, sleep, wake };
  Queue queue = Queue::none;
  // A reader takes or gives back a readers-writer lock: what readers give back is for writers, not for other readers.
  bool among_readers = false;
  MemoryOrder success = MemoryOrder::relaxed, failure = MemoryOrder::relaxed;
  std::uint64_t operand = 0;
  std::uint64_t mask = ~std::uint64_t{0}, expected = 0;

  constexpr bool succeeds(std::uint64_t old) const {
    return !guarded || ((old & mask) == expected) != unequal;
  }
  // How many things can come of it, all numbered from 0, the obvious one.
  constexpr std::uint32_t choices(std::uint64_t old) const {
    if (!succeeds(old)) return 1;
    if (kind == Kind::drop_a_bit) return static_cast<std::uint32_t>(__builtin_popcountll(old));
    if (kind == Kind::choose) return static_cast<std::uint32_t>(operand);
    return may_fail ? 2 : 1;
  }
  constexpr bool writes(std::uint64_t old, std::uint32_t choice) const {
    if (kind == Kind::begin && old != 0) return false;
    return kind != Kind::none && kind != Kind::choose && succeeds(old) && !(may_fail && choice == 1);
  }
  constexpr std::uint64_t written(std::uint64_t old, std::uint32_t choice) const {
    std::uint64_t result = operand;
    switch (kind) {
      case Kind::none:
      case Kind::choose:
      case Kind::exchange:
      case Kind::begin:
        break;
      case Kind::add:
        result = old + operand;
        break;
      case Kind::subtract:
        result = old - operand;
        break;
      case Kind::bit_and:
        result = old & operand;
        break;
      case Kind::bit_or:
        result = old | operand;
        break;
      case Kind::bit_xor:
        result = old ^ operand;
        break;
      case Kind::bit_nand:
        result = ~(old & operand);
        break;
      case Kind::drop_a_bit: {
        std::uint64_t bits = old;
        for (; choice > 0; --choice) bits &= bits - 1;
        result = old & ~(bits & -bits);
        break;
      }
      case Kind::arrive:
        result = (old & 0xFFFFFFFF) + 1 < operand ? old + 1 : (old >> 32 << 32) + (std::uint64_t{1} << 32);
        break;
    }
    return bytes >= 8 ? result : result & ((std::uint64_t{1} << (8 * bytes)) - 1);
  }
};
constexpr Modification compare_exchange(std::uint64_t expected, std::uint64_t desired) {
  Modification modification{.kind = Modification::Kind::exchange, .guarded = true};
  modification.operand = desired;
  modification.expected = expected;
  return modification;
}

struct AtomicRequest {
  enum class Kind : std::uint8_t { load, store, modify };
  Kind kind = Kind::load;
  MemoryOrder order = MemoryOrder::relaxed;
  std::uint32_t location = 0;  // the object's number
  std::uint64_t initial = 0;   // what memory holds: the location's value if it is new
  std::uint64_t value = 0;     // store
  Modification modification;
};
struct AtomicAnswer {
  std::uint64_t old = 0;      // what it read
  std::uint64_t written = 0;  // if it writes
  std::uint32_t choice = 0;
  bool writes = false;
  bool is_last = true;   // in the order of the location's writes so far: what memory is to hold
  bool blocked = false;  // the thread does not go on in this execution
  std::uint32_t event = ~std::uint32_t{0};  // its number in a graph that will be shown
};

class Memory {
 public:
  virtual ~Memory() = default;
  // May the thread that runs take its next step at once, since the scheduler would choose it anyway? Then it was chosen.
  virtual bool goes_on(Thread thread) = 0;
  // The thread stands before this operation; then, when it was chosen, it is performed.
  virtual void reaches(Thread thread, const AtomicRequest& request) = 0;
  virtual AtomicAnswer perform(Thread thread, const AtomicRequest& request) = 0;
  virtual void fence(Thread thread, MemoryOrder order) = 0;
  // The thread is back where it stood before its last so many reads, and would only read the same again: it
  // does not go on in this execution, unless a value changes: that is another one.
  virtual void stuck(Thread thread, std::uint32_t reads) = 0;
  // Whoever does not go on waits for a value that has changed meanwhile: what this execution ends with means
  // nothing.
  virtual bool is_meaningless() const = 0;
  // What happens before the thread's next step: how many of each thread's events, of its own all so far; entries beyond are 0.
  // A multiple of four.
  virtual std::span<const std::uint32_t> known_to(Thread thread) const = 0;
};

}  // namespace heddle::schedule
