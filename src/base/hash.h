// SPDX-License-Identifier: Apache-2.0
// Hashing of bytes and of structures made of several parts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include <xxhash.h>

namespace heddle::base {

inline std::uint64_t hash_bytes(std::string_view bytes, std::uint64_t seed = 0) {
  return XXH3_64bits_withSeed(bytes.data(), bytes.size(), seed);
}

// A bijective mixer (splitmix64's): every input bit reaches every output bit.
constexpr std::uint64_t mix(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9U;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBU;
  return x ^ (x >> 31);
}

// Not symmetric: the order of the parts counts.
constexpr std::uint64_t combine(std::uint64_t hash, std::uint64_t part) {
  return mix(mix(hash) + 0x9E3779B97F4A7C15U + part);
}

}  // namespace heddle::base
