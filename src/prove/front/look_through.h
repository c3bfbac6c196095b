// SPDX-License-Identifier: Apache-2.0
// What libraries put together a moment before they take it apart again: parts of structures, constants in memory,
// conditions that are constants, hints to the optimiser. std::unique_lock asks whether it has a mutex, std::optional<int> is
// returned as one number, std::atomic_flag is initialised by a function that can do something else as well.
//
// Whatever has to do with a value that was never written is left as it is: the translation tells where it is used.
#pragma once

#include "prove/front/llvm.h"

namespace heddle::prove {

// `object` is the parameter with the object's address, or null.
void look_through(llvm::Function& function, const llvm::Value* object);

}  // namespace heddle::prove
