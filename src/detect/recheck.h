// SPDX-License-Identifier: Apache-2.0
// Checks claimed races against the trace once more, by other means than the detectors: for each claim the
// knowledge of its first event alone is followed forward through the trace, as sets of threads, locks,
// atomics … that have heard of it. A claim stands iff both events are accesses of common bytes that conflict,
// no alloc of those bytes stands between, and the second event's thread has not heard of the first when it
// acts. Shares no code with order/ or the detectors, only the vocabulary of events. One pass; the cost is
// that of the events which order anything, times the claims open at that time.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "detect/detectors.h"
#include "event/event.h"
#include "finding/finding.h"

namespace heddle::detect {

class Recheck {
 public:
  struct Claim {
    event::Position first = 0;
    event::Position second = 0;
  };
  // Those findings that are data races with positions; others are not looked at.
  Recheck(std::span<const finding::Finding> findings, Discipline discipline);
  Recheck(std::vector<Claim> claims, Discipline discipline);

  // All events of the trace, in order.
  void on(event::Position first, std::span<const event::Event> events);
  // After the end: what is wrong with each claim that does not stand. Empty: all stand.
  std::vector<std::string> refuted() const;
  std::size_t claims() const { return claims_.size(); }

 private:
  // Who has heard of the first event.
  struct Heard {
    std::set<event::ThreadId> threads, release_fences, acquire_fences;
    std::set<event::LockId> released, released_shared;
    std::set<std::uint64_t> atomics;
    std::set<std::pair<event::BarrierId, std::uint64_t>> rounds;
    std::set<event::MessageId> messages;
  };
  struct Open {
    std::size_t claim = 0;
    event::Event first;
    Heard heard;
    std::vector<event::Variable> fresh;  // allocated since
  };
  // What must be known of the past to know whom an event reaches: the same for all claims.
  struct Barrier {
    std::uint64_t round = 0;  // the open one
    std::map<event::ThreadId, std::uint64_t> inside;
  };

  std::uint64_t round_of(const event::Event& event);
  static void learn(const event::Event& event, std::uint64_t round, Heard& heard);
  static void publish(const event::Event& event, std::uint64_t round, Heard& heard);
  void close(const Open& open, const event::Event& second);
  void refute(std::size_t claim, const std::string& why);

  std::vector<Claim> claims_;  // by first
  const Discipline discipline_;
  std::size_t next_ = 0;  // claims from here on have not begun
  std::vector<Open> open_;
  std::vector<bool> settled_;  // by claim: its second event was seen
  std::vector<std::string> wrong_;
  std::map<event::BarrierId, Barrier> barriers_;
};

}  // namespace heddle::detect
