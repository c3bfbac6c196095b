// SPDX-License-Identifier: Apache-2.0
#include "detect/held_locks.h"

#include <algorithm>

#include "base/hash.h"

namespace heddle::detect {

using event::Operation;

void HeldLocks::on(const event::Event& event) {
  const Operation operation = event.operation;
  const bool acquires = operation == Operation::acquire || operation == Operation::acquire_shared ||
                        operation == Operation::wake;
  const bool releases = operation == Operation::release || operation == Operation::release_shared ||
                        operation == Operation::wait;
  if (!acquires && !releases) return;
  const event::LockId lock = event.lock();
  if (!lock.exists()) return;
  const Set now = of(event.thread);
  change(event.thread,
         acquires ? with(now, lock, operation == Operation::acquire_shared) : without(now, lock));
}

HeldLocks::Set HeldLocks::with(Set set, event::LockId lock, bool shared) {
  const bool lone = set == 0 && !shared;
  if (lone && lock.index() < lone_.size() && lone_[lock.index()] != 0) return lone_[lock.index()];
  // Sets, locks and the flag share 64 bits: 31 for the set are more than memory holds nodes for.
  const std::uint64_t key =
      std::uint64_t{set} << 33 | std::uint64_t{lock.number()} << 1 | static_cast<std::uint64_t>(shared);
  const auto [child, is_new] = children_.try_emplace(key, static_cast<Set>(nodes_.size()));
  if (is_new) nodes_.push_back({set, lock, shared});
  if (lone) {
    if (lone_.size() <= lock.index()) lone_.resize(lock.index() + 1);
    lone_[lock.index()] = child->second;
  }
  return child->second;
}

HeldLocks::Set HeldLocks::without(Set set, event::LockId lock) {
  if (set == 0) return 0;
  const Node top = nodes_[set];
  if (top.lock == lock) return top.rest;
  const Set rest = without(top.rest, lock);
  return rest == top.rest ? set : with(rest, top.lock, top.shared);
}

void HeldLocks::change(event::ThreadId thread, Set set) {
  if (held_.size() <= thread.index()) held_.resize(thread.index() + 1);
  held_[thread.index()] = set;
}

bool HeldLocks::exclude(Set a, Set b) const {
  for (Set i = a; i != 0; i = nodes_[i].rest)
    for (Set j = b; j != 0; j = nodes_[j].rest)
      if (nodes_[i].lock == nodes_[j].lock && !(nodes_[i].shared && nodes_[j].shared)) return true;
  return false;
}

std::vector<std::string> HeldLocks::names(Set set, const event::Names& names) const {
  std::vector<std::string> words;
  for (; set != 0; set = nodes_[set].rest)
    words.push_back(names.locks[nodes_[set].lock] + (nodes_[set].shared ? " (shared)" : ""));
  std::reverse(words.begin(), words.end());
  return words;
}

}  // namespace heddle::detect
