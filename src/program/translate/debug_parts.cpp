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

std::string parts_of_array(const llvm::DICompositeType& array) {
  const llvm::DIType* element = array.getBaseType();
  const llvm::DIType* sized = element;
  while (sized != nullptr && sized->getSizeInBits() == 0)
    sized = llvm::isa<llvm::DIDerivedType>(sized) ? llvm::cast<llvm::DIDerivedType>(sized)->getBaseType()
                                                  : nullptr;
  const std::uint64_t bytes = sized != nullptr ? sized->getSizeInBits() / 8 : 0;
  if (bytes == 0) return ".";
  std::string counts;
  for (const llvm::DINode* each : array.getElements())
    if (const auto* range = llvm::dyn_cast<llvm::DISubrange>(each))
      if (const auto count = range->getCount();
          auto* number = llvm::dyn_cast_if_present<llvm::ConstantInt*>(count))
        counts += fmt::format(",{}", number->getZExtValue());
  return fmt::format("[{}{}]{}", bytes, counts, parts_of(element));
}

}  // namespace

std::string parts_of(const llvm::DIType* type) {
  constexpr std::size_t kMost = 4096;
  const auto* composite = llvm::dyn_cast_or_null<llvm::DICompositeType>(bare(type));
  if (composite == nullptr || composite->isForwardDecl()) return ".";
  if (composite->getTag() == dwarf::DW_TAG_array_type) return parts_of_array(*composite);
  const bool is_pair =
      composite->getName().starts_with("pair<") || composite->getName().starts_with("array<");
  if (composite->getTag() == dwarf::DW_TAG_enumeration_type || (is_standard(*composite) && !is_pair))
    return ".";
  std::string members;
  for (const llvm::DINode* each : composite->getElements()) {
    const auto* member = llvm::dyn_cast<llvm::DIDerivedType>(each);
    if (member == nullptr || member->isStaticMember()) continue;
    const bool is_base = member->getTag() == dwarf::DW_TAG_inheritance;
    if (!is_base && member->getTag() != dwarf::DW_TAG_member) continue;
    const llvm::DIType* of = bare(member->getBaseType());
    const std::uint64_t bits = is_base && of != nullptr ? of->getSizeInBits() : member->getSizeInBits();
    if (is_base && bits <= 8) continue;  // one without members lies where others do
    const bool is_nameless = is_base || member->getName() == "_M_elems";
    members += fmt::format("{},{},{}:{};", member->getOffsetInBits() / 8, (bits + 7) / 8,
                           is_nameless ? "" : member->getName().str(), parts_of(member->getBaseType()));
    if (members.size() > kMost) return ".";
  }
  return "{" + members + "}";
}

std::string name_with_parts(llvm::AllocaInst& local) {
  const llvm::DILocalVariable* variable = nullptr;
  for (const llvm::DbgDeclareInst* use : llvm::findDbgDeclares(&local)) variable = use->getVariable();
  for (const llvm::DbgVariableRecord* use : llvm::findDVRDeclares(&local)) variable = use->getVariable();
  if (variable == nullptr || variable->getName().empty()) return local.getName().str();
  return fmt::format("{}\n{}", variable->getName().str(), parts_of(variable->getType()));
}

}  // namespace heddle::program
