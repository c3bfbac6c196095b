// SPDX-License-Identifier: Apache-2.0
// One of several processes, each of which does its share of one work and knows nothing of the others: "3/16".
#pragma once

#include <cstdint>
#include <string_view>

namespace heddle::schedule {

struct Shard {
  std::uint32_t number = 1;  // from 1
  std::uint32_t count = 0;   // 0: the text says no such thing
};

inline constexpr std::uint32_t kMostShards = 1'000'000;

constexpr Shard shard_in(std::string_view text) {
  Shard shard{0, 0};
  std::uint32_t* part = &shard.number;
  bool has_digit = false;
  for (const char c : text) {
    if (c == '/' && part == &shard.number && has_digit) {
      part = &shard.count;
      has_digit = false;
    } else if (c >= '0' && c <= '9' && *part <= kMostShards) {
      *part = *part * 10 + static_cast<std::uint32_t>(c - '0');
      has_digit = true;
    } else {
      return {};
    }
  }
  if (!has_digit || shard.number < 1 || shard.number > shard.count || shard.count > kMostShards) return {};
  return shard;
}

}  // namespace heddle::schedule
