// SPDX-License-Identifier: Apache-2.0
// The module that clang makes of a file, brought into the form that is translated: helpers are part of the
// operations, variables are registers, and what a variable holds before it is written can be told.
//
// Only passes that change nothing but the form are used, and before them every variable is given a value of
// its own for "never written": LLVM may otherwise take an indeterminate value to be whatever suits it.
#pragma once

#include <cstdint>
#include <set>

#include "prove/front/llvm.h"

namespace heddle::prove {

// With `has_object` the first parameter of each operation, if it has one, is the object.
void prepare(llvm::Module& module, const std::set<llvm::Function*>& operations, bool has_object);

// The value of a variable that was never written: every byte is 0xAA, as clang's
// -ftrivial-auto-var-init=pattern has it, which does the same where a declaration is passed again.
bool is_indeterminate(const llvm::Value* value);

}  // namespace heddle::prove
