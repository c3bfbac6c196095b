// SPDX-License-Identifier: Apache-2.0
// JUnit XML, as build servers read it: a test suite of what was checked. Each finding is a test case that failed; a
// clean input is one that passed; an inconclusive one is an error, because nobody may take it for passed.
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

}  // namespace

std::string format_junit(const finding::Report& report, const Style&) {
  const bool inconclusive = report.outcome() == finding::Verdict::Outcome::inconclusive;
  const std::size_t cases = std::max<std::size_t>(report.findings.size(), 1);
  const std::string counts = fmt::format("tests=\"{}\" failures=\"{}\" errors=\"{}\" time=\"{:.3f}\"", cases,
                                         report.findings.size(), inconclusive ? 1 : 0, seconds_of(report));
  const std::string suite = escaped("heddle " + report.command);
  const std::string input = escaped(report.input);
  std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  out += fmt::format("<testsuites {}>\n  <testsuite name=\"{}\" {}>\n", counts, suite, counts);
  const auto open = [&](const std::string& name, double time) {
    out +=
        fmt::format("    <testcase classname=\"{}\" name=\"{}\" time=\"{:.3f}\"", input, escaped(name), time);
  };
  for (const finding::Finding& finding : report.findings) {
    open(finding.message, 0);
    finding::Report alone{.command = report.command, .input = report.input, .findings = {finding}};
    out +=
        fmt::format(">\n      <failure type=\"{}\" message=\"{}\">{}</failure>\n    </testcase>\n",
                    finding::name(finding.kind), escaped(finding.message), escaped(format_text(alone, {})));
  }
  if (report.findings.empty()) {
    open(report.input, seconds_of(report));
    if (inconclusive) {
      std::string reasons;
      for (const std::string& reason : report.verdict.reasons())
        reasons += (reasons.empty() ? "" : "; ") + reason;
      out += fmt::format(">\n      <error type=\"inconclusive\" message=\"{}\"/>\n    </testcase>\n",
                         escaped(reasons));
    } else {
      out += "/>\n";
    }
  }
  return out + "  </testsuite>\n</testsuites>\n";
}

}  // namespace heddle::report
