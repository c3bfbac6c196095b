// SPDX-License-Identifier: Apache-2.0
// Merging steps loses nothing. The program as written, every access to memory a step of its own, is run in
// every interleaving beside the program that the prover sees, by code that neither the prover nor its oracle
// uses. Under collection the calls can return exactly the same; under explicit memory a pointer from a cell's
// earlier life can see a new cell half made, which only the program as written shows. And whatever is proved
// of the merged program holds of the one as written: a stack or queue explains every history.
#include <cstdlib>
#include <filesystem>
#include <map>

#include <gtest/gtest.h>

#include "agree/histories.h"
#include "prove/concrete/concrete.h"
#include "prove/front/frontend.h"
#include "prove/front/movers.h"
#include "prove/prover.h"
#include "random/heap_program.h"
#include "source_directory.h"

namespace heddle::prove {
namespace {

namespace fs = std::filesystem;

struct Both {
  Program merged, written;
};

std::optional<Both> both_of(const Statements& statements) {
  auto merged = merge_movers(statements.program, statements.inside);
  auto written = merge_atomic_blocks(statements.program, statements.inside);
  if (!merged || !written || !check(*merged) || !check(*written)) return std::nullopt;
  return Both{*merged, *written};
}

struct Comparison {
  bool is_complete = false;
  bool is_same = false;   // the same outcomes and the same troubles
  bool is_lost = false;   // merging adds an outcome or a trouble
  bool is_right = false;  // as written: no trouble, and every history is explained
  std::string why;
  std::size_t histories = 0;
};

// Under mm undefined pointers may be compared and followed: that alone is not wrong there.
Comparison compare(const Both& both, const HistoryBounds& bounds, bool undefined_is_wrong = true) {
  Histories written = histories_of(both.written, bounds);
  const Histories merged = histories_of(both.merged, bounds);
  Comparison result;
  result.is_complete = written.is_complete && merged.is_complete;
  result.histories = written.all.size();
  if (!result.is_complete) return result;
  result.is_same = written.outcomes == merged.outcomes && written.troubles == merged.troubles;
  result.is_lost = !std::ranges::includes(written.outcomes, merged.outcomes) ||
                   !std::ranges::includes(written.troubles, merged.troubles);
  if (!undefined_is_wrong) written.troubles.erase("undefined");
  result.is_right = written.troubles.empty();
  if (!result.is_right) result.why = *written.troubles.begin();
  for (const History& history : written.all)
    if (!is_explained(history, both.written)) {
      result.is_right = false;
      result.why = describe(history, both.written);
      break;
    }
  return result;
}

std::vector<std::string> files() {
  std::vector<std::string> found;
  for (const char* folder : {"test/programs/prove", "examples/prove"})
    for (const auto& entry : fs::directory_iterator(fs::path(source_directory()) / folder))
      if (entry.path().extension() == ".c") found.push_back(entry.path().string());
  std::ranges::sort(found);
  return found;
}

class Merging : public testing::TestWithParam<std::string> {};
class MergingLong : public Merging {};

void expect_same(const std::string& file, const std::vector<HistoryBounds>& sizes) {
  const auto statements = read_statements(file, {});
  ASSERT_TRUE(statements) << base::describe(statements.error());
  const auto both = both_of(*statements);
  ASSERT_TRUE(both);
  int compared = 0;
  for (HistoryBounds bounds : sizes)
    for (bool is_explicit : {false, true}) {
      bounds.explicit_memory = is_explicit;
      const Comparison result = compare(*both, bounds);
      std::printf("%s, %d threads, %d calls, %s: %s, %zu histories\n", fs::path(file).stem().string().c_str(),
                  bounds.threads, bounds.calls, is_explicit ? "explicit" : "collected",
                  result.is_complete ? "compared" : "too many states", result.histories);
      if (!result.is_complete) continue;
      ++compared;
      EXPECT_TRUE(result.is_same) << result.why;
      EXPECT_FALSE(result.is_lost);
      // Shipped programs are right in these bounds, or the oracle knows that they are not.
      Bounds same;
      same.threads = bounds.threads;
      same.calls = same.total_calls = bounds.calls;
      same.explicit_memory = is_explicit;
      EXPECT_TRUE(result.is_right || explore(both->merged, same).violation.has_value()) << result.why;
    }
  EXPECT_GT(compared, 0);
}

TEST_P(Merging, KeepsWhatCallsReturn) { expect_same(GetParam(), {{2, 2, false, 20'000}}); }
TEST_P(MergingLong, KeepsWhatCallsReturn) {
  expect_same(GetParam(), {{2, 3, false, 300'000}, {3, 3, false, 300'000}, {2, 4, false, 300'000}});
}
std::string name_of(const testing::TestParamInfo<std::string>& test) {
  const fs::path path(test.param);
  return (path.parent_path().parent_path().filename() == "examples" ? "example_" : "") + path.stem().string();
}
INSTANTIATE_TEST_SUITE_P(Prove, Merging, testing::ValuesIn(files()), name_of);
INSTANTIATE_TEST_SUITE_P(DISABLED_ProveLong, MergingLong, testing::ValuesIn(files()), name_of);

// Damaged before it is merged, so that the merging sees programs nobody wrote.
void campaign(std::uint64_t seed, int wanted, std::size_t max_states) {
  const std::vector<std::pair<std::string, Memory>> cases = {
      {"atomic_stack", Memory::own},  {"coarse_stack", Memory::mm},   {"coarse_queue", Memory::own},
      {"treiber", Memory::gc},        {"treiber_tagged", Memory::mm}, {"two_lock_queue", Memory::gc},
      {"treiber_epoch", Memory::own}, {"treiber_hazard", Memory::mm},
  };
  std::map<std::string, Statements> read;
  for (const auto& [name, memory] : cases) {
    auto statements =
        read_statements(source_directory() + "/test/programs/prove/" + name + ".c", Compilation());
    ASSERT_TRUE(statements) << base::describe(statements.error());
    read.emplace(name, *statements);
  }
  std::mt19937_64 random(seed);
  int compared = 0, proved = 0, wrong = 0, half_made = 0;
  for (int tried = 0; compared < wanted && tried < 4 * wanted; ++tried) {
    const auto& [name, memory] = cases[random() % cases.size()];
    Statements statements = read.at(name);
    statements.program = random::damaged(statements.program, random::random_damage(random));
    statements.inside.resize(statements.program.nodes());
    if (!check(statements.program)) continue;
    const auto both = both_of(statements);
    if (!both) continue;
    const Comparison result = compare(*both, {2, 3, memory != Memory::gc, max_states}, memory != Memory::mm);
    if (!result.is_complete) continue;
    ++compared;
    wrong += result.is_right ? 0 : 1;
    half_made += result.is_same ? 0 : 1;
    EXPECT_FALSE(result.is_lost) << describe(both->merged);
    EXPECT_TRUE(result.is_same || memory != Memory::gc) << "as written:\n"
                                                        << describe(both->written) << "merged:\n"
                                                        << describe(both->merged);
    Options options;
    options.memory = memory;
    options.max_views = 20'000;
    Search search;
    search.enabled = false;
    if (prove(both->merged, options, search).answer != Answer::proved) continue;
    ++proved;
    EXPECT_TRUE(result.is_right) << result.why << "\n" << describe(both->written);
  }
  std::printf("%d programs compared: %d proved, %d wrong as written, %d seen half made\n", compared, proved,
              wrong, half_made);
  EXPECT_EQ(compared, wanted);
  EXPECT_GT(proved, wanted / 20);
  EXPECT_GT(wrong, wanted / 10);
}

TEST(Prove, MergingDamagedPrograms) { campaign(20260102, 80, 20'000); }
TEST(ProveLong, DISABLED_MergingDamagedPrograms) { campaign(2, 400, 50'000); }

}  // namespace
}  // namespace heddle::prove
