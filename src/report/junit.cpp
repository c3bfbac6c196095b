// SPDX-License-Identifier: Apache-2.0
// JUnit XML, as build servers read it: a test suite of what was checked. Its cases are the tests of the user's suite,
// with all that each of them found; where there is none, each finding is a case that failed, and an input without any is
// one that passed. An inconclusive one is an error, because nobody may take it for passed.
#include <algorithm>
#include <ctime>

#include <fmt/format.h>

#include "base/printable.h"
#include "report/reporter.h"

namespace heddle::report {
namespace {

// For text and attributes alike. What XML cannot hold was made printable before.
std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : base::printable(text)) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\n':
        out += "&#10;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

double seconds_of(const finding::Report& report) {
  for (const finding::Statistic& statistic : report.statistics)
    if (const auto* seconds = std::get_if<double>(&statistic.value);
        seconds != nullptr && statistic.name == "seconds")
      return *seconds;
  return 0;
}

struct Case {
  std::string name;
  double seconds = 0;
  std::vector<const finding::Finding*> failures;
  std::vector<std::string> doubts;
  std::optional<std::string> skipped;
  bool is_error() const { return failures.empty() && !doubts.empty(); }
};

std::vector<Case> cases_of(const finding::Report& report) {
  std::vector<Case> cases;
  for (const finding::Test& test : report.tests)
    cases.push_back({test.name, test.seconds, {}, test.doubts, test.skipped});
  for (const finding::Finding& finding : report.findings) {
    const auto own =
        std::find_if(cases.begin(), cases.end(), [&](const Case& each) { return each.name == finding.test; });
    if (own != cases.end() && !finding.test.empty())
      own->failures.push_back(&finding);
    else
      cases.push_back({finding.message, 0, {&finding}, {}, {}});
  }
  const bool inconclusive = report.outcome() == finding::Verdict::Outcome::inconclusive;
  const bool is_told =
      std::any_of(cases.begin(), cases.end(), [](const Case& each) { return each.is_error(); });
  if (cases.empty() || (inconclusive && !is_told))
    cases.push_back({report.input,
                     seconds_of(report),
                     {},
                     inconclusive ? report.verdict.reasons() : std::vector<std::string>{},
                     {}});
  return cases;
}

// A case has one result: several findings share it.
std::string result_of(const Case& each, const finding::Report& report) {
  if (each.is_error())
    return fmt::format("<error type=\"inconclusive\" message=\"{}\"/>",
                       escaped(fmt::format("{}", fmt::join(each.doubts, "; "))));
  if (each.failures.empty() && each.skipped)
    return fmt::format("<skipped message=\"{}\"/>", escaped(*each.skipped));
  if (each.failures.empty()) return "";
  const finding::Finding& first = *each.failures.front();
  std::string message = first.message;
  if (each.failures.size() > 1) message += fmt::format(", and {} more", each.failures.size() - 1);
  finding::Report alone{.command = report.command, .input = report.input};
  for (const finding::Finding* finding : each.failures) alone.findings.push_back(*finding);
  return fmt::format("<failure type=\"{}\" message=\"{}\">{}</failure>", finding::name(first.kind),
                     escaped(message), escaped(format_text(alone, {})));
}

// As the schema of Ant's JUnit task wants it: without a time zone.
std::string this_moment() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  char text[32] = {};
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", &parts);
  return text;
}

}  // namespace

std::string format_junit(const finding::Report& report, const Style&) {
  const std::vector<Case> cases = cases_of(report);
  const auto failures =
      std::count_if(cases.begin(), cases.end(), [](const Case& each) { return !each.failures.empty(); });
  const auto errors =
      std::count_if(cases.begin(), cases.end(), [](const Case& each) { return each.is_error(); });
  std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n";
  out += fmt::format(
      "  <testsuite name=\"{}\" package=\"heddle\" id=\"0\" hostname=\"localhost\" timestamp=\"{}\" "
      "tests=\"{}\" "
      "failures=\"{}\" errors=\"{}\" time=\"{:.3f}\">\n    <properties/>\n",
      escaped("heddle " + report.command), this_moment(), cases.size(), failures, errors, seconds_of(report));
  for (const Case& each : cases) {
    out += fmt::format("    <testcase classname=\"{}\" name=\"{}\" time=\"{:.3f}\"", escaped(report.input),
                       escaped(each.name), each.seconds);
    const std::string result = result_of(each, report);
    out += result.empty() ? "/>\n" : fmt::format(">\n      {}\n    </testcase>\n", result);
  }
  return out + "    <system-out/>\n    <system-err/>\n  </testsuite>\n</testsuites>\n";
}

}  // namespace heddle::report
