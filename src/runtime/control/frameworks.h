// SPDX-License-Identifier: Apache-2.0
// Which code is a test framework's own (frameworks.cpp), not the test's.
#pragma once

#include <cstdint>

namespace heddle::control {

void learn_frameworks();  // once, before the first execution
bool is_framework_code(std::uint64_t pc);
bool is_framework_library(const char* path);

}  // namespace heddle::control
