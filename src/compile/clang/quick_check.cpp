// SPDX-License-Identifier: Apache-2.0
// A check where it is made: a look at the shadow memory, and a call only if this epoch was not here yet.
//
// The first word of the granule's cell is compared with the thread's epoch; `unlike` has the bits in which they differ and
// that matter. They are those of runtime/watch/cell.h: an entry may be stronger than the access and cover more bytes.
//     cell   = line.cells + (address & line.mask) · 4
//     unlike = (cell->word[0] ^ probe) & ~(weakness of the access)
// The runtime can lead all addresses to a cell that is nobody's (runtime/watch/shadow.h): then the call decides.
//
// Hooks read and write what the program cannot see, and the compiler is told so: it may keep values in registers across a
// check. It moves no check past a call that could synchronise, as that could do the same.
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "compile/clang/checks.h"

namespace heddle::compile {
namespace {

constexpr std::uint64_t kRead = 1 << 8;  // runtime/watch/cell.h
constexpr unsigned kCellsPerByte = 4;    // a cell of 32 bytes for a granule of eight

llvm::GlobalVariable* of_runtime(llvm::Module& module, llvm::StringRef name, llvm::Type* type,
                                 bool is_of_thread) {
  if (llvm::GlobalVariable* known = module.getNamedGlobal(name)) return known;
  return new llvm::GlobalVariable(
      module, type, false, llvm::GlobalValue::ExternalLinkage, nullptr, name, nullptr,
      is_of_thread ? llvm::GlobalValue::InitialExecTLSModel : llvm::GlobalValue::NotThreadLocal);
}

llvm::Value* load(llvm::IRBuilder<>& builder, llvm::Type* type, llvm::Value* from) {
  llvm::LoadInst* value = builder.CreateAlignedLoad(type, from, llvm::Align(8));
  value->setMetadata("nosanitize", llvm::MDNode::get(builder.getContext(), {}));
  return value;
}

// Not 0: this epoch has not been here, as far as the first word tells.
llvm::Value* unlike(llvm::IRBuilder<>& builder, llvm::Module& module, const Check& check) {
  llvm::Type *number = builder.getInt64Ty(), *pair = llvm::StructType::get(number, number);
  llvm::GlobalVariable* line = of_runtime(module, "heddle_runtime_line", pair, false);
  llvm::Value* cells = load(builder, number, builder.CreateStructGEP(pair, line, 0));
  llvm::Value* mask = load(builder, number, builder.CreateStructGEP(pair, line, 1));
  llvm::Value* probe = load(builder, number, of_runtime(module, "heddle_runtime_probe", number, true));
  llvm::Value* address = builder.CreatePtrToInt(check.address, number);
  llvm::Value* offset = builder.CreateMul(builder.CreateAnd(address, mask), builder.getInt64(kCellsPerByte));
  llvm::Value* cell = builder.CreateIntToPtr(builder.CreateAdd(cells, offset), number->getPointerTo());
  const std::uint64_t ignored = (check.writes ? 0 : kRead) | 0xff;
  llvm::Value* bytes = builder.getInt64((std::uint64_t{1} << check.bytes) - 1);
  if (check.bytes < 8) bytes = builder.CreateShl(bytes, builder.CreateAnd(address, builder.getInt64(7)));
  llvm::Value* matters = builder.CreateOr(bytes, builder.getInt64(~ignored));
  return builder.CreateAnd(builder.CreateXor(load(builder, number, cell), probe), matters);
}

bool is_quick(const Check& check) {
  if (check.bytes > 8 || (check.bytes & (check.bytes - 1)) != 0) return false;
  const llvm::Align alignment = llvm::isa<llvm::StoreInst>(check.access)
                                    ? llvm::cast<llvm::StoreInst>(check.access)->getAlign()
                                    : llvm::cast<llvm::LoadInst>(check.access)->getAlign();
  return alignment.value() >= check.bytes;  // else it may lie in two granules
}

}  // namespace

llvm::FunctionCallee runtime_function(llvm::Module& module, llvm::StringRef name,
                                      llvm::ArrayRef<llvm::Type*> parameters) {
  llvm::Type* nothing = llvm::Type::getVoidTy(module.getContext());
  auto callee = module.getOrInsertFunction(name, llvm::FunctionType::get(nothing, parameters, false));
  if (auto* function = llvm::dyn_cast<llvm::Function>(callee.getCallee())) {
    function->setDoesNotThrow();
    if (name != "__tsan_vptr_update") function->setOnlyAccessesInaccessibleMemory();
  }
  return callee;
}

void tell_by_call(const Check& check, llvm::Instruction& before) {
  llvm::IRBuilder<> builder(&before);
  builder.SetCurrentDebugLocation(check.access->getDebugLoc());
  llvm::Module& module = *before.getModule();
  llvm::Type* pointer = builder.getInt8Ty()->getPointerTo();
  llvm::Value* address = builder.CreatePointerCast(check.address, pointer);
  if (check.vtable != nullptr) {
    auto update = runtime_function(module, "__tsan_vptr_update", {pointer, pointer});
    builder.CreateCall(update, {address, builder.CreatePointerCast(check.vtable, pointer)});
    return;
  }
  const bool is_usual = check.bytes <= 16 && (check.bytes & (check.bytes - 1)) == 0;
  const std::string name = std::string(check.writes ? "__tsan_write" : "__tsan_read") +
                           (is_usual ? std::to_string(check.bytes) : "_range");
  if (is_usual) {
    builder.CreateCall(runtime_function(module, name, {pointer}), {address});
    return;
  }
  builder.CreateCall(runtime_function(module, name, {pointer, builder.getInt64Ty()}),
                     {address, builder.getInt64(check.bytes)});
}

void tell(const Check& check, llvm::Instruction& before) {
  if (check.vtable != nullptr || !is_quick(check)) return tell_by_call(check, before);
  llvm::IRBuilder<> builder(&before);
  builder.SetCurrentDebugLocation(check.access->getDebugLoc());
  llvm::Value* bits = unlike(builder, *before.getModule(), check);
  llvm::Value* is_new = builder.CreateICmpNE(bits, builder.getInt64(0));
  llvm::MDNode* seldom = llvm::MDBuilder(builder.getContext()).createBranchWeights(1, 1000);
  tell_by_call(check, *llvm::SplitBlockAndInsertIfThen(is_new, &before, false, seldom));
}

}  // namespace heddle::compile
