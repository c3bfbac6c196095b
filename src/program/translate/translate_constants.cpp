// SPDX-License-Identifier: Apache-2.0
#include "program/translate/translate_constants.h"

#include <algorithm>
#include <cstring>
#include <filesystem>

#include <fmt/format.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include "base/check.h"
#include "event/function_name.h"

namespace heddle::program {

ModuleTables::ModuleTables(llvm::Module& module, Program& program)
    : module_(module), program_(program), layout_(module.getDataLayout()) {}

Operand ModuleTables::constant(Word value) {
  const auto [entry, is_new] = constants_.try_emplace(
      value, static_cast<Operand>(-1 - static_cast<Operand>(program_.constants.size())));
  if (is_new) program_.constants.push_back(value);
  return entry->second;
}

Operand ModuleTables::message(const std::string& text) {
  const auto [entry, is_new] = messages_.try_emplace(text, static_cast<Operand>(program_.messages.size()));
  if (is_new) program_.messages.push_back(text);
  return entry->second;
}

std::uint32_t ModuleTables::location(const llvm::DILocation* where, const std::string& function) {
  const std::string file = where->getFilename().str();
  const auto key = std::make_tuple(file, where->getLine(), where->getColumn(), function);
  const auto [entry, is_new] =
      locations_.try_emplace(key, static_cast<std::uint32_t>(program_.locations.size()));
  if (is_new)
    program_.locations.push_back(
        {.file = file, .line = where->getLine(), .column = where->getColumn(), .function = function});
  return entry->second;
}

std::string ModuleTables::shown_name(const llvm::Function& function) const {
  return event::short_function(event::readable_function(llvm::demangle(function.getName().str())));
}

void ModuleTables::add_leaves(const llvm::Type* type, std::uint64_t offset, std::vector<Leaf>& leaves) {
  if (const auto* structure = llvm::dyn_cast<llvm::StructType>(type)) {
    const llvm::StructLayout* places = layout_.getStructLayout(const_cast<llvm::StructType*>(structure));
    for (unsigned i = 0; i < structure->getNumElements(); ++i)
      add_leaves(structure->getElementType(i), offset + places->getElementOffset(i), leaves);
    return;
  }
  if (const auto* array = llvm::dyn_cast<llvm::ArrayType>(type)) {
    const std::uint64_t stride = layout_.getTypeAllocSize(array->getElementType());
    for (std::uint64_t i = 0; i < array->getNumElements(); ++i)
      add_leaves(array->getElementType(), offset + i * stride, leaves);
    return;
  }
  if (const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type)) {
    const std::uint64_t stride = layout_.getTypeAllocSize(vector->getElementType());
    for (unsigned i = 0; i < vector->getNumElements(); ++i)
      add_leaves(vector->getElementType(), offset + i * stride, leaves);
    return;
  }
  if (!type->isSized()) return;
  const std::uint64_t bytes = layout_.getTypeStoreSize(const_cast<llvm::Type*>(type));
  const std::uint64_t bits = type->isIntegerTy() ? type->getIntegerBitWidth() : bytes * 8;
  if (is_wide(type)) {
    leaves.push_back({offset, 8, 64});
    leaves.push_back(
        {offset + 8, static_cast<std::uint8_t>(bytes - 8), static_cast<std::uint8_t>(bits - 64)});
    return;
  }
  leaves.push_back({offset, static_cast<std::uint8_t>(std::min<std::uint64_t>(bytes, 255)),
                    static_cast<std::uint8_t>(std::min<std::uint64_t>(bits, 255))});
}

const std::vector<Leaf>& ModuleTables::leaves(const llvm::Type* type) {
  const auto [entry, is_new] = leaves_.try_emplace(type);
  if (is_new) add_leaves(type, 0, entry->second);
  return entry->second;
}

std::size_t ModuleTables::leaf_index(const llvm::Type* type, llvm::ArrayRef<unsigned> indices) {
  std::size_t index = 0;
  for (const unsigned at : indices) {
    if (const auto* structure = llvm::dyn_cast<llvm::StructType>(type)) {
      for (unsigned i = 0; i < at; ++i) index += leaves(structure->getElementType(i)).size();
      type = structure->getElementType(at);
    } else {
      type = llvm::cast<llvm::ArrayType>(type)->getElementType();
      index += at * leaves(type).size();
    }
  }
  return index;
}

bool ModuleTables::holds_unsupported(const llvm::Type* type) {
  if (type->isFP128Ty() || type->isHalfTy()) return true;
  for (const Leaf& leaf : leaves(type))
    if (leaf.bits > 64) return true;
  return false;
}

std::string ModuleTables::unsupported_type(const llvm::Instruction& instruction) {
  const auto name_of = [](const llvm::Type* type) -> std::string {
    return type->isHalfTy() ? "a floating-point number of 16 bits" : "a number of more than 128 bits";
  };
  if (!instruction.getType()->isVoidTy() && holds_unsupported(instruction.getType()))
    return name_of(instruction.getType());
  for (const llvm::Value* operand : instruction.operand_values())
    if (operand->getType()->isFirstClassType() && !operand->getType()->isLabelTy() &&
        !operand->getType()->isMetadataTy() && !operand->getType()->isTokenTy() &&
        holds_unsupported(operand->getType()))
      return name_of(operand->getType());
  return {};
}

Word ModuleTables::value(const llvm::Constant* constant) {
  if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(constant))
    return number->getBitWidth() <= 64 ? number->getZExtValue() : number->getValue().trunc(64).getZExtValue();
  if (const auto* number = llvm::dyn_cast<llvm::ConstantFP>(constant)) {
    const llvm::APInt bits = number->getValueAPF().bitcastToAPInt();
    return bits.getBitWidth() <= 64 ? bits.getZExtValue() : bits.trunc(64).getZExtValue();
  }
  if (const auto* function = llvm::dyn_cast<llvm::Function>(constant))
    return address_of(program_.function_object(functions_.at(function)));
  if (const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(constant))
    return address_of(program_.global_object(globals_.at(global)));
  if (const auto* alias = llvm::dyn_cast<llvm::GlobalAlias>(constant)) return value(alias->getAliasee());
  if (const auto* expression = llvm::dyn_cast<llvm::ConstantExpr>(constant)) {
    switch (expression->getOpcode()) {
      case llvm::Instruction::GetElementPtr: {
        llvm::APInt offset(64, 0);
        llvm::cast<llvm::GEPOperator>(expression)->accumulateConstantOffset(layout_, offset);
        return value(expression->getOperand(0)) + offset.getZExtValue();
      }
      case llvm::Instruction::Add:
        return value(expression->getOperand(0)) + value(expression->getOperand(1));
      case llvm::Instruction::Sub:
        return value(expression->getOperand(0)) - value(expression->getOperand(1));
      case llvm::Instruction::Xor:
        return value(expression->getOperand(0)) ^ value(expression->getOperand(1));
      case llvm::Instruction::Trunc: {
        const unsigned width = expression->getType()->getIntegerBitWidth();
        return value(expression->getOperand(0)) & ((Word{1} << width) - 1);
      }
      default:
        return value(expression->getOperand(0));  // casts that keep the bits
    }
  }
  return 0;  // null, undef, poison
}

// Of a number of two words, the second.
Word ModuleTables::upper_value(const llvm::Constant* constant) {
  llvm::APInt bits(128, 0);
  if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(constant))
    bits = number->getValue().zext(128);
  else if (const auto* real = llvm::dyn_cast<llvm::ConstantFP>(constant))
    bits = real->getValueAPF().bitcastToAPInt().zext(128);
  return bits.extractBitsAsZExtValue(64, 64);
}

void ModuleTables::add_words(const llvm::Constant* constant, std::vector<Word>& words) {
  const llvm::Type* type = constant->getType();
  if (!type->isStructTy() && !type->isArrayTy() && !type->isVectorTy()) {
    words.push_back(value(constant));
    if (is_wide(type)) words.push_back(upper_value(constant));
    return;
  }
  std::uint64_t count = 0;
  if (const auto* structure = llvm::dyn_cast<llvm::StructType>(type)) count = structure->getNumElements();
  if (const auto* array = llvm::dyn_cast<llvm::ArrayType>(type)) count = array->getNumElements();
  if (const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type)) count = vector->getNumElements();
  for (std::uint64_t i = 0; i < count; ++i)
    add_words(constant->getAggregateElement(static_cast<unsigned>(i)), words);
}

std::vector<Word> ModuleTables::words(const llvm::Constant* constant) {
  std::vector<Word> words;
  add_words(constant, words);
  return words;
}

void ModuleTables::write(const llvm::Constant* constant, std::uint64_t offset,
                         std::vector<std::uint8_t>& bytes) {
  if (constant->isNullValue() || llvm::isa<llvm::UndefValue>(constant)) return;
  if (const auto* data = llvm::dyn_cast<llvm::ConstantDataSequential>(constant)) {
    const llvm::StringRef raw = data->getRawDataValues();
    HEDDLE_CHECK(offset + raw.size() <= bytes.size(), "an initialiser fits its global");
    std::memcpy(bytes.data() + offset, raw.data(), raw.size());
    return;
  }
  const std::vector<Leaf>& places = leaves(constant->getType());
  const std::vector<Word> values = words(constant);
  HEDDLE_CHECK(places.size() == values.size(), "a constant has a word for each leaf");
  for (std::size_t i = 0; i < places.size(); ++i)
    for (unsigned byte = 0; byte < std::min<unsigned>(places[i].bytes, 8); ++byte)
      bytes.at(offset + places[i].offset + byte) = static_cast<std::uint8_t>(values[i] >> (8 * byte));
}

static bool is_standard_file(llvm::StringRef name) {
  return name == "stdin" || name == "stdout" || name == "stderr";
}

// A call of the rule book that translate_sync.cpp has nothing to add to.
static bool takes_what_it_is_given(sync::Call call) {
  const sync::Row& row = sync::row(call);
  return row.form != sync::Form::init && row.form != sync::Form::timed &&
         row.object != sync::Object::thread && row.writes_argument < 0;
}

// What a std::thread runs: state->_M_run(), then delete state. The virtual table of libstdc++'s
// std::thread::_State has two destructors, then _M_run.
void ModuleTables::add_cpp_thread_entry() {
  cpp_thread_entry_ = program_.functions.size();
  Function& made = program_.functions.emplace_back();
  made.name = "std::thread";
  made.linker_name = "heddle.thread_entry";
  made.parameters = 1;
  made.registers = 4;
  for (const Word slot : {Word{16}, Word{8}}) {
    made.code.push_back({.opcode = Opcode::load, .width = 8, .dst = 1, .a = 0});
    made.code.push_back({.opcode = Opcode::add, .width = 64, .dst = 2, .a = 1, .b = constant(slot)});
    made.code.push_back({.opcode = Opcode::load, .width = 8, .dst = 3, .a = 2});
    made.code.push_back(
        {.opcode = Opcode::call_pointer, .a = 3, .b = static_cast<Operand>(made.extra.size()), .c = 1});
    made.extra.push_back(0);
  }
  made.code.push_back({.opcode = Opcode::ret});
}

// Of constructors or destructors, in the order of their priorities.
std::vector<std::uint32_t> ModuleTables::table_of(const char* name) const {
  const llvm::GlobalVariable* table = module_.getGlobalVariable(name);
  std::vector<std::pair<std::uint64_t, std::uint32_t>> rows;
  if (table == nullptr || !table->hasInitializer()) return {};
  for (unsigned i = 0; const llvm::Constant* entry = table->getInitializer()->getAggregateElement(i); ++i)
    if (const auto* function =
            llvm::dyn_cast<llvm::Function>(entry->getAggregateElement(1U)->stripPointerCasts()))
      rows.emplace_back(llvm::cast<llvm::ConstantInt>(entry->getAggregateElement(0U))->getZExtValue(),
                        static_cast<std::uint32_t>(functions_.at(function)));
  std::stable_sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::uint32_t> functions;
  for (const auto& [priority, function] : rows) functions.push_back(function);
  return functions;
}

void ModuleTables::add_destructors() {
  std::vector<std::uint32_t> functions = table_of("llvm.global_dtors");
  if (functions.empty()) return;
  std::reverse(functions.begin(), functions.end());
  if (program_.exit_handlers) functions.insert(functions.begin(), *program_.exit_handlers);
  program_.exit_handlers = exit_function_;
  Function& made = program_.functions[exit_function_];
  made.name = made.linker_name = "exit";
  made.code.clear();
  for (const std::uint32_t function : functions)
    made.code.push_back({.opcode = Opcode::call, .a = static_cast<Operand>(function)});
  made.code.push_back({.opcode = Opcode::ret});
}

base::Result<void> ModuleTables::lay_out() {
  parts_.look_at(module_);
  for (const llvm::Function& function : module_) {
    if (function.isIntrinsic()) continue;
    functions_.emplace(&function, program_.functions.size());
    Function& made = program_.functions.emplace_back();
    made.linker_name = function.getName().str();
    made.name = shown_name(function);
    if (!function.isDeclaration()) continue;
    // Called through a pointer, a function without a body is its builtin, or an error.
    Instruction body;
    const std::optional<Builtin> builtin = builtin_named(made.linker_name);
    made.parameters = static_cast<std::uint32_t>(function.arg_size());
    made.registers = made.parameters + 1;
    const sync::Named named = sync_named(made.linker_name);
    if (builtin || (named.found && takes_what_it_is_given(named.call))) {
      body.opcode = builtin ? Opcode::builtin : Opcode::sync;
      body.a = builtin ? static_cast<Operand>(*builtin) : static_cast<Operand>(named.call);
      body.aux = builtin ? 0 : static_cast<std::uint8_t>(named.style);
      body.width = builtin ? 0 : 32;
      body.c = static_cast<Operand>(made.parameters);
      body.e = function.getReturnType()->isVoidTy() ? 0 : 1;
      for (std::uint32_t i = 0; i < made.registers; ++i) made.extra.push_back(static_cast<Operand>(i));
    } else {
      body.opcode = Opcode::unsupported;
      body.a = message(fmt::format("the function {}, which has no body here", made.name));
      if (function.hasAddressTaken()) program_.missing.push_back(function.getName().str());
    }
    made.code.push_back(body);
    Instruction back;
    back.opcode = Opcode::ret;
    back.b = static_cast<Operand>(made.parameters);
    back.c = body.opcode == Opcode::unsupported ? 0 : body.e;
    made.code.push_back(back);
  }
  if (module_.getFunction(
          "_ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE"))
    add_cpp_thread_entry();
  if (module_.getGlobalVariable("llvm.global_dtors") != nullptr) {
    exit_function_ = static_cast<std::uint32_t>(program_.functions.size());
    program_.functions.emplace_back().code.push_back({.opcode = Opcode::ret});
  }
  for (const llvm::GlobalVariable& global : module_.globals()) {
    if (global.getName().starts_with("llvm.")) continue;
    globals_.emplace(&global, program_.globals.size());
    Global& made = program_.globals.emplace_back();
    made.name = llvm::demangle(global.getName().str());
    made.constant = global.isConstant();
    made.thread_local_storage = global.isThreadLocal();
    llvm::SmallVector<llvm::DIGlobalVariableExpression*, 1> described;
    global.getDebugInfo(described);
    if (!described.empty()) {
      const llvm::DIGlobalVariable* variable = described[0]->getVariable();
      if (!variable->getName().empty()) made.name = variable->getName().str();
      made.parts = parts_.of(variable->getType());
      made.inside_function = llvm::isa_and_nonnull<llvm::DILocalScope>(variable->getScope());
      for (const llvm::DIScope* scope = variable->getScope();
           llvm::isa_and_nonnull<llvm::DINamespace, llvm::DIType>(scope); scope = scope->getScope())
        if (!scope->getName().empty()) made.scope = scope->getName().str() + "::" + made.scope;
      made.declared = static_cast<std::uint32_t>(program_.locations.size());
      program_.locations.push_back({.file = variable->getFilename().str(), .line = variable->getLine()});
    }
    const std::uint64_t size = layout_.getTypeAllocSize(global.getValueType());
    if (size > (std::uint64_t{1} << 30))
      return base::failure(base::ErrorCode::unsupported,
                           fmt::format("the global {} has more than 1 GiB", made.name));
    made.bytes.resize(size);
    // glibc's hint to libstdc++ that no thread was ever made: taken as untrue.
    const bool is_hint = global.getName() == "__libc_single_threaded";
    made.constant = made.constant || is_hint;
    made.elsewhere = global.isDeclaration() && !is_standard_file(global.getName()) && !is_hint;
  }
  for (const auto& [global, number] : globals_) {
    std::vector<std::uint8_t>& bytes = program_.globals[number].bytes;
    if (global->hasInitializer()) write(global->getInitializer(), 0, bytes);
    if (is_standard_file(global->getName()) && global->isDeclaration() && bytes.size() == 8) {
      const Word itself = address_of(program_.global_object(number));  // any address that is not null
      std::memcpy(bytes.data(), &itself, 8);
    }
    if (global->getSection() == "heddle")
      if (base::Result<void> added = add_annotations(*global); !added) return added;
  }
  add_annotated_globals();
  parts_.add_types(module_);
  program_.constructors = table_of("llvm.global_ctors");
  add_trusted();
  return {};
}

}  // namespace heddle::program
