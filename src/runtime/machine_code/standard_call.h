// SPDX-License-Identifier: Apache-2.0
// Whether a call was made by libstdc++'s headers: sync/standard_calls.h says why, and who marks them.
#pragma once

namespace heddle::machine_code {

// `returns_to` is where the call returns to. Decodes the instructions there up to the next jump: only for calls that are
// about to be judged.
bool is_standard_call(const void* returns_to);

}  // namespace heddle::machine_code
