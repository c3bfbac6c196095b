// SPDX-License-Identifier: Apache-2.0
// rand and random: one sequence for all threads, under libc's lock. Which thread gets which number depends on
// the schedule, so every call is a visible operation; it orders nothing.
#include <stdlib.h>

#include "runtime/control/locks.h"
#include "runtime/control/touch.h"
#include "runtime/shared/abi.h"

namespace heddle::control {
namespace {

char sequence;

void step(const void* pc) {
  if (!controlled()) return;
  step_on(object_at(&sequence), true, pc, Action::atomic_rmw);
}

}  // namespace
}  // namespace heddle::control

#define HEDDLE_RANDOM(type, name, parameters, given) \
  HEDDLE_INTERPOSE type name parameters noexcept {   \
    heddle::control::step(HEDDLE_PC);                \
    return HEDDLE_LIBC(name) given;                  \
  }
HEDDLE_RANDOM(int, rand, (), ())
HEDDLE_RANDOM(void, srand, (unsigned seed), (seed))
HEDDLE_RANDOM(long, random, (), ())
HEDDLE_RANDOM(void, srandom, (unsigned seed), (seed))
HEDDLE_INTERPOSE int rand_r(unsigned* seed) noexcept {
  heddle::control::touch(seed, sizeof *seed, true, HEDDLE_PC);
  return HEDDLE_LIBC(rand_r)(seed);
}
