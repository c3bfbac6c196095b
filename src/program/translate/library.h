// SPDX-License-Identifier: Apache-2.0
// The part of the C library that is executed as C: see library.cpp.
#pragma once

#include <string_view>

namespace heddle::program {

bool is_in_library(std::string_view linker_name);
const char* library_text();  // C

}  // namespace heddle::program
