// SPDX-License-Identifier: Apache-2.0
// What an interposed libc function did to its caller's memory counts as accesses of the caller, at the place
// of the call.
//
// Only calls that leave the program or a library come through here: libc calls its own functions directly,
// and the runtime is busy whenever it calls libc. Nothing here takes time with the process locked: a function
// that blocks is called first, without any lock, and told of afterwards, so it may be cancelled or
// interrupted as ever.
//
// Both libraries that can stand behind a program are built from the files that include this. For the
// scheduler of `heddle check` HEDDLE_CONTROL is defined, and it matters whether an access is told before it
// is made: files that do so define HEDDLE_TELLS_BEFORE.
#pragma once

#include <cstddef>
#include <cstdint>

#ifdef HEDDLE_CONTROL
#include "runtime/control/touch.h"
#define HEDDLE_REAL(name) HEDDLE_LIBC(name)
#else
#include "runtime/watch/access.h"
#include "runtime/watch/descriptors.h"
#include "runtime/watch/real.h"
#define HEDDLE_PC __builtin_return_address(0)
#endif

// real_name(): libc's own, found when this library is loaded. Later might be in a signal handler, where dlsym
// must not be called.
#define HEDDLE_EARLY(name)                                                                 \
  namespace {                                                                              \
  inline auto real_##name() { return HEDDLE_REAL(name); }                                  \
  __attribute__((constructor)) void look_up_##name() { static_cast<void>(real_##name()); } \
  }

// One function: its parameters, the arguments for the real one, and what becomes of the `result`.
#define HEDDLE_FROM_FILE(type, name, parameters, given, file, use, told) \
  HEDDLE_EARLY(name)                                                     \
  HEDDLE_INTERPOSE type name parameters {                                \
    const void* pc = HEDDLE_PC;                                          \
    HEDDLE_FILE_STEP(file, use);                                         \
    const auto result = real_##name() given;                             \
    return told;                                                         \
  }
#define HEDDLE_TRANSFER(type, name, parameters, given, told) \
  HEDDLE_EARLY(name)                                         \
  HEDDLE_INTERPOSE type name parameters {                    \
    const void* pc = HEDDLE_PC;                              \
    const auto result = real_##name() given;                 \
    return told;                                             \
  }

// What several threads do to one file is explored; a recording says what it orders.
#ifdef HEDDLE_CONTROL
#define HEDDLE_FILE_STEP(file, use) \
  const ::heddle::control::HeldStream held_stream(file, ::heddle::control::FileUse::use, HEDDLE_PC)
#define HEDDLE_FILE_CAME(file) static_cast<void>(0)
#define HEDDLE_LOOK_AT_PATHS() ::heddle::control::look_at_paths(HEDDLE_PC)
#else
#define HEDDLE_FILE_STEP(file, use) ::heddle::runtime::before_##use(file, HEDDLE_PC)
#define HEDDLE_LOOK_AT_PATHS() static_cast<void>(0)
#define HEDDLE_FILE_CAME(file) ::heddle::runtime::received(::heddle::runtime::number_of(file), HEDDLE_PC)
#endif

namespace heddle::runtime {

#ifdef HEDDLE_CONTROL
// What passes through the kernel is the business of control/hooks_outside.cpp.
inline void received_into(int, const void*, std::size_t, const void*) {}
template <class Result>
Result receives(int, Result result, const void*) {
  return result;
}
inline bool watched() { return control::is_controlled(); }
inline void touches(const void* at, std::size_t bytes, bool write, const void* pc) {
#ifdef HEDDLE_TELLS_BEFORE
  if (bytes != 0) control::touch(at, bytes, write, pc);
#else
  control::touched(at, bytes, write, pc);
#endif
}
#else
inline int number_of(int file) { return file; }
template <class File>
void before_reads(File file, const void* pc) {
  uses(number_of(file), pc);
}
template <class File>
void before_looks(File file, const void* pc) {
  uses(number_of(file), pc);
}
template <class File>
void before_writes(File file, const void* pc) {
  sends(number_of(file), pc);
}
template <class File>
void before_reads_unlocked(File file, const void* pc) {
  uses(number_of(file), pc);
}
template <class File>
void before_writes_unlocked(File file, const void* pc) {
  sends(number_of(file), pc);
}

// False before the process is attached, and inside the runtime.
inline bool watched() { return self != nullptr && self->busy == 0; }

inline void touches(const void* at, std::size_t bytes, bool write, const void* pc) {
  if (watched()) on_range(at, bytes, write ? 0 : kRead, pc);
}
#endif

inline void reads(const void* from, std::size_t bytes, const void* pc) { touches(from, bytes, false, pc); }
inline void writes(const void* to, std::size_t bytes, const void* pc) { touches(to, bytes, true, pc); }

// strlen that is no call of the program's.
inline std::size_t length_of(const char* text) {
  std::size_t size = 0;
  while (*const_cast<const volatile char*>(text + size) != 0) ++size;
  return size;
}
// The whole string and its end.
inline void reads_text(const char* text, const void* pc) {
  if (watched()) reads(text, length_of(text) + 1, pc);
}
inline void writes_text(const char* text, const void* pc) {
  if (watched()) writes(text, length_of(text) + 1, pc);
}

}  // namespace heddle::runtime
