// SPDX-License-Identifier: Apache-2.0
// Foreign bytes made fit for a terminal: what is no UTF-8, or a control character other than the end of a
// line, becomes \xNN.
#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <string_view>

namespace heddle::base {

inline std::string printable(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    // A first byte with n > 1 leading ones announces n bytes, the others with one leading one each.
    const auto ones = static_cast<std::size_t>(std::countl_one(byte(i)));
    std::size_t length = ones == 0 ? 1 : ones;
    bool good = ones == 0 ? (byte(i) >= 0x20 && byte(i) != 0x7f) || text[i] == '\n'
                          : ones >= 2 && ones <= 4 && byte(i) >= 0xc2;
    for (std::size_t j = 1; good && j < length; ++j) good = i + j < text.size() && byte(i + j) >> 6 == 2;
    if (good && length == 2 && byte(i) == 0xc2 && byte(i + 1) < 0xa0) good = false;  // controls again
    if (good) {
      out += text.substr(i, length);
    } else {
      length = 1;
      out += {'\\', 'x', kDigits[byte(i) >> 4], kDigits[byte(i) & 15]};
    }
    i += length;
  }
  return out;
}

// In one line.
inline std::string printable_line(std::string_view text) {
  std::string out;
  for (const char c : printable(text)) c == '\n' ? out += "\\n" : out += c;
  return out;
}

}  // namespace heddle::base
