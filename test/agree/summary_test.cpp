// SPDX-License-Identifier: Apache-2.0
// The summary function h as a part of states, against the closure of happens-before: on random executions,
// and along paths of the machine that go back and take another way.
#include <random>

#include <gtest/gtest.h>

#include "agree/closure.h"
#include "random/execution.h"
#include "random/machine_program.h"
#include "stateful/machine_events.h"
#include "stateful/machine_search.h"
#include "stateful/summary_state.h"

namespace heddle {
namespace {

using event::Event;
using event::Operation;
using program::Effect;

Effect effect_of(const Event& event) {
  Effect effect;
  effect.operation = event.operation;
  effect.order = event.order;
  effect.thread = event.thread.number();
  effect.target = event.target;
  effect.size = event.extent;
  const auto object = [](std::uint64_t kind, std::uint64_t number) { return (kind << 48) + number * 64; };
  switch (event::target_kind(event.operation)) {
    case event::TargetKind::lock:
      effect.target = object(1, event.target), effect.size = 0;
      break;
    case event::TargetKind::condition:
      effect.target = object(2, event.target);
      effect.lock = event.lock().exists() ? object(1, event.lock().number()) : 0;
      effect.size = 0;
      break;
    default:
      break;
  }
  return effect;
}

// Whether each access up to the first that races with an earlier one does so, by definition.
std::vector<bool> racing(const std::vector<Event>& events) {
  const std::vector<std::vector<bool>> ordered = agree::happens_before(events);
  std::vector<bool> result(events.size());
  for (std::size_t j = 0; j < events.size(); ++j)
    for (std::size_t i = 0; i < j; ++i)
      if (event::is_access(events[i].operation) && event::is_access(events[j].operation) &&
          events[i].thread != events[j].thread && event::conflict(events[i].operation, events[j].operation) &&
          events[i].variable().overlaps(events[j].variable()) && !ordered[i][j]) {
        // Memory allocated anew in between starts afresh.
        bool renewed = false;
        for (std::size_t k = i + 1; k < j; ++k)
          renewed = renewed || (events[k].operation == Operation::alloc &&
                                events[k].variable().overlaps(events[i].variable()) &&
                                events[k].variable().overlaps(events[j].variable()));
        if (!renewed) result[j] = true;
      }
  return result;
}

TEST(SummaryAgree, RandomExecutions) {
  std::mt19937_64 random(7);
  std::size_t raced = 0;
  for (int round = 0; round < 3000; ++round) {
    random::Shape shape = random::random_shape(random);
    std::erase_if(shape.weights, [](const auto& weight) {
      return weight.first == Operation::send || weight.first == Operation::receive ||
             weight.first == Operation::arrive || weight.first == Operation::leave ||
             weight.first == Operation::alloc || weight.first == Operation::free;
    });
    const random::Execution execution = random::random_execution(shape, random);
    const std::vector<bool> expected = racing(execution.events);
    stateful::SummaryState summary;
    std::vector<stateful::SummaryRace> races;
    for (const Event& event : execution.events) {  // a thread that nobody forks is there from the start
      const Effect begins{.operation = Operation::begin, .thread = event.thread.number()};
      summary.apply({&begins, 1}, races);
    }
    for (std::size_t i = 0; i < execution.events.size(); ++i) {
      races.clear();
      const Effect effect = effect_of(execution.events[i]);
      summary.apply({&effect, 1}, races);
      std::vector<std::uint8_t> bytes;
      summary.write(bytes);
      summary.read(bytes);
      ASSERT_EQ(!races.empty(), expected[i]) << "round " << round << ", event " << i;
      if (expected[i]) {
        ++raced;
        break;
      }
    }
  }
  EXPECT_GT(raced, 100U);
}

TEST(SummaryAgree, PathsThatGoBack) {
  std::mt19937_64 random(11);
  std::size_t raced = 0;
  std::size_t compared = 0;
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    const program::Program program = random::built(random::random_machine_program(seed));
    program::Machine machine(program, {});
    stateful::MachineEvents event_of;
    stateful::SummaryState summary;
    struct Point {
      program::State state;
      std::vector<std::uint8_t> summary;
      std::vector<Event> events;
    };
    std::vector<Point> points;
    std::vector<Event> events;
    machine.start();
    const auto save = [&] {
      Point& point = points.emplace_back();
      machine.capture(point.state);
      summary.write(point.summary);
      point.events = events;
    };
    save();
    for (int step = 0; step < 60; ++step) {
      std::vector<program::ThreadNumber> enabled;
      for (program::ThreadNumber t = 0; t < machine.threads(); ++t)
        if (machine.pending(t).alternatives > 0) enabled.push_back(t);
      bool go_back = enabled.empty() || random() % 12 == 0;
      if (!go_back) {
        const program::ThreadNumber thread = enabled[random() % enabled.size()];
        const auto outcome =
            machine.step(thread, static_cast<std::uint32_t>(random() % machine.pending(thread).alternatives));
        // An atomic block is one step, and may go round for long: the closure takes the cube of that.
        constexpr std::size_t kMostEvents = 60;
        const bool is_long = machine.effects().size() > kMostEvents;
        go_back = is_long;
        for (const Effect& effect : is_long ? std::vector<Effect>() : machine.effects()) {
          events.push_back(event_of(effect));
          std::vector<stateful::SummaryRace> races;
          summary.apply({&effect, 1}, races);
          const bool expected = racing(events).back();
          ASSERT_EQ(!races.empty(), expected) << "seed " << seed << ", event " << events.size();
          ++compared;
          if (expected) {
            ++raced;
            go_back = true;
            break;
          }
        }
        if (outcome != program::Outcome::done) go_back = true;
        if (!go_back && random() % 3 == 0) save();
      }
      if (go_back) {
        const Point& point = points[random() % points.size()];
        machine.restore(point.state);
        summary.read(point.summary);
        events = point.events;
      }
    }
  }
  EXPECT_GT(compared, 5000U);
  EXPECT_GT(raced, 100U);
}

}  // namespace
}  // namespace heddle
