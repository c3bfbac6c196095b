// SPDX-License-Identifier: Apache-2.0
// A plug-in for clang: it tells what -fsanitize=thread leaves out, right before clang's own pass, which sees the same
// instructions (the last ones of the optimiser; without optimisation, too). Each file here is one thing that is left out.
//
// clang signs what it compiles; the plug-in adds its word to that, so that code which was instrumented without it
// can be told (runtime/machine_code): of such code a verdict cannot be clean.
#include <llvm/IR/Module.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Passes/PassPlugin.h>

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

struct TellLeftOut : llvm::PassInfoMixin<TellLeftOut> {
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& /*analyses*/) {
    sign(module);
    for (llvm::Function& function : module) {
      if (!function.hasFnAttribute(llvm::Attribute::SanitizeThread)) continue;
      heddle::compile::tell_left_out(function);
      heddle::compile::show_members(function);
      heddle::compile::tell_ends_of_blocks(function);
    }
    return llvm::PreservedAnalyses::none();
  }
  static bool isRequired() { return true; }  // without optimisation, too
};

struct KeepArrays : llvm::PassInfoMixin<KeepArrays> {
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& /*analyses*/) {
    for (llvm::Function& function : module)
      if (function.hasFnAttribute(llvm::Attribute::SanitizeThread)) heddle::compile::keep_arrays(function);
    return llvm::PreservedAnalyses::all();
  }
};

}  // namespace

extern "C" __attribute__((visibility("default"))) llvm::PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "heddle_captured_locals", "1", [](llvm::PassBuilder& builder) {
            builder.registerPipelineStartEPCallback(
                [](llvm::ModulePassManager& passes, auto&&...) { passes.addPass(KeepArrays()); });
            builder.registerOptimizerLastEPCallback(
                [](llvm::ModulePassManager& passes, auto&&...) { passes.addPass(TellLeftOut()); });
          }};
}
