// SPDX-License-Identifier: Apache-2.0
// Loops without synchronisation are told before they begin, each of their accesses as one range.
//
// The access is told for all iterations at once if
// - its address grows by the same number of bytes in each of them (scalar evolution says so, and from where)
// - it surely runs in each: its block is on every way through the loop, the number of iterations is known exactly when the
//   loop begins, and nothing in the loop may leave it otherwise, throw, or not come back. So there is no loop inside
// - nothing in the loop may acquire or release: the epoch and what is ordered before it are those of the loop's beginning
// Then the range is exactly what the loop accesses, at the same place of happens-before: neither is a race missed nor one
// made up. Bytes side by side are one range, others a row of them with a step.
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/ScalarEvolutionExpander.h>

#include "compile/clang/checks.h"

namespace heddle::compile {
namespace {

class LoopRanges {
 public:
  LoopRanges(llvm::Loop& loop, llvm::DominatorTree& dominators, llvm::ScalarEvolution& evolution)
      : loop_(loop), dominators_(dominators), evolution_(evolution) {}

  // Are its iterations known, and does it keep to itself?
  bool is_known() {
    if (!loop_.getSubLoops().empty() || loop_.getLoopPreheader() == nullptr ||
        loop_.getLoopLatch() == nullptr || loop_.getExitingBlock() == nullptr)
      return false;
    for (const llvm::BasicBlock* block : loop_.blocks())
      for (const llvm::Instruction& instruction : *block)
        if (may_synchronise(instruction)) return false;
    repeated_ = evolution_.getBackedgeTakenCount(&loop_);
    return !llvm::isa<llvm::SCEVCouldNotCompute>(repeated_) && repeated_->getType()->isIntegerTy() &&
           evolution_.getTypeSizeInBits(repeated_->getType()) <= 64 && is_safe(repeated_);
  }

  void add(Check& check) {
    const llvm::BasicBlock *block = check.access->getParent(), *exit = loop_.getExitingBlock();
    const bool also_last = dominators_.dominates(block, exit);
    if (!also_last &&
        !(dominators_.dominates(exit, block) && dominators_.dominates(block, loop_.getLoopLatch())))
      return;
    if (check.vtable != nullptr) return;
    const llvm::SCEV* address = evolution_.getSCEV(check.address);
    const llvm::SCEV *start = address, *step = evolution_.getZero(number());
    if (const auto* growing = llvm::dyn_cast<llvm::SCEVAddRecExpr>(address)) {
      if (growing->getLoop() != &loop_ || !growing->isAffine()) return;
      start = growing->getStart();
      step = growing->getStepRecurrence(evolution_);
    } else if (!evolution_.isLoopInvariant(address, &loop_)) {
      return;
    }
    if (evolution_.getTypeSizeInBits(step->getType()) != 64 || !is_safe(start) || !is_safe(step)) return;
    rows_.push_back({&check, start, step, also_last});
  }

  void tell() {
    for (const Row& row : rows_) {
      row.check->is_told = true;
      bool is_twice = false;
      for (const Row& other : rows_)
        is_twice |= &other != &row && other.covers(row) && (&other < &row || !row.covers(other));
      if (!is_twice) call(row);
    }
  }

 private:
  struct Row {
    Check* check;
    const llvm::SCEV *start, *step;
    bool also_last;  // told in the iteration that leaves the loop, too

    bool covers(const Row& other) const {
      return start == other.start && step == other.step && check->bytes >= other.check->bytes &&
             (also_last || !other.also_last) && (check->writes || !other.check->writes);
    }
  };

  llvm::Type* number() const { return llvm::Type::getInt64Ty(loop_.getHeader()->getContext()); }
  llvm::Instruction* end_of_preheader() const { return loop_.getLoopPreheader()->getTerminator(); }

  bool is_safe(const llvm::SCEV* value) const {
#if LLVM_VERSION_MAJOR >= 16
    llvm::SCEVExpander expander(evolution_, loop_.getHeader()->getModule()->getDataLayout(), "heddle");
    return expander.isSafeToExpandAt(value, end_of_preheader());
#else
    return llvm::isSafeToExpandAt(value, end_of_preheader(), evolution_);
#endif
  }

  void call(const Row& row) const {
    llvm::Module& module = *loop_.getHeader()->getModule();
    llvm::SCEVExpander expander(evolution_, module.getDataLayout(), "heddle");
    const llvm::SCEV* count = evolution_.getNoopOrZeroExtend(repeated_, number());
    if (row.also_last) count = evolution_.getAddExpr(count, evolution_.getOne(number()));
    const llvm::SCEV *bytes = evolution_.getConstant(number(), row.check->bytes), *start = row.start;
    const auto* step = llvm::dyn_cast<llvm::SCEVConstant>(row.step);
    const bool grows = row.step == bytes, shrinks = row.step == evolution_.getNegativeSCEV(bytes);
    llvm::Instruction* before = end_of_preheader();
    llvm::IRBuilder<> builder(before);
    builder.SetCurrentDebugLocation(row.check->access->getDebugLoc());
    llvm::Type* pointer = builder.getInt8Ty()->getPointerTo();
    const auto value = [&](const llvm::SCEV* scev) { return expander.expandCodeFor(scev, number(), before); };
    llvm::Value* first = expander.expandCodeFor(start, row.check->address->getType(), before);
    first = builder.CreatePointerCast(first, pointer);
    if (step != nullptr && step->isZero() && row.also_last) {
      Check once = *row.check;
      once.address = first;
      return tell_by_call(once, *before);  // blocks stay as they are
    }
    llvm::Value* times = value(count);
    if (shrinks)  // the last one is the lowest
      first = builder.CreateGEP(builder.getInt8Ty(), first,
                                builder.CreateMul(builder.CreateSub(times, builder.getInt64(1)),
                                                  builder.getInt64(-row.check->bytes)));
    if (grows || shrinks) {
      auto range = runtime_function(module, row.check->writes ? "__tsan_write_range" : "__tsan_read_range",
                                    {pointer, number()});
      builder.CreateCall(range, {first, builder.CreateMul(times, builder.getInt64(row.check->bytes))});
      return;
    }
    auto strided =
        runtime_function(module, row.check->writes ? "__tsan_write_strided" : "__tsan_read_strided",
                         {pointer, number(), number(), number()});
    builder.CreateCall(strided, {first, builder.getInt64(row.check->bytes), value(row.step), times});
  }

  llvm::Loop& loop_;
  llvm::DominatorTree& dominators_;
  llvm::ScalarEvolution& evolution_;
  const llvm::SCEV* repeated_ = nullptr;
  std::vector<Row> rows_;
};

}  // namespace

void tell_loops(Checks& checks, llvm::LoopInfo& loops, llvm::DominatorTree& dominators,
                llvm::ScalarEvolution& evolution) {
  std::vector<LoopRanges> told;
  for (llvm::Loop* loop : loops.getLoopsInPreorder()) {
    LoopRanges ranges(*loop, dominators, evolution);
    if (!ranges.is_known()) continue;
    for (Check& check : checks)
      if (!check.is_told && loop->contains(check.access)) ranges.add(check);
    told.push_back(std::move(ranges));
  }
  for (LoopRanges& ranges : told) ranges.tell();
}

}  // namespace heddle::compile
