// SPDX-License-Identifier: Apache-2.0
// Calls of libc that nobody here knows: known_calls.cpp.
#pragma once

namespace heddle::control {

// Code that notes the call and goes on in the function; nullptr: it is ours, or harmless, or not of libc.
void* lead_unknown(const char* name, void* function);
// Likewise one that tells which of its caller's memory the function touches; nullptr: nothing is to be told.
void* lead_described(const char* name, void* function);

}  // namespace heddle::control
