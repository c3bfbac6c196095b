// SPDX-License-Identifier: Apache-2.0
// Values of atomics of more than eight bytes, under a weak memory model: wide_values.cpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace heddle::control {

inline constexpr std::size_t kWidest = 128;
// Also of odd sizes: everything that no integer is.
constexpr bool is_wide(std::size_t size) { return size > sizeof(std::uint64_t) || (size & (size - 1)) != 0; }

// The number that stands for these bytes, in every process. They are known by it until the execution ends.
std::uint64_t number_of_wide(const volatile void* bytes, std::size_t size);
// What the number stands for; `to` has as many bytes as it was made of.
void copy_wide(std::uint64_t number, void* to);

// Of all sizes.
inline std::uint64_t number_of_bytes(const void* bytes, std::size_t size) {
  if (is_wide(size)) return number_of_wide(bytes, size);
  std::uint64_t number = 0;
  std::memcpy(&number, bytes, size);
  return number;
}
inline void copy_number(std::uint64_t number, void* to, std::size_t size) {
  if (is_wide(size)) return copy_wide(number, to);
  std::memcpy(to, &number, size);
}

}  // namespace heddle::control
