// SPDX-License-Identifier: Apache-2.0
#include "predict/optimistic.h"

#include <algorithm>

#include <tsl/robin_map.h>

#include "order/flow.h"
#include "states/feasible.h"

namespace heddle::predict {

using order::kNever;
using order::LockInterval;

namespace {

class Optimist {
 public:
  Optimist(const Recording& recording, const order::Loset& loset, const State& from, const states::Goal& goal)
      : recording_(recording), loset_(loset), goal_(goal), n_(loset.threads()), from_(from), state_(from) {}

  std::optional<std::vector<std::uint32_t>> run(Accesses accesses) {
    if (!find_sections()) return std::nullopt;
    if (accesses == Accesses::as_recorded) find_accesses();
    std::vector<std::uint32_t> run;
    while (!arrived()) {
      const std::size_t t = next();
      if (t == n_) return std::nullopt;
      step(t);
      run.push_back(static_cast<std::uint32_t>(t));
    }
    return run;
  }

 private:
  struct Section {
    Position began = 0;
    std::size_t thread = 0;
    Index release = 0;
    bool shared = false;
  };
  // Of one lock, in the order of the recording: those that end.
  struct Ended {
    std::vector<Section> all;
    std::size_t over = 0, exclusive_over = 0;  // up to here all, or all that are not shared, have ended
    bool is_left_open = false, is_left_open_alone = false;  // by somebody; not shared
  };
  // Of one part of memory, likewise: the accesses that have happened are the first of these, and some reads.
  struct Part {
    std::vector<Position> all;
    std::size_t over = 0;
  };

  bool arrived() const {
    for (std::size_t t = 0; t < n_; ++t)
      if (state_[t] < (goal_.pinned[t] ? goal_.limit[t] : goal_.least[t])) return false;
    return true;
  }

  // False: two sections of a lock would stay open.
  bool find_sections() {
    for (std::size_t t = 0; t < n_; ++t) {
      const auto intervals = loset_.intervals(t);
      auto at = std::partition_point(intervals.begin(), intervals.end(),
                                     [&](const LockInterval& one) { return one.acquire <= from_[t]; });
      for (; at != intervals.end() && at->acquire <= goal_.limit[t]; ++at) {
        Ended& ended = sections_[at->lock.number()];
        if (at->release <= goal_.limit[t]) {
          ended.all.push_back({recording_.position({t, at->acquire}), t, at->release, at->shared});
          continue;
        }
        if (ended.is_left_open_alone || (ended.is_left_open && !at->shared)) return false;
        ended.is_left_open = true;
        ended.is_left_open_alone = !at->shared;
      }
    }
    for (auto entry = sections_.begin(); entry != sections_.end(); ++entry)
      std::sort(entry.value().all.begin(), entry.value().all.end(),
                [](const Section& a, const Section& b) { return a.began < b.began; });
    return true;
  }

  void find_accesses() {
    for (std::size_t t = 0; t < n_; ++t)
      for (Index index = from_[t] + 1; index <= goal_.limit[t]; ++index)
        for_parts({t, index},
                  [&](std::uint32_t part, Position position) { parts_[part].all.push_back(position); });
    for (auto entry = parts_.begin(); entry != parts_.end(); ++entry)
      std::sort(entry.value().all.begin(), entry.value().all.end());
  }
  template <class Each>
  void for_parts(EventAt at, const Each& each) const {
    const Event& event = recording_.event(at);
    if (!order::touches_memory(event.operation)) return;
    const auto [first, last] = recording_.parts().parts(event.variable());
    for (std::uint32_t part = first; part < last; ++part) each(part, recording_.position(at));
  }

  // Of those that can go on the one whose event was recorded first; n_: nobody can.
  std::size_t next() {
    std::size_t best = n_;
    Position first = 0;
    for (std::size_t t = 0; t < n_; ++t) {
      if (state_[t] == goal_.limit[t]) continue;
      const Position here = recording_.position({t, state_[t] + 1});
      if (best != n_ && here > first) continue;
      if (states::is_enabled(loset_, state_, t) && may_take(t) && may_access(t, here)) best = t, first = here;
    }
    return best;
  }
  bool may_take(std::size_t t) {
    const std::uint32_t number = loset_.acquired_at(t, state_[t] + 1);
    if (number == kNever) return true;
    const LockInterval& mine = loset_.intervals(t)[number];
    Ended& ended = sections_.find(mine.lock.number()).value();
    const auto is_over = [&](const Section& section) { return state_[section.thread] >= section.release; };
    while (ended.over < ended.all.size() && is_over(ended.all[ended.over])) ++ended.over;
    std::size_t& exclusive = ended.exclusive_over;
    while (exclusive < ended.all.size() && (ended.all[exclusive].shared || is_over(ended.all[exclusive])))
      ++exclusive;
    const std::size_t over = mine.shared ? exclusive : ended.over;
    if (over == ended.all.size()) return true;
    return mine.release <= goal_.limit[t] && recording_.position({t, mine.acquire}) <= ended.all[over].began;
  }
  bool may_access(std::size_t t, Position here) const {
    if (parts_.empty() || !order::sets_memory(recording_.event({t, state_[t] + 1}).operation)) return true;
    bool may = true;
    for_parts({t, state_[t] + 1}, [&](std::uint32_t number, Position) {
      const Part& part = parts_.find(number)->second;
      may = may && part.all[part.over] == here;
    });
    return may;
  }

  void step(std::size_t t) {
    ++state_[t];
    if (parts_.empty()) return;
    for_parts({t, state_[t]}, [&](std::uint32_t number, Position) {
      Part& part = parts_.find(number).value();
      const auto is_over = [&](Position position) {
        const EventAt at = recording_.at(position);
        return state_[at.thread] >= at.index;
      };
      while (part.over < part.all.size() && is_over(part.all[part.over])) ++part.over;
    });
  }

  const Recording& recording_;
  const order::Loset& loset_;
  const states::Goal& goal_;
  std::size_t n_;
  const State& from_;
  State state_;
  tsl::robin_map<std::uint32_t, Ended> sections_;  // by lock
  tsl::robin_map<std::uint32_t, Part> parts_;      // unless accesses may come in any order
};

}  // namespace

std::optional<std::vector<std::uint32_t>> optimistic_run(const Recording& recording,
                                                         const order::Loset& loset, const State& from,
                                                         const states::Goal& goal, Accesses accesses) {
  return Optimist(recording, loset, from, goal).run(accesses);
}

}  // namespace heddle::predict
