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
  std::uint8_t before = 0, after = 0;   // of fences that stand around it; relaxed: there is none
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

// At the end of the operation: the fence behind it.
class FenceBehind {
 public:
  FenceBehind() = default;
  ~FenceBehind() {
    if (order != 0) [[unlikely]]
      stand();
  }
  FenceBehind(const FenceBehind&) = delete;
  FenceBehind& operator=(const FenceBehind&) = delete;
  std::uint8_t order = 0;

 private:
  void stand() const;
};

// Notes the place, and says which orders count there. A fence before the operation has its effect.
void settle_orders(OrderSite& site, FenceBehind& behind);

}  // namespace heddle::control
