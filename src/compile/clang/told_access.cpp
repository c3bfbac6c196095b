// SPDX-License-Identifier: Apache-2.0
#include "compile/clang/told_access.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Module.h>

#include "compile/clang/parts.h"

namespace heddle::compile {

std::uint64_t TellAccess::bytes_of(llvm::Type* type) const {
  const llvm::TypeSize size = access_.getModule()->getDataLayout().getTypeStoreSize(type);
  return size.isScalable() ? 0 : size.getFixedValue();
}

bool TellAccess::concerns_others(const llvm::Value& address) const {
  const auto* pointer = llvm::dyn_cast<llvm::PointerType>(address.getType());
  if (pointer == nullptr) return true;  // several
  if (pointer->getAddressSpace() != 0 || is_own(address)) return false;
  const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(llvm::getUnderlyingObject(&address, 0));
  return global == nullptr || !global->isConstant();
}

void TellAccess::call(llvm::IRBuilder<>& builder, llvm::Value* address, llvm::Value* bytes) const {
  if (const auto* known = llvm::dyn_cast<llvm::ConstantInt>(bytes); known != nullptr && known->isZero())
    return;
  llvm::Type* pointer = builder.getInt8Ty()->getPointerTo();
  auto function =
      access_.getModule()->getOrInsertFunction(writes_ ? "__tsan_write_range" : "__tsan_read_range",
                                               builder.getVoidTy(), pointer, builder.getInt64Ty());
  builder.CreateCall(function, {builder.CreatePointerCast(address, pointer), bytes});
}

void TellAccess::range(llvm::Value* address, std::uint64_t bytes) const {
  if (!concerns_others(*address)) return;
  llvm::IRBuilder<> builder(&access_);
  call(builder, address, builder.getInt64(bytes));
}

llvm::Value* TellAccess::is_taken(llvm::IRBuilder<>& builder, llvm::Value* mask, unsigned lane) const {
  llvm::Value* part = builder.CreateExtractElement(mask, lane);
  if (part->getType()->isFloatingPointTy())
    part = builder.CreateBitCast(part, builder.getIntNTy(part->getType()->getPrimitiveSizeInBits()));
  if (!part->getType()->isIntegerTy(1))
    part = builder.CreateICmpSLT(part, llvm::Constant::getNullValue(part->getType()));
  return builder.CreateZExt(part, builder.getInt64Ty());
}

void TellAccess::lanes(llvm::Value* address, llvm::Type* vector, llvm::Value* mask) const {
  const auto* type = llvm::dyn_cast<llvm::FixedVectorType>(vector);
  if (type == nullptr) return not_known("a vector of unknown length");
  if (!concerns_others(*address)) return;
  llvm::IRBuilder<> builder(&access_);
  const bool one_each = address->getType()->isVectorTy();
  llvm::Value* bytes = builder.getInt64(bytes_of(type->getElementType()));
  llvm::Value* first =
      one_each ? nullptr : builder.CreatePointerCast(address, builder.getInt8Ty()->getPointerTo());
  for (unsigned i = 0; i < type->getNumElements(); ++i) {
    llvm::Value* at = one_each ? builder.CreateExtractElement(address, i)
                               : builder.CreateGEP(builder.getInt8Ty(), first,
                                                   builder.CreateMul(bytes, builder.getInt64(i)));
    call(builder, at, builder.CreateMul(is_taken(builder, mask, i), bytes));
  }
}

void TellAccess::packed(llvm::Value* address, llvm::Type* vector, llvm::Value* mask) const {
  const auto* type = llvm::dyn_cast<llvm::FixedVectorType>(vector);
  if (type == nullptr) return not_known("a vector of unknown length");
  if (!concerns_others(*address)) return;
  llvm::IRBuilder<> builder(&access_);
  llvm::Value* count = builder.getInt64(0);
  for (unsigned i = 0; i < type->getNumElements(); ++i)
    count = builder.CreateAdd(count, is_taken(builder, mask, i));
  call(builder, address, builder.CreateMul(count, builder.getInt64(bytes_of(type->getElementType()))));
}

void TellAccess::not_known(llvm::StringRef name) const { by_name("heddle_runtime_unseen", name); }
void TellAccess::outside(llvm::StringRef name) const { by_name("heddle_runtime_unforeseen", name); }

void TellAccess::by_name(llvm::StringRef hook, llvm::StringRef name) const {
  llvm::IRBuilder<> builder(&access_);
  llvm::Type* pointer = builder.getInt8Ty()->getPointerTo();
  auto function = access_.getModule()->getOrInsertFunction(hook, builder.getVoidTy(), pointer);
  llvm::Value* text = builder.CreateGlobalStringPtr(name);
  builder.CreateCall(function, {builder.CreatePointerCast(text, pointer)});
}

}  // namespace heddle::compile
