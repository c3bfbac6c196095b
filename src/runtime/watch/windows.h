// SPDX-License-Identifier: Apache-2.0
// What a report needs to call memory by the name of a variable: the stack around an address, and who points to a block.
#pragma once

#include <cstdint>

#include "runtime/watch/channel.h"

namespace heddle::runtime {

// The stack around `address`, if it is on one: its number in Channel::window + 1; 0: it is not, or there is no room.
std::uint32_t note_window(std::uint64_t address);
// A variable of the program, or on a stack, that holds the address of the block's beginning: noted in it. It reads all of them,
// so whoever asks says how often at most.
void note_pointer(RawBlock& block);

}  // namespace heddle::runtime
