// SPDX-License-Identifier: Apache-2.0
#include "runtime/control/debugging.h"

#include <cstdio>
#include <iterator>

#include "runtime/control/lives.h"
#include "runtime/control/objects.h"
#include "runtime/control/thread.h"
#include "runtime/control/world.h"
#include "runtime/shared/abi.h"
#include "runtime/shared/raw.h"

using namespace heddle::control;

extern "C" {
__attribute__((visibility("default"))) char heddle_debug_who[16384];
__attribute__((visibility("default"))) std::uint32_t heddle_debug_threads[256];
__attribute__((visibility("default"))) std::uint64_t heddle_debug_steps;
bool heddle_debug_wanted = false;
}

namespace {

const char* const kActions[] = {
#define HEDDLE_OPERATION(enumerator, name, std_name, target) name,
#include "event/operation.def"
#undef HEDDLE_OPERATION
};

std::size_t used = 0;

template <class... Values>
void add(const char* pattern, Values... values) {
  const int wanted =
      std::snprintf(heddle_debug_who + used, sizeof heddle_debug_who - used, pattern, values...);
  if (wanted > 0) used += static_cast<std::size_t>(wanted);
  if (used >= sizeof heddle_debug_who) used = sizeof heddle_debug_who - 1;
}
void add_thread(Thread number) { number == 0 ? add("%s", "main") : add("T%u", number); }

void describe(const Controlled& thread) {
  add_thread(thread.number);
  if (thread.state == Controlled::State::ended) {
    add("%s", " has ended");
  } else if (&thread == world.current && thread.state != Controlled::State::stopped) {
    add("%s", " runs");
  } else if (thread.joins != kNoThread) {
    add("%s", " waits for the end of ");
    add_thread(thread.joins);
  } else {
    const Thread holder = thread.waits_for != nullptr ? holder_of(*thread.waits_for) : kNoThread;
    const bool is_held = holder != kNoThread && holder != thread.number;
    if (is_held || thread.condition != nullptr)
      add("%s", " waits for");
    else
      add(" is before %s", kActions[static_cast<std::size_t>(thread.doing)]);
    if (thread.doing_address != 0) add(" 0x%lx", thread.doing_address);
    if (is_held) {
      add("%s", ", held by ");
      add_thread(holder);
    }
  }
  bool first = true;
  for (const Hold* hold = thread.holds; hold != nullptr; hold = hold->next, first = false)
    add("%s 0x%lx", first ? "; holds" : ",", hold->object->key);
  add("%s", "\n");
}

void describe_all() {
  if (!heddle_debug_wanted) return;
  used = 0;
  heddle_debug_who[0] = 0;
  for (Thread number = 0; number < world.threads; ++number)
    if (world.all[number]->state != Controlled::State::absent) describe(*world.all[number]);
}

}  // namespace

HEDDLE_EXPORT __attribute__((noinline)) void heddle_debug_step(std::uint64_t step, std::uint32_t thread) {
  __asm__ volatile("" : : "r"(step), "r"(thread) : "memory");
}
HEDDLE_EXPORT __attribute__((noinline)) void heddle_debug_failed(const char* kind, const char* message) {
  __asm__ volatile("" : : "r"(kind), "r"(message) : "memory");
}

namespace heddle::control {

void show_step(std::uint64_t step, Thread thread) {
  describe_all();
  if (heddle_debug_wanted && thread < std::size(heddle_debug_threads))
    heddle_debug_threads[thread] = static_cast<std::uint32_t>(heddle::runtime::raw_thread());
  heddle_debug_steps = step;
  heddle_debug_step(step, thread);
}
void show_failure(const char* kind, const char* message) {
  describe_all();
  heddle_debug_failed(kind, message);
}

}  // namespace heddle::control
