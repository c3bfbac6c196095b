// SPDX-License-Identifier: Apache-2.0
// A sampler for deadlocks of any number of threads. Threads that wait for each other in a ring each hold a lock and
// want another one. So a thread that holds a lock and is about to take another one waits as long as anybody else can
// do anything else: all threads take their first locks before one takes its second. Who goes on is random otherwise;
// of the threads that are held back now and then one is let go, for rings that need some threads to be further on. A
// ring of n locks taken by n threads is found in the first execution, where a search by orders of operations has
// about n! to try. Time: threads for each step. Proves nothing.
#pragma once

#include "explore/sampling.h"

namespace heddle::explore {

class FirstLocks final : public Sampling {
 public:
  FirstLocks(Arena& arena, const Options& options) : Sampling(arena, options), held_(arena) {}
  void begin() override;
  Thread choose(const Moment& moment) override;
  void performed(const Operation& operation) override;

 private:
  struct Held {
    Thread thread;
    std::uint32_t lock;
  };
  bool holds(Thread thread) const;
  Array<Held> held_;
};

}  // namespace heddle::explore
