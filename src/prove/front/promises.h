// SPDX-License-Identifier: Apache-2.0
// What a program promises the compiler of itself, by attributes in its source, and nobody checks: an optimiser
// takes it to be true, so a proof of what the text does would not be one of what is compiled.
#pragma once

#include <vector>

#include "prove/front/llvm.h"

namespace heddle::prove {

// On the module as clang makes it without optimisation, where nothing is inferred. Looks at these functions and at
// all that they may call; throws Unsupported.
void refuse_promises(const llvm::Module& module, std::vector<const llvm::Function*> functions);

}  // namespace heddle::prove
