// SPDX-License-Identifier: Apache-2.0
// Livelocks: states that nobody can leave and in which somebody runs all the same.
//
// A transaction is *still* if it stores nothing and changes nothing that another thread can see: it read, tried, took
// a lock and gave it back, and stands where it stood or somewhere else in its loop. A state is still if every
// transaction from it is. Still states from which only still states are reached (the greatest such set, found by
// taking away those that lead out of it) are left by nobody: whoever can run there runs for ever, waiting for what
// no one will do. This is exact, as far as states are complete: a loop that someone can end has a way out, and no
// fairness is assumed.
//
// A thread that runs on without looking at anything (a loop for nothing) waits for nothing, and is no livelock; nor
// are threads of which the only ones that can run woke up without a reason: that is a deadlock.
#include <algorithm>

#include <fmt/format.h>

#include "stateful/search_parts.h"

namespace heddle::stateful {

// The transaction from `from` that has just ended led to `to`, or nowhere that is stored.
void Search::note_stillness(StateNumber from, ThreadNumber thread, StateNumber to) {
  if (changes_.size() <= from) changes_.resize(std::max(nodes_.size(), from + std::size_t{1}));
  if (changes_[from]) return;
  if (to != kNoState && is_still(thread)) {
    std::vector<StateNumber>& led_to = still_[from];
    if (std::find(led_to.begin(), led_to.end(), to) == led_to.end()) led_to.push_back(to);
    return;
  }
  changes_[from] = true;
  still_.erase(from);
}

// Between the state it began in and the one the machine is in, nothing differs but what is the thread's own.
bool Search::is_still(ThreadNumber thread) const {
  if (machine_.exited() || machine_.pending(thread).kind == Pending::Kind::nothing ||
      machine_.pending(thread).kind == Pending::Kind::local)
    return false;
  const std::size_t first = header();
  if (before_.size() <= first || before_[first] != words_[first]) return false;
  const std::size_t threads = words_[first] / 2;
  for (std::size_t i = first + 1; i < std::max(before_.size(), words_.size()); ++i) {
    const std::uint32_t was = i < before_.size() ? before_[i] : 0;
    const std::uint32_t is = i < words_.size() ? words_[i] : 0;
    const std::size_t at = i - first - 1;
    if (was == is || at == thread) continue;
    if (at < threads || !machine_.is_own(at - threads, thread)) return false;
  }
  return true;
}

void Search::find_livelocks() {
  for (bool changed = true; changed;) {
    changed = false;
    for (auto state = still_.begin(); state != still_.end();) {
      const bool leads_out = std::any_of(state->second.begin(), state->second.end(),
                                         [&](StateNumber to) { return !still_.contains(to); });
      changed = changed || leads_out;
      state = leads_out ? still_.erase(state) : std::next(state);
    }
  }
  for (const auto& [node, led_to] : still_) {
    restore_words(words_of(node));
    std::vector<ThreadNumber> waiting;
    bool runs = false;
    for (ThreadNumber t = 0; t < machine_.threads(); ++t) {
      const Pending next = machine_.pending(t);
      if (next.kind == Pending::Kind::nothing) continue;
      waiting.push_back(t);
      runs = runs || (next.alternatives > 0 && !next.spurious);
    }
    for (ThreadNumber t = 0; t < machine_.threads(); ++t) runs = runs && !machine_.failed(t);
    if (!runs) continue;
    std::string seen = "livelock";
    for (const ThreadNumber t : waiting) seen += fmt::format(" {}", machine_.stack(t).front().line);
    if (!known_findings_.insert(seen).second) continue;
    const History history = history_to(node, {}, 0);
    add_finding(livelock_of(machine_, waiting, history), history);
    if (result_.findings.back().kind == finding::Kind::livelock) break;  // one tells the tale
  }
  current_words_.clear();
}

}  // namespace heddle::stateful
