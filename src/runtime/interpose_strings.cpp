// SPDX-License-Identifier: Apache-2.0
// libc functions that read and write the caller's memory in bulk: without instrumentation of their own, their
// accesses count as the caller's.
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "runtime/abi.h"
#include "runtime/caller.h"

using namespace heddle::runtime;

namespace {

// The loader resolves mem* calls of libraries to here before dlsym can work: until the process is attached
// nothing is looked up.
void* plain_copy(void* to, const void* from, std::size_t bytes) {
  void* result = to;
  asm volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(bytes) : : "memory");
  return result;
}

void* copy(void* to, const void* from, std::size_t bytes) {
  if (!attached()) return plain_copy(to, from, bytes);
  return HEDDLE_REAL(memcpy)(to, from, bytes);
}

void* move(void* to, const void* from, std::size_t bytes) {
  if (attached()) return HEDDLE_REAL(memmove)(to, from, bytes);
  const auto distance = reinterpret_cast<std::uintptr_t>(to) - reinterpret_cast<std::uintptr_t>(from);
  if (distance >= bytes) return plain_copy(to, from, bytes);
  auto* last_to = static_cast<char*>(to) + bytes - 1;
  const auto* last_from = static_cast<const char*>(from) + bytes - 1;
  asm volatile("std; rep movsb; cld" : "+D"(last_to), "+S"(last_from), "+c"(bytes) : : "memory");
  return to;
}

void* fill(void* to, int byte, std::size_t bytes) {
  if (attached()) return HEDDLE_REAL(memset)(to, byte, bytes);
  void* result = to;
  asm volatile("rep stosb" : "+D"(to), "+c"(bytes) : "a"(byte) : "memory");
  return result;
}

void* checked_copy(void* to, const void* from, std::size_t bytes, const void* pc) {
  reads(from, bytes, pc);
  writes(to, bytes, pc);
  return copy(to, from, bytes);
}
void* checked_move(void* to, const void* from, std::size_t bytes, const void* pc) {
  reads(from, bytes, pc);
  writes(to, bytes, pc);
  return move(to, from, bytes);
}
void* checked_fill(void* to, int byte, std::size_t bytes, const void* pc) {
  writes(to, bytes, pc);
  return fill(to, byte, bytes);
}

}  // namespace

HEDDLE_EXPORT void* __tsan_memcpy(void* to, const void* from, std::size_t bytes) {
  return checked_copy(to, from, bytes, HEDDLE_PC);
}
HEDDLE_EXPORT void* __tsan_memmove(void* to, const void* from, std::size_t bytes) {
  return checked_move(to, from, bytes, HEDDLE_PC);
}
HEDDLE_EXPORT void* __tsan_memset(void* to, int byte, std::size_t bytes) {
  return checked_fill(to, byte, bytes, HEDDLE_PC);
}
HEDDLE_INTERPOSE void* memcpy(void* to, const void* from, std::size_t bytes) noexcept {
  return checked_copy(to, from, bytes, HEDDLE_PC);
}
HEDDLE_INTERPOSE void* memmove(void* to, const void* from, std::size_t bytes) noexcept {
  return checked_move(to, from, bytes, HEDDLE_PC);
}
HEDDLE_INTERPOSE void* memset(void* to, int byte, std::size_t bytes) noexcept {
  return checked_fill(to, byte, bytes, HEDDLE_PC);
}
HEDDLE_INTERPOSE void* mempcpy(void* to, const void* from, std::size_t bytes) noexcept {
  return static_cast<char*>(checked_copy(to, from, bytes, HEDDLE_PC)) + bytes;
}
// The fortified forms: libc's own do the overflow check and abort.
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

// Comparisons and searches read up to where they stop.
HEDDLE_INTERPOSE int memcmp(const void* a, const void* b, std::size_t bytes) noexcept {
  const int result = HEDDLE_REAL(memcmp)(a, b, bytes);
  if (watched() && bytes > 0) {
    std::size_t until = 0;
    const auto *left = static_cast<const char*>(a), *right = static_cast<const char*>(b);
    while (until + 1 < bytes && left[until] == right[until]) ++until;
    reads(a, until + 1, HEDDLE_PC);
    reads(b, until + 1, HEDDLE_PC);
  }
  return result;
}
HEDDLE_INTERPOSE std::size_t strlen(const char* text) noexcept {
  const std::size_t size = HEDDLE_REAL(strlen)(text);
  reads(text, size + 1, HEDDLE_PC);
  return size;
}
HEDDLE_INTERPOSE std::size_t strnlen(const char* text, std::size_t most) noexcept {
  const std::size_t size = HEDDLE_REAL(strnlen)(text, most);
  reads(text, size < most ? size + 1 : most, HEDDLE_PC);
  return size;
}
HEDDLE_INTERPOSE int strcmp(const char* a, const char* b) noexcept {
  if (watched()) {
    std::size_t until = 0;
    while (a[until] == b[until] && a[until] != 0) ++until;
    reads(a, until + 1, HEDDLE_PC);
    reads(b, until + 1, HEDDLE_PC);
  }
  return HEDDLE_REAL(strcmp)(a, b);
}
HEDDLE_INTERPOSE int strncmp(const char* a, const char* b, std::size_t most) noexcept {
  if (watched() && most > 0) {
    std::size_t until = 0;
    while (until + 1 < most && a[until] == b[until] && a[until] != 0) ++until;
    reads(a, until + 1, HEDDLE_PC);
    reads(b, until + 1, HEDDLE_PC);
  }
  return HEDDLE_REAL(strncmp)(a, b, most);
}
HEDDLE_INTERPOSE char* strcpy(char* to, const char* from) noexcept {
  if (watched()) {
    const std::size_t bytes = HEDDLE_REAL(strlen)(from) + 1;
    reads(from, bytes, HEDDLE_PC);
    writes(to, bytes, HEDDLE_PC);
  }
  return HEDDLE_REAL(strcpy)(to, from);
}
HEDDLE_INTERPOSE char* stpcpy(char* to, const char* from) noexcept {
  if (watched()) {
    const std::size_t bytes = HEDDLE_REAL(strlen)(from) + 1;
    reads(from, bytes, HEDDLE_PC);
    writes(to, bytes, HEDDLE_PC);
  }
  return HEDDLE_REAL(stpcpy)(to, from);
}
HEDDLE_INTERPOSE char* strncpy(char* to, const char* from, std::size_t most) noexcept {
  if (watched()) {
    const std::size_t bytes = HEDDLE_REAL(strnlen)(from, most);
    reads(from, bytes < most ? bytes + 1 : bytes, HEDDLE_PC);
    writes(to, most, HEDDLE_PC);
  }
  return HEDDLE_REAL(strncpy)(to, from, most);
}
HEDDLE_INTERPOSE char* strcat(char* to, const char* from) noexcept {
  if (watched()) {
    const std::size_t old = HEDDLE_REAL(strlen)(to), bytes = HEDDLE_REAL(strlen)(from) + 1;
    reads(to, old + 1, HEDDLE_PC);
    reads(from, bytes, HEDDLE_PC);
    writes(to + old, bytes, HEDDLE_PC);
  }
  return HEDDLE_REAL(strcat)(to, from);
}
HEDDLE_INTERPOSE char* strdup(const char* text) noexcept {
  if (watched()) reads(text, HEDDLE_REAL(strlen)(text) + 1, HEDDLE_PC);
  return HEDDLE_REAL(strdup)(text);
}
