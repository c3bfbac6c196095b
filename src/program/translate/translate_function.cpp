// SPDX-License-Identifier: Apache-2.0
// A function, block by block. Values of struct, array or vector type become one register a leaf; φ-functions
// become moves on their edges.
#include "program/translate/translate_function.h"

#include <algorithm>

#include <fmt/format.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Module.h>

#include "base/check.h"
#include "program/translate/debug_parts.h"

namespace heddle::program {

void FunctionTranslator::run() {
  target_.parameters = 0;
  for (llvm::Argument& argument : source_.args()) {
    const auto leaves = static_cast<std::uint32_t>(tables_.leaves(argument.getType()).size());
    registers_[&argument] = static_cast<Operand>(target_.parameters);
    target_.parameters += leaves;
  }
  if (source_.isVarArg()) variable_arguments_ = static_cast<Operand>(target_.parameters++);
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
    else if (fix.field == 'h')
      target_.handlers[fix.position].landing = to;
    else
      (fix.field == 'a'   ? target_.code[fix.position].a
       : fix.field == 'b' ? target_.code[fix.position].b
       : fix.field == 'c' ? target_.code[fix.position].c
                          : target_.code[fix.position].e) = to;
  }
}

Operand FunctionTranslator::operand(const llvm::Value* value, std::size_t leaf) {
  if (const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(value); global && global->isThreadLocal()) {
    const Operand own = fresh();
    emit(Opcode::thread_object, own, static_cast<Operand>(tables_.global(global)));
    return own;
  }
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

void FunctionTranslator::copy_arguments_passed_by_value() {
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

bool FunctionTranslator::has_scope(const llvm::AllocaInst& local) {
  if (local.isArrayAllocation()) return false;
  return std::any_of(local.user_begin(), local.user_end(), [](const llvm::User* user) {
    const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(user);
    return call != nullptr && call->getIntrinsicID() == llvm::Intrinsic::lifetime_start;
  });
}

void FunctionTranslator::translate_scope(llvm::IntrinsicInst& call, bool begins) {
  auto* local = llvm::dyn_cast<llvm::AllocaInst>(call.getArgOperand(1));
  if (local == nullptr || !has_scope(*local)) return;
  if (!begins) return call_builtin(Builtin::end_scope, {operand(local)}, {});
  const std::uint64_t size = layout_.getTypeAllocSize(local->getAllocatedType());
  Instruction& made = emit(Opcode::stack_object, result(*local), constant(size));
  made.b = tables_.message(tables_.parts().name_with(*local));
}

void FunctionTranslator::call_builtin(Builtin builtin, const std::vector<Operand>& arguments,
                                      const std::vector<Operand>& results) {
  Instruction& made = emit(Opcode::builtin);
  made.a = static_cast<Operand>(builtin);
  append_call(made, arguments, results);
}

void FunctionTranslator::append_call(Instruction& call, const std::vector<Operand>& arguments,
                                     const std::vector<Operand>& results) {
  call.b = static_cast<Operand>(target_.extra.size());
  call.c = static_cast<Operand>(arguments.size());
  call.e = static_cast<Operand>(results.size());
  target_.extra.insert(target_.extra.end(), arguments.begin(), arguments.end());
  target_.extra.insert(target_.extra.end(), results.begin(), results.end());
}

void FunctionTranslator::parallel_moves(std::vector<std::pair<Operand, Operand>> moves) {
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

void FunctionTranslator::edge_moves(const llvm::BasicBlock* from, const llvm::BasicBlock* to) {
  std::vector<std::pair<Operand, Operand>> moves;
  for (const llvm::PHINode& phi : to->phis()) {
    const llvm::Value* value = phi.getIncomingValueForBlock(from);
    if (llvm::isa<llvm::UndefValue>(value)) continue;
    for (std::size_t leaf = 0; leaf < tables_.leaves(phi.getType()).size(); ++leaf)
      moves.emplace_back(result(phi, leaf), operand(value, leaf));
  }
  parallel_moves(std::move(moves));
}

void FunctionTranslator::emit_edge(std::size_t index) {
  const Edge edge = edges_[index];
  location_ = edge.location;
  edges_[index].start = static_cast<Operand>(target_.code.size());
  edge_moves(edge.from, edge.to);
  fixes_.push_back({target_.code.size(), 'a', false, edge.to, -1});
  emit(Opcode::jump);
}

void FunctionTranslator::lead(std::size_t position, char field, bool in_extra, const llvm::BasicBlock* from,
                              const llvm::BasicBlock* to) {
  if (!has_phi(to)) {
    fixes_.push_back({position, field, in_extra, to, -1});
    return;
  }
  edges_.push_back({from, to, location_});
  fixes_.push_back({position, field, in_extra, to, static_cast<std::int64_t>(edges_.size() - 1)});
}

void FunctionTranslator::jump(const llvm::BasicBlock* from, const llvm::BasicBlock* to) {
  edge_moves(from, to);
  fixes_.push_back({target_.code.size(), 'a', false, to, -1});
  emit(Opcode::jump);
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
  static const std::map<unsigned, Opcode> opcodes = {
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
    emit(opcodes.at(operation.getOpcode()), result(operation, leaf), operand(operation.getOperand(0), leaf),
         operand(operation.getOperand(1), leaf))
        .width = width;
}

void FunctionTranslator::translate_local(llvm::AllocaInst& local) {
  if (has_scope(local)) {  // made where that begins
    emit(Opcode::move, result(local), constant(0));
    return;
  }
  const std::uint64_t size = layout_.getTypeAllocSize(local.getAllocatedType());
  Operand bytes = constant(size);
  if (local.isArrayAllocation()) {
    bytes = fresh();
    emit(Opcode::mul, bytes, operand(local.getArraySize()), constant(size)).width = 64;
  }
  Instruction& made = emit(Opcode::stack_object, result(local), bytes);
  made.b = tables_.message(tables_.parts().name_with(local));
}

void FunctionTranslator::translate_compare(llvm::CmpInst& compare) {
  const bool of_integers = llvm::isa<llvm::ICmpInst>(compare);
  Instruction& made = emit(of_integers ? Opcode::icmp : Opcode::fcmp, result(compare),
                           operand(compare.getOperand(0)), operand(compare.getOperand(1)));
  made.width = static_cast<std::uint8_t>(bits(compare.getOperand(0)->getType()));
  made.aux = static_cast<std::uint8_t>(compare.getPredicate() -
                                       (of_integers ? llvm::CmpInst::ICMP_EQ : llvm::CmpInst::FCMP_FALSE));
}

// Of structures and vectors.
void FunctionTranslator::translate_part(llvm::Instruction& instruction) {
  switch (instruction.getOpcode()) {
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
    default:
      break;
  }
}

// The last instruction of a block.
void FunctionTranslator::translate_leaving(llvm::Instruction& instruction) {
  const llvm::BasicBlock* block = instruction.getParent();
  switch (instruction.getOpcode()) {
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
    case llvm::Instruction::Invoke: {
      auto& invoke = llvm::cast<llvm::InvokeInst>(instruction);
      const std::size_t first = target_.code.size();
      translate_call(invoke);
      for (std::size_t i = first; i < target_.code.size(); ++i) add_handler(i, invoke);
      return jump(block, invoke.getNormalDest());
    }
    default:
      break;
  }
}

void FunctionTranslator::add_handler(std::size_t at, llvm::InvokeInst& invoke) {
  Instruction& made = target_.code[at];
  const bool is_sync = made.opcode == Opcode::sync;
  const bool ends = is_sync && made.a == static_cast<Operand>(sync::Call::thread_exit);
  const bool runs = is_sync && made.a == static_cast<Operand>(sync::Call::once_begin);
  const bool calls = made.opcode == Opcode::call || made.opcode == Opcode::call_pointer;
  if (ends || calls) made.flags = 1;
  if (!calls && !runs) return;
  Handler& handler = target_.handlers.emplace_back();
  handler.call = static_cast<std::uint32_t>(at);
  const llvm::LandingPadInst& pad = *invoke.getLandingPadInst();
  handler.cleans_up = pad.isCleanup();
  for (unsigned clause = 0; clause < pad.getNumClauses(); ++clause)
    if (pad.isCatch(clause))
      handler.catches.push_back(tables_.words(pad.getClause(clause))[0]);
    else
      handler.filters = true;
  lead(target_.handlers.size() - 1, 'h', false, invoke.getParent(), invoke.getUnwindDest());
}

// Goes on to the next handler: library_exceptions.cpp has it, if anything throws.
void FunctionTranslator::translate_resume(llvm::ResumeInst& resume) {
  const llvm::Function* next = source_.getParent()->getFunction("heddle_resume");
  if (next == nullptr) return unsupported("an exception that nobody throws");
  Instruction& made = emit(Opcode::call, kNoRegister, static_cast<Operand>(tables_.function(next)));
  append_call(made, {operand(resume.getValue())}, {});
}

void FunctionTranslator::translate(llvm::Instruction& instruction) {
  if (const llvm::DebugLoc& where = instruction.getDebugLoc())
    location_ = tables_.location(where.get(), target_.name);
  if (std::string why = tables_.unsupported_type(instruction); !why.empty()) return unsupported(why);
  if (has_wide(instruction)) return translate_wide(instruction);
  switch (instruction.getOpcode()) {
    case llvm::Instruction::Alloca:
      return translate_local(llvm::cast<llvm::AllocaInst>(instruction));
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
    case llvm::Instruction::ICmp:
    case llvm::Instruction::FCmp:
      return translate_compare(llvm::cast<llvm::CmpInst>(instruction));
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
    case llvm::Instruction::ExtractValue:
    case llvm::Instruction::InsertValue:
    case llvm::Instruction::ExtractElement:
    case llvm::Instruction::InsertElement:
      return translate_part(instruction);
    case llvm::Instruction::PHI:
      return;  // moves on the edges
    case llvm::Instruction::Br:
    case llvm::Instruction::Switch:
    case llvm::Instruction::Ret:
    case llvm::Instruction::Invoke:
      return translate_leaving(instruction);
    case llvm::Instruction::Call:
      return translate_call(llvm::cast<llvm::CallInst>(instruction));
    case llvm::Instruction::Unreachable:
      emit(Opcode::unreachable);
      return;
    case llvm::Instruction::LandingPad:
      emit(Opcode::landing, result(instruction, 0)).e = result(instruction, 1);
      return;
    case llvm::Instruction::Resume:
      return translate_resume(llvm::cast<llvm::ResumeInst>(instruction));
    default:
      break;
  }
  if (auto* cast = llvm::dyn_cast<llvm::CastInst>(&instruction)) return translate_cast(*cast);
  if (auto* binary = llvm::dyn_cast<llvm::BinaryOperator>(&instruction)) return translate_binary(*binary);
  unsupported(fmt::format("the instruction {}", instruction.getOpcodeName()));
}

}  // namespace heddle::program
