// SPDX-License-Identifier: Apache-2.0
// Memory that the program mapped itself: where, for reports.
#pragma once

#include <cstdint>

#include "runtime/watch/channel.h"
#include "runtime/watch/thread.h"

namespace heddle::runtime {

void note_mapping(Thread& thread, std::uint64_t address, std::uint64_t bytes, const void* pc);
void forget_mappings(std::uint64_t address, std::uint64_t bytes);
// The mapping that `address` is in; size 0 if none is known.
RawBlock mapping_around(std::uint64_t address);

}  // namespace heddle::runtime
