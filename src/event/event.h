// SPDX-License-Identifier: Apache-2.0
// One event: a thread did something to something. Plain data, 40 bytes, no pointers; names are kept aside
// (names.h).
#pragma once

#include <cstdint>

#include "base/id.h"
#include "event/operation.h"

namespace heddle::event {

using ThreadId = base::Id<struct ThreadTag>;
using LockId = base::Id<struct LockTag>;
using ConditionId = base::Id<struct ConditionTag>;
using BarrierId = base::Id<struct BarrierTag>;
using MessageId = base::Id<struct MessageTag>;
using MarkId = base::Id<struct MarkTag>;
using LocationId = base::Id<struct LocationTag>;
using StackId = base::Id<struct StackTag>;

// 0-based place of an event in its trace.
using Position = std::uint64_t;

// A variable is the bytes it occupies: [address, address + size). Programs have real addresses; a trace that
// only names its variables gets addresses of its own from names.h, eight bytes each, above every real one.
struct Variable {
  std::uint64_t address = 0;
  std::uint32_t size = 0;
  friend constexpr bool operator==(Variable, Variable) = default;
  constexpr bool overlaps(Variable other) const {
    return address < other.address + other.size && other.address < address + size;
  }
};

struct Event {
  std::uint64_t target = 0;  // address, or number of the id, as target_kind(operation) says
  std::uint64_t value = 0;   // read or written, where known
  ThreadId thread;
  std::uint32_t extent = 0;  // bytes of a variable; lock of a wait or wake
  LocationId location;
  StackId stack;
  Operation operation = Operation::read;
  MemoryOrder order = MemoryOrder::relaxed;
  bool has_value = false;
  bool tried = false;  // an acquire that would not have waited for ever: of a try or a timed lock

  constexpr Variable variable() const { return {target, extent}; }
  constexpr LockId lock() const {
    return operation == Operation::wait || operation == Operation::wake ? LockId(extent) : LockId(target);
  }
  constexpr ConditionId condition() const { return ConditionId(target); }
  constexpr ThreadId other() const { return ThreadId(target); }  // the thread forked or joined
  constexpr BarrierId barrier() const { return BarrierId(target); }
  constexpr MessageId message() const { return MessageId(target); }
  constexpr MarkId mark() const { return MarkId(target); }

  friend constexpr bool operator==(const Event&, const Event&) = default;
};
static_assert(sizeof(Event) == 40);

// The ways to make one. Location, stack, order and value are set on the result where they are known.
constexpr Event access(ThreadId thread, Operation operation, Variable variable) {
  return {.target = variable.address, .thread = thread, .extent = variable.size, .operation = operation};
}
constexpr Event atomic(ThreadId thread, Operation operation, Variable variable, MemoryOrder order) {
  Event event = access(thread, operation, variable);
  event.order = order;
  return event;
}
constexpr Event fence(ThreadId thread, MemoryOrder order) {
  return {.thread = thread, .operation = Operation::fence, .order = order};
}
// Any operation on one numbered thing: acquire, fork, notify, send, mark …
template <class Tag>
constexpr Event act(ThreadId thread, Operation operation, base::Id<Tag> target) {
  return {.target = target.number(), .thread = thread, .operation = operation};
}
// wait and wake; lock may be none.
constexpr Event waiting(ThreadId thread, Operation operation, ConditionId condition, LockId lock) {
  return {.target = condition.number(), .thread = thread, .extent = lock.number(), .operation = operation};
}
// begin and end.
constexpr Event lifetime(ThreadId thread, Operation operation) {
  return {.thread = thread, .operation = operation};
}

}  // namespace heddle::event
