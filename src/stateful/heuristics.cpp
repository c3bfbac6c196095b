// SPDX-License-Identifier: Apache-2.0
#include "stateful/heuristics.h"

#include <algorithm>

namespace heddle::stateful {
namespace {

using event::Operation;
using program::Effect;
using program::Word;

// Values of Figure 6, best first.
constexpr int kWriteAfterOther = 8;
constexpr int kWriteAfterSelf = 7;
constexpr int kReadAfterOther = 6;
constexpr int kReadAfterSelf = 5;
constexpr int kAcquireFirst = 4;
constexpr int kOther = 3;
constexpr int kAcquireAfterRelease = 2;
constexpr int kRelease = 1;

bool is_acquire(Operation operation) {
  return operation == Operation::acquire || operation == Operation::acquire_shared ||
         operation == Operation::atomic_load || operation == Operation::atomic_rmw ||
         operation == Operation::wake || operation == Operation::join || operation == Operation::leave;
}
bool is_release(Operation operation) {
  return operation == Operation::release || operation == Operation::release_shared ||
         operation == Operation::atomic_store || operation == Operation::atomic_rmw ||
         operation == Operation::wait || operation == Operation::fork || operation == Operation::end ||
         operation == Operation::arrive;
}

}  // namespace

int heuristic_value(std::span<const Effect> effects, const HeuristicChoice& choice, RaceHistory& history) {
  int value = kOther;
  bool first = true;
  for (const Effect& effect : effects) {
    int own = kOther;
    const Word target = effect.operation == Operation::wake || effect.operation == Operation::wait
                            ? effect.lock
                            : effect.target;
    if (effect.operation == Operation::write || effect.operation == Operation::read ||
        effect.operation == Operation::free) {
      const bool writes = effect.operation != Operation::read;
      bool by_other = false;
      bool written = false;
      for (Word at = effect.target & ~Word{3}; at < effect.target + effect.size; at += 4)
        if (const auto last = history.written_by.find(at); last != history.written_by.end()) {
          written = true;
          by_other = by_other || last->second != effect.thread;
        }
      if (writes) {
        own = by_other ? kWriteAfterOther : kWriteAfterSelf;
        if (!choice.watch_written)
          own = choice.writes_first ? kWriteAfterOther : kOther;
        else if (!choice.writes_first)
          own = by_other ? kWriteAfterOther : kOther;
        for (Word at = effect.target & ~Word{3}; at < effect.target + effect.size; at += 4)
          history.written_by[at] = effect.thread;
      } else {
        own = by_other ? kReadAfterOther : written || choice.writes_first ? kReadAfterSelf : kOther;
        if (!choice.watch_written)
          own = choice.writes_first ? kReadAfterSelf : kOther;
        else if (!choice.writes_first)
          own = by_other ? kWriteAfterOther : kOther;
      }
    }
    // A read-modify-write is both: what it may order counts before what it makes others able to order.
    if (is_acquire(effect.operation)) {
      const bool after_release = std::binary_search(history.released.begin(), history.released.end(), target);
      if (after_release)
        own = choice.avoid_release_acquire ? kAcquireAfterRelease : kOther;
      else
        own = choice.acquire_first ? kAcquireFirst : kOther;
    }
    if (is_release(effect.operation)) {
      if (!is_acquire(effect.operation))
        own = choice.avoid_release_acquire || choice.acquire_first ? kRelease : kOther;
      const auto at = std::lower_bound(history.released.begin(), history.released.end(), target);
      if (at == history.released.end() || *at != target) history.released.insert(at, target);
    }
    value = first ? own : std::max(value, own);
    first = false;
  }
  return value;
}

}  // namespace heddle::stateful
