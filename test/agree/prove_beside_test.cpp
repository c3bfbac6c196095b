// SPDX-License-Identifier: Apache-2.0
// The compiled program does nothing that the translated one cannot do, on every program there is; and where the
// translated one is another program, that is noticed: mutants of the source, and translations that were damaged.
#include <algorithm>
#include <filesystem>
#include <random>

#include <gtest/gtest.h>

#include "agree/prove_compilation.h"
#include "prove/beside/follow.h"
#include "prove/beside/record.h"
#include "random/heap_program.h"
#include "source_directory.h"

namespace heddle::prove {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> files() {
  std::vector<std::string> found;
  for (const char* folder : {"test/programs/prove", "test/programs/prove/sets", "test/programs/prove/small",
                             "examples/prove", "examples/prove/lists"})
    for (const auto& entry : fs::directory_iterator(fs::path(source_directory()) / folder))
      if (entry.is_regular_file() && entry.path().stem().extension() != ".wrong")
        found.push_back(entry.path().string());
  std::ranges::sort(found);
  return found;
}

class Beside : public testing::TestWithParam<std::string> {};
class BesideLong : public Beside {};

void expect_agreement(const std::string& file, int calls, unsigned seeds) {
  Compilation how = compilation_of(file);
  if (fs::path(file).filename() == "queue.cpp") {
    how.registration.operations = {"push", "pop"};
    how.registration.type = "Queue<int>";
  }
  const auto statements = translate_file(file, how);
  if (!statements) GTEST_SKIP() << base::describe(statements.error());
  for (unsigned seed = 1; seed <= seeds; ++seed)
    for (const bool is_collected : {true, false}) {
      const Recorded recorded = record(file, how, statements->layout, {is_collected, calls, seed});
      ASSERT_EQ(recorded.obstacle, "");
      if (!recorded.failure.empty() && !is_collected)
        continue;  // a program for collected memory may follow anything
      ASSERT_EQ(recorded.failure, "");
      const Followed followed = follow(statements->program, statements->layout, recorded.trace);
      EXPECT_EQ(followed.disagreement, "") << (is_collected ? "collected" : "explicit");
      EXPECT_GT(followed.calls, 0U);
      EXPECT_GT(followed.accesses, followed.calls);
      std::printf("%s, %s: %zu calls, %zu accesses\n", fs::path(file).filename().c_str(),
                  is_collected ? "collected" : "explicit", followed.calls, followed.accesses);
    }
}

TEST_P(Beside, CompiledProgramsDoWhatWasTranslated) { expect_agreement(GetParam(), 100, 1); }
TEST_P(BesideLong, CompiledProgramsDoWhatWasTranslated) { expect_agreement(GetParam(), 2000, 3); }

std::string name_of(const testing::TestParamInfo<std::string>& test) {
  const fs::path path(test.param);
  std::string name = path.lexically_relative(source_directory()).string();
  std::ranges::replace_if(
      name, [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '_');
  return name;
}
INSTANTIATE_TEST_SUITE_P(Prove, Beside, testing::ValuesIn(files()), name_of);
INSTANTIATE_TEST_SUITE_P(DISABLED_ProveLong, BesideLong, testing::ValuesIn(files()), name_of);

bool writes(const Op& op, const Program& program) {
  switch (op.action) {
    case Action::assign:
      return !program.is_local(op.a);
    case Action::store_next:
    case Action::store_data:
    case Action::raise_age:
    case Action::lock:
    case Action::unlock:
    case Action::allocate:
    case Action::release:
      return true;
    default:
      return false;
  }
}

// A translation that forgets a write, a lock or a cell; and one that is damaged anyhow. Much of the latter does not matter
// here: what a program can do besides, a point of effect that moves, a branch that the calls do not come to.
TEST(BesideDamage, IsNoticed) {
  std::mt19937_64 random(7);
  int noticed = 0, tried = 0, forgotten = 0, forgotten_noticed = 0;
  for (const char* name :
       {"treiber", "ms_queue_tagged", "two_lock_queue", "coarse_queue", "treiber_hazard"}) {
    const std::string file = source_directory() + "/test/programs/prove/" + name + ".c";
    const auto statements = translate_file(file, {});
    ASSERT_TRUE(statements);
    const Recorded recorded = record(file, {}, statements->layout, {true, 100, 3});
    ASSERT_EQ(recorded.obstacle, "");
    const auto is_noticed = [&](const Program& program) {
      return !follow(program, statements->layout, recorded.trace).disagreement.empty();
    };
    ASSERT_FALSE(is_noticed(statements->program));
    for (int i = 0; i < 60; ++i) {
      const Program damaged = random::damaged(statements->program, random::random_damage(random));
      if (!check(damaged)) continue;
      ++tried;
      noticed += is_noticed(damaged) ? 1 : 0;
    }
    for (std::size_t edge = 0; edge < statements->program.edges.size(); ++edge)
      for (std::size_t op = 0; op < statements->program.edges[edge].ops.size(); ++op) {
        Program lacking = statements->program;
        std::vector<Op>& ops = lacking.edges[edge].ops;
        if (ops[op].with_effect || !writes(ops[op], lacking)) continue;
        ops.erase(ops.begin() + static_cast<std::ptrdiff_t>(op));
        ++forgotten;
        const bool is_seen = is_noticed(lacking);
        forgotten_noticed += is_seen ? 1 : 0;
        if (!is_seen)
          std::printf("%s, line %d: not noticed\n", name, statements->program.edges[edge].ops[op].line);
      }
  }
  std::printf("noticed: %d of %d that forget something, %d of %d that are damaged\n", forgotten_noticed,
              forgotten, noticed, tried);
  EXPECT_GT(forgotten, 30);
  EXPECT_GE(10 * forgotten_noticed, 9 * forgotten);
  EXPECT_GT(tried, 200);
  EXPECT_GT(3 * noticed, tried);
}

// The translation of one mutant beside the compiled program of another.
TEST(BesideMutants, AreOtherPrograms) {
  const std::string file = source_directory() + "/test/programs/prove/treiber.c";
  const auto original = translate_file(file, {});
  ASSERT_TRUE(original);
  const Recorded recorded = record(file, {}, original->layout, {true, 100, 5});
  for (const int mutant : {3, 4, 7}) {
    Compilation how;
    how.flags = {"-DMUTANT=" + std::to_string(mutant)};
    const auto statements = translate_file(file, how);
    ASSERT_TRUE(statements);
    EXPECT_NE(follow(statements->program, original->layout, recorded.trace).disagreement, "") << mutant;
  }
}

}  // namespace
}  // namespace heddle::prove
