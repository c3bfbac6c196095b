// SPDX-License-Identifier: Apache-2.0
// What threads share outside of the program's memory has no address that it could be known by: a small number stands
// for each.
#pragma once

#include <cstdint>

#include "runtime/control/objects.h"

namespace heddle::control {

enum class OutsideObject : std::uintptr_t {
  waited_for = 1,  // files, pipes, sockets, other processes: whatever a call can wait for
  locale,
  limits,
  concurrency,
  thread_attributes,
  process,
  new_handler,
  terminate_handler,
  memory_resource,
  stream_numbers,
  first_descriptor = 65536,  // flags of a descriptor, and of what it stands for
};

inline Object& object_of(OutsideObject which) {
  return object_at(reinterpret_cast<void*>(which), Role::outside);
}
inline Object& flags_of(int descriptor) {
  return object_of(OutsideObject{static_cast<std::uintptr_t>(OutsideObject::first_descriptor) +
                                 static_cast<std::uintptr_t>(descriptor)});
}

}  // namespace heddle::control
