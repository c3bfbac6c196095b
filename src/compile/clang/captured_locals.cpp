// SPDX-License-Identifier: Apache-2.0
// A plug-in for clang: members of local variables that other threads may know are instrumented as the variables are.
//
// -fsanitize=thread leaves out accesses of locals whose address nobody else can have. clang asks that of the
// address that is accessed instead of the variable it lies in: `&pair.second`, made for this one access, goes
// nowhere, so the access is left out, though `&pair` was given to a thread. (So do clang 14 to 19.)
//
// Right before clang's own pass the address of such an access is led through an empty piece of assembler. What
// comes out of it is of unknown origin, and instrumented.
//
// What clang's pass has no function for is told too: odd_accesses.h.
//
// Where a block ends, that is told to heddle of all variables of it whose address was given away: who still uses them is
// not in time.
//
// clang signs what it compiles; the plug-in adds its word to that, so that code which was instrumented without it
// can be told (runtime/machine_code): of such code a verdict cannot be clean.
#include <llvm/Analysis/CaptureTracking.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Passes/PassPlugin.h>

#include "compile/clang/odd_accesses.h"
#include "compile/clang/signature.h"

namespace {

// The operand that is an address; -1: it accesses nothing, or its address is instrumented in any case.
int address_operand(const llvm::Instruction& instruction) {
  if (llvm::isa<llvm::LoadInst>(instruction))
    return static_cast<int>(llvm::LoadInst::getPointerOperandIndex());
  if (llvm::isa<llvm::StoreInst>(instruction))
    return static_cast<int>(llvm::StoreInst::getPointerOperandIndex());
  return -1;
}

bool is_part_of_captured_local(const llvm::Value* address) {
  const auto* local = llvm::dyn_cast<llvm::AllocaInst>(llvm::getUnderlyingObject(address, 0));
  return local != nullptr && local != address && llvm::PointerMayBeCaptured(local, true, true);
}

void hide_origin(llvm::Instruction& access, unsigned operand) {
  llvm::Value* address = access.getOperand(operand);
  auto* type = llvm::FunctionType::get(address->getType(), {address->getType()}, false);
  auto* nothing = llvm::InlineAsm::get(type, "", "=r,0", /*hasSideEffects=*/false);
  llvm::IRBuilder<> builder(&access);
  access.setOperand(operand, builder.CreateCall(type, nothing, {address}));
}

void sign(llvm::Module& module) {
  llvm::NamedMDNode* signatures = module.getNamedMetadata("llvm.ident");
  if (signatures == nullptr) return;
  for (unsigned i = 0; i < signatures->getNumOperands(); ++i) {
    const llvm::MDNode* node = signatures->getOperand(i);
    const auto* text =
        node->getNumOperands() == 0 ? nullptr : llvm::dyn_cast<llvm::MDString>(node->getOperand(0));
    if (text == nullptr || text->getString().contains(HEDDLE_SIGNATURE)) continue;
    llvm::Metadata* said =
        llvm::MDString::get(module.getContext(), (text->getString() + HEDDLE_SIGNATURE).str());
    signatures->setOperand(i, llvm::MDNode::get(module.getContext(), {said}));
  }
}

// nullptr: no variable that others may know ends here.
const llvm::AllocaInst* ended_variable(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  if (call == nullptr || call->getIntrinsicID() != llvm::Intrinsic::lifetime_end) return nullptr;
  const llvm::Value* address = call->getArgOperand(call->arg_size() - 1);
  const auto* local = llvm::dyn_cast<llvm::AllocaInst>(llvm::getUnderlyingObject(address, 0));
  return local != nullptr && llvm::PointerMayBeCaptured(local, true, true) ? local : nullptr;
}

void tell_end(llvm::Instruction& end, const llvm::Value& local, std::uint64_t size) {
  llvm::IRBuilder<> builder(&end);
  llvm::Type* pointer = builder.getInt8Ty()->getPointerTo();
  auto function = end.getModule()->getOrInsertFunction("heddle_runtime_block_ends", builder.getVoidTy(),
                                                       pointer, builder.getInt64Ty());
  llvm::Value* address = const_cast<llvm::Value*>(&local);
  builder.CreateCall(function, {builder.CreatePointerCast(address, pointer), builder.getInt64(size)});
}
void tell_end(llvm::Instruction& end, const llvm::AllocaInst& local) {
  const auto size = local.getAllocationSizeInBits(end.getModule()->getDataLayout());
  if (size && !size->isScalable()) tell_end(end, local, size->getFixedValue() / 8);
}

// Parameters that were passed in memory lie above the frame, and end with it.
void tell_end_of_parameters(llvm::Function& function) {
  for (llvm::Argument& argument : function.args()) {
    if (!argument.hasByValAttr() || !llvm::PointerMayBeCaptured(&argument, true, true)) continue;
    const auto size = function.getParent()->getDataLayout().getTypeAllocSize(argument.getParamByValType());
    for (llvm::BasicBlock& block : function)
      if (auto* end = llvm::dyn_cast<llvm::ReturnInst>(block.getTerminator()))
        tell_end(*end, argument, size.getFixedValue());
  }
}
// Arrays whose size was not known end where the stack is put back to what it was before them.
bool is_stack_end(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  return call != nullptr && call->getIntrinsicID() == llvm::Intrinsic::stackrestore;
}
void tell_stack_end(llvm::Instruction& end) {
  llvm::IRBuilder<> builder(&end);
  llvm::Type* pointer = builder.getInt8Ty()->getPointerTo();
  auto function =
      end.getModule()->getOrInsertFunction("heddle_runtime_stack_ends", builder.getVoidTy(), pointer);
  builder.CreateCall(function, {builder.CreatePointerCast(end.getOperand(0), pointer)});
}

struct CapturedLocals : llvm::PassInfoMixin<CapturedLocals> {
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& /*analyses*/) {
    sign(module);
    for (llvm::Function& function : module) {
      if (!function.hasFnAttribute(llvm::Attribute::SanitizeThread)) continue;
      llvm::SmallVector<llvm::Instruction*, 16> parts, ends, stack_ends;
      llvm::SmallVector<heddle::clang::OddAccess, 16> odd;
      for (llvm::Instruction& instruction : llvm::instructions(function)) {
        heddle::clang::note_odd_accesses(instruction, odd);
        if (ended_variable(instruction) != nullptr)
          ends.push_back(&instruction);
        else if (is_stack_end(instruction))
          stack_ends.push_back(&instruction);
        else if (const int operand = address_operand(instruction);
                 operand >= 0 &&
                 is_part_of_captured_local(instruction.getOperand(static_cast<unsigned>(operand))))
          parts.push_back(&instruction);
      }
      for (const heddle::clang::OddAccess& access : odd) heddle::clang::tell(access);
      for (llvm::Instruction* access : parts)
        hide_origin(*access, static_cast<unsigned>(address_operand(*access)));
      for (llvm::Instruction* end : ends) tell_end(*end, *ended_variable(*end));
      for (llvm::Instruction* end : stack_ends) tell_stack_end(*end);
      tell_end_of_parameters(function);
    }
    return llvm::PreservedAnalyses::none();
  }
  // Without optimisation, too. The name is LLVM's.
  static bool isRequired() { return true; }  // NOLINT(readability-identifier-naming)
};

}  // namespace

extern "C" __attribute__((visibility("default"))) llvm::PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "heddle_captured_locals", "1", [](llvm::PassBuilder& builder) {
            builder.registerOptimizerLastEPCallback(
                [](llvm::ModulePassManager& passes, auto&&...) { passes.addPass(CapturedLocals()); });
          }};
}
