// SPDX-License-Identifier: Apache-2.0
// The words that the rows of described_calls.cpp and described_library.cpp are made of.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace heddle::control {

enum class Use : std::uint8_t {
  none,
  reads,
  writes,
  changes,
  reads_text,
  changes_text,
  depends_on_locale,
  sets_signgam
};

struct Argument {
  std::uint8_t number = 0;  // from 0
  Use use = Use::none;
  std::uint16_t bytes = 0;
  std::uint8_t size_in = kNoSize;  // the argument that says how many bytes; `bytes` is then the size of each
  std::uint8_t offset = 0;         // of the first byte
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
constexpr Argument filled(std::uint8_t number, std::uint8_t size_in) {
  return {number, Use::writes, 1, size_in};
}
constexpr Argument whole(std::uint8_t number, std::uint8_t size_in) {
  return {number, Use::reads, 1, size_in};
}
constexpr Argument signgam() { return {0, Use::sets_signgam}; }
constexpr Argument locale() { return {0, Use::depends_on_locale}; }

struct DescribedCall {
  const char* name;  // a star stands for any ending
  Argument arguments[3];
};

std::span<const DescribedCall> calls_of_libc();     // described_calls.cpp
std::span<const DescribedCall> calls_of_library();  // described_library.cpp: libstdc++

}  // namespace heddle::control
