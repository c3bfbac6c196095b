// SPDX-License-Identifier: Apache-2.0
// Functions of libc that do nothing to others but read and write what their arguments point to: described_calls.cpp.
#pragma once

#include <cstdint>

namespace heddle::control {

struct DescribedCall;

const DescribedCall* described_call(const char* name);  // nullptr: no such function
// Before the call, with its first six arguments: the accesses that it makes for its caller.
void touch_arguments(const DescribedCall& call, const std::uint64_t (&arguments)[6], const void* pc);

}  // namespace heddle::control
