// SPDX-License-Identifier: Apache-2.0
// basename, which may cut off what follows the last name; strtok, strtok_r and strsep, done here: every access is the caller's. strtok keeps its place in one variable for all
// threads, and that it is used by two of them unordered is a data race on it.
#include <cstddef>

#include <libgen.h>

#define HEDDLE_TELLS_BEFORE
#include "runtime/shared/abi.h"
#include "runtime/shared/caller.h"

using namespace heddle::runtime;

extern "C" {
__attribute__((section("heddle_kept"), visibility("hidden"), used)) char* strtok_place = nullptr;
}

namespace {

bool is_in(char c, const char* set) {
  while (*set != 0 && *set != c) ++set;
  return *set == c && c != 0;
}

char* next_token(char* text, const char* set, char** place, const void* pc) {
  reads_text(set, pc);
  if (text == nullptr) {
    reads(place, sizeof *place, pc);
    text = *place;
  }
  char* begin = text;
  while (is_in(*begin, set)) ++begin;
  char* end = begin;
  while (*end != 0 && !is_in(*end, set)) ++end;
  reads(text, static_cast<std::size_t>(end - text) + 1, pc);
  writes(place, sizeof *place, pc);
  if (*end != 0) {
    writes(end, 1, pc);
    *end++ = 0;
  }
  *place = end;
  return *begin != 0 ? begin : nullptr;
}

}  // namespace

HEDDLE_INTERPOSE char* strtok(char* text, const char* set) noexcept {
  return next_token(text, set, &strtok_place, HEDDLE_PC);
}
HEDDLE_INTERPOSE char* strtok_r(char* text, const char* set, char** place) noexcept {
  return next_token(text, set, place, HEDDLE_PC);
}
HEDDLE_INTERPOSE char* __strtok_r(char* text, const char* set, char** place) noexcept {
  return next_token(text, set, place, HEDDLE_PC);
}
HEDDLE_INTERPOSE char* strsep(char** place, const char* set) noexcept {
  const void* pc = HEDDLE_PC;
  reads_text(set, pc);
  reads(place, sizeof *place, pc);
  char* const begin = *place;
  if (begin == nullptr) return nullptr;
  char* end = begin;
  while (*end != 0 && !is_in(*end, set)) ++end;
  reads(begin, static_cast<std::size_t>(end - begin) + 1, pc);
  writes(place, sizeof *place, pc);
  *place = nullptr;
  if (*end != 0) {
    writes(end, 1, pc);
    *end = 0;
    *place = end + 1;
  }
  return begin;
}

HEDDLE_EARLY(__xpg_basename)
HEDDLE_INTERPOSE char* __xpg_basename(char* path) noexcept {
  if (path != nullptr) {
    reads_text(path, HEDDLE_PC);
    const std::size_t length = length_of(path);
    std::size_t end = length;
    while (end > 0 && path[end - 1] == '/') --end;
    if (end != 0 && end != length) writes(path + end, 1, HEDDLE_PC);
  }
  return real___xpg_basename()(path);
}
