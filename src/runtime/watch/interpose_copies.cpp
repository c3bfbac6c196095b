// SPDX-License-Identifier: Apache-2.0
// memcpy and its kin, under their own names and the compilers': they are called before anything else works,
// so that they can do without libc.
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "runtime/shared/abi.h"
#include "runtime/shared/caller.h"

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
