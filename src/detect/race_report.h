// SPDX-License-Identifier: Apache-2.0
// A race as it is found, byte by byte, and the finding it becomes.
#pragma once

#include <cstdint>

#include "detect/accesses.h"
#include "detect/held_locks.h"
#include "finding/finding.h"

namespace heddle::detect {

class Race {
 public:
  // Bytes from the first to the last race with `earlier`.
  void add(std::uint64_t first, std::uint64_t last, const Access& earlier);
  bool exists() const { return earlier_.stamp != 0; }

  // With the access that raced.
  finding::Finding finding(const event::Event& event, event::Position position, HeldLocks::Set holding,
                           const HeldLocks& held, const event::Names& names) const;

 private:
  std::uint64_t first_ = 0;  // bytes
  std::uint64_t last_ = 0;
  Access earlier_;  // the latest
};

}  // namespace heddle::detect
