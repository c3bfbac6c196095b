// SPDX-License-Identifier: Apache-2.0
// Large numbers as people read them.
#pragma once

#include <cmath>
#include <cstdint>
#include <string>

#include <fmt/format.h>

namespace heddle::base {

// "41,000".
inline std::string grouped(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t i = digits.size(); i > 3; i -= 3) digits.insert(i - 3, 1, ',');
  return digits;
}

// "180,000": an estimate, in so many digits that count.
inline std::string rounded(double number, int digits) {
  if (!(number >= 0 && number < 1e15)) return fmt::format("{:.{}g}", number, digits);
  double unit = 1;
  for (const double most = std::pow(10, digits); number / unit >= most;) unit *= 10;
  return grouped(static_cast<std::uint64_t>(std::llround(number / unit) * std::llround(unit)));
}

}  // namespace heddle::base
