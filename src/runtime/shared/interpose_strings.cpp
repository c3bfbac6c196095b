// SPDX-License-Identifier: Apache-2.0
// Strings, and comparisons of memory: without instrumentation of their own, their accesses count as the
// caller's.
#include <cstddef>
#include <cstring>

#define HEDDLE_TELLS_BEFORE
#include "runtime/shared/abi.h"
#include "runtime/shared/caller.h"

using namespace heddle::runtime;

namespace {
void copies_text(char* to, const char* from, const void* pc) {
  if (!watched()) return;
  const std::size_t bytes = HEDDLE_REAL(strlen)(from) + 1;
  reads(from, bytes, pc);
  writes(to, bytes, pc);
}
void compares(const void* a, const void* b, std::size_t bytes, const void* pc) {
  if (!watched() || bytes == 0) return;
  std::size_t until = 0;
  const auto *left = static_cast<const char*>(a), *right = static_cast<const char*>(b);
  while (until + 1 < bytes && left[until] == right[until]) ++until;
  reads(a, until + 1, pc);
  reads(b, until + 1, pc);
}
}  // namespace

// Comparisons and searches read up to where they stop.
HEDDLE_INTERPOSE int memcmp(const void* a, const void* b, std::size_t bytes) noexcept {
  compares(a, b, bytes, HEDDLE_PC);
  return HEDDLE_REAL(memcmp)(a, b, bytes);
}
HEDDLE_INTERPOSE int bcmp(const void* a, const void* b, std::size_t bytes) noexcept {
  compares(a, b, bytes, HEDDLE_PC);
  return HEDDLE_REAL(memcmp)(a, b, bytes);
}
HEDDLE_INTERPOSE std::size_t strlen(const char* text) noexcept {
  reads_text(text, HEDDLE_PC);
  return HEDDLE_REAL(strlen)(text);
}
HEDDLE_INTERPOSE std::size_t strnlen(const char* text, std::size_t most) noexcept {
  if (watched()) {
    const std::size_t size = HEDDLE_REAL(strnlen)(text, most);
    reads(text, size < most ? size + 1 : most, HEDDLE_PC);
  }
  return HEDDLE_REAL(strnlen)(text, most);
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
  copies_text(to, from, HEDDLE_PC);
  return HEDDLE_REAL(strcpy)(to, from);
}
HEDDLE_INTERPOSE char* stpcpy(char* to, const char* from) noexcept {
  copies_text(to, from, HEDDLE_PC);
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
