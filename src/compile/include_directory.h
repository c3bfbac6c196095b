// SPDX-License-Identifier: Apache-2.0
// Where the headers of <heddle/…> are, for programs that heddle compiles.
#pragma once

#include <string>

namespace heddle::compile {

// Beside the running program if heddle is installed (bin/../include), else in the source tree it was built
// from; empty if neither has them.
std::string include_directory();

}  // namespace heddle::compile
