// SPDX-License-Identifier: Apache-2.0
// Functions of libc that read and write the caller's memory: what they touch counts as the caller's accesses.
// Before anything is controlled they are the real ones and nothing else.
#include <cstring>

#include "runtime/abi.h"
#include "runtime/control/world.h"

using namespace heddle::control;

namespace {

std::size_t length(const char* text) {
  std::size_t size = 0;
  while (*const_cast<const volatile char*>(text + size) != 0) ++size;
  return size;
}
std::size_t length_up_to(const char* text, std::size_t limit) {
  std::size_t size = 0;
  while (size < limit && *const_cast<const volatile char*>(text + size) != 0) ++size;
  return size;
}
void reads_text(const char* text, const void* pc) { touch(text, length(text) + 1, false, pc); }

// Both are read up to the first difference, or the end.
void compares(const char* a, const char* b, std::size_t limit, const void* pc) {
  std::size_t size = 0;
  while (size < limit && a[size] == b[size] && a[size] != 0) ++size;
  if (size < limit) ++size;
  touch(a, size, false, pc);
  touch(b, size, false, pc);
}

}  // namespace

HEDDLE_INTERPOSE std::size_t strlen(const char* text) noexcept {
  if (!controlled()) return HEDDLE_LIBC(strlen)(text);
  const std::size_t size = length(text);
  touch(text, size + 1, false, HEDDLE_PC);
  return size;
}
HEDDLE_INTERPOSE int strcmp(const char* a, const char* b) noexcept {
  if (controlled()) compares(a, b, ~std::size_t{0}, HEDDLE_PC);
  return HEDDLE_LIBC(strcmp)(a, b);
}
HEDDLE_INTERPOSE int strncmp(const char* a, const char* b, std::size_t limit) noexcept {
  if (controlled()) compares(a, b, limit, HEDDLE_PC);
  return HEDDLE_LIBC(strncmp)(a, b, limit);
}
HEDDLE_INTERPOSE int memcmp(const void* a, const void* b, std::size_t size) noexcept {
  if (controlled()) {
    touch(a, size, false, HEDDLE_PC);
    touch(b, size, false, HEDDLE_PC);
  }
  return HEDDLE_LIBC(memcmp)(a, b, size);
}
HEDDLE_INTERPOSE char* strcpy(char* to, const char* from) noexcept {
  if (controlled()) {
    reads_text(from, HEDDLE_PC);
    touch(to, length(from) + 1, true, HEDDLE_PC);
  }
  return HEDDLE_LIBC(strcpy)(to, from);
}
HEDDLE_INTERPOSE char* stpcpy(char* to, const char* from) noexcept {
  if (controlled()) {
    reads_text(from, HEDDLE_PC);
    touch(to, length(from) + 1, true, HEDDLE_PC);
  }
  return HEDDLE_LIBC(stpcpy)(to, from);
}
HEDDLE_INTERPOSE char* strncpy(char* to, const char* from, std::size_t size) noexcept {
  if (controlled()) {
    const std::size_t used = length_up_to(from, size);
    touch(from, used < size ? used + 1 : size, false, HEDDLE_PC);
    touch(to, size, true, HEDDLE_PC);
  }
  return HEDDLE_LIBC(strncpy)(to, from, size);
}
HEDDLE_INTERPOSE char* strcat(char* to, const char* from) noexcept {
  if (controlled()) {
    reads_text(to, HEDDLE_PC);
    reads_text(from, HEDDLE_PC);
    touch(to + length(to), length(from) + 1, true, HEDDLE_PC);
  }
  return HEDDLE_LIBC(strcat)(to, from);
}
