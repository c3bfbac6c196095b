// SPDX-License-Identifier: Apache-2.0
// What an interposed libc function did to its caller's memory counts as accesses of the caller, at the place
// of the call.
//
// Only calls that leave the program or a library come through here: libc calls its own functions directly,
// and the runtime is busy whenever it calls libc. Nothing here takes time with the process locked: a function
// that blocks is called first, without any lock, and told of afterwards, so it may be cancelled or
// interrupted as ever.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/access.h"
#include "runtime/real.h"

#define HEDDLE_PC __builtin_return_address(0)

// real_name(): libc's own, found when this library is loaded. Later might be in a signal handler, where dlsym
// must not be called.
#define HEDDLE_EARLY(name)                                                                 \
  namespace {                                                                              \
  inline auto real_##name() { return HEDDLE_REAL(name); }                                  \
  __attribute__((constructor)) void look_up_##name() { static_cast<void>(real_##name()); } \
  }

namespace heddle::runtime {

// False before the process is attached, and inside the runtime.
inline bool watched() { return self != nullptr && self->busy == 0; }

inline void reads(const void* from, std::size_t bytes, const void* pc) {
  if (watched()) on_range(from, bytes, kRead, pc);
}
inline void writes(const void* to, std::size_t bytes, const void* pc) {
  if (watched()) on_range(to, bytes, 0, pc);
}

// strlen that is no call of the program's.
inline std::size_t length_of(const char* text) {
  std::size_t size = 0;
  while (*const_cast<const volatile char*>(text + size) != 0) ++size;
  return size;
}
// The whole string and its end.
inline void reads_text(const char* text, const void* pc) {
  if (watched()) on_range(text, length_of(text) + 1, kRead, pc);
}
inline void writes_text(const char* text, const void* pc) {
  if (watched()) on_range(text, length_of(text) + 1, 0, pc);
}

}  // namespace heddle::runtime
