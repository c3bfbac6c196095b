// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace heddle::machine_code {

// May the code that a call returns to look at what it returned? It is read from there on, along jumps, until
// rax is written over, another call is made, or something is met that is not understood: then it may.
bool may_use_result(const std::uint8_t* returns_to, std::size_t bytes);

}  // namespace heddle::machine_code
