// SPDX-License-Identifier: Apache-2.0
// What the macros of <heddle/annotate.h> left in the bitcode: annotations of globals, of fields of all objects of a
// type, trusted functions and files.
#include <filesystem>

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include "program/translate/translate_constants.h"

namespace heddle::program {
namespace {

constexpr Word kFieldProtectedBy = 6, kFieldExclusive = 7;

}  // namespace

// The tables that <heddle/annotate.h> leaves in section "heddle": { i32 kind, ptr, i64 size, ptr }.
base::Result<void> ModuleTables::add_annotations(const llvm::GlobalVariable& table) {
  if (!table.hasInitializer()) return {};
  const auto* file = llvm::dyn_cast<llvm::GlobalVariable>(
      table.getInitializer()->getAggregateElement(1U)->stripPointerCasts());
  const std::vector<Word> values = words(table.getInitializer());
  if (!values.empty() && values[0] == static_cast<Word>(Annotation::Kind::trusted_file)) {
    if (file != nullptr && file->hasInitializer())
      if (const auto* name = llvm::dyn_cast<llvm::ConstantDataArray>(file->getInitializer()))
        trust_file(name->getAsCString());
    return {};
  }
  if (values.size() != 4) return {};
  if (values[0] == kFieldProtectedBy || values[0] == kFieldExclusive)
    return add_field_annotation(table, values);
  program_.annotations.push_back({.kind = static_cast<Annotation::Kind>(values[0]),
                                  .address = values[1],
                                  .size = values[2],
                                  .other = values[3]});
  return {};
}

// The function that leads from an object to its field tells where that is, and in what type.
base::Result<void> ModuleTables::add_field_annotation(const llvm::GlobalVariable& table,
                                                      const std::vector<Word>& values) {
  const auto* way =
      llvm::dyn_cast<llvm::Function>(table.getInitializer()->getAggregateElement(1U)->stripPointerCasts());
  const llvm::Value* at = nullptr;
  if (way != nullptr && !way->isDeclaration())
    for (const llvm::BasicBlock& block : *way)
      if (const auto* end = llvm::dyn_cast<llvm::ReturnInst>(block.getTerminator()))
        at = end->getReturnValue();
  llvm::APInt offset(64, 0);
  const llvm::GEPOperator* first = nullptr;  // the step that leaves the object
  while (at != nullptr && !llvm::isa<llvm::Argument>(at)) {
    const auto* step = llvm::dyn_cast<llvm::GEPOperator>(at);
    if (step == nullptr || !step->accumulateConstantOffset(layout_, offset)) break;
    first = step;
    at = step->getPointerOperand();
  }
  const auto* type =
      first == nullptr ? nullptr : llvm::dyn_cast<llvm::StructType>(first->getSourceElementType());
  if (type == nullptr || !type->hasName() || at == nullptr || !llvm::isa<llvm::Argument>(at))
    return base::failure(
        base::ErrorCode::malformed,
        "an annotation of a field: expected a struct with a name, and a field in the object itself");
  program_.field_annotations.push_back(
      {.kind = values[0] == kFieldProtectedBy ? Annotation::Kind::protected_by : Annotation::Kind::exclusive,
       .address = offset.getZExtValue(),
       .size = values[2],
       .other = values[3],
       .instance = annotated_types_.try_emplace(name_of(*type), annotated_types_.size()).first->second});
  return {};
}

// Modules that were linked have types of one name under several: struct.node, struct.node.12.
std::string ModuleTables::name_of(const llvm::StructType& type) {
  const llvm::StringRef name = type.getName();
  const auto [front, number] = name.rsplit('.');
  const bool is_numbered = !number.empty() && front.contains('.') && llvm::all_of(number, llvm::isDigit);
  return (is_numbered ? front : name).str();
}

std::optional<std::uint32_t> ModuleTables::annotated_type(const llvm::Type* type) const {
  const auto* structure = llvm::dyn_cast<llvm::StructType>(type);
  if (annotated_types_.empty() || structure == nullptr || !structure->hasName()) return std::nullopt;
  const auto known = annotated_types_.find(name_of(*structure));
  if (known == annotated_types_.end()) return std::nullopt;
  return static_cast<std::uint32_t>(known->second);
}

void ModuleTables::add_instances(const llvm::Type* type, Word address) {
  if (const auto* array = llvm::dyn_cast<llvm::ArrayType>(type))
    for (std::uint64_t i = 0; i < array->getNumElements(); ++i)
      add_instances(array->getElementType(), address + i * layout_.getTypeAllocSize(array->getElementType()));
  const auto* structure = llvm::dyn_cast<llvm::StructType>(type);
  if (structure == nullptr) return;
  if (const auto number = annotated_type(type))
    for (const Annotation& field : program_.field_annotations)
      if (field.instance == *number) {
        Annotation& made = program_.annotations.emplace_back(field);
        made.address += address;
        made.instance = address;
      }
  const llvm::StructLayout* places = layout_.getStructLayout(const_cast<llvm::StructType*>(structure));
  for (unsigned i = 0; i < structure->getNumElements(); ++i)
    add_instances(structure->getElementType(i), address + places->getElementOffset(i));
}

void ModuleTables::add_annotated_globals() {
  if (program_.field_annotations.empty()) return;
  for (const auto& [global, number] : globals_)
    if (!global->isConstant() && !global->isThreadLocal())
      add_instances(global->getValueType(), address_of(program_.global_object(number)));
}

// Everything defined in the file: __FILE__ names it as the compiler was given it, the debugging information
// as a directory and the rest.
void ModuleTables::trust_file(llvm::StringRef name) {
  namespace fs = std::filesystem;
  for (const auto& [function, number] : functions_) {
    const llvm::DISubprogram* described = function->getSubprogram();
    if (described == nullptr || described->getFile() == nullptr) continue;
    const llvm::DIFile& file = *described->getFile();
    const llvm::DICompileUnit* unit = described->getUnit();
    const fs::path compiled_in = unit != nullptr ? unit->getDirectory().str() : std::string();
    if ((fs::path(file.getDirectory().str()) / file.getFilename().str()).lexically_normal() ==
        (compiled_in / name.str()).lexically_normal())
      program_.functions[number].trusted = true;
  }
}

// HEDDLE_TRUSTED is the attribute annotate("heddle_trusted").
void ModuleTables::add_trusted() {
  const llvm::GlobalVariable* table = module_.getGlobalVariable("llvm.global.annotations");
  if (table == nullptr || !table->hasInitializer()) return;
  const llvm::Constant* entries = table->getInitializer();
  for (unsigned i = 0; const llvm::Constant* entry = entries->getAggregateElement(i); ++i) {
    const auto* function =
        llvm::dyn_cast<llvm::Function>(entry->getAggregateElement(0U)->stripPointerCasts());
    const auto* text =
        llvm::dyn_cast<llvm::GlobalVariable>(entry->getAggregateElement(1U)->stripPointerCasts());
    if (function == nullptr || text == nullptr || !text->hasInitializer()) continue;
    const auto* words_of_it = llvm::dyn_cast<llvm::ConstantDataArray>(text->getInitializer());
    if (words_of_it != nullptr && words_of_it->isCString() && words_of_it->getAsCString() == "heddle_trusted")
      program_.functions[functions_.at(function)].trusted = true;
  }
}

}  // namespace heddle::program
