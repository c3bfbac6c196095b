// SPDX-License-Identifier: Apache-2.0
// SHA-256 (FIPS 180-4) of a text, in hexadecimal digits: what other tools want to know a file by.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>

namespace heddle::base {

inline std::string sha256(std::string_view text) {
  // The first 32 bits of the fractional parts of square and cube roots of the first primes.
  std::array<std::uint32_t, 64> rounds{};
  std::array<std::uint32_t, 8> state{};
  const auto fraction = [](long double root) {
    return static_cast<std::uint32_t>((root - std::floor(root)) * 4294967296.0L);
  };
  std::size_t found = 0;
  for (unsigned number = 2; found < rounds.size(); ++number) {
    bool is_prime = true;
    for (unsigned divisor = 2; divisor * divisor <= number; ++divisor)
      is_prime = is_prime && number % divisor != 0;
    if (!is_prime) continue;
    if (found < state.size()) state[found] = fraction(std::sqrt(static_cast<long double>(number)));
    rounds[found++] = fraction(std::cbrt(static_cast<long double>(number)));
  }
  std::string padded(text);
  padded += '\x80';
  while (padded.size() % 64 != 56) padded += '\0';
  for (int shift = 56; shift >= 0; shift -= 8)
    padded += static_cast<char>(std::uint64_t{text.size()} * 8 >> shift);
  for (std::size_t block = 0; block < padded.size(); block += 64) {
    std::array<std::uint32_t, 64> w{};
    for (std::size_t i = 0; i < 64; ++i)
      w[i / 4] = w[i / 4] << 8 | static_cast<std::uint8_t>(padded[block + i]);
    for (std::size_t i = 16; i < 64; ++i) {
      const std::uint32_t a = w[i - 15], b = w[i - 2];
      w[i] = w[i - 16] + (std::rotr(a, 7) ^ std::rotr(a, 18) ^ a >> 3) + w[i - 7] +
             (std::rotr(b, 17) ^ std::rotr(b, 19) ^ b >> 10);
    }
    auto s = state;
    for (std::size_t i = 0; i < 64; ++i) {
      const std::uint32_t first = s[7] + (std::rotr(s[4], 6) ^ std::rotr(s[4], 11) ^ std::rotr(s[4], 25)) +
                                  ((s[4] & s[5]) ^ (~s[4] & s[6])) + rounds[i] + w[i];
      const std::uint32_t second = (std::rotr(s[0], 2) ^ std::rotr(s[0], 13) ^ std::rotr(s[0], 22)) +
                                   ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
      s = {first + second, s[0], s[1], s[2], s[3] + first, s[4], s[5], s[6]};
    }
    for (std::size_t i = 0; i < state.size(); ++i) state[i] += s[i];
  }
  std::string digits;
  for (const std::uint32_t word : state)
    for (int shift = 28; shift >= 0; shift -= 4) digits += "0123456789abcdef"[word >> shift & 0xF];
  return digits;
}

}  // namespace heddle::base
