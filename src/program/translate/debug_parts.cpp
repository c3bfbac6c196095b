// SPDX-License-Identifier: Apache-2.0
#include "program/translate/debug_parts.h"

#include <fmt/format.h>
#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/IntrinsicInst.h>

namespace heddle::program {
namespace {

namespace dwarf = llvm::dwarf;

// Behind these the source says nothing more: what POSIX and C make their objects of.
bool is_opaque(llvm::StringRef name) {
  return name.starts_with("pthread_") || name == "sem_t" || name == "mtx_t" || name == "cnd_t" ||
         name == "FILE";
}

bool is_standard(const llvm::DIType& type) {
  for (const llvm::DIScope* at = type.getScope(); at != nullptr; at = at->getScope())
    if (const auto* space = llvm::dyn_cast<llvm::DINamespace>(at);
        space != nullptr && space->getName() == "std")
      return true;
  return false;
}

// "vector<int, std::allocator<int>>" → int; null for what has no such argument.
const llvm::DIType* first_argument(const llvm::DICompositeType& type) {
  for (const llvm::DITemplateParameter* each : type.getTemplateParams())
    if (const auto* argument = llvm::dyn_cast<llvm::DITemplateTypeParameter>(each))
      return argument->getType();
  return nullptr;
}

bool begins_with_pointer(llvm::StringRef name) {
  return name.starts_with("vector<") || name.starts_with("unique_ptr<") || name.starts_with("shared_ptr<") ||
         name.starts_with("basic_string<");
}

// Without typedefs, const, volatile and _Atomic; null where one of them is opaque.
const llvm::DIType* bare(const llvm::DIType* type) {
  while (const auto* derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(type)) {
    switch (derived->getTag()) {
      case dwarf::DW_TAG_typedef:
        if (is_opaque(derived->getName())) return nullptr;
        [[fallthrough]];
      case dwarf::DW_TAG_const_type:
      case dwarf::DW_TAG_volatile_type:
      case dwarf::DW_TAG_atomic_type:
      case dwarf::DW_TAG_restrict_type:
        type = derived->getBaseType();
        continue;
      default:
        return type;
    }
  }
  return type;
}

std::uint64_t bytes_of(const llvm::DIType* type) {
  while (type != nullptr && type->getSizeInBits() == 0)
    type =
        llvm::isa<llvm::DIDerivedType>(type) ? llvm::cast<llvm::DIDerivedType>(type)->getBaseType() : nullptr;
  return type != nullptr ? type->getSizeInBits() / 8 : 0;
}

}  // namespace

// In C a structure without a typedef has a keyword before its name; in C++ there is a namespace.
std::string DebugParts::written(const llvm::DIType* type, llvm::StringRef name) const {
  if (name.empty()) return "";
  std::string before;
  for (const llvm::DIScope* scope = type->getScope();
       llvm::isa_and_nonnull<llvm::DINamespace, llvm::DICompositeType>(scope); scope = scope->getScope())
    if (!scope->getName().empty()) before = scope->getName().str() + "::" + before;
  if (!is_c_) return before + name.str();
  const bool is_structure = type->getTag() == dwarf::DW_TAG_structure_type;
  return (is_structure ? "struct " : type->getTag() == dwarf::DW_TAG_union_type ? "union " : "") + name.str();
}

std::string DebugParts::pointer_to(const llvm::DIType* type) {
  const llvm::DIType* what = bare(type);
  if (llvm::isa_and_nonnull<llvm::DISubroutineType>(what)) return ".";
  const auto [known, is_new] = known_.try_emplace(type, program_.pointees.size());
  const std::size_t number = known->second;
  if (is_new) {
    program_.pointees.emplace_back();
    if (what != nullptr) {
      const std::string parts = of(type);  // may make others
      const llvm::StringRef name = type->getName().empty() ? what->getName() : type->getName();
      program_.pointees[number] = {name.str(), written(type, name), bytes_of(type), parts};
    }
  }
  return fmt::format("*{}", number);
}

std::string DebugParts::of_array(const llvm::DICompositeType& array) {
  const llvm::DIType* element = array.getBaseType();
  const std::uint64_t bytes = bytes_of(element);
  if (bytes == 0) return ".";
  std::string counts;
  for (const llvm::DINode* each : array.getElements())
    if (const auto* range = llvm::dyn_cast<llvm::DISubrange>(each))
      if (const auto count = range->getCount();
          auto* number = llvm::dyn_cast_if_present<llvm::ConstantInt*>(count))
        counts += fmt::format(",{}", number->getZExtValue());
  return fmt::format("[{}{}]{}", bytes, counts, of(element));
}

std::string DebugParts::of_class(const llvm::DICompositeType& type) {
  constexpr std::size_t kMost = 4096;
  std::string members;
  for (const llvm::DINode* each : type.getElements()) {
    const auto* member = llvm::dyn_cast<llvm::DIDerivedType>(each);
    if (member == nullptr || member->isStaticMember()) continue;
    const bool is_base = member->getTag() == dwarf::DW_TAG_inheritance;
    if (!is_base && member->getTag() != dwarf::DW_TAG_member) continue;
    const llvm::DIType* of_member = bare(member->getBaseType());
    const std::uint64_t bits =
        is_base && of_member != nullptr ? of_member->getSizeInBits() : member->getSizeInBits();
    if (is_base && bits <= 8) continue;  // one without members lies where others do
    const bool is_nameless = is_base || member->getName() == "_M_elems";
    members += fmt::format("{},{},{}:{};", member->getOffsetInBits() / 8, (bits + 7) / 8,
                           is_nameless ? "" : member->getName().str(), of(member->getBaseType()));
    if (members.size() > kMost) return ".";
  }
  return "{" + members + "}";
}

std::string DebugParts::of(const llvm::DIType* type) {
  const llvm::DIType* what = bare(type);
  if (const auto* pointer = llvm::dyn_cast_or_null<llvm::DIDerivedType>(what))
    return pointer->getTag() == dwarf::DW_TAG_pointer_type ||
                   pointer->getTag() == dwarf::DW_TAG_reference_type
               ? pointer_to(pointer->getBaseType())
               : ".";
  const auto* composite = llvm::dyn_cast_or_null<llvm::DICompositeType>(what);
  if (composite == nullptr) return ".";
  const llvm::StringRef name = composite->getName();
  if (is_standard(*composite)) {
    const llvm::DIType* argument = first_argument(*composite);
    if (argument != nullptr && begins_with_pointer(name)) return "{0,8,:" + pointer_to(argument) + ";}";
    if (argument != nullptr && name.starts_with("atomic<")) return of(argument);
    if (!name.starts_with("pair<") && !name.starts_with("array<")) return ".";
  }
  if (composite->isForwardDecl() || composite->getTag() == dwarf::DW_TAG_enumeration_type) return ".";
  return composite->getTag() == dwarf::DW_TAG_array_type ? of_array(*composite) : of_class(*composite);
}

void DebugParts::look_at(const llvm::Module& module) {
  for (const llvm::DICompileUnit* unit : module.debug_compile_units())
    is_c_ = is_c_ || dwarf::isC(static_cast<dwarf::SourceLanguage>(unit->getSourceLanguage()));
}

void DebugParts::add_types(const llvm::Module& module) {
  llvm::DebugInfoFinder finder;
  finder.processModule(module);
  for (const llvm::DIType* type : finder.types()) {
    const auto* composite = llvm::dyn_cast_or_null<llvm::DICompositeType>(bare(type));
    if (composite != nullptr && !composite->isForwardDecl() && !type->getName().empty() &&
        composite->getTag() != dwarf::DW_TAG_array_type && !is_standard(*composite) &&
        !type->getFilename().starts_with("/usr/"))
      pointer_to(type);
  }
}

std::string DebugParts::name_with(llvm::AllocaInst& local) {
  const llvm::DILocalVariable* variable = nullptr;
  for (const llvm::DbgDeclareInst* use : llvm::findDbgDeclares(&local)) variable = use->getVariable();
  for (const llvm::DbgVariableRecord* use : llvm::findDVRDeclares(&local)) variable = use->getVariable();
  if (variable == nullptr || variable->getName().empty()) return local.getName().str();
  return fmt::format("{}\n{}", variable->getName().str(), of(variable->getType()));
}

}  // namespace heddle::program
