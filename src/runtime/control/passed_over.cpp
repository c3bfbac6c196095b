// SPDX-License-Identifier: Apache-2.0
#include "runtime/control/passed_over.h"

#include "runtime/control/heap.h"
#include "runtime/control/shared.h"
#include "runtime/control/world.h"

namespace heddle::control {
namespace {

bool is_known(const PassedRaces& passed, const Place* places) {
  const std::uint64_t first = places[0].pcs[0], second = places[1].pcs[0];
  for (std::uint32_t i = 0; i < passed.count; ++i) {
    const std::uint64_t one = passed.races[i].places[0].pcs[0], other = passed.races[i].places[1].pcs[0];
    if ((one == first && other == second) || (one == second && other == first)) return true;
  }
  return false;
}

}  // namespace

void note_passed(std::uint64_t address, std::uint32_t size, const Place* places) {
  PassedRaces& passed = world.shared->passed_races;
  if (passed.overflows || is_known(passed, places)) return;
  const SharedLock lock;
  if (is_known(passed, places)) return;  // by now
  if (passed.count == PassedRaces::kMost) {
    passed.overflows = true;
    return;
  }
  PassedRace& race = passed.races[passed.count];
  race.address = address;
  race.size = size;
  race.places[0] = places[0];
  race.places[1] = places[1];
  race.block = live_block(address);
  race.is_on_stack = !in_heap(address) && take_window(address, race.window);
  __atomic_store_n(&passed.count, passed.count + 1, __ATOMIC_RELEASE);
}

}  // namespace heddle::control
