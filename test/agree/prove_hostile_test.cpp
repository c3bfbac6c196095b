// SPDX-License-Identifier: Apache-2.0
// Programs as somebody would write them who wants a wrong one proved: each file of test/programs/prove/hostile is a right
// program with many small changes, of which the lines at its end say which are wrong. None of these is proved, under any
// memory that is not named there; they may be refused. The right one is proved, so the changes are all that is the matter.
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include <gtest/gtest.h>

#include "prove/front/frontend.h"
#include "prove/prover.h"
#include "source_directory.h"

namespace heddle::prove {
namespace {

struct Hostile {
  std::string file;
  std::map<int, std::set<std::string>> proved;  // under these memories
  std::set<int> wrong, right_under_gc;
};

std::set<int> numbers_of(const std::string& text) {
  std::set<int> found;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    const auto dash = word.find('-');
    const int last = std::stoi(dash == std::string::npos ? word : word.substr(dash + 1));
    for (int number = std::stoi(word); number <= last; ++number) found.insert(number);
  }
  return found;
}

Hostile read(const std::string& name) {
  Hostile all;
  all.file = source_directory() + "/test/programs/prove/hostile/" + name + ".c";
  if (!std::filesystem::exists(all.file)) all.file += "pp";
  std::ifstream in(all.file);
  for (std::string line; std::getline(in, line);) {
    const auto after = [&](const std::string& word) {
      return line.starts_with(word) ? line.substr(word.size()) : std::string();
    };
    if (const std::string rest = after("// wrong: "); !rest.empty()) all.wrong = numbers_of(rest);
    if (const std::string rest = after("// right under gc: "); !rest.empty())
      all.right_under_gc = numbers_of(rest);
    if (const std::string rest = after("// proved: "); !rest.empty()) {
      std::istringstream words(rest);
      int number = 0;
      words >> number;
      for (std::string memory; words >> memory;) all.proved[number].insert(memory);
    }
  }
  return all;
}

Answer answer_of(const Hostile& all, int number, Memory memory) {
  const auto program = read_program(all.file, {.flags = {"-DHOSTILE=" + std::to_string(number)}});
  if (!program) return Answer::unknown;  // refused
  Options options;
  options.memory = memory;
  options.max_views = all.proved.contains(number) ? 200'000 : 20'000;
  Search search;
  search.enabled = false;
  return prove(*program, options, search, {{{1, Distances::coarse, true}}, 600}).answer;
}

// Every `stride`-th of them.
void expect_no_wrong_proof(const std::string& name, int stride) {
  const Hostile all = read(name);
  EXPECT_GE(all.wrong.size(), 15U) << all.file;
  int tried = 0;
  for (int number : all.wrong) {
    if (number % stride != 0) continue;
    for (Memory memory : {Memory::gc, Memory::own, Memory::mm}) {
      if (memory == Memory::gc && all.right_under_gc.contains(number)) continue;
      if (memory == Memory::mm && stride > 1) continue;
      ++tried;
      EXPECT_NE(answer_of(all, number, memory), Answer::proved)
          << all.file << " -DHOSTILE=" << number << " under " << prove::name(memory);
    }
  }
  for (const auto& [number, memories] : all.proved)
    for (Memory memory : {Memory::gc, Memory::own, Memory::mm})
      if (memories.contains(prove::name(memory)) && (stride == 1 || memory == Memory::gc)) {
        EXPECT_EQ(answer_of(all, number, memory), Answer::proved)
            << all.file << " -DHOSTILE=" << number << " under " << prove::name(memory);
      }
  std::printf("%s: %zu wrong programs, %d tried with their memories\n", name.c_str(), all.wrong.size(),
              tried);
}

class HostilePrograms : public testing::TestWithParam<std::string> {};
class HostileProgramsLong : public HostilePrograms {};
TEST_P(HostilePrograms, AreNotProved) { expect_no_wrong_proof(GetParam(), 12); }
TEST_P(HostileProgramsLong, AreNotProved) { expect_no_wrong_proof(GetParam(), 1); }

const auto kPrograms = testing::Values("locked_stack", "class_stack", "locked_queue", "treiber", "locked_set",
                                       "marked_set", "reclaimed_stack");
const auto kName = [](const auto& test) { return test.param; };
INSTANTIATE_TEST_SUITE_P(Prove, HostilePrograms, kPrograms, kName);
INSTANTIATE_TEST_SUITE_P(DISABLED_ProveLong, HostileProgramsLong, kPrograms, kName);

}  // namespace
}  // namespace heddle::prove
