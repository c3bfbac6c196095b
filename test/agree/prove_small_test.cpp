// SPDX-License-Identifier: Apache-2.0
// Small programs whose names tell the truth: `.wrong` is never proved, under any memory, `.right` is. A line
// "// proved: gc" names the memories under which a wrong program is right all the same, "// unknown: own"
// those under which a right one is out of reach, which must then not be refuted (nor proved). Most of the wrong ones are a
// locked stack with one thing changed that the front end must not pass over. Classes are named by their first lines
// (prove_compilation.h). Adding a case is adding a file.
#include <algorithm>
#include <filesystem>
#include <set>

#include <gtest/gtest.h>

#include "agree/prove_compilation.h"
#include "prove/infer.h"
#include "prove/prover.h"
#include "source_directory.h"

namespace heddle::prove {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> files() {
  std::vector<std::string> found;
  for (const auto& entry : fs::directory_iterator(source_directory() + "/test/programs/prove/small"))
    found.push_back(entry.path().string());
  std::ranges::sort(found);
  return found;
}

class SmallPrograms : public testing::TestWithParam<std::string> {};

TEST_P(SmallPrograms, AreWhatTheirNamesSay) {
  const std::string& file = GetParam();
  const bool is_right = fs::path(file).stem().extension() == ".right";
  ASSERT_TRUE(is_right || fs::path(file).stem().extension() == ".wrong");
  const auto says = [&](const std::string& word, Memory memory) {
    return std::ranges::count(words_after(file, word), name(memory)) != 0;
  };
  auto program = read_program(file, compilation_of(file));
  for (Memory memory : {Memory::gc, Memory::own, Memory::mm}) {
    const bool is_provable = is_right ? !says("unknown", memory) : says("proved", memory);
    if (!program) {  // refused, with its reason
      EXPECT_FALSE(is_right && is_provable) << base::describe(program.error());
      continue;
    }
    Options options;
    options.memory = memory;
    options.max_views = 40'000;
    Search search;
    search.max_states = 40'000;
    if (program->kind != Kind::set && !has_linearization_points(*program)) {
      EXPECT_EQ(infer_points(*program, options).has_value(), is_provable) << name(memory);
      continue;
    }
    const Proof proof = prove(*program, options, search, {{{1, Distances::coarse, true}}, 600});
    EXPECT_EQ(proof.answer == Answer::proved, is_provable)
        << name(memory) << (proof.alarmed() != nullptr ? ": " + proof.alarmed()->alarm->message : "");
    if (is_right) {
      EXPECT_NE(proof.answer, Answer::refuted) << proof.violation->message;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Prove, SmallPrograms, testing::ValuesIn(files()), [](const auto& test) {
  std::string name = fs::path(test.param).filename().string();
  std::ranges::replace(name, '.', '_');
  return name;
});

}  // namespace
}  // namespace heddle::prove
