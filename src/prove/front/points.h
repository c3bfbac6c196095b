// SPDX-License-Identifier: Apache-2.0
// The arguments of HEDDLE_LINEARIZE are evaluated by the prover and not natively, so nothing may depend on
// their evaluation: they read, and change neither memory nor a local variable.
#pragma once

#include "prove/front/llvm.h"

namespace heddle::prove {

// On the module as clang makes it: later a variable that was assigned to is gone. Throws Unsupported.
void refuse_effects_in_points(const llvm::Module& module);

}  // namespace heddle::prove
