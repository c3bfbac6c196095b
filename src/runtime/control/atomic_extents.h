// SPDX-License-Identifier: Apache-2.0
// Which bytes are which atomic: atomic_extents.cpp.
#pragma once

#include "runtime/control/objects.h"

namespace heddle::control {

void note_extent(Object& object, std::uint64_t address, std::uint8_t size);
// These bytes are no atomics any more, until they are used as such.
void forget_extents(std::uint64_t address, std::uint64_t size);
// Before an operation on the atomic here, and again when it is its turn: others may have used its bytes meanwhile.
inline void knows_extent(Object& object, std::uint64_t address, std::uint8_t size) {
  if (object.extent != size) [[unlikely]]
    note_extent(object, address, size);
}

}  // namespace heddle::control
