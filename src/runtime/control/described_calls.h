// SPDX-License-Identifier: Apache-2.0
// Functions of libc that do nothing to others but read and write what their arguments point to: described_calls.cpp.
#pragma once

#include <cstdint>

namespace heddle::control {

struct DescribedCall;

// A star in the pattern stands for any ending; the checked form of a function counts as the function.
bool is_call_of(const char* pattern, const char* name);
const DescribedCall* described_call(const char* name);  // nullptr: no such function
// Before the call of the function, with its first six arguments: the accesses that it makes for its caller.
void touch_arguments(const DescribedCall& call, const std::uint64_t (&arguments)[6], const void* function,
                     const void* pc);
// The program looks at `signgam`: who sets it is told of. (ISO C has no such variable: to others lgamma has no state.)
void watch_signgam();

}  // namespace heddle::control
