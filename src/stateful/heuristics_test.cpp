// SPDX-License-Identifier: Apache-2.0
#include "stateful/heuristics.h"

#include <gtest/gtest.h>

namespace heddle::stateful {
namespace {

using event::Operation;
using program::Effect;

constexpr program::Word kVariable = 0x1000, kLock = 0x2000;

Effect effect(Operation operation, program::ThreadNumber thread, program::Word target = kVariable) {
  Effect made;
  made.operation = operation;
  made.thread = thread;
  made.target = target;
  made.size = 4;
  return made;
}
int value(const Effect& step, RaceHistory& history, const HeuristicChoice& choice = {}) {
  return heuristic_value({&step, 1}, choice, history);
}

// Figure 6 from top to bottom: each step is worth more than the next one.
TEST(Heuristics, OrderOfFigureSix) {
  RaceHistory history;
  const int write_self = value(effect(Operation::write, 1), history);
  const int write_other = value(effect(Operation::write, 2), history);
  const int read_self = value(effect(Operation::read, 2), history);
  const int read_other = value(effect(Operation::read, 1), history);
  const int acquire_first = value(effect(Operation::acquire, 1, kLock), history);
  const int other = value(effect(Operation::mark, 1), history);
  const int release = value(effect(Operation::release, 1, kLock), history);
  const int acquire_late = value(effect(Operation::acquire, 2, kLock), history);
  EXPECT_EQ(write_other, kHighestHeuristicValue);
  EXPECT_GT(write_other, write_self);
  EXPECT_GT(write_self, read_other);
  EXPECT_GT(read_other, read_self);
  EXPECT_GT(read_self, acquire_first);
  EXPECT_GT(acquire_first, other);
  EXPECT_GT(other, acquire_late);
  EXPECT_GT(acquire_late, release);
}

// The first one orders nothing, the second one is ordered after it: it acquires what the first released.
TEST(Heuristics, ReadModifyWritesAcquireAndRelease) {
  RaceHistory history;
  const int first = value(effect(Operation::atomic_rmw, 1, kLock), history);
  const int second = value(effect(Operation::atomic_rmw, 2, kLock), history);
  EXPECT_EQ(first, value(effect(Operation::acquire, 1, kVariable), history));
  EXPECT_EQ(second, value(effect(Operation::acquire, 2, kLock), history));
  EXPECT_GT(first, second);
}

// One that is off makes the steps it tells apart equal, and only these.
TEST(Heuristics, OneThatIsOffTellsNothingApart) {
  const auto values = [](const HeuristicChoice& choice) {
    RaceHistory history;
    std::vector<int> all;
    for (const Effect& step :
         {effect(Operation::write, 1), effect(Operation::write, 2), effect(Operation::read, 2),
          effect(Operation::read, 1), effect(Operation::acquire, 1, kLock),
          effect(Operation::release, 1, kLock), effect(Operation::acquire, 2, kLock)})
      all.push_back(value(step, history, choice));
    return all;
  };
  enum { write_self, write_other, read_self, read_other, acquire_first, release, acquire_late };
  HeuristicChoice choice;
  choice.watch_written = false;
  auto found = values(choice);
  EXPECT_EQ(found[write_self], found[write_other]);
  EXPECT_EQ(found[read_self], found[read_other]);
  EXPECT_GT(found[write_self], found[read_self]);
  choice = {};
  choice.writes_first = false;
  found = values(choice);
  EXPECT_EQ(found[write_other], found[read_other]);
  EXPECT_EQ(found[write_self], found[read_self]);
  EXPECT_GT(found[write_other], found[write_self]);
  choice = {};
  choice.avoid_release_acquire = false;
  found = values(choice);
  EXPECT_GT(found[acquire_first], found[acquire_late]);
  EXPECT_GT(found[acquire_late], found[release]);
  choice.acquire_first = false;
  found = values(choice);
  EXPECT_EQ(found[acquire_first], found[acquire_late]);
  EXPECT_EQ(found[acquire_late], found[release]);
}

// Four bytes are one place: another thread's write of a part of them counts.
TEST(Heuristics, WritersAreRememberedByFourBytes) {
  RaceHistory history;
  Effect byte = effect(Operation::write, 1, kVariable + 3);
  byte.size = 1;
  value(byte, history);
  EXPECT_EQ(value(effect(Operation::write, 2), history), kHighestHeuristicValue);
  EXPECT_LT(value(effect(Operation::write, 2, kVariable + 8), history), kHighestHeuristicValue);
}

// A transaction is worth what its best step is worth.
TEST(Heuristics, TheBestStepCounts) {
  RaceHistory history;
  value(effect(Operation::write, 1), history);
  const Effect steps[] = {effect(Operation::release, 2, kLock), effect(Operation::write, 2),
                          effect(Operation::mark, 2)};
  EXPECT_EQ(heuristic_value(steps, {}, history), kHighestHeuristicValue);
}

}  // namespace
}  // namespace heddle::stateful
