// SPDX-License-Identifier: Apache-2.0
// Where a block ends, that is told to heddle of all variables of it whose address was given away: who still uses them is
// not in time.
//
// clang marks the ends of variables of a known size. Of arrays of a variable length it knows only that the stack becomes
// what it was before them: they lie between the stack pointer and what it becomes. But an array whose length the optimiser
// has found out lies with the other variables of its function.
#include <llvm/Analysis/CaptureTracking.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include "compile/clang/parts.h"

namespace heddle::compile {
namespace {

bool is_call_of(const llvm::Instruction& instruction, llvm::Intrinsic::ID intrinsic) {
  const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  return call != nullptr && call->getIntrinsicID() == intrinsic;
}

// nullptr: no variable that others may know ends here.
llvm::AllocaInst* ended_variable(llvm::Instruction& instruction) {
  if (!is_call_of(instruction, llvm::Intrinsic::lifetime_end)) return nullptr;
  auto& call = llvm::cast<llvm::IntrinsicInst>(instruction);
  llvm::Value* address = call.getArgOperand(call.arg_size() - 1);
  auto* local = llvm::dyn_cast<llvm::AllocaInst>(llvm::getUnderlyingObject(address, 0));
  return local != nullptr && llvm::PointerMayBeCaptured(local, true, true) ? local : nullptr;
}

void tell(llvm::IRBuilder<>& builder, llvm::Value* address, llvm::Value* size) {
  llvm::Type* pointer = builder.getInt8Ty()->getPointerTo();
  auto function = builder.GetInsertBlock()->getModule()->getOrInsertFunction(
      "heddle_runtime_block_ends", builder.getVoidTy(), pointer, builder.getInt64Ty());
  builder.CreateCall(function, {builder.CreatePointerCast(address, pointer), size});
}

void tell_end_of(llvm::AllocaInst& local, llvm::Instruction& end) {
  const auto size = local.getAllocationSizeInBits(end.getModule()->getDataLayout());
  if (!size || size->isScalable()) return;
  llvm::IRBuilder<> builder(&end);
  tell(builder, &local, builder.getInt64(size->getFixedValue() / 8));
}

void tell_end_of_arrays(llvm::Instruction& end) {
  llvm::IRBuilder<> builder(&end);
  llvm::Value* before = end.getOperand(0);
  const auto call = [&](llvm::Intrinsic::ID intrinsic, llvm::Type* type) -> llvm::Value* {
    llvm::SmallVector<llvm::Type*, 1> types;
    if (llvm::Intrinsic::isOverloaded(intrinsic)) types.push_back(type);
    return builder.CreateCall(llvm::Intrinsic::getDeclaration(end.getModule(), intrinsic, types), {});
  };
  llvm::Type* number = builder.getInt64Ty();
  llvm::Value* now = builder.CreatePtrToInt(call(llvm::Intrinsic::stacksave, before->getType()), number);
  llvm::Value* size = builder.CreateSub(builder.CreatePtrToInt(before, number), now);
  // What calls need of the stack may lie below the arrays.
  llvm::Value* begin = builder.CreateAdd(now, call(llvm::Intrinsic::get_dynamic_area_offset, number));
  tell(builder, builder.CreateIntToPtr(begin, builder.getInt8Ty()->getPointerTo()), size);
}

// Is it one of a known length, made since the stack was saved?
bool has_become_variable(const llvm::AllocaInst& local, const llvm::Instruction& restore) {
  const auto* save = llvm::dyn_cast<llvm::Instruction>(restore.getOperand(0));
  if (save == nullptr || !local.isStaticAlloca() || save->getParent() != local.getParent()) return false;
  if (!save->comesBefore(&local)) return false;
  return restore.getParent() != local.getParent() || local.comesBefore(&restore);
}

// Those that were passed in memory lie above the frame, and end with it.
void tell_end_of_parameters(llvm::Function& function) {
  for (llvm::Argument& argument : function.args()) {
    if (!argument.hasByValAttr() || !llvm::PointerMayBeCaptured(&argument, true, true)) continue;
    const auto size = function.getParent()->getDataLayout().getTypeAllocSize(argument.getParamByValType());
    for (llvm::BasicBlock& block : function)
      if (auto* end = llvm::dyn_cast<llvm::ReturnInst>(block.getTerminator())) {
        llvm::IRBuilder<> builder(end);
        tell(builder, &argument, builder.getInt64(size.getFixedValue()));
      }
  }
}

}  // namespace

void tell_ends_of_blocks(llvm::Function& function) {
  llvm::SmallVector<llvm::Instruction*, 16> ends, restores;
  llvm::SmallVector<llvm::AllocaInst*, 16> known;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    if (ended_variable(instruction) != nullptr) ends.push_back(&instruction);
    if (is_call_of(instruction, llvm::Intrinsic::stackrestore)) restores.push_back(&instruction);
    if (auto* local = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
        local != nullptr && llvm::PointerMayBeCaptured(local, true, true))
      known.push_back(local);
  }
  for (llvm::Instruction* end : ends) tell_end_of(*ended_variable(*end), *end);
  const bool has_array = llvm::any_of(known, [](const auto* local) { return !local->isStaticAlloca(); });
  for (llvm::Instruction* restore : restores) {
    if (has_array) tell_end_of_arrays(*restore);
    for (llvm::AllocaInst* local : known)
      if (has_become_variable(*local, *restore)) tell_end_of(*local, *restore);
  }
  tell_end_of_parameters(function);
}

void keep_arrays(llvm::Function& function) {
  for (const llvm::Instruction& instruction : llvm::instructions(function))
    if (is_call_of(instruction, llvm::Intrinsic::stackrestore) &&
        !function.hasFnAttribute(llvm::Attribute::AlwaysInline)) {
      function.addFnAttr(llvm::Attribute::NoInline);
      return;
    }
}

}  // namespace heddle::compile
