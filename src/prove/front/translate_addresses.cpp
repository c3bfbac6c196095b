// SPDX-License-Identifier: Apache-2.0
// <stdatomic.h> and the __atomic builtins: clang compiles atomic accesses to pointers as accesses to integers
// of their size. Where the place is a pointer (a shared variable, or a field that the structure's type says
// is one), the access is made one to a pointer again; what is left are casts between the two, which
// Translation::pointer looks through.
#include <vector>

#include "prove/front/translation.h"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wall"
#pragma GCC diagnostic ignored "-Wextra"
#pragma GCC diagnostic ignored "-Wpedantic"
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Woverloaded-virtual"
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Operator.h>
#pragma GCC diagnostic pop

namespace heddle::prove {
namespace {

bool is_pointer_place(llvm::Value* address, const llvm::DataLayout& layout) {
  if (auto* global = llvm::dyn_cast<llvm::GlobalVariable>(address))
    return global->getValueType()->isPointerTy();
  auto* field = llvm::dyn_cast<llvm::GEPOperator>(address);
  auto* type = field == nullptr ? nullptr : llvm::dyn_cast<llvm::StructType>(field->getSourceElementType());
  llvm::APInt offset(64, 0);
  if (type == nullptr || !field->accumulateConstantOffset(layout, offset)) return false;
  const llvm::StructLayout* fields = layout.getStructLayout(type);
  if (offset.uge(fields->getSizeInBytes())) return false;
  const unsigned index = fields->getElementContainingOffset(offset.getZExtValue());
  return fields->getElementOffset(index) == offset.getZExtValue() &&
         type->getElementType(index)->isPointerTy();
}

llvm::Value* as_pointer(llvm::IRBuilder<>& builder, llvm::Value* value) {
  return value->getType()->isPointerTy() ? value : builder.CreateIntToPtr(value, builder.getPtrTy());
}

// Users of the integer get the pointer through a cast.
void replace(llvm::IRBuilder<>& builder, llvm::Instruction& old, llvm::Value* pointer) {
  old.replaceAllUsesWith(builder.CreatePtrToInt(pointer, old.getType()));
  old.eraseFromParent();
}

void rewrite(llvm::Instruction& instruction, const llvm::DataLayout& layout) {
  llvm::IRBuilder<> builder(&instruction);
  const auto is_address = [&](llvm::Value* value, llvm::Value* place) {
    return value->getType() == layout.getIntPtrType(instruction.getContext()) &&
           is_pointer_place(place, layout);
  };
  if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
    if (!is_address(load, load->getPointerOperand())) return;
    auto* fresh = builder.CreateAlignedLoad(builder.getPtrTy(), load->getPointerOperand(), load->getAlign());
    fresh->setAtomic(load->getOrdering());
    return replace(builder, *load, fresh);
  }
  if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
    if (!is_address(store->getValueOperand(), store->getPointerOperand())) return;
    store->setOperand(0, as_pointer(builder, store->getValueOperand()));
    return;
  }
  if (auto* swap = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
    if (swap->getOperation() != llvm::AtomicRMWInst::Xchg ||
        !is_address(swap->getValOperand(), swap->getPointerOperand()))
      return;
    auto* fresh = builder.CreateAtomicRMW(swap->getOperation(), swap->getPointerOperand(),
                                          as_pointer(builder, swap->getValOperand()), swap->getAlign(),
                                          swap->getOrdering());
    return replace(builder, *swap, fresh);
  }
  auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction);
  if (exchange == nullptr || !is_address(exchange->getNewValOperand(), exchange->getPointerOperand())) return;
  for (llvm::User* user : exchange->users())
    if (!llvm::isa<llvm::ExtractValueInst>(user)) return;
  auto* fresh = builder.CreateAtomicCmpXchg(
      exchange->getPointerOperand(), as_pointer(builder, exchange->getCompareOperand()),
      as_pointer(builder, exchange->getNewValOperand()), exchange->getAlign(), exchange->getSuccessOrdering(),
      exchange->getFailureOrdering());
  fresh->setWeak(exchange->isWeak());
  for (llvm::User* user : llvm::make_early_inc_range(exchange->users())) {
    auto* extract = llvm::cast<llvm::ExtractValueInst>(user);
    builder.SetInsertPoint(extract);
    const unsigned index = extract->getIndices()[0];
    llvm::Value* part = builder.CreateExtractValue(fresh, index);
    if (index == 0) part = builder.CreatePtrToInt(part, extract->getType());
    extract->replaceAllUsesWith(part);
    extract->eraseFromParent();
  }
  exchange->eraseFromParent();
}

}  // namespace

void Translation::read_addresses_as_pointers() {
  for (llvm::Function& function : module_) {
    std::vector<llvm::Instruction*> all;
    for (llvm::BasicBlock& block : function)
      for (llvm::Instruction& instruction : block) all.push_back(&instruction);
    for (llvm::Instruction* instruction : all)
      if (!llvm::isa<llvm::ExtractValueInst>(instruction)) rewrite(*instruction, module_.getDataLayout());
  }
}

}  // namespace heddle::prove
