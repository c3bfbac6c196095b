// SPDX-License-Identifier: Apache-2.0
// Calls of functions whose state nobody watches: calls.cpp.
#pragma once

extern "C" unsigned char heddle_called_outside __attribute__((visibility("hidden")));

namespace heddle::control {

void watch_calls();  // of the program's own modules; once a process

}  // namespace heddle::control
