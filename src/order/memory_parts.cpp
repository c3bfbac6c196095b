// SPDX-License-Identifier: Apache-2.0
#include "order/memory_parts.h"

#include <algorithm>

namespace heddle::order {

MemoryParts::MemoryParts(std::span<const event::Event> events) {
  std::vector<std::uint64_t> cuts;
  for (const event::Event& event : events) {
    if (!touches_memory(event.operation)) continue;
    if (!ranges_.try_emplace(event.variable(), Range{}).second) continue;
    cuts.push_back(event.target);
    cuts.push_back(event.target + event.extent);
  }
  std::sort(cuts.begin(), cuts.end());
  cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
  size_ = cuts.size();
  const auto number = [&](std::uint64_t address) {
    return static_cast<std::uint32_t>(std::lower_bound(cuts.begin(), cuts.end(), address) - cuts.begin());
  };
  for (auto entry = ranges_.begin(); entry != ranges_.end(); ++entry)
    entry.value() = {number(entry->first.address), number(entry->first.address + entry->first.size)};
}

}  // namespace heddle::order
