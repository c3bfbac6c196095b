// SPDX-License-Identifier: Apache-2.0
// What the values of the module are: pointers, data, versions and conditions become locals, addresses become
// places.
#include <fmt/format.h>

#include "prove/front/translation.h"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wall"
#pragma GCC diagnostic ignored "-Wextra"
#pragma GCC diagnostic ignored "-Wpedantic"
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Woverloaded-virtual"
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/Operator.h>
#include <llvm/Transforms/Utils/Local.h>
#pragma GCC diagnostic pop

namespace heddle::prove {

LocalKind Translation::kind_of(llvm::Value* value) {
  std::set<llvm::Value*> seen;
  std::vector<llvm::Value*> open = {value};
  while (!open.empty()) {  // a phi is of the kind of what flows into it
    llvm::Value* at = open.back();
    open.pop_back();
    if (!seen.insert(at).second) continue;
    if (at->getType()->isPointerTy()) return LocalKind::pointer;
    if (at->getType()->isIntegerTy(1) || at->getType()->isIntegerTy(8)) return LocalKind::flag;
    if (auto* extract = llvm::dyn_cast<llvm::ExtractValueInst>(at)) {
      if (extract->getIndices()[0] == 1) return LocalKind::age;
      return llvm::isa<llvm::AtomicCmpXchgInst>(extract->getAggregateOperand()) ? LocalKind::pointer
                                                                                : LocalKind::data;
    }
    if (auto* cast = llvm::dyn_cast<llvm::CastInst>(at)) {
      if (cast->getOperand(0)->getType()->isIntegerTy(1) || cast->getOperand(0)->getType()->isIntegerTy(8))
        return LocalKind::flag;
      open.push_back(cast->getOperand(0));
    }
    if (auto* phi = llvm::dyn_cast<llvm::PHINode>(at))
      for (llvm::Value* incoming : phi->incoming_values()) open.push_back(incoming);
  }
  return LocalKind::data;
}

int Translation::local(llvm::Value* value, LocalKind kind) {
  const auto found = locals_.find(value);
  if (found != locals_.end()) return found->second;
  // The name the programmer gave it, else a number.
  std::string name;
  llvm::SmallVector<llvm::DbgVariableIntrinsic*, 2> intrinsics;
  llvm::SmallVector<llvm::DbgVariableRecord*, 2> records;
  llvm::findDbgUsers(intrinsics, value, &records);
  std::vector<llvm::Value*> open = {value};  // a pointer that clang moved as an integer goes through casts
  while (records.empty() && !open.empty()) {
    llvm::Value* at = open.back();
    open.pop_back();
    for (llvm::User* user : at->users()) {
      if (!llvm::isa<llvm::PtrToIntInst>(user) && !llvm::isa<llvm::IntToPtrInst>(user)) continue;
      llvm::findDbgUsers(intrinsics, user, &records);
      open.push_back(user);
    }
  }
  for (const auto* record : records) name = record->getVariable()->getName().str();
  if (name.empty()) name = fmt::format("t{}", builder_.here().locals.size());
  if (kind == LocalKind::age) name += ".version";
  builder_.here().locals.push_back({name, kind});
  return locals_[value] = static_cast<int>(builder_.here().locals.size()) - 1;
}

Variable Translation::pointer(llvm::Value* value) {
  while (true) {  // clang exchanges pointers as integers
    value = value->stripPointerCasts();
    auto* cast = llvm::dyn_cast<llvm::CastInst>(value);
    if (cast == nullptr || (!llvm::isa<llvm::PtrToIntInst>(cast) && !llvm::isa<llvm::IntToPtrInst>(cast)))
      break;
    value = cast->getOperand(0);
  }
  if (auto* constant = llvm::dyn_cast<llvm::Constant>(value); constant != nullptr && constant->isNullValue())
    return kNull;
  if (auto* constant = llvm::dyn_cast<llvm::Constant>(value);
      constant != nullptr && !llvm::isa<llvm::UndefValue>(value))
    throw Unsupported{"a constant address is used as a pointer to a cell", line_};
  if (llvm::isa<llvm::GEPOperator>(value))
    throw Unsupported{"the address of a field is used as a pointer", line_};
  return builder_.program().local_variable(local(value, LocalKind::pointer));
}

DataOperand Translation::data(llvm::Value* value, const llvm::Instruction& user) {
  if (auto* number = llvm::dyn_cast<llvm::ConstantInt>(value))
    return number->getSExtValue() == -2147483647LL - 1 ? kEmptyData : kUndefinedData;
  if (llvm::isa<llvm::UndefValue>(value)) return kUndefinedData;
  if (kind_of(value) != LocalKind::data) refuse("a condition or version is used as data", user);
  return local(value, LocalKind::data);
}

int Translation::age(llvm::Value* value, const llvm::Instruction& user) {
  if (llvm::isa<llvm::Constant>(value)) refuse("a version counter is made up", user);
  return local(value, LocalKind::age);
}

std::optional<bool> Translation::constant_flag(llvm::Value* value) const {
  if (auto* number = llvm::dyn_cast<llvm::ConstantInt>(value)) return !number->isZero();
  return std::nullopt;
}

int Translation::flag(llvm::Value* value, const llvm::Instruction& user) {
  if (llvm::isa<llvm::Constant>(value)) refuse("an undefined condition", user);
  return local(value, LocalKind::flag);
}

Translation::Place Translation::place(llvm::Value* address, llvm::Type* type, const llvm::Instruction& user) {
  llvm::APInt bytes(64, 0);
  llvm::Value* base = address->stripAndAccumulateConstantOffsets(module_.getDataLayout(), bytes, true);
  const std::int64_t offset = bytes.getSExtValue();
  if (auto* global = llvm::dyn_cast<llvm::GlobalVariable>(base)) {
    const auto found = shared_.find(global);
    if (found == shared_.end() || offset != 0 || !type->isPointerTy())
      refuse("expected an access to a shared pointer variable", user);
    return {Place::Kind::shared, found->second};
  }
  if (llvm::isa<llvm::AllocaInst>(base)) refuse("takes the address of a local variable", user);
  if (llvm::isa<llvm::ConstantPointerNull>(base)) refuse("follows NULL", user);
  auto& expected = type->isPointerTy() ? next_offset_ : data_offset_;
  if (!type->isPointerTy() && !type->isIntegerTy())
    refuse("a field is neither an integer nor a pointer", user);
  if (expected && *expected != offset)
    refuse("cells have one integer and one pointer field; this is another", user);
  expected = offset;
  return {type->isPointerTy() ? Place::Kind::next : Place::Kind::data, pointer(base)};
}

Translation::Place Translation::tagged_place(llvm::Value* address, const llvm::Instruction& user) {
  llvm::APInt bytes(64, 0);
  llvm::Value* base = address->stripAndAccumulateConstantOffsets(module_.getDataLayout(), bytes, true);
  if (auto* global = llvm::dyn_cast<llvm::GlobalVariable>(base);
      global != nullptr && !tagged_.contains(global))
    refuse("expected a heddle_tagged", user);
  return place(address, llvm::PointerType::get(module_.getContext(), 0), user);
}

int Translation::lock_of(llvm::Value* address, const llvm::Instruction& user) {
  auto* global = llvm::dyn_cast<llvm::GlobalVariable>(address->stripPointerCasts());
  const auto found = locks_.find(global);
  if (found == locks_.end()) refuse("locks must be shared variables of their own", user);
  return found->second;
}

}  // namespace heddle::prove
