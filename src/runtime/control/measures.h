// SPDX-License-Identifier: Apache-2.0
// How far functions of libc read, where a size alone does not say it: to the end of a text, to what they look for, to
// where two texts differ, to where a number ends. Each measure is a function of the arguments of the call.
//
// Most are written out here: what this library calls of libc may be its own, and tell of accesses.
#pragma once

#include <cstdlib>
#include <cwchar>

#include <sys/socket.h>

#include "runtime/control/described_rows.h"

namespace heddle::control {

inline constexpr std::uint8_t kUnlimited = 255;  // no argument says how many there are

template <class Unit>
const Unit* units(std::uint64_t argument) {
  return reinterpret_cast<const Unit*>(argument);
}
template <std::uint8_t Most>
std::size_t limit(const Arguments& arguments) {
  if constexpr (Most == kUnlimited)
    return ~std::size_t{0};
  else
    return arguments[Most];
}

// A text and its end, of so many units at most.
template <class Unit, std::uint8_t Number, std::uint8_t Most = kUnlimited>
std::size_t text_of(const Arguments& arguments) {
  const Unit* at = units<Unit>(arguments[Number]);
  std::size_t count = 0;
  while (count < limit<Most>(arguments) && at[count++] != 0) {
  }
  return count * sizeof(Unit);
}

// What stands in memory up to the value that is looked for, of so many units.
template <class Unit, std::uint8_t Number, std::uint8_t Value, std::uint8_t Most>
std::size_t up_to_value(const Arguments& arguments) {
  const Unit* at = units<Unit>(arguments[Number]);
  std::size_t count = 0;
  while (count < limit<Most>(arguments) && at[count++] != static_cast<Unit>(arguments[Value])) {
  }
  return count * sizeof(Unit);
}
// The same in a text, which may end before.
template <class Unit, std::uint8_t Number, std::uint8_t Value>
std::size_t up_to_value_or_end(const Arguments& arguments) {
  const Unit* at = units<Unit>(arguments[Number]);
  std::size_t count = 0;
  while (at[count] != static_cast<Unit>(arguments[Value]) && at[count] != 0) ++count;
  return (count + 1) * sizeof(Unit);
}

// Two texts, the arguments 0 and 1, up to where they differ.
template <class Unit, std::uint8_t Most = kUnlimited, bool Ends = true>
std::size_t up_to_difference(const Arguments& arguments) {
  const Unit *left = units<Unit>(arguments[0]), *right = units<Unit>(arguments[1]);
  std::size_t count = 0;
  while (count < limit<Most>(arguments)) {
    const bool goes_on = left[count] == right[count] && (!Ends || left[count] != 0);
    ++count;
    if (!goes_on) break;
  }
  return count * sizeof(Unit);
}

// The number that a text begins with, and what ends it; of a whole one the base is argument 2.
template <class Unit>
std::size_t whole_number(const Arguments& arguments) {
  const Unit* text = units<Unit>(arguments[0]);
  Unit* end = nullptr;
  if constexpr (sizeof(Unit) == 1)
    static_cast<void>(std::strtoull(text, &end, static_cast<int>(arguments[2])));
  else
    static_cast<void>(std::wcstoull(text, &end, static_cast<int>(arguments[2])));
  return (static_cast<std::size_t>(end - text) + 1) * sizeof(Unit);
}
inline std::size_t real_number(const Arguments& arguments) {
  wchar_t* end = nullptr;
  static_cast<void>(std::wcstold(units<wchar_t>(arguments[0]), &end));
  return (static_cast<std::size_t>(end - units<wchar_t>(arguments[0])) + 1) * sizeof(wchar_t);
}

inline std::size_t address_bytes(const Arguments& arguments) { return arguments[0] == AF_INET6 ? 16 : 4; }

// ---- multibyte text ----

// What is read of it to make so many wide characters; it stands at the pointer `text`.
std::size_t multibyte_text(const char* text, std::size_t limit, std::size_t most, bool keeps,
                           const mbstate_t* state);
std::size_t wide_text(const wchar_t* text, std::size_t limit, std::size_t most, bool keeps);
// mbstowcs and its kin: the arguments are where to, where from, [how much of it,] how much, [state].
template <bool Indirect, bool Limited, std::uint8_t State = kUnlimited>
std::size_t converted_text(const Arguments& arguments) {
  const char* text = Indirect ? *units<const char*>(arguments[1]) : units<char>(arguments[1]);
  const std::uint64_t most = Limited ? arguments[3] : arguments[2];
  const auto* state = State == kUnlimited ? nullptr : units<mbstate_t>(arguments[State]);
  return multibyte_text(text, Limited ? arguments[2] : ~std::size_t{0}, most, arguments[0] != 0, state);
}
template <bool Indirect, bool Limited>
std::size_t converted_wide(const Arguments& arguments) {
  const wchar_t* text = Indirect ? *units<const wchar_t*>(arguments[1]) : units<wchar_t>(arguments[1]);
  const std::uint64_t most = Limited ? arguments[3] : arguments[2];
  return wide_text(text, Limited ? arguments[2] : ~std::size_t{0}, most, arguments[0] != 0);
}
// One character: the text is argument `Number`, how much of it there is the next one.
std::size_t multibyte_character(const char* text, std::size_t limit, const mbstate_t* state);
template <std::uint8_t Number, std::uint8_t State = kUnlimited>
std::size_t one_character(const Arguments& arguments) {
  const auto* state = State == kUnlimited ? nullptr : units<mbstate_t>(arguments[State]);
  return multibyte_character(units<char>(arguments[Number]), arguments[Number + 1], state);
}
// Of mbtowc: nothing is stored for what is no character.
std::size_t wide_character_of(const Arguments& arguments);

}  // namespace heddle::control
