// SPDX-License-Identifier: Apache-2.0
// Places of a program at which something failed without a reason (runtime/control/bounds.cpp), as the shares of a check
// tell of them: a place at which one share stopped trying may turn out to matter in what another one saw.
#pragma once

#include <cstdint>

namespace heddle::schedule {

struct FailurePlace {
  std::uint64_t key = 0;
  std::uint8_t kind = 0;            // control::Baseless
  std::uint8_t idle = 0, busy = 0;  // a bit for each level
  bool astray = false, cut = false;

  constexpr bool may_matter() const { return cut && (astray || (idle & ~busy) == 0); }
};
// In a record: key, kind, idle, busy, astray and cut of one after the other, in hexadecimal.
inline constexpr char kFailurePlace[] = "%lx.%x.%x.%x.%x.%x ";

}  // namespace heddle::schedule
