// SPDX-License-Identifier: Apache-2.0
// Every engine against the closure of happens-before, on random executions of the whole vocabulary; straight,
// and with an explorer's going back and forth. A failure prints the smallest execution found that shows it.
#include <array>
#include <optional>

#include <gtest/gtest.h>

#include "agree/closure.h"
#include "detect/detectors.h"
#include "detect/recheck.h"
#include "random/execution.h"

namespace heddle::agree {
namespace {

using detect::Detector;
using detect::Discipline;
using Events = std::vector<event::Event>;

constexpr Discipline kDisciplines[] = {Discipline::shared_reads, Discipline::exclusive,
                                       Discipline::writes_first};

// What a finding says, in the words of the oracle.
struct Named {
  event::Position first = 0, second = 0;
  std::string variable;
  friend bool operator==(const Named&, const Named&) = default;
};
std::string text(const std::vector<Named>& races) {
  std::string words;
  for (const Named& race : races)
    words +=
        std::to_string(race.first) + " and " + std::to_string(race.second) + " on " + race.variable + "\n";
  return words.empty() ? "none\n" : words;
}
std::vector<Named> named(const std::vector<Race>& races, const event::Names& names) {
  std::vector<Named> words;
  for (const Race& race : races)
    words.push_back({race.first, race.second, names.describe({race.address, 1})});
  return words;
}
Named named(const finding::Finding& finding) {
  return {finding.steps.at(0).event.value(), finding.steps.at(1).event.value(), finding.variable};
}

std::vector<Named> detected(const Detector& detector, Discipline discipline, const event::Names& names,
                            const Events& events) {
  std::vector<Named> found;
  const auto listener = detector.make({.discipline = discipline});
  listener->begin(names, [&](const finding::Finding& finding) { found.push_back(named(finding)); });
  listener->on(0, events);
  listener->finish();
  return found;
}

// The same, with the events in pieces of random size.
std::vector<Named> detected_in_pieces(const Detector& detector, Discipline discipline,
                                      const event::Names& names, const Events& events, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<Named> found;
  const auto listener = detector.make({.discipline = discipline});
  listener->begin(names, [&](const finding::Finding& finding) { found.push_back(named(finding)); });
  for (std::size_t position = 0; position < events.size();) {
    const std::size_t count = std::min<std::size_t>(1 + random() % 8, events.size() - position);
    listener->on(position, std::span(events).subspan(position, count));
    position += count;
  }
  listener->finish();
  return found;
}

// The same execution in a larger memory: each byte of the small one becomes some bytes or some pages, which
// changes nothing for races but where they are. So large blocks meet the oracle, which looks at every byte.
class Stretched {
 public:
  explicit Stretched(std::uint64_t seed) {
    std::mt19937_64 random(seed);
    constexpr std::uint64_t kSizes[] = {1, 7, 8, 64, 4096, 4096, 8192, 20000};
    std::uint64_t at = 0x4000'0000;
    for (std::uint64_t& place : places_) {
      if (random() % 3 == 0) at = (at + 4095) / 4096 * 4096;
      place = at;
      at += kSizes[random() % std::size(kSizes)];
    }
  }
  Events operator()(Events events) const {
    for (event::Event& event : events) {
      if (event::target_kind(event.operation) != event::TargetKind::variable || !moves(event.target))
        continue;
      const std::uint64_t first = place(event.target);
      event.extent = static_cast<std::uint32_t>(place(event.target + event.extent) - first);
      event.target = first;
    }
    return events;
  }
  std::vector<Named> back(std::vector<Named> races, const event::Names& names) const {
    for (Named& race : races)
      for (std::size_t i = 0; i < places_.size(); ++i)
        if (race.variable == names.describe({places_[i], 1})) race.variable = names.describe({kFirst + i, 1});
    return races;
  }

 private:
  static constexpr std::uint64_t kFirst = 0xFF8;  // as random::random_execution has it
  bool moves(std::uint64_t address) const { return address - kFirst < places_.size(); }
  std::uint64_t place(std::uint64_t address) const { return places_.at(address - kFirst); }
  std::array<std::uint64_t, 25> places_{};
};

template <class Detected>
void expect_agreement(std::uint64_t first_seed, int executions, Detected&& detected_by) {
  std::size_t races_seen = 0, clean = 0;
  for (int i = 0; i < executions; ++i) {
    const std::uint64_t seed = first_seed + static_cast<std::uint64_t>(i);
    std::mt19937_64 random(seed);
    const random::Shape shape = random::random_shape(random);
    const random::Execution execution = random::random_execution(shape, random);
    const event::Names& names = execution.names;
    for (const Discipline discipline : kDisciplines) {
      const std::vector<Named> expected = named(races(execution.events, discipline), names);
      (expected.empty() ? clean : races_seen) += 1;
      for (const Detector& detector : detect::detectors()) {
        const auto wrong = [&](const Events& events) {
          return detected_by(detector, discipline, names, events, seed) !=
                 named(races(events, discipline), names);
        };
        if (detected_by(detector, discipline, names, execution.events, seed) == expected) continue;
        const Events small = random::shrink(execution.events, wrong);
        FAIL() << detector.name << " with " << detect::name(discipline) << " differs on seed " << seed
               << ", shrunk to\n"
               << random::text(names, small) << "expected:\n"
               << text(named(races(small, discipline), names)) << "found:\n"
               << text(detected_by(detector, discipline, names, small, seed));
      }
    }
  }
  // A generator that only makes racy, or only clean, executions shows little.
  EXPECT_GT(races_seen, static_cast<std::size_t>(executions) / 4);
  EXPECT_GT(clean, static_cast<std::size_t>(executions) / 20);
}

TEST(Agreement, EveryEngineReportsTheRacesOfTheClosure) {
  expect_agreement(
      1, 12000,
      [](const Detector& detector, Discipline discipline, const event::Names& names, const Events& events,
         std::uint64_t) { return detected(detector, discipline, names, events); });
}

TEST(Agreement, LargeBlocksToo) {
  expect_agreement(2'000'000, 700,
                   [](const Detector& detector, Discipline discipline, const event::Names& names,
                      const Events& events, std::uint64_t seed) {
                     const Stretched stretched(seed);
                     const Events large = stretched(events);
                     return stretched.back(seed % 2 == 0
                                               ? detected(detector, discipline, names, large)
                                               : detected_in_pieces(detector, discipline, names, large, seed),
                                           names);
                   });
}

// Too long for the closure: here engines are compared with one another, and each race is checked again.
TEST(Agreement, LongExecutions) {
  for (std::uint64_t seed = 1; seed <= 24; ++seed) {
    std::mt19937_64 random(seed);
    random::Shape shape = random::random_shape(random);
    shape.events = 20'000;
    if (seed % 4 == 1) shape.threads = 10 + seed;  // more than there are places of their own for
    shape.variables = 200;
    shape.locks = 40;
    if (seed % 2 == 0) shape.weights.emplace_back(event::Operation::alloc, 1);
    if (seed % 3 == 0) shape.weights.emplace_back(event::Operation::acquire, 20);
    if (seed % 3 == 0) shape.weights.emplace_back(event::Operation::release, 20);
    std::erase_if(shape.weights, [](const auto& weight) { return weight.first == event::Operation::join; });
    const random::Execution execution = random::random_execution(shape, random);
    for (const Discipline discipline : kDisciplines) {
      std::optional<std::vector<Named>> expected;
      for (const Detector& detector : detect::detectors()) {
        const std::vector<Named> found = detected(detector, discipline, execution.names, execution.events);
        if (!expected) expected = found;
        ASSERT_EQ(text(found), text(*expected)) << detector.name << " on seed " << seed;
      }
      std::vector<detect::Recheck::Claim> claims;
      for (const Named& race : *expected) claims.push_back({race.first, race.second});
      if (claims.size() > 200) claims.resize(200);
      detect::Recheck recheck(claims, discipline);
      recheck.on(0, execution.events);
      EXPECT_EQ(recheck.refuted(), std::vector<std::string>()) << "seed " << seed;
    }
  }
}

TEST(Agreement, TheRecheckRefutesExactlyTheOrderedPairs) {
  for (std::uint64_t seed = 1; seed <= 1500; ++seed) {
    std::mt19937_64 random(seed);
    random::Shape shape = random::random_shape(random);
    const random::Execution execution = random::random_execution(shape, random);
    const Events& events = execution.events;
    const auto before = happens_before(events);
    const auto freshened = [&](std::size_t i, std::size_t j) {
      return std::any_of(
          events.begin() + static_cast<std::ptrdiff_t>(i), events.begin() + static_cast<std::ptrdiff_t>(j),
          [](const event::Event& event) { return event.operation == event::Operation::alloc; });
    };
    for (std::size_t j = 0; j < events.size(); ++j) {
      for (std::size_t i = 0; i < j; ++i) {
        const event::Event &a = events[i], &b = events[j];
        if (!event::is_access(a.operation) || !event::is_access(b.operation) || a.thread == b.thread ||
            !event::conflict(a.operation, b.operation) || !a.variable().overlaps(b.variable()) ||
            freshened(i, j))
          continue;
        detect::Recheck recheck(std::vector<detect::Recheck::Claim>{{i, j}}, Discipline::shared_reads);
        recheck.on(0, events);
        ASSERT_EQ(recheck.refuted().empty(), !before[i][j])
            << "seed " << seed << ", " << i << " and " << j << "\n"
            << random::text(execution.names, events);
      }
    }
  }
}

TEST(Agreement, EventsInPiecesChangeNothing) { expect_agreement(1'000'000, 3000, detected_in_pieces); }

}  // namespace
}  // namespace heddle::agree
