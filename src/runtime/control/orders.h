// SPDX-License-Identifier: Apache-2.0
// The memory orders that a program's atomic operations name, by the place in the code that names them; and other
// orders in their stead: what --advise tries (explore/native/advice.h).
#pragma once

#include <cstdint>

namespace heddle::control {

enum class Ordered : std::uint8_t { load, store, modification, fence };
struct OrderSite {
  std::uint64_t pc = 0;
  std::uint64_t address = 0;  // of the first atomic that was used here; none for a fence
  Ordered kind = Ordered::load;
  bool compares = false;                // a compare-exchange: it names an order for its failure, too
  std::uint8_t order = 0, failure = 0;  // as C++ numbers them
};
struct OrderSites {
  static constexpr std::uint32_t kMost = 1024;
  OrderSite all[kMost];
  std::uint32_t count;
  bool overflow;  // there are more
};
// Of the places in their stead: those that are tried.
struct TriedOrders {
  const OrderSite* sites = nullptr;
  std::uint32_t count = 0;
};

// Notes the place, and says which orders count there.
void settle_orders(OrderSite& site);

}  // namespace heddle::control
