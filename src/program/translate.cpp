// SPDX-License-Identifier: Apache-2.0
// LLVM bitcode → compact instructions.
//
// The module comes from clang -O0, so every access of the source is there and in its order. Only one thing is
// optimised: local variables whose address is not taken become registers, provided that on every path they
// are written before they are read; the others stay in memory, where an uninitialised read is found.
// Values of struct, array or vector type become one register a leaf. φ-functions become moves on their edges.
// This file alone (with translate_constants.cpp) knows LLVM.
#include "program/translate.h"

#include <algorithm>
#include <map>
#include <memory>
#include <set>

#include <fmt/format.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

#include "base/check.h"
#include "program/translate_constants.h"

namespace heddle::program {
namespace {

// Functions that mean something to the checker even if the program defines them.
bool always_builtin(llvm::StringRef name) {
  return name == "reach_error" || name == "assume_abort_if_not" || name.starts_with("__VERIFIER_nondet") ||
         name == "__VERIFIER_assume" || name == "__VERIFIER_atomic_begin" ||
         name == "__VERIFIER_atomic_end" || name == "heddle_choose" || name == "heddle_assume" ||
         name == "heddle_atomic_begin" || name == "heddle_atomic_end";
}
bool is_atomic_function(llvm::StringRef name) {
  return name.starts_with("__VERIFIER_atomic_") && name != "__VERIFIER_atomic_begin" &&
         name != "__VERIFIER_atomic_end";
}

// Local variables that may live in a register: written on every path before they are read.
std::vector<llvm::AllocaInst*> promotable(llvm::Function& function) {
  std::vector<llvm::AllocaInst*> candidates;
  for (llvm::Instruction& instruction : function.getEntryBlock())
    if (auto* local = llvm::dyn_cast<llvm::AllocaInst>(&instruction))
      if (llvm::isAllocaPromotable(local)) candidates.push_back(local);
  std::erase_if(candidates, [&](llvm::AllocaInst* local) {
    std::map<const llvm::BasicBlock*, bool> written_at_end;
    for (const llvm::BasicBlock& block : function) written_at_end[&block] = true;
    bool changed = true;
    while (changed) {
      changed = false;
      for (const llvm::BasicBlock& block : function) {
        bool written = &block != &function.getEntryBlock();
        for (const llvm::BasicBlock* before : llvm::predecessors(&block))
          written = written && written_at_end[before];
        for (const llvm::Instruction& instruction : block)
          if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
            written = written || store->getPointerOperand() == local;
        if (written != written_at_end[&block]) {
          written_at_end[&block] = written;
          changed = true;
        }
      }
    }
    for (const llvm::BasicBlock& block : function) {
      bool written = &block != &function.getEntryBlock();
      for (const llvm::BasicBlock* before : llvm::predecessors(&block))
        written = written && written_at_end[before];
      for (const llvm::Instruction& instruction : block) {
        if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
          written = written || store->getPointerOperand() == local;
        if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
          if (load->getPointerOperand() == local && !written) return true;
      }
    }
    return false;
  });
  return candidates;
}

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

class FunctionTranslator {
 public:
  FunctionTranslator(ModuleTables& tables, llvm::Function& source, Function& target)
      : tables_(tables), layout_(tables.layout()), source_(source), target_(target) {}

  void run() {
    target_.parameters = 0;
    for (llvm::Argument& argument : source_.args()) {
      const auto leaves = static_cast<std::uint32_t>(tables_.leaves(argument.getType()).size());
      registers_[&argument] = static_cast<Operand>(target_.parameters);
      target_.parameters += leaves;
    }
    target_.registers = target_.parameters;
    for (llvm::BasicBlock& block : source_)
      for (llvm::Instruction& instruction : block)
        if (!instruction.getType()->isVoidTy()) {
          const auto leaves = static_cast<std::uint32_t>(tables_.leaves(instruction.getType()).size());
          registers_[&instruction] = static_cast<Operand>(target_.registers);
          target_.registers += leaves;
        }
    copy_arguments_passed_by_value();
    for (llvm::BasicBlock& block : source_) {
      block_start_[&block] = static_cast<Operand>(target_.code.size());
      for (llvm::Instruction& instruction : block) translate(instruction);
    }
    for (std::size_t i = 0; i < edges_.size(); ++i) emit_edge(i);
    for (const Fix& fix : fixes_) {
      const Operand to =
          fix.edge >= 0 ? edges_[static_cast<std::size_t>(fix.edge)].start : block_start_.at(fix.block);
      if (fix.in_extra)
        target_.extra[fix.position] = to;
      else
        (fix.field == 'a'   ? target_.code[fix.position].a
         : fix.field == 'b' ? target_.code[fix.position].b
         : fix.field == 'c' ? target_.code[fix.position].c
                            : target_.code[fix.position].e) = to;
    }
  }

 private:
  struct Edge {
    const llvm::BasicBlock* from;
    const llvm::BasicBlock* to;
    std::uint32_t location;
    Operand start = -1;
  };
  struct Fix {
    std::size_t position;
    char field;
    bool in_extra;
    const llvm::BasicBlock* block;
    std::int64_t edge;  // −1: the block itself
  };

  Operand fresh() { return static_cast<Operand>(target_.registers++); }
  Operand constant(Word value) { return tables_.constant(value); }

  Operand operand(const llvm::Value* value, std::size_t leaf = 0) {
    if (const auto* known = llvm::dyn_cast<llvm::Constant>(value)) {
      const std::vector<Word> words = tables_.words(known);
      HEDDLE_CHECK(leaf < words.size(), "a constant has a word for each leaf");
      return constant(words[leaf]);
    }
    const auto found = registers_.find(value);
    if (found == registers_.end()) {
      unsupported("a value of unknown kind");
      return constant(0);
    }
    return found->second + static_cast<Operand>(leaf);
  }
  Operand result(const llvm::Value& value, std::size_t leaf = 0) {
    return registers_.at(&value) + static_cast<Operand>(leaf);
  }

  Instruction& emit(Opcode opcode, Operand dst = kNoRegister, Operand a = 0, Operand b = 0, Operand c = 0) {
    Instruction& made = target_.code.emplace_back();
    made.opcode = opcode;
    made.dst = dst;
    made.a = a;
    made.b = b;
    made.c = c;
    made.location = location_;
    return made;
  }
  void unsupported(const std::string& what) { emit(Opcode::unsupported, kNoRegister, tables_.message(what)); }

  static unsigned bits(const llvm::Type* type) {
    if (type->isIntegerTy()) return type->getIntegerBitWidth();
    if (type->isFloatTy()) return 32;
    return 64;
  }

  void copy_arguments_passed_by_value() {
    for (llvm::Argument& argument : source_.args()) {
      if (!argument.hasByValAttr()) continue;
      const std::uint64_t size = layout_.getTypeAllocSize(argument.getParamByValType());
      const Operand original = registers_[&argument];
      const Operand copy = fresh();
      emit(Opcode::stack_object, copy, constant(size));
      call_builtin(Builtin::copy_memory, {copy, original, constant(size)}, {});
      registers_[&argument] = copy;
    }
  }

  void call_builtin(Builtin builtin, const std::vector<Operand>& arguments,
                    const std::vector<Operand>& results) {
    Instruction& made = emit(Opcode::builtin);
    made.a = static_cast<Operand>(builtin);
    append_call(made, arguments, results);
  }
  void append_call(Instruction& call, const std::vector<Operand>& arguments,
                   const std::vector<Operand>& results) {
    call.b = static_cast<Operand>(target_.extra.size());
    call.c = static_cast<Operand>(arguments.size());
    call.e = static_cast<Operand>(results.size());
    target_.extra.insert(target_.extra.end(), arguments.begin(), arguments.end());
    target_.extra.insert(target_.extra.end(), results.begin(), results.end());
  }

  // Moves that happen at once, as a sequence: a move goes first when nobody still reads its target; a cycle
  // is opened with a spare register.
  void parallel_moves(std::vector<std::pair<Operand, Operand>> moves) {
    std::erase_if(moves, [](const auto& move) { return move.first == move.second; });
    while (!moves.empty()) {
      const auto free_move = std::find_if(moves.begin(), moves.end(), [&](const auto& move) {
        return std::none_of(moves.begin(), moves.end(),
                            [&](const auto& other) { return other.second == move.first; });
      });
      if (free_move != moves.end()) {
        emit(Opcode::move, free_move->first, free_move->second);
        moves.erase(free_move);
      } else {
        const Operand spare = fresh();
        const Operand opened = moves.front().first;
        emit(Opcode::move, spare, opened);
        for (auto& move : moves)
          if (move.second == opened) move.second = spare;
      }
    }
  }
  bool has_phi(const llvm::BasicBlock* block) const { return llvm::isa<llvm::PHINode>(block->front()); }
  void edge_moves(const llvm::BasicBlock* from, const llvm::BasicBlock* to) {
    std::vector<std::pair<Operand, Operand>> moves;
    for (const llvm::PHINode& phi : to->phis()) {
      const llvm::Value* value = phi.getIncomingValueForBlock(from);
      if (llvm::isa<llvm::UndefValue>(value)) continue;
      for (std::size_t leaf = 0; leaf < tables_.leaves(phi.getType()).size(); ++leaf)
        moves.emplace_back(result(phi, leaf), operand(value, leaf));
    }
    parallel_moves(std::move(moves));
  }
  void emit_edge(std::size_t index) {
    const Edge edge = edges_[index];
    location_ = edge.location;
    edges_[index].start = static_cast<Operand>(target_.code.size());
    edge_moves(edge.from, edge.to);
    fixes_.push_back({target_.code.size(), 'a', false, edge.to, -1});
    emit(Opcode::jump);
  }
  // Lets a field of the instruction at `position` (or a word of extra) lead to `to`.
  void lead(std::size_t position, char field, bool in_extra, const llvm::BasicBlock* from,
            const llvm::BasicBlock* to) {
    if (!has_phi(to)) {
      fixes_.push_back({position, field, in_extra, to, -1});
      return;
    }
    edges_.push_back({from, to, location_});
    fixes_.push_back({position, field, in_extra, to, static_cast<std::int64_t>(edges_.size() - 1)});
  }
  void jump(const llvm::BasicBlock* from, const llvm::BasicBlock* to) {
    edge_moves(from, to);
    fixes_.push_back({target_.code.size(), 'a', false, to, -1});
    emit(Opcode::jump);
  }

  void translate(llvm::Instruction& instruction);
  void translate_memory(llvm::Instruction& instruction);
  void translate_cast(llvm::CastInst& cast);
  void translate_binary(llvm::BinaryOperator& operation);
  void translate_call(llvm::CallBase& call);
  bool translate_intrinsic(llvm::IntrinsicInst& call);
  void translate_index(llvm::GetElementPtrInst& address);
  static std::uint8_t order_word(llvm::AtomicOrdering ordering) {
    return static_cast<std::uint8_t>(1 + static_cast<unsigned>(order_of(ordering)));
  }

  ModuleTables& tables_;
  const llvm::DataLayout& layout_;
  llvm::Function& source_;
  Function& target_;
  std::map<const llvm::Value*, Operand> registers_;
  std::map<const llvm::BasicBlock*, Operand> block_start_;
  std::vector<Edge> edges_;
  std::vector<Fix> fixes_;
  std::uint32_t location_ = 0;
};

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
      Instruction& made = emit(Opcode::load, result(*load, i), address);
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
}

void FunctionTranslator::translate_cast(llvm::CastInst& cast) {
  const llvm::Type* from = cast.getSrcTy();
  const llvm::Type* to = cast.getDestTy();
  const auto from_bits = static_cast<std::uint8_t>(bits(from));
  const auto to_bits = static_cast<std::uint8_t>(bits(to));
  const Operand value = operand(cast.getOperand(0));
  const Operand dst = result(cast);
  const auto convert = [&](Opcode opcode) {
    Instruction& made = emit(opcode, dst, value);
    made.width = from_bits;
    made.aux = to_bits;
  };
  switch (cast.getOpcode()) {
    case llvm::Instruction::Trunc:
      emit(Opcode::trunc, dst, value).width = to_bits;
      break;
    case llvm::Instruction::SExt:
      convert(Opcode::sext);
      break;
    case llvm::Instruction::FPToSI:
      convert(Opcode::fp_to_si);
      break;
    case llvm::Instruction::FPToUI:
      convert(Opcode::fp_to_ui);
      break;
    case llvm::Instruction::SIToFP:
      convert(Opcode::si_to_fp);
      break;
    case llvm::Instruction::UIToFP:
      convert(Opcode::ui_to_fp);
      break;
    case llvm::Instruction::FPExt:
    case llvm::Instruction::FPTrunc:
      convert(Opcode::fp_resize);
      break;
    case llvm::Instruction::PtrToInt:
    case llvm::Instruction::IntToPtr:
      if (to_bits < 64)
        emit(Opcode::trunc, dst, value).width = to_bits;
      else
        emit(Opcode::move, dst, value);
      break;
    default:
      if (tables_.leaves(cast.getSrcTy()).size() != tables_.leaves(cast.getDestTy()).size())
        return unsupported("a cast between vectors of different shape");
      for (std::size_t leaf = 0; leaf < tables_.leaves(cast.getDestTy()).size(); ++leaf)
        emit(Opcode::move, result(cast, leaf), operand(cast.getOperand(0), leaf));
  }
}

void FunctionTranslator::translate_binary(llvm::BinaryOperator& operation) {
  static const std::map<unsigned, Opcode> kOpcodes = {
      {llvm::Instruction::Add, Opcode::add},   {llvm::Instruction::Sub, Opcode::sub},
      {llvm::Instruction::Mul, Opcode::mul},   {llvm::Instruction::UDiv, Opcode::udiv},
      {llvm::Instruction::SDiv, Opcode::sdiv}, {llvm::Instruction::URem, Opcode::urem},
      {llvm::Instruction::SRem, Opcode::srem}, {llvm::Instruction::Shl, Opcode::shl},
      {llvm::Instruction::LShr, Opcode::lshr}, {llvm::Instruction::AShr, Opcode::ashr},
      {llvm::Instruction::And, Opcode::and_},  {llvm::Instruction::Or, Opcode::or_},
      {llvm::Instruction::Xor, Opcode::xor_},  {llvm::Instruction::FAdd, Opcode::fadd},
      {llvm::Instruction::FSub, Opcode::fsub}, {llvm::Instruction::FMul, Opcode::fmul},
      {llvm::Instruction::FDiv, Opcode::fdiv}, {llvm::Instruction::FRem, Opcode::frem}};
  const auto width = static_cast<std::uint8_t>(bits(operation.getType()->getScalarType()));
  for (std::size_t leaf = 0; leaf < tables_.leaves(operation.getType()).size(); ++leaf)
    emit(kOpcodes.at(operation.getOpcode()), result(operation, leaf), operand(operation.getOperand(0), leaf),
         operand(operation.getOperand(1), leaf))
        .width = width;
}

void FunctionTranslator::translate_index(llvm::GetElementPtrInst& address) {
  Operand at = operand(address.getPointerOperand());
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

bool FunctionTranslator::translate_intrinsic(llvm::IntrinsicInst& call) {
  const auto argument = [&](unsigned i) { return operand(call.getArgOperand(i)); };
  const auto width = [&] { return static_cast<std::uint8_t>(bits(call.getArgOperand(0)->getType())); };
  const auto simple = [&](Opcode opcode, std::uint8_t aux, unsigned arguments) {
    Instruction& made = emit(opcode, result(call), argument(0), arguments > 1 ? argument(1) : 0);
    made.width = width();
    made.aux = aux;
    return true;
  };
  const auto overflow = [&](Opcode opcode, std::uint8_t is_signed) {
    Instruction& made = emit(opcode, result(call, 0), argument(0), argument(1));
    made.e = result(call, 1);
    made.width = width();
    made.aux = is_signed;
    return true;
  };
  switch (call.getIntrinsicID()) {
    case llvm::Intrinsic::dbg_declare:
    case llvm::Intrinsic::dbg_value:
    case llvm::Intrinsic::dbg_label:
    case llvm::Intrinsic::lifetime_start:
    case llvm::Intrinsic::lifetime_end:
    case llvm::Intrinsic::assume:
    case llvm::Intrinsic::donothing:
    case llvm::Intrinsic::stackrestore:
    case llvm::Intrinsic::var_annotation:
    case llvm::Intrinsic::experimental_noalias_scope_decl:
    case llvm::Intrinsic::prefetch:
      return true;
    case llvm::Intrinsic::stacksave:
      emit(Opcode::move, result(call), constant(0));
      return true;
    case llvm::Intrinsic::memcpy:
    case llvm::Intrinsic::memcpy_inline:
    case llvm::Intrinsic::memmove:
      call_builtin(Builtin::copy_memory, {argument(0), argument(1), argument(2)}, {});
      return true;
    case llvm::Intrinsic::memset:
      call_builtin(Builtin::set_memory, {argument(0), argument(1), argument(2)}, {});
      return true;
    case llvm::Intrinsic::expect:
    case llvm::Intrinsic::ptr_annotation:
    case llvm::Intrinsic::launder_invariant_group:
    case llvm::Intrinsic::strip_invariant_group:
      emit(Opcode::move, result(call), argument(0));
      return true;
    case llvm::Intrinsic::trap:
      call_builtin(Builtin::abort_program, {}, {});
      return true;
    case llvm::Intrinsic::threadlocal_address: {
      const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(call.getArgOperand(0));
      if (global == nullptr) return false;
      emit(Opcode::thread_object, result(call), static_cast<Operand>(tables_.global(global)));
      return true;
    }
    case llvm::Intrinsic::sadd_with_overflow:
      return overflow(Opcode::add_overflow, 1);
    case llvm::Intrinsic::uadd_with_overflow:
      return overflow(Opcode::add_overflow, 0);
    case llvm::Intrinsic::ssub_with_overflow:
      return overflow(Opcode::sub_overflow, 1);
    case llvm::Intrinsic::usub_with_overflow:
      return overflow(Opcode::sub_overflow, 0);
    case llvm::Intrinsic::smul_with_overflow:
      return overflow(Opcode::mul_overflow, 1);
    case llvm::Intrinsic::umul_with_overflow:
      return overflow(Opcode::mul_overflow, 0);
    case llvm::Intrinsic::smin:
      return simple(Opcode::minimum, 1, 2);
    case llvm::Intrinsic::umin:
      return simple(Opcode::minimum, 0, 2);
    case llvm::Intrinsic::smax:
      return simple(Opcode::maximum, 1, 2);
    case llvm::Intrinsic::umax:
      return simple(Opcode::maximum, 0, 2);
    case llvm::Intrinsic::abs:
      return simple(Opcode::absolute, 1, 1);
    case llvm::Intrinsic::bswap:
      return simple(Opcode::byte_swap, 0, 1);
    case llvm::Intrinsic::ctpop:
      return simple(Opcode::population, 0, 1);
    case llvm::Intrinsic::ctlz:
      return simple(Opcode::leading_zeros, 0, 1);
    case llvm::Intrinsic::cttz:
      return simple(Opcode::trailing_zeros, 0, 1);
    default:
      return false;
  }
}

void FunctionTranslator::translate_call(llvm::CallBase& call) {
  if (auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&call)) {
    if (!translate_intrinsic(*intrinsic))
      unsupported(fmt::format("the intrinsic {}", intrinsic->getCalledFunction()->getName().str()));
    return;
  }
  if (call.isInlineAsm()) {
    const auto* assembly = llvm::cast<llvm::InlineAsm>(call.getCalledOperand());
    if (assembly->getAsmString().empty() && call.getType()->isVoidTy()) return;  // a compiler barrier
    return unsupported("inline assembly");
  }
  std::vector<Operand> arguments;
  for (llvm::Value* argument : call.args())
    for (std::size_t leaf = 0; leaf < tables_.leaves(argument->getType()).size(); ++leaf)
      arguments.push_back(operand(argument, leaf));
  std::vector<Operand> results;
  if (!call.getType()->isVoidTy())
    for (std::size_t leaf = 0; leaf < tables_.leaves(call.getType()).size(); ++leaf)
      results.push_back(result(call, leaf));
  const auto* called = llvm::dyn_cast<llvm::Function>(call.getCalledOperand()->stripPointerCasts());
  if (called == nullptr) {
    Instruction& made = emit(Opcode::call_pointer, kNoRegister, operand(call.getCalledOperand()));
    return append_call(made, arguments, results);
  }
  const std::optional<Builtin> builtin = builtin_named({called->getName().data(), called->getName().size()});
  if (builtin && (called->isDeclaration() || always_builtin(called->getName()))) {
    call_builtin(*builtin, arguments, results);
    if (!call.getType()->isVoidTy())
      target_.code.back().width = static_cast<std::uint8_t>(bits(call.getType()));
    return;
  }
  if (called->isDeclaration())
    return unsupported(fmt::format("the function {}, which has no body here", tables_.shown_name(*called)));
  if (called->isVarArg() && !call.arg_empty() && call.arg_size() > called->arg_size())
    return unsupported(fmt::format("a call of {} with variable arguments", tables_.shown_name(*called)));
  const bool is_atomic = is_atomic_function(called->getName());
  if (is_atomic) call_builtin(Builtin::atomic_begin, {}, {});
  Instruction& made = emit(Opcode::call, kNoRegister, static_cast<Operand>(tables_.function(called)));
  append_call(made, arguments, results);
  if (is_atomic) call_builtin(Builtin::atomic_end, {}, {});
}

void FunctionTranslator::translate(llvm::Instruction& instruction) {
  if (const llvm::DebugLoc& where = instruction.getDebugLoc())
    location_ = tables_.location(where.get(), target_.name);
  const llvm::BasicBlock* block = instruction.getParent();
  if (std::string why = tables_.unsupported_type(instruction); !why.empty()) return unsupported(why);
  switch (instruction.getOpcode()) {
    case llvm::Instruction::Alloca: {
      auto& local = llvm::cast<llvm::AllocaInst>(instruction);
      const std::uint64_t size = layout_.getTypeAllocSize(local.getAllocatedType());
      Operand bytes = constant(size);
      if (local.isArrayAllocation()) {
        bytes = fresh();
        emit(Opcode::mul, bytes, operand(local.getArraySize()), constant(size)).width = 64;
      }
      Instruction& made = emit(Opcode::stack_object, result(local), bytes);
      made.b = tables_.message(local.getName().str());
      return;
    }
    case llvm::Instruction::Load:
    case llvm::Instruction::Store:
    case llvm::Instruction::AtomicRMW:
    case llvm::Instruction::AtomicCmpXchg:
      return translate_memory(instruction);
    case llvm::Instruction::Fence: {
      auto& fence = llvm::cast<llvm::FenceInst>(instruction);
      if (fence.getSyncScopeID() == llvm::SyncScope::SingleThread) return;
      emit(Opcode::fence).aux = order_word(fence.getOrdering());
      return;
    }
    case llvm::Instruction::GetElementPtr:
      return translate_index(llvm::cast<llvm::GetElementPtrInst>(instruction));
    case llvm::Instruction::ICmp: {
      auto& compare = llvm::cast<llvm::ICmpInst>(instruction);
      Instruction& made =
          emit(Opcode::icmp, result(compare), operand(compare.getOperand(0)), operand(compare.getOperand(1)));
      made.width = static_cast<std::uint8_t>(bits(compare.getOperand(0)->getType()));
      made.aux = static_cast<std::uint8_t>(compare.getPredicate() - llvm::CmpInst::ICMP_EQ);
      return;
    }
    case llvm::Instruction::FCmp: {
      auto& compare = llvm::cast<llvm::FCmpInst>(instruction);
      Instruction& made =
          emit(Opcode::fcmp, result(compare), operand(compare.getOperand(0)), operand(compare.getOperand(1)));
      made.width = static_cast<std::uint8_t>(bits(compare.getOperand(0)->getType()));
      made.aux = static_cast<std::uint8_t>(compare.getPredicate());
      return;
    }
    case llvm::Instruction::FNeg: {
      emit(Opcode::fneg, result(instruction), operand(instruction.getOperand(0))).width =
          static_cast<std::uint8_t>(bits(instruction.getType()));
      return;
    }
    case llvm::Instruction::Select:
      for (std::size_t leaf = 0; leaf < tables_.leaves(instruction.getType()).size(); ++leaf)
        emit(Opcode::select, result(instruction, leaf), operand(instruction.getOperand(0)),
             operand(instruction.getOperand(1), leaf), operand(instruction.getOperand(2), leaf));
      return;
    case llvm::Instruction::Freeze:
      for (std::size_t leaf = 0; leaf < tables_.leaves(instruction.getType()).size(); ++leaf)
        emit(Opcode::move, result(instruction, leaf), operand(instruction.getOperand(0), leaf));
      return;
    case llvm::Instruction::ExtractValue: {
      auto& extract = llvm::cast<llvm::ExtractValueInst>(instruction);
      const std::size_t first =
          tables_.leaf_index(extract.getAggregateOperand()->getType(), extract.getIndices());
      for (std::size_t leaf = 0; leaf < tables_.leaves(extract.getType()).size(); ++leaf)
        emit(Opcode::move, result(extract, leaf), operand(extract.getAggregateOperand(), first + leaf));
      return;
    }
    case llvm::Instruction::InsertValue: {
      auto& insert = llvm::cast<llvm::InsertValueInst>(instruction);
      const std::size_t first = tables_.leaf_index(insert.getType(), insert.getIndices());
      const std::size_t count = tables_.leaves(insert.getInsertedValueOperand()->getType()).size();
      for (std::size_t leaf = 0; leaf < tables_.leaves(insert.getType()).size(); ++leaf)
        emit(Opcode::move, result(insert, leaf),
             leaf >= first && leaf < first + count ? operand(insert.getInsertedValueOperand(), leaf - first)
                                                   : operand(insert.getAggregateOperand(), leaf));
      return;
    }
    case llvm::Instruction::ExtractElement: {
      auto& extract = llvm::cast<llvm::ExtractElementInst>(instruction);
      const auto* known = llvm::dyn_cast<llvm::ConstantInt>(extract.getIndexOperand());
      if (known == nullptr) return unsupported("a vector element at a variable index");
      emit(Opcode::move, result(extract), operand(extract.getVectorOperand(), known->getZExtValue()));
      return;
    }
    case llvm::Instruction::InsertElement: {
      auto& insert = llvm::cast<llvm::InsertElementInst>(instruction);
      const auto* known = llvm::dyn_cast<llvm::ConstantInt>(insert.getOperand(2));
      if (known == nullptr) return unsupported("a vector element at a variable index");
      for (std::size_t leaf = 0; leaf < tables_.leaves(insert.getType()).size(); ++leaf)
        emit(Opcode::move, result(insert, leaf),
             leaf == known->getZExtValue() ? operand(insert.getOperand(1))
                                           : operand(insert.getOperand(0), leaf));
      return;
    }
    case llvm::Instruction::PHI:
      return;  // moves on the edges
    case llvm::Instruction::Br: {
      auto& branch = llvm::cast<llvm::BranchInst>(instruction);
      if (branch.isUnconditional()) return jump(block, branch.getSuccessor(0));
      const std::size_t at = target_.code.size();
      emit(Opcode::branch, kNoRegister, operand(branch.getCondition()));
      lead(at, 'b', false, block, branch.getSuccessor(0));
      lead(at, 'c', false, block, branch.getSuccessor(1));
      return;
    }
    case llvm::Instruction::Switch: {
      auto& choice = llvm::cast<llvm::SwitchInst>(instruction);
      const std::size_t at = target_.code.size();
      const auto first = target_.extra.size();
      emit(Opcode::switch_, kNoRegister, operand(choice.getCondition()), static_cast<Operand>(first),
           static_cast<Operand>(choice.getNumCases()));
      target_.extra.resize(first + std::size_t{2} * choice.getNumCases());
      std::size_t next = first;
      for (const auto& option : choice.cases()) {
        target_.extra[next] = constant(option.getCaseValue()->getZExtValue());
        lead(next + 1, ' ', true, block, option.getCaseSuccessor());
        next += 2;
      }
      lead(at, 'e', false, block, choice.getDefaultDest());
      return;
    }
    case llvm::Instruction::Ret: {
      std::vector<Operand> values;
      if (llvm::Value* value = llvm::cast<llvm::ReturnInst>(instruction).getReturnValue())
        for (std::size_t leaf = 0; leaf < tables_.leaves(value->getType()).size(); ++leaf)
          values.push_back(operand(value, leaf));
      Instruction& made = emit(Opcode::ret);
      return append_call(made, values, {});
    }
    case llvm::Instruction::Call:
      return translate_call(llvm::cast<llvm::CallInst>(instruction));
    case llvm::Instruction::Invoke: {
      auto& invoke = llvm::cast<llvm::InvokeInst>(instruction);
      translate_call(invoke);
      return jump(block, invoke.getNormalDest());
    }
    case llvm::Instruction::Unreachable:
      emit(Opcode::unreachable);
      return;
    case llvm::Instruction::LandingPad:
    case llvm::Instruction::Resume:
      return unsupported("a handler of exceptions");
    default:
      break;
  }
  if (auto* cast = llvm::dyn_cast<llvm::CastInst>(&instruction)) return translate_cast(*cast);
  if (auto* binary = llvm::dyn_cast<llvm::BinaryOperator>(&instruction)) return translate_binary(*binary);
  unsupported(fmt::format("the instruction {}", instruction.getOpcodeName()));
}

}  // namespace

base::Result<Program> translate(const std::vector<std::string>& bitcode_files) {
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
  llvm::Function* main = module->getFunction("main");
  if (main == nullptr || main->isDeclaration())
    return base::failure(base::ErrorCode::malformed, "expected a function main");
  Program program;
  ModuleTables tables(*module, program);
  for (llvm::Function& function : *module) {
    if (function.isDeclaration()) continue;
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
  allocate_registers(program);
  return program;
}

}  // namespace heddle::program
