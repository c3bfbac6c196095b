// SPDX-License-Identifier: Apache-2.0
// What only sets have: keys that are compared, a mark and a lock in every cell, and functions that return
// whether the set was changed or the key is in.
//
// Keys are compared with each other, all in one order, and moved; the only constants among them are the
// smallest and the largest value of their type, for cells at the ends of the list. So what a program does
// with one key depends on the order of keys alone, and one unknown key can stand for all (sets/set_view.h).
#include <fmt/format.h>

#include "prove/front/translation.h"

namespace heddle::prove {
namespace {

// The ways of two keys in which the comparison holds.
int ways_of(llvm::CmpInst::Predicate predicate) {
  switch (predicate) {
    case llvm::CmpInst::ICMP_EQ:
      return kSame;
    case llvm::CmpInst::ICMP_NE:
      return kLess | kGreater;
    case llvm::CmpInst::ICMP_SLT:
    case llvm::CmpInst::ICMP_ULT:
      return kLess;
    case llvm::CmpInst::ICMP_SLE:
    case llvm::CmpInst::ICMP_ULE:
      return kLess | kSame;
    case llvm::CmpInst::ICMP_SGT:
    case llvm::CmpInst::ICMP_UGT:
      return kGreater;
    default:
      return kGreater | kSame;
  }
}

// The constant that an instruction writes to memory, if it is one.
const llvm::ConstantInt* written(const llvm::Instruction& instruction) {
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
    return llvm::dyn_cast<llvm::ConstantInt>(store->getValueOperand());
  if (const auto* swap = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction))
    return swap->getOperation() == llvm::AtomicRMWInst::Xchg
               ? llvm::dyn_cast<llvm::ConstantInt>(swap->getValOperand())
               : nullptr;
  const auto* exchange = llvm::cast<llvm::AtomicCmpXchgInst>(&instruction);
  return llvm::isa<llvm::ConstantInt>(exchange->getCompareOperand())
             ? llvm::dyn_cast<llvm::ConstantInt>(exchange->getNewValOperand())
             : nullptr;
}

}  // namespace

// A number in cells that is only ever set to 0 and 1 is a mark; the first one is followed.
void Translation::find_mark() {
  std::map<PlaceId, bool> is_mark;
  for (llvm::Instruction* instruction : instructions_) {
    llvm::Value* pointer = nullptr;
    llvm::Type* type = nullptr;
    if (auto* store = llvm::dyn_cast<llvm::StoreInst>(instruction)) {
      if (llvm::isa<llvm::AllocaInst>(store->getPointerOperand()->stripInBoundsOffsets())) continue;
      pointer = store->getPointerOperand(), type = store->getValueOperand()->getType();
    } else if (auto* swap = llvm::dyn_cast<llvm::AtomicRMWInst>(instruction)) {
      pointer = swap->getPointerOperand(), type = swap->getType();
    } else if (auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(instruction)) {
      pointer = exchange->getPointerOperand(), type = exchange->getNewValOperand()->getType();
    } else {
      continue;
    }
    const PlaceId place = address(pointer, type, *instruction).place;
    if (places_[place].owner != Place::Owner::cell || kinds_.of(place) != ValueKind::number) continue;
    const llvm::ConstantInt* constant = written(*instruction);
    const bool fits = constant != nullptr && constant->getValue().ule(1);
    is_mark[place] = fits && (!is_mark.contains(place) || is_mark[place]);
  }
  for (const auto& [place, fits] : is_mark)
    if (fits && !mark_field_) mark_field_ = place;
}

void Translation::find_cell_lock(const Address& lock, const llvm::CallBase& call) {
  kinds_.is(lock.cell, ValueKind::pointer, call);
  if (cell_lock_ && *cell_lock_ != lock.place) refuse("cells have one lock; this is another", call);
  cell_lock_ = lock.place;
}

void Translation::translate_keys(llvm::ICmpInst& comparison, NodeId& at) {
  if (comparison.use_empty()) return;
  const unsigned bits = comparison.getOperand(0)->getType()->getIntegerBitWidth();
  const bool is_widened = !signature_.data_is_signed && bits > signature_.data_bits;
  if (!comparison.isEquality() && comparison.isSigned() != signature_.data_is_signed && !is_widened)
    refuse("compares keys as numbers of another sign", comparison);
  const DataOperand a = data(comparison.getOperand(0), comparison);
  const DataOperand b = data(comparison.getOperand(1), comparison);
  if (a == kUndefinedData || b == kUndefinedData) return step(at, {indeterminate(comparison)}, comparison);
  const int holds = ways_of(comparison.getPredicate());
  step(at,
       std::vector<Way>{{std::vector<Op>{ops::order(a, b, holds)} + become(&comparison, 1)},
                        {std::vector<Op>{ops::order(a, b, 7 & ~holds)} + become(&comparison, 0)}},
       comparison);
}

DataOperand Translation::constant_key(const llvm::ConstantInt& value, const llvm::Instruction& user) {
  const unsigned bits = signature_.data_bits;
  const bool is_signed = signature_.data_is_signed;
  const auto is = [&](const llvm::APInt& extreme) {
    const unsigned width = value.getBitWidth();
    return width >= bits &&
           value.getValue() == (is_signed ? extreme.sextOrTrunc(width) : extreme.zextOrTrunc(width));
  };
  has_extreme_keys_ = true;
  if (is(is_signed ? llvm::APInt::getSignedMinValue(bits) : llvm::APInt::getMinValue(bits)))
    return kLeastData;
  if (is(is_signed ? llvm::APInt::getSignedMaxValue(bits) : llvm::APInt::getMaxValue(bits)))
    return kGreatestData;
  refuse("a constant key other than the smallest or the largest of its type", user);
}

void Translation::translate_mark(llvm::Instruction& instruction, llvm::Value* cell, NodeId& at) {
  const Variable target = pointer(cell);
  const auto yields = [&](llvm::Value* result, std::uint64_t value) {
    return result == nullptr || result->use_empty() ? std::vector<Op>() : become(result, value);
  };
  if (llvm::isa<llvm::StoreInst>(instruction))
    return step(at, {ops::store_mark(target, !written(instruction)->isZero())}, instruction);
  std::vector<Way> ways;
  auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction);
  if (exchange != nullptr) pairs_[exchange] = {-1, -1};
  for (const bool before : {false, true}) {
    std::vector<Op> ops = {ops::mark_is(target, before)};
    if (exchange == nullptr) {
      if (llvm::isa<llvm::AtomicRMWInst>(instruction))
        ops.push_back(ops::store_mark(target, !written(instruction)->isZero()));
      ways.push_back({ops + yields(&instruction, before ? 1 : 0)});
      continue;
    }
    const bool hits =
        llvm::cast<llvm::ConstantInt>(exchange->getCompareOperand())->getValue() == (before ? 1 : 0);
    for (const bool succeeds : {true, false}) {
      if (succeeds ? !hits : hits && !exchange->isWeak()) continue;
      std::vector<Op> one = ops;
      if (succeeds) one.push_back(ops::store_mark(target, !written(instruction)->isZero()));
      for (llvm::User* user : exchange->users()) {
        auto* part = llvm::cast<llvm::ExtractValueInst>(user);
        one = one + yields(part, part->getIndices()[0] == 1 ? (succeeds ? 1 : 0) : (before ? 1 : 0));
      }
      ways.push_back({one});
    }
  }
  step(at, ways, instruction);
}

void Translation::translate_cell_lock(llvm::CallBase& call, Call what, llvm::Value* cell, NodeId& at) {
  const Variable target = pointer(cell);
  std::vector<Op> ops;
  if (what == Call::lock) ops.push_back(ops::lock_cell(target));
  if (what == Call::unlock) ops.push_back(ops::unlock_cell(target));
  if (what == Call::make_lock) {
    const auto* kind =
        call.arg_size() < 2 ? nullptr : llvm::dyn_cast<llvm::ConstantPointerNull>(call.getArgOperand(1));
    if (call.arg_size() > 1 && kind == nullptr && call.getArgOperand(1)->getType()->isPointerTy())
      refuse("makes an unusual lock", call);
    ops.push_back(ops::make_lock(target));
  }
  if (ops.empty()) refuse("tries to take a lock of a cell, which is not followed", call);
  if (!call.getType()->isVoidTy() && !call.use_empty()) ops = ops + become(&call, 0);
  step(at, ops, call);
}

void Translation::leave_set(llvm::ReturnInst& instruction, NodeId at) {
  for (const Case& one : cases(instruction.getReturnValue()))
    for (const bool truth : {true, false}) {
      if (one.value && *one.value && (**one.value != 0) != truth) continue;
      std::vector<Op> ops = one.holds;
      if (one.value && !*one.value) ops.push_back(indeterminate(instruction));
      builder_.edge(at, kIdle, std::move(ops), truth ? kTrueResult : kFalseResult, line_of(instruction));
      builder_.program().edges.back().is_guess = !one.value.has_value();
    }
}

}  // namespace heddle::prove
