// SPDX-License-Identifier: Apache-2.0
// Every program of test/programs/prove, and every mutant of it, under every memory semantics. The file says
// what is true: "proved: gc own", "wrong: mm", and of its mutants "right mutants: 5=gc": all others are wrong
// and must never be proved, under mm no more than under own, which raises other alarms; they are refuted, except
// for "unknown mutants: 12=own", whose executions are too long to be found. Adding a case is
// adding a file or a condition on MUTANT.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <regex>
#include <set>
#include <sstream>

#include <gtest/gtest.h>

#include "prove/front/frontend.h"
#include "prove/prover.h"
#include "source_directory.h"

namespace heddle::prove {
namespace {

namespace fs = std::filesystem;

struct Truth {
  std::string file;
  std::set<std::string> proved;
  std::map<int, std::set<std::string>> right_mutants, unknown_mutants;
  int mutants = 0;
};

const std::regex kProved("^// proved: (.*)");
const std::regex kRight("([0-9]+)=([a-z,]+)");
const std::regex kMutant("MUTANT [!=>]= ([0-9]+)");

Truth read_truth(const fs::path& path) {
  Truth truth{path.string(), {}, {}, {}, 0};
  std::ifstream in(path);
  for (std::string line; std::getline(in, line);) {
    std::smatch match;
    if (std::regex_search(line, match, kProved)) {
      std::istringstream words(match[1]);
      for (std::string word; words >> word;) truth.proved.insert(word);
    }
    const bool is_unknown = line.starts_with("// unknown mutants: ");
    if (is_unknown || line.starts_with("// right mutants: "))
      for (std::sregex_iterator at(line.begin(), line.end(), kRight), end; at != end; ++at) {
        std::istringstream words((*at)[2].str());
        for (std::string word; std::getline(words, word, ',');)
          (is_unknown ? truth.unknown_mutants : truth.right_mutants)[std::stoi((*at)[1])].insert(word);
      }
    for (std::sregex_iterator at(line.begin(), line.end(), kMutant), end; at != end; ++at)
      truth.mutants = std::max(truth.mutants, std::stoi((*at)[1]));
  }
  return truth;
}

std::string path_of(const std::string& program) {
  return source_directory() + "/test/programs/prove/" + program + ".c";
}

std::optional<Program> read_mutant(const Truth& truth, int mutant) {
  Compilation compilation;
  compilation.flags = {"-DMUTANT=" + std::to_string(mutant)};
  auto program = read_program(truth.file, compilation);
  EXPECT_TRUE(program) << base::describe(program.error());
  return program ? std::optional(*program) : std::nullopt;
}

bool is_among(const std::map<int, std::set<std::string>>& mutants, int mutant, Memory memory) {
  const auto found = mutants.find(mutant);
  return found != mutants.end() && found->second.count(name(memory)) != 0;
}

bool is_right(const Truth& truth, int mutant, Memory memory) {
  return mutant == 0 ? truth.proved.count(name(memory)) != 0 : is_among(truth.right_mutants, mutant, memory);
}

// Proofs that take too long for every day.
bool is_long(const std::string& program, int mutant, Memory memory) {
  const bool is_queue = program.starts_with("ms_queue_") || program.starts_with("dglm_queue_");
  return mutant == 0 && is_queue && memory != Memory::gc;
}

// What is right is proved, by itself or after an alarm with more in view; what is wrong is refuted.
void expect_truth(const std::string& program_name, bool wants_long) {
  const Truth truth = read_truth(path_of(program_name));
  int right = 0;
  int wrong = 0;
  for (int mutant = 0; mutant <= truth.mutants; ++mutant) {
    const auto program = read_mutant(truth, mutant);
    ASSERT_TRUE(program);
    for (Memory memory : {Memory::gc, Memory::own, Memory::mm}) {
      if (is_long(program_name, mutant, memory) != wants_long) continue;
      Options options;
      options.memory = memory;
      Search search;
      Refinement refinement;
      if (is_right(truth, mutant, memory)) {
        ++right;
        search.enabled = false;
        refinement = {{{1, Distances::coarse, true}, {1, Distances::fine}, {2, Distances::coarse}}, 3600};
      } else {
        ++wrong;
        options.max_views = 40'000;
        search.max_states = 60'000;
      }
      const Proof proof = prove(*program, options, search, refinement);
      EXPECT_EQ(proof.answer, is_right(truth, mutant, memory)                   ? Answer::proved
                              : is_among(truth.unknown_mutants, mutant, memory) ? Answer::unknown
                                                                                : Answer::refuted)
          << truth.file << " mutant " << mutant << " under " << name(memory) << ": " << name(proof.answer)
          << (proof.alarmed() != nullptr ? ", " + proof.alarmed()->alarm->message : "");
    }
  }
  std::printf("%s: %d mutants; with the memories %d proved, %d refuted\n", program_name.c_str(),
              truth.mutants, right, wrong);
}

// What is wrong is not proved with more in view either.
void expect_no_proof(const std::string& program_name, Precision precision, std::uint64_t max_views) {
  const Truth truth = read_truth(path_of(program_name));
  for (int mutant = 0; mutant <= truth.mutants; ++mutant) {
    const auto program = read_mutant(truth, mutant);
    ASSERT_TRUE(program);
    for (Memory memory : {Memory::gc, Memory::own, Memory::mm}) {
      if (is_right(truth, mutant, memory)) continue;
      Options options;
      options.memory = memory;
      options.views = precision.views;
      options.distances = precision.distances;
      options.addresses = precision.addresses;
      options.max_views = max_views;
      Search search;
      search.enabled = false;
      EXPECT_NE(prove(*program, options, search).answer, Answer::proved)
          << truth.file << " mutant " << mutant << " under " << name(memory) << ", " << describe(precision);
    }
  }
}

class Programs : public testing::TestWithParam<std::string> {};
class LongPrograms : public Programs {};
TEST_P(Programs, AreProvedOrNotAsTheySay) { expect_truth(GetParam(), false); }
TEST_P(Programs, ThatAreWrongAreNotProvedWithTwoThreadsAView) {
  expect_no_proof(GetParam(), {2, Distances::coarse}, 2'000);
}
TEST_P(Programs, ThatAreWrongAreNotProvedWithAddressesOfFreedCells) {
  expect_no_proof(GetParam(), {1, Distances::coarse, true}, 10'000);
}
TEST_P(LongPrograms, AreProvedOrNotAsTheySay) { expect_truth(GetParam(), true); }
TEST_P(LongPrograms, ThatAreWrongAreNotProvedWithTwoThreadsAView) {
  expect_no_proof(GetParam(), {2, Distances::coarse}, 20'000);
}
TEST_P(LongPrograms, ThatAreWrongAreNotProvedWithFineDistances) {
  expect_no_proof(GetParam(), {1, Distances::fine}, 50'000);
}

// Two threads a view prove all that one does, where they can be waited for.
TEST_P(LongPrograms, AreProvedWithTwoThreadsAView) {
  const std::set<std::string> small = {"atomic_stack",   "atomic_queue",   "coarse_stack",  "coarse_queue",
                                       "two_lock_queue", "treiber_tagged", "deferred_stack"};
  if (small.count(GetParam()) == 0) GTEST_SKIP() << "takes hours";
  const Truth truth = read_truth(path_of(GetParam()));
  const auto program = read_mutant(truth, 0);
  ASSERT_TRUE(program);
  for (Memory memory : {Memory::own, Memory::mm}) {
    if (GetParam() == "treiber_tagged" && memory == Memory::own) continue;
    Options options;
    options.memory = memory;
    options.views = 2;
    EXPECT_EQ(prove(*program, options).answer, Answer::proved) << name(memory);
  }
}

// The one that shows what two threads a view are for.
TEST(Prove, ADeferredFreeNeedsTwoThreadsAView) {
  const auto program = read_program(path_of("deferred_stack"), Compilation());
  ASSERT_TRUE(program) << base::describe(program.error());
  Search search;
  search.enabled = false;
  for (Memory memory : {Memory::own, Memory::mm})
    for (Distances distances : {Distances::coarse, Distances::fine}) {
      Options options;
      options.memory = memory;
      options.distances = distances;
      const Proof proof = prove(*program, options, search);
      EXPECT_EQ(proof.answer, Answer::unknown);
    }
  Options options;
  options.memory = Memory::mm;
  const Proof proof =
      prove(*program, options, search, {{{1, Distances::fine}, {2, Distances::coarse}}, 3600});
  EXPECT_EQ(proof.answer, Answer::proved);
  ASSERT_EQ(proof.attempts.size(), 3U);
  EXPECT_EQ(proof.attempts.back().precision.views, 2);
}

std::vector<std::string> names() {
  std::vector<std::string> found;
  for (const auto& entry : fs::directory_iterator(source_directory() + "/test/programs/prove"))
    if (entry.path().extension() == ".c") found.push_back(entry.path().stem().string());
  std::ranges::sort(found);
  return found;
}
INSTANTIATE_TEST_SUITE_P(DISABLED_ProveLong, LongPrograms, testing::ValuesIn(names()),
                         [](const auto& test) { return test.param; });
INSTANTIATE_TEST_SUITE_P(Prove, Programs, testing::ValuesIn(names()),
                         [](const auto& test) { return test.param; });

TEST(Prove, ThereAreMutantsEnough) {
  int mutants = 0;
  for (const std::string& program : names()) mutants += read_truth(path_of(program)).mutants;
  EXPECT_GE(mutants, 60);
  EXPECT_GE(read_truth(path_of("count_stack")).mutants, 6);
}

}  // namespace
}  // namespace heddle::prove
