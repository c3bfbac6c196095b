// SPDX-License-Identifier: Apache-2.0
// Predicted races. Deciding every pair of accesses is hopeless (a million accesses are 10^11 pairs) and
// needless:
//   * Accesses of one thread between which it neither synchronises nor changes what it holds stand or fall
//     together: one of them represents its block.
//   * Representatives of one piece of memory with the same thread, operation, locks held and source location
//     form a group. Two groups are a pair if they conflict and no lock excludes them; one race of a pair,
//     reported once for each pair of locations and operations, is what a person needs.
// First pass, along the trace: a representative against the last one of every other group, by happens-before
// with the recorded lock order. If any access of the group races with it there, that last one does: so every
// happens-before race's pair of groups is met. Second pass, for the pairs still open: combinations that the
// must order leaves open, nearest in the trace first, decided by Meetings; up to `tries` for each pair of
// groups.
#include <algorithm>

#include <tsl/robin_map.h>
#include <tsl/robin_set.h>

#include "base/check.h"
#include "order/happens_before.h"
#include "predict/prediction.h"

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
  order::Epoch last;  // where the last member stands in happens-before
  std::uint32_t last_block = 0;
};

// A piece of memory in one life of it.
struct Cell {
  std::uint32_t life = 0;
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

class RacePrediction {
 public:
  RacePrediction(const Recording& recording, const Referee& referee, const PredictionLimits& limits,
                 PredictionCounts& counts)
      : recording_(recording),
        referee_(referee),
        limits_(limits),
        counts_(counts),
        meetings_(recording, limits.reach),
        held_(recording.must()),
        cell_of_part_(recording.parts().size(), kNone),
        blocks_(recording.must().threads()) {
    find_noticed();
  }

  std::vector<Predicted> run() {
    first_pass();
    second_pass();
    return std::move(found_);
  }

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  struct Block {
    std::uint32_t number = 0;
    std::uint32_t clock = 0, holding = 0;
  };

  // Events that another thread's event can wait for: a block ends there.
  void find_noticed() {
    const order::Loset& must = recording_.must();
    noticed_.resize(must.threads());
    for (std::size_t t = 0; t < must.threads(); ++t) noticed_[t].resize(must.size(t) + 1);
    for (std::size_t t = 0; t < must.threads(); ++t)
      for (Index i = 1; i <= must.size(t); ++i)
        if (must.clock_number(t, i) != must.clock_number(t, i - 1))
          for (std::size_t u = 0; u < must.threads(); ++u)
            if (u != t) noticed_[u][must.seen(t, i, u)] = true;
  }

  std::uint32_t block_at(EventAt at) {
    Block& block = blocks_[at.thread];
    const std::uint32_t clock = recording_.must().clock_number(at.thread, at.index);
    const std::uint32_t holding = recording_.must().holding_number(at.thread, at.index);
    if (block.clock != clock || block.holding != holding) {
      block.clock = clock;
      block.holding = holding;
      ++block.number;
    }
    return block.number;
  }

  void first_pass() {
    order::HappensBefore happens_before;
    const auto events = recording_.events();
    for (Position position = 0; position < events.size() && !done(); ++position) {
      const Event& event = events[position];
      const EventAt at = recording_.at(position);
      happens_before.before(event);
      if (event::is_access(event.operation)) access(event, at, happens_before);
      if (event.operation == Operation::alloc) {
        const auto [first, last] = recording_.parts().parts(event.variable());
        for (std::uint32_t part = first; part < last; ++part)
          if (cell_of_part_[part] != kNone) cell_of_part_[part] = new_cell();
      }
      if (noticed_[at.thread][at.index]) ++blocks_[at.thread].number;
      happens_before.after();
      if (position % 4096 == 0 && limits_.stop && limits_.stop()) stopped_ = true;
    }
  }

  std::uint32_t new_cell() {
    cells_.emplace_back();
    return static_cast<std::uint32_t>(cells_.size() - 1);
  }

  void access(const Event& event, EventAt at, order::HappensBefore& happens_before) {
    const std::uint32_t block = block_at(at);
    const std::uint32_t held = held_.at(at.thread, at.index);
    const auto [first, last] = recording_.parts().parts(event.variable());
    for (std::uint32_t part = first; part < last; ++part) {
      if (cell_of_part_[part] == kNone) cell_of_part_[part] = new_cell();
      const std::uint32_t cell = cell_of_part_[part];
      GroupKey key{event.target,   cell, static_cast<std::uint32_t>(at.thread), held, event.location.number(),
                   event.operation};
      auto known = group_of_.find(key);
      if (known == group_of_.end() && cells_[cell].groups.size() >= limits_.groups) {
        key.location = kNone;
        known = group_of_.find(key);
      }
      std::uint32_t number;
      if (known != group_of_.end()) {
        number = known->second;
        if (groups_[number].last_block == block) continue;  // its block is represented
      } else {
        number = static_cast<std::uint32_t>(groups_.size());
        group_of_.emplace(key, number);
        groups_.push_back({.thread = at.thread,
                           .held = held,
                           .operation = event.operation,
                           .location = event.location,
                           .variable = event.target,
                           .members = {},
                           .last = {}});
        cells_[cell].groups.push_back(number);
        ++counts_.groups;
      }
      for (const std::uint32_t other : cells_[cell].groups) {
        const Group& earlier = groups_[other];
        if (earlier.thread == at.thread || !event::conflict(earlier.operation, event.operation) ||
            happens_before.knows(event.thread, earlier.last))
          continue;
        if (found_keys_.count(key_of(earlier, groups_[number])) == 0) {
          const EventAt then{earlier.thread, earlier.members.back()};
          const Answer answer = try_pair(then, at, false);
          HEDDLE_CHECK(answer == Answer::yes, "what happens-before leaves unordered can meet");
          if (done()) return;
        }
      }
      Group& mine = groups_[number];
      mine.members.push_back(at.index);
      mine.last = happens_before.epoch(event.thread);
      mine.last_block = block;
    }
  }

  // What is reported once: the memory, and the two places and operations.
  static std::uint64_t key_of(const Group& a, const Group& b) {
    const auto one = [](const Group& g) {
      return base::combine(base::mix(g.location.number()), static_cast<std::uint64_t>(g.operation));
    };
    const std::uint64_t x = one(a), y = one(b);
    const std::uint64_t memory =
        base::combine(base::mix(std::min(a.variable, b.variable)), std::max(a.variable, b.variable));
    return base::combine(base::combine(memory, std::min(x, y)), std::max(x, y));
  }

  bool done() const { return stopped_ || found_.size() >= limits_.findings; }

  Answer try_pair(EventAt a, EventAt b, bool reorder) {
    ++counts_.meetings;
    const Standing both[] = {{a}, {b}};
    const Meeting meeting = meetings_.meet(both, reorder);
    if (meeting.answer != Answer::yes) return meeting.answer;
    counts_.reordered += meeting.way == Way::reordered;
    Predicted predicted = accepted(recording_, meetings_, limits_, both, meeting,
                                   [&](const Schedule& schedule, Referee::Judgement* judgement) {
                                     return referee_.not_a_race(schedule, recording_.position(a),
                                                                recording_.position(b), judgement);
                                   });
    std::sort(predicted.events.begin(), predicted.events.end());
    found_.push_back(std::move(predicted));
    const Group &x = group_at(a), &y = group_at(b);
    found_keys_.insert(key_of(x, y));
    return Answer::yes;
  }
  // Enough of a group to make its key.
  Group group_at(EventAt at) const {
    const Event& event = recording_.event(at);
    return {.thread = at.thread,
            .operation = event.operation,
            .location = event.location,
            .variable = event.target};
  }

  void second_pass() {
    for (const Cell& cell : cells_) {
      for (std::size_t i = 0; i < cell.groups.size(); ++i)
        for (std::size_t j = i + 1; j < cell.groups.size() && !done(); ++j)
          pair(groups_[cell.groups[i]], groups_[cell.groups[j]]);
      if (limits_.stop && limits_.stop()) stopped_ = true;
      if (done()) break;
    }
    counts_.cut = done();
  }

  void pair(const Group& a, const Group& b) {
    if (a.thread == b.thread || !event::conflict(a.operation, b.operation) ||
        !held_.compatible(a.held, b.held) || found_keys_.count(key_of(a, b)) != 0)
      return;
    ++counts_.pairs;
    const order::Loset& must = recording_.must();
    std::size_t tries = 0;
    bool exhausted = true;
    for (std::size_t m = 0; m < a.members.size(); ++m) {
      const EventAt at{a.thread, a.members[m]};
      const auto low =
          std::upper_bound(b.members.begin(), b.members.end(), must.seen(a.thread, at.index, b.thread));
      const auto high = std::partition_point(
          low, b.members.end(), [&](Index index) { return must.seen(b.thread, index, a.thread) < at.index; });
      if (low == high) continue;
      // Nearest in the trace first, then outwards.
      const Position here = recording_.position(at);
      auto right = std::partition_point(low, high, [&](Index index) {
        return recording_.position({b.thread, index}) < here;
      });
      auto left = right;
      while (left != low || right != high) {
        if (tries == limits_.tries) {
          ++counts_.undecided;
          return;
        }
        Index index;
        if (left == low || (right != high && recording_.position({b.thread, *right}) - here <
                                                 here - recording_.position({b.thread, *(left - 1)})))
          index = *right++;
        else
          index = *--left;
        ++tries;
        const Answer answer = try_pair(at, {b.thread, index}, true);
        if (answer == Answer::yes) return;
        if (answer == Answer::unknown) exhausted = false;
        // A few from each member: what fails here mostly fails for its neighbours too.
        if (tries % 4 == 0 && a.members.size() * b.members.size() > limits_.tries) {
          exhausted = exhausted && left == low && right == high;
          break;
        }
      }
    }
    if (!exhausted) ++counts_.undecided;
  }

  const Recording& recording_;
  const Referee& referee_;
  const PredictionLimits& limits_;
  PredictionCounts& counts_;
  Meetings meetings_;
  HeldSets held_;
  std::vector<std::vector<bool>> noticed_;
  std::vector<std::uint32_t> cell_of_part_;
  std::vector<Cell> cells_;
  std::vector<Group> groups_;
  tsl::robin_map<GroupKey, std::uint32_t, GroupKeyHash> group_of_;
  std::vector<Block> blocks_;  // by thread
  tsl::robin_set<std::uint64_t> found_keys_;
  std::vector<Predicted> found_;
  bool stopped_ = false;
};

}  // namespace

std::vector<Predicted> predict_races(const Recording& recording, const Referee& referee,
                                     const PredictionLimits& limits, PredictionCounts* counts) {
  PredictionCounts own;
  return RacePrediction(recording, referee, limits, counts ? *counts : own).run();
}

}  // namespace heddle::predict
