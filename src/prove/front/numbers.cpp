// SPDX-License-Identifier: Apache-2.0
#include "prove/front/numbers.h"

#include "prove/front/prepare.h"

namespace heddle::prove {

bool NumberSet::add(const NumberSet& other) {
  const std::size_t before = values.size();
  const bool was_anything = is_anything;
  values.insert(other.values.begin(), other.values.end());
  is_anything |= other.is_anything || values.size() > Numbers::kMost;
  if (is_anything) std::erase_if(values, [](const Number& value) { return value.has_value(); });
  return is_anything != was_anything || values.size() != before;
}

bool computes_number(const llvm::Instruction& instruction) {
  if (!instruction.getType()->isIntegerTy()) return false;
  return instruction.isBinaryOp() || llvm::isa<llvm::ICmpInst>(instruction) ||
         llvm::isa<llvm::ZExtInst>(instruction) || llvm::isa<llvm::SExtInst>(instruction) ||
         llvm::isa<llvm::TruncInst>(instruction);
}

// By hand, since what LLVM folds does not know of overflow that is not allowed.
Number Numbers::compute(const llvm::Instruction& instruction, const std::vector<std::uint64_t>& operands) {
  if (!instruction.getOperand(0)->getType()->isIntegerTy()) return std::nullopt;
  const unsigned bits = instruction.getOperand(0)->getType()->getIntegerBitWidth();
  const llvm::APInt a(bits, operands[0]);
  if (llvm::isa<llvm::CastInst>(instruction)) {
    const unsigned into = instruction.getType()->getIntegerBitWidth();
    if (llvm::isa<llvm::TruncInst>(instruction)) return a.trunc(into).getZExtValue();
    const auto* extension = llvm::dyn_cast<llvm::PossiblyNonNegInst>(&instruction);
    if (extension != nullptr && extension->hasNonNeg() && a.isNegative()) return std::nullopt;
    return (llvm::isa<llvm::SExtInst>(instruction) ? a.sext(into) : a.zext(into)).getZExtValue();
  }
  const llvm::APInt b(bits, operands[1]);
  if (const auto* comparison = llvm::dyn_cast<llvm::ICmpInst>(&instruction))
    return llvm::ICmpInst::compare(a, b, comparison->getPredicate()) ? 1 : 0;
  llvm::APInt result(bits, 0);
  bool signed_over = false;
  bool unsigned_over = false;
  bool is_inexact = false;
  switch (instruction.getOpcode()) {
    case llvm::Instruction::Add:
      result = a.sadd_ov(b, signed_over), (void)a.uadd_ov(b, unsigned_over);
      break;
    case llvm::Instruction::Sub:
      result = a.ssub_ov(b, signed_over), (void)a.usub_ov(b, unsigned_over);
      break;
    case llvm::Instruction::Mul:
      result = a.smul_ov(b, signed_over), (void)a.umul_ov(b, unsigned_over);
      break;
    case llvm::Instruction::And:
      result = a & b;
      break;
    case llvm::Instruction::Or:
      result = a | b;
      break;
    case llvm::Instruction::Xor:
      result = a ^ b;
      break;
    case llvm::Instruction::Shl:
      if (b.uge(bits)) return std::nullopt;
      result = a.sshl_ov(b, signed_over), (void)a.ushl_ov(b, unsigned_over);
      result = a.shl(b);
      break;
    case llvm::Instruction::LShr:
      if (b.uge(bits)) return std::nullopt;
      result = a.lshr(b), is_inexact = result.shl(b) != a;
      break;
    case llvm::Instruction::AShr:
      if (b.uge(bits)) return std::nullopt;
      result = a.ashr(b), is_inexact = result.shl(b) != a;
      break;
    case llvm::Instruction::UDiv:
    case llvm::Instruction::URem:
      if (b.isZero()) return std::nullopt;
      is_inexact = !a.urem(b).isZero();
      result = instruction.getOpcode() == llvm::Instruction::UDiv ? a.udiv(b) : a.urem(b);
      break;
    case llvm::Instruction::SDiv:
    case llvm::Instruction::SRem:
      if (b.isZero() || (a.isMinSignedValue() && b.isAllOnes())) return std::nullopt;
      is_inexact = !a.srem(b).isZero();
      result = instruction.getOpcode() == llvm::Instruction::SDiv ? a.sdiv(b) : a.srem(b);
      break;
    default:
      return std::nullopt;
  }
  if (const auto* overflowing = llvm::dyn_cast<llvm::OverflowingBinaryOperator>(&instruction))
    if ((overflowing->hasNoSignedWrap() && signed_over) ||
        (overflowing->hasNoUnsignedWrap() && unsigned_over))
      return std::nullopt;
  if (const auto* exact = llvm::dyn_cast<llvm::PossiblyExactOperator>(&instruction))
    if (exact->isExact() && is_inexact) return std::nullopt;
  if (const auto* disjoint = llvm::dyn_cast<llvm::PossiblyDisjointInst>(&instruction))
    if (disjoint->isDisjoint() && a.intersects(b)) return std::nullopt;
  return result.getZExtValue();
}

NumberSet Numbers::of(const llvm::Value* value) const {
  if (is_indeterminate(value)) return {false, {std::nullopt}};
  if (const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(value))
    return constant->getBitWidth() <= 64 ? NumberSet{false, {constant->getZExtValue()}} : NumberSet{true, {}};
  if (llvm::isa<llvm::ConstantPointerNull>(value)) return {false, {0}};
  if (llvm::isa<llvm::Constant>(value)) return {true, {}};
  const auto found = sets_.find(value);
  return found == sets_.end() ? NumberSet{true, {}} : found->second;
}

NumberSet Numbers::result(const llvm::Instruction& instruction, const Source& source) const {
  NumberSet all;
  if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(&instruction)) {
    for (const llvm::Value* incoming : phi->incoming_values()) all.add(of(incoming));
    return all;
  }
  if (const auto* select = llvm::dyn_cast<llvm::SelectInst>(&instruction)) {
    all.add(of(select->getTrueValue()));
    all.add(of(select->getFalseValue()));
    return all;
  }
  if (llvm::isa<llvm::FreezeInst>(instruction)) {
    all = of(instruction.getOperand(0));
    return all.may_be_unwritten() ? NumberSet{true, {}} : all;
  }
  if (!computes_number(instruction)) return source(instruction);
  std::vector<NumberSet> operands;
  for (const llvm::Value* operand : instruction.operands()) operands.push_back(of(operand));
  for (const NumberSet& operand : operands)
    if (operand.is_anything) {
      all = llvm::isa<llvm::ICmpInst>(instruction) ? NumberSet{false, {0, 1}} : NumberSet{true, {}};
      for (const NumberSet& each : operands)
        if (each.may_be_unwritten()) all.values.insert(std::nullopt);
      return all;
    }
  const NumberSet one = {false, {0}};
  for (const Number a : operands[0].values)
    for (const Number b : (operands.size() > 1 ? operands[1] : one).values)
      all.add({false, {a && b ? compute(instruction, {*a, *b}) : std::nullopt}});
  return all;
}

Numbers::Numbers(const std::vector<llvm::Instruction*>& instructions, const Kinds& kinds,
                 const Source& source) {
  std::vector<const llvm::Instruction*> numbers;
  for (const llvm::Instruction* instruction : instructions) {
    if (!instruction->getType()->isIntegerTy() || kinds.of(instruction) != ValueKind::number) continue;
    if (instruction->getType()->getIntegerBitWidth() > 64) continue;
    numbers.push_back(instruction);
    sets_[instruction];  // nothing yet
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (const llvm::Instruction* instruction : numbers) {
      const bool is_of_pointer =  // the mark of one
          instruction->isBinaryOp() && kinds.of(instruction->getOperand(0)) == ValueKind::pointer;
      changed |= sets_[instruction].add(is_of_pointer ? source(*instruction) : result(*instruction, source));
    }
  }
}

}  // namespace heddle::prove
