// SPDX-License-Identifier: Apache-2.0
// Members of local variables that other threads may know are instrumented as the variables are.
//
// -fsanitize=thread leaves out accesses of locals whose address nobody else can have. clang asks that of the
// address that is accessed instead of the variable it lies in: `&pair.second`, made for this one access, goes
// nowhere, so the access is left out, though `&pair` was given to a thread. (So do clang 14 to 19.)
//
// The address of such an access is led through an empty piece of assembler. What comes out of it is of unknown origin, and
// instrumented.
#include <llvm/Analysis/CaptureTracking.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "compile/clang/parts.h"

namespace heddle::compile {
namespace {

// The operand that is an address; -1: it accesses nothing, or its address is instrumented in any case.
int address_operand(const llvm::Instruction& instruction) {
  if (llvm::isa<llvm::LoadInst>(instruction)) return llvm::LoadInst::getPointerOperandIndex();
  if (llvm::isa<llvm::StoreInst>(instruction)) return llvm::StoreInst::getPointerOperandIndex();
  return -1;
}

const llvm::AllocaInst* local_of(const llvm::Value& address) {
  return llvm::dyn_cast<llvm::AllocaInst>(llvm::getUnderlyingObject(&address, 0));
}

bool is_part_of_captured_local(const llvm::Value& address) {
  const llvm::AllocaInst* local = local_of(address);
  return local != nullptr && local != &address && llvm::PointerMayBeCaptured(local, true, true);
}

void hide_origin(llvm::Instruction& access, unsigned operand) {
  llvm::Value* address = access.getOperand(operand);
  auto* type = llvm::FunctionType::get(address->getType(), {address->getType()}, false);
  auto* nothing = llvm::InlineAsm::get(type, "", "=r,0", /*hasSideEffects=*/false);
  llvm::IRBuilder<> builder(&access);
  access.setOperand(operand, builder.CreateCall(type, nothing, {address}));
}

}  // namespace

bool is_own(const llvm::Value& address) {
  const llvm::AllocaInst* local = local_of(address);
  return local != nullptr && !llvm::PointerMayBeCaptured(local, true, true);
}

void show_members(llvm::Function& function) {
  llvm::SmallVector<llvm::Instruction*, 16> parts;
  for (llvm::Instruction& instruction : llvm::instructions(function))
    if (const int operand = address_operand(instruction);
        operand >= 0 && is_part_of_captured_local(*instruction.getOperand(static_cast<unsigned>(operand))))
      parts.push_back(&instruction);
  for (llvm::Instruction* access : parts)
    hide_origin(*access, static_cast<unsigned>(address_operand(*access)));
}

}  // namespace heddle::compile
