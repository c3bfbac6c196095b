// SPDX-License-Identifier: Apache-2.0
// What a result tells of memory, for the names that its addresses have in the source: blocks by who allocated them, and the
// words of a stack around a variable.
#pragma once

#include "explore/native/json.h"
#include "runtime/control/shared.h"

namespace heddle::explore {

void write_memory(Json& json, const control::Shared& shared);
// Races that the search went over; each with the memory that it is about.
void write_passed(Json& json, const control::PassedRaces& passed);

}  // namespace heddle::explore
