// SPDX-License-Identifier: Apache-2.0
// A request to end long work early: a time limit, a memory limit, Ctrl-C. Whoever works long asks at every
// small step; the question itself is put only at every 256th, and once answered yes it stays so. Not
// thread-safe: one for each worker.
#pragma once

#include <cstdint>
#include <functional>
#include <utility>

namespace heddle::base {

using Stop = std::function<bool()>;  // true: end; empty: never

class StopCheck {
 public:
  explicit StopCheck(Stop stop) : stop_(std::move(stop)) {}

  bool reached() {
    if (reached_ || !stop_ || (++asked_ & 0xFF) != 0) return reached_;
    return reached_ = stop_();
  }
  // For steps that are long themselves.
  bool reached_now() { return reached_ = reached_ || (stop_ && stop_()); }

 private:
  Stop stop_;
  std::uint32_t asked_ = 0;
  bool reached_ = false;
};

}  // namespace heddle::base
