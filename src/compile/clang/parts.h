// SPDX-License-Identifier: Apache-2.0
// The parts of the plug-in for clang (plugin.cpp): each adds to a function what clang's own pass, which comes next, leaves
// out.
#pragma once

namespace llvm {
class Function;
class IntrinsicInst;
class Module;
class Value;
}  // namespace llvm

namespace heddle::compile {

void show_members(llvm::Function& function);         // captured_locals.cpp
void tell_ends_of_blocks(llvm::Function& function);  // block_ends.cpp
void keep_globals(llvm::Module& module);             // kept_globals.cpp; before all passes
// Before all passes: an array whose length is found out would end with the function that its own is inlined to.
void keep_arrays(llvm::Function& function);          // block_ends.cpp
void mark_standard_calls(llvm::Function& function);  // standard_calls.cpp; before anything is inlined, too
// `sizes`: and loads and stores of sizes that clang does not know.
void tell_left_out(llvm::Function& function, bool sizes);  // left_out.cpp

void tell_x86(llvm::IntrinsicInst& call);  // x86_accesses.cpp
void tell_assembly(llvm::CallBase& call);  // the same

// Is the address in a variable of this function that nobody else can know?
bool is_own(const llvm::Value& address);  // captured_locals.cpp

}  // namespace heddle::compile
