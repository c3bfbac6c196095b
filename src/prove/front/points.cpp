// SPDX-License-Identifier: Apache-2.0
#include "prove/front/points.h"

#include <set>
#include <vector>

#include "prove/front/known_calls.h"
#include "prove/front/places.h"

namespace heddle::prove {
namespace {

// Of the function that the instruction is in, and, unless it is all its own, without a name in the program.
bool is_own_variable(const llvm::Value* address, bool may_have_name) {
  auto* variable = llvm::dyn_cast<llvm::AllocaInst>(address->stripInBoundsOffsets());
  if (variable == nullptr) return false;
  if (may_have_name) return true;
  llvm::SmallVector<llvm::DbgVariableIntrinsic*, 2> intrinsics;
  llvm::SmallVector<llvm::DbgVariableRecord*, 2> records;
  llvm::findDbgUsers(intrinsics, const_cast<llvm::AllocaInst*>(variable), &records);
  return intrinsics.empty() && records.empty();
}

bool only_reads(const llvm::Function& function, std::set<const llvm::Function*>& seen);

bool only_reads(const llvm::Instruction& instruction, bool is_helper, std::set<const llvm::Function*>& seen) {
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
    return is_own_variable(store->getPointerOperand(), is_helper);
  if (const auto* move = llvm::dyn_cast<llvm::AnyMemIntrinsic>(&instruction))
    return is_own_variable(move->getRawDest(), is_helper);
  if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
    const Call what = known_call(*call).what;
    if (what == Call::debug || what == Call::nothing) return true;
    const llvm::Function* callee = call->getCalledFunction();
    if (callee != nullptr && callee->isIntrinsic()) return !call->mayWriteToMemory();
    return callee != nullptr && !callee->isDeclaration() && only_reads(*callee, seen);
  }
  return !instruction.mayWriteToMemory() || llvm::isa<llvm::LoadInst>(instruction);
}

bool only_reads(const llvm::Function& function, std::set<const llvm::Function*>& seen) {
  if (!seen.insert(&function).second) return true;
  for (const llvm::Instruction& instruction : llvm::instructions(function))
    if (!only_reads(instruction, true, seen)) return false;
  return true;
}

}  // namespace

void refuse_effects_in_points(const llvm::Module& module) {
  for (const llvm::Function& function : module)
    for (const llvm::Instruction& begin : llvm::instructions(function)) {
      const auto* mark = llvm::dyn_cast<llvm::CallBase>(&begin);
      if (mark == nullptr || known_call(*mark).what != Call::point) continue;
      std::vector<const llvm::Instruction*> open = {begin.getNextNode()};
      std::set<const llvm::Instruction*> seen;
      while (!open.empty()) {
        const llvm::Instruction* at = open.back();
        open.pop_back();
        for (; at != nullptr && seen.insert(at).second; at = at->getNextNode()) {
          if (const auto* call = llvm::dyn_cast<llvm::CallBase>(at)) {
            const Call what = known_call(*call).what;
            if (what == Call::linearize || what == Call::linearize_if) break;
          }
          std::set<const llvm::Function*> helpers;
          if (!only_reads(*at, false, helpers))
            refuse(
                "the argument of HEDDLE_LINEARIZE does more than to read, and natively it is not evaluated",
                line_of(*at) != 0 ? *at : begin);
          if (at->isTerminator())
            for (const llvm::BasicBlock* next : llvm::successors(at)) open.push_back(&next->front());
        }
      }
    }
}

}  // namespace heddle::prove
