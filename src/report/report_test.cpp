// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdio>
#include <fstream>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "report/reporter.h"
#include "report/schedule_text.h"

namespace heddle::report {
namespace {

using testing::HasSubstr;
using testing::Not;

finding::Report race_report() {
  finding::Step first{.event = 3, .thread = "T1", .operation = "write", .target = "x"};
  first.location = {.file = "bank.cpp", .line = 11, .function = "withdraw(int)"};
  finding::Step second{.event = 7, .thread = "T2", .operation = "read", .target = "x"};
  second.location = {.file = "bank.cpp", .line = 10};
  second.holding = {"audit"};
  finding::Finding race{.message = "data race on `x`", .variable = "x", .steps = {first, second}};
  race.witness.kind = finding::Witness::Kind::positions;
  return {.command = "races",
          .input = "a run.std",
          .findings = {race},
          .verdict = {},
          .statistics = {{"events", std::uint64_t{1234567}}, {"seconds", 0.25}}};
}

TEST(Text, ShowsBothAccessesAndTheSummary) {
  const std::string text = format_text(race_report(), {});
  EXPECT_THAT(text, HasSubstr("T1  write  bank.cpp:11  withdraw(int)"));
  EXPECT_THAT(text, HasSubstr("T2  read   bank.cpp:10"));
  EXPECT_THAT(text, HasSubstr("holding `audit`"));
  EXPECT_THAT(text, HasSubstr("1 data race · 1,234,567 events · 0.25 s"));
  EXPECT_THAT(text, Not(HasSubstr("\033")));
}

TEST(Text, ColoursOnlyWhenAsked) {
  EXPECT_THAT(format_text(race_report(), {.colour = true}), HasSubstr("\033["));
}

TEST(Text, QuotesTheSourceLine) {
  const std::string file = testing::TempDir() + "/quoted.cpp";
  std::ofstream(file) << "int balance;\nbalance -= amount;\n";
  finding::Report report = race_report();
  report.findings[0].steps[0].location = {.file = file, .line = 2};
  EXPECT_THAT(format_text(report, {}), HasSubstr("    >     2 | balance -= amount;\n"));
  EXPECT_THAT(format_text(report, {.quote_sources = false}), Not(HasSubstr("balance -=")));
  std::remove(file.c_str());
}

// With the dot that ends a line where the next number is another one's.
TEST(Text, TheSummaryStaysWithinTheTerminal) {
  for (std::size_t width = 40; width < 120; ++width) {
    finding::Report report = race_report();
    for (const char* name : {"threads", "locks", "candidates", "meetings", "reordered", "undecided"})
      report.statistics.push_back({name, std::uint64_t{width * width}});
    std::istringstream lines(verdict_line(report, {.width = width, .wraps = true}));
    for (std::string line; std::getline(lines, line);) EXPECT_LE(columns_of(line), width) << line;
  }
}

TEST(Text, NeverReadsAsCleanWhenSomethingWasLost) {
  finding::Report report{.command = "races", .input = "x.hdl"};
  EXPECT_THAT(format_text(report, {}), HasSubstr("clean"));
  report.verdict.doubt("the trace breaks off after event 5");
  const std::string text = format_text(report, {});
  EXPECT_THAT(text, Not(HasSubstr("clean")));
  EXPECT_THAT(text, HasSubstr("inconclusive: the trace breaks off after event 5"));
  report.findings = race_report().findings;
  EXPECT_THAT(format_text(report, {}), HasSubstr("not all was seen: the trace breaks off after event 5"));
}

TEST(Json, HasTheKeysOfTheContract) {
  const auto json = nlohmann::json::parse(format_json(race_report(), {}));
  EXPECT_EQ(json["tool"], "heddle");
  EXPECT_EQ(json["command"], "races");
  EXPECT_EQ(json["verdict"], "findings");
  EXPECT_TRUE(json["reason"].is_null());
  EXPECT_EQ(json["statistics"]["events"], 1234567);
  const auto& race = json["findings"].at(0);
  EXPECT_EQ(race["kind"], "data-race");
  EXPECT_EQ(race["variable"], "x");
  EXPECT_EQ(race["first"]["event"], 3);
  EXPECT_EQ(race["first"]["thread"], "T1");
  EXPECT_EQ(race["second"]["operation"], "read");
  EXPECT_EQ(race["second"]["location"], "bank.cpp:10");
}

TEST(Json, GivesEveryReasonOfAnInconclusiveVerdict) {
  finding::Report report{.command = "races", .input = "x.hdl"};
  report.verdict.doubt("one");
  report.verdict.doubt("two");
  const auto json = nlohmann::json::parse(format_json(report, {}));
  EXPECT_EQ(json["verdict"], "inconclusive");
  EXPECT_EQ(json["reason"], "one; two");
}

TEST(Json, SurvivesNamesThatAreNotUtf8) {
  finding::Report report = race_report();
  report.findings[0].variable = "\xff\xfe";
  EXPECT_TRUE(nlohmann::json::accept(format_json(report, {})));
  EXPECT_TRUE(nlohmann::json::accept(format_sarif(report, {})));
}

TEST(Sarif, PutsTheFindingAtItsLastStepAndTheOthersBesideIt) {
  const auto json = nlohmann::json::parse(format_sarif(race_report(), {}));
  EXPECT_EQ(json["version"], "2.1.0");
  const auto& result = json["runs"][0]["results"].at(0);
  EXPECT_EQ(result["ruleId"], "data-race");
  EXPECT_EQ(result["locations"][0]["physicalLocation"]["region"]["startLine"], 10);
  EXPECT_EQ(result["relatedLocations"][0]["physicalLocation"]["region"]["startLine"], 11);
  EXPECT_EQ(result["codeFlows"][0]["threadFlows"].size(), 2U);
}

// The next run may see the other access of `++x` first.
TEST(Sarif, FingerprintsOfARaceStayTheSame) {
  const auto fingerprint = [](const finding::Report& report) {
    return nlohmann::json::parse(format_sarif(report, {}))["runs"][0]["results"][0]["partialFingerprints"];
  };
  finding::Report report = race_report();
  const auto before = fingerprint(report);
  std::swap(report.findings[0].steps[0].operation, report.findings[0].steps[1].operation);
  std::swap(report.findings[0].steps[0], report.findings[0].steps[1]);
  EXPECT_EQ(fingerprint(report), before);
  ++report.findings[0].steps[0].location.line;
  EXPECT_NE(fingerprint(report), before);
}

TEST(Text, AReplayLineCanBeTyped) {
  finding::Report report = race_report();
  for (const auto& [file, typed] : {std::pair{"a-b/c+d.json", "a-b/c+d.json"},
                                    {"my race.json", "'my race.json'"},
                                    {"it's $HOME;", "'it'\\''s $HOME;'"}}) {
    report.findings[0].witness.kind = finding::Witness::Kind::schedule;
    report.findings[0].witness.file = file;
    EXPECT_THAT(format_text(report, {}), HasSubstr(std::string("replay: heddle replay ") + typed + "\n"));
  }
}

// A lost wake-up is where somebody waits for it, not where main waits for that one to end.
TEST(Sarif, PutsADeadlockAtOneWhoWaitsForMoreThanAnEnd) {
  finding::Report report = race_report();
  report.findings[0].kind = finding::Kind::deadlock;
  report.findings[0].steps[1].operation = "waits for the end of";
  const auto at = [&] {
    const auto json = nlohmann::json::parse(format_sarif(report, {}));
    const auto& result = json["runs"][0]["results"].at(0);
    EXPECT_EQ(result["relatedLocations"].size(), 1U);
    return result["locations"][0]["physicalLocation"]["region"]["startLine"].get<int>();
  };
  EXPECT_EQ(at(), 11);
  report.findings[0].steps[0].operation = "waits for the end of";
  EXPECT_EQ(at(), 10) << "they wait for one another's end";
}

TEST(Sarif, EveryKindHasItsHelp) {
  for (const finding::Kind kind : finding::all_kinds()) {
    finding::Report report = race_report();
    report.findings[0].kind = kind;
    const auto json = nlohmann::json::parse(format_sarif(report, {}));
    const auto& rule = json["runs"][0]["tool"]["driver"]["rules"].at(0);
    const std::string help = rule["help"]["text"];
    EXPECT_TRUE(help.starts_with(finding::meaning(kind))) << help;
    EXPECT_GT(help.find("\n\n`heddle check`"), finding::meaning(kind).size()) << "and what to do";
    EXPECT_THAT(help, Not(HasSubstr("## "))) << "another kind's";
    EXPECT_FALSE(rule.contains("helpUri")) << "there is no page that everybody can read";
  }
}

TEST(Junit, TellsOfTestsThatSkippedThemselves) {
  finding::Report report{.command = "check", .input = "suite"};
  report.tests = {{.name = "Runs"}, {.name = "Skips", .skipped = "not \"today\""}};
  const std::string text = format_junit(report, {});
  EXPECT_THAT(text, HasSubstr("name=\"Runs\" time=\"0.000\"/>"));
  EXPECT_THAT(text, HasSubstr("<skipped message=\"not &quot;today&quot;\"/>"));
  report.findings = race_report().findings;
  report.findings[0].test = "Skips";
  EXPECT_THAT(format_junit(report, {}), Not(HasSubstr("<skipped"))) << "what was found counts";
}

TEST(Text, EstimatesAreNumbersThatPeopleRead) {
  finding::Report report{.command = "check", .input = "x"};
  report.statistics = {{"estimated_executions", 175912.4}, {"estimate_error", 999.7}, {"spread", 12.34}};
  EXPECT_THAT(format_text(report, {}), HasSubstr("about 176,000 (± 1,000) executions in all · 12.3 spread"));
}

TEST(Sarif, PointsIntoTheInputWhenThereIsNoSource) {
  finding::Report report = race_report();
  report.findings[0].steps[1].location = {.line = 12};
  const auto json = nlohmann::json::parse(format_sarif(report, {}));
  const auto& location = json["runs"][0]["results"][0]["locations"][0]["physicalLocation"];
  EXPECT_EQ(location["artifactLocation"]["uri"], "a%20run.std");
  EXPECT_FALSE(location.contains("region"));
}

finding::Report long_report(std::size_t steps) {
  finding::Report report = race_report();
  finding::Finding& found = report.findings[0];
  for (std::size_t i = 0; i < steps; ++i)
    found.schedule.push_back(
        {.thread = i + 1 == steps ? "T2" : "T1", .operation = "write", .target = "a_long_name"});
  found.schedule.back().decisive = true;
  return report;
}

std::size_t widest_line(const std::string& text) {
  std::size_t widest = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    widest = std::max(widest, end - at);
    at = end + 1;
  }
  return widest;
}

TEST(Schedule, IsFoldedUnlessAllIsAskedFor) {
  const std::string folded = format_text(long_report(50), {});
  EXPECT_THAT(folded, HasSubstr("The schedule, 50 steps (--full shows each of them)"));
  EXPECT_THAT(folded, HasSubstr("49× write a_long_name"));
  EXPECT_THAT(folded, HasSubstr("  > "));
  EXPECT_THAT(format_text(long_report(50), {.full = true}), HasSubstr("The schedule, step by step"));
}

TEST(Schedule, LeavesOutTheDirectoryThatAllPlacesShareWhereItHasNoRoom) {
  finding::Report report = long_report(4);
  const auto shown = [&](const std::string& directory, const std::string& other) {
    std::size_t i = 0;
    for (finding::Step& step : report.findings[0].schedule)
      step.location = {.file = directory + (++i % 2 == 0 ? "src/a.cpp" : other),
                       .line = static_cast<std::uint32_t>(i)};
    return format_text(report, {.full = true, .width = 80});
  };
  const std::string deep = "/home/somebody/projects/chat/";
  EXPECT_THAT(shown(deep, "tests/b.cpp"), HasSubstr("    tests/b.cpp:1  "));
  EXPECT_THAT(shown(deep, "tests/b.cpp"), HasSubstr("    src/a.cpp:2    "));
  EXPECT_THAT(shown(deep, "src/a.cpp"), HasSubstr("    a.cpp:2  "));
  EXPECT_THAT(shown("", "tests/b.cpp"), HasSubstr("    src/a.cpp:2    "));
  EXPECT_THAT(shown("/a/", "tests/b.cpp"), HasSubstr("    /a/src/a.cpp:2    "));
}

TEST(Schedule, FitsTheTerminal) {
  finding::Report report = long_report(10);
  report.findings[0].schedule[3].target = std::string(200, 'x');
  report.findings[0].notes = {
      "a note of many words that goes on and on until it is wider than any terminal of our time is"};
  report.findings[0].steps[0].location.function = std::string(300, 'f');
  for (const std::size_t width : {40U, 60U, 80U})
    EXPECT_LE(widest_line(format_text(report, {.unicode = false, .width = width, .wraps = true})),
              std::max<std::size_t>(width, 308));
  report.findings[0].steps[0].location.function = "f";
  EXPECT_LE(widest_line(format_text(report, {.unicode = false, .width = 80, .wraps = true})), 80U);
}

TEST(Text, IsAsciiWhereAsked) {
  for (const char c : format_text(long_report(50), {.unicode = false}))
    EXPECT_LT(static_cast<unsigned char>(c), 128) << c;
}

TEST(Text, LeavesNoControlCharacters) {
  finding::Report report = race_report();
  report.findings[0].message = "\033[31mred\007";
  report.findings[0].steps[0].thread = "\033]0;title";
  EXPECT_THAT(format_text(report, {}), Not(HasSubstr("\033")));
}

TEST(Junit, EscapesAndNeverPassesWhatIsInconclusive) {
  finding::Report report = race_report();
  report.findings[0].message = "<a & \"b\">";
  EXPECT_THAT(format_junit(report, {}), HasSubstr("message=\"&lt;a &amp; &quot;b&quot;&gt;\""));
  report.findings.clear();
  report.verdict.doubt("cut");
  EXPECT_THAT(format_junit(report, {}), HasSubstr("<error type=\"inconclusive\" message=\"cut\"/>"));
}

TEST(ChromeTrace, TellsValuesAndWhatDecides) {
  finding::Report report = race_report();
  finding::Step store{.thread = "T1", .operation = "atomic store", .target = "top"};
  store.value = 3;
  store.order = "relaxed";
  store.decisive = true;
  const finding::Step waits{.thread = "T2", .operation = "waits for", .target = "guard"};
  report.findings[0].schedule = {store, waits};
  const auto events = nlohmann::json::parse(format_chrome_trace(report, {}))["traceEvents"];
  const auto named = [&](const std::string& name) {
    const auto found =
        std::find_if(events.begin(), events.end(), [&](const auto& each) { return each["name"] == name; });
    return found != events.end() ? *found : nlohmann::json{{"ph", "missing"}};
  };
  const auto instant = named("atomic store top = 3 relaxed");
  EXPECT_EQ(instant["ph"], "i");
  EXPECT_EQ(instant["args"]["value"], 3);
  EXPECT_EQ(instant["args"]["order"], "relaxed");
  EXPECT_EQ(instant["args"]["decisive"], true);
  EXPECT_EQ(named("waits for guard")["ph"], "B") << "to the end";
}

TEST(Sarif, HasNoAddressesAndAFingerprintThatStays) {
  finding::Report report = race_report();
  report.findings[0].message = "data race on `0x7ffe12345678`";
  const auto first = nlohmann::json::parse(format_sarif(report, {}));
  report.findings[0].message = "data race on `0x7ffe99999999`";
  const auto second = nlohmann::json::parse(format_sarif(report, {}));
  EXPECT_EQ(first, second);
  EXPECT_THAT(first.dump(), Not(HasSubstr("0x7ffe")));
  EXPECT_EQ(first["runs"][0]["results"][0]["partialFingerprints"]["heddle/v1"].get<std::string>().size(),
            32U);
}

}  // namespace
}  // namespace heddle::report
