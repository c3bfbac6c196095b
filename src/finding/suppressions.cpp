// SPDX-License-Identifier: Apache-2.0
#include "finding/suppressions.h"

#include <algorithm>
#include <cctype>
#include <cstring>
#include <sstream>

#include <fmt/format.h>

#include "base/read_file.h"
#include "event/system_file.h"

namespace heddle::finding {
namespace {

bool is_of_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// A match ends where a word does, unless a star stands there: `count` is no pattern for `counter`.
bool matches_here(const char* pattern, const char* text) {
  if (*pattern == 0) return pattern[-1] == '*' || !is_of_word(pattern[-1]) || !is_of_word(*text);
  if (*pattern == '*') {
    for (;; ++text) {
      if (matches_here(pattern + 1, text)) return true;
      if (*text == 0) return false;
    }
  }
  return *text != 0 && *pattern == *text && matches_here(pattern + 1, text + 1);
}

}  // namespace

bool matches(const std::string& pattern, const std::string& text) {
  if (pattern.empty()) return true;
  for (std::size_t at = 0; at <= text.size(); ++at) {
    const bool is_amid_word = at > 0 && is_of_word(text[at - 1]) && is_of_word(pattern.front());
    if (!is_amid_word && matches_here(pattern.c_str(), text.c_str() + at)) return true;
  }
  return false;
}

base::Result<Suppressions> Suppressions::read(const std::string& path) {
  const auto text = base::read_file(path);
  if (!text) return base::failure(text.error());
  return parse(*text, path);
}

base::Result<Suppressions> Suppressions::parse(const std::string& text, const std::string& name) {
  Suppressions result;
  std::istringstream lines(text);
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number) {
    const std::string where = fmt::format("{}:{}", name, number);
    line = line.substr(0, line.find('#'));
    std::istringstream words(line);
    std::string kind, what, rest;
    if (!(words >> kind)) continue;
    if (!(words >> what) || words >> rest)
      return base::failure(base::ErrorCode::malformed,
                           "expected a kind and one pattern, as in `data-race file:x.c`", where);
    const auto kinds = all_kinds();
    if (kind != "any" &&
        std::none_of(kinds.begin(), kinds.end(), [&](Kind known) { return finding::name(known) == kind; })) {
      std::string names = "any";
      for (const Kind known : kinds) names += fmt::format(", {}", finding::name(known));
      return base::failure(
          base::ErrorCode::malformed,
          fmt::format("expected a kind of finding, found `{}`; it is one of: {}", kind, names), where);
    }
    const std::size_t colon = what.find(':');
    const std::string field = what.substr(0, colon);
    Rule rule{.kind = kind};
    if (field == "function")
      rule.where = Where::function;
    else if (field == "file")
      rule.where = Where::file;
    else if (field == "library")
      rule.where = Where::library;
    else if (field == "variable")
      rule.where = Where::variable;
    else
      return base::failure(base::ErrorCode::malformed,
                           fmt::format("expected function:, file:, library: or variable:, found `{}`", what),
                           where);
    rule.pattern = colon == std::string::npos ? "" : what.substr(colon + 1);
    if (rule.pattern.empty())
      return base::failure(base::ErrorCode::malformed, fmt::format("expected a pattern after `{}:`", field),
                           where);
    result.rules_.push_back(std::move(rule));
  }
  return result;
}

bool Suppressions::covers(const Finding& finding, const LibrariesOf& libraries_of) const {
  const auto applies = [&](const Rule& rule) {
    if (rule.kind != "any" && rule.kind != finding::name(finding.kind)) return false;
    if (rule.where == Where::variable) return matches(rule.pattern, finding.variable);
    for (const Step& step : finding.steps)
      for (const event::Location& frame : step.stack) {
        if (rule.where == Where::function && matches(rule.pattern, frame.function)) return true;
        if (rule.where == Where::file && matches(rule.pattern, frame.file)) return true;
        if (rule.where == Where::library)
          for (const std::string& library : libraries_of(frame))
            if (matches(rule.pattern, library)) return true;
      }
    return false;
  };
  return std::any_of(rules_.begin(), rules_.end(), applies);
}

std::size_t Suppressions::apply(std::vector<Finding>& findings, const LibrariesOf& libraries_of) const {
  return std::erase_if(findings, [&](const Finding& finding) { return covers(finding, libraries_of); });
}

void leave_out_library_frames(std::vector<Finding>& findings) {
  const auto is_library = [](const event::Location& frame) { return event::is_system_file(frame.file); };
  for (Finding& finding : findings)
    for (Step& step : finding.steps)
      if (!std::all_of(step.stack.begin(), step.stack.end(), is_library))
        std::erase_if(step.stack, is_library);
}

}  // namespace heddle::finding
