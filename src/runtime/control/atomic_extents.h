// SPDX-License-Identifier: Apache-2.0
// Atomics that have bytes in common and begin at different addresses: atomic_extents.cpp.
#pragma once

#include "runtime/control/objects.h"

namespace heddle::control {

void note_extent(Object& object, std::uint64_t address, std::uint8_t size);
// Before an operation on the atomic here, which is an object of its own.
inline void knows_extent(Object& object, std::uint64_t address, std::uint8_t size) {
  if (object.extent < size) [[unlikely]]
    note_extent(object, address, size);
}

}  // namespace heddle::control
