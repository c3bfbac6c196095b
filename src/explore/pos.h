// SPDX-License-Identifier: Apache-2.0
// Partial order sampling (Yuan, Yang, Gu: Partial order aware concurrency sampling, CAV 2018). The next
// operation of each thread has a random priority, and the highest one is performed. Priorities of operations
// that conflict with it are then drawn anew; all others keep theirs. So how often two operations are
// scheduled in one order rather than in the other does not depend on how many independent ones are around
// them, as it does in a random walk. Time: threads for each step. Proves nothing.
#pragma once

#include "explore/sampling.h"

namespace heddle::explore {

class Pos : public Sampling {
 public:
  Pos(Arena& arena, const Options& options) : Sampling(arena, options), priorities_(arena) {}
  void begin() override;
  Thread choose(const Moment& moment) override;

 protected:
  // The thread with the highest priority among those that are ready and not excluded.
  template <class Excluded>
  Thread highest(const Moment& moment, Excluded excluded) {
    Thread found = schedule::kNoThread;
    for (Thread thread = 0; thread < moment.threads.size(); ++thread) {
      if (moment.threads[thread].state != ThreadView::State::ready || excluded(thread)) continue;
      if (found == schedule::kNoThread || priorities_[thread] > priorities_[found]) found = thread;
    }
    return found;
  }
  void draw(const Moment& moment);                      // for threads that have none
  Thread perform(const Moment& moment, Thread thread);  // and its rivals draw again

 private:
  Array<std::uint64_t> priorities_;  // of each thread's next operation; 0: it has none yet
};

}  // namespace heddle::explore
