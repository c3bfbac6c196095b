// SPDX-License-Identifier: Apache-2.0
// What libc keeps for all threads and its functions use without a lock that others would know of: kept_state.def.
#pragma once

namespace heddle::control {

struct KeptState;

const KeptState* kept_state_of(const char* function);  // nullptr: it uses none
void touch_kept_state(const KeptState& state, const void* pc);
void use_locale(bool write, const void* pc);  // the one that setlocale sets
void use_environment(const void* pc);

}  // namespace heddle::control
