// SPDX-License-Identifier: Apache-2.0
// Loads, stores, atomics and the computing of addresses.
#include <optional>

#include <fmt/format.h>
#include <llvm/IR/Constants.h>

#include "program/translate/translate_function.h"

namespace heddle::program {
namespace {

event::MemoryOrder order_of(llvm::AtomicOrdering ordering) {
  switch (ordering) {
    case llvm::AtomicOrdering::Acquire:
      return event::MemoryOrder::acquire;
    case llvm::AtomicOrdering::Release:
      return event::MemoryOrder::release;
    case llvm::AtomicOrdering::AcquireRelease:
      return event::MemoryOrder::acq_rel;
    case llvm::AtomicOrdering::SequentiallyConsistent:
      return event::MemoryOrder::seq_cst;
    default:
      return event::MemoryOrder::relaxed;
  }
}

std::optional<RmwOperation> rmw_of(llvm::AtomicRMWInst::BinOp operation) {
  switch (operation) {
    case llvm::AtomicRMWInst::Xchg:
      return RmwOperation::exchange;
    case llvm::AtomicRMWInst::Add:
      return RmwOperation::add;
    case llvm::AtomicRMWInst::Sub:
      return RmwOperation::sub;
    case llvm::AtomicRMWInst::And:
      return RmwOperation::and_;
    case llvm::AtomicRMWInst::Nand:
      return RmwOperation::nand;
    case llvm::AtomicRMWInst::Or:
      return RmwOperation::or_;
    case llvm::AtomicRMWInst::Xor:
      return RmwOperation::xor_;
    case llvm::AtomicRMWInst::Max:
      return RmwOperation::max;
    case llvm::AtomicRMWInst::Min:
      return RmwOperation::min;
    case llvm::AtomicRMWInst::UMax:
      return RmwOperation::umax;
    case llvm::AtomicRMWInst::UMin:
      return RmwOperation::umin;
    default:
      return std::nullopt;
  }
}

}  // namespace

std::uint8_t FunctionTranslator::order_word(llvm::AtomicOrdering ordering) {
  return static_cast<std::uint8_t>(1 + static_cast<unsigned>(order_of(ordering)));
}

namespace {
bool is_virtual_table(const llvm::Value* value) {
  return llvm::isa<llvm::Constant>(value) && value->getType()->isPointerTy() &&
         value->stripInBoundsOffsets()->getName().starts_with("_ZTV");
}

// A structure that a call takes or returns, as the registers it travels in. Of its members some may never have been
// written, which is an error only of who reads those.
bool is_passed_whole(const llvm::LoadInst& load) {
  if (load.isAtomic() || !load.hasOneUse()) return false;
  const llvm::User* user = *load.user_begin();
  if (!llvm::isa<llvm::CallBase>(user) && !llvm::isa<llvm::ReturnInst>(user)) return false;
  const llvm::Value* from = load.getPointerOperand();
  if (const auto* local = llvm::dyn_cast<llvm::AllocaInst>(from))
    return local->getAllocatedType()->isStructTy();
  if (from->getName().starts_with("coerce.dive")) return true;
  const auto* part = llvm::dyn_cast<llvm::GetElementPtrInst>(from);
  const auto* type =
      part == nullptr ? nullptr : llvm::dyn_cast<llvm::StructType>(part->getSourceElementType());
  return type != nullptr && type->isLiteral();
}

// A byte may be copied whatever it is: C11 6.2.6.1.
bool is_copied_byte(const llvm::LoadInst& load) {
  if (load.isAtomic() || !load.hasOneUse() || !load.getType()->isIntegerTy(8)) return false;
  const auto* store = llvm::dyn_cast<llvm::StoreInst>(*load.user_begin());
  return store != nullptr && store->getValueOperand() == &load;
}
// The bits of other fields, around a bit-field that is written: they are put back as they were.
bool is_kept_around_bit_field(const llvm::LoadInst& load) {
  if (!load.getName().starts_with("bf.load") || load.isAtomic() || !load.hasOneUse()) return false;
  const auto goes_back = [&](const llvm::Value& value) {
    return llvm::any_of(value.users(), [&](const llvm::User* user) {
      const auto* store = llvm::dyn_cast<llvm::StoreInst>(user);
      return store != nullptr && store->getValueOperand() == &value &&
             store->getPointerOperand() == load.getPointerOperand();
    });
  };
  const auto* others = llvm::dyn_cast<llvm::BinaryOperator>(*load.user_begin());
  if (others == nullptr || others->getOpcode() != llvm::Instruction::And || !others->hasOneUse() ||
      !llvm::isa<llvm::ConstantInt>(others->getOperand(1)))
    return false;
  const auto* both = llvm::dyn_cast<llvm::BinaryOperator>(*others->user_begin());
  return goes_back(*others) ||
         (both != nullptr && both->getOpcode() == llvm::Instruction::Or && goes_back(*both));
}
}  // namespace

void FunctionTranslator::translate_memory(llvm::Instruction& instruction) {
  if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
    const std::vector<Leaf>& leaves = tables_.leaves(load->getType());
    for (std::size_t i = 0; i < leaves.size(); ++i) {
      Operand address = operand(load->getPointerOperand());
      if (leaves[i].offset != 0) {
        const Operand moved = fresh();
        emit(Opcode::add, moved, address, constant(leaves[i].offset)).width = 64;
        address = moved;
      }
      // A function may end without a value, if its caller does not ask for it.
      const bool is_result = load->getPointerOperand()->getName() == "retval" && load->hasOneUse() &&
                             llvm::isa<llvm::ReturnInst>(*load->user_begin());
      const bool is_dropped = load->use_empty() && !load->isAtomic();  // (void)x
      const bool is_kept = is_passed_whole(*load) || is_kept_around_bit_field(*load);
      const bool needs_no_value = is_result || is_dropped || is_kept || is_copied_byte(*load);
      Instruction& made =
          emit(needs_no_value ? Opcode::load_result : Opcode::load, result(*load, i), address);
      if (is_kept) made.e = kAsItIs;
      made.width = leaves[i].bytes;
      made.flags = leaves[i].bits;
      if (load->isAtomic()) {
        // The guard of a static local is as strong as it needs to be.
        const bool is_guard = load->getPointerOperand()->getName().starts_with("_ZGV");
        made.aux = order_word(is_guard ? llvm::AtomicOrdering::SequentiallyConsistent : load->getOrdering());
      }
    }
    return;
  }
  if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
    const std::vector<Leaf>& leaves = tables_.leaves(store->getValueOperand()->getType());
    for (std::size_t i = 0; i < leaves.size(); ++i) {
      Operand address = operand(store->getPointerOperand());
      if (leaves[i].offset != 0) {
        const Operand moved = fresh();
        emit(Opcode::add, moved, address, constant(leaves[i].offset)).width = 64;
        address = moved;
      }
      Instruction& made = emit(Opcode::store, kNoRegister, operand(store->getValueOperand(), i), address);
      made.width = leaves[i].bytes;
      if (is_virtual_table(store->getValueOperand())) made.flags = kVirtual;
      if (store->isAtomic()) {
        made.aux = order_word(store->getOrdering());
      }
    }
    return;
  }
  if (auto* rmw = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
    const std::optional<RmwOperation> operation = rmw_of(rmw->getOperation());
    if (!operation) return unsupported("an atomic floating-point operation");
    Instruction& made =
        emit(Opcode::rmw, result(*rmw), operand(rmw->getPointerOperand()), operand(rmw->getValOperand()));
    made.width = tables_.leaves(rmw->getType())[0].bytes;
    made.aux = order_word(rmw->getOrdering());
    made.flags = static_cast<std::uint8_t>(*operation);
    return;
  }
  auto& exchange = llvm::cast<llvm::AtomicCmpXchgInst>(instruction);
  Instruction& made =
      emit(Opcode::compare_exchange, result(exchange, 0), operand(exchange.getPointerOperand()),
           operand(exchange.getCompareOperand()), operand(exchange.getNewValOperand()));
  made.e = result(exchange, 1);
  made.width = tables_.leaves(exchange.getNewValOperand()->getType())[0].bytes;
  made.aux = order_word(exchange.getSuccessOrdering());
  made.flags = order_word(exchange.getFailureOrdering());
  if (exchange.isWeak()) made.flags |= kWeak;
}

void FunctionTranslator::translate_index(llvm::GetElementPtrInst& address) {
  Operand at = operand(address.getPointerOperand());
  // The object that a field with an annotation is in, if nothing but constants leads from there to the field.
  const auto type = tables_.annotated_type(address.getSourceElementType());
  const Operand whole = type && address.getNumIndices() > 1 && address.hasAllConstantIndices() &&
                                llvm::cast<llvm::ConstantInt>(address.idx_begin()->get())->isZero()
                            ? at
                            : kNoRegister;
  if (whole >= 0) emit(Opcode::is_object, kNoRegister, whole).b = static_cast<Operand>(*type);
  std::uint64_t fixed = 0;
  for (auto step = llvm::gep_type_begin(address); step != llvm::gep_type_end(address); ++step) {
    const llvm::Value* index = step.getOperand();
    if (llvm::StructType* structure = step.getStructTypeOrNull()) {
      fixed += layout_.getStructLayout(structure)->getElementOffset(
          static_cast<unsigned>(llvm::cast<llvm::ConstantInt>(index)->getZExtValue()));
      continue;
    }
    const std::uint64_t stride = step.getSequentialElementStride(layout_);
    if (const auto* known = llvm::dyn_cast<llvm::ConstantInt>(index)) {
      fixed += static_cast<std::uint64_t>(known->getSExtValue()) * stride;
      continue;
    }
    const Operand moved = fresh();
    emit(Opcode::index, moved, at, operand(index), constant(stride)).width =
        static_cast<std::uint8_t>(bits(index->getType()));
    at = moved;
  }
  if (fixed != 0)
    emit(Opcode::add, result(address), at, constant(fixed)).width = 64;
  else
    emit(Opcode::move, result(address), at);
}

}  // namespace heddle::program
