// SPDX-License-Identifier: Apache-2.0
// --limit-seconds, --limit-memory and Ctrl-C: three ways to end long work early, with one reason to report.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <string>

#include <CLI/Error.hpp>
#include <CLI/Validators.hpp>

#include "base/result.h"
#include "cli/verb.h"

namespace heddle::cli {

struct LimitOptions {
  double seconds = 0;  // 0: none
  std::string memory;  // "500M", "2G"; empty: none
};
void add_limit_options(CLI::App& app, LimitOptions& options);

// For options that are a number of seconds: not negative, and neither nan nor without an end.
CLI::Validator seconds_number();
// For those between two of something: more than 0.
CLI::Validator seconds_between();

// Counts from its construction. Thread-safe.
class Limits {
 public:
  static base::Result<std::uint64_t> bytes_in(const std::string& text);  // "2G"

  Limits(double seconds, std::uint64_t bytes);
  // Cheap enough to be asked every few microseconds. Once true it stays so.
  bool reached();
  std::string reason() const;  // "stopped after 10 s (--limit-seconds)"; empty: none was reached
  std::uint64_t bytes() const { return bytes_; }  // 0: none

 private:
  bool stop_for(std::string reason);

  double start_;
  double seconds_;
  std::uint64_t bytes_;
  std::atomic<bool> reached_ = false;
  std::atomic<double> next_look_ = 0;
  mutable std::mutex mutex_;
  std::string reason_;
};

}  // namespace heddle::cli
