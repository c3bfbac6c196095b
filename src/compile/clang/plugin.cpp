// SPDX-License-Identifier: Apache-2.0
// A plug-in for clang: it tells what -fsanitize=thread leaves out, right before clang's own pass, which sees the same
// instructions (the last ones of the optimiser; without optimisation, too). Each file here is one thing that is left out.
//
// Where clang is told not to instrument plain accesses (-tsan-instrument-memory-accesses=0), they are the plug-in's, and it
// makes fewer checks of them (checks.h): before loops become vectors, for a loop that is unrolled has many accesses and no
// range. clang's pass is left with atomics, copies, and the beginnings and ends of functions.
//
// clang signs what it compiles; the plug-in adds its word to that, so that code which was instrumented without it
// can be told (runtime/machine_code): of such code a verdict cannot be clean.
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Module.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Passes/PassPlugin.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>

#include "compile/clang/checks.h"
#include "compile/clang/parts.h"
#include "compile/clang/signature.h"

namespace {

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

constexpr char kChecked[] = "heddle-checked";

// Is it up to the plug-in to instrument plain accesses?
bool is_reducing() {
  auto& options = llvm::cl::getRegisteredOptions();
  const auto found = options.find("tsan-instrument-memory-accesses");
  return found != options.end() && !static_cast<llvm::cl::opt<bool>*>(found->second)->getValue();
}

bool is_to_check(const llvm::Function& function) {
  return function.hasFnAttribute(llvm::Attribute::SanitizeThread) && !function.hasFnAttribute(kChecked) &&
         !function.isDeclaration();
}

void check_accesses(llvm::Function& function, llvm::FunctionAnalysisManager* analyses) {
  heddle::compile::Checks checks = heddle::compile::needed_checks(function);
  heddle::compile::drop_covered(function, checks);
  heddle::compile::tell_left_out(function, false);
  if (analyses != nullptr)
    heddle::compile::tell_loops(checks, analyses->getResult<llvm::LoopAnalysis>(function),
                                analyses->getResult<llvm::DominatorTreeAnalysis>(function),
                                analyses->getResult<llvm::ScalarEvolutionAnalysis>(function));
  for (const heddle::compile::Check& check : checks)
    if (!check.is_told) heddle::compile::tell(check, *check.access);
  function.addFnAttr(kChecked);
}

struct CheckAccesses : llvm::PassInfoMixin<CheckAccesses> {
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    if (!is_reducing() || !is_to_check(function)) return llvm::PreservedAnalyses::all();
    check_accesses(function, &analyses);
    return llvm::PreservedAnalyses::none();
  }
  static bool isRequired() { return true; }  // NOLINT(readability-identifier-naming): LLVM's name
};

struct TellLeftOut : llvm::PassInfoMixin<TellLeftOut> {
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& /*analyses*/) {
    sign(module);
    for (llvm::Function& function : module) {
      if (!function.hasFnAttribute(llvm::Attribute::SanitizeThread)) continue;
      if (!is_reducing()) {
        heddle::compile::tell_left_out(function, true);
        heddle::compile::show_members(function);
      } else if (is_to_check(function)) {
        check_accesses(function, nullptr);
      }
      heddle::compile::tell_ends_of_blocks(function);
    }
    return llvm::PreservedAnalyses::none();
  }
  static bool isRequired() { return true; }  // NOLINT: as above; without optimisation, too
};

struct BeforeAll : llvm::PassInfoMixin<BeforeAll> {
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& /*analyses*/) {
    heddle::compile::keep_globals(module);
    for (llvm::Function& function : module) {
      if (!function.hasFnAttribute(llvm::Attribute::SanitizeThread)) continue;
      heddle::compile::keep_arrays(function);
      heddle::compile::mark_standard_calls(function);
    }
    return llvm::PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }  // NOLINT: as above
};

}  // namespace

extern "C" __attribute__((visibility("default"))) llvm::PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "heddle_left_out", "1", [](llvm::PassBuilder& builder) {
            builder.registerPipelineStartEPCallback(
                [](llvm::ModulePassManager& passes, auto&&...) { passes.addPass(BeforeAll()); });
            builder.registerVectorizerStartEPCallback([](llvm::FunctionPassManager& passes, auto&&...) {
              if (!is_reducing()) return;
              passes.addPass(llvm::LoopSimplifyPass());
              passes.addPass(CheckAccesses());
            });
            builder.registerOptimizerLastEPCallback(
                [](llvm::ModulePassManager& passes, auto&&...) { passes.addPass(TellLeftOut()); });
          }};
}
