// SPDX-License-Identifier: Apache-2.0
// A static variable that is written at run time stays what the source says: one variable, which all threads share.
//
// clang's GlobalOpt looks at whether the whole program could tell the difference, and sees no threads: a static atomic
// that only one function uses, which stores before it loads, becomes a local of each thread (clang 14), or its value is
// what was just stored (clang 19). Peterson's algorithm then waits for ever. A static that is never read loses its
// stores, one that is set once is held to be set, and a structure falls apart into variables without names.
//
// So the list of what the linker may look up, llvm.compiler.used, names each static that is accessed in any way but by
// loads. It costs no code. One that nobody uses still goes, and one that nobody writes is still a constant.
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include "compile/clang/parts.h"

namespace heddle::compile {
namespace {

bool is_address_of_part(const llvm::User& user) {
  return llvm::isa<llvm::GEPOperator, llvm::BitCastOperator, llvm::AddrSpaceCastOperator>(user);
}

// Can somebody store to it? Before anything is inlined, whoever gets the address might.
bool may_be_written(const llvm::Value& address) {
  for (const llvm::User* user : address.users()) {
    if (llvm::isa<llvm::LoadInst>(user)) continue;
    if (!is_address_of_part(*user) || may_be_written(*user)) return true;
  }
  return false;
}

}  // namespace

void keep_globals(llvm::Module& module) {
  llvm::SmallVector<llvm::GlobalValue*, 32> kept;
  for (llvm::GlobalVariable& global : module.globals())
    if (global.hasLocalLinkage() && !global.isConstant() && !global.isThreadLocal() && may_be_written(global))
      kept.push_back(&global);
  if (!kept.empty()) llvm::appendToCompilerUsed(module, kept);
}

}  // namespace heddle::compile
