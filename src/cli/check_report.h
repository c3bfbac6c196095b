// SPDX-License-Identifier: Apache-2.0
// What the process under control wrote down → findings in the words of the source.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "finding/finding.h"

namespace heddle::cli {

// Adds the findings, doubts and statistics of the checks. `file` replays the first finding, "" if none does.
void add_checks(const std::vector<nlohmann::json>& checks, const std::string& file, finding::Report& report);

}  // namespace heddle::cli
