// SPDX-License-Identifier: Apache-2.0
// Whether looks at the clock by different threads may be compared: meeting_times.cpp.
#pragma once

#include <cstdint>

#include "runtime/control/world.h"

namespace heddle::control {

// The execution in which somebody's writes may tell of a look at the clock.
extern std::uint32_t times_told_in __attribute__((visibility("hidden")));
inline bool are_times_told() { return times_told_in == world.generation; }

bool may_times_meet();  // they did in the searches before this one
void note_look(Controlled& self);
// What the thread learns from another one may tell of looks at the clock: it reads what that wrote at this time of
// its own, or whatever it can tell; or anybody's.
void learn_times(Controlled& self, const Controlled& from, std::uint32_t written);
void learn_times(Controlled& self, const Controlled& from);
void learn_times_of_all(Controlled& self);

}  // namespace heddle::control
