// SPDX-License-Identifier: Apache-2.0
#include "finding/suppressions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace heddle::finding {
namespace {

using testing::HasSubstr;

Finding race(const std::string& file, const std::string& function, const std::string& variable) {
  Finding finding;
  finding.variable = variable;
  finding.steps.resize(2);
  finding.steps[1].stack = {{.file = file, .line = 3, .function = function}};
  return finding;
}

std::vector<std::string> library_of(const event::Location& place) {
  if (place.file != "zlib.c") return {};
  return {"libz.so.1"};
}

TEST(Suppressions, MatchesByFunctionFileLibraryAndVariable) {
  const auto rules = Suppressions::parse(
      "# ours\ndata-race function:log_*  # the logger\n\nany file:third_party/\ndata-race variable:hits\nany "
      "library:libz.so\n",
      "s");
  ASSERT_TRUE(rules);
  EXPECT_TRUE(rules->covers(race("a.c", "log_line(int)", "x"), library_of));
  EXPECT_TRUE(rules->covers(race("src/third_party/z.c", "f", "x"), library_of));
  EXPECT_TRUE(rules->covers(race("a.c", "f", "hits"), library_of));
  EXPECT_TRUE(rules->covers(race("zlib.c", "deflate", "x"), library_of));
  EXPECT_FALSE(rules->covers(race("a.c", "f", "x"), library_of));
}

TEST(Suppressions, APatternIsWholeWords) {
  const auto covers = [](const std::string& rule, const Finding& finding) {
    const auto rules = Suppressions::parse(rule, "s");
    return rules && rules->covers(finding, library_of);
  };
  const Finding found = race("/home/me/race.c", "Cache::work(int)", "totals[1].counter");
  for (const char* rule : {"any variable:count", "any variable:unter", "any function:or", "any function:wor",
                           "any file:ace", "any file:rac", "any function:Cach*wor"})
    EXPECT_FALSE(covers(rule, found)) << rule;
  for (const char* rule :
       {"any variable:count*", "any variable:*unter", "any variable:counter", "any variable:totals",
        "any function:work", "any function:Cache::work", "any function:Cache::", "any file:race",
        "any file:me/", "any file:*.c", "any file:race.c"})
    EXPECT_TRUE(covers(rule, found)) << rule;
}

TEST(Suppressions, AnotherKindIsNotCovered) {
  const auto rules = Suppressions::parse("deadlock function:f\n", "s");
  ASSERT_TRUE(rules);
  EXPECT_FALSE(rules->covers(race("a.c", "f", "x"), library_of));
}

TEST(Suppressions, BadRulesAreNamedByLine) {
  for (const auto& [text, expected] :
       std::vector<std::pair<std::string, std::string>>{{"data-race\n", "one pattern"},
                                                        {"\nrace function:f\n", "a kind of finding"},
                                                        {"any thread:f\n", "function:, file:"},
                                                        {"any function:\n", "a pattern after"}}) {
    const auto rules = Suppressions::parse(text, "rules");
    ASSERT_FALSE(rules) << text;
    EXPECT_THAT(rules.error().message, HasSubstr(expected));
    EXPECT_THAT(rules.error().where, HasSubstr("rules:"));
  }
}

TEST(Suppressions, ApplyTakesOutWhatIsCovered) {
  const auto rules = Suppressions::parse("any function:f\n", "s");
  std::vector<Finding> findings = {race("a.c", "f", "x"), race("a.c", "g", "y")};
  EXPECT_EQ(rules->apply(findings, library_of), 1U);
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(findings[0].variable, "y");
}

}  // namespace
}  // namespace heddle::finding
