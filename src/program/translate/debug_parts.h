// SPDX-License-Identifier: Apache-2.0
// What the parts of a variable are called (event/parts.h), from the debug information that bitcode carries. The same for
// programs, from DWARF, is in runtime/host/debug_types.h.
#pragma once

#include <string>

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Instructions.h>

namespace heddle::program {

std::string parts_of(const llvm::DIType* type);
// "node", and behind a line break its parts; without debug information the name that the value has.
std::string name_with_parts(llvm::AllocaInst& local);

}  // namespace heddle::program
