// SPDX-License-Identifier: Apache-2.0
// A data race in words: what it is on, and why nothing orders the two accesses: what their threads held, what was atomic.
#pragma once

#include <string>

#include "finding/finding.h"

namespace heddle::finding {

std::string race_message(const std::string& variable, std::uint64_t bytes);
std::string why_unordered(const Step& first, const Step& second);

}  // namespace heddle::finding
