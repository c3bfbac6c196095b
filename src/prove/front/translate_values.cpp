// SPDX-License-Identifier: Apache-2.0
// What the values of the module are in the program: pointers, data and versions become locals, a number that
// is followed becomes flags that say which of its values it has.
#include <bit>

#include <fmt/format.h>

#include "base/check.h"
#include "prove/front/prepare.h"
#include "prove/front/translation.h"

namespace heddle::prove {

// The name the programmer gave it; a pointer that clang moved as an integer goes through casts.
std::string Translation::name_of(llvm::Value* value) {
  llvm::SmallVector<llvm::DbgVariableIntrinsic*, 2> intrinsics;
  llvm::SmallVector<llvm::DbgVariableRecord*, 2> records;
  std::vector<llvm::Value*> open = {value};
  while (records.empty() && !open.empty()) {
    llvm::Value* at = open.back();
    open.pop_back();
    llvm::findDbgUsers(intrinsics, at, &records);
    for (llvm::User* user : at->users())
      if (llvm::isa<llvm::PtrToIntInst>(user) || llvm::isa<llvm::IntToPtrInst>(user)) open.push_back(user);
  }
  return records.empty() ? std::string() : records.back()->getVariable()->getName().str();
}

int Translation::fresh(const std::string& name, LocalKind kind) {
  auto& locals = builder_.here().locals;
  locals.push_back({name.empty() ? fmt::format("t{}", locals.size()) : name, kind});
  return static_cast<int>(locals.size()) - 1;
}

int Translation::local(llvm::Value* value, LocalKind kind) {
  const auto found = locals_.find(value);
  if (found != locals_.end()) return found->second;
  std::string name = name_of(value);
  if (kind == LocalKind::age && !name.empty()) name += ".version";
  return locals_[value] = fresh(name, kind);
}

Variable Translation::pointer(llvm::Value* value) {
  value = without_casts(value);
  if (value != clean_ && is_word(value))
    throw Unsupported{"a pointer whose lowest bit may be set is used as if it were not", line_};
  if (tag_of(*value) != Tag::none) return cell_of(value);
  if (is_indeterminate(value)) {
    if (!undefined_pointer_) undefined_pointer_ = fresh("never written", LocalKind::pointer);
    return builder_.program().local_variable(*undefined_pointer_);
  }
  if (const auto* constant = llvm::dyn_cast<llvm::Constant>(value)) {
    if (constant->isNullValue()) return kNull;
    throw Unsupported{llvm::isa<llvm::GlobalVariable>(value)
                          ? "the address of a variable is used as a pointer to a cell"
                          : "a constant address is used as a pointer to a cell",
                      line_};
  }
  if (llvm::isa<llvm::GEPOperator>(value))
    throw Unsupported{"the address of a field is used as a pointer", line_};
  if (const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(value))
    throw Unsupported{refusal_of(*variable), line_};
  if (places_.is_parameter(value)) throw Unsupported{"the object's address is used as a pointer", line_};
  if (llvm::isa<llvm::Argument>(value)) throw Unsupported{"the data is used as a pointer to a cell", line_};
  return builder_.program().local_variable(local(value, LocalKind::pointer));
}

bool Translation::is_empty_value(const llvm::Value* value) const {
  constexpr std::int64_t kEmpty = -2147483647LL - 1;
  if (llvm::isa<llvm::ConstantPointerNull>(value)) return *empty_value_ == 0;
  const auto* number = llvm::dyn_cast<llvm::ConstantInt>(value);
  if (number == nullptr || number->getBitWidth() > 64) return false;
  // HEDDLE_EMPTY marks a point of effect whatever the function returns.
  if (in_point_ && number->getSExtValue() == kEmpty) return true;
  // A wider type holds it as it holds the data.
  const llvm::APInt empty(64, static_cast<std::uint64_t>(*empty_value_), true);
  const unsigned bits = number->getBitWidth();
  const llvm::APInt narrow = empty.trunc(std::min(bits, std::max(signature_.data_bits, 32U)));
  return number->getValue() == (signature_.data_is_signed || *empty_value_ == kEmpty
                                    ? narrow.sextOrTrunc(bits)
                                    : narrow.zextOrTrunc(bits));
}

DataOperand Translation::data(llvm::Value* value, const llvm::Instruction& user) {
  // Pointers and their integers are one; data is only ever widened as its type says (translate_cast).
  while (auto* cast = llvm::dyn_cast<llvm::CastInst>(value)) {
    if (!llvm::isa<llvm::PtrToIntInst>(cast) && !llvm::isa<llvm::IntToPtrInst>(cast)) break;
    value = cast->getOperand(0);
  }
  if (auto* expression = llvm::dyn_cast<llvm::ConstantExpr>(value);
      expression != nullptr && expression->isCast())
    value = expression->getOperand(0);
  if (is_indeterminate(value)) return kUndefinedData;
  if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(value); number != nullptr && signature_.is_set())
    return constant_key(*number, user);
  if (is_empty_value(value)) return kEmptyData;
  if (llvm::isa<llvm::ConstantInt>(value) || llvm::isa<llvm::ConstantPointerNull>(value))
    return kUndefinedData;
  if (llvm::isa<llvm::Constant>(value)) refuse("the address of a variable is used as data", user);
  if (llvm::isa<llvm::GEPOperator>(value) || llvm::isa<llvm::AllocaInst>(value))
    refuse("computes with data; a proof needs data to be only moved (data independence)", user);
  return local(value, LocalKind::data);
}

int Translation::age(llvm::Value* value, const llvm::Instruction& user) {
  if (llvm::isa<llvm::Constant>(value)) refuse("a version counter is made up", user);
  return local(value, LocalKind::age);
}

const Translation::Encoded& Translation::encoded(llvm::Value* value) {
  const auto found = encoded_.find(value);
  if (found != encoded_.end()) return found->second;
  Encoded& code = encoded_[value];
  const NumberSet all = numbers_->of(value);
  code.values.assign(all.values.begin(), all.values.end());
  const auto digits = std::bit_width(code.values.empty() ? 0 : code.values.size() - 1);
  const std::string name = name_of(value);
  for (int digit = 0; digit < static_cast<int>(digits); ++digit)
    code.flags.push_back(fresh(name, LocalKind::flag));
  return code;
}

std::vector<Translation::Case> Translation::cases(llvm::Value* value) {
  const NumberSet all = numbers_->of(value);
  std::vector<Case> list;
  if (all.is_anything) {
    list.push_back({std::nullopt, {}});
    if (all.may_be_unwritten()) list.push_back({Number(), {}});
    return list;
  }
  if (llvm::isa<llvm::Constant>(value)) return {{*all.values.begin(), {}}};
  const Encoded& code = encoded(value);
  for (std::size_t i = 0; i < code.values.size(); ++i) {
    Case& one = list.emplace_back();
    one.value = code.values[i];
    for (std::size_t digit = 0; digit < code.flags.size(); ++digit)
      one.holds.push_back(ops::flag_is(code.flags[digit], (i >> digit & 1) != 0));
  }
  return list;
}

std::vector<Op> Translation::become(llvm::Value* target, const Number& value) {
  const Encoded& code = encoded(target);
  const auto found = std::find(code.values.begin(), code.values.end(), value);
  HEDDLE_CHECK(found != code.values.end(), "a number has one of the values that were found for it");
  const auto index = static_cast<std::size_t>(found - code.values.begin());
  std::vector<Op> ops;
  for (std::size_t digit = 0; digit < code.flags.size(); ++digit)
    ops.push_back(ops::set_flag(code.flags[digit], (index >> digit & 1) != 0));
  return ops;
}

Variable Translation::shared(PlaceId place, const llvm::Instruction& user) const {
  const auto found = shared_.find(place);
  if (found == shared_.end()) refuse("expected an access to a shared pointer variable", user);
  return found->second;
}

Op Translation::read(Variable into, const Address& from, const llvm::Instruction& user) {
  if (from.cell != nullptr) return ops::load_next(into, pointer(from.cell));
  return ops::assign(into, shared(from.place, user));
}

Op Translation::write(const Address& into, Variable value, const llvm::Instruction& user) {
  if (into.cell != nullptr) return ops::store_next(pointer(into.cell), value);
  return ops::assign(shared(into.place, user), value);
}

}  // namespace heddle::prove
