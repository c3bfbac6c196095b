// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace llvm {
class Function;
}

namespace heddle::program {

// Marks where compound literals of C begin and end.
void mark_literals(llvm::Function& function);

}  // namespace heddle::program
