// SPDX-License-Identifier: Apache-2.0
// Where the values of atomics come from when memory itself does not decide: under a memory model weaker than
// sequential consistency a load may see older stores. Control asks, after the scheduler chose the thread; what
// it answers is what the program sees.
#pragma once

#include <cstdint>
#include <span>

#include "event/operation.h"
#include "schedule/scheduler.h"

namespace heddle::control {

using event::MemoryOrder;

// How a read-modify-write computes what it writes from what it read.
struct Modification {
  enum class Kind : std::uint8_t {
    none,
    exchange,
    add,
    subtract,
    bit_and,
    bit_or,
    bit_xor,
    bit_nand,
    compare
  };
  Kind kind = Kind::none;
  std::uint8_t bytes = 8;
  bool waits = false;     // compare: the thread goes on only when it succeeds (a lock)
  bool may_fail = false;  // compare: also without a reason (a weak one)
  MemoryOrder success = MemoryOrder::relaxed, failure = MemoryOrder::relaxed;
  std::uint64_t operand = 0;
  std::uint64_t expected = 0;

  bool succeeds(std::uint64_t old) const { return kind != Kind::compare || old == expected; }
  std::uint64_t written(std::uint64_t old) const {
    std::uint64_t result = operand;
    if (kind == Kind::add) result = old + operand;
    if (kind == Kind::subtract) result = old - operand;
    if (kind == Kind::bit_and) result = old & operand;
    if (kind == Kind::bit_or) result = old | operand;
    if (kind == Kind::bit_xor) result = old ^ operand;
    if (kind == Kind::bit_nand) result = ~(old & operand);
    return bytes >= 8 ? result : result & ((std::uint64_t{1} << (8 * bytes)) - 1);
  }
};

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
  bool writes = false;
  bool is_last = true;   // in the order of the location's writes so far: what memory is to hold
  bool blocked = false;  // the thread does not go on in this execution
};

class Memory {
 public:
  virtual ~Memory() = default;
  virtual AtomicAnswer perform(Thread thread, const AtomicRequest& request) = 0;
  virtual void fence(Thread thread, MemoryOrder order) = 0;
  // The thread is back where it stood before its last so many reads, and would only read the same again: it
  // does not go on in this execution, unless a value changes: that is another one.
  virtual void stuck(Thread thread, std::uint32_t reads) = 0;
  // Whoever does not go on waits for a value that has changed meanwhile: what this execution ends with means
  // nothing.
  virtual bool is_meaningless() const = 0;
  // What happens before the thread's next step: how many of each thread's events; entries beyond are 0.
  virtual std::span<const std::uint32_t> known_to(Thread thread) const = 0;
  virtual std::uint32_t events_of(Thread thread) const = 0;  // performed so far
};

}  // namespace heddle::control
