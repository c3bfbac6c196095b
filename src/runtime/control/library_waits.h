// SPDX-License-Identifier: Apache-2.0
// Waits of libstdc++ on atomics, latches, barriers and semaphores: library_waits.cpp.
#pragma once

#include <cstdint>

namespace heddle::control {

// Is this one of the library's counts of those who wait? Under a weak memory model they are no memory: each look finds
// somebody, so that each notification goes to the futex.
//
// wait() counts itself, looks at the value once more and sleeps; notify() looks at the count, and wakes nobody if it is
// zero. The value may be stored with release and loaded with acquire, and then the library's own code does not keep both
// from seeing the old: store buffering. The standard promises that a notification wakes whoever read what was there
// before, and the library keeps the promise on every machine it is compiled for. So what is explored is the promise
// (explore/wake_ups.h), and not the order that the counts happen to give beside it.
bool counts_waiters(std::uint64_t address);

}  // namespace heddle::control
