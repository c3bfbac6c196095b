// SPDX-License-Identifier: Apache-2.0
// Sets: every program of test/programs/prove/sets and every mutant of it. As for stacks and queues the file says what is
// true; mutants that are right but out of reach are not refuted, all others are, and are never proved. Then
// programs that are damaged at random: what has a wrong execution is not proved.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <random>
#include <regex>
#include <set>
#include <sstream>

#include <gtest/gtest.h>

#include "agree/histories.h"
#include "prove/front/frontend.h"
#include "prove/front/movers.h"
#include "prove/prover.h"
#include "random/heap_program.h"
#include "source_directory.h"

namespace heddle::prove {
namespace {

namespace fs = std::filesystem;

using ByMutant = std::map<int, std::set<std::string>>;

struct Truth {
  std::string file;
  ByMutant right, out_of_reach;  // 0: the program itself
  int mutants = 0;
};

ByMutant by_mutant(const std::string& line) {
  static const std::regex kEntry("([0-9]+)=([a-z,]+)");
  ByMutant found;
  for (std::sregex_iterator at(line.begin(), line.end(), kEntry), end; at != end; ++at) {
    std::istringstream words((*at)[2].str());
    for (std::string word; std::getline(words, word, ',');) found[std::stoi((*at)[1])].insert(word);
  }
  return found;
}

Truth truth_of(const std::string& name) {
  static const std::regex kMutant("MUTANT [!=>]= ([0-9]+)");
  Truth truth;
  truth.file = source_directory() + "/test/programs/prove/sets/" + name + ".c";
  std::ifstream in(truth.file);
  for (std::string line; std::getline(in, line);) {
    if (line.rfind("// proved: ", 0) == 0) {
      std::istringstream words(line.substr(11));
      for (std::string word; words >> word;) truth.right[0].insert(word);
    }
    if (line.rfind("// right mutants: ", 0) == 0) truth.right.merge(by_mutant(line));
    if (line.rfind("// right, but out of reach: ", 0) == 0) truth.out_of_reach = by_mutant(line);
    for (std::sregex_iterator at(line.begin(), line.end(), kMutant), end; at != end; ++at)
      truth.mutants = std::max(truth.mutants, std::stoi((*at)[1]));
  }
  return truth;
}

bool says(const ByMutant& all, int mutant, Memory memory) {
  const auto found = all.find(mutant);
  return found != all.end() && found->second.contains(name(memory));
}

std::optional<Program> read_mutant(const Truth& truth, int mutant) {
  const auto program = read_program(truth.file, {.flags = {"-DMUTANT=" + std::to_string(mutant)}});
  if (program) return *program;
  ADD_FAILURE() << base::describe(program.error());
  return std::nullopt;
}

// Too long for every day.
bool is_long(const std::string& program, int mutant, bool is_right) {
  if (program == "michael_list" || program == "harris_list") return true;
  return is_right && mutant != 0 && (program == "optimistic_list" || program == "lazy_list");
}

void expect_truth(const std::string& program_name, bool wants_long) {
  const Truth truth = truth_of(program_name);
  EXPECT_GE(truth.mutants, 10);
  for (int mutant = 0; mutant <= truth.mutants; ++mutant) {
    const auto program = read_mutant(truth, mutant);
    ASSERT_TRUE(program);
    for (Memory memory : {Memory::gc, Memory::own, Memory::mm}) {
      if (!says(truth.right, 0, memory)) continue;  // what it does there is not told
      const bool is_right = says(truth.right, mutant, memory);
      const bool is_out_of_reach = says(truth.out_of_reach, mutant, memory);
      if (is_long(program_name, mutant, is_right) != wants_long) continue;
      Options options;
      options.memory = memory;
      Search search;
      search.enabled = !is_right;
      if (!is_right) options.max_views = 20'000;
      if (is_out_of_reach) search.max_states = 5'000;
      const Proof proof = prove(*program, options, search);
      EXPECT_EQ(proof.answer, is_right          ? Answer::proved
                              : is_out_of_reach ? Answer::unknown
                                                : Answer::refuted)
          << truth.file << " mutant " << mutant << " under " << name(memory) << ": " << name(proof.answer)
          << (proof.alarmed() != nullptr ? ", " + proof.alarmed()->alarm->message : "");
    }
  }
}

class Sets : public testing::TestWithParam<std::string> {};
class LongSets : public Sets {};
TEST_P(Sets, AreProvedOrNotAsTheySay) { expect_truth(GetParam(), false); }
TEST_P(LongSets, AreProvedOrNotAsTheySay) { expect_truth(GetParam(), true); }

// The program as written and as merged, by code that neither the prover nor its oracle uses: the calls return the same.
TEST_P(Sets, AreTheSameWhenStepsAreMerged) {
  const auto statements = read_statements(truth_of(GetParam()).file, {});
  ASSERT_TRUE(statements) << base::describe(statements.error());
  const auto merged = merge_movers(statements->program, statements->inside);
  ASSERT_TRUE(merged);
  const HistoryBounds bounds{2, 2, false, 150'000, 2};
  const Histories written = histories_of(statements->program, bounds);
  const Histories once = histories_of(*merged, bounds);
  const Histories twice = histories_of(merge_locked(*merged), bounds);
  ASSERT_TRUE(written.is_complete && once.is_complete && twice.is_complete);
  EXPECT_EQ(written.outcomes, once.outcomes);
  EXPECT_EQ(written.outcomes, twice.outcomes);
  EXPECT_EQ(written.troubles, std::set<std::string>());
  EXPECT_EQ(twice.troubles, std::set<std::string>());
  for (const History& history : written.all)
    EXPECT_TRUE(is_explained(history, *merged)) << describe(history, *merged);
}

std::vector<std::string> names() {
  std::vector<std::string> found;
  for (const auto& entry : fs::directory_iterator(source_directory() + "/test/programs/prove/sets"))
    found.push_back(entry.path().stem().string());
  std::ranges::sort(found);
  return found;
}
const auto kName = [](const auto& test) { return test.param; };
INSTANTIATE_TEST_SUITE_P(DISABLED_ProveLong, LongSets, testing::ValuesIn(names()), kName);
INSTANTIATE_TEST_SUITE_P(Prove, Sets, testing::ValuesIn(names()), kName);

struct Campaign {
  int tried = 0, wrong = 0, proved = 0;
};

Campaign campaign(const std::string& program_name, std::uint64_t seed, int wanted) {
  const auto whole = read_mutant(truth_of(program_name), 0);
  Campaign result;
  if (!whole) return result;
  std::mt19937_64 random(seed);
  while (result.tried < wanted) {
    const auto damage = random::random_damage(random);
    const Program program = random::damaged(*whole, damage);
    if (!check(program)) continue;
    ++result.tried;
    Options options;
    options.memory = random() % 2 == 0 ? Memory::gc : Memory::own;
    options.max_views = 3'000;
    Search search;
    search.enabled = false;
    const bool is_proved = prove(program, options, search).answer == Answer::proved;
    Bounds bounds;
    bounds.explicit_memory = options.memory != Memory::gc;
    bounds.max_states = is_proved ? 60'000 : 2'000;
    bounds.draws = false;
    bool is_wrong = false;
    for (const auto& [threads, calls] : {std::pair(1, 3), std::pair(2, 3), std::pair(2, 4)}) {
      bounds.threads = threads;
      bounds.calls = bounds.total_calls = calls;
      if (is_wrong) break;
      const Exploration found = explore(program, bounds);
      is_wrong = found.violation.has_value();
      if (is_proved && is_wrong)
        ADD_FAILURE() << program_name << " seed " << seed << ", program " << result.tried << ", "
                      << name(options.memory) << ": proved, but " << found.violation->message << "\n"
                      << describe(program);
    }
    result.wrong += is_wrong ? 1 : 0;
    result.proved += is_proved ? 1 : 0;
  }
  return result;
}

void expect_no_wrong_proof(std::uint64_t seed, int wanted) {
  for (const char* program : {"coarse_list", "hand_over_hand"}) {
    const Campaign result = campaign(program, seed, wanted);
    std::printf("%s: %d damaged programs, %d wrong, %d proved\n", program, result.tried, result.wrong,
                result.proved);
    EXPECT_GT(result.wrong, wanted / 4);
    EXPECT_GT(result.proved, 0);
  }
}

TEST(ProveSets, DamagedProgramsThatAreWrongAreNotProved) { expect_no_wrong_proof(1, 30); }
TEST(DISABLED_ProveLongSets, DamagedProgramsThatAreWrongAreNotProved) {
  for (std::uint64_t seed = 2; seed < 12; ++seed) expect_no_wrong_proof(seed, 200);
}

}  // namespace
}  // namespace heddle::prove
