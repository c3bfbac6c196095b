// SPDX-License-Identifier: Apache-2.0
// The reduced searches against the unreduced one, on random programs: same final states, races and deadlocks;
// `dpor` runs each class of executions exactly once.
#include <map>
#include <memory>
#include <random>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "explore/strategies.h"
#include "random/small_program.h"

namespace heddle {
namespace {

std::size_t handed_over = 0;  // parts, in all comparisons

struct Reached {
  std::set<std::string> states;
  std::set<std::string> races;
  std::set<std::string> deadlocks;
  std::map<std::string, int> classes;
  std::uint64_t redundant = 0;
  bool too_many = false;
  std::string bound;
};

Reached explore_once(const small::Program& program, const std::string& name, const small::Visibility& visible,
                     std::set<int>& racy, std::size_t limit) {
  explore::Arena arena(std::size_t{1} << 30);
  explore::Search* search = explore::strategy_for(name, {})->make({}, arena);
  Reached reached;
  bool another = true;
  std::size_t executions = 0;
  while (another) {
    if (++executions > limit) {
      reached.too_many = true;
      break;
    }
    const small::Execution execution = small::run(program, visible, *search, &another);
    for (const int variable : execution.racy) racy.insert(variable);
    if (!execution.complete) continue;
    reached.states.insert(execution.final_state);
    reached.races.insert(execution.races.begin(), execution.races.end());
    if (execution.deadlock) reached.deadlocks.insert(execution.final_state);
    ++reached.classes[execution.equivalence_class];
  }
  reached.redundant = search->progress().redundant;
  reached.bound = search->bound();
  return reached;
}

// The same search, handed over in parts at random moments and run in a random order, as several processes do.
struct Part {
  explore::Arena arena{std::size_t{1} << 28};
  explore::Search* search = nullptr;
  std::vector<small::Execution> executions;
  bool has_more = true;
};

Reached explore_in_parts(const small::Program& program, const std::string& name,
                         const small::Visibility& visible, std::uint64_t seed, std::size_t limit,
                         std::size_t* parts_made) {
  std::mt19937_64 random(seed);
  std::vector<std::unique_ptr<Part>> parts;
  parts.push_back(std::make_unique<Part>());
  parts[0]->search = explore::strategy_for(name, {})->make({}, parts[0]->arena);
  Reached reached;
  std::size_t executions = 0;
  while (true) {
    std::vector<Part*> ready;
    for (bool again = true; again;) {  // one that goes on may be what another waits for
      again = false;
      ready.clear();
      for (const auto& part : parts) {
        const explore::Search* awaited = part->search->awaited();
        if (awaited != nullptr) part->has_more = part->search->go_on();
        again |= part->search->awaited() != awaited;
        if (part->has_more) ready.push_back(part.get());
      }
    }
    if (ready.empty()) break;
    Part& part = *ready[random() % ready.size()];
    if (++executions > limit) {
      reached.too_many = true;
      return reached;
    }
    const small::Execution execution = small::run(program, visible, *part.search, &part.has_more);
    if (execution.complete) part.executions.push_back(execution);
    if (part.has_more && random() % 3 == 0) {
      auto given = std::make_unique<Part>();
      given->search = part.search->split(given->arena, true);
      if (given->search != nullptr) parts.push_back(std::move(given));
    }
  }
  for (const auto& part : parts) {
    if (part->search->awaited() != nullptr) reached.bound = "a part is never exhausted";
    if (!part->search->bound().empty()) reached.bound = part->search->bound();
    if (part->search->is_void()) continue;
    reached.redundant += part->search->progress().redundant;
    for (const small::Execution& execution : part->executions) {
      reached.states.insert(execution.final_state);
      if (execution.deadlock) reached.deadlocks.insert(execution.final_state);
      ++reached.classes[execution.equivalence_class];
    }
  }
  *parts_made += parts.size() - 1;
  return reached;
}

// As `heddle check` does: a variable that raced becomes visible, and the search starts again.
Reached explore_racy_points(const small::Program& program, const std::string& name, std::size_t limit,
                            small::Visibility* used = nullptr) {
  small::Visibility visible;
  std::set<std::string> races;
  while (true) {
    std::set<int> racy = visible.variables;
    Reached reached = explore_once(program, name, visible, racy, limit);
    races.insert(reached.races.begin(), reached.races.end());
    if (racy == visible.variables || reached.too_many) {
      reached.races = races;
      if (used != nullptr) *used = visible;
      return reached;
    }
    visible.variables = racy;
  }
}

std::string difference(const small::Program& program, std::size_t limit, bool* skipped,
                       std::uint64_t* redundant) {
  std::set<int> ignored;
  *skipped = false;
  const Reached all = explore_once(program, "all", {.all = true}, ignored, limit);
  if (all.too_many) {
    *skipped = true;
    return "";
  }
  for (const std::string name : {"races", "dpor"}) {
    small::Visibility visible;
    const Reached reached = explore_racy_points(program, name, limit, &visible);
    if (reached.too_many) return name + " runs more executions than all";
    if (!reached.bound.empty()) return name + ": " + reached.bound;
    if (reached.states != all.states)
      return fmt::format("{}: {} final states instead of {}", name, reached.states.size(), all.states.size());
    if (reached.races != all.races)
      return fmt::format("{}: races {} instead of {}", name, fmt::join(reached.races, ", "),
                         fmt::join(all.races, ", "));
    if (reached.deadlocks != all.deadlocks) return name + ": other deadlocks";
    const Reached parted = explore_in_parts(program, name, visible, limit, limit * 4, &handed_over);
    if (!parted.bound.empty()) return name + " in parts: " + parted.bound;
    if (parted.states != reached.states || parted.deadlocks != reached.deadlocks)
      return fmt::format("{} in parts: {} final states instead of {}", name, parted.states.size(),
                         reached.states.size());
    if (parted.classes != reached.classes)
      return fmt::format("{} in parts: {} classes instead of {}, or not as often", name,
                         parted.classes.size(), reached.classes.size());
    if (name != "dpor") continue;
    for (const auto& [key, count] : reached.classes)
      if (count > 1) return fmt::format("dpor runs {} equivalent executions: {}", count, key);
    const Reached same = explore_once(program, "all", visible, ignored, limit * 4);
    if (!same.too_many && same.classes.size() != reached.classes.size())
      return fmt::format("dpor: {} classes instead of {}", reached.classes.size(), same.classes.size());
    *redundant += reached.redundant;
  }
  return "";
}

void compare(const small::Shape& shape, std::uint64_t seed, int programs, std::size_t limit, bool optimal) {
  std::mt19937_64 random(seed);
  int compared = 0;
  std::uint64_t redundant = 0;
  for (int i = 0; compared < programs && i < programs * 20; ++i) {
    const small::Program program = small::generate(random, shape);
    bool skipped = false;
    const std::string wrong = difference(program, limit, &skipped, &redundant);
    compared += !skipped;
    if (wrong.empty()) continue;
    const small::Program smallest = small::shrink(program, [&](const small::Program& smaller) {
      bool skip = false;
      std::uint64_t more = 0;
      return !difference(smaller, limit, &skip, &more).empty();
    });
    FAIL() << difference(smallest, limit, &skipped, &redundant) << "\n" << small::describe(smallest);
  }
  EXPECT_EQ(compared, programs);
  EXPECT_GT(handed_over, static_cast<std::size_t>(programs));
  if (optimal) {
    EXPECT_EQ(redundant, 0U) << "executions given up";
  }
  testing::Test::RecordProperty("redundant", std::to_string(redundant));
}

// As printed the search of section 5 sees two of the five.
TEST(GoldilocksErrata, AVariableThatRacedOnceIsRacyForGood) {
  using Kind = small::Instruction::Kind;
  small::Program program;
  program.threads = {{{.kind = Kind::write, .value = 1}, {.kind = Kind::read}},
                     {{.kind = Kind::read}, {.kind = Kind::write, .value = 2}}};
  for (const std::string name : {"races", "dpor"})
    EXPECT_EQ(explore_racy_points(program, name, 1000).states.size(), 5U) << name;
}

TEST(Searches, AgreeOnLocksAndPlainAccesses) {
  compare({.threads = 3, .instructions = 4, .conditions = false, .atomics = false, .outcomes = false}, 1,
          1000, 1000, true);
}
TEST(Searches, AgreeOnAtomics) {
  compare({.threads = 3, .instructions = 4, .locks = false, .conditions = false, .outcomes = false}, 2, 1000,
          1000, false);
}
// What a compare-exchange touches depends on what it finds.
TEST(Searches, AgreeOnCompareExchange) {
  small::Shape shape{.threads = 4,
                     .instructions = 2,
                     .locks = false,
                     .conditions = false,
                     .plain = false,
                     .outcomes = false,
                     .exchanges = true,
                     .variables = 1};
  compare(shape, 7, 500, 3000, true);
  shape.outcomes = true;
  compare(shape, 8, 300, 3000, false);
  shape.threads = 3;
  shape.instructions = 3;
  shape.variables = 2;
  compare(shape, 9, 300, 3000, false);
}
TEST(Searches, RotatingCompareExchanges) {
  const std::vector<std::size_t> classes = {2, 5, 14, 43, 144, 523};
  for (int threads = 2; threads <= 7; ++threads) {
    small::Program program;
    for (int t = 0; t < threads; ++t)
      program.threads.push_back({{small::Instruction::Kind::exchange, 0, t + 1, t}});
    const Reached reached = explore_racy_points(program, "dpor", 1000);
    EXPECT_EQ(reached.classes.size(), classes[std::size_t(threads - 2)]);
    EXPECT_EQ(reached.redundant, 0U);
    for (const auto& [key, count] : reached.classes) EXPECT_EQ(count, 1) << key;
  }
}
TEST(Searches, AgreeOnConditionVariables) {
  compare({.threads = 3, .instructions = 5, .atomics = false, .plain = false, .outcomes = false}, 3, 1000,
          1000, false);
}
TEST(Searches, AgreeOnEverything) {
  compare({.threads = 2, .instructions = 7}, 4, 1000, 1000, false);
  compare({.threads = 3, .instructions = 5}, 5, 1000, 1000, false);
  compare({.threads = 4, .instructions = 3}, 6, 500, 1500, false);
}

// Whether it is told at once who is ready or has to look, the sampler draws the same threads.
TEST(Searches, RandomDrawsTheSameOfWhomItIsTold) {
  constexpr std::size_t kMost = 64, kSteps = 300;
  explore::Arena arena(std::size_t{1} << 30);
  std::mt19937_64 random(7);
  for (std::size_t count = 1; count <= kMost; ++count) {
    const explore::Options options{.executions = 1, .seed = count};
    explore::Search* looks = explore::strategy_for("random", options)->make(options, arena);
    explore::Search* is_told = explore::strategy_for("random", options)->make(options, arena);
    looks->begin();
    is_told->begin();
    for (std::size_t step = 0; step < kSteps; ++step) {
      std::vector<control::ThreadView> views(count);
      std::uint64_t ready = std::uint64_t{1} << random() % count | (random() & random());
      if (count < kMost) ready &= (std::uint64_t{1} << count) - 1;
      for (std::size_t i = 0; i < count; ++i)
        if ((ready >> i & 1) != 0) views[i].state = control::ThreadView::State::ready;
      const control::Thread chosen = looks->choose({views, control::kNoThread});
      ASSERT_EQ(views.at(chosen).state, control::ThreadView::State::ready);
      ASSERT_EQ(is_told->choose({views, control::kNoThread, nullptr, ready}), chosen);
    }
  }
}

}  // namespace
}  // namespace heddle
