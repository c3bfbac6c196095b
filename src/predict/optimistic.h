// SPDX-License-Identifier: Apache-2.0
// A schedule on which sections of a lock come in another order than recorded, without a search: the filter between
// the closures (closure.h) and what is exponential.
//
// Idea and paper. Of the sections in a window only those are left open that have to be, because a thread stands
// inside one or cannot leave it; all others are, optimistically, gone through to their ends. Then there is nothing to
// choose: of each lock the ended sections come as recorded, and the open one comes after them. If these orders and
// the loset's have no cycle, any order of the events that keeps them is a schedule (Shi, Mathur and Pavlogiannis,
// "Optimistic prediction of synchronization-reversal data races", 2024; for rings of locks the same). Writes of the
// same memory, and reads before later writes, may be made to keep the recorded order, too.
//
// Cost: O(threads) an event of the window. No schedule means nothing; the search and the solver are asked then.
#pragma once

#include <optional>
#include <vector>

#include "predict/recording.h"
#include "states/reachable.h"

namespace heddle::predict {

enum class Accesses : bool { any, as_recorded };

// From a lock-free state below the goal: whose event is next.
std::optional<std::vector<std::uint32_t>> optimistic_run(const Recording& recording,
                                                         const order::Loset& loset, const State& from,
                                                         const states::Goal& goal, Accesses accesses);

}  // namespace heddle::predict
