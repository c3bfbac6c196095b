// SPDX-License-Identifier: Apache-2.0
// What a thread can do, to which kind of thing, with which memory order.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace heddle::event {

enum class Operation : std::uint8_t {
#define HEDDLE_OPERATION(enumerator, name, std_name, target) enumerator,
#include "event/operation.def"
#undef HEDDLE_OPERATION
};

inline constexpr std::size_t kOperations = 0
#define HEDDLE_OPERATION(enumerator, name, std_name, target) +1
#include "event/operation.def"
#undef HEDDLE_OPERATION
    ;

enum class TargetKind : std::uint8_t { nothing, variable, lock, condition, thread, barrier, message, mark };

// Synchronising strength of an atomic operation or fence. The first six are C11's (consume is treated as
// acquire). java_volatile is Java's stronger rule: every earlier such write synchronises with every later
// such read.
enum class MemoryOrder : std::uint8_t { relaxed, consume, acquire, release, acq_rel, seq_cst, java_volatile };
inline constexpr std::size_t kMemoryOrders = 7;

std::string_view name(Operation operation);      // "atomic load": for people and JSON
std::string_view std_name(Operation operation);  // "load": in STD text
std::string_view name(MemoryOrder order);        // "acq_rel"
std::string_view name(TargetKind kind);          // "lock"
std::optional<Operation> operation_named(std::string_view std_name);
std::optional<MemoryOrder> memory_order_named(std::string_view name);

namespace detail {
inline constexpr std::array<TargetKind, kOperations> kTargets = {
#define HEDDLE_OPERATION(enumerator, name, std_name, target) TargetKind::target,
#include "event/operation.def"
#undef HEDDLE_OPERATION
};
}  // namespace detail

constexpr TargetKind target_kind(Operation operation) {
  return detail::kTargets[static_cast<std::size_t>(operation)];
}

constexpr bool is_atomic(Operation operation) {
  return operation == Operation::atomic_load || operation == Operation::atomic_store ||
         operation == Operation::atomic_rmw;
}
// Accesses are what can race. A free is one: it writes all its bytes. An alloc is not.
constexpr bool is_access(Operation operation) {
  return operation <= Operation::atomic_rmw || operation == Operation::free;
}
constexpr bool writes(Operation operation) {
  return operation == Operation::write || operation == Operation::atomic_store ||
         operation == Operation::atomic_rmw || operation == Operation::free;
}
// Operations that a try or timed lock ends with when it gets the lock.
constexpr bool can_be_tried(Operation operation) {
  return operation == Operation::acquire || operation == Operation::acquire_shared;
}
// Operations whose strength a memory order gives.
constexpr bool has_order(Operation operation) {
  return is_atomic(operation) || operation == Operation::fence;
}
// Two accesses of common bytes conflict unless both only read or both are atomic.
constexpr bool conflict(Operation a, Operation b) {
  return (writes(a) || writes(b)) && !(is_atomic(a) && is_atomic(b));
}

constexpr bool acquires(MemoryOrder order) {
  return order == MemoryOrder::consume || order == MemoryOrder::acquire || order >= MemoryOrder::acq_rel;
}
constexpr bool releases(MemoryOrder order) { return order >= MemoryOrder::release; }

static_assert(is_access(Operation::read) && !is_access(Operation::fence));

}  // namespace heddle::event
