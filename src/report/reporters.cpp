// SPDX-License-Identifier: Apache-2.0
#include "report/reporter.h"

namespace heddle::report {
namespace {

constexpr Reporter kReporters[] = {
    {"text", "for people", format_text, ""},
    {"json", "one JSON object", format_json, "json"},
    {"sarif", "SARIF 2.1.0, for code-review tools", format_sarif, "sarif"},
    {"junit", "JUnit XML, for build servers", format_junit, "xml"},
    {"chrome-trace", "for Perfetto's viewer", format_chrome_trace, ""},
    {"html", "a page to look into, one file", format_html, "html"},
};

}  // namespace

std::span<const Reporter> reporters() { return kReporters; }

const Reporter* reporter_named(std::string_view name) {
  for (const Reporter& reporter : kReporters)
    if (reporter.name == name) return &reporter;
  return nullptr;
}

const Reporter* reporter_by_ending(std::string_view file) {
  const std::size_t dot = file.rfind('.');
  if (dot == std::string_view::npos || file.find('/', dot) != std::string_view::npos) return nullptr;
  for (const Reporter& reporter : kReporters)
    if (!reporter.ending.empty() && reporter.ending == file.substr(dot + 1)) return &reporter;
  return nullptr;
}

std::string_view version() { return HEDDLE_VERSION; }

}  // namespace heddle::report
