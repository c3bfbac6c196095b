// SPDX-License-Identifier: Apache-2.0
#include "prove/front/kinds.h"

namespace heddle::prove {

int Kinds::root(int element) const {
  while (elements_[static_cast<std::size_t>(element)].parent >= 0)
    element = elements_[static_cast<std::size_t>(element)].parent;
  return element;
}

ValueKind Kinds::kind_of(int element) const {
  const Element& found = elements_[static_cast<std::size_t>(root(element))];
  if (found.kind != ValueKind::unknown) return found.kind;
  return found.has_pointer ? ValueKind::pointer : ValueKind::number;
}

int Kinds::element(const llvm::Value* value) {
  const auto [entry, is_new] = of_values_.try_emplace(value, static_cast<int>(elements_.size()));
  if (is_new) elements_.emplace_back().has_pointer = value->getType()->isPointerTy();
  return root(entry->second);
}

int Kinds::element(PlaceId place) {
  const auto [entry, is_new] = of_places_.try_emplace(place, static_cast<int>(elements_.size()));
  if (is_new) elements_.emplace_back();
  return root(entry->second);
}

void Kinds::set(int element, ValueKind kind, const llvm::Instruction& user) {
  ValueKind& known = elements_[static_cast<std::size_t>(element)].kind;
  if (known == ValueKind::unknown) known = kind;
  if (known == kind || kind == ValueKind::unknown) return;
  const auto between = [&](ValueKind a, ValueKind b) {
    return (known == a && kind == b) || (known == b && kind == a);
  };
  if (between(ValueKind::data, ValueKind::number))
    refuse(llvm::isa<llvm::ICmpInst>(user)
               ? "compares data; a proof needs data to be only moved (data independence)"
               : "computes with data; a proof needs data to be only moved (data independence)",
           user);
  if (between(ValueKind::pointer, ValueKind::number)) refuse("computes with an address", user);
  if (between(ValueKind::pointer, ValueKind::data)) refuse("a cell's address is used as data", user);
  refuse("a version counter is used as something else; use heddle_same or heddle_cas", user);
}

void Kinds::unite(int a, int b, const llvm::Instruction& user) {
  if (a == b) return;
  set(a, elements_[static_cast<std::size_t>(b)].kind, user);
  elements_[static_cast<std::size_t>(a)].has_pointer |= elements_[static_cast<std::size_t>(b)].has_pointer;
  elements_[static_cast<std::size_t>(b)].parent = a;
}

namespace {

// Constants are of any kind.
bool has_kind(const llvm::Value* value) { return !llvm::isa<llvm::Constant>(value); }

}  // namespace

void Kinds::is(const llvm::Value* value, ValueKind kind, const llvm::Instruction& user) {
  if (has_kind(value)) set(element(value), kind, user);
}
void Kinds::is(PlaceId place, ValueKind kind, const llvm::Instruction& user) {
  set(element(place), kind, user);
}
void Kinds::same(const llvm::Value* a, const llvm::Value* b, const llvm::Instruction& user) {
  if (has_kind(a) && has_kind(b)) unite(element(a), element(b), user);
}
void Kinds::same(const llvm::Value* a, PlaceId b, const llvm::Instruction& user) {
  if (has_kind(a)) return unite(element(a), element(b), user);
  if (a->getType()->isPointerTy()) elements_[static_cast<std::size_t>(element(b))].has_pointer = true;
}

ValueKind Kinds::of(const llvm::Value* value) const {
  if (const auto found = of_values_.find(value); found != of_values_.end()) return kind_of(found->second);
  return value->getType()->isPointerTy() ? ValueKind::pointer : ValueKind::number;
}

ValueKind Kinds::of(PlaceId place) const {
  const auto found = of_places_.find(place);
  return found == of_places_.end() ? ValueKind::number : kind_of(found->second);
}

}  // namespace heddle::prove
