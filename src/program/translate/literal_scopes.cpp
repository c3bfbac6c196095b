// SPDX-License-Identifier: Apache-2.0
// A compound literal of C, `&(int){5}`, lives as long as the block around it. clang marks where the scopes of
// variables begin and end, but not those of literals. The block is known from the source locations: it is that of the
// instruction that first uses the literal. The literal begins there, and ends on every edge of the control flow
// graph, and between any two instructions, that leads from inside of the block to outside.
#include "program/translate/literal_scopes.h"

#include <vector>

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

namespace heddle::program {
namespace {

const llvm::DILocalScope* block_of(const llvm::Instruction& instruction) {
  const llvm::DILocation* at = instruction.getDebugLoc();
  return at == nullptr ? nullptr : at->getScope()->getNonLexicalBlockFileScope();
}

// Nothing is known of an instruction without a location: it belongs to what is around it.
bool is_outside(const llvm::Instruction& instruction, const llvm::DILocalScope* block) {
  const llvm::DILocalScope* at = block_of(instruction);
  if (at == nullptr) return false;
  while (at != block) {
    const auto* inner = llvm::dyn_cast<llvm::DILexicalBlockBase>(at);
    if (inner == nullptr) return true;
    at = inner->getScope();
  }
  return false;
}
bool is_inside(const llvm::Instruction& instruction, const llvm::DILocalScope* block) {
  return block_of(instruction) != nullptr && !is_outside(instruction, block);
}

// The first in the order of the source, which comes first in the function too.
llvm::Instruction* first_use(llvm::Function& function, const llvm::AllocaInst& literal) {
  for (llvm::BasicBlock& block : function)
    for (llvm::Instruction& instruction : block)
      for (const llvm::Use& use : instruction.operands())
        if (use.get() == &literal && block_of(instruction) != nullptr) return &instruction;
  return nullptr;
}

void end_before(llvm::Instruction& instruction, llvm::AllocaInst& literal) {
  llvm::IRBuilder<>(&instruction).CreateLifetimeEnd(&literal);
}

void mark(llvm::Function& function, llvm::AllocaInst& literal) {
  llvm::Instruction* first = first_use(function, literal);
  if (first == nullptr) return;
  const llvm::DILocalScope* block = block_of(*first);
  if (llvm::isa<llvm::DISubprogram>(block)) return;  // it lives as long as the function
  std::vector<llvm::Instruction*> leaving;
  std::vector<std::pair<llvm::BasicBlock*, llvm::BasicBlock*>> edges;
  for (llvm::BasicBlock& from : function) {
    bool inside = false;
    for (llvm::Instruction& instruction : from) {
      if (inside && is_outside(instruction, block)) leaving.push_back(&instruction);
      if (block_of(instruction) != nullptr) inside = is_inside(instruction, block);
    }
    if (!inside) continue;
    for (llvm::BasicBlock* to : llvm::successors(&from))
      for (const llvm::Instruction& instruction : *to) {
        if (block_of(instruction) == nullptr) continue;
        if (is_outside(instruction, block)) edges.emplace_back(&from, to);
        break;
      }
  }
  llvm::IRBuilder<>(first).CreateLifetimeStart(&literal);
  for (llvm::Instruction* instruction : leaving) end_before(*instruction, literal);
  for (const auto& [from, to] : edges) end_before(*llvm::SplitEdge(from, to)->getTerminator(), literal);
}

}  // namespace

void mark_literals(llvm::Function& function) {
  std::vector<llvm::AllocaInst*> literals;
  for (llvm::Instruction& instruction : function.getEntryBlock())
    if (auto* local = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
        local != nullptr && local->getName().starts_with(".compoundliteral"))
      literals.push_back(local);
  for (llvm::AllocaInst* literal : literals) mark(function, *literal);
}

}  // namespace heddle::program
