// SPDX-License-Identifier: Apache-2.0
// Predicted deadlocks of any length. An acquire that happens while its thread holds locks says "having these,
// it wants that". Acquires with the same thread, wanted lock, held locks and location form a group. A pattern
// is a cycle of groups of different threads, each wanting what the next holds, no two of them holding what
// excludes the other (such a common lock is a guard: the cycle cannot close). A pattern is a deadlock if one
// acquire of each group can be next at the same time: Meetings decides, nearest in the trace first, up to
// `tries` for a pattern. One deadlock is reported for each cycle of locks and locations. Cycles are found
// depth-first from their least thread, so each once; their number can be exponential, so the search for them
// is bounded and says so.
//
// A thread may also hold locks while it waits for another thread: to end, at a barrier, on a condition. Such
// events form groups of their own, and the next of one in a cycle is a group of acquires, whatever is held
// there, that must happen before the wait can end. (Never another wait: what that one waits for, the first
// waits for too.) The clocks tell what must happen before; that it is by waiting, the referee.
#include <algorithm>
#include <map>

#include <tsl/robin_set.h>

#include "base/check.h"
#include "predict/prediction.h"

namespace heddle::predict {

using event::Operation;
using states::Answer;

namespace {

struct Group {
  std::size_t thread = 0;
  bool waits = false;  // for what another thread has yet to do; else it wants a lock
  HeldSets::Lock wanted;
  std::uint32_t held = 0;
  event::LocationId location;
  std::vector<Index> members;
};

class DeadlockPrediction {
 public:
  DeadlockPrediction(const Recording& recording, const Referee& referee, const PredictionLimits& limits,
                     PredictionCounts& counts)
      : recording_(recording),
        referee_(referee),
        limits_(limits),
        counts_(counts),
        meetings_(recording, limits.reach),
        held_(recording.must()) {}

  std::vector<Predicted> run() {
    collect();
    for (std::uint32_t first = 0; first < groups_.size() && !done(); ++first) {
      path_ = {first};
      extend();
    }
    counts_.cut = done();
    return std::move(found_);
  }

 private:
  void collect() {
    const order::Loset& must = recording_.must();
    for (std::size_t t = 0; t < must.threads(); ++t)
      for (Index index = 1; index <= must.size(t); ++index) {
        const Operation operation = recording_.event({t, index}).operation;
        if ((operation == Operation::join || operation == Operation::leave || operation == Operation::wake) &&
            !must.lock_free(t, index - 1))
          add({t, index}, true, {});
      }
    // Who holds nothing stops nobody, but for those who wait.
    const bool all = !groups_.empty();
    for (std::size_t t = 0; t < must.threads(); ++t)
      for (const order::LockInterval& interval : must.intervals(t))
        if (all || !must.lock_free(t, interval.acquire - 1))
          add({t, interval.acquire}, false, {interval.lock, interval.shared});
  }
  void add(EventAt at, bool waits, HeldSets::Lock wanted) {
    const std::uint32_t held = held_.at(at.thread, at.index - 1);
    const event::LocationId location = recording_.event(at).location;
    const auto [entry, is_new] = numbers_.try_emplace(Key{at.thread, waits, wanted, held, location.number()},
                                                      static_cast<std::uint32_t>(groups_.size()));
    if (is_new) {
      if (!waits) wanting_.push_back(entry->second);
      groups_.push_back({at.thread, waits, wanted, held, location, {}});
      for (const HeldSets::Lock& lock : held_.locks(held)) {
        if (holding_.size() <= lock.lock.index()) holding_.resize(lock.lock.index() + 1);
        holding_[lock.lock.index()].push_back(entry->second);
      }
      ++counts_.groups;
    }
    groups_[entry->second].members.push_back(at.index);
  }

  bool holds(std::uint32_t group, const HeldSets::Lock& wanted) const {
    const auto& locks = held_.locks(groups_[group].held);
    return std::any_of(locks.begin(), locks.end(), [&](const HeldSets::Lock& lock) {
      return lock.lock == wanted.lock && !(lock.shared && wanted.shared);
    });
  }

  // Some member of `waiting` comes after one of `group` in every schedule.
  bool may_wait_for(const Group& waiting, const Group& group) const {
    return !group.waits && recording_.must().seen(waiting.thread, waiting.members.back(), group.thread) >=
                               group.members.front();
  }
  // The first group is stopped by the second.
  bool stops(std::uint32_t first, std::uint32_t second) const {
    const Group& group = groups_[first];
    return group.waits ? may_wait_for(group, groups_[second]) : holds(second, group.wanted);
  }
  const std::vector<std::uint32_t>& candidates(const Group& group) const {
    static const std::vector<std::uint32_t> none;
    if (group.waits) return wanting_;
    return group.wanted.lock.index() < holding_.size() ? holding_[group.wanted.lock.index()] : none;
  }

  bool done() const { return stopped_ || found_.size() >= limits_.findings; }

  void extend() {
    const std::uint32_t last = path_.back();
    if (path_.size() > 1 && stops(last, path_.front())) pattern();
    for (const std::uint32_t next : candidates(groups_[last])) {
      if (++steps_ > limits_.cycle_steps || (steps_ % 4096 == 0 && limits_.stop && limits_.stop()))
        stopped_ = true;
      if (done()) return;
      const Group& group = groups_[next];
      if (group.thread <= groups_[path_.front()].thread || !stops(last, next)) continue;
      const bool fits = std::all_of(path_.begin(), path_.end(), [&](std::uint32_t earlier) {
        return groups_[earlier].thread != group.thread && held_.compatible(groups_[earlier].held, group.held);
      });
      if (!fits) continue;
      // Only the last may want what the first holds: a shorter cycle has been seen already.
      path_.push_back(next);
      extend();
      path_.pop_back();
    }
  }

  std::uint64_t key() const {
    // The same cycle of locks and locations whoever the threads are: from its least element round.
    std::vector<std::uint64_t> parts;
    for (const std::uint32_t group : path_)
      parts.push_back(
          base::combine(base::mix(groups_[group].wanted.lock.number()), groups_[group].location.number()));
    std::rotate(parts.begin(), std::min_element(parts.begin(), parts.end()), parts.end());
    std::uint64_t hash = 0;
    for (const std::uint64_t part : parts) hash = base::combine(hash, part);
    return hash;
  }

  void pattern() {
    const std::uint64_t this_key = key();
    if (found_keys_.count(this_key) != 0) return;
    ++counts_.pairs;
    tries_ = 0;
    unknown_ = false;
    chosen_.clear();
    if (choose()) {
      found_keys_.insert(this_key);
    } else if (unknown_) {
      ++counts_.undecided;
    }
  }

  // Chooses one acquire of each further group; true once they meet.
  bool choose() {
    if (chosen_.size() == path_.size()) return try_meeting();
    const order::Loset& must = recording_.must();
    const Group& group = groups_[path_[chosen_.size()]];
    // Members by nearness to the first chosen.
    std::vector<Index> members = group.members;
    if (!chosen_.empty()) {
      Index low = 0;
      for (const Standing& other : chosen_)
        low = std::max(low, must.seen(other.thread, other.known(), group.thread));
      const auto first = std::upper_bound(members.begin(), members.end(), low);
      const auto last = std::partition_point(first, members.end(), [&](Index index) {
        if (const Standing& before = chosen_.back();
            !before.ready && must.seen(before.thread, before.index, group.thread) < index)
          return false;
        const Index known = group.waits ? index - 1 : index;
        return std::all_of(chosen_.begin(), chosen_.end(), [&](const Standing& other) {
          return must.seen(group.thread, known, other.thread) < other.index;
        });
      });
      members.assign(first, last);
      const Position here = recording_.position(chosen_.front());
      const auto distance = [&](Index index) {
        const Position there = recording_.position({group.thread, index});
        return there > here ? there - here : here - there;
      };
      if (members.size() > limits_.tries) {
        std::nth_element(members.begin(), members.begin() + static_cast<std::ptrdiff_t>(limits_.tries),
                         members.end(), [&](Index a, Index b) { return distance(a) < distance(b); });
        members.resize(limits_.tries);
        unknown_ = true;
      }
      std::sort(members.begin(), members.end(), [&](Index a, Index b) { return distance(a) < distance(b); });
    }
    for (const Index member : members) {
      if (tries_ >= limits_.tries) {
        unknown_ = true;
        return false;
      }
      chosen_.push_back({{group.thread, member}, !group.waits});
      if (choose()) return true;
      chosen_.pop_back();
    }
    return false;
  }

  bool try_meeting() {
    ++tries_;
    bool sure = true;
    for (std::size_t i = 0; i < chosen_.size(); ++i) {
      if (chosen_[i].ready) continue;
      const Referee::Waiting waiting = referee_.waits_for(
          recording_.position(chosen_[i]), recording_.position(chosen_[(i + 1) % chosen_.size()]));
      if (waiting == Referee::Waiting::no) return false;
      sure = sure && waiting == Referee::Waiting::surely;
    }
    ++counts_.meetings;
    const Meeting meeting = meetings_.meet(chosen_);
    if (meeting.answer == Answer::unknown) unknown_ = true;
    if (meeting.answer != Answer::yes) return false;
    counts_.reordered += meeting.way == Way::reordered;
    std::vector<Position> blocked;
    for (const Standing& at : chosen_) blocked.push_back(recording_.position(at));
    found_.push_back(accepted(recording_, meetings_, limits_, chosen_, meeting,
                              [&](const Schedule& schedule, Referee::Judgement* judgement) {
                                return referee_.not_a_deadlock(schedule, blocked, judgement);
                              }));
    found_.back().if_nobody_else = !sure;
    return true;
  }

  const Recording& recording_;
  const Referee& referee_;
  const PredictionLimits& limits_;
  PredictionCounts& counts_;
  Meetings meetings_;
  HeldSets held_;
  using Key = std::tuple<std::size_t, bool, HeldSets::Lock, std::uint32_t, std::uint32_t>;
  std::map<Key, std::uint32_t> numbers_;
  std::vector<Group> groups_;
  std::vector<std::uint32_t> wanting_;               // groups of acquires
  std::vector<std::vector<std::uint32_t>> holding_;  // by lock: groups that hold it
  std::vector<std::uint32_t> path_;
  std::vector<Standing> chosen_;
  std::size_t tries_ = 0, steps_ = 0;
  bool unknown_ = false, stopped_ = false;
  tsl::robin_set<std::uint64_t> found_keys_;
  std::vector<Predicted> found_;
};

}  // namespace

std::vector<Predicted> predict_deadlocks(const Recording& recording, const Referee& referee,
                                         const PredictionLimits& limits, PredictionCounts* counts) {
  PredictionCounts own;
  return DeadlockPrediction(recording, referee, limits, counts ? *counts : own).run();
}

}  // namespace heddle::predict
