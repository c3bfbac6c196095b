// SPDX-License-Identifier: Apache-2.0
#include "order/vector_clock.h"

namespace heddle::order {

bool VectorClock::contains(const VectorClock& other) const {
  for (std::size_t i = 0; i < other.entries_.size(); ++i)
    if (other.entries_[i] > (i < entries_.size() ? entries_[i] : 0)) return false;
  return true;
}

}  // namespace heddle::order
