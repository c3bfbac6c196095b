// SPDX-License-Identifier: Apache-2.0
#include "trace/generate.h"

#include <map>
#include <set>

#include "random/test_traces.h"
#include "trace/execution_rules.h"

namespace heddle::trace {
namespace {

using event::Event;
using event::Operation;

std::vector<Event> all_of(Generator& generator) {
  std::vector<Event> events;
  for (auto batch = generator.next(); !batch.empty(); batch = generator.next())
    events.insert(events.end(), batch.begin(), batch.end());
  return events;
}

std::vector<GenerateOptions> many_options() {
  std::vector<GenerateOptions> all;
  for (const auto forks :
       {GenerateOptions::Forks::flat, GenerateOptions::Forks::tree, GenerateOptions::Forks::none})
    for (const bool every_operation : {false, true})
      for (const std::size_t threads : {1U, 2U, 7U})
        for (const std::size_t locks : {0U, 1U, 16U})
          for (const std::uint64_t events : {0U, 1U, 10U, 150U, 20'000U})
            all.push_back({.events = events,
                           .seed = events + threads,
                           .threads = threads,
                           .locks = locks,
                           .variables = 100,
                           .racy = 0.05,
                           .forks = forks,
                           .every_operation = every_operation});
  return all;
}

TEST(Generate, GivesPossibleExecutionsOfTheWantedLength) {
  for (const GenerateOptions& options : many_options()) {
    Generator generator(options);
    const std::vector<Event> events = all_of(generator);
    EXPECT_EQ(events.size(), options.events);
    ExecutionRules rules(generator.names());
    for (std::size_t i = 0; i < events.size(); ++i) ASSERT_EQ(rules.broken_by(events[i]), std::nullopt) << i;
  }
}

TEST(Generate, TheSameSeedGivesTheSameTrace) {
  const GenerateOptions options{.events = 30'000, .every_operation = true};
  Generator one(options), two(options);
  EXPECT_EQ(all_of(one), all_of(two));
  GenerateOptions other = options;
  other.seed = 2;
  Generator three(other), four(options);
  EXPECT_NE(all_of(three), all_of(four));
}

TEST(Generate, EveryOperationMeansEveryOperation) {
  Generator generator({.events = 100'000, .every_operation = true});
  std::set<Operation> seen;
  for (const Event& event : all_of(generator)) seen.insert(event.operation);
  for (std::size_t i = 0; i < event::kOperations; ++i) {
    const auto operation = static_cast<Operation>(i);
    if (operation == Operation::begin || operation == Operation::end) continue;  // forks and joins say it
    EXPECT_TRUE(seen.contains(operation)) << event::name(operation);
  }
}

TEST(Generate, KeepsToTheShares) {
  const GenerateOptions options{.events = 200'000, .synchronisation = 0.2, .writes = 0.4};
  Generator generator(options);
  std::map<Operation, double> counts;
  for (const Event& event : all_of(generator)) counts[event.operation] += 1;
  EXPECT_NEAR((counts[Operation::acquire] + counts[Operation::release]) / 200'000, 0.2, 0.03);
  EXPECT_EQ(counts[Operation::fork], 7);
  EXPECT_EQ(counts[Operation::join], 7);
  EXPECT_NEAR(counts[Operation::write] / (counts[Operation::write] + counts[Operation::read]), 0.35, 0.06);
}

}  // namespace
}  // namespace heddle::trace
