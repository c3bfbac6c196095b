// SPDX-License-Identifier: Apache-2.0
// Seconds on a clock that only goes forwards, for what lasts how long.
#pragma once

#include <chrono>

namespace heddle::cli {

inline double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace heddle::cli
