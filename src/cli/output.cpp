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
#include <fstream>
#include <set>

#include <CLI/Option.hpp>
#include <CLI/Validators.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/printable.h"
#include "cli/help.h"
#include "cli/ranks.h"
#include "cli/steady_seconds.h"
#include "cli/written_files.h"
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

}  // namespace

void tell(const std::string& text) {
  const std::size_t width = width_of(STDERR_FILENO);
  for (std::size_t from = 0; from <= text.size();) {
    const std::size_t end = std::min(text.find('\n', from), text.size());
    const std::string line = text.substr(from, end - from);
    const std::size_t blanks = std::min(line.find_first_not_of(' '), line.size()), indent = blanks + 2;
    fmt::print(stderr, "{}\n",
               width > indent
                   ? std::string(blanks, ' ') + wrapped(line.substr(blanks), width - indent, indent)
                   : line);
    from = end + 1;
  }
}

namespace {

base::Result<void> write_all(std::FILE* file, const std::string& text, const std::string& name) {
  if (std::fwrite(text.data(), 1, text.size(), file) != text.size() || std::fflush(file) != 0)
    return base::failure(base::ErrorCode::io, fmt::format("cannot write: {}", std::strerror(errno)), name);
  return {};
}

}  // namespace

void add_output_options(CLI::App& app, OutputOptions& options) {
  std::set<std::string> names;
  std::string help = "how to write the report:", endings;
  for (const report::Reporter& reporter : report::reporters()) {
    if (reporter.name == "html" && !report::has_page()) {
      help += ", html (not in this build, which had no node or npm)";
      continue;
    }
    names.emplace(reporter.name);
    help += fmt::format("{} {} ({})", names.size() > 1 ? "," : "", reporter.name, reporter.description);
    if (!reporter.ending.empty())
      endings += fmt::format("{} .{} ({})", endings.empty() ? "" : ",", reporter.ending, reporter.name);
  }
  app.add_option("--format", options.format, help)->check(CLI::IsMember(names))->capture_default_str();
  app.add_option(
         "--output,-o", options.output,
         fmt::format("where to write the report; - is standard output; without --format the end of its name "
                     "says how:{}",
                     endings))
      ->check(writable_file())
      ->capture_default_str();
  app.parse_complete_callback([&app, &options, names] {
    if (!check_written_files(app)) return;  // which is told instead
    const std::string ending = std::filesystem::path(options.output).extension().string();
    const report::Reporter* meant = report::reporter_by_ending(options.output);
    const bool is_given = app.count("--format") != 0;
    if (!is_given && meant != nullptr && names.contains(std::string(meant->name)))
      options.format = meant->name;
    const bool is_text =
        ending == ".txt" || ending == ".text" || ending == ".log" || ending == ".out" || ending.empty();
    const bool is_json = ending == ".json" && (options.format == "chrome-trace" || options.format == "sarif");
    const bool fits = (meant != nullptr && meant->name == options.format) || is_json ||
                      (is_text && options.format == "text");
    if (!fits && (meant != nullptr || !is_given))
      tell(fmt::format("heddle: {} gets {}{}", options.output, options.format,
                       is_given ? ", as --format says" : ": --format says how else it is written"));
  });
  app.add_option("--colour,--color", options.colour, "colours in text")
      ->check(CLI::IsMember({"auto", "always", "never"}))
      ->capture_default_str();
  app.add_flag("--full", options.full, "text: long schedules step by step, long lines whole");
  app.add_option("--source-root", options.source_root,
                 "SARIF: the directory that names of files are relative to (default: this one)");
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

// The same schedule of the same program: it may have been found in another time, after more executions.
bool is_same_finding(const std::string& path, const std::string& text) {
  std::ifstream before(path);
  const auto one = nlohmann::json::parse(before, nullptr, false);
  const auto other = nlohmann::json::parse(text, nullptr, false);
  if (!one.is_object() || !other.is_object() || !one.contains("schedule")) return false;
  for (const char* key : {"program", "flags", "compiler", "directory", "arguments", "name", "mark", "wishes",
                          "schedule", "failure"})
    if (one.value(key, nlohmann::json()) != other.value(key, nlohmann::json())) return false;
  return true;
}

}  // namespace

void keep_what_stood(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return;
  unsigned number = 1;
  while (std::filesystem::exists(numbered(path, number), error)) ++number;
  std::filesystem::rename(path, numbered(path, number), error);
  if (!error) tell(fmt::format("heddle: the {} of before is now {}", path, numbered(path, number).string()));
}

std::string save_finding(const std::string& path, const std::string& text) {
  if (!is_same_finding(path, text)) keep_what_stood(path);
  const auto written = write_output(path, text);
  if (written) return path;
  const char* folder = std::getenv("TMPDIR");
  std::string instead =
      std::string(folder != nullptr && *folder != 0 ? folder : "/tmp") + "/heddle-finding-XXXXXX";
  const int file = mkstemp(instead.data());
  const bool saved = file >= 0 && write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  if (file >= 0) close(file);
  tell(fmt::format("heddle: warning: {}; the schedule is {}", base::describe(written.error()),
                   saved ? "in " + instead : "printed here:"));
  if (!saved) fmt::print(stderr, "{}\n", text);
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
    tell(fmt::format("heddle: warning: {}; here is the report:", base::describe(written.error())));
    OutputOptions instead = options;
    instead.output = "-";
    return deliver(report, instead);
  }
  if (to_terminal) return exit_status_of(report);
  if (report.outcome() == finding::Verdict::Outcome::inconclusive)
    for (const std::string& doubt : report.verdict.reasons()) tell(base::printable("inconclusive: " + doubt));
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
