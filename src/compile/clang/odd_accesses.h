// SPDX-License-Identifier: Apache-2.0
// clang's pass has functions for accesses of 1, 2, 4, 8 and 16 bytes, and leaves out all others: bit-fields of three bytes,
// long double, wide vectors. Nor does it see the copy of a structure that is passed by value, which is made when code is
// generated. Here they are told as ranges.
#pragma once

#include <optional>

#include <llvm/Analysis/CaptureTracking.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

namespace heddle::clang {

struct OddAccess {
  llvm::Instruction* before;
  llvm::Value* address;
  std::uint64_t bytes;
  bool write;
};

inline bool may_be_shared(const llvm::Value* address) {
  const llvm::Value* object = llvm::getUnderlyingObject(address, 0);
  if (const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(object)) return !variable->isConstant();
  return !llvm::isa<llvm::AllocaInst>(object) || llvm::PointerMayBeCaptured(object, true, true);
}

template <class Size>
std::optional<std::uint64_t> odd_bytes(Size size) {
  if (size.isScalable()) return std::nullopt;
  const std::uint64_t bytes = size.getFixedValue();
  const bool has_function = bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8 || bytes == 16;
  if (has_function || bytes == 0) return std::nullopt;
  return bytes;
}

inline void note_odd_accesses(llvm::Instruction& at, llvm::SmallVectorImpl<OddAccess>& found) {
  const llvm::DataLayout& layout = at.getModule()->getDataLayout();
  const auto note = [&](llvm::Value* address, llvm::Type* type, bool write) {
    const auto bytes = odd_bytes(layout.getTypeStoreSize(type));
    if (bytes && may_be_shared(address)) found.push_back({&at, address, *bytes, write});
  };
  if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&at)) {
    note(load->getPointerOperand(), load->getType(), false);
  } else if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&at)) {
    note(store->getPointerOperand(), store->getValueOperand()->getType(), true);
  } else if (auto* call = llvm::dyn_cast<llvm::CallBase>(&at)) {
    const llvm::Function* called = call->getCalledFunction();
    // One of the processor's own loads.
    if (called != nullptr && called->getName().substr(0, 9) == "llvm.x86." && call->arg_size() == 1 &&
        call->getType()->isVectorTy() && call->getArgOperand(0)->getType()->isPointerTy())
      found.push_back(
          {&at, call->getArgOperand(0), layout.getTypeStoreSize(call->getType()).getFixedValue(), false});
    for (unsigned i = 0; i < call->arg_size(); ++i)
      if (call->isByValArgument(i) && may_be_shared(call->getArgOperand(i)))
        found.push_back({&at, call->getArgOperand(i),
                         layout.getTypeAllocSize(call->getParamByValType(i)).getFixedValue(), false});
  }
}

inline void tell(const OddAccess& access) {
  llvm::IRBuilder<> builder(access.before);
  llvm::Type* pointer = builder.getInt8Ty()->getPointerTo();
  auto function = access.before->getModule()->getOrInsertFunction(
      access.write ? "__tsan_write_range" : "__tsan_read_range", builder.getVoidTy(), pointer,
      builder.getInt64Ty());
  builder
      .CreateCall(function,
                  {builder.CreatePointerCast(access.address, pointer), builder.getInt64(access.bytes)})
      ->setDoesNotThrow();
}

}  // namespace heddle::clang
