// SPDX-License-Identifier: Apache-2.0
// The functions of libc that compilers replace memory accesses by. They copy themselves: libc's are found by
// way of a call of dlsym, which copies too.
#include <cstddef>
#include <cstdint>

#include "runtime/control/touch.h"
#include "runtime/shared/abi.h"

using heddle::control::touch;

namespace {
using Word __attribute__((aligned(1), may_alias)) = std::uint64_t;
using Words = std::uint64_t __attribute__((vector_size(16), aligned(1), may_alias));
void copy_bytes(void* to, const void* from, std::size_t bytes) {
  if (bytes <= 512) {  // starting `rep movsb` costs more
    auto* target = static_cast<volatile char*>(to);
    auto* source = static_cast<const volatile char*>(from);
    for (; bytes >= 16; bytes -= 16, target += 16, source += 16)
      *reinterpret_cast<volatile Words*>(target) = *reinterpret_cast<const volatile Words*>(source);
    for (; bytes >= 8; bytes -= 8, target += 8, source += 8)
      *reinterpret_cast<volatile Word*>(target) = *reinterpret_cast<const volatile Word*>(source);
    for (; bytes > 0; --bytes) *target++ = *source++;
    return;
  }
  asm volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(bytes)::"memory");
}
void copy_backwards(void* to, const void* from, std::size_t bytes) {
  auto* last_to = static_cast<char*>(to) + bytes - 1;
  auto* last_from = static_cast<const char*>(from) + bytes - 1;
  asm volatile("std; rep movsb; cld" : "+D"(last_to), "+S"(last_from), "+c"(bytes)::"memory");
}
void* copy(void* to, const void* from, std::size_t bytes, const void* pc) {
  touch(from, bytes, false, pc);
  touch(to, bytes, true, pc);
  if (bytes == 0) return to;
  if (static_cast<char*>(to) - static_cast<const char*>(from) > 0 &&
      to < static_cast<const char*>(from) + bytes)
    copy_backwards(to, from, bytes);
  else
    copy_bytes(to, from, bytes);
  return to;
}
void* fill(void* to, int byte, std::size_t bytes, const void* pc) {
  touch(to, bytes, true, pc);
  if (bytes <= 128) {
    auto* target = static_cast<volatile char*>(to);
    const std::uint64_t word = 0x0101010101010101U * static_cast<unsigned char>(byte);
    for (; bytes >= 8; bytes -= 8, target += 8) *reinterpret_cast<volatile Word*>(target) = word;
    for (; bytes > 0; --bytes) *target++ = static_cast<char>(byte);
    return to;
  }
  void* at = to;
  asm volatile("rep stosb" : "+D"(at), "+c"(bytes) : "a"(byte) : "memory");
  return to;
}
}  // namespace

HEDDLE_INTERPOSE void* memcpy(void* to, const void* from, std::size_t bytes) noexcept {
  return copy(to, from, bytes, HEDDLE_PC);
}
HEDDLE_INTERPOSE void* memmove(void* to, const void* from, std::size_t bytes) noexcept {
  return copy(to, from, bytes, HEDDLE_PC);
}
HEDDLE_INTERPOSE void* memset(void* to, int byte, std::size_t bytes) noexcept {
  return fill(to, byte, bytes, HEDDLE_PC);
}
HEDDLE_INTERPOSE void* mempcpy(void* to, const void* from, std::size_t bytes) noexcept {
  return static_cast<char*>(copy(to, from, bytes, HEDDLE_PC)) + bytes;
}
HEDDLE_EXPORT void* __tsan_memcpy(void* to, const void* from, std::size_t bytes) {
  return copy(to, from, bytes, HEDDLE_PC);
}
HEDDLE_EXPORT void* __tsan_memmove(void* to, const void* from, std::size_t bytes) {
  return copy(to, from, bytes, HEDDLE_PC);
}
HEDDLE_EXPORT void* __tsan_memset(void* to, int byte, std::size_t bytes) {
  return fill(to, byte, bytes, HEDDLE_PC);
}
