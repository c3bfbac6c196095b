// SPDX-License-Identifier: Apache-2.0
// Marks calls of POSIX's functions that libstdc++'s headers make: sync/standard_calls.h.
#include "sync/standard_calls.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "compile/clang/parts.h"

namespace heddle::compile {

void mark_standard_calls(llvm::Function& function) {
  if (!sync::is_of_standard_library({function.getName().data(), function.getName().size()})) return;
  llvm::SmallVector<llvm::CallInst*, 4> calls;
  for (llvm::Instruction& instruction : llvm::instructions(function))
    if (auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction))
      if (const llvm::Function* called = call->getCalledFunction();
          called != nullptr && sync::is_of_posix({called->getName().data(), called->getName().size()}))
        calls.push_back(call);
  for (llvm::CallInst* call : calls) {
    call->setTailCallKind(llvm::CallInst::TCK_NoTail);
    llvm::IRBuilder<> builder(call->getNextNode());
    auto* type = llvm::FunctionType::get(builder.getVoidTy(), false);
    builder.CreateCall(type,
                       llvm::InlineAsm::get(type, HEDDLE_STANDARD_CALL_MARK, "", /*hasSideEffects=*/true));
  }
}

}  // namespace heddle::compile
