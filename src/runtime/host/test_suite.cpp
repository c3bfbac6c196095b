// SPDX-License-Identifier: Apache-2.0
#include "runtime/host/test_suite.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <sstream>

#include <fmt/format.h>
#include <sys/wait.h>

#include "base/child_output.h"

namespace heddle::runtime::host {
namespace {

// A name of the linker in the program itself or among those that it takes from a library. None of them is named by
// <heddle/check.h>, which asks any program for what its framework knows.
struct Mark {
  Framework framework;
  const char* text;
};
constexpr Mark kMarks[] = {
    {Framework::googletest, "_ZN7testing8UnitTest"},
    {Framework::catch3, "_ZN5Catch7AutoRegC1ENS_6Detail10unique_ptr"},  // that TEST_CASE makes
    {Framework::catch2, "_ZN5Catch"},
    {Framework::doctest, "_ZN7doctest"},
    {Framework::boost, "_ZN5boost9unit_test14unit_test_main"},
};

std::vector<std::string> listing_arguments(Framework framework) {
  switch (framework) {
    case Framework::googletest:
      return {"--gtest_list_tests"};
    case Framework::catch2:
      return {"--list-test-names-only"};
    case Framework::catch3:
      return {"--list-tests", "--verbosity", "quiet"};
    case Framework::doctest:
      return {"--list-test-cases", "--no-intro=true", "--no-version=true"};
    case Framework::boost:
      break;
  }
  return {"--list_content"};
}

std::string trimmed(std::string line) {
  while (!line.empty() && (line.back() == ' ' || line.back() == '\r')) line.pop_back();
  return line;
}

std::size_t indent(const std::string& line) {
  const std::size_t first = line.find_first_not_of(' ');
  return first == std::string::npos ? line.size() : first;
}

// Queue.          # TypeParam = int
//   PushPop       # GetParam() = 3
std::vector<std::string> googletest_names(std::istream& lines) {
  std::vector<std::string> names;
  std::string suite;
  for (std::string line; std::getline(lines, line);) {
    line = trimmed(line.substr(0, line.find("  # ")));
    if (line.empty()) continue;
    if (line[0] != ' ') {
      suite = line.back() == '.' ? line : "";
    } else if (!suite.empty() && indent(line) == 2) {
      const std::string name = suite + line.substr(2);
      if (name.find("DISABLED_") == std::string::npos) names.push_back(name);
    }
  }
  return names;
}

std::vector<std::string> catch2_names(std::istream& lines) {
  std::vector<std::string> names;
  for (std::string line; std::getline(lines, line);)
    if (line = trimmed(line); !line.empty()) names.push_back(line.substr(indent(line)));
  return names;
}

std::vector<std::string> doctest_names(std::istream& lines) {
  std::vector<std::string> names;
  for (std::string line; std::getline(lines, line);) {
    line = trimmed(line);
    if (line.empty() || line.starts_with("[doctest]") || line.starts_with("====")) continue;
    names.push_back(line.substr(indent(line)));
  }
  return names;
}

// suite*
//     case*: description
std::vector<std::string> boost_names(std::istream& lines) {
  std::vector<std::string> names, path;
  struct Row {
    std::size_t depth;
    std::string name;
    bool enabled;
  };
  std::vector<Row> rows;
  for (std::string line; std::getline(lines, line);) {
    line = trimmed(line);
    const std::size_t depth = indent(line) / 4;
    line = line.substr(indent(line));
    const std::size_t end = line.find(": ");
    line = trimmed(line.substr(0, end));
    if (line.empty()) continue;
    const bool enabled = line.back() == '*';
    if (enabled) line.pop_back();
    rows.push_back({depth, line, enabled});
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    path.resize(std::min(path.size(), rows[i].depth));
    path.push_back(rows[i].name);
    const bool is_suite = i + 1 < rows.size() && rows[i + 1].depth > rows[i].depth;
    if (!is_suite && rows[i].enabled) names.push_back(fmt::format("{}", fmt::join(path, "/")));
  }
  return names;
}

// What it said at last.
std::string indented_end(const std::string& text) {
  constexpr std::size_t kMost = 20;
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back("  " + line);
  if (lines.size() > kMost) lines.erase(lines.begin(), lines.end() - kMost);
  return fmt::format("{}", fmt::join(lines, "\n"));
}

// What a program prints, on both of its outputs; an error if it cannot be started, or does not end by itself.
base::Result<std::string> printed_by(std::vector<std::string> command) {
  if (command[0].find('/') == std::string::npos) command[0].insert(0, "./");
  const base::ChildOutput output = base::output_of(command, true);
  if (output.is_started && WIFEXITED(output.status)) return output.text;
  const std::string how = output.is_started
                              ? fmt::format("with {} it ended by signal {} ({})", command[1],
                                            WTERMSIG(output.status), strsignal(WTERMSIG(output.status)))
                              : "it cannot be started";
  return base::failure(
      base::ErrorCode::impossible,
      fmt::format("it could not list its tests: {}{}", how,
                  output.text.empty() ? "" : ", having printed\n" + indented_end(output.text)),
      command[0]);
}

// What means something in a specification of tests gets a backslash.
std::string escaped(const std::string& name, const char* special) {
  std::string result;
  for (const char c : name) {
    if (std::string_view(special).find(c) != std::string_view::npos) result += '\\';
    result += c;
  }
  return result;
}

}  // namespace

std::optional<Framework> framework_of(const std::string& program) {
  std::ifstream file(program, std::ios::binary);
  const std::string bytes((std::istreambuf_iterator<char>(file)), {});
  if (!bytes.starts_with("\177ELF")) return std::nullopt;
  for (const Mark& mark : kMarks)
    if (bytes.find(mark.text) != std::string::npos) return mark.framework;
  return std::nullopt;
}

std::vector<std::string> tests_in(Framework framework, const std::string& listing) {
  std::istringstream lines(listing);
  switch (framework) {
    case Framework::googletest:
      return googletest_names(lines);
    case Framework::catch2:
    case Framework::catch3:
      return catch2_names(lines);
    case Framework::doctest:
      return doctest_names(lines);
    case Framework::boost:
      break;
  }
  return boost_names(lines);
}

base::Result<std::vector<std::string>> list_tests(Framework framework, const std::string& program) {
  std::vector<std::string> command = listing_arguments(framework);
  command.insert(command.begin(), program);
  const auto listing = printed_by(command);
  if (!listing) return base::failure(listing.error());
  return tests_in(framework, *listing);
}

std::vector<std::string> arguments_for_all(Framework framework) {
  if (framework == Framework::catch2) return {"--abort"};
  // A test that skips itself is none that fails.
  if (framework == Framework::catch3) return {"--abort", "--allow-running-no-tests"};
  if (framework == Framework::doctest) return {"--abort-after=1"};
  return {};
}

std::vector<std::string> arguments_to_write(Framework framework, const std::string& file) {
  switch (framework) {
    case Framework::googletest:
      if (std::getenv("GTEST_OUTPUT") != nullptr) break;
      return {"--gtest_output=xml:" + file};
    case Framework::catch3:
      return {"--reporter", "console", "--reporter", "junit::out=" + file};
    case Framework::boost:
      if (std::getenv("BOOST_TEST_LOGGER") != nullptr) break;
      return {"--logger=HRF,error,stdout:JUNIT,test_suite," + file};
    default:
      break;
  }
  return {};
}

std::vector<std::string> arguments_for(Framework framework, const std::string& test) {
  std::vector<std::string> arguments = arguments_for_all(framework);
  switch (framework) {
    case Framework::googletest:
      arguments.push_back("--gtest_filter=" + test);
      break;
    case Framework::catch2:
    case Framework::catch3:
      arguments.push_back(escaped(test, ",[]\\"));
      break;
    case Framework::doctest:
      arguments.push_back("--test-case=" + escaped(test, ",\\"));
      break;
    case Framework::boost:
      arguments.push_back("--run_test=" + test);
      break;
  }
  return arguments;
}

}  // namespace heddle::runtime::host
