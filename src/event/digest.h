// SPDX-License-Identifier: Apache-2.0
// A digest of recorded events by all that is known of them, names and values of marks included: for work that several
// processes share, or go on with, and that must be about the same events.
#pragma once

#include <cstdint>
#include <span>

#include "event/event.h"
#include "event/names.h"

namespace heddle::event {

std::uint64_t digest_of(std::span<const Event> events, const Names& names);

}  // namespace heddle::event
