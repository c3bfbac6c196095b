// SPDX-License-Identifier: Apache-2.0
// Numbers of more than 64 bits, long double among them: two words each. They are moved, loaded and stored like
// structures of two members; what is computed of them is one instruction, with all its words as operands.
#include <map>

#include <fmt/format.h>
#include <llvm/IR/IntrinsicInst.h>

#include "program/translate/translate_function.h"

namespace heddle::program {

bool FunctionTranslator::has_wide(const llvm::Instruction& instruction) {
  return is_wide(instruction.getType()->getScalarType()) ||
         std::any_of(instruction.value_op_begin(), instruction.value_op_end(),
                     [](const llvm::Value* value) { return is_wide(value->getType()->getScalarType()); });
}

std::vector<Operand> FunctionTranslator::words_of(const llvm::Value* value) {
  std::vector<Operand> words;
  for (std::size_t leaf = 0; leaf < tables_.leaves(value->getType()).size(); ++leaf)
    words.push_back(operand(value, leaf));
  return words;
}
std::vector<Operand> FunctionTranslator::result_words(const llvm::Value& value) {
  std::vector<Operand> words;
  for (std::size_t leaf = 0; leaf < tables_.leaves(value.getType()).size(); ++leaf)
    words.push_back(result(value, leaf));
  return words;
}

void FunctionTranslator::emit_wide(WideOperation operation, unsigned from, unsigned to,
                                   const std::vector<Operand>& arguments,
                                   const std::vector<Operand>& results) {
  Instruction& made = emit(Opcode::wide);
  made.aux = static_cast<std::uint8_t>(operation);
  made.flags = static_cast<std::uint8_t>(from);
  made.width = static_cast<std::uint8_t>(to);
  append_call(made, arguments, results);
}

void FunctionTranslator::translate_wide(llvm::Instruction& instruction) {
  using Wide = WideOperation;
  static const std::map<unsigned, Wide> operations = {
      {llvm::Instruction::Add, Wide::add},   {llvm::Instruction::Sub, Wide::sub},
      {llvm::Instruction::Mul, Wide::mul},   {llvm::Instruction::UDiv, Wide::udiv},
      {llvm::Instruction::SDiv, Wide::sdiv}, {llvm::Instruction::URem, Wide::urem},
      {llvm::Instruction::SRem, Wide::srem}, {llvm::Instruction::Shl, Wide::shl},
      {llvm::Instruction::LShr, Wide::lshr}, {llvm::Instruction::AShr, Wide::ashr},
      {llvm::Instruction::FAdd, Wide::fadd}, {llvm::Instruction::FSub, Wide::fsub},
      {llvm::Instruction::FMul, Wide::fmul}, {llvm::Instruction::FDiv, Wide::fdiv},
      {llvm::Instruction::FRem, Wide::frem}, {llvm::Instruction::FNeg, Wide::fneg}};
  const unsigned opcode = instruction.getOpcode();
  const auto refuse = [&] {
    unsupported(
        fmt::format("the instruction {} on a number of more than 64 bits", instruction.getOpcodeName()));
  };
  if (instruction.getType()->isVectorTy()) return refuse();
  if (const auto found = operations.find(opcode); found != operations.end()) {
    std::vector<Operand> arguments = words_of(instruction.getOperand(0));
    if (instruction.getNumOperands() > 1)
      for (const Operand word : words_of(instruction.getOperand(1))) arguments.push_back(word);
    const unsigned width = bits(instruction.getType());
    return emit_wide(found->second, width, width, arguments, result_words(instruction));
  }
  if (auto* compare = llvm::dyn_cast<llvm::CmpInst>(&instruction)) {
    const bool of_integers = llvm::isa<llvm::ICmpInst>(compare);
    std::vector<Operand> arguments = words_of(compare->getOperand(0));
    for (const Operand word : words_of(compare->getOperand(1))) arguments.push_back(word);
    arguments.insert(arguments.begin(),
                     constant(compare->getPredicate() -
                              (of_integers ? llvm::CmpInst::ICMP_EQ : llvm::CmpInst::FCMP_FALSE)));
    return emit_wide(of_integers ? Wide::compare : Wide::compare_real,
                     bits(compare->getOperand(0)->getType()), 1, arguments, {result(*compare)});
  }
  if (auto* cast = llvm::dyn_cast<llvm::CastInst>(&instruction)) return translate_wide_cast(*cast);
  switch (opcode) {
    case llvm::Instruction::And:
    case llvm::Instruction::Or:
    case llvm::Instruction::Xor: {  // word by word
      const Opcode one = opcode == llvm::Instruction::And  ? Opcode::and_
                         : opcode == llvm::Instruction::Or ? Opcode::or_
                                                           : Opcode::xor_;
      for (std::size_t leaf = 0; leaf < 2; ++leaf)
        emit(one, result(instruction, leaf), operand(instruction.getOperand(0), leaf),
             operand(instruction.getOperand(1), leaf))
            .width = 64;
      return;
    }
    case llvm::Instruction::Load:
    case llvm::Instruction::Store:
      if (instruction.isAtomic()) return refuse();
      return translate_memory(instruction);
    case llvm::Instruction::Select:
      for (std::size_t leaf = 0; leaf < 2; ++leaf)
        emit(Opcode::select, result(instruction, leaf), operand(instruction.getOperand(0)),
             operand(instruction.getOperand(1), leaf), operand(instruction.getOperand(2), leaf));
      return;
    case llvm::Instruction::Freeze:
      for (std::size_t leaf = 0; leaf < 2; ++leaf)
        emit(Opcode::move, result(instruction, leaf), operand(instruction.getOperand(0), leaf));
      return;
    case llvm::Instruction::PHI:
      return;  // moves on the edges
    case llvm::Instruction::ExtractValue:
    case llvm::Instruction::InsertValue:
      return translate_part(instruction);
    case llvm::Instruction::Ret:
    case llvm::Instruction::Invoke:
      return translate_leaving(instruction);
    case llvm::Instruction::Call:
      if (llvm::isa<llvm::IntrinsicInst>(instruction)) {
        auto& call = llvm::cast<llvm::IntrinsicInst>(instruction);
        if (call.getIntrinsicID() == llvm::Intrinsic::fmuladd) {  // as two operations
          const std::vector<Operand> product = {fresh(), fresh()};
          std::vector<Operand> factors = words_of(call.getArgOperand(0));
          for (const Operand word : words_of(call.getArgOperand(1))) factors.push_back(word);
          emit_wide(Wide::fmul, 80, 80, factors, product);
          std::vector<Operand> summands = product;
          for (const Operand word : words_of(call.getArgOperand(2))) summands.push_back(word);
          return emit_wide(Wide::fadd, 80, 80, summands, result_words(call));
        }
        if (translate_real(call)) return;
        return unsupported(fmt::format("the intrinsic {}", call.getCalledFunction()->getName().str()));
      }
      return translate_call(llvm::cast<llvm::CallInst>(instruction));
    default:
      return refuse();
  }
}

// What the compiler has instead of functions of <math.h>, of numbers of any width.
bool FunctionTranslator::translate_real(llvm::IntrinsicInst& call) {
  using Wide = WideOperation;
  static const std::map<unsigned, Wide> operations = {
      {llvm::Intrinsic::ceil, Wide::ceiling},         {llvm::Intrinsic::floor, Wide::floor},
      {llvm::Intrinsic::trunc, Wide::truncate},       {llvm::Intrinsic::round, Wide::round},
      {llvm::Intrinsic::rint, Wide::round_even},      {llvm::Intrinsic::nearbyint, Wide::round_even},
      {llvm::Intrinsic::roundeven, Wide::round_even}, {llvm::Intrinsic::fabs, Wide::absolute},
      {llvm::Intrinsic::sqrt, Wide::square_root},     {llvm::Intrinsic::copysign, Wide::copy_sign},
      {llvm::Intrinsic::minnum, Wide::least},         {llvm::Intrinsic::maxnum, Wide::most}};
  const auto found = operations.find(call.getIntrinsicID());
  llvm::Type* type = call.getType();
  if (found == operations.end() || !(type->isFloatTy() || type->isDoubleTy() || type->isX86_FP80Ty()))
    return false;
  std::vector<Operand> arguments;
  for (const llvm::Value* argument : call.args())
    for (const Operand word : words_of(argument)) arguments.push_back(word);
  emit_wide(found->second, bits(type), bits(type), arguments, result_words(call));
  return true;
}

void FunctionTranslator::translate_wide_cast(llvm::CastInst& cast) {
  using Wide = WideOperation;
  const unsigned from = bits(cast.getSrcTy());
  const unsigned to = bits(cast.getDestTy());
  const std::vector<Operand> given = words_of(cast.getOperand(0));
  const std::vector<Operand> made = result_words(cast);
  const auto convert = [&](Wide operation) { emit_wide(operation, from, to, given, made); };
  switch (cast.getOpcode()) {
    case llvm::Instruction::Trunc:
      emit(Opcode::trunc, made[0], given[0]).width = static_cast<std::uint8_t>(std::min(to, 64U));
      if (made.size() > 1) emit(Opcode::trunc, made[1], given[1]).width = static_cast<std::uint8_t>(to - 64);
      return;
    case llvm::Instruction::ZExt:
      emit(Opcode::move, made[0], given[0]);
      emit(Opcode::move, made[1], given.size() > 1 ? given[1] : constant(0));
      return;
    case llvm::Instruction::SExt:
      return convert(Wide::sext);
    case llvm::Instruction::FPToSI:
      return convert(Wide::real_to_signed);
    case llvm::Instruction::FPToUI:
      return convert(Wide::real_to_unsigned);
    case llvm::Instruction::SIToFP:
      return convert(Wide::signed_to_real);
    case llvm::Instruction::UIToFP:
      return convert(Wide::unsigned_to_real);
    case llvm::Instruction::FPExt:
    case llvm::Instruction::FPTrunc:
      return convert(Wide::resize);
    case llvm::Instruction::BitCast:
      if (made.size() != given.size()) break;
      for (std::size_t leaf = 0; leaf < made.size(); ++leaf) emit(Opcode::move, made[leaf], given[leaf]);
      return;
    default:
      break;
  }
  unsupported("a cast of a number of more than 64 bits");
}

}  // namespace heddle::program
