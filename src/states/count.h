// SPDX-License-Identifier: Apache-2.0
// Numbers of states: a poset of a few hundred events can have more than 2^64.
#pragma once

#include <cstdint>

#include <boost/multiprecision/cpp_int.hpp>

namespace heddle::states {

using Count = boost::multiprecision::cpp_int;
__extension__ using WideCount = unsigned __int128;  // what is enough nearly always

inline Count to_count(WideCount wide) {
  Count result = static_cast<std::uint64_t>(wide >> 64);
  result <<= 64;
  result |= static_cast<std::uint64_t>(wide);
  return result;
}

}  // namespace heddle::states
