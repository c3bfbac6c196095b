// SPDX-License-Identifier: Apache-2.0
// The words that the rows of described_system.cpp, described_text.cpp and described_library.cpp are made of.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace heddle::control {

using Arguments = std::uint64_t[6];  // the first ones of a call that are no numbers with a fraction
// How many bytes, where that depends on more than one argument: measures.h.
using Measure = std::size_t (*)(const Arguments&);

enum class Use : std::uint8_t {
  none,
  reads,
  writes,
  changes,
  reads_text,
  changes_text,
  rehearsed,  // it writes what it writes if it is given other memory first: rehearsal.h
  state,      // of a conversion, which the function has itself for a caller that gives none
  own_state,
  sets_signgam,
  writes_random,   // bytes of which one choice is tried: a doubt for who reads them
  returns_random,  // likewise
};

struct Argument {
  std::uint8_t number = 0;  // from 0
  Use use = Use::none;
  std::uint16_t bytes = 0;
  std::uint8_t size_in = kNoSize;  // the argument that says how many bytes; `bytes` is then the size of each
  std::uint8_t offset = 0;         // of the first byte
  Measure measure = nullptr;       // says how many bytes
  bool indirect = false;           // what the argument points to is a pointer to it
  static constexpr std::uint8_t kNoSize = 255;
};

constexpr Argument in(std::uint8_t number, std::size_t bytes, std::uint8_t offset = 0) {
  return {number, Use::reads, static_cast<std::uint16_t>(bytes), Argument::kNoSize, offset};
}
constexpr Argument out(std::uint8_t number, std::size_t bytes, std::uint8_t offset = 0) {
  return {number, Use::writes, static_cast<std::uint16_t>(bytes), Argument::kNoSize, offset};
}
constexpr Argument both(std::uint8_t number, std::size_t bytes) {
  return {number, Use::changes, static_cast<std::uint16_t>(bytes)};
}
constexpr Argument text(std::uint8_t number) { return {number, Use::reads_text}; }
constexpr Argument filled(std::uint8_t number, std::uint8_t size_in, std::size_t each = 1) {
  return {number, Use::writes, static_cast<std::uint16_t>(each), size_in};
}
constexpr Argument random(std::uint8_t number, std::uint8_t size_in) {
  return {number, Use::writes_random, 1, size_in};
}
constexpr Argument random_result() { return {0, Use::returns_random}; }
constexpr Argument whole(std::uint8_t number, std::uint8_t size_in, std::size_t each = 1) {
  return {number, Use::reads, static_cast<std::uint16_t>(each), size_in};
}
constexpr Argument reads_as(std::uint8_t number, Measure measure) {
  return {number, Use::reads, 1, Argument::kNoSize, 0, measure};
}
constexpr Argument writes_as(std::uint8_t number, Measure measure) {
  return {number, Use::writes, 1, Argument::kNoSize, 0, measure};
}
constexpr Argument reads_behind(std::uint8_t number, Measure measure) {
  return {number, Use::reads, 1, Argument::kNoSize, 0, measure, true};
}
// Room for `bytes`, or for so many as the argument `size_in` says, of `bytes` each.
constexpr Argument rehearsed(std::uint8_t number, std::size_t bytes,
                             std::uint8_t size_in = Argument::kNoSize) {
  return {number, Use::rehearsed, static_cast<std::uint16_t>(bytes), size_in};
}
constexpr Argument state(std::uint8_t number) { return {number, Use::state}; }
constexpr Argument own_state() { return {0, Use::own_state}; }
constexpr Argument signgam() { return {0, Use::sets_signgam}; }

struct DescribedCall {
  const char* name;  // a star stands for any ending
  Argument arguments[5];
};

std::span<const DescribedCall> calls_of_system();   // described_system.cpp
std::span<const DescribedCall> calls_of_text();     // described_text.cpp
std::span<const DescribedCall> calls_of_library();  // described_library.cpp: libstdc++

}  // namespace heddle::control
