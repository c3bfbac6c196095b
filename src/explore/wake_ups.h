// SPDX-License-Identifier: Apache-2.0
// What a notification promises, and no more: std::atomic's wait and notify, and futexes.
//
// A thread enters the queue, looks at the word, and sleeps if it has not changed. C++ ([atomics.wait]) promises that a
// notification wakes whoever waits with a value that is older than what was stored before the notification. It hands
// nothing over: neither what the notifier did before, nor to the next one who notifies. So the events of a queue join no
// clocks, and what is left is a demand on graphs. Where w wakes and stands before the entry (or before the end of a
// sleep) in the queue's order, and y writes the word and happens before w, then
//   the look that follows reads y or a later write.
// Who wakes and finds nobody only reads the queue, so wake-ups that meet nobody are not ordered.
//
// A graph that grows at its ends keeps the demand: the newest entry looks at the last write, and a wake-up that reads the
// last state of the queue stands behind every entry. Time: looks × what is at their queue and at their word.
#pragma once

#include "explore/execution_graph.h"

namespace heddle::explore {

bool keeps_wake_ups(const ExecutionGraph& graph);

}  // namespace heddle::explore
