// SPDX-License-Identifier: Apache-2.0
// Functions of libc that touch their caller's memory, or variables that libc shows the program: wide strings,
// search trees and queues, options, the sign of the gamma function.
#include <cmath>
#include <cwchar>

#include <getopt.h>
#include <search.h>
#include <string.h>
#include <unistd.h>

#include "runtime/shared/abi.h"
#include "runtime/shared/caller.h"

using namespace heddle::runtime;

namespace {
std::size_t wide(std::size_t count) { return count * sizeof(wchar_t); }
std::size_t wide_length(const wchar_t* text) {
  std::size_t size = 0;
  while (*const_cast<const volatile wchar_t*>(text + size) != 0) ++size;
  return size;
}
}  // namespace

HEDDLE_EARLY(wmemcpy)
HEDDLE_EARLY(wmemmove)
HEDDLE_EARLY(wmemset)
HEDDLE_EARLY(wcslen)
HEDDLE_EARLY(explicit_bzero)
HEDDLE_EARLY(swab)
HEDDLE_EARLY(tsearch)
HEDDLE_EARLY(tdelete)
HEDDLE_EARLY(insque)
HEDDLE_EARLY(remque)

HEDDLE_INTERPOSE wchar_t* wmemcpy(wchar_t* to, const wchar_t* from, std::size_t count) noexcept {
  reads(from, wide(count), HEDDLE_PC);
  writes(to, wide(count), HEDDLE_PC);
  return real_wmemcpy()(to, from, count);
}
HEDDLE_INTERPOSE wchar_t* wmemmove(wchar_t* to, const wchar_t* from, std::size_t count) noexcept {
  reads(from, wide(count), HEDDLE_PC);
  writes(to, wide(count), HEDDLE_PC);
  return real_wmemmove()(to, from, count);
}
HEDDLE_INTERPOSE wchar_t* wmemset(wchar_t* to, wchar_t value, std::size_t count) noexcept {
  writes(to, wide(count), HEDDLE_PC);
  return real_wmemset()(to, value, count);
}
HEDDLE_INTERPOSE wchar_t* wcscpy(wchar_t* to, const wchar_t* from) noexcept {
  const std::size_t size = wide(wide_length(from) + 1);
  reads(from, size, HEDDLE_PC);
  writes(to, size, HEDDLE_PC);
  real_wmemmove()(to, from, size / sizeof(wchar_t));
  return to;
}
HEDDLE_INTERPOSE std::size_t wcslen(const wchar_t* text) noexcept {
  const std::size_t length = real_wcslen()(text);
  reads(text, wide(length + 1), HEDDLE_PC);
  return length;
}

HEDDLE_INTERPOSE void explicit_bzero(void* at, std::size_t bytes) noexcept {
  writes(at, bytes, HEDDLE_PC);
  real_explicit_bzero()(at, bytes);
}
HEDDLE_INTERPOSE void swab(const void* __restrict from, void* __restrict to, ssize_t bytes) noexcept {
  const auto whole = static_cast<std::size_t>(bytes > 1 ? bytes & ~ssize_t{1} : 0);
  reads(from, whole, HEDDLE_PC);
  writes(to, whole, HEDDLE_PC);
  real_swab()(from, to, bytes);
}

// A tree's root stands for all of it.
HEDDLE_INTERPOSE void* tsearch(const void* key, void** root, int (*compare)(const void*, const void*)) {
  writes(root, sizeof *root, HEDDLE_PC);
  return real_tsearch()(key, root, compare);
}
HEDDLE_INTERPOSE void* tdelete(const void* __restrict key, void** __restrict root,
                               int (*compare)(const void*, const void*)) {
  writes(root, sizeof *root, HEDDLE_PC);
  return real_tdelete()(key, root, compare);
}
// An element begins with the two links; so do its neighbours.
HEDDLE_INTERPOSE void insque(void* element, void* before) noexcept {
  writes(element, 2 * sizeof(void*), HEDDLE_PC);
  if (before != nullptr) writes(before, sizeof(void*), HEDDLE_PC);
  real_insque()(element, before);
}
HEDDLE_INTERPOSE void remque(void* element) noexcept {
  reads(element, 2 * sizeof(void*), HEDDLE_PC);
  void** links = static_cast<void**>(element);
  if (links[0] != nullptr) writes(static_cast<void**>(links[0]) + 1, sizeof(void*), HEDDLE_PC);
  if (links[1] != nullptr) writes(links[1], sizeof(void*), HEDDLE_PC);
  real_remque()(element);
}

HEDDLE_EARLY(getopt)
HEDDLE_EARLY(getopt_long)
HEDDLE_INTERPOSE int getopt(int count, char* const* arguments, const char* options) noexcept {
  writes(&optind, sizeof optind, HEDDLE_PC);
  return real_getopt()(count, arguments, options);
}
HEDDLE_INTERPOSE int getopt_long(int count, char* const* arguments, const char* options, const option* named,
                                 int* index) noexcept {
  writes(&optind, sizeof optind, HEDDLE_PC);
  int found = -1;
  const int result = real_getopt_long()(count, arguments, options, named, &found);
  if (found >= 0 && named[found].flag != nullptr && result == 0)
    writes(named[found].flag, sizeof(int), HEDDLE_PC);
  if (index != nullptr && found >= 0) {
    writes(index, sizeof *index, HEDDLE_PC);
    *index = found;
  }
  return result;
}
