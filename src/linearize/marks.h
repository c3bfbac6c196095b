// SPDX-License-Identifier: Apache-2.0
// The calls that heddle_call and heddle_return left in a trace, as the lines a history file has. Marks stand in the one
// order in which they were made, so their places are times.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "base/result.h"

namespace heddle::linearize {

base::Result<void> read_marks(const std::string& path, std::vector<std::string>& doubts,
                              const std::function<base::Result<void>(const nlohmann::json&)>& line);

}  // namespace heddle::linearize
