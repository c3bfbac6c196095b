// SPDX-License-Identifier: Apache-2.0
// The memory of a trace cut into parts: the largest pieces that every access takes whole or not at all. So
// "which write does this read see" and "do these two overlap" become questions about small dense numbers,
// exact for accesses of different sizes too. Most variables are one part.
//
// Bytes that are allocated anew start a new life: the parts are the same, the life is another.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <tsl/robin_map.h>

#include "base/hash.h"
#include "event/event.h"

namespace heddle::order {

class MemoryParts {
 public:
  explicit MemoryParts(std::span<const event::Event> events);

  struct Range {
    std::uint32_t first = 0, last = 0;  // parts [first, last)
  };
  Range parts(event::Variable variable) const { return ranges_.at(variable); }
  std::size_t size() const { return size_; }

 private:
  struct Hash {
    std::size_t operator()(const event::Variable& v) const {
      return base::combine(base::mix(v.address), v.size);
    }
  };
  tsl::robin_map<event::Variable, Range, Hash> ranges_;
  std::size_t size_ = 0;
};

// Touches memory: accesses, allocations and frees.
constexpr bool touches_memory(event::Operation operation) {
  return event::target_kind(operation) == event::TargetKind::variable;
}
// What it reads can steer its thread.
constexpr bool reads(event::Operation operation) {
  return operation == event::Operation::read || operation == event::Operation::atomic_load ||
         operation == event::Operation::atomic_rmw;
}
// Later reads see it: writes, and allocations, which make the bytes fresh.
constexpr bool sets_memory(event::Operation operation) {
  return event::writes(operation) || operation == event::Operation::alloc;
}

}  // namespace heddle::order
