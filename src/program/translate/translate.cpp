// SPDX-License-Identifier: Apache-2.0
// LLVM bitcode → compact instructions.
//
// The module comes from clang -O0, so every access of the source is there and in its order. Only one thing is
// optimised: local variables whose address is not taken become registers, provided that on every path they
// are written before they are read; the others stay in memory, where an uninitialised read is found.
// translate*.cpp alone know LLVM.
#include "program/translate/translate.h"

#include <map>
#include <memory>

#include <fmt/format.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

#include "program/translate/literal_scopes.h"
#include "program/translate/translate_function.h"

namespace heddle::program {
namespace {

bool begins(const llvm::Instruction& instruction, const llvm::AllocaInst* local) {
  const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  return call != nullptr && call->getIntrinsicID() == llvm::Intrinsic::lifetime_start &&
         call->getArgOperand(1)->stripPointerCasts() == local;
}

// Local variables that may live in a register: written on every path from where their scope begins before
// they are read.
std::vector<llvm::AllocaInst*> promotable(llvm::Function& function) {
  std::vector<llvm::AllocaInst*> candidates;
  for (llvm::Instruction& instruction : function.getEntryBlock())
    if (auto* local = llvm::dyn_cast<llvm::AllocaInst>(&instruction))
      if (llvm::isAllocaPromotable(local)) candidates.push_back(local);
  std::erase_if(candidates, [&](llvm::AllocaInst* local) {
    std::map<const llvm::BasicBlock*, bool> written_at_end;
    for (const llvm::BasicBlock& block : function) written_at_end[&block] = true;
    bool read_too_early = false;
    for (bool changed = true; changed;) {  // what is found in the last round holds
      changed = read_too_early = false;
      for (const llvm::BasicBlock& block : function) {
        bool written = &block != &function.getEntryBlock();
        for (const llvm::BasicBlock* before : llvm::predecessors(&block))
          written = written && written_at_end[before];
        for (const llvm::Instruction& instruction : block) {
          if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
            written = written || store->getPointerOperand() == local;
          if (begins(instruction, local)) written = false;
          if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
            read_too_early = read_too_early || (load->getPointerOperand() == local && !written);
        }
        changed = changed || written != written_at_end[&block];
        written_at_end[&block] = written;
      }
    }
    return read_too_early;
  });
  return candidates;
}

}  // namespace

base::Result<Program> translate(const std::vector<std::string>& bitcode_files, const std::string& start) {
  llvm::LLVMContext context;
  context.setDiagnosticHandlerCallBack([](const llvm::DiagnosticInfo*, void*) {});
  std::unique_ptr<llvm::Module> module;
  for (const std::string& file : bitcode_files) {
    llvm::SMDiagnostic problem;
    std::unique_ptr<llvm::Module> next = llvm::parseIRFile(file, problem, context);
    if (!next)
      return base::failure(
          base::ErrorCode::malformed,
          fmt::format("expected LLVM 19 bitcode or assembly: {}", problem.getMessage().str()), file);
    if (!module)
      module = std::move(next);
    else if (llvm::Linker::linkModules(*module, std::move(next)))
      return base::failure(base::ErrorCode::malformed,
                           "cannot be linked with the other files (a name defined twice?)", file);
  }
  llvm::Function* main = module->getFunction(start);
  if (main == nullptr || main->isDeclaration())
    return base::failure(base::ErrorCode::malformed, fmt::format("expected a function {}", start));
  if (start != "main" && main->arg_size() != 0)
    return base::failure(base::ErrorCode::malformed, fmt::format("expected {} to have no parameters", start));
  Program program;
  ModuleTables tables(*module, program);
  for (llvm::Function& function : *module) {
    if (function.isDeclaration()) continue;
    mark_literals(function);
    if (function.callsFunctionThatReturnsTwice()) continue;  // which finds its variables as they were left
    if (const std::vector<llvm::AllocaInst*> locals = promotable(function); !locals.empty()) {
      llvm::DominatorTree tree(function);
      llvm::PromoteMemToReg(locals, tree);
    }
  }
  if (base::Result<void> laid_out = tables.lay_out(); !laid_out) return base::failure(laid_out.error());
  for (llvm::Function& function : *module) {
    if (function.isDeclaration()) continue;
    FunctionTranslator(tables, function, program.functions[tables.function(&function)]).run();
  }
  program.main = static_cast<std::uint32_t>(tables.function(main));
  const auto find = [&](const char* name, std::optional<std::uint32_t>& found) {
    if (llvm::Function* function = module->getFunction(name);
        function != nullptr && !function->isDeclaration())
      found = static_cast<std::uint32_t>(tables.function(function));
  };
  find("heddle_thread_end", program.thread_end);
  find("heddle_exit", program.exit_handlers);
  find("heddle_quick_exit", program.quick_exit_handlers);
  tables.add_destructors();
  program.inputs = inputs_of(program);
  allocate_registers(program);
  return program;
}

}  // namespace heddle::program
