// SPDX-License-Identifier: Apache-2.0
// More of strcpy and its kin: those with a limit, and the fortified forms, of which libc's own do the
// overflow check and abort. What is read and written is known from the lengths before, as in
// interpose_strings.cpp.
#include <cstring>

#define HEDDLE_TELLS_BEFORE
#include "runtime/shared/abi.h"
#include "runtime/shared/caller.h"

using namespace heddle::runtime;

extern "C" {
char* __strcpy_chk(char*, const char*, std::size_t) noexcept;
char* __stpcpy_chk(char*, const char*, std::size_t) noexcept;
char* __strcat_chk(char*, const char*, std::size_t) noexcept;
char* __strncpy_chk(char*, const char*, std::size_t, std::size_t) noexcept;
char* __stpncpy_chk(char*, const char*, std::size_t, std::size_t) noexcept;
char* __strncat_chk(char*, const char*, std::size_t, std::size_t) noexcept;
}

namespace {

std::size_t length_up_to(const char* text, std::size_t most) {
  std::size_t size = 0;
  while (size < most && *const_cast<const volatile char*>(text + size) != 0) ++size;
  return size;
}
void reads_up_to(const char* text, std::size_t most, const void* pc) {
  const std::size_t size = length_up_to(text, most);
  reads(text, size < most ? size + 1 : most, pc);
}

void copied(char* to, const char* from, const void* pc) {
  if (!watched()) return;
  const std::size_t bytes = length_of(from) + 1;
  reads(from, bytes, pc);
  writes(to, bytes, pc);
}
// The rest up to the limit is filled with zeros.
void copied_up_to(char* to, const char* from, std::size_t most, const void* pc) {
  if (!watched()) return;
  reads_up_to(from, most, pc);
  writes(to, most, pc);
}
void appended_up_to(char* to, const char* from, std::size_t most, const void* pc) {
  if (!watched()) return;
  const std::size_t old = length_of(to);
  reads(to, old + 1, pc);
  reads_up_to(from, most, pc);
  writes(to + old, length_up_to(from, most) + 1, pc);
}

}  // namespace

#define HEDDLE_CHECKED(name, parameters, given, told) \
  HEDDLE_EARLY(name)                                  \
  HEDDLE_INTERPOSE char* name parameters noexcept {   \
    const void* pc = HEDDLE_PC;                       \
    told;                                             \
    return real_##name() given;                       \
  }

HEDDLE_CHECKED(stpncpy, (char* to, const char* from, std::size_t most), (to, from, most),
               copied_up_to(to, from, most, pc))
HEDDLE_CHECKED(strncat, (char* to, const char* from, std::size_t most), (to, from, most),
               appended_up_to(to, from, most, pc))
HEDDLE_CHECKED(strndup, (const char* from, std::size_t most), (from, most), reads_up_to(from, most, pc))
HEDDLE_CHECKED(__strcpy_chk, (char* to, const char* from, std::size_t size), (to, from, size),
               copied(to, from, pc))
HEDDLE_CHECKED(__stpcpy_chk, (char* to, const char* from, std::size_t size), (to, from, size),
               copied(to, from, pc))
HEDDLE_CHECKED(__strcat_chk, (char* to, const char* from, std::size_t size), (to, from, size),
               appended_up_to(to, from, ~std::size_t{0}, pc))
HEDDLE_CHECKED(__strncpy_chk, (char* to, const char* from, std::size_t most, std::size_t size),
               (to, from, most, size), copied_up_to(to, from, most, pc))
HEDDLE_CHECKED(__stpncpy_chk, (char* to, const char* from, std::size_t most, std::size_t size),
               (to, from, most, size), copied_up_to(to, from, most, pc))
HEDDLE_CHECKED(__strncat_chk, (char* to, const char* from, std::size_t most, std::size_t size),
               (to, from, most, size), appended_up_to(to, from, most, pc))

// Copies of memory.
#define HEDDLE_FORTIFIED(name, check)                                                                     \
  extern "C" void* name(void*, const void*, std::size_t, std::size_t) noexcept;                           \
  HEDDLE_INTERPOSE void* name(void* to, const void* from, std::size_t bytes, std::size_t room) noexcept { \
    reads(from, bytes, HEDDLE_PC);                                                                        \
    writes(to, bytes, HEDDLE_PC);                                                                         \
    return HEDDLE_REAL(name)(to, from, bytes, room);                                                      \
  }
HEDDLE_FORTIFIED(__memcpy_chk, )
HEDDLE_FORTIFIED(__memmove_chk, )
HEDDLE_FORTIFIED(__mempcpy_chk, )
extern "C" void* __memset_chk(void*, int, std::size_t, std::size_t) noexcept;
HEDDLE_INTERPOSE void* __memset_chk(void* to, int byte, std::size_t bytes, std::size_t room) noexcept {
  writes(to, bytes, HEDDLE_PC);
  return HEDDLE_REAL(__memset_chk)(to, byte, bytes, room);
}
