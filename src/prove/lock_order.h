// SPDX-License-Identifier: Apache-2.0
// Can threads wait for each other's locks? Every lock that is taken while others are held is found by walking
// through the operations; threads can block one another for ever only if each waits for what the next one
// holds and no two hold the same lock. Such a round is an alarm: that the operations can reach it together is
// for the search for an execution to show.
#pragma once

#include <optional>
#include <string>

#include "prove/front/program.h"

namespace heddle::prove {

struct LockCycle {
  std::string message;
  int line = 0;
};
std::optional<LockCycle> lock_cycle(const Program& program);

}  // namespace heddle::prove
