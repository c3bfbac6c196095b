// SPDX-License-Identifier: Apache-2.0
#include "cli/output.h"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <set>

#include <CLI/Option.hpp>
#include <CLI/Validators.hpp>
#include <fmt/format.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "cli/ranks.h"
#include "cli/steady_seconds.h"
#include "report/page.h"

namespace heddle::cli {
namespace {

bool wants_colour(const OutputOptions& options, int descriptor) {
  if (options.colour == "always") return true;
  const char* const refused = std::getenv("NO_COLOR");
  if (options.colour == "never" || (refused != nullptr && *refused != 0)) return false;
  if (const char* terminal = std::getenv("TERM"); terminal != nullptr && std::string_view(terminal) == "dumb")
    return false;
  // mpirun gives a rank a terminal of its own, whatever becomes of the text.
  return isatty(descriptor) == 1 && !is_rank();
}

// What LC_ALL, LC_CTYPE or LANG say, the first of them that is set.
bool speaks_utf8() {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const char* value = std::getenv(name);
    if (value == nullptr || *value == 0) continue;
    std::string locale(value);
    std::transform(locale.begin(), locale.end(), locale.begin(),
                   [](unsigned char c) { return std::tolower(c); });
    return locale.find("utf-8") != std::string::npos || locale.find("utf8") != std::string::npos;
  }
  return false;
}

// Of the terminal, or what COLUMNS says; 0: neither.
std::size_t width_of(int descriptor) {
  if (const char* given = std::getenv("COLUMNS")) {
    const std::string_view text(given);
    std::size_t columns = 0;
    if (std::from_chars(text.data(), text.data() + text.size(), columns).ec == std::errc() && columns > 0)
      return std::max<std::size_t>(columns, 40);
  }
  winsize size{};
  if (isatty(descriptor) == 1 && ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
    return std::max<std::size_t>(size.ws_col, 40);
  return isatty(descriptor) == 1 ? 80 : 0;
}

base::Result<void> write_all(std::FILE* file, const std::string& text, const std::string& name) {
  if (std::fwrite(text.data(), 1, text.size(), file) != text.size() || std::fflush(file) != 0)
    return base::failure(base::ErrorCode::io, fmt::format("cannot write: {}", std::strerror(errno)), name);
  return {};
}

}  // namespace

void add_output_options(CLI::App& app, OutputOptions& options) {
  std::set<std::string> names;
  std::string help = "how to write the report:";
  for (const report::Reporter& reporter : report::reporters()) {
    if (reporter.name == "html" && !report::has_page()) {
      help += ", html (not in this build, which had no node or npm)";
      continue;
    }
    names.emplace(reporter.name);
    help += fmt::format("{} {} ({})", names.size() > 1 ? "," : "", reporter.name, reporter.description);
  }
  app.add_option("--format", options.format, help)->check(CLI::IsMember(names))->capture_default_str();
  app.add_option("--output,-o", options.output,
                 "where to write the report; - is standard output; without --format a name that ends in "
                 ".json, .sarif, .html or .xml (JUnit) says how")
      ->check(writable_file())
      ->capture_default_str();
  app.parse_complete_callback([&app, &options, names] {
    const std::string ending = std::filesystem::path(options.output).extension().string();
    const std::string meant = ending == ".xml" ? "junit" : ending.empty() ? "" : ending.substr(1);
    const bool says_how = meant == "json" || meant == "sarif" || meant == "html" || meant == "junit";
    if (app.count("--format") == 0 && says_how && names.contains(meant)) options.format = meant;
  });
  app.add_option("--colour,--color", options.colour, "colours in text")
      ->check(CLI::IsMember({"auto", "always", "never"}))
      ->capture_default_str();
  app.add_flag("--full", options.full, "text: long schedules step by step, long lines whole");
  app.add_option("--source-root", options.source_root,
                 "SARIF: the directory that names of files are relative to (default: this one)");
}

CLI::Validator writable_file() {
  return {[](std::string& path) -> std::string {
            if (path == "-" || path == "none") return "";
            if (path.empty()) return "expected the name of a file, and this one is empty";
            const std::filesystem::path file(path);
            std::error_code error;
            if (std::filesystem::is_directory(file, error))
              return path + ": cannot be written: it is a directory";
            if (access(path.c_str(), F_OK) == 0) {
              if (access(path.c_str(), W_OK) == 0) return "";
              return fmt::format("{}: cannot be written: {}", path, std::strerror(errno));
            }
            const std::filesystem::path folder = file.has_parent_path() ? file.parent_path() : ".";
            if (access(folder.c_str(), W_OK | X_OK) == 0) return "";
            return fmt::format("{}: cannot be written: {}: {}", path, folder.string(), std::strerror(errno));
          },
          "FILE"};
}

report::Style style_for(const OutputOptions& options, int descriptor) {
  const std::size_t width = width_of(descriptor);
  report::Style style;
  style.colour = wants_colour(options, descriptor);
  style.unicode = speaks_utf8();
  style.full = options.full;
  style.wraps = width > 0 && !options.full;
  if (width > 0) style.width = width;
  style.source_root = options.source_root;
  return style;
}

namespace {

// "a/finding.json", 2 → "a/finding-2.json"
std::filesystem::path numbered(const std::filesystem::path& path, unsigned number) {
  return path.parent_path() / fmt::format("{}-{}{}", path.stem().string(), number, path.extension().string());
}

}  // namespace

std::string save_finding(const std::string& path, const std::string& text) {
  std::error_code error;
  if (std::filesystem::is_regular_file(path, error)) {
    unsigned number = 1;
    while (std::filesystem::exists(numbered(path, number), error)) ++number;
    std::filesystem::rename(path, numbered(path, number), error);
    if (!error)
      fmt::print(stderr, "heddle: the {} of before is now {}\n", path, numbered(path, number).string());
  }
  const auto written = write_output(path, text);
  if (written) return path;
  const char* folder = std::getenv("TMPDIR");
  std::string instead =
      std::string(folder != nullptr && *folder != 0 ? folder : "/tmp") + "/heddle-finding-XXXXXX";
  const int file = mkstemp(instead.data());
  const bool saved = file >= 0 && write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  if (file >= 0) close(file);
  fmt::print(stderr, "heddle: warning: {}; the schedule is {}{}\n", base::describe(written.error()),
             saved ? "in " : "printed here:\n", saved ? instead : text);
  return saved ? instead : "";
}

base::Result<void> write_output(const std::string& path, const std::string& text) {
  if (path == "-") return write_all(stdout, text, "standard output");
  // A pipe, a device or a link (as /dev/stderr is) is written in place, never replaced.
  std::error_code error;
  const auto status = std::filesystem::symlink_status(path, error);
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  const bool in_place =
      std::filesystem::exists(status) &&
      (!std::filesystem::is_regular_file(status) || access(folder.empty() ? "." : folder.c_str(), W_OK) != 0);
  const std::string written = in_place ? path : path + ".part";
  std::FILE* file = std::fopen(written.c_str(), "wb");
  if (file == nullptr)
    return base::failure(base::ErrorCode::io, fmt::format("cannot create it: {}", std::strerror(errno)),
                         path);
  auto result = write_all(file, text, path);
  if (std::fclose(file) != 0 && result)
    result = base::failure(base::ErrorCode::io, fmt::format("cannot write: {}", std::strerror(errno)), path);
  if (in_place) return result;
  if (result && std::rename(written.c_str(), path.c_str()) != 0)
    result =
        base::failure(base::ErrorCode::io, fmt::format("cannot create it: {}", std::strerror(errno)), path);
  if (!result) std::remove(written.c_str());
  return result;
}

int exit_status_of(const finding::Report& report) {
  switch (report.outcome()) {
    case finding::Verdict::Outcome::clean:
      return static_cast<int>(ExitStatus::clean);
    case finding::Verdict::Outcome::findings:
      return static_cast<int>(ExitStatus::findings);
    case finding::Verdict::Outcome::inconclusive:
      break;
  }
  return static_cast<int>(ExitStatus::inconclusive);
}

base::Result<int> deliver(const finding::Report& report, const OutputOptions& options) {
  const report::Reporter* reporter = report::reporter_named(options.format);
  const bool to_terminal = options.output == "-";
  report::Style style = style_for(options, to_terminal ? STDOUT_FILENO : -1);
  if (!to_terminal) style.colour = options.colour == "always";
  if (auto written = write_output(options.output, reporter->format(report, style)); !written) {
    if (to_terminal) return base::failure(written.error());
    fmt::print(stderr, "heddle: warning: {}; here is the report:\n", base::describe(written.error()));
    OutputOptions instead = options;
    instead.output = "-";
    return deliver(report, instead);
  }
  if (!to_terminal)
    fmt::print(stderr, "{}\nThe report is in {}\n",
               report::verdict_line(report, style_for(options, STDERR_FILENO)), options.output);
  return exit_status_of(report);
}

Stopwatch::Stopwatch() : start_(now()) {}

double Stopwatch::seconds() const { return now() - start_; }

void Stopwatch::add_to(finding::Report& report) const {
  report.statistics.push_back({"seconds", seconds()});
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  report.statistics.push_back({"peak_bytes", static_cast<std::uint64_t>(usage.ru_maxrss) * 1024});
}

}  // namespace heddle::cli
