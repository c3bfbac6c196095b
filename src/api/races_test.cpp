// SPDX-License-Identifier: Apache-2.0
#include <fstream>

#include <gtest/gtest.h>
#include <heddle/races.h>

namespace heddle {
namespace {

std::string trace(const std::string& name, const std::string& text) {
  std::string file = testing::TempDir() + name;
  std::ofstream(file) << text;
  return file;
}

TEST(FindRaces, DisciplinesSayWhichAccessesAreRaces) {
  const std::string start = "T0|fork(T1)|1\nT0|fork(T2)|2\n";
  const std::string reads = trace("reads.std", start + "T1|r(x)|3\nT2|r(x)|4\n");
  const std::string read_write = trace("read_write.std", start + "T1|r(x)|3\nT2|w(x)|4\n");
  using Verdict = RaceReport::Verdict;
  EXPECT_EQ(find_races(reads).verdict, Verdict::clean);
  EXPECT_EQ(find_races(reads, {.discipline = "exclusive"}).races.size(), 1U);
  EXPECT_EQ(find_races(read_write).races.size(), 1U);
  const RaceReport cheaper = find_races(read_write, {.discipline = "writes-first"});
  EXPECT_EQ(cheaper.verdict, Verdict::inconclusive);
  EXPECT_NE(cheaper.reason.find("writes-first"), std::string::npos);
  EXPECT_EQ(find_races(reads, {.discipline = "some"}).verdict, Verdict::bad_input);
}

}  // namespace
}  // namespace heddle
