// SPDX-License-Identifier: Apache-2.0
#include "cli/output.h"

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <set>

#include <CLI/Option.hpp>
#include <CLI/Validators.hpp>
#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include "report/reporter.h"

namespace heddle::cli {
namespace {

bool wants_colour(const OutputOptions& options) {
  if (options.colour == "always") return true;
  if (options.colour == "never" || std::getenv("NO_COLOR") != nullptr) return false;
  return options.output == "-" && isatty(STDOUT_FILENO) == 1;
}

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
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
    names.emplace(reporter.name);
    help += fmt::format("{} {} ({})", names.size() > 1 ? "," : "", reporter.name, reporter.description);
  }
  app.add_option("--format", options.format, help)->check(CLI::IsMember(names))->capture_default_str();
  app.add_option("--output,-o", options.output, "where to write the report; - is standard output")
      ->capture_default_str();
  app.add_option("--colour,--color", options.colour, "colours in text")
      ->check(CLI::IsMember({"auto", "always", "never"}))
      ->capture_default_str();
}

base::Result<void> write_output(const std::string& path, const std::string& text) {
  if (path == "-") return write_all(stdout, text, "standard output");
  // A pipe, a device or a link (as /dev/stderr is) is written in place, never replaced.
  std::error_code error;
  const auto status = std::filesystem::symlink_status(path, error);
  const bool in_place = std::filesystem::exists(status) && !std::filesystem::is_regular_file(status);
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

base::Result<int> deliver(const finding::Report& report, const OutputOptions& options) {
  const report::Reporter* reporter = report::reporter_named(options.format);
  const std::string text = reporter->format(report, {.colour = wants_colour(options)});
  if (auto written = write_output(options.output, text); !written) return base::failure(written.error());
  switch (report.outcome()) {
    case finding::Verdict::Outcome::clean:
      return exit_with(ExitStatus::clean);
    case finding::Verdict::Outcome::findings:
      return exit_with(ExitStatus::findings);
    case finding::Verdict::Outcome::inconclusive:
      break;
  }
  return exit_with(ExitStatus::inconclusive);
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
