// SPDX-License-Identifier: Apache-2.0
// What the rule book foretells of a script: all the worlds it can have led to so far, each object in its state
// and each thread idle, waiting or ended. Who of several gets a lock is open, so there can be many; what was
// seen of libc leaves those that agree with it, and none left is a disagreement.
#pragma once

#include <vector>

#include "agree/sync_script.h"
#include "sync/book.h"

namespace heddle::sync_script {

struct World {
  // A thread's way through a call: it asks for it until it is answered; waits for a notification, or for the
  // others at the barrier; takes the mutex again; leaves the barrier.
  enum class Stage : std::uint8_t { idle, asking, waiting, waking, leaving, ended };
  struct Doing {
    Stage stage = Stage::idle;
    Step step;
    sync::Waking waking = sync::Waking::notified;
    bool in_routine = false;   // of the once flag
    std::uint32_t shared = 0;  // how often it holds the readers-writer lock for reading
    friend bool operator==(const Doing&, const Doing&) = default;
  };
  std::array<sync::State, kSlots> objects;
  std::array<sync::State, kThreads> threads;
  std::array<Doing, kThreads> doing;
  std::uint32_t leaving = 0;  // threads that still have to leave the barrier's last round
  bool serial_left = false;   // one of them got PTHREAD_BARRIER_SERIAL_THREAD
  Seen seen;                  // of the last step
  bool misused = false;

  friend bool operator==(const World&, const World&) = default;
};

class Foretold {
 public:
  Foretold();
  // False: the step is misuse, or its thread cannot make it now; nothing happens.
  bool take(const Step& step);
  // Keeps the worlds in which this came of the last step. False: there is none.
  bool agree(const Seen& seen);
  const std::vector<World>& worlds() const { return worlds_; }

 private:
  std::vector<World> worlds_;
};

}  // namespace heddle::sync_script
