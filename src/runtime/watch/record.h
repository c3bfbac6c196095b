// SPDX-License-Identifier: Apache-2.0
// The recorder: events of one thread into its chunk of the channel, from where the host takes them.
//
// Memory is bounded: a thread that needs a chunk while kMostWaiting full ones wait for the host waits too.
// The global order of synchronisation has no gaps, so space is made sure of before a place in it is taken.
//
// Accesses of one place that go on where the last one ended, with nothing recorded in between, are one record that grows.
// Who reads along sees it when it is complete, and when the program is gone as far as it came (Chunk::open).
#pragma once

#include "event/operation.h"
#include "runtime/watch/process.h"

namespace heddle::runtime {

using event::MemoryOrder;
using event::Operation;

void record_access(Thread& thread, Operation operation, std::uint64_t address, std::uint32_t size,
                   ContextId context);
void record_sighting(Thread& thread, std::uint32_t number);
// Anything else. `target` is an address or a number.
void record_ordered(Thread& thread, Operation operation, std::uint64_t target, std::uint32_t size,
                    ContextId context, MemoryOrder order = MemoryOrder::relaxed, bool has_value = false,
                    std::uint64_t value = 0);
void close_chunk(Thread& thread);

}  // namespace heddle::runtime
