// SPDX-License-Identifier: Apache-2.0
#include "prove/front/prepare.h"

#include <set>
#include <vector>

#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/BlockFrequencyInfo.h>
#include <llvm/Analysis/BranchProbabilityInfo.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/Analysis/ProfileSummaryInfo.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/PassInstrumentation.h>
#include <llvm/Transforms/IPO/AlwaysInliner.h>
#include <llvm/Transforms/Scalar/SROA.h>

#include "prove/front/look_through.h"

namespace heddle::prove {
namespace {

// Null for types that are refused where they are used.
llvm::Constant* never_written(llvm::Type* type) {
  if (type->isPointerTy()) {
    auto* address = llvm::Type::getInt64Ty(type->getContext());
    return llvm::ConstantExpr::getIntToPtr(never_written(address), type);
  }
  if (auto* number = llvm::dyn_cast<llvm::IntegerType>(type))
    return number->getBitWidth() % 8 == 0
               ? llvm::ConstantInt::get(number,
                                        llvm::APInt::getSplat(number->getBitWidth(), llvm::APInt(8, 0xAA)))
               : nullptr;
  std::vector<llvm::Constant*> parts;
  if (auto* structure = llvm::dyn_cast<llvm::StructType>(type)) {
    for (llvm::Type* part : structure->elements())
      if (auto* value = never_written(part))
        parts.push_back(value);
      else
        return nullptr;
    return llvm::ConstantStruct::get(structure, parts);
  }
  return nullptr;
}

void mark_never_written(llvm::Function& function) {
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(function.getEntryBlock())) {
    auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
    if (variable == nullptr || variable->isArrayAllocation()) continue;
    llvm::Constant* value = never_written(variable->getAllocatedType());
    if (value == nullptr) continue;
    auto* store = new llvm::StoreInst(value, variable, false, variable->getAlign());
    store->insertAfter(variable);
  }
}

// A local variable is nobody else's, volatile or not.
void drop_volatile(llvm::Function& function) {
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
      if (llvm::isa<llvm::AllocaInst>(load->getPointerOperand())) load->setVolatile(false);
    if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
      if (llvm::isa<llvm::AllocaInst>(store->getPointerOperand())) store->setVolatile(false);
  }
}

void inline_and_promote(llvm::Module& module) {
  // The analyses that these two passes ask for, and no others: llvm::PassBuilder would link all of LLVM.
  llvm::FunctionAnalysisManager functions;
  llvm::ModuleAnalysisManager modules;
  const auto offer = [](auto& manager, auto... analyses) {
    (manager.registerPass([&] { return analyses; }), ...);
  };
  offer(functions, llvm::PassInstrumentationAnalysis(), llvm::AssumptionAnalysis(), llvm::AAManager(),
        llvm::BlockFrequencyAnalysis(), llvm::BranchProbabilityAnalysis(), llvm::DominatorTreeAnalysis(),
        llvm::LoopAnalysis(), llvm::PostDominatorTreeAnalysis(), llvm::TargetIRAnalysis(),
        llvm::TargetLibraryAnalysis());
  offer(modules, llvm::PassInstrumentationAnalysis(), llvm::ProfileSummaryAnalysis());
  functions.registerPass([&] { return llvm::ModuleAnalysisManagerFunctionProxy(modules); });
  modules.registerPass([&] { return llvm::FunctionAnalysisManagerModuleProxy(functions); });
  llvm::ModulePassManager manager;
  manager.addPass(llvm::AlwaysInlinerPass(false));
  manager.addPass(llvm::createModuleToFunctionPassAdaptor(llvm::SROAPass(llvm::SROAOptions::PreserveCFG)));
  manager.run(module, modules);
}

}  // namespace

bool is_indeterminate(const llvm::Value* value) {
  if (llvm::isa<llvm::UndefValue>(value)) return true;  // poison too
  if (const auto* expression = llvm::dyn_cast<llvm::ConstantExpr>(value);
      expression != nullptr && expression->isCast())
    return is_indeterminate(expression->getOperand(0));
  const auto* number = llvm::dyn_cast<llvm::ConstantInt>(value);
  return number != nullptr && number->getBitWidth() % 8 == 0 &&
         number->getValue() == llvm::APInt::getSplat(number->getBitWidth(), llvm::APInt(8, 0xAA));
}

void prepare(llvm::Module& module, const std::set<llvm::Function*>& operations, bool has_object) {
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    function.removeFnAttr(llvm::Attribute::NoInline);
    function.removeFnAttr(llvm::Attribute::OptimizeNone);
    if (function.isInterposable())  // what is called may be another file's: the call stays, and is refused
      function.removeFnAttr(llvm::Attribute::AlwaysInline);
    else if (!operations.contains(&function))
      function.addFnAttr(llvm::Attribute::AlwaysInline);
    mark_never_written(function);
    drop_volatile(function);
  }
  inline_and_promote(module);
  for (llvm::Function* function : operations)
    look_through(*function, has_object && !function->arg_empty() ? function->getArg(0) : nullptr);
}

}  // namespace heddle::prove
