// SPDX-License-Identifier: Apache-2.0
// Variables of the environment, from the kernel's copy: libc may not have set up its own yet.
#pragma once

#include <cstddef>

namespace heddle::runtime {

// The value, cut to what fits with its end; false if there is none.
bool environment(const char* name, char* value, std::size_t bytes);

}  // namespace heddle::runtime
