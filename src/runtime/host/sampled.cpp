// SPDX-License-Identifier: Apache-2.0
#include "runtime/host/sampled.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include <fmt/format.h>

namespace heddle::runtime::host {
namespace {

constexpr double kWhole = 4294967296.0;  // 2^32

std::string percent(double share) { return fmt::format("{:.2g} %", 100 * share); }

}  // namespace

base::Result<double> sample_rate(const std::string& text) {
  char* end = nullptr;
  double share = std::strtod(text.c_str(), &end);
  std::string unit(end);
  unit.erase(std::remove(unit.begin(), unit.end(), ' '), unit.end());
  if (unit == "%") share /= 100;
  // Below one of 2^32 nothing would be sampled at all.
  if (end == text.c_str() || (!unit.empty() && unit != "%") || !(share >= 1 / kWhole && share <= 1))
    return base::failure(base::ErrorCode::usage,
                         fmt::format("--sample: expected a share such as 1% or 0.01, not {}", text));
  return share;
}

std::uint64_t sample_of(double rate) { return static_cast<std::uint64_t>(std::llround(rate * kWhole)); }

double rate_of(std::uint64_t sample) { return static_cast<double>(sample) / kWhole; }

std::string doubt_of_sample(double rate) {
  // How often a race has to occur to be missed with a chance of no more than 5 %.
  const double times = std::ceil(std::log(0.05) / std::log1p(-rate));
  const auto missed = [&](double n) { return percent(std::pow(1 - rate, n)); };
  return fmt::format(
      "{} of the accesses were remembered: a race that occurs once is missed with a chance of {} at most, "
      "one that "
      "occurs 100 times of {}, {:.0f} times of 5 %",
      percent(rate), missed(1), missed(100), times);
}

}  // namespace heddle::runtime::host
