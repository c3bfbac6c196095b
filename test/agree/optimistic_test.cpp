// SPDX-License-Identifier: Apache-2.0
// Schedules found without a search (predict/optimistic.h), beside the exact search: every one of them is a run that gets
// there, and few that exist are missed.
#include "predict/optimistic.h"

#include <gtest/gtest.h>

#include "predict/meeting.h"
#include "predict/same_reads.h"
#include "random/execution.h"

namespace heddle {
namespace {

using event::Event;
using event::Operation;
using predict::State;

struct Outcome {
  std::string wrong;
  std::size_t reachable = 0, found = 0, same_reads = 0;
  std::size_t hard = 0, found_hard = 0;  // not with the recorded order of the sections
};

// Two threads before any of their events.
void compare(const predict::Recording& recording, const predict::Referee& referee, predict::Standing first,
             predict::Standing second, Outcome& outcome) {
  const predict::Standing both[] = {first, second};
  const order::Loset& must = recording.must();
  const states::PinnedGoal pinned = predict::goal_of(recording, must, both);
  if (!pinned.possible || !must.compatible(first.thread, first.index - 1, second.thread, second.index - 1))
    return;
  const State from = states::greatest_lock_free(must, pinned.goal.least);
  const states::Reach exact = states::search(must, from, pinned.goal, 100'000);
  const auto run = predict::optimistic_run(recording, must, from, pinned.goal, predict::Accesses::any);
  outcome.reachable += exact.answer == states::Answer::yes;
  outcome.found += run.has_value();
  predict::Closure recorded(recording, must);
  if (exact.answer == states::Answer::yes && recorded.grow(both) != predict::Closure::Grown::stands) {
    ++outcome.hard;
    outcome.found_hard += run.has_value();
  }
  if (run) {
    State end;
    if (exact.answer != states::Answer::yes) outcome.wrong = "what cannot be reached is";
    if (!states::is_run(must, from, *run, &end)) outcome.wrong = "no run";
    for (std::size_t t = 0; t < end.size() && outcome.wrong.empty(); ++t)
      if (pinned.goal.pinned[t] ? end[t] != pinned.goal.limit[t] : end[t] < pinned.goal.least[t])
        outcome.wrong = "a run to somewhere else";
  }
  // From the very beginning, accesses as recorded: then every read sees what it saw.
  const order::Loset& followed = recording.followed();
  const states::PinnedGoal reads = predict::goal_of(recording, followed, both);
  if (!reads.possible) return;
  const auto same = predict::optimistic_run(recording, followed, followed.initial(), reads.goal,
                                            predict::Accesses::as_recorded);
  if (!same) return;
  ++outcome.same_reads;
  const auto judgement = referee.judge({followed.initial(), *same});
  if (!judgement.broken.empty()) outcome.wrong = "the referee: " + judgement.broken;
  if (judgement.other_read && !recording.has_failed_tries()) outcome.wrong = "a read sees another write";
}

Outcome compare_all(const std::vector<Event>& events, const event::Names& names) {
  Outcome outcome;
  auto recording = predict::Recording::from(events, names);
  if (!recording) return {base::describe(recording.error())};
  const predict::Referee referee(*recording);
  for (std::size_t a = 0; a < events.size(); ++a)
    for (std::size_t b = a + 1; b < events.size() && outcome.wrong.empty(); ++b)
      if (events[a].thread != events[b].thread)
        compare(*recording, referee, {recording->at(a)}, {recording->at(b)}, outcome);
  return outcome;
}

TEST(Optimistic, ItsSchedulesAreRunsAndFewAreMissed) {
  std::mt19937_64 random(24);
  Outcome sum;
  for (int i = 0; i < 600; ++i) {
    random::Shape shape;
    shape.threads = 2 + random() % 3;
    shape.events = 10 + random() % 20;
    shape.locks = 1 + random() % 3;
    shape.variables = 1 + random() % 2;
    shape.weights = {{Operation::read, 3},           {Operation::write, 3},         {Operation::acquire, 8},
                     {Operation::release, 6},        {Operation::send, 1},          {Operation::receive, 1},
                     {Operation::acquire_shared, 2}, {Operation::release_shared, 2}};
    const random::Execution execution = random::random_execution(shape, random);
    const Outcome outcome = compare_all(execution.events, execution.names);
    if (!outcome.wrong.empty()) {
      const auto small = random::shrink(execution.events, [&](const std::vector<Event>& events) {
        return compare_all(events, execution.names).wrong == outcome.wrong;
      });
      FAIL() << outcome.wrong << "\n" << random::text(execution.names, small);
    }
    sum.reachable += outcome.reachable;
    sum.found += outcome.found;
    sum.same_reads += outcome.same_reads;
    sum.hard += outcome.hard;
    sum.found_hard += outcome.found_hard;
  }
  std::printf(
      "%zu of %zu found without a search; %zu of %zu that the recorded order has not; %zu with the same "
      "reads\n",
      sum.found, sum.reachable, sum.found_hard, sum.hard, sum.same_reads);
  EXPECT_GT(sum.found, sum.reachable / 100 * 99);
  EXPECT_GT(sum.found_hard, sum.hard / 10 * 8);
  EXPECT_GT(sum.hard, 500U);
  EXPECT_GT(sum.same_reads, 1000U);
}

}  // namespace
}  // namespace heddle
