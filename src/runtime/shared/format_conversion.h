// SPDX-License-Identifier: Apache-2.0
// The conversions of a format of printf or scanf: C11 7.21.6, with glibc's additions: %m, %C, %S, the lengths q and
// Z, and for scanf the modifier m.
#pragma once

#include <cstdarg>
#include <cstddef>

namespace heddle::runtime {

enum class Length : unsigned char { none, hh, h, l, ll, whole, large };  // whole: j, z, t, all of eight bytes

struct Conversion {
  bool suppressed = false;  // scanf's *
  bool allocates = false;   // scanf's m
  bool star_width = false, star_precision = false;
  bool has_precision = false;
  std::size_t width = 0, precision = 0;
  Length length = Length::none;
  char kind = 0;  // 0: the format ends
};

inline std::size_t number(const char*& at) {
  std::size_t value = 0;
  while (*at >= '0' && *at <= '9') value = value * 10 + static_cast<std::size_t>(*at++ - '0');
  return value;
}

inline bool is_one_of(char c, const char* set) {
  while (*set != 0 && *set != c) ++set;
  return c != 0 && *set == c;
}

inline Length length_at(const char*& at) {
  const char first = *at;
  if (!is_one_of(first, "hlqLjzZt")) return Length::none;
  ++at;
  const bool twice = (first == 'h' || first == 'l') && *at == first;
  if (twice) ++at;
  switch (first) {
    case 'h':
      return twice ? Length::hh : Length::h;
    case 'l':
      return twice ? Length::ll : Length::l;
    case 'L':
    case 'q':
      return Length::large;
    default:
      return Length::whole;
  }
}

// The next conversion after `at`, which is moved behind it.
inline Conversion next_conversion(const char*& at, bool scans) {
  Conversion found;
  while (*at != 0 && *at != '%') ++at;
  if (*at == 0) return found;
  ++at;
  while (is_one_of(*at, scans ? "*'Im" : "-+ #0'I")) {
    found.suppressed |= scans && *at == '*';
    found.allocates |= *at == 'm';
    ++at;
  }
  if (!scans && *at == '*') {
    found.star_width = true;
    ++at;
  } else {
    found.width = number(at);
  }
  if (!scans && *at == '.') {
    found.has_precision = true;
    if (*++at == '*') {
      found.star_precision = true;
      ++at;
    } else {
      found.precision = number(at);
    }
  }
  if (scans && *at == 'm') {
    found.allocates = true;
    ++at;
  }
  found.length = length_at(at);
  found.kind = *at;
  if (*at != 0) ++at;
  if (scans && found.kind == '[') {  // up to the bracket that ends it; one that comes first is a member
    if (*at == '^') ++at;
    if (*at == ']') ++at;
    while (*at != 0 && *at != ']') ++at;
    if (*at != 0) ++at;
  }
  return found;
}

inline std::size_t whole_number_bytes(Length length) {
  switch (length) {
    case Length::hh:
      return 1;
    case Length::h:
      return 2;
    case Length::none:
      return 4;
    default:
      return 8;
  }
}

inline bool is_wide(const Conversion& conversion) { return conversion.length == Length::l; }

// Before a call of printf's kind: what it reads through its arguments, and stores through %n, are accesses of
// the caller. Nothing is told of formats that number their arguments (%1$s).
void tell_printed(const char* format, va_list arguments, const void* pc);

}  // namespace heddle::runtime
