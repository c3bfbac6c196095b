// SPDX-License-Identifier: Apache-2.0
// Vector clocks and epochs (Mattern; Fidge; Flanagan and Freund's FastTrack). A thread's clock counts its
// segments: the stretches between the points at which others can learn from it. A vector clock says for each
// thread up to which segment everything is known; entries not stored are 0, and segments count from 1.
// An epoch names one segment of one thread in 64 bits; "the segment is known" is one comparison.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "event/event.h"

namespace heddle::order {

class Epoch {
 public:
  static constexpr int kClockBits = 40;
  static constexpr std::uint64_t kClockMask = (std::uint64_t{1} << kClockBits) - 1;

  constexpr Epoch() = default;  // none: known to everyone
  constexpr Epoch(event::ThreadId thread, std::uint64_t clock)
      : bits_(std::uint64_t{thread.number()} << kClockBits | clock) {}

  constexpr bool exists() const { return bits_ != 0; }
  constexpr event::ThreadId thread() const { return event::ThreadId(bits_ >> kClockBits); }
  constexpr std::uint64_t clock() const { return bits_ & kClockMask; }
  constexpr std::uint64_t bits() const { return bits_; }  // thread and clock; 0 for none
  friend constexpr bool operator==(Epoch, Epoch) = default;

 private:
  std::uint64_t bits_ = 0;
};
inline constexpr std::size_t kMaximumThreads = std::size_t{1} << (64 - Epoch::kClockBits);

class VectorClock {
 public:
  using Clock = std::uint64_t;

  Clock operator[](event::ThreadId thread) const {
    return thread.index() < entries_.size() ? entries_[thread.index()] : 0;
  }
  // Whether all of that segment is known. None is.
  bool knows(Epoch epoch) const { return epoch.clock() <= (*this)[epoch.thread()]; }
  bool empty() const { return entries_.empty(); }
  std::size_t size() const { return entries_.size(); }  // threads from here on are at 0

  std::span<const Clock> entries() const { return entries_; }

  void widen(std::size_t size) {
    if (entries_.size() < size) entries_.resize(size);
  }
  void set(event::ThreadId thread, Clock clock) {
    widen(thread.index() + 1);
    entries_[thread.index()] = clock;
  }
  void join(const VectorClock& other) {
    widen(other.entries_.size());
    for (std::size_t i = 0; i < other.entries_.size(); ++i)
      entries_[i] = std::max(entries_[i], other.entries_[i]);
  }
  void clear() { entries_.clear(); }

  // Everything in `other` is known here too.
  bool contains(const VectorClock& other) const;
  friend bool operator==(const VectorClock& a, const VectorClock& b) {
    return a.contains(b) && b.contains(a);
  }

 private:
  std::vector<Clock> entries_;
};

}  // namespace heddle::order
