// SPDX-License-Identifier: Apache-2.0
// Checks that others cover are dropped.
//
// Forward: every way to the access passes a check of the same bytes, as strong, and nothing between the two may release or
// free. Both are then of one epoch, and the first has told all that the second could. (An acquire in between is harmless:
// it orders more before the second access, and the first is in the same epoch still.) Found as available expressions are:
// what is known at a block's beginning is what is known at the end of all its predecessors.
//
// A value of the program may be another one when its instruction runs again. But on the first way to that instruction
// nothing of the value is known, so nothing is known there on all ways.
//
// Backward: a write that follows a read of its bytes in the same block covers the read, if nothing between them may
// synchronise, throw or not come back. Who races with the read races with the write.
//
// The two can be combined: whatever covers a dropped check lies in the same epoch as the check, so it covers what
// the dropped one was to cover. Complexity: blocks × checks bits, and a few rounds.
#include <llvm/ADT/BitVector.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/IR/CFG.h>

#include "compile/clang/checks.h"

namespace heddle::compile {
namespace {

bool covers(const Check& made, const Check& check) {
  return made.base == check.base && made.offset <= check.offset &&
         made.offset + static_cast<std::int64_t>(made.bytes) >=
             check.offset + static_cast<std::int64_t>(check.bytes) &&
         (made.surely_writes() || !check.may_write());
}

class Coverage {
 public:
  Coverage(llvm::Function& function, Checks& checks) : function_(function), checks_(checks) {
    for (unsigned i = 0; i < checks.size(); ++i) {
      number_[checks[i].access] = i;
      of_base_[checks[i].base].push_back(i);
    }
  }

  void forward() {
    llvm::ReversePostOrderTraversal<llvm::Function*> order(&function_);
    const unsigned count = static_cast<unsigned>(checks_.size());
    for (llvm::BasicBlock* block : order) at_end_[block] = llvm::BitVector(count, true);
    for (bool changed = true; changed;) {
      changed = false;
      for (llvm::BasicBlock* block : order) {
        llvm::BitVector known = at_begin(*block);
        for (const llvm::Instruction& instruction : *block) pass(instruction, known);
        if (known == at_end_[block]) continue;
        at_end_[block] = std::move(known);
        changed = true;
      }
    }
    for (llvm::BasicBlock* block : order) {
      llvm::BitVector known = at_begin(*block);
      for (const llvm::Instruction& instruction : *block) {
        if (const auto found = number_.find(&instruction); found != number_.end())
          for (const unsigned made : of_base_[checks_[found->second].base])
            checks_[found->second].is_told |=
                known.test(made) && covers(checks_[made], checks_[found->second]);
        pass(instruction, known);
      }
    }
  }

  void backward() {
    for (llvm::BasicBlock& block : function_) {
      std::vector<unsigned> later;  // writes that surely follow in this epoch
      for (const llvm::Instruction& instruction : llvm::reverse(block)) {
        if (may_synchronise(instruction)) later.clear();
        const auto found = number_.find(&instruction);
        if (found == number_.end()) continue;
        Check& check = checks_[found->second];
        if (check.surely_writes()) later.push_back(found->second);
        // Not of a write: two could cover each other, one forward and one backward.
        if (check.may_write()) continue;
        for (const unsigned write : later) check.is_told |= covers(checks_[write], check);
      }
    }
  }

 private:
  llvm::BitVector at_begin(llvm::BasicBlock& block) {
    llvm::BitVector known(static_cast<unsigned>(checks_.size()), !llvm::pred_empty(&block));
    for (llvm::BasicBlock* before : llvm::predecessors(&block))
      if (const auto end = at_end_.find(before); end != at_end_.end()) known &= end->second;
    return known;
  }

  void pass(const llvm::Instruction& instruction, llvm::BitVector& known) {
    if (const auto found = number_.find(&instruction); found != number_.end())
      known.set(found->second);
    else if (may_release(instruction))
      known.reset();
  }

  llvm::Function& function_;
  Checks& checks_;
  llvm::DenseMap<const llvm::Instruction*, unsigned> number_;
  llvm::DenseMap<const llvm::Value*, std::vector<unsigned>> of_base_;
  llvm::DenseMap<const llvm::BasicBlock*, llvm::BitVector> at_end_;
};

}  // namespace

void drop_covered(llvm::Function& function, Checks& checks) {
  Coverage coverage(function, checks);
  coverage.forward();
  coverage.backward();
}

}  // namespace heddle::compile
