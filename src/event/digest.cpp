// SPDX-License-Identifier: Apache-2.0
#include "event/digest.h"

#include "base/hash.h"

namespace heddle::event {

std::uint64_t digest_of(std::span<const Event> events, const Names& names) {
  std::uint64_t digest = events.size();
  for (const Event& each : events) {
    digest = base::combine(digest, base::hash_bytes(names.threads[each.thread]));
    digest = base::combine(digest, static_cast<std::uint64_t>(each.operation) << 32 |
                                       static_cast<std::uint64_t>(each.order) << 2 | (each.tried ? 2U : 0U) |
                                       (each.has_value ? 1U : 0U));
    digest = base::combine(digest, base::hash_bytes(names.describe_target(each)));
    digest = base::combine(digest, each.has_value ? each.value : 0);
    digest = base::combine(digest, base::hash_bytes(names.describe(each.location)));
  }
  return digest;
}

}  // namespace heddle::event
