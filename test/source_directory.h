// SPDX-License-Identifier: Apache-2.0
// Where the sources are, for tests that read examples. One file knows: whatever has a path compiled into it is compiled anew
// in each checkout.
#pragma once

#include <string>

namespace heddle {

std::string source_directory();

}  // namespace heddle
