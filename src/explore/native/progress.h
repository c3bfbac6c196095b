// SPDX-License-Identifier: Apache-2.0
// How far a check is: written by the process under control, read by `heddle check`; and the wish to stop.
#pragma once

#include <cstdint>

namespace heddle::explore {

struct SharedProgress {
  volatile std::uint64_t executions;
  volatile double done;
  volatile bool stop;
};

}  // namespace heddle::explore
