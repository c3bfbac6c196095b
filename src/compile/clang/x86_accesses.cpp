// SPDX-License-Identifier: Apache-2.0
// What instructions of x86 access for which clang has functions of their own: <immintrin.h> calls them. Most of that header
// are plain vectors by now; these are the rest. One that is not known here makes no verdict clean.
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/IntrinsicInst.h>

#include "compile/clang/parts.h"
#include "compile/clang/told_access.h"

namespace heddle::compile {
namespace {

bool has_address(const llvm::CallBase& call) {
  for (const llvm::Use& argument : call.args())
    if (argument->getType()->isPtrOrPtrVectorTy()) return true;
  return false;
}

// (lanes not taken, base, index, mask, scale)
void tell_gather(llvm::IntrinsicInst& call) {
  const auto* type = llvm::cast<llvm::FixedVectorType>(call.getType());
  const auto* indices = llvm::cast<llvm::FixedVectorType>(call.getArgOperand(2)->getType());
  const unsigned count = std::min(type->getNumElements(), indices->getNumElements());
  llvm::IRBuilder<> builder(&call);
  llvm::Type* number = builder.getInt64Ty();
  llvm::Value* scale = builder.CreateZExt(call.getArgOperand(4), number);
  llvm::Value* base = builder.CreatePtrToInt(call.getArgOperand(1), number);
  auto* pointers = llvm::FixedVectorType::get(builder.getInt8Ty()->getPointerTo(), type->getNumElements());
  llvm::Value* addresses = llvm::Constant::getNullValue(pointers);
  for (unsigned i = 0; i < count; ++i) {
    llvm::Value* index = builder.CreateSExt(builder.CreateExtractElement(call.getArgOperand(2), i), number);
    llvm::Value* at = builder.CreateAdd(base, builder.CreateMul(index, scale));
    addresses = builder.CreateInsertElement(
        addresses, builder.CreateIntToPtr(at, builder.getInt8Ty()->getPointerTo()), i);
  }
  auto* taken = llvm::FixedVectorType::get(type->getElementType(), count);
  TellAccess(call, false).lanes(addresses, taken, call.getArgOperand(3));
}

// Neither reads nor writes what it has the address of.
bool only_names(llvm::StringRef name) {
  return name.contains("clflush") || name.contains("clwb") || name.contains("cldemote") ||
         name.contains("monitor") || name.contains("prefetch");
}

// They tell what no schedule decides: a time, or what was drawn by lot.
void tell_outside(llvm::CallBase& call, llvm::StringRef text) {
  for (const char* name : {"rdtsc", "rdrand", "rdseed", "rdpmc", "readcyclecounter"})
    if (text.contains(name)) return TellAccess(call, false).outside(name);
}

}  // namespace

void tell_assembly(llvm::CallBase& call) {
  if (const auto* assembly = llvm::dyn_cast<llvm::InlineAsm>(call.getCalledOperand()))
    tell_outside(call, assembly->getAsmString());
}

void tell_x86(llvm::IntrinsicInst& call) {
  const llvm::StringRef name = call.getCalledFunction()->getName();
  tell_outside(call, name);
  if (name.substr(0, 9) != "llvm.x86." || !has_address(call) || only_names(name)) return;
  const auto argument = [&](unsigned i) { return call.getArgOperand(i); };
  const TellAccess read(call, false), written(call, true);
  if (name.contains(".ldu.dq"))
    read.range(argument(0), read.bytes_of(call.getType()));
  else if (name.contains(".maskload."))
    read.lanes(argument(0), call.getType(), argument(1));
  else if (name.contains(".maskstore."))
    written.lanes(argument(0), argument(2)->getType(), argument(1));
  else if (name.contains(".maskmov.dqu"))
    written.lanes(argument(2), argument(0)->getType(), argument(1));
  else if (name.contains(".avx2.gather."))
    tell_gather(call);
  else if (name.contains(".ldmxcsr"))
    read.range(argument(0), 4);
  else if (name.contains(".stmxcsr"))
    written.range(argument(0), 4);
  else
    read.not_known(name);
}

}  // namespace heddle::compile
