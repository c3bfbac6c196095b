// SPDX-License-Identifier: Apache-2.0
#include "predict/told_schedule.h"

#include <random>

#include <gtest/gtest.h>

#include "predict/predict.h"
#include "predict/witness.h"
#include "random/execution.h"

namespace heddle::predict {
namespace {

using event::Operation;

// What is told is the witness without steps that no other thread can tell, and then the finding's own steps.
TEST(ToldSchedule, LeavesOutOnlyWhatNobodyElseCanTell) {
  std::mt19937_64 dice(7);
  std::size_t told = 0, left_out = 0;
  for (int round = 0; round < 1500; ++round) {
    random::Shape shape = random::random_shape(dice);
    shape.variables = 4;  // some of them of one thread
    const random::Execution execution = random::random_execution(shape, dice);
    const std::vector<Event>& events = execution.events;
    const event::Names& names = execution.names;
    const auto report = predict(events, names, {});
    if (!report) continue;  // locks are misused
    for (const finding::Finding& each : report->findings) {
      const auto run = positions_of(each.witness, events, names);
      ASSERT_TRUE(run);
      ASSERT_GE(each.schedule.size(), each.steps.size());
      const std::size_t on_the_way = each.schedule.size() - each.steps.size();
      std::size_t at = 0;
      for (const Position position : *run) {
        if (at < on_the_way && each.schedule[at].event == position) {
          ++at;
          ++told;
          continue;
        }
        ++left_out;
        const Event& event = events[position];
        if (event.operation == Operation::send || event.operation == Operation::receive) {
          for (const Event& theirs : events)
            EXPECT_TRUE((theirs.operation != Operation::send && theirs.operation != Operation::receive) ||
                        theirs.message() != event.message() || theirs.thread == event.thread);
          continue;
        }
        if (!order::touches_memory(event.operation)) {
          EXPECT_TRUE(event.operation == Operation::begin || event.operation == Operation::end);
          continue;
        }
        // Byte by byte and pair by pair: whoever else uses it was made by this thread afterwards, or only reads as it does.
        for (Position other = 0; other < events.size() && event.operation != Operation::alloc; ++other) {
          const Event& theirs = events[other];
          if (!event::is_access(theirs.operation) || theirs.thread == event.thread ||
              !theirs.variable().overlaps(event.variable()))
            continue;
          if (!event::writes(theirs.operation) && !event::writes(event.operation)) continue;
          const auto makes = [&](const Event& fork, const Event& made) {
            return fork.operation == Operation::fork && fork.other() == made.thread;
          };
          bool handed_over = false;
          for (Position fork = 0; fork < events.size(); ++fork)
            handed_over |=
                (makes(events[fork], theirs) && events[fork].thread == event.thread && position < fork) ||
                (makes(events[fork], event) && events[fork].thread == theirs.thread && other < fork);
          EXPECT_TRUE(handed_over) << position << " and " << other;
        }
      }
      EXPECT_EQ(at, on_the_way) << "in the witness's order";
    }
  }
  EXPECT_GT(told, 1000U);
  EXPECT_GT(left_out, 50U);
}

}  // namespace
}  // namespace heddle::predict
