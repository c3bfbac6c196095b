// SPDX-License-Identifier: Apache-2.0
// What --advise found, in words: a line for each place.
#pragma once

#include <string>
#include <vector>

#include "runtime/host/check_record.h"

namespace heddle::runtime::host {

std::vector<std::string> advice_lines(const CheckRecord& check);

}  // namespace heddle::runtime::host
