// SPDX-License-Identifier: Apache-2.0
#include "prove/front/promises.h"

#include <set>
#include <string>

#include <fmt/format.h>
#include <llvm/BinaryFormat/Dwarf.h>

#include "prove/front/places.h"
#include "prove/front/signature.h"

namespace heddle::prove {
namespace {

using llvm::Attribute;

[[noreturn]] void refuse_promise(const llvm::Function& function, const std::string& promise) {
  throw Unsupported{fmt::format("`{}` says `{}` of itself, which is not checked", name_of(function), promise),
                    line_of(function)};
}

// Of references and of `this` the language itself says that they are never null, and then also how much is there.
bool is_promised_nonnull(const llvm::AttributeSet& attributes, bool is_cpp) {
  const bool has_size = attributes.hasAttribute(Attribute::Dereferenceable);
  return is_cpp ? attributes.hasAttribute(Attribute::NonNull) && !has_size
                : attributes.hasAttribute(Attribute::NonNull) || has_size;
}

void refuse_attributes(const llvm::Function& function, bool is_cpp) {
  const llvm::MemoryEffects effects = function.getMemoryEffects();
  if (effects.doesNotAccessMemory()) refuse_promise(function, "const");
  if (effects != llvm::MemoryEffects::unknown()) refuse_promise(function, "pure");
  if (function.hasFnAttribute(Attribute::AllocSize) || function.hasFnAttribute(Attribute::AllocKind))
    refuse_promise(function, "alloc_size");
  const llvm::AttributeList& all = function.getAttributes();
  if (is_promised_nonnull(all.getRetAttrs(), is_cpp)) refuse_promise(function, "returns_nonnull");
  if (all.hasRetAttr(Attribute::NoAlias)) refuse_promise(function, "malloc");
  for (unsigned i = 0; i < function.arg_size(); ++i) {
    const llvm::AttributeSet given = all.getParamAttrs(i);
    if (is_promised_nonnull(given, is_cpp)) refuse_promise(function, "nonnull");
    if (given.hasAttribute(Attribute::NoAlias) && !given.hasAttribute(Attribute::StructRet))
      refuse_promise(function, "restrict");
    if (given.hasAttribute(Attribute::NoCapture)) refuse_promise(function, "noescape");
  }
}

// The attributes that clang keeps where a function is called.
void refuse_attributes(const llvm::CallBase& call) {
  const llvm::Function* callee = call.getCalledFunction();
  if (callee == nullptr || callee->isDeclaration()) return;
  if (call.getAttributes().getRetAlignment() != callee->getAttributes().getRetAlignment())
    refuse_promise(*callee, "assume_aligned");
}

bool has_restrict(const llvm::DIType* type, std::set<const llvm::DIType*>& seen) {
  if (type == nullptr || !seen.insert(type).second) return false;
  if (type->getTag() == llvm::dwarf::DW_TAG_restrict_type) return true;
  if (const auto* derived = llvm::dyn_cast<llvm::DIDerivedType>(type))
    return has_restrict(derived->getBaseType(), seen);
  const auto* composite = llvm::dyn_cast<llvm::DICompositeType>(type);
  if (composite == nullptr) return false;
  if (has_restrict(composite->getBaseType(), seen)) return true;
  for (const llvm::DINode* element : composite->getElements())
    if (has_restrict(llvm::dyn_cast_or_null<llvm::DIDerivedType>(element), seen)) return true;
  return false;
}

// clang forgets the word on everything but parameters; other compilers do not.
void refuse_restrict(const llvm::Instruction& instruction, std::set<const llvm::DIType*>& seen) {
  const auto look = [&](const llvm::DILocalVariable* variable) {
    if (variable != nullptr && has_restrict(variable->getType(), seen))
      refuse_promise(*instruction.getFunction(), "restrict");
  };
  if (const auto* debug = llvm::dyn_cast<llvm::DbgVariableIntrinsic>(&instruction))
    look(debug->getVariable());
  for (const llvm::DbgRecord& record : instruction.getDbgRecordRange())
    if (const auto* debug = llvm::dyn_cast<llvm::DbgVariableRecord>(&record)) look(debug->getVariable());
}

}  // namespace

void refuse_promises(const llvm::Module& module, std::vector<const llvm::Function*> functions) {
  const bool is_cpp = llvm::any_of(module.debug_compile_units(), [](const llvm::DICompileUnit* unit) {
    return llvm::dwarf::isCPlusPlus(static_cast<llvm::dwarf::SourceLanguage>(unit->getSourceLanguage()));
  });
  std::set<const llvm::Function*> seen;
  std::set<const llvm::DIType*> types;
  while (!functions.empty()) {
    const llvm::Function* function = functions.back();
    functions.pop_back();
    if (function == nullptr || function->isDeclaration() || !seen.insert(function).second) continue;
    refuse_attributes(*function, is_cpp);
    for (const llvm::Instruction& instruction : llvm::instructions(*function)) {
      refuse_restrict(instruction, types);
      if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) refuse_attributes(*call);
      for (const llvm::Value* operand : instruction.operands())
        functions.push_back(llvm::dyn_cast<llvm::Function>(operand->stripPointerCasts()));
    }
  }
  for (const llvm::GlobalVariable& global : module.globals()) {
    llvm::SmallVector<llvm::DIGlobalVariableExpression*, 1> debug;
    global.getDebugInfo(debug);
    for (const llvm::DIGlobalVariableExpression* one : debug)
      if (has_restrict(one->getVariable()->getType(), types))
        throw Unsupported{fmt::format("`{}` is declared `restrict`, which is not checked",
                                      llvm::demangle(global.getName().str())),
                          static_cast<int>(one->getVariable()->getLine())};
  }
}

}  // namespace heddle::prove
