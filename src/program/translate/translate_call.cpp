// SPDX-License-Identifier: Apache-2.0
// Calls: of the program's own functions, of what the machine knows by name, of intrinsics.
#include <algorithm>
#include <optional>

#include <fmt/format.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/IntrinsicsX86.h>

#include "program/translate/translate_function.h"

namespace heddle::program {
namespace {

// Functions that mean something to the checker even if the program defines them.
bool always_builtin(llvm::StringRef name) {
  return name == "reach_error" || name == "assume_abort_if_not" || name.starts_with("__VERIFIER_nondet") ||
         name == "__VERIFIER_assume" || name == "__VERIFIER_atomic_begin" ||
         name == "__VERIFIER_atomic_end" || name == "heddle_choose" || name == "heddle_assume" ||
         name == "heddle_atomic_begin" || name == "heddle_atomic_end";
}
// Bodies that are there as well, for streams that are not the standard ones.
bool is_output(Builtin builtin) {
  return builtin == Builtin::print_value || builtin == Builtin::set_format ||
         builtin == Builtin::print_to_stream || builtin == Builtin::print_to_stream_bounded;
}

bool is_atomic_function(llvm::StringRef name) {
  return name.starts_with("__VERIFIER_atomic_") && name != "__VERIFIER_atomic_begin" &&
         name != "__VERIFIER_atomic_end";
}

}  // namespace

bool FunctionTranslator::translate_arithmetic(llvm::IntrinsicInst& call) {
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
    case llvm::Intrinsic::fmuladd: {  // in one rounding or two
      const Operand product = fresh();
      emit(Opcode::fmul, product, argument(0), argument(1)).width = width();
      emit(Opcode::fadd, result(call), product, argument(2)).width = width();
      return true;
    }
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
      return translate_real(call);
  }
}

bool FunctionTranslator::translate_intrinsic(llvm::IntrinsicInst& call) {
  const auto argument = [&](unsigned i) { return operand(call.getArgOperand(i)); };
  switch (call.getIntrinsicID()) {
    case llvm::Intrinsic::dbg_declare:
    case llvm::Intrinsic::dbg_value:
    case llvm::Intrinsic::dbg_label:
    case llvm::Intrinsic::assume:
    case llvm::Intrinsic::donothing:
    case llvm::Intrinsic::var_annotation:
    case llvm::Intrinsic::experimental_noalias_scope_decl:
    case llvm::Intrinsic::prefetch:
    case llvm::Intrinsic::x86_sse2_pause:
      return true;
    case llvm::Intrinsic::eh_typeid_for:  // as do_land numbers them
      emit(Opcode::move, result(call),
           constant(object_of(tables_.words(llvm::cast<llvm::Constant>(call.getArgOperand(0)))[0])));
      return true;
    case llvm::Intrinsic::lifetime_start:
    case llvm::Intrinsic::lifetime_end:
      translate_scope(call, call.getIntrinsicID() == llvm::Intrinsic::lifetime_start);
      return true;
    case llvm::Intrinsic::stacksave:
      call_builtin(Builtin::save_stack, {}, {result(call)});
      target_.code.back().width = 64;
      return true;
    case llvm::Intrinsic::stackrestore:
      call_builtin(Builtin::restore_stack, {argument(0)}, {});
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
    case llvm::Intrinsic::vastart:
      start_variable_arguments(argument(0));
      return true;
    case llvm::Intrinsic::vaend:
      return true;
    case llvm::Intrinsic::vacopy:
      call_builtin(Builtin::copy_memory, {argument(0), argument(1), constant(24)}, {});
      return true;
    case llvm::Intrinsic::ubsantrap:
      call_builtin(Builtin::overflow, {}, {});
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
    default:
      return translate_arithmetic(call);
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
    const llvm::StringRef text = llvm::StringRef(assembly->getAsmString()).trim(" \t\n;");
    const bool is_nothing =
        text.empty() || text == "pause" || text == "rep; nop" || text == "rep;nop" || text == "nop";
    if (is_nothing && call.getType()->isVoidTy()) return;  // a compiler barrier, a hint
    return unsupported("inline assembly");
  }
  std::vector<Operand> arguments;
  for (llvm::Value* argument : call.args())
    for (std::size_t leaf = 0; leaf < tables_.leaves(argument->getType()).size(); ++leaf)
      arguments.push_back(operand(argument, leaf));
  std::vector<Operand> results;
  if (!call.getType()->isVoidTy() && !call.use_empty())
    for (std::size_t leaf = 0; leaf < tables_.leaves(call.getType()).size(); ++leaf)
      results.push_back(result(call, leaf));
  const auto* called = llvm::dyn_cast<llvm::Function>(call.getCalledOperand()->stripPointerCasts());
  if (called == nullptr) {
    // No fixed parameters: a function without a prototype, not one with variable arguments.
    const llvm::FunctionType& type = *call.getFunctionType();
    std::optional<Operand> variable;
    if (type.isVarArg() && type.getNumParams() > 0)
      variable = pass_variable_arguments(call, type.getNumParams(), arguments);
    Instruction& made = emit(Opcode::call_pointer, kNoRegister, operand(call.getCalledOperand()));
    append_call(made, arguments, results);
    if (variable) call_builtin(Builtin::end_arguments, {*variable}, {});
    return;
  }
  if (called->isDeclaration() && translate_sync(call, arguments, results)) return;
  const std::optional<Builtin> builtin = builtin_named({called->getName().data(), called->getName().size()});
  if (builtin == Builtin::error_number) tables_.program().reads_errno = true;
  if (called->isDeclaration() && translate_print(call, arguments)) return;
  if (builtin && (called->isDeclaration() || always_builtin(called->getName()) || is_output(*builtin))) {
    call_builtin(*builtin, arguments, results);
    if (!called->isDeclaration() && is_output(*builtin))
      target_.code.back().dst = static_cast<Operand>(tables_.function(called));
    target_.code.back().flags = called->getName() == "heddle_assume" ? 1 : 0;
    if (!call.getType()->isVoidTy())
      target_.code.back().width = static_cast<std::uint8_t>(bits(call.getType()));
    return;
  }
  if (called->isDeclaration()) tables_.program().missing.push_back(called->getName().str());
  // What a function of heddle's own library calls where it gives up (library_format.cpp).
  constexpr llvm::StringLiteral kNot = "heddle_not_supported_";
  if (called->getName().starts_with(kNot)) {
    std::string what = called->getName().substr(kNot.size()).str();
    std::replace(what.begin(), what.end(), '_', ' ');
    return unsupported(what);
  }
  constexpr llvm::StringLiteral kConversion = "heddle_conversion_of_";
  if (called->getName().starts_with(kConversion))
    return unsupported(fmt::format("a conversion of {}", called->getName().substr(kConversion.size()).str()));
  if (called->isDeclaration())
    return unsupported(fmt::format("the function {}, which has no body here", tables_.shown_name(*called)));
  const std::optional<Operand> variable =
      called->isVarArg() ? pass_variable_arguments(call, static_cast<unsigned>(called->arg_size()), arguments)
                         : std::nullopt;
  const bool is_atomic = is_atomic_function(called->getName());
  if (is_atomic) call_builtin(Builtin::atomic_begin, {}, {});
  Instruction& made = emit(Opcode::call, kNoRegister, static_cast<Operand>(tables_.function(called)));
  append_call(made, arguments, results);
  if (is_atomic) call_builtin(Builtin::atomic_end, {}, {});
  if (variable) call_builtin(Builtin::end_arguments, {*variable}, {});
}

// printf with a format that is known and a result that nobody looks at: the texts it prints are read. Others are
// executed (library_format.cpp).
bool FunctionTranslator::translate_print(llvm::CallBase& call, const std::vector<Operand>& arguments) {
  const llvm::StringRef name =
      llvm::cast<llvm::Function>(call.getCalledOperand()->stripPointerCasts())->getName();
  const unsigned at = name == "printf" ? 0 : name == "fprintf" || name == "dprintf" ? 1 : 2;
  llvm::StringRef format;
  if (at == 2 || !call.use_empty() || arguments.size() != call.arg_size() ||
      !llvm::getConstantStringInfo(call.getArgOperand(at), format))
    return false;
  std::vector<unsigned> texts;
  unsigned next = at + 1;
  for (std::size_t i = 0; i < format.size(); ++i) {
    if (format[i] != '%') continue;
    while (++i < format.size() && llvm::StringRef("-+ #0123456789lhzjt").contains(format[i])) {
    }
    if (i >= format.size() || !llvm::StringRef("%diuxXoscpfFeEgGaA").contains(format[i])) return false;
    if (format[i] == '%') continue;
    if (next >= call.arg_size()) return false;
    if (format[i] == 's' && format[i - 1] == 'l') return false;
    if (format[i] == 's') texts.push_back(next);
    ++next;
  }
  for (const unsigned text : texts) call_builtin(Builtin::print_text, {arguments[text]}, {});
  return true;
}

// The arguments beyond the fixed ones go into a block, as on a stack; its address is one more argument, and
// where va_start lets a va_list begin. The block, if there is one.
std::optional<Operand> FunctionTranslator::pass_variable_arguments(llvm::CallBase& call, unsigned fixed,
                                                                   std::vector<Operand>& arguments) {
  std::size_t kept = 0;
  for (unsigned i = 0; i < fixed; ++i) kept += tables_.leaves(call.getArgOperand(i)->getType()).size();
  if (kept == arguments.size()) {
    arguments.push_back(constant(0));
    return std::nullopt;
  }
  // As the ABI lays them out in memory: at multiples of 8, or of 16 where the type asks for it.
  std::vector<std::uint64_t> places;
  std::uint64_t size = 0;
  for (unsigned i = fixed; i < call.arg_size(); ++i) {
    llvm::Type* type = call.isByValArgument(i) ? call.getParamByValType(i) : call.getArgOperand(i)->getType();
    const std::uint64_t aligned = call.isByValArgument(i) ? call.getParamAlign(i).valueOrOne().value()
                                                          : layout_.getABITypeAlign(type).value();
    if (aligned >= 16) size = (size + 15) / 16 * 16;
    places.push_back(size);
    size += (layout_.getTypeAllocSize(type).getFixedValue() + 7) / 8 * 8;
  }
  const Operand block = fresh();
  emit(Opcode::stack_object, block, constant(std::max<std::uint64_t>(size, 8))).b = kNoRegister;
  const auto at = [&](std::uint64_t offset) {
    const Operand address = fresh();
    emit(Opcode::add, address, block, constant(offset)).width = 64;
    return address;
  };
  std::size_t next = kept;
  for (unsigned i = fixed; i < call.arg_size(); ++i) {
    const std::uint64_t place = places[i - fixed];
    const llvm::Type* type = call.getArgOperand(i)->getType();
    if (call.isByValArgument(i)) {
      const std::uint64_t bytes = layout_.getTypeAllocSize(call.getParamByValType(i));
      call_builtin(Builtin::copy_memory, {at(place), arguments[next++], constant(bytes)}, {});
      continue;
    }
    const std::vector<Leaf>& leaves = tables_.leaves(type);
    for (const Leaf& leaf : leaves)
      emit(Opcode::store, kNoRegister, arguments[next++], at(place + leaf.offset)).width =
          leaves.size() == 1 ? 8 : leaf.bytes;
  }
  arguments.resize(kept);
  arguments.push_back(block);
  return block;
}

// x86-64's va_list with no registers left: everything is read from the block.
void FunctionTranslator::start_variable_arguments(Operand list) {
  const auto put = [&](std::uint64_t offset, Operand value, std::uint8_t bytes) {
    const Operand address = fresh();
    emit(Opcode::add, address, list, constant(offset)).width = 64;
    emit(Opcode::store, kNoRegister, value, address).width = bytes;
  };
  put(0, constant(48), 4);
  put(4, constant(176), 4);
  put(8, variable_arguments_, 8);
  put(16, constant(0), 8);
}

}  // namespace heddle::program
