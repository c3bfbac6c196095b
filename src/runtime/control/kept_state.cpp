// SPDX-License-Identifier: Apache-2.0
// The rows of kept_state.def. The locale and the environment are variables of heddle's own, which stand for what libc
// has; tzname and its like are libc's. Those are stored under a lock of libc, by atomic writes as it were: they are a race
// with the program's own accesses, not with each other.
#include "runtime/control/kept_state.h"

#include <cstdint>
#include <ctime>

#include "runtime/control/core.h"
#include "runtime/control/described_calls.h"
#include "runtime/control/happens_before.h"
#include "runtime/control/heap.h"
#include "runtime/control/touch.h"
#include "runtime/control/world.h"
#include "runtime/shared/time_zone.h"

// In a section of its own: it belongs to what the program keeps.
extern "C" {
__attribute__((section("heddle_kept"), visibility("hidden"), used)) char current_locale = 0;
}

namespace heddle::control {

struct KeptState {
  const char* name;
  unsigned what;
};

namespace {

constexpr unsigned locale = 1, environment = 2, zone = 4;

constexpr KeptState kStates[] = {
#define HEDDLE_STATE(name, what) {#name, what},
#include "runtime/control/kept_state.def"
#undef HEDDLE_STATE
};

template <class Variable>
void stores(const Variable& variable, const void* pc) {
  const auto where = reinterpret_cast<std::uintptr_t>(&variable);
  Operation operation;
  if (world.shared->racy_visible > 0 && add_racy(operation, where, sizeof variable, true)) {
    reach(operation, nullptr, Action::write, where, pc);
    performed(operation);
  }
  access(where, sizeof variable, true, true, pc);
  remember(where, sizeof variable);
}

}  // namespace

const KeptState* kept_state_of(const char* function) {
  for (const KeptState& state : kStates)
    if (is_call_of(state.name, function)) return &state;
  return nullptr;
}

void use_locale(bool write, const void* pc) { touch(&current_locale, sizeof current_locale, write, pc); }
void use_environment(const void* pc) { runtime::reads_time_zone(pc); }

void touch_kept_state(const KeptState& state, const void* pc) {
  if (!controlled()) return;
  if ((state.what & locale) != 0) use_locale(false, pc);
  if ((state.what & environment) != 0) use_environment(pc);
  if ((state.what & zone) == 0) return;
  stores(timezone, pc);
  stores(daylight, pc);
  stores(tzname, pc);
}

}  // namespace heddle::control
