// SPDX-License-Identifier: Apache-2.0
#include "prove/front/look_through.h"

#include <set>
#include <vector>

#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "prove/front/prepare.h"

namespace heddle::prove {
namespace {

// The `width` bits of `value` from `low` on, where they are a value of their own or zero. A small structure that a function
// returns, such as a std::optional<int>, is put together in one number and taken apart again.
llvm::Value* bits_of(llvm::Value* value, unsigned low, unsigned width) {
  const unsigned whole = value->getType()->getIntegerBitWidth();
  if (low == 0 && width == whole) return value;
  const auto zero = [&] {
    return llvm::ConstantInt::get(llvm::IntegerType::get(value->getContext(), width), 0);
  };
  if (low >= whole) return zero();
  if (llvm::isa<llvm::UndefValue>(value))
    return llvm::UndefValue::get(llvm::IntegerType::get(value->getContext(), width));
  if (const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(value)) {
    // A part of a byte that was never written is no constant.
    if ((low % 8 != 0 || width % 8 != 0) && constant->getValue().ugt(1)) return nullptr;
    return llvm::ConstantInt::get(value->getContext(),
                                  constant->getValue().zextOrTrunc(low + width).lshr(low).trunc(width));
  }
  auto* part = llvm::dyn_cast<llvm::Instruction>(value);
  if (part == nullptr || part->getNumOperands() == 0 || !part->getOperand(0)->getType()->isIntegerTy())
    return nullptr;
  llvm::Value* from = part->getOperand(0);
  const auto* second =
      part->getNumOperands() == 2 ? llvm::dyn_cast<llvm::ConstantInt>(part->getOperand(1)) : nullptr;
  switch (part->getOpcode()) {
    case llvm::Instruction::ZExt: {
      const unsigned inner = from->getType()->getIntegerBitWidth();
      return low >= inner || low + width <= inner ? bits_of(from, low, width) : nullptr;
    }
    case llvm::Instruction::Trunc:
      return bits_of(from, low, width);
    case llvm::Instruction::Shl:
      if (second == nullptr || second->getValue().uge(whole)) return nullptr;
      if (const auto by = static_cast<unsigned>(second->getZExtValue()); low + width > by)
        return low >= by ? bits_of(from, low - by, width) : nullptr;
      return zero();
    case llvm::Instruction::LShr:
      if (second == nullptr || second->getValue().uge(whole) || low + second->getZExtValue() + width > whole)
        return nullptr;
      return bits_of(from, low + static_cast<unsigned>(second->getZExtValue()), width);
    case llvm::Instruction::And: {
      if (second == nullptr || low + width > whole) return nullptr;
      const llvm::APInt mask = second->getValue().extractBits(width, low);
      return mask.isZero() ? zero() : mask.isAllOnes() ? bits_of(from, low, width) : nullptr;
    }
    case llvm::Instruction::Or: {
      llvm::Value* left = bits_of(from, low, width);
      llvm::Value* right = bits_of(part->getOperand(1), low, width);
      const auto is_zero = [](llvm::Value* one) {
        const auto* number = llvm::dyn_cast_or_null<llvm::ConstantInt>(one);
        return number != nullptr && number->isZero();
      };
      return left == nullptr || right == nullptr ? nullptr
             : is_zero(left)                     ? right
             : is_zero(right)                    ? left
                                                 : nullptr;
    }
    default:
      return nullptr;
  }
}

// Whether the address of a variable, or of a part of the object that is given, is compared with NULL, as
// std::unique_lock does with its mutex; or NULL itself.
bool is_null_test(const llvm::ICmpInst& comparison, const llvm::Value* object) {
  if (!comparison.isEquality() || !llvm::isa<llvm::ConstantPointerNull>(comparison.getOperand(1)))
    return false;
  const llvm::Value* base = comparison.getOperand(0)->stripInBoundsConstantOffsets();
  if (const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(base))
    return !global->isInterposable() && !global->hasExternalWeakLinkage() && !global->isThreadLocal();
  return base == object ||
         llvm::isa<llvm::ConstantPointerNull>(comparison.getOperand(0)->stripPointerCasts());
}

bool is_constant(const llvm::Value* value) {
  return llvm::isa<llvm::ConstantInt>(value) && !is_indeterminate(value);
}

// What the instruction yields, if that is known without it.
llvm::Value* known_result(llvm::Instruction& instruction, const llvm::Value* object) {
  const llvm::DataLayout& layout = instruction.getModule()->getDataLayout();
  if (auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction)) switch (call->getIntrinsicID()) {
      case llvm::Intrinsic::expect:
      case llvm::Intrinsic::expect_with_probability:
      case llvm::Intrinsic::launder_invariant_group:
      case llvm::Intrinsic::strip_invariant_group:
        return call->getArgOperand(0);
      default:
        return nullptr;
    }
  if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
    auto* constant = llvm::dyn_cast<llvm::Constant>(load->getPointerOperand());
    return constant == nullptr ? nullptr
                               : llvm::ConstantFoldLoadFromConstPtr(constant, load->getType(), layout);
  }
  if (llvm::isa<llvm::TruncInst>(instruction) || llvm::isa<llvm::ZExtInst>(instruction) ||
      llvm::isa<llvm::SExtInst>(instruction))
    if (is_constant(instruction.getOperand(0))) return llvm::ConstantFoldInstruction(&instruction, layout);
  if (llvm::isa<llvm::TruncInst>(instruction))
    return llvm::isa<llvm::Instruction>(instruction.getOperand(0))
               ? bits_of(instruction.getOperand(0), 0, instruction.getType()->getIntegerBitWidth())
               : nullptr;
  if (auto* comparison = llvm::dyn_cast<llvm::ICmpInst>(&instruction)) {
    if (is_constant(comparison->getOperand(0)) && is_constant(comparison->getOperand(1)))
      return llvm::ConstantFoldInstruction(comparison, layout);
    if (!is_null_test(*comparison, object)) return nullptr;
    const bool is_null = llvm::isa<llvm::ConstantPointerNull>(comparison->getOperand(0)->stripPointerCasts());
    return llvm::ConstantInt::getBool(comparison->getType(),
                                      is_null == (comparison->getPredicate() == llvm::CmpInst::ICMP_EQ));
  }
  if (auto* extract = llvm::dyn_cast<llvm::ExtractValueInst>(&instruction))
    return llvm::FindInsertedValue(extract->getAggregateOperand(), extract->getIndices());
  if (auto* phi = llvm::dyn_cast<llvm::PHINode>(&instruction))
    return phi->getNumIncomingValues() == 1 ? phi->getIncomingValue(0) : nullptr;
  return nullptr;
}

// And what only they needed. Accesses to memory stay, whether their result is used or not, but for those that are known.
void erase(const std::vector<llvm::Instruction*>& needless) {
  std::set<llvm::Instruction*> open(needless.begin(), needless.end());
  const std::set<llvm::Instruction*> known = open;
  while (!open.empty()) {
    llvm::Instruction* one = *open.begin();
    open.erase(open.begin());
    if (!one->use_empty() ||
        (!known.contains(one) && (one->mayReadOrWriteMemory() || one->mayHaveSideEffects() ||
                                  one->isTerminator() || llvm::isa<llvm::AllocaInst>(one))))
      continue;
    for (llvm::Value* operand : one->operands())
      if (auto* before = llvm::dyn_cast<llvm::Instruction>(operand)) open.insert(before);
    one->eraseFromParent();
  }
}

// Where nobody comes any more.
bool drop_unreachable(llvm::Function& function) {
  bool changed = false;
  for (llvm::BasicBlock& block : function)
    if (const auto* branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
        branch != nullptr && branch->isConditional() && is_constant(branch->getCondition()))
      changed |= llvm::ConstantFoldTerminator(&block);
  return llvm::EliminateUnreachableBlocks(function) || changed;
}

}  // namespace

void look_through(llvm::Function& function, const llvm::Value* object) {
  for (bool changed = true; changed;) {
    changed = false;
    std::vector<llvm::Instruction*> needless;
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      llvm::Value* result = instruction.use_empty() ? nullptr : known_result(instruction, object);
      const bool is_known = result != nullptr && result != &instruction;
      if (is_known) instruction.replaceAllUsesWith(result), changed = true;
      if (is_known || (instruction.use_empty() && llvm::isa<llvm::CastInst>(instruction)))
        needless.push_back(&instruction);
    }
    erase(needless);
    changed |= drop_unreachable(function);
  }
}

}  // namespace heddle::prove
