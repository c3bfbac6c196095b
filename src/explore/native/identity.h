// SPDX-License-Identifier: Apache-2.0
// What a process of another time or machine must have in common with this one to go on with its search, or to do
// another share of it: the program, its arguments, heddle's library, and where everything is loaded. Graphs and schedules
// speak of addresses.
#pragma once

#include <cstdint>

namespace heddle::explore {

std::uint64_t identity_of_process();

}  // namespace heddle::explore
