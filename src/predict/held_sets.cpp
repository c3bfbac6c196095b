// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "predict/prediction.h"

namespace heddle::predict {

std::uint32_t HeldSets::at(std::size_t thread, Index position) {
  auto& [holding, set] = cached_[thread];
  const std::uint32_t now = loset_->holding_number(thread, position);
  if (holding == now) return set;
  std::vector<Lock> locks;
  for (const std::uint32_t held : loset_->held(thread, position)) {
    const order::LockInterval& interval = loset_->intervals(thread)[held];
    locks.push_back({interval.lock, interval.shared});
  }
  std::sort(locks.begin(), locks.end());
  const auto [entry, is_new] = numbers_.try_emplace(locks, static_cast<std::uint32_t>(sets_.size()));
  if (is_new) sets_.push_back(std::move(locks));
  holding = now;
  return set = entry->second;
}

bool HeldSets::compatible(std::uint32_t a, std::uint32_t b) const {
  auto i = sets_[a].begin(), j = sets_[b].begin();
  while (i != sets_[a].end() && j != sets_[b].end()) {
    if (i->lock == j->lock) {
      if (!i->shared || !j->shared) return false;
      ++i, ++j;
    } else if (i->lock < j->lock) {
      ++i;
    } else {
      ++j;
    }
  }
  return true;
}

}  // namespace heddle::predict
