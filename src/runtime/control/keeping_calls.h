// SPDX-License-Identifier: Apache-2.0
// Which functions keep something after they have returned, by their names.
#pragma once

#include <string_view>

namespace heddle::control {

// Nothing, or nothing that comes back: what is printed changes nothing for the one who prints.
bool keeps_nothing(std::string_view name);
// It may change more than memory: what a process that runs execution after execution cannot put back.
bool is_lasting(std::string_view name, const void* function);

}  // namespace heddle::control
