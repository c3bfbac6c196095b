// SPDX-License-Identifier: Apache-2.0
// Which plain accesses are checked: all loads and stores but those of
// - variables of the function whose address goes nowhere: no other thread can have it
// - constants, tables of virtual functions among them: nobody writes them, and two reads never race
// - counters that the compiler itself has put in, for coverage and profiles
// Sizes that clang's own pass does not know are checked here too, as ranges.
#include "compile/clang/checks.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/Analysis/CaptureTracking.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Metadata.h>
#include <llvm/IR/Module.h>

namespace heddle::compile {
namespace {

bool is_of_vtable(const llvm::Instruction& access) {
  const llvm::MDNode* type = access.getMetadata(llvm::LLVMContext::MD_tbaa);
  return type != nullptr && type->isTBAAVtableAccess();
}

bool is_of_compiler(const llvm::GlobalVariable& global) {
  return global.getName().substr(0, 7) == "__llvm_" || global.getName().substr(0, 6) == "__prof";
}

class Collection {
 public:
  explicit Collection(const llvm::DataLayout& layout) : layout_(layout) {}

  void add(llvm::Instruction& access) {
    const bool writes = llvm::isa<llvm::StoreInst>(access);
    if ((!writes && !llvm::isa<llvm::LoadInst>(access)) || access.isAtomic() ||
        access.hasMetadata("nosanitize"))
      return;
    llvm::Value* value = writes ? access.getOperand(0) : &access;
    llvm::Value* address = llvm::getLoadStorePointerOperand(&access);
    const llvm::TypeSize size = layout_.getTypeStoreSize(value->getType());
    if (size.isScalable() || size.getFixedValue() == 0 || !concerns_others(*address)) return;
    llvm::APInt offset(layout_.getIndexTypeSizeInBits(address->getType()), 0);
    llvm::Value* base = address->stripAndAccumulateConstantOffsets(layout_, offset, true);
    const bool is_vtable = writes && is_of_vtable(access) && value->getType()->isPointerTy();
    checks.push_back({&access, address, base, offset.getSExtValue(), size.getFixedValue(), writes,
                      is_vtable ? value : nullptr});
  }

  Checks checks;

 private:
  bool concerns_others(const llvm::Value& address) {
    if (llvm::cast<llvm::PointerType>(address.getType())->getAddressSpace() != 0 || address.isSwiftError())
      return false;
    const llvm::Value* object = llvm::getUnderlyingObject(&address, 0);
    if (const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(object))
      return !global->isConstant() && !is_of_compiler(*global);
    if (const auto* table = llvm::dyn_cast<llvm::LoadInst>(object)) return !is_of_vtable(*table);
    const auto* local = llvm::dyn_cast<llvm::AllocaInst>(object);
    if (local == nullptr) return true;
    const auto [known, is_new] = captured_.try_emplace(local, true);
    if (is_new) known->second = llvm::PointerMayBeCaptured(local, true, true);
    return known->second;
  }

  const llvm::DataLayout& layout_;
  llvm::DenseMap<const llvm::AllocaInst*, bool> captured_;
};

// Neither releases nor frees, and comes back.
bool is_harmless(const llvm::CallBase& call) {
  if (call.isInlineAsm()) return false;
  if (const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&call)) {
    if (llvm::isa<llvm::MemIntrinsic, llvm::DbgInfoIntrinsic>(intrinsic)) return true;
    switch (intrinsic->getIntrinsicID()) {
      case llvm::Intrinsic::assume:
      case llvm::Intrinsic::lifetime_start:
      case llvm::Intrinsic::expect:
        return true;
      default:
        break;
    }
  }
  if (call.doesNotAccessMemory() && call.doesNotThrow() && call.hasFnAttr(llvm::Attribute::WillReturn))
    return true;
  const llvm::Function* callee = call.getCalledFunction();
  return callee != nullptr &&
         (callee->getName() == "__tsan_read_range" || callee->getName() == "__tsan_write_range");
}

}  // namespace

bool may_release(const llvm::Instruction& instruction) {
  if (llvm::isa<llvm::LoadInst>(instruction)) return false;
  if (instruction.isAtomic()) return true;
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  return call != nullptr && !is_harmless(*call);
}

bool may_synchronise(const llvm::Instruction& instruction) {
  return instruction.isAtomic() || may_release(instruction) ||
         !llvm::isGuaranteedToTransferExecutionToSuccessor(&instruction);
}

Checks needed_checks(llvm::Function& function) {
  Collection collection(function.getParent()->getDataLayout());
  for (llvm::Instruction& instruction : llvm::instructions(function)) collection.add(instruction);
  return std::move(collection.checks);
}

}  // namespace heddle::compile
