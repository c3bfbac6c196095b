// SPDX-License-Identifier: Apache-2.0
#include "predict/recent_accesses.h"

#include <algorithm>

namespace heddle::predict {

bool RecentAccesses::add(std::size_t process, order::Index index, const event::Event& access,
                         std::span<const order::Index> clock) {
  bool races = false;
  const std::uint64_t last = access.target + std::max<std::uint32_t>(access.extent, 1) - 1;
  for (std::uint64_t word = access.target / 8; word <= last / 8; ++word) {
    Kept* same = nullptr;
    std::vector<Kept>& kept = words_[word];
    for (Kept& other : kept) {
      if (other.process == process) {
        if (other.access.operation == access.operation && other.access.target == access.target &&
            other.access.extent == access.extent)
          same = &other;
        continue;
      }
      const bool known = other.process < clock.size() && other.index <= clock[other.process];
      races = races || (!known && event::conflict(other.access.operation, access.operation) &&
                        other.access.variable().overlaps(access.variable()));
    }
    if (same != nullptr)
      same->index = index;
    else
      kept.push_back({process, index, access});
  }
  return races;
}

}  // namespace heddle::predict
