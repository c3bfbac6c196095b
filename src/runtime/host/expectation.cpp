// SPDX-License-Identifier: Apache-2.0
#include "runtime/host/expectation.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>
#include <string_view>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/read_file.h"
#include "base/scratch_directory.h"
#include "runtime/host/words.h"

namespace heddle::runtime::host {
namespace {

// How a failure begins: file, line, and what is said on the same line.
const std::regex& beginning(Framework framework) {
  static const std::regex googletest(
      R"(^(?:(.+):([0-9]+)|unknown file): Failure$)"),  // an exception has no place
      catch2(R"(^(.+):([0-9]+): FAILED:?(.*)$)"), doctest(R"(^(.+):([0-9]+): (?:FATAL )?ERROR: (.*)$)"),
      boost(R"(^(.+)\(([0-9]+)\): (?:fatal )?error: (?:in "[^"]*": )?(.*)$)");
  switch (framework) {
    case Framework::googletest:
      return googletest;
    case Framework::catch2:
    case Framework::catch3:
      return catch2;
    case Framework::doctest:
      return doctest;
    case Framework::boost:
      break;
  }
  return boost;
}

// An empty line ends it, a ruler, or what tells of the test.
bool ends(const std::string& line) {
  return line.empty() || line.starts_with("[  ") || line.starts_with("====") || line.starts_with("----") ||
         line.starts_with("....") || line.starts_with("*** ");
}

std::string without_colours(const std::string& output) {
  static const std::regex colour("\x1b\\[[0-9;]*m");
  return std::regex_replace(output, colour, "");
}

// The statement at that place, as far as it stands on one line.
std::string source_at(const std::string& file, unsigned line) {
  std::ifstream source(file);
  std::string text;
  for (unsigned number = 0; number < line; ++number)
    if (!std::getline(source, text)) return "";
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string::npos) return "";
  text = text.substr(first);
  // The macro and what stands in its brackets, where the line has more.
  static const std::regex macro(
      "(EXPECT|ASSERT|CHECK|REQUIRE|BOOST_(TEST|CHECK|REQUIRE|ERROR|FAIL)|ADD_FAILURE|FAIL)[A-Z_]*\\(");
  std::smatch found;
  if (!std::regex_search(text, found, macro)) return "";
  text = text.substr(static_cast<std::size_t>(found.position(0)));
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    depth += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
    if (text[i] == ')' && depth == 0) return text.substr(0, i + 1);
  }
  return "";  // it goes on
}

}  // namespace

std::optional<Expectation> expectation_in(Framework framework, const std::string& output) {
  // What heddle::check throws when a schedule fails is no news.
  static const std::regex own("a schedule fails: see the report of heddle");
  std::istringstream lines(without_colours(output));
  std::smatch found;
  std::string line;
  Expectation expectation;
  while (expectation.says.empty()) {
    while (std::getline(lines, line) && !std::regex_match(line, found, beginning(framework))) {
    }
    if (!lines) return std::nullopt;
    expectation.file = found[1];
    expectation.line = found[2].matched ? static_cast<unsigned>(std::stoul(found[2])) : 0;
    if (found.size() > 3 && found[3].length() > 0) expectation.says.push_back(found[3]);
    constexpr std::size_t kMost = 12;
    while (framework != Framework::boost && std::getline(lines, line) && !ends(line) &&
           !std::regex_match(line, found, beginning(framework)) && expectation.says.size() < kMost)
      expectation.says.push_back(line);
    if (expectation.line != 0) break;
    std::erase_if(expectation.says, [&](const std::string& said) { return std::regex_search(said, own); });
  }
  expectation.source = source_at(expectation.file, expectation.line);
  return expectation;
}

namespace {

// What the execution of the record prints, if it ends as it did then: with this failure, or with none.
std::optional<std::string> printed_by(const ControlledRun& run, const CheckRecord& record,
                                      std::optional<finding::Kind> failure) {
  const auto decisions = decisions_in(record.schedule);
  const base::ScratchDirectory scratch;
  if (!decisions || !scratch.exists()) return std::nullopt;
  ControlledRun again{.source = run.source,
                      .arguments = run.arguments,
                      .wishes = record.wishes,
                      .replays = true,
                      .schedule = *decisions,
                      .racy = record.racy,
                      .kept = record.kept,
                      .paths = paths_of(record)};
  again.output = (scratch / "output").string();
  again.wishes.check = record.check;
  again.wishes.whole = run.wishes.whole;
  again.wishes.show_output = true;
  const auto result = run_controlled(again);
  if (!result || result->checks.empty()) return std::nullopt;
  const auto& found = result->checks.front().failure;
  if (found.has_value() != failure.has_value() || (found && found->kind != *failure)) return std::nullopt;
  const auto printed = base::read_file(again.output);
  return printed ? std::optional(*printed) : std::nullopt;
}

}  // namespace

namespace {

// day.cpp:7: SKIPPED:
// explicitly with message:
//   not on Sundays
std::optional<std::string> catch3_skip_in(std::istream& lines) {
  static const std::regex beginning(R"(^(.+):([0-9]+): SKIPPED:$)");
  std::string line, why;
  while (std::getline(lines, line))
    if (std::regex_match(line, beginning)) {
      while (std::getline(lines, line) && !ends(line))
        if (!line.starts_with("explicitly with message"))
          why += (why.empty() ? "" : " ") + line.substr(std::min(line.find_first_not_of(' '), line.size()));
      return why;
    }
  return std::nullopt;
}

std::string unescaped(std::string text) {
  constexpr std::pair<std::string_view, std::string_view> kEntities[] = {
      {"&quot;", "\""}, {"&apos;", "'"}, {"&lt;", "<"}, {"&gt;", ">"}, {"&#x0A;", "\n"}, {"&amp;", "&"}};
  for (const auto& [entity, character] : kEntities)
    for (std::size_t at = 0; (at = text.find(entity, at)) != std::string::npos; ++at)
      text.replace(at, entity.size(), character);
  return text;
}

// What stands between the two, behind `from`.
std::optional<std::string> between(const std::string& text, std::string_view begin, std::string_view end,
                                   std::size_t from = 0) {
  const std::size_t first = text.find(begin, from);
  if (first == std::string::npos) return std::nullopt;
  const std::size_t last = text.find(end, first + begin.size());
  if (last == std::string::npos) return std::nullopt;
  return text.substr(first + begin.size(), last - first - begin.size());
}

}  // namespace

std::optional<std::string> skip_written(Framework framework, const std::string& xml,
                                        const std::string& test) {
  if (framework == Framework::boost) {  // those that were not to run are there, too
    const auto why = between(xml, fmt::format("- disabled test unit: '{}'\n- reason: '", test), "']]>");
    return why && *why != "disabled" ? why : std::nullopt;
  }
  const std::size_t at = xml.find("<skipped");
  if (at == std::string::npos) return std::nullopt;
  const bool is_googletest = framework == Framework::googletest;
  std::istringstream lines(
      unescaped((is_googletest ? between(xml, "message=\"", "\"", at) : between(xml, ">", "</skipped>", at))
                    .value_or("")));
  std::string line, why;
  for (bool is_first = true; std::getline(lines, line); is_first = is_first && line.empty()) {
    line.erase(0, std::min(line.find_first_not_of(" \t\r"), line.size()));
    const bool is_place = is_googletest ? is_first : line == "SKIPPED" || line.starts_with("at ");
    if (!line.empty() && !is_place) why += (why.empty() ? "" : " ") + line;
  }
  return why;
}

std::optional<std::string> skip_in(Framework framework, const std::string& output, const std::string& test) {
  std::istringstream lines(without_colours(output));
  std::string line, why;
  if (framework == Framework::boost) {
    const std::string says = fmt::format(": Test case \"{}\" is skipped because ", test);
    while (std::getline(lines, line))
      if (const std::size_t at = line.find(says); at != std::string::npos && !line.ends_with("disabled"))
        return line.substr(at + says.size());
    return std::nullopt;
  }
  if (framework == Framework::catch3) return catch3_skip_in(lines);
  if (framework != Framework::googletest) return std::nullopt;  // the others leave out what is not to run
  static const std::regex beginning(R"(^(.+):([0-9]+): Skipped$)");
  for (bool is_told = false; std::getline(lines, line);) {
    if (line.starts_with("[  SKIPPED ] " + test)) return why;
    if (std::regex_match(line, beginning)) {
      is_told = true;
      why.clear();
      continue;
    }
    is_told = is_told && !ends(line);
    if (is_told) why += (why.empty() ? "" : " ") + line;
  }
  return std::nullopt;
}

std::string skip_words(const std::string& test, const std::string& why) {
  // cmake/heddle_discover.cmake looks for these words.
  return fmt::format("The test skips itself, and nothing of it was checked: {}{}", test,
                     why.empty() ? "" : fmt::format(" ({})", why));
}

void add_skip(Framework framework, const ControlledRun& run, CheckRecord& record) {
  if (record.failure || record.executions + record.redundant != 1) return;
  ControlledRun telling = run;
  if (framework == Framework::boost) telling.arguments.emplace_back("--log_level=test_suite");
  if (const auto printed = printed_by(telling, record, std::nullopt))
    record.skipped = skip_in(framework, *printed, record.name);
}

void add_expectation(Framework framework, const ControlledRun& run, CheckRecord& record) {
  if (!record.failure) return;
  const finding::Kind kind = record.failure->kind;
  if (kind != finding::Kind::failure && kind != finding::Kind::assertion &&
      kind != finding::Kind::uncaught_exception && kind != finding::Kind::abort)
    return;
  const std::optional<std::string> printed = printed_by(run, record, kind);
  if (!printed) return;
  record.expectation = expectation_in(framework, *printed);
  if (!record.expectation) return;
  nlohmann::json object = nlohmann::json::parse(record.text);
  object["expectation"] = {{"file", record.expectation->file},
                           {"line", record.expectation->line},
                           {"source", record.expectation->source},
                           {"says", record.expectation->says}};
  record.text = object.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

bool is_framework_function(const std::string& name) {
  constexpr std::array<std::string_view, 6> kSpaces = {
      "testing::", "Catch::", "doctest::", "boost::unit_test::", "boost::test_tools::", "RUN_ALL_TESTS"};
  return std::any_of(kSpaces.begin(), kSpaces.end(), [&](std::string_view space) {
    return name.starts_with(space) || name.starts_with("(anonymous namespace)::" + std::string(space));
  });
}

bool is_framework_file(const std::string& path) {
  constexpr std::array<const char*, 9> kParts = {
      "/gtest/",   "/gmock/",      "/catch2/",
      "/doctest/", "/boost/test/", "/libgtest",
      "/libgmock", "/libCatch2",   "/libboost_unit_test_framework"};
  return std::any_of(kParts.begin(), kParts.end(),
                     [&](const char* part) { return path.find(part) != std::string::npos; });
}

namespace {

// The function that BOOST_AUTO_TEST_CASE makes around a test, at the line of the test: whose it is, its caller says.
bool is_made_by_macro(const std::string& function) {
  return function.substr(0, function.find('(')).ends_with("_invoker");
}

bool is_in_framework(const CheckPlace& place, Symbols& symbols) {
  for (const std::uint64_t pc : place.stack) {
    const std::string module = symbols.module_of(pc);
    if (module.find("libheddle_") != std::string::npos) continue;
    if (is_framework_file(module)) return true;
    for (const event::Location& frame : symbols.code(pc)) {
      if (is_framework_function(frame.function) || is_framework_file(frame.file)) return true;
      if (!frame.file.empty() && !is_system_file(frame.file) && !is_made_by_macro(frame.function))
        return false;
    }
  }
  return false;
}

}  // namespace

std::vector<bool> framework_steps(const std::vector<CheckPlace>& places, Symbols& symbols) {
  std::vector<bool> is_framework;
  std::set<std::uint64_t> of_the_test;
  for (const CheckPlace& place : places) {
    is_framework.push_back(is_in_framework(place, symbols));
    if (!is_framework.back()) of_the_test.insert(place.address);
  }
  of_the_test.erase(0);
  for (std::size_t i = 0; i < places.size(); ++i)
    if (of_the_test.contains(places[i].address)) is_framework[i] = false;
  return is_framework;
}

std::pair<std::size_t, std::size_t> of_the_program(const std::vector<finding::Step>& steps,
                                                   std::size_t count) {
  std::size_t first = count, last = 0;
  for (std::size_t i = 0; i < count; ++i) {
    if (steps[i].location.line == 0) continue;
    first = std::min(first, i);
    last = i;
  }
  return {first, last};
}

namespace {

std::string without_spaces(std::string text) {
  std::erase(text, ' ');
  return text;
}

// Catch2 says again what is expected, and takes a line for "with expansion:".
void tell_what_it_says(const Expectation& expectation, std::vector<std::string>& notes) {
  bool goes_on = false;
  for (const std::string& line : expectation.says) {
    const std::string text = line.substr(std::min(line.find_first_not_of(' '), line.size()));
    if (goes_on)
      notes.back() += " " + text;
    else if (expectation.source.empty() || without_spaces(text) != without_spaces(expectation.source))
      notes.push_back(line);
    goes_on = line == "with expansion:" || line == "due to unexpected exception with message:" ||
              line == "explicitly with message:";
  }
}

}  // namespace

void tell_expectation(const Expectation& expectation, finding::Finding& finding) {
  // GoogleTest catches what a test throws: C++ exception with description "no file" thrown in the test body.
  const bool is_thrown = expectation.line == 0 && !expectation.says.empty();
  finding.kind = is_thrown ? finding::Kind::uncaught_exception : finding::Kind::assertion;
  finding.message = is_thrown                    ? expectation.says.front()
                    : expectation.source.empty() ? std::string("an expectation of the test fails")
                                                 : fmt::format("expectation `{}` fails", expectation.source);
  finding::Step fails{.thread = Words::thread(0), .operation = "fails"};
  fails.location.file = tidy_path(expectation.file);
  fails.location.line = expectation.line;
  // The framework does not say which thread it was: the first of those that came there, which is main in most tests.
  for (const finding::Step& step : finding.schedule) {
    const auto at = std::find_if(step.stack.begin(), step.stack.end(), [&](const event::Location& frame) {
      return frame.line != 0 && frame.file == fails.location.file && frame.line == expectation.line;
    });
    if (at == step.stack.end()) continue;
    fails.thread = step.thread;
    fails.location = *at;
    break;
  }
  if (!is_thrown) fails.stack = {fails.location};
  if (!finding.schedule.empty() && !finding.steps.empty() &&
      finding.schedule.back().operation == finding.steps.back().operation &&
      finding.schedule.back().location == finding.steps.back().location)
    finding.schedule.pop_back();  // how it ended
  finding.schedule.push_back(fails);
  finding.steps = {fails};
  Expectation more = expectation;
  if (is_thrown) more.says.erase(more.says.begin());
  tell_what_it_says(more, finding.notes);
}

}  // namespace heddle::runtime::host
