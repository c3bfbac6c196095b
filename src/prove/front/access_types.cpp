// SPDX-License-Identifier: Apache-2.0
#include "prove/front/access_types.h"

#include <fmt/format.h>

namespace heddle::prove {
namespace {

// Operands of a tag: the structure, what is accessed, at which byte of the structure. Of a type: its name, then what it
// contains, each with its byte; a scalar type contains itself the more general one.
const llvm::MDNode* node(const llvm::MDNode& of, unsigned operand) {
  return operand < of.getNumOperands() ? llvm::dyn_cast_or_null<llvm::MDNode>(of.getOperand(operand).get())
                                       : nullptr;
}
std::uint64_t number(const llvm::MDNode& of, unsigned operand) {
  const auto* value = operand < of.getNumOperands()
                          ? llvm::mdconst::dyn_extract_or_null<llvm::ConstantInt>(of.getOperand(operand))
                          : nullptr;
  return value == nullptr ? 0 : value->getZExtValue();
}
std::string name(const llvm::MDNode& type) {
  const auto* text =
      type.getNumOperands() == 0 ? nullptr : llvm::dyn_cast_or_null<llvm::MDString>(type.getOperand(0).get());
  if (text == nullptr) return "another type";
  const std::string name = text->getString().str();
  return name.starts_with("_ZTS") ? llvm::demangle("_Z" + name.substr(4)) : name;
}

// Whether `type` has `inner` at `byte`, on the way down to what stands there.
bool contains(const llvm::MDNode* type, std::uint64_t byte, const llvm::MDNode* inner,
              std::uint64_t inner_byte) {
  while (type != nullptr) {
    if (type == inner && byte == inner_byte) return true;
    const llvm::MDNode* part = nullptr;
    std::uint64_t begin = 0;
    for (unsigned i = 1; i + 1 < type->getNumOperands(); i += 2)
      if (number(*type, i + 1) <= byte) part = node(*type, i), begin = number(*type, i + 1);
    type = part;
    byte -= begin;
  }
  return false;
}

bool is_of_characters(const llvm::MDNode& tag) {
  const llvm::MDNode* type = node(tag, 1);
  return type == nullptr || name(*type) == "omnipotent char";
}

bool fit(const llvm::MDNode& a, const llvm::MDNode& b) {
  return contains(node(a, 0), number(a, 2), node(b, 0), number(b, 2)) ||
         contains(node(b, 0), number(b, 2), node(a, 0), number(a, 2));
}

std::string spelled(const llvm::MDNode& tag) {
  const llvm::MDNode *structure = node(tag, 0), *type = node(tag, 1);
  return structure == type ? fmt::format("`{}`", name(*type))
                           : fmt::format("`{}` of `{}`", name(*type), name(*structure));
}

// Atomic accesses of pointers are made as integers by clang itself.
bool is_atomic(const llvm::Value* value) {  // what a compare-exchange expects and finds is in memory
  const auto* part = llvm::dyn_cast<llvm::ExtractValueInst>(value);
  const auto* maker =
      llvm::dyn_cast<llvm::Instruction>(part != nullptr ? part->getAggregateOperand() : value);
  return maker != nullptr && maker->isAtomic();
}

}  // namespace

void AccessTypes::refuse_other(PlaceId place, const llvm::Type* type, const llvm::Instruction& user) {
  if (user.isAtomic() || (!llvm::isa<llvm::LoadInst>(user) && !llvm::isa<llvm::StoreInst>(user))) return;
  const auto* store = llvm::dyn_cast<llvm::StoreInst>(&user);
  if (store != nullptr ? is_atomic(store->getValueOperand()) : llvm::all_of(user.users(), is_atomic)) return;
  const auto [entry, is_new] = first_.try_emplace(place, First{type->isPointerTy(), line_of(user)});
  First& first = entry->second;
  if (!is_new && first.is_pointer != type->isPointerTy())
    refuse(fmt::format("accesses as {} what line {} accesses as {}",
                       type->isPointerTy() ? "a pointer" : "an integer", first.line,
                       type->isPointerTy() ? "an integer" : "a pointer"),
           user);
  const llvm::MDNode* tag = user.getMetadata(llvm::LLVMContext::MD_tbaa);
  if (tag == nullptr || is_of_characters(*tag)) return;
  if (first.tag == nullptr) first.tag = tag, first.tag_line = line_of(user);
  if (!fit(*first.tag, *tag))
    refuse(fmt::format(
               "accesses as {} what line {} accesses as {}, which a compiler may take to be other memory",
               spelled(*tag), first.tag_line, spelled(*first.tag)),
           user);
}

}  // namespace heddle::prove
