// SPDX-License-Identifier: Apache-2.0
// A name that people gave to something, as part of a file's name: letters, digits, `.`, `_` and `-` stay. Two names never
// share a file: where a character had to go, or the end of a long name, a hash of the whole name follows a `+`, which no
// name keeps. It allocates nothing: the process under control uses it, too.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>

namespace heddle::base {

constexpr std::size_t kLongestFileName =
    160;  // 255 is what file systems take, with what comes before and after it

inline void write_file_name(const char* name, char (&file)[kLongestFileName]) {
  constexpr std::size_t kHash = 10;  // "+", eight digits, the end
  std::uint64_t hash = 0xcbf29ce484222325;
  std::size_t length = 0;
  bool differs = false;
  for (; *name != 0; ++name) {
    const char c = *name;
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;  // FNV-1a
    const bool stays = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       c == '.' || c == '_' || c == '-';
    const bool fits = length < kLongestFileName - kHash;
    differs |= !stays || !fits;
    if (fits) file[length++] = stays ? c : '-';
  }
  file[length] = 0;
  if (differs)
    std::snprintf(file + length, kHash, "+%08x", static_cast<unsigned>((hash >> 32) ^ (hash & 0xffffffff)));
}

}  // namespace heddle::base
