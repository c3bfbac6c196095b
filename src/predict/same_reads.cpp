// SPDX-License-Identifier: Apache-2.0
#include "predict/same_reads.h"

#include <algorithm>

#include <tsl/robin_map.h>

#include "predict/optimistic.h"

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
      : owner_(owner), recording_(*owner.recording_), referee_(*owner.referee_), from_(from), goal_(goal) {
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
      case Operation::try_failed:
      case Operation::try_failed_shared:
        if (!owner_.taken(event, state)) broken_.push_back({{at}, sections_around(at, event)});
        break;
      default:
        break;
    }
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
    const auto& all = owner_.writes_[part];
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

  std::vector<std::vector<Order>> sections_around(EventAt at, const Event& tried) const {
    std::vector<std::vector<Order>> all;
    const auto& by_thread = owner_.sections_.at(tried.lock());
    for (std::size_t t = 0; t < by_thread.size(); ++t)
      for (const Section& section : by_thread[t]) {
        if (section.acquire > goal_.limit[t] || section.release <= from_[t] || !excludes(section, tried))
          continue;
        all.push_back({{{t, section.acquire}, at}});
        if (section.release <= goal_.limit[t]) all.back().push_back({at, {t, section.release}, true});
      }
    return all;
  }

  const SameReads& owner_;
  const Recording& recording_;
  const Referee& referee_;
  const State& from_;
  const states::Goal& goal_;
  Position frontier_ = 0;  // all events of `from` are recorded before it
  std::vector<Rule> broken_;
  tsl::robin_map<std::uint32_t, Position> last_write_;  // by part
  std::vector<Wait> waits_;                             // by thread
};

void SameReads::index() {
  if (indexed_) return;
  indexed_ = true;
  writes_.resize(recording_->parts().size());
  const auto events = recording_->events();
  for (const Event& event : events)
    if (is_failed_try(event)) sections_[event.lock()].resize(recording_->must().threads());
  for (Position position = 0; position < events.size(); ++position) {
    const Event& event = events[position];
    if (order::sets_memory(event.operation)) {
      const auto [first, last] = recording_->parts().parts(event.variable());
      for (std::uint32_t part = first; part < last; ++part) writes_[part].push_back(position);
    }
    const bool waits = event.operation == Operation::wait, wakes = event.operation == Operation::wake;
    if (!uses_lock(event)) continue;
    const auto known = sections_.find(event.lock());
    if (known == sections_.end()) continue;
    const EventAt at = recording_->at(position);
    auto& own = known->second[at.thread];
    if (wakes || event.operation == Operation::acquire || event.operation == Operation::acquire_shared)
      own.push_back({.acquire = at.index, .shared = event.operation == Operation::acquire_shared});
    if (waits || event.operation == Operation::release || event.operation == Operation::release_shared)
      own.back().release = at.index;
  }
  find_unheld_tries();
}

void SameReads::find_unheld_tries() {
  unheld_.assign(recording_->must().threads(), order::kNever);
  if (sections_.empty()) return;
  State state = recording_->must().initial();
  const auto events = recording_->events();
  for (Position position = 0; position < events.size(); ++position) {
    const EventAt at = recording_->at(position);
    if (is_failed_try(events[position]) && unheld_[at.thread] == order::kNever &&
        !taken(events[position], state))
      unheld_[at.thread] = at.index;
    state[at.thread] = at.index;
  }
}

bool SameReads::excludes(const Section& section, const Event& tried) {
  return !section.shared || tried.operation == Operation::try_failed;
}

bool SameReads::taken(const Event& tried, const State& state) const {
  const auto& by_thread = sections_.at(tried.lock());
  for (std::size_t t = 0; t < by_thread.size(); ++t) {
    const auto next =
        std::partition_point(by_thread[t].begin(), by_thread[t].end(),
                             [&](const Section& section) { return section.acquire <= state[t]; });
    if (next != by_thread[t].begin() && state[t] < (next - 1)->release && excludes(*(next - 1), tried))
      return true;
  }
  return false;
}

State SameReads::before_unheld_tries(State state) const {
  for (std::size_t t = 0; t < state.size(); ++t)
    if (unheld_[t] != order::kNever) state[t] = std::min(state[t], unheld_[t] - 1);
  return states::greatest_lock_free(recording_->followed(), state);
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

// Who held a lock that was tried is most likely who holds it here. If not, anybody may, however far he has to
// go for it.
Meeting SameReads::meet(std::span<const Standing> next, const states::ReachLimits& limits) {
  Meeting meeting;
  const states::PinnedGoal as_then = goal_of(*recording_, recording_->followed(), next);
  if (as_then.possible) meeting = meet(recording_->followed(), as_then.goal, limits);
  if (!recording_->has_failed_tries() || meeting.answer == Answer::yes) return meeting;
  const order::Loset& reads = recording_->reads();
  states::PinnedGoal pinned = goal_of(*recording_, reads, next);
  if (!pinned.possible) return {};
  State limit = pinned.goal.limit;
  for (std::size_t t = 0; t < limit.size(); ++t)
    if (!pinned.goal.pinned[t]) limit[t] = states::furthest(reads, pinned.goal, t);
  pinned.goal.limit = std::move(limit);
  return meet(reads, pinned.goal, limits);
}

Meeting SameReads::reach(const State& state, const states::ReachLimits& limits) {
  const order::Loset& reads = recording_->reads();
  return states::feasible(reads, state) ? meet(reads, states::exactly(state), limits) : Meeting{};
}

Meeting SameReads::meet(const order::Loset& loset, const states::Goal& goal,
                        const states::ReachLimits& limits) {
  Meeting meeting;
  index();
  meeting.from = before_unheld_tries(goal.least);
  while (true) {
    if (distance(meeting.from, goal.limit) > kLargestWindow) {
      meeting.answer = Answer::unknown;
      return meeting;
    }
    Reads reads(*this, meeting.from, goal);
    if (auto run = optimistic_run(*recording_, loset, meeting.from, goal, Accesses::as_recorded);
        run && reads.broken_by(*run).empty()) {
      meeting.answer = Answer::yes;
      meeting.way = Way::same_reads;
      meeting.run = std::move(*run);
      return meeting;
    }
    states::Reach reach = states::solve(loset, meeting.from, goal, limits.conflicts, limits.stop, &reads);
    meeting.answer = reach.answer;
    if (reach.answer == Answer::yes) meeting.way = Way::same_reads;
    meeting.run = std::move(reach.run);
    if (reach.answer != Answer::no || meeting.from == loset.initial()) return meeting;
    meeting.from = earlier(meeting.from, goal.limit);
  }
}

}  // namespace heddle::predict
