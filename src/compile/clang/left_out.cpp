// SPDX-License-Identifier: Apache-2.0
// Accesses that clang's pass leaves out are told.
//
// It instruments loads and stores of 1, 2, 4, 8 and 16 bytes, copies and atomics. What it passes over in silence:
// - other sizes: bit fields of three bytes, long double (ten), vectors of 32, which loops become too
// - a structure that a call takes by value: the copy is made with the machine's instructions
// - accesses by a mask, lane by lane, of the program or of a loop with a condition; gathers and scatters
// - instructions of the processor that clang has a function for (x86_accesses.cpp)
//
// Each of them becomes a call of __tsan_read_range or __tsan_write_range right before it, of exactly the bytes that it
// accesses.
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include "compile/clang/parts.h"
#include "compile/clang/told_access.h"

namespace heddle::compile {
namespace {

bool is_instrumented_size(std::uint64_t bytes) {
  return bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8 || bytes == 16;
}

void tell_odd_size(llvm::Instruction& access) {
  const bool writes = llvm::isa<llvm::StoreInst>(access);
  const TellAccess told(access, writes);
  llvm::Type* type = writes ? access.getOperand(0)->getType() : access.getType();
  const std::uint64_t bytes = told.bytes_of(type);
  if (access.isAtomic() || is_instrumented_size(bytes)) return;
  told.range(llvm::getLoadStorePointerOperand(&access), bytes);
}

void tell_arguments(llvm::CallBase& call) {
  const TellAccess told(call, false);
  for (unsigned i = 0; i < call.arg_size(); ++i)
    if (call.isByValArgument(i)) told.range(call.getArgOperand(i), told.bytes_of(call.getParamByValType(i)));
}

// True: it was an access by a mask.
bool tell_masked(llvm::IntrinsicInst& call) {
  const auto argument = [&](unsigned i) { return call.getArgOperand(i); };
  const TellAccess read(call, false), written(call, true);
  switch (call.getIntrinsicID()) {
    case llvm::Intrinsic::masked_load:
      return read.lanes(argument(0), call.getType(), argument(2)), true;
    case llvm::Intrinsic::masked_store:
      return written.lanes(argument(1), argument(0)->getType(), argument(3)), true;
    case llvm::Intrinsic::masked_gather:
      return read.lanes(argument(0), call.getType(), argument(2)), true;
    case llvm::Intrinsic::masked_scatter:
      return written.lanes(argument(1), argument(0)->getType(), argument(3)), true;
    case llvm::Intrinsic::masked_expandload:
      return read.packed(argument(0), call.getType(), argument(1)), true;
    case llvm::Intrinsic::masked_compressstore:
      return written.packed(argument(1), argument(0)->getType(), argument(2)), true;
    default:
      return false;
  }
}

}  // namespace

void tell_left_out(llvm::Function& function, bool sizes) {
  llvm::SmallVector<llvm::Instruction*, 32> all;
  for (llvm::Instruction& instruction : llvm::instructions(function))
    if (!instruction.hasMetadata("nosanitize")) all.push_back(&instruction);
  for (llvm::Instruction* instruction : all) {
    if (sizes && llvm::isa<llvm::LoadInst, llvm::StoreInst>(instruction)) tell_odd_size(*instruction);
    if (auto* call = llvm::dyn_cast<llvm::CallBase>(instruction)) tell_arguments(*call), tell_assembly(*call);
    if (auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(instruction); call != nullptr && !tell_masked(*call))
      tell_x86(*call);
  }
}

}  // namespace heddle::compile
