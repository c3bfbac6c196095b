// SPDX-License-Identifier: Apache-2.0
#include "runtime/control/orders.h"

#include "runtime/control/happens_before.h"
#include "runtime/control/shared.h"
#include "runtime/control/world.h"

namespace heddle::control {

void FenceBehind::stand() const { fence(order); }

void settle_orders(OrderSite& site, FenceBehind& behind) {
  OrderSites& known = world.shared->order_sites;
  std::uint32_t at = 0;
  const auto is_known = [&] {
    while (at < known.count && known.all[at].pc != site.pc) ++at;
    return at < known.count;
  };
  if (!is_known()) {
    const SharedLock lock;
    if (!is_known()) {  // to another process, by now
      if (at == OrderSites::kMost) {
        known.overflow = true;
      } else {
        known.all[at] = site;
        __atomic_store_n(&known.count, at + 1, __ATOMIC_RELEASE);
      }
    }
  }
  const TriedOrders& tried = world.settings.tried_orders;
  for (std::uint32_t i = 0; i < tried.count; ++i) {
    if (tried.sites[i].pc != site.pc) continue;
    site.order = tried.sites[i].order;
    site.failure = tried.sites[i].failure;
    fence(tried.sites[i].before);
    behind.order = tried.sites[i].after;
  }
}

}  // namespace heddle::control
