// SPDX-License-Identifier: Apache-2.0
#include "predict/same_reads.h"

#include <algorithm>

#include <tsl/robin_map.h>

namespace heddle::predict {

using event::Operation;
using states::Answer;
using states::Order;
using states::Rule;

namespace {
constexpr std::size_t kLargestWindow = 20'000;  // events

std::size_t distance(const State& from, const State& to) {
  std::size_t events = 0;
  for (std::size_t t = 0; t < from.size(); ++t) events += to[t] - from[t];
  return events;
}
}  // namespace

// What the reads, wakes and failed tries of a window see on a run.
class SameReads::Reads final : public states::Wishes {
 public:
  Reads(const SameReads& owner, const State& from, const states::Goal& goal)
      : recording_(*owner.recording_),
        referee_(*owner.referee_),
        writes_(owner.writes_),
        from_(from),
        goal_(goal) {
    for (std::size_t t = 0; t < from.size(); ++t)
      if (from[t] > 0) frontier_ = std::max(frontier_, recording_.position({t, from[t]}) + 1);
  }

  std::uint64_t rank(EventAt event) const override { return recording_.position(event); }

  std::vector<Rule> broken_by(const std::vector<std::uint32_t>& run) override {
    broken_.clear();
    last_write_.clear();
    waits_.assign(from_.size(), {});
    State state = from_;
    for (const std::uint32_t t : run) step({t, ++state[t]}, state);
    return std::move(broken_);
  }

 private:
  struct Wait {
    EventAt began;  // index 0: before the window
    bool notified = false;
  };

  void step(EventAt at, const State& state) {
    const Position position = recording_.position(at);
    const Event& event = recording_.event(at);
    if (order::touches_memory(event.operation)) return access(at, event, position);
    switch (event.operation) {
      case Operation::wait:
        waits_[at.thread] = {at};
        break;
      case Operation::notify:
      case Operation::notify_all:
        for (Wait& wait : waits_)
          if (wait.began.index != 0 && recording_.event(wait.began).condition() == event.condition())
            wait.notified = true;
        break;
      case Operation::wake:
        // A wait that began before the window has its notifies after it, as recorded or in the window.
        if (referee_.was_notified(position) && waits_[at.thread].began.index != 0 &&
            !waits_[at.thread].notified)
          broken_.push_back({{at}, notifies_between(waits_[at.thread].began, at)});
        break;
      default:
        break;
    }
    (void)state;
  }

  void access(EventAt at, const Event& event, Position position) {
    const auto [first, last] = recording_.parts().parts(event.variable());
    const auto saw = referee_.saw(position);
    for (std::uint32_t part = first; part < last; ++part) {
      if (order::reads(event.operation)) {
        const Position seen = last_write_of(part), wanted = saw[part - first];
        if (seen != wanted) {
          // Never nothing: its own write comes before it in this loset.
          Rule rule{{at, recording_.at(seen)}, {{{at, recording_.at(seen)}}}};
          if (wanted != Referee::kNoWrite)
            rule.one_of.push_back({{recording_.at(seen), recording_.at(wanted)}});
          broken_.push_back(std::move(rule));
        }
      }
      if (order::sets_memory(event.operation)) last_write_[part] = position;
    }
  }

  Position last_write_of(std::uint32_t part) {
    if (const auto known = last_write_.find(part); known != last_write_.end()) return known->second;
    const auto& all = writes_[part];
    auto write = std::lower_bound(all.begin(), all.end(), frontier_);
    while (write != all.begin())
      if (const EventAt at = recording_.at(*--write); at.index <= from_[at.thread])
        return last_write_[part] = *write;
    return last_write_[part] = Referee::kNoWrite;
  }

  std::vector<std::vector<Order>> notifies_between(EventAt wait, EventAt wake) const {
    std::vector<std::vector<Order>> all;
    for (std::size_t t = 0; t < from_.size(); ++t)
      for (Index index = from_[t] + 1; index <= goal_.limit[t]; ++index) {
        const Event& event = recording_.event({t, index});
        if ((event.operation == Operation::notify || event.operation == Operation::notify_all) &&
            event.condition() == recording_.event(wake).condition())
          all.push_back({{wait, {t, index}}, {{t, index}, wake}});
      }
    return all;
  }

  const Recording& recording_;
  const Referee& referee_;
  const std::vector<std::vector<Position>>& writes_;
  const State& from_;
  const states::Goal& goal_;
  Position frontier_ = 0;  // all events of `from` are recorded before it
  std::vector<Rule> broken_;
  tsl::robin_map<std::uint32_t, Position> last_write_;  // by part
  std::vector<Wait> waits_;                             // by thread
};

void SameReads::index_writes() {
  if (!writes_.empty()) return;
  writes_.resize(recording_->parts().size() + 1);
  const auto events = recording_->events();
  for (Position position = 0; position < events.size(); ++position) {
    if (!order::sets_memory(events[position].operation)) continue;
    const auto [first, last] = recording_->parts().parts(events[position].variable());
    for (std::uint32_t part = first; part < last; ++part) writes_[part].push_back(position);
  }
}

// A lock-free state so far below that the window is a few times as large.
State SameReads::earlier(const State& from, const State& limit) const {
  const std::size_t wanted = 4 * distance(from, limit) + 64;
  State state = from;
  Position cut = 0;
  for (std::size_t t = 0; t < from.size(); ++t)
    if (from[t] > 0) cut = std::max(cut, recording_->position({t, from[t]}));
  cut = cut > wanted ? cut - wanted : 0;
  for (std::size_t t = 0; t < from.size(); ++t) {
    Index low = 0, high = from[t];  // the last event at or before the cut
    while (low < high) {
      const Index middle = low + (high - low + 1) / 2;
      if (recording_->position({t, middle}) < cut)
        low = middle;
      else
        high = middle - 1;
    }
    state[t] = low;
  }
  return states::greatest_lock_free(recording_->followed(), state);
}

Meeting SameReads::meet(std::span<const Standing> next, const states::ReachLimits& limits) {
  Meeting meeting;
  const order::Loset& followed = recording_->followed();
  const states::PinnedGoal pinned = goal_of(*recording_, followed, next);
  if (!pinned.possible) return meeting;
  index_writes();
  meeting.from = states::greatest_lock_free(followed, pinned.goal.least);
  while (true) {
    Reads reads(*this, meeting.from, pinned.goal);
    states::Reach reach =
        states::solve(followed, meeting.from, pinned.goal, limits.conflicts, limits.stop, &reads);
    meeting.answer = reach.answer;
    if (reach.answer == Answer::yes) meeting.way = Way::same_reads;
    meeting.run = std::move(reach.run);
    if (reach.answer != Answer::no || meeting.from == followed.initial()) return meeting;
    meeting.from = earlier(meeting.from, pinned.goal.limit);
    if (distance(meeting.from, pinned.goal.limit) <= kLargestWindow) continue;
    meeting.answer = Answer::unknown;
    return meeting;
  }
}

}  // namespace heddle::predict
