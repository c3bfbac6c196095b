// SPDX-License-Identifier: Apache-2.0
#include "cli/limits.h"

#include <charconv>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include <CLI/Option.hpp>
#include <CLI/Validators.hpp>
#include <fmt/format.h>
#include <unistd.h>

#include "cli/progress.h"
#include "cli/steady_seconds.h"

namespace heddle::cli {
namespace {

constexpr double kBetweenLooks = 0.02;

std::uint64_t resident_bytes() {
  std::FILE* file = std::fopen("/proc/self/statm", "r");
  if (file == nullptr) return 0;
  unsigned long long total = 0;
  unsigned long long resident = 0;
  const int read = std::fscanf(file, "%llu %llu", &total, &resident);
  std::fclose(file);
  return read == 2 ? resident * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE)) : 0;
}

}  // namespace

void add_limit_options(CLI::App& app, LimitOptions& options) {
  app.add_option("--limit-seconds", options.seconds,
                 "stop after so many seconds and report what is known; 0: no limit")
      ->check(seconds_number());
  app.add_option("--limit-memory", options.memory, "stop when so much memory is in use: 500M, 2G");
}

CLI::Validator seconds_number() {
  return {[](std::string& text) -> std::string {
            double number = 0;
            const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
            if (read.ec == std::errc::result_out_of_range || number > 1e9)
              return fmt::format("`{}` is more than a billion seconds", text);
            const bool is_number = read.ec == std::errc() && read.ptr == text.data() + text.size();
            if (is_number && number >= 0) return "";
            return fmt::format("expected a number of seconds, 0 or more, not `{}`", text);
          },
          "SECONDS"};
}

CLI::Validator seconds_between() {
  return {[](std::string& text) -> std::string {
            const std::string wrong = seconds_number()(text);
            double number = 0;
            std::from_chars(text.data(), text.data() + text.size(), number);
            if (wrong.empty() && number > 0) return "";
            return wrong.starts_with("expected") || wrong.empty()
                       ? fmt::format("expected a number of seconds, more than 0, not `{}`", text)
                       : wrong;
          },
          "SECONDS"};
}

base::Result<std::uint64_t> Limits::bytes_in(const std::string& text) {
  if (text.empty()) return std::uint64_t{0};
  char* end = nullptr;
  const double number = std::strtod(text.c_str(), &end);
  std::string unit(end);
  if (unit.ends_with("B")) unit.pop_back();
  if (unit.ends_with("i")) unit.pop_back();
  const double factor = unit.empty()                 ? 1
                        : unit == "k" || unit == "K" ? 1024.0
                        : unit == "M"                ? 1048576.0
                        : unit == "G"                ? 1073741824.0
                        : unit == "T"                ? 1099511627776.0
                                                     : 0;
  if (end == text.c_str() || factor == 0 || !(number > 0) || number * factor > 1e18) {
    return base::failure(base::ErrorCode::usage,
                         fmt::format("expected a number of bytes such as 500M or 2G, not '{}'", text),
                         "--limit-memory");
  }
  return static_cast<std::uint64_t>(number * factor);
}

Limits::Limits(double seconds, std::uint64_t bytes) : start_(now()), seconds_(seconds), bytes_(bytes) {}

bool Limits::stop_for(std::string reason) {
  const std::lock_guard lock(mutex_);
  if (reason_.empty()) reason_ = std::move(reason);
  reached_ = true;
  return true;
}

bool Limits::reached() {
  if (reached_.load(std::memory_order_relaxed)) return true;
  if (interrupted()) return stop_for("interrupted (Ctrl-C)");
  const double time = now();
  if (seconds_ > 0 && time - start_ >= seconds_) {
    return stop_for(fmt::format("stopped after {:g} s (--limit-seconds)", seconds_));
  }
  if (bytes_ == 0 || time < next_look_.load(std::memory_order_relaxed)) return false;
  next_look_.store(time + kBetweenLooks, std::memory_order_relaxed);
  if (resident_bytes() < bytes_) return false;
  return stop_for(
      fmt::format("stopped at {:.0f} MiB of memory (--limit-memory)", static_cast<double>(bytes_) / 1048576));
}

std::string Limits::reason() const {
  const std::lock_guard lock(mutex_);
  return reason_;
}

}  // namespace heddle::cli
