// SPDX-License-Identifier: Apache-2.0
// What the user says of a sample, and what the report says of it (watch/sample.h has the idea).
#pragma once

#include <cstdint>
#include <string>

#include "base/result.h"

namespace heddle::runtime::host {

// "1%", "0.5 %" or "0.01": a share above 0 and up to 1.
base::Result<double> sample_rate(const std::string& text);
std::uint64_t sample_of(double rate);  // Channel::sample
double rate_of(std::uint64_t sample);  // and back
// Why nothing found does not mean that there is nothing: the chance to miss a race that occurs so and so often.
std::string doubt_of_sample(double rate);

}  // namespace heddle::runtime::host
