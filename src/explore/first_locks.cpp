// SPDX-License-Identifier: Apache-2.0
#include "explore/first_locks.h"

namespace heddle::explore {

void FirstLocks::begin() {
  Sampling::begin();
  held_.clear();
}

bool FirstLocks::holds(Thread thread) const {
  for (const Held& held : held_)
    if (held.thread == thread) return true;
  return false;
}

Thread FirstLocks::choose(const Moment& moment) {
  constexpr std::uint64_t kSeldom = 16;
  const bool lets_go = number_ > 0 && below(kSeldom) == 0;
  for (int round = lets_go ? 1 : 0; round < 2; ++round) {
    const Thread taken = took_any(moment, [&](Thread thread, const Operation& next) {
      return round == 1 || next.need != schedule::Need::exclusive || !holds(thread);
    });
    if (taken != schedule::kNoThread) return taken;
  }
  return schedule::kNoThread;
}

// A lock is taken by an operation that needs it, and given back by the thread's next one on it that does not.
void FirstLocks::performed(const Operation& operation) {
  if (operation.count == 0) return;
  const Thread thread = schedule_.back().thread;
  const std::uint32_t lock = operation.accesses[0].object;
  if (operation.need == schedule::Need::exclusive) {
    held_.push_back({thread, lock});
    return;
  }
  std::size_t kept = 0;
  for (const Held& held : held_)
    if (held.thread != thread || held.lock != lock) held_[kept++] = held;
  held_.resize(kept, {});
}

}  // namespace heddle::explore
