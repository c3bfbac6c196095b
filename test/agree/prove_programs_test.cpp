// SPDX-License-Identifier: Apache-2.0
// Every program of test/programs/prove, and every mutant of it, under every memory semantics. The file says
// what is true: "proved: gc own", "wrong: mm", and of its mutants "right mutants: 5=gc": all others are wrong
// and must never be proved, under mm no more than under own, which raises other alarms. Adding a case is
// adding a file or a condition on MUTANT.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include <gtest/gtest.h>

#include "prove/frontend.h"
#include "prove/prover.h"

namespace heddle::prove {
namespace {

namespace fs = std::filesystem;

struct Truth {
  std::string file;
  std::set<std::string> proved;
  std::map<int, std::set<std::string>> right_mutants;
  int mutants = 0;
};

const std::regex kProved("^// proved: (.*)");
const std::regex kRight("([0-9]+)=([a-z,]+)");
const std::regex kMutant("MUTANT [!=>]= ([0-9]+)");

Truth read_truth(const fs::path& path) {
  Truth truth{path.string(), {}, {}, 0};
  std::ifstream in(path);
  for (std::string line; std::getline(in, line);) {
    std::smatch match;
    if (std::regex_search(line, match, kProved)) {
      std::istringstream words(match[1]);
      for (std::string word; words >> word;) truth.proved.insert(word);
    }
    if (line.rfind("// right mutants: ", 0) == 0)
      for (std::sregex_iterator at(line.begin(), line.end(), kRight), end; at != end; ++at) {
        std::istringstream words((*at)[2].str());
        for (std::string word; std::getline(words, word, ',');)
          truth.right_mutants[std::stoi((*at)[1])].insert(word);
      }
    for (std::sregex_iterator at(line.begin(), line.end(), kMutant), end; at != end; ++at)
      truth.mutants = std::max(truth.mutants, std::stoi((*at)[1]));
  }
  return truth;
}

class Programs : public testing::TestWithParam<std::string> {};
class LongPrograms : public Programs {};

// A proof that takes too long for every day.
bool is_long(const std::string& program, Memory memory) {
  return program == "ms_queue_tagged" && memory == Memory::mm;
}

void expect_truth(const std::string& name_of_program, bool wants_long) {
  const Truth truth =
      read_truth(std::string(HEDDLE_SOURCE_DIRECTORY "/test/programs/prove/") + name_of_program + ".c");
  int refuted = 0;
  int unknown = 0;
  for (int mutant = 0; mutant <= truth.mutants; ++mutant) {
    Compilation compilation;
    compilation.flags = {"-DMUTANT=" + std::to_string(mutant)};
    const auto program = read_program(truth.file, compilation);
    ASSERT_TRUE(program) << base::describe(program.error());
    for (Memory memory : {Memory::gc, Memory::own, Memory::mm}) {
      std::set<std::string> right = truth.proved;
      if (mutant != 0) {
        const auto found = truth.right_mutants.find(mutant);
        right = found == truth.right_mutants.end() ? std::set<std::string>() : found->second;
      }
      const bool is_right = right.count(name(memory)) != 0;
      if ((is_right && is_long(name_of_program, memory)) != wants_long) continue;
      Options options;
      options.memory = memory;
      options.max_views = is_right ? 20'000'000 : 40'000;
      Search search;
      search.max_states = 60'000;
      const Proof proof = prove(*program, options, search);
      EXPECT_EQ(proof.answer == Answer::proved, is_right)
          << truth.file << " mutant " << mutant << " under " << name(memory) << ": " << name(proof.answer)
          << (proof.alarmed() != nullptr ? ", " + proof.alarmed()->alarm->message : "");
      refuted += proof.answer == Answer::refuted ? 1 : 0;
      unknown += proof.answer == Answer::unknown ? 1 : 0;
    }
  }
  std::printf("%s: %d mutants; %d refuted, %d unknown\n", name_of_program.c_str(), truth.mutants, refuted,
              unknown);
}

TEST_P(Programs, AreProvedOrNotAsTheySay) { expect_truth(GetParam(), false); }
TEST_P(LongPrograms, AreProvedOrNotAsTheySay) { expect_truth(GetParam(), true); }

TEST(ProveLong, DISABLED_FineDistancesProveDglmWithExplicitMemory) {
  const auto program =
      read_program(HEDDLE_SOURCE_DIRECTORY "/test/programs/prove/dglm_queue_tagged.c", Compilation());
  ASSERT_TRUE(program) << base::describe(program.error());
  Options options;
  options.distances = Distances::fine;
  EXPECT_EQ(prove(*program, options).answer, Answer::proved);
}

std::vector<std::string> names() {
  std::vector<std::string> found;
  for (const auto& entry : fs::directory_iterator(HEDDLE_SOURCE_DIRECTORY "/test/programs/prove"))
    if (entry.path().extension() == ".c") found.push_back(entry.path().stem().string());
  std::ranges::sort(found);
  return found;
}
INSTANTIATE_TEST_SUITE_P(DISABLED_ProveLong, LongPrograms, testing::Values("ms_queue_tagged"),
                         [](const auto& test) { return test.param; });
INSTANTIATE_TEST_SUITE_P(Prove, Programs, testing::ValuesIn(names()),
                         [](const auto& test) { return test.param; });

}  // namespace
}  // namespace heddle::prove
