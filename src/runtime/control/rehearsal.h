// SPDX-License-Identifier: Apache-2.0
// What a function of libc will write, found by calling it twice with other memory: rehearsal.cpp.
#pragma once

#include "runtime/control/described_rows.h"

namespace heddle::control {

// Tells what `argument` of the call will be written of, and nothing else of it.
void rehearse(const DescribedCall& call, const Argument& argument, const Arguments& arguments,
              const void* function, const void* pc);

}  // namespace heddle::control
