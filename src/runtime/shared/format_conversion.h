// SPDX-License-Identifier: Apache-2.0
// The conversions of a format of printf or scanf: C11 7.21.6, with glibc's additions: %m, %C, %S, the lengths q and
// Z, and for scanf the modifier m.
#pragma once

#include <cstdarg>
#include <cstddef>

namespace heddle::runtime {

enum class Length : unsigned char { none, hh, h, l, ll, whole, large };  // whole: j, z, t, all of eight bytes

struct Conversion {
  std::size_t place = 0;  // of its argument, from 1 (%1$s); 0: the next one
  std::size_t width_place = 0, precision_place = 0;
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

// A place among the arguments, `1$`, and behind it; 0: there is none.
inline std::size_t place_at(const char*& at) {
  const char* behind = at;
  const std::size_t place = number(behind);
  if (*behind != '$') return 0;
  at = behind + 1;
  return place;
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
  found.place = place_at(at);
  while (is_one_of(*at, scans ? "*'Im" : "-+ #0'I")) {
    found.suppressed |= scans && *at == '*';
    found.allocates |= *at == 'm';
    ++at;
  }
  if (!scans && *at == '*') {
    found.star_width = true;
    ++at;
    found.width_place = place_at(at);
  } else {
    found.width = number(at);
  }
  if (!scans && *at == '.') {
    found.has_precision = true;
    if (*++at == '*') {
      found.star_precision = true;
      ++at;
      found.precision_place = place_at(at);
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

// ---- the arguments ----

enum class Taken : unsigned char {
  nothing,
  integer,
  eight_bytes,
  real,
  long_real,
  pointer
};  // from the list

inline Taken taken_by(const Conversion& conversion) {
  if (is_one_of(conversion.kind, "diouxXcC"))
    return conversion.kind != 'c' && conversion.kind != 'C' && whole_number_bytes(conversion.length) == 8
               ? Taken::eight_bytes
               : Taken::integer;
  if (is_one_of(conversion.kind, "aAeEfFgG"))
    return conversion.length == Length::large ? Taken::long_real : Taken::real;
  return is_one_of(conversion.kind, "sSnp") ? Taken::pointer : Taken::nothing;
}

// What all conversions of a format, which number their arguments, take at a place.
inline Taken taken_at(const char* format, std::size_t place) {
  const char* at = format;
  while (true) {
    const Conversion found = next_conversion(at, false);
    if (found.kind == 0) return Taken::integer;  // nobody says what it is
    if (found.width_place == place || found.precision_place == place) return Taken::integer;
    if (found.place == place) return taken_by(found);
  }
}

// The arguments of a call, one after the other or by their places.
class FormatArguments {
 public:
  FormatArguments(const char* format, va_list given, bool scans) : format_(format), scans_(scans) {
    va_copy(first_, given);
    va_copy(next_, given);
  }
  ~FormatArguments() {
    va_end(first_);
    va_end(next_);
  }
  FormatArguments(const FormatArguments&) = delete;
  FormatArguments& operator=(const FormatArguments&) = delete;

  int number_at(std::size_t place) {
    int number = 0;
    with(place, [&](va_list& list) { number = va_arg(list, int); });
    return number;
  }
  void* pointer_at(std::size_t place) {
    void* pointer = nullptr;
    with(place, [&](va_list& list) { pointer = va_arg(list, void*); });
    return pointer;
  }
  void pass(Taken taken) { pass(next_, taken); }

 private:
  template <class Take>
  void with(std::size_t place, Take take) {
    if (place == 0) return take(next_);
    va_list list;
    va_copy(list, first_);
    for (std::size_t before = 1; before < place; ++before)
      pass(list, scans_ ? Taken::pointer : taken_at(format_, before));
    take(list);
    va_end(list);
  }
  static void pass(va_list& list, Taken taken) {
    switch (taken) {
      case Taken::nothing:
        return;
      case Taken::integer:
        static_cast<void>(va_arg(list, int));
        return;
      case Taken::eight_bytes:
        static_cast<void>(va_arg(list, long));
        return;
      case Taken::real:
        static_cast<void>(va_arg(list, double));
        return;
      case Taken::long_real:
        static_cast<void>(va_arg(list, long double));
        return;
      case Taken::pointer:
        static_cast<void>(va_arg(list, void*));
        return;
    }
  }
  const char* format_;
  bool scans_;
  va_list first_, next_;
};

// Before a call of printf's kind: what it reads through its arguments, and stores through %n, are accesses of
// the caller.
void tell_printed(const char* format, va_list arguments, const void* pc);

}  // namespace heddle::runtime
