// SPDX-License-Identifier: Apache-2.0
// A program in which every thread waits and none can be woken: a notification that was lost, a semaphore that nobody
// posts, a barrier that one thread too few comes to. Rings of locks the runtime sees itself (watch/locks.cpp).
//
// Each thread says what it waits for (ThreadRecord::waits). All of them do, none has a time limit, the kernel knows no
// other thread of the process, all of them sleep, and that stays so: then only something outside of the program could
// wake one. So it is no hang where there is such a thing: a signal that the program handles, a child, or memory that is
// shared with another process. A thread in a call of the system, or in a wait that heddle does not see, waits for nothing
// here, and the program is left alone. A main thread that left by pthread_exit is no thread any more, and what it holds
// nobody gives up.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "runtime/watch/channel.h"

namespace heddle::runtime::host {

class Hang {
 public:
  explicit Hang(const Channel& channel) : channel_(channel) {}
  // Called again and again while the process runs. True: it can not go on, and has not for half a second.
  bool is_seen(int process);

 private:
  using Clock = std::chrono::steady_clock;
  std::string waits() const;  // what all threads wait for; empty: one does not

  const Channel& channel_;
  Clock::time_point looked_{}, since_{};
  std::string seen_;
};

}  // namespace heddle::runtime::host
