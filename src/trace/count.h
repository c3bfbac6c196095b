// SPDX-License-Identifier: Apache-2.0
// Large numbers as people read them.
#pragma once

#include <cstdint>
#include <string>

namespace heddle::trace {

// "41,000".
inline std::string grouped(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t i = digits.size(); i > 3; i -= 3) digits.insert(i - 3, 1, ',');
  return digits;
}

}  // namespace heddle::trace
