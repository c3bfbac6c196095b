// SPDX-License-Identifier: Apache-2.0
#include "finding/repeated.h"

#include <gtest/gtest.h>

namespace heddle::finding {
namespace {

Finding found(Kind kind, const std::string& variable, std::uint32_t first, std::uint32_t second) {
  Finding finding{.kind = kind, .variable = variable};
  for (const std::uint32_t line : {first, second})
    finding.steps.push_back({.thread = "T" + std::to_string(line),
                             .operation = "write",
                             .location = {.file = "a.cpp", .line = line, .function = "f"}});
  return finding;
}

Report run(std::vector<Finding> findings, std::uint64_t threads, double seconds) {
  Report report;
  report.findings = std::move(findings);
  report.statistics = {{"threads", threads}, {"delays", std::uint64_t{2}}, {"seconds", seconds}};
  return report;
}

TEST(Repeated, AFindingOfSeveralRunsIsOneWithItsFirstSeed) {
  Repeated runs(true);
  runs.add(run({}, 2, 1), 7);
  runs.add(run({found(Kind::data_race, "x", 3, 4)}, 5, 1), 8);
  runs.add(run({found(Kind::data_race, "x", 4, 3), found(Kind::deadlock, "m", 1, 2)}, 3, 1), 9);
  const Report whole = runs.report();
  ASSERT_EQ(whole.findings.size(), 2U);
  EXPECT_EQ(whole.findings[0].runs, 2U);
  EXPECT_EQ(whole.findings[0].count, 2U);
  EXPECT_EQ(whole.findings[0].seed, 8U);
  EXPECT_EQ(whole.findings[0].notes, std::vector<std::string>{"seen in 2 of 3 runs, first with --seed 8"});
  EXPECT_EQ(whole.findings[1].notes, std::vector<std::string>{"seen in 1 of 3 runs, first with --seed 9"});
}

TEST(Repeated, NumbersAreSummedOrTheLargest) {
  Repeated runs(false);
  runs.add(run({}, 2, 1.5), 1);
  runs.add(run({}, 5, 1.5), 2);
  const Report whole = runs.report();
  ASSERT_EQ(whole.statistics.size(), 4U);
  EXPECT_EQ(std::get<std::uint64_t>(whole.statistics[0].value), 2U);  // runs
  EXPECT_EQ(std::get<std::uint64_t>(whole.statistics[1].value), 5U);
  EXPECT_EQ(std::get<std::uint64_t>(whole.statistics[2].value), 4U);
  EXPECT_EQ(std::get<double>(whole.statistics[3].value), 3.0);
}

TEST(Repeated, OneDoubtIsADoubtOfAll) {
  Repeated runs(false);
  for (const char* reason : {"", "a", "a", "b"}) {
    Report report = run({}, 1, 1);
    if (*reason != 0) report.verdict.doubt(reason);
    runs.add(std::move(report), 1);
  }
  EXPECT_EQ(runs.report().verdict.reasons(), (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(runs.report().outcome(), Verdict::Outcome::inconclusive);
}

TEST(Repeated, OtherPlacesAreOtherFindings) {
  Repeated runs(false);
  runs.add(run({found(Kind::deadlock, "m", 1, 2)}, 1, 1), 1);
  runs.add(run({found(Kind::deadlock, "m", 1, 3), found(Kind::deadlock, "n", 1, 2)}, 1, 1), 2);
  runs.add(run({found(Kind::deadlock, "m", 2, 1)}, 1, 1), 3);
  EXPECT_EQ(runs.report().findings.size(), 3U);
}

}  // namespace
}  // namespace heddle::finding
