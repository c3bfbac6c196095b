// SPDX-License-Identifier: Apache-2.0
#include "finding/same_places.h"

#include <gtest/gtest.h>

namespace heddle::finding {
namespace {

Finding race(const std::string& variable, std::uint32_t first, std::uint32_t second,
             Certainty certainty = Certainty::observed) {
  Finding found{.kind = Kind::data_race, .certainty = certainty, .variable = variable};
  for (const std::uint32_t line : {first, second})
    found.steps.push_back({.location = {.file = "a.cpp", .line = line, .function = "f"}});
  return found;
}

TEST(SamePlaces, AreOneFindingWithTheOtherVariablesInANote) {
  std::vector<Finding> findings = {race("x", 3, 4), race("y", 4, 3), race("x", 3, 5),
                                   race("y", 3, 4), race("z", 3, 4), race("x", 4, 3)};
  merge_same_places(findings);
  ASSERT_EQ(findings.size(), 2U);
  EXPECT_EQ(findings[0].variable, "x");
  EXPECT_EQ(findings[0].count, 5U);
  EXPECT_EQ(findings[0].notes, std::vector<std::string>{"the same two places also race on `y`, `z`"});
  EXPECT_EQ(findings[1].steps[1].location.line, 5U);
  EXPECT_TRUE(findings[1].notes.empty());
}

TEST(SamePlaces, TheSurestStandsForTheOthers) {
  std::vector<Finding> findings = {race("x", 3, 4, Certainty::possible), race("y", 3, 4, Certainty::certain)};
  merge_same_places(findings);
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(findings[0].variable, "y");
  EXPECT_EQ(findings[0].certainty, Certainty::certain);
  EXPECT_EQ(findings[0].notes, std::vector<std::string>{"the same two places also race on `x`"});
}

TEST(SamePlaces, WhatHasNoPlaceOrIsNoRaceStaysApart) {
  std::vector<Finding> findings = {race("x", 3, 0), race("y", 3, 0), race("x", 3, 4), race("x", 3, 4)};
  findings[2].kind = findings[3].kind = Kind::deadlock;
  findings.push_back(race("x", 3, 4));
  findings.push_back(findings.back());
  findings.back().steps[0].location.file.clear();  // a trace with lines only: of which file is not known
  merge_same_places(findings);
  EXPECT_EQ(findings.size(), 6U);
}

TEST(SamePlaces, ALongListEnds) {
  std::vector<Finding> findings;
  for (int i = 0; i < 40; ++i) findings.push_back(race("v" + std::to_string(i), 3, 4));
  merge_same_places(findings);
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(findings[0].count, 40U);
  EXPECT_TRUE(findings[0].notes.at(0).ends_with("`v8` and more")) << findings[0].notes[0];
}

}  // namespace
}  // namespace heddle::finding
