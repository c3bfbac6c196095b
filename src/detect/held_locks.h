// SPDX-License-Identifier: Apache-2.0
// Which locks each thread holds, as one number a set: sets of held locks are paths in a tree that grows by
// one node for each set ever held, so an access remembers its set in 32 bits and nothing is copied.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <tsl/robin_map.h>

#include "event/event.h"
#include "event/names.h"
#include "order/flow.h"

namespace heddle::detect {

class HeldLocks {
 public:
  using Set = std::uint32_t;  // 0: none

  // To be called for every event that acquires or releases; others change nothing.
  void on(const event::Event& event);
  // The two most frequent of them: mostly of a thread's only lock, or the last it took.
  void acquire(event::ThreadId thread, event::LockId lock) {
    const bool known = of(thread) == 0 && lock.index() < lone_.size() && thread.index() < held_.size() &&
                       lone_[lock.index()] != 0;
    if (known) [[likely]]
      held_[thread.index()] = lone_[lock.index()];
    else
      change(thread, with(of(thread), lock, false));
  }
  void release(event::ThreadId thread, event::LockId lock) {
    const Set now = of(thread);
    if (now != 0 && nodes_[now].lock == lock) [[likely]]
      held_[thread.index()] = nodes_[now].rest;
    else
      change(thread, without(now, lock));
  }

  Set of(event::ThreadId thread) const { return thread.index() < held_.size() ? held_[thread.index()] : 0; }
  // Whether some lock is in both, and held exclusively in at least one.
  bool exclude(Set a, Set b) const;
  std::vector<std::string> names(Set set, const event::Names& names) const;  // in order of acquiring

 private:
  struct Node {
    Set rest = 0;  // what was held before
    event::LockId lock;
    bool shared = false;
  };
  Set with(Set set, event::LockId lock, bool shared);
  Set without(Set set, event::LockId lock);
  void change(event::ThreadId thread, Set set);

  std::vector<Node> nodes_{1};
  tsl::robin_map<std::uint64_t, Set, order::AddressHash> children_;  // by set, lock and shared
  std::vector<Set> lone_;  // by lock: that lock alone, if it was ever held so
  std::vector<Set> held_;  // by thread
};

}  // namespace heddle::detect
