// SPDX-License-Identifier: Apache-2.0
// Whether looks at the clock by different threads may be compared. Only then does it matter which of two looks that
// nothing orders was the later one: a thread that just measures how long something took, or asks for the end of a wait,
// cannot tell. So the orders of looks are explored (hooks_time.cpp) from the next search on after an execution in which
// both was seen:
//
// - two looks that nothing orders, and
// - a thread that read what another one wrote after it had looked, or after it had read such a thing itself. What was
//   written after a look may tell of it, whatever it is; what a thread gives to one that it creates, returns to who joins
//   it, or leaves in a file, likewise.
//
// A look that main made before there were other threads comes before all others: it tells nobody of an order.
// What is missed: a thread that tells of its look only by whether or when it calls something that synchronises.
#include "runtime/control/meeting_times.h"

#include "runtime/control/happens_before.h"

namespace heddle::control {

std::uint32_t times_told_in = 0;

namespace {

std::uint32_t unordered_in = 0;  // the last execution with looks that nothing orders
std::uint32_t learnt_in = 0;     // the last one in which somebody learnt of another one's look

void times_may_meet() {
  if (unordered_in != world.generation) return;
  if (learnt_in != world.generation && !may_times_meet()) return;
  // What a thread knows of the time depends on the order of the replay there, not on the graph.
  if (world.memory != nullptr) cut(Doubt::beyond_model, "looks at the clock that may be compared");
  make_visible(Shared::kTimes);
}

}  // namespace

bool may_times_meet() { return is_visible(Shared::kTimes); }

void note_look(Controlled& self) {
  if (world.threads == 1) return;
  const std::uint32_t now = self.clock.at[self.number];
  times_told_in = world.generation;
  if (self.tells_since == 0) self.tells_since = now;
  self.looked_at = now;
  for (Thread number = 0; number < world.threads; ++number) {
    const Controlled& other = *world.all[number];
    if (other.state == Controlled::State::absent || number == self.number) continue;
    if (other.looked_at > self.clock.at[number]) unordered_in = world.generation;
  }
  times_may_meet();
}

void learn_times(Controlled& self, const Controlled& from, std::uint32_t written) {
  if (&from == &self || from.tells_since == 0 || written < from.tells_since) return;
  if (self.tells_since == 0) self.tells_since = self.clock.at[self.number];
  learnt_in = world.generation;
  times_may_meet();
}

void learn_times(Controlled& self, const Controlled& from) { learn_times(self, from, ~std::uint32_t{0}); }

void learn_times_of_all(Controlled& self) {
  if (!are_times_told()) return;
  for (Thread number = 0; number < world.threads; ++number)
    if (world.all[number]->state != Controlled::State::absent) learn_times(self, *world.all[number]);
}

}  // namespace heddle::control
