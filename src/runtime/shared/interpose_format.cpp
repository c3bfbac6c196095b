// SPDX-License-Identifier: Apache-2.0
// sprintf and its kin: what they store, with the end of the string, is written by their caller; what the
// format's arguments point to is told as of printf.
#include <cstdarg>

#include <stdio.h>

#include "runtime/shared/abi.h"
#include "runtime/shared/caller.h"
#include "runtime/shared/format_conversion.h"

using namespace heddle::runtime;

extern "C" {
int __vsprintf_chk(char*, int, std::size_t, const char*, va_list) noexcept;
int __vsnprintf_chk(char*, std::size_t, int, std::size_t, const char*, va_list) noexcept;
int __vasprintf_chk(char**, int, const char*, va_list) noexcept;
}

HEDDLE_EARLY(vsprintf)
HEDDLE_EARLY(vsnprintf)
HEDDLE_EARLY(vasprintf)
HEDDLE_EARLY(__vsprintf_chk)
HEDDLE_EARLY(__vsnprintf_chk)
HEDDLE_EARLY(__vasprintf_chk)

namespace {

// `length` is the result of the real function: negative for an error, and what is stored then is not told.
int stored(char* to, int length, const void* pc) {
  if (length >= 0) writes(to, static_cast<std::size_t>(length) + 1, pc);
  return length;
}
int stored_up_to(char* to, std::size_t room, int length, const void* pc) {
  if (length < 0) return length;
  const auto needed = static_cast<std::size_t>(length) + 1;
  writes(to, needed < room ? needed : room, pc);
  return length;
}
int stored_anew(char** to, int length, const void* pc) {
  if (length < 0) return length;
  writes(to, sizeof *to, pc);
  return stored(*to, length, pc);
}

}  // namespace

// The form that takes a list and the form that takes the arguments themselves.
#define HEDDLE_ALL(...) __VA_ARGS__
#define HEDDLE_FORMAT(name, list_name, parameters, given, stored_length)              \
  HEDDLE_INTERPOSE int list_name(HEDDLE_ALL parameters, va_list arguments) noexcept { \
    const void* pc = HEDDLE_PC;                                                       \
    tell_printed(format, arguments, pc);                                              \
    const int length = real_##list_name()(HEDDLE_ALL given, arguments);               \
    return stored_length;                                                             \
  }                                                                                   \
  HEDDLE_INTERPOSE int name(HEDDLE_ALL parameters, ...) noexcept {                    \
    const void* pc = HEDDLE_PC;                                                       \
    va_list arguments;                                                                \
    va_start(arguments, format);                                                      \
    tell_printed(format, arguments, pc);                                              \
    const int length = real_##list_name()(HEDDLE_ALL given, arguments);               \
    va_end(arguments);                                                                \
    return stored_length;                                                             \
  }

HEDDLE_FORMAT(sprintf, vsprintf, (char* to, const char* format), (to, format), stored(to, length, pc))
HEDDLE_FORMAT(snprintf, vsnprintf, (char* to, std::size_t room, const char* format), (to, room, format),
              stored_up_to(to, room, length, pc))
HEDDLE_FORMAT(asprintf, vasprintf, (char** to, const char* format), (to, format), stored_anew(to, length, pc))
// The fortified forms: libc's own do the overflow check and abort.
HEDDLE_FORMAT(__sprintf_chk, __vsprintf_chk, (char* to, int flag, std::size_t size, const char* format),
              (to, flag, size, format), stored(to, length, pc))
HEDDLE_FORMAT(__snprintf_chk, __vsnprintf_chk,
              (char* to, std::size_t room, int flag, std::size_t size, const char* format),
              (to, room, flag, size, format), stored_up_to(to, room, length, pc))
HEDDLE_FORMAT(__asprintf_chk, __vasprintf_chk, (char** to, int flag, const char* format), (to, flag, format),
              stored_anew(to, length, pc))
