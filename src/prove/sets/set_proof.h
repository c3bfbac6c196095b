// SPDX-License-Identifier: Apache-2.0
// The fixed point for sets: every view of one thread that can arise, by its own steps and by those of any
// number of others. Views that agree on what is shared meet each other's steps that can be felt.
//
// Sound: if it ends without an alarm, the program is a linearizable set for any number of threads, keys and
// cells (set_step.h says why). An alarm may be false. Ends, since views are finitely many. Cost: views times
// effects of a bucket.
#pragma once

#include <functional>

#include "prove/fixpoint/fixed_point.h"
#include "prove/sets/set_view.h"

namespace heddle::prove::sets {

// How to read off the heap whether a key is in, and which facts to rely on (set_view.h): tried in turn.
std::vector<SetFrame> readings(const Program& program);
std::string describe(const SetFrame& frame);

// `on_view`, for tests, is given every view of a proof at the end.
Outcome saturate(const Program& program, const SetFrame& frame, const Options& options,
                 const std::function<void(const SetView&)>& on_view = nullptr);

}  // namespace heddle::prove::sets
