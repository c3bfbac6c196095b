// SPDX-License-Identifier: Apache-2.0
// Predicted races. Deciding every pair of accesses is hopeless (a million accesses are 10^11 pairs) and
// needless:
//   * Accesses of one thread between which it neither synchronises, nor changes what it holds, nor reads or
//     writes what another thread wrote or read, stand or fall together: the first represents its block.
//   * Representatives of one piece of memory with the same thread, operation, locks held and source location
//     form a group. Two groups are a pair if they conflict and no lock excludes them.
// One race is reported for each pair of locations and operations: a certain one if any of its pairs of groups
// has one. What is cheap comes first, for all pairs, before anything else is tried:
//   1. The two closures, for all combinations of a pair at once (closure.h): certain, then possible races.
//   2. For what is only possible so far, the same reads in another order (same_reads.h).
//   3. For what is not found so far, another lock order, combinations nearest in the trace first, up to
//      `tries` for each pair.
#include <algorithm>
#include <set>

#include <tsl/robin_map.h>

#include "predict/found.h"

namespace heddle::predict {

using event::Operation;
using states::Answer;

namespace {

struct Group {
  std::size_t thread = 0;
  std::uint32_t held = 0;
  Operation operation = Operation::read;
  event::LocationId location;
  std::uint64_t variable = 0;
  std::vector<Index> members;
  std::uint32_t last_block = 0;

  Candidates candidates() const { return {.thread = thread, .events = members}; }
};

// A piece of memory in one life of it.
struct Cell {
  std::vector<std::uint32_t> groups;
};

struct GroupKey {
  std::uint64_t address;
  std::uint32_t cell, thread, held, location;
  Operation operation;
  friend bool operator==(const GroupKey&, const GroupKey&) = default;
};
struct GroupKeyHash {
  std::size_t operator()(const GroupKey& key) const {
    const std::uint64_t place =
        base::combine(base::mix(key.address), std::uint64_t{key.cell} << 32 | key.thread);
    return base::combine(base::combine(place, std::uint64_t{key.held} << 32 | key.location),
                         static_cast<std::uint64_t>(key.operation));
  }
};

class RacePrediction : Found<std::uint64_t> {
 public:
  RacePrediction(const Recording& recording, const Referee& referee, const PredictionLimits& limits,
                 PredictionCounts& counts)
      : Found(recording, referee, limits, counts),
        cell_of_part_(recording.parts().size(), kNone),
        blocks_(recording.must().threads()) {}

  std::vector<Predicted> run() {
    find_noticed();
    form_groups();
    for_all_pairs();
    for (const Pair& pair : possible_) make_certain(pair);
    for (const Pair& pair : open_) make_certain(pair);
    for (const Pair& pair : open_) reorder(pair);
    counts_.cut = stop_.reached() || full_;
    return all();
  }

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  struct Block {
    std::uint32_t number = 0;
    std::uint32_t clock = 0, reads = 0, holding = 0;
  };
  struct Pair {
    std::uint32_t a, b;  // groups
  };

  // Events that another thread's event follows: a block ends there.
  void find_noticed() {
    const std::size_t n = recording_.must().threads();
    noticed_.resize(n);
    for (std::size_t t = 0; t < n; ++t) noticed_[t].resize(recording_.must().size(t) + 1);
    for (const order::Loset* loset : {&recording_.must(), &recording_.followed()})
      for (std::size_t t = 0; t < n; ++t)
        for (Index i = 1; i <= loset->size(t) && !stop_.reached(); ++i)
          if (loset->clock_number(t, i) != loset->clock_number(t, i - 1))
            for (std::size_t u = 0; u < n; ++u)
              if (u != t) noticed_[u][loset->seen(t, i, u)] = true;
    if (recording_.has_failed_tries()) notice_tried_locks();
  }
  // Whoever takes or leaves a lock decides what a try of it finds.
  void notice_tried_locks() {
    std::set<event::LockId> tried;
    for (const Event& event : recording_.events())
      if (is_failed_try(event)) tried.insert(event.lock());
    for (Position position = 0; position < recording_.events().size(); ++position) {
      const Event& event = recording_.events()[position];
      const EventAt at = recording_.at(position);
      if (uses_lock(event) && tried.contains(event.lock())) noticed_[at.thread][at.index] = true;
    }
  }

  std::uint32_t block_at(EventAt at) {
    Block& block = blocks_[at.thread];
    const std::uint32_t clock = recording_.must().clock_number(at.thread, at.index);
    const std::uint32_t reads = recording_.followed().clock_number(at.thread, at.index);
    const std::uint32_t holding = recording_.must().holding_number(at.thread, at.index);
    if (block.clock != clock || block.reads != reads || block.holding != holding)
      block = {block.number + 1, clock, reads, holding};
    return block.number;
  }

  void form_groups() {
    const auto events = recording_.events();
    for (Position position = 0; position < events.size() && !stop_.reached(); ++position) {
      const Event& event = events[position];
      const EventAt at = recording_.at(position);
      if (event::is_access(event.operation)) access(event, at);
      if (event.operation == Operation::alloc) {
        const auto [first, last] = recording_.parts().parts(event.variable());
        for (std::uint32_t part = first; part < last; ++part)
          if (cell_of_part_[part] != kNone) cell_of_part_[part] = new_cell();
      }
      if (noticed_[at.thread][at.index]) ++blocks_[at.thread].number;
    }
  }

  std::uint32_t new_cell() {
    cells_.emplace_back();
    return static_cast<std::uint32_t>(cells_.size() - 1);
  }

  void access(const Event& event, EventAt at) {
    const std::uint32_t block = block_at(at);
    const std::uint32_t held = held_.at(at.thread, at.index);
    const auto [first, last] = recording_.parts().parts(event.variable());
    for (std::uint32_t part = first; part < last; ++part) {
      if (cell_of_part_[part] == kNone) cell_of_part_[part] = new_cell();
      const std::uint32_t cell = cell_of_part_[part];
      const GroupKey key{
          event.target,   cell, static_cast<std::uint32_t>(at.thread), held, event.location.number(),
          event.operation};
      const auto [known, is_new] = group_of_.try_emplace(key, static_cast<std::uint32_t>(groups_.size()));
      if (is_new) {
        groups_.push_back({.thread = at.thread,
                           .held = held,
                           .operation = event.operation,
                           .location = event.location,
                           .variable = event.target,
                           .members = {}});
        cells_[cell].groups.push_back(known->second);
        ++counts_.groups;
      }
      Group& group = groups_[known->second];
      if (!is_new && group.last_block == block) continue;  // its block is represented
      group.members.push_back(at.index);
      group.last_block = block;
    }
  }

  // What is reported once: the memory, and the two places and operations.
  std::uint64_t key_of(const Pair& pair) const {
    const Group &a = groups_[pair.a], &b = groups_[pair.b];
    const auto one = [](const Group& g) {
      return base::combine(base::mix(g.location.number()), static_cast<std::uint64_t>(g.operation));
    };
    const std::uint64_t x = one(a), y = one(b);
    const std::uint64_t memory =
        base::combine(base::mix(std::min(a.variable, b.variable)), std::max(a.variable, b.variable));
    return base::combine(base::combine(memory, std::min(x, y)), std::max(x, y));
  }

  void for_all_pairs() {
    for (const Cell& cell : cells_)
      for (std::size_t i = 0; i < cell.groups.size(); ++i) {
        if (full_ && all_certain()) return;  // nothing is left to be found, or to be made certain
        for (std::size_t j = i + 1; j < cell.groups.size(); ++j) {
          const Group &a = groups_[cell.groups[i]], &b = groups_[cell.groups[j]];
          if (a.thread == b.thread || !event::conflict(a.operation, b.operation) ||
              !held_.compatible(a.held, b.held))
            continue;
          if (stop_.reached()) return;
          const Pair pair{cell.groups[i], cell.groups[j]};
          if (!limits_.is_shared(key_of(pair))) continue;
          ++counts_.candidates;
          by_closure(pair);
        }
      }
  }

  void by_closure(const Pair& pair) {
    const std::uint64_t key = key_of(pair);
    if (is_certain(key) || (full_ && found(key) == nullptr)) return;
    const Candidates both[] = {groups_[pair.a].candidates(), groups_[pair.b].candidates()};
    if (const auto chosen = first_standing(followed_, both, stop_)) {
      add(key, *chosen, met(Way::followed, followed_.state()));
      if (!is_certain(key)) possible_.push_back(pair);  // a try that failed found its lock free
    } else if (const auto other = first_standing(recorded_, both, stop_)) {
      if (found(key) == nullptr) add(key, *other, met(Way::recorded, recorded_.state()));
      possible_.push_back(pair);
    } else {
      open_.push_back(pair);
    }
  }

  void add(std::uint64_t key, std::span<const Standing> both, const Meeting& meeting) {
    if (!has_room(key, meeting)) return;
    Predicted predicted = accepted(recording_, limits_, both, meeting,
                                   [&](const Schedule& schedule, Referee::Judgement* judgement) {
                                     return referee_.not_a_race(schedule, recording_.position(both[0]),
                                                                recording_.position(both[1]), judgement);
                                   });
    std::sort(predicted.events.begin(), predicted.events.end());
    keep(key, std::move(predicted));
  }

  void make_certain(const Pair& pair) {
    const std::uint64_t key = key_of(pair);
    if (found(key) == nullptr || is_certain(key)) return;
    std::size_t& left = tries_left_.try_emplace(key, limits_.certain_tries).first.value();
    left -= combinations(pair, left, [&](std::span<const Standing> both) {
              const Meeting meeting = same_reads_.meet(both, limits_.reach);
              if (meeting.answer == Answer::yes) add(key, both, meeting);
              return is_certain(key) ? Next::enough : Next::more;
            }).tries;
  }

  void reorder(const Pair& pair) {
    const std::uint64_t key = key_of(pair);
    if (found(key) != nullptr || full_) return;
    bool unknown = false;
    const Tried tried = combinations(pair, limits_.tries, [&](std::span<const Standing> both) {
      const Meeting meeting = reordered(recording_, both, limits_.reach);
      if (meeting.answer == Answer::unknown) unknown = true;
      if (meeting.answer != Answer::yes) return Next::more;
      add(key, both, meeting);
      return Next::enough;
    });
    if (found(key) != nullptr)
      make_certain(pair);
    else if ((!tried.all || unknown) && !full_)
      ++counts_.undecided;
  }

  enum class Next : bool { more, enough };
  struct Tried {
    bool all = true;  // or enough
    std::size_t tries = 0;
  };
  // Combinations that the must order leaves open, nearest in the trace first.
  template <class Try>
  Tried combinations(const Pair& pair, std::size_t most, const Try& try_one) {
    const Group &a = groups_[pair.a], &b = groups_[pair.b];
    const order::Loset& must = recording_.must();
    Tried tried;
    for (const Index member : a.members) {
      const EventAt at{a.thread, member};
      const auto low =
          std::upper_bound(b.members.begin(), b.members.end(), must.seen(a.thread, at.index, b.thread));
      const auto high = std::partition_point(
          low, b.members.end(), [&](Index index) { return must.seen(b.thread, index, a.thread) < at.index; });
      if (low == high) continue;
      // From here outwards.
      const Position here = recording_.position(at);
      auto right = std::partition_point(low, high, [&](Index index) {
        return recording_.position({b.thread, index}) < here;
      });
      auto left = right;
      while (left != low || right != high) {
        if (tried.tries == most || stop_.reached_now()) {
          tried.all = false;
          return tried;
        }
        const bool go_right =
            left == low || (right != high && recording_.position({b.thread, *right}) - here <
                                                 here - recording_.position({b.thread, *(left - 1)}));
        const Standing both[] = {{at}, {{b.thread, go_right ? *right++ : *--left}}};
        ++tried.tries;
        ++counts_.meetings;
        if (try_one(std::span<const Standing>(both)) == Next::enough) return tried;
        // A few from each member: what fails here mostly fails for its neighbours too.
        if (tried.tries % 4 == 0 && a.members.size() * b.members.size() > most) {
          tried.all = tried.all && left == low && right == high;
          break;
        }
      }
    }
    return tried;
  }

  std::vector<std::vector<bool>> noticed_;
  std::vector<std::uint32_t> cell_of_part_;
  std::vector<Cell> cells_;
  std::vector<Group> groups_;
  tsl::robin_map<GroupKey, std::uint32_t, GroupKeyHash> group_of_;
  std::vector<Block> blocks_;                              // by thread
  std::vector<Pair> possible_, open_;                      // not certain by closure; not found by it
  tsl::robin_map<std::uint64_t, std::size_t> tries_left_;  // by key: for a certain one
};

}  // namespace

std::vector<Predicted> predict_races(const Recording& recording, const Referee& referee,
                                     const PredictionLimits& limits, PredictionCounts* counts) {
  PredictionCounts own;
  return RacePrediction(recording, referee, limits, counts ? *counts : own).run();
}

}  // namespace heddle::predict
