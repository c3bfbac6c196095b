// SPDX-License-Identifier: Apache-2.0
// What instructions do, as steps of a heap program.
#include <algorithm>

#include <fmt/format.h>

#include "prove/front/translation.h"

namespace heddle::prove {
namespace {

// What may stand in the argument of HEDDLE_LINEARIZE: it is not evaluated natively.
bool changes_nothing(const llvm::Instruction& instruction) {
  if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
    const Call what = known_call(*call).what;
    return what == Call::linearize || what == Call::linearize_if || what == Call::debug;
  }
  return !instruction.mayWriteToMemory() || llvm::isa<llvm::LoadInst>(instruction);
}

// A variable that SROA leaves in memory though nobody reads it.
bool is_only_written(const llvm::AllocaInst& variable) {
  for (const llvm::User* user : variable.users()) {
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(user);
        store != nullptr && store->getPointerOperand() == &variable)
      continue;
    if (const auto* move = llvm::dyn_cast<llvm::MemIntrinsic>(user);
        move != nullptr && move->getRawDest() == &variable)
      continue;
    if (const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(user);
        call != nullptr && call->isLifetimeStartOrEnd())
      continue;
    return false;
  }
  return true;
}

bool is_written_only(llvm::Value* address) {
  const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(address->stripInBoundsOffsets());
  return variable != nullptr && is_only_written(*variable);
}

// What is stored was set to zero right before.
bool is_zero_already(const llvm::StoreInst& store, const llvm::DataLayout& layout) {
  const auto* value = llvm::dyn_cast<llvm::Constant>(store.getValueOperand());
  if (value == nullptr || !value->isNullValue() || !store.isSimple()) return false;
  const llvm::Instruction* before = store.getPrevNode();
  while (before != nullptr && !before->mayWriteToMemory()) before = before->getPrevNode();
  const auto* set = llvm::dyn_cast_or_null<llvm::MemSetInst>(before);
  if (set == nullptr || set->isVolatile()) return false;
  const auto* byte = llvm::dyn_cast<llvm::ConstantInt>(set->getValue());
  const auto* length = llvm::dyn_cast<llvm::ConstantInt>(set->getLength());
  if (byte == nullptr || !byte->isZero() || length == nullptr) return false;
  llvm::APInt from(64, 0), at(64, 0);
  if (set->getRawDest()->stripAndAccumulateConstantOffsets(layout, from, true) !=
      store.getPointerOperand()->stripAndAccumulateConstantOffsets(layout, at, true))
    return false;
  const llvm::APInt end = at + static_cast<std::uint64_t>(layout.getTypeStoreSize(value->getType()));
  return at.sge(from) && end.sle(from + length->getZExtValue());
}

}  // namespace

// A lock that is set to zero, as a std::mutex is, and then a part of it once more.
bool Translation::makes_lock_again(const llvm::StoreInst& store) const {
  const llvm::DataLayout& layout = module_.getDataLayout();
  return is_zero_already(store, layout) &&
         places_.is_in_lock(store.getPointerOperand(),
                            layout.getTypeStoreSize(store.getValueOperand()->getType()));
}

void Translation::translate(llvm::Instruction& instruction, NodeId& at) {
  if (instruction.isDebugOrPseudoInst() || llvm::isa<llvm::PHINode>(instruction)) return;
  if (in_point_ && !changes_nothing(instruction))
    refuse("the argument of HEDDLE_LINEARIZE does more than to read, and natively it is not evaluated",
           instruction);
  if (auto* field = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction)) {
    const auto* first = llvm::dyn_cast<llvm::ConstantInt>(*field->idx_begin());
    const bool is_bytes = field->getSourceElementType()->isIntegerTy(8);
    if (!field->hasAllConstantIndices() || (!is_bytes && !first->isZero()))
      refuse("computes with a pointer", instruction);
    return;  // where it is used, its place is found
  }
  if (auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) {
    if (is_only_written(*variable)) return;
    for (llvm::User* user : variable->users())  // which has a line
      if (auto* place = llvm::dyn_cast<llvm::Instruction>(user); place != nullptr && line_of(*place) != 0)
        refuse(refusal_of(*variable), *place);
    refuse(refusal_of(*variable), instruction);
  }
  if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
      store != nullptr && makes_lock_again(*store))
    return;
  check_word(instruction, at);
  if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) return translate_load(*load, at);
  if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) return translate_store(*store, at);
  if (auto* set = llvm::dyn_cast<llvm::MemSetInst>(&instruction)) return translate_set(*set, at);
  if (auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction))
    return translate_exchange(*exchange, at);
  if (auto* swap = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) return translate_swap(*swap, at);
  if (auto* comparison = llvm::dyn_cast<llvm::ICmpInst>(&instruction))
    return translate_comparison(*comparison, at);
  if (auto* select = llvm::dyn_cast<llvm::SelectInst>(&instruction)) return translate_select(*select, at);
  if (llvm::isa<llvm::FenceInst>(instruction)) return;  // memory is sequentially consistent already
  if (auto* extract = llvm::dyn_cast<llvm::ExtractValueInst>(&instruction)) {
    const auto found = pairs_.find(extract->getAggregateOperand());
    if (found == pairs_.end()) refuse("unexpected structure", instruction);
    const int part = extract->getIndices()[0] == 0 ? found->second.first : found->second.second;
    if (part >= 0) locals_[extract] = part;
    return;
  }
  if (auto* move = llvm::dyn_cast<llvm::MemTransferInst>(&instruction)) {
    if (is_written_only(move->getRawDest())) return;
    refuse("copies memory as bytes", instruction);
  }
  if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) return translate_call(*call, at);
  if (auto* cast = llvm::dyn_cast<llvm::CastInst>(&instruction)) return translate_cast(*cast, at);
  if (instruction.getType()->isFPOrFPVectorTy()) refuse("computes with floating-point numbers", instruction);
  if (std::ranges::find(tags_, &instruction) != tags_.end()) return translate_tag(instruction, at);
  if (computes_number(instruction)) return compute(instruction, at);
  refuse(fmt::format("`{}` is outside the language of heddle prove", instruction.getOpcodeName()),
         instruction);
}

void Translation::translate_load(llvm::LoadInst& load, NodeId& at) {
  const Address from = address(load.getPointerOperand(), load.getType(), load);
  const Place& place = places_[from.place];
  switch (kinds_.of(&load)) {
    case ValueKind::pointer:
      if (is_word(&load)) return load_word(load, from.cell, at);
      return step(at, {read(pointer(&load), from, load)}, load);
    case ValueKind::data:
      if (place.owner == Place::Owner::result)
        return step(at, {ops::copy_data(local(&load, LocalKind::data), result_)}, load);
      if (from.cell == nullptr) refuse("data is kept in a shared variable, which only cells can", load);
      return step(at, {ops::load_data(local(&load, LocalKind::data), pointer(from.cell))}, load);
    case ValueKind::number:
      if (const auto flag = flags_.find(from.place); flag != flags_.end())
        return translate_flag_access(load, flag->second, at);
      if (mark_field_ == from.place) return translate_mark(load, from.cell, at);
      if (from.cell != nullptr) step(at, {ops::touch(pointer(from.cell), false)}, load);
      if (is_followed(&load)) step(at, become(&load, *numbers_->of(&load).values.begin()), load);
      return;
    default:
      refuse("a version counter is read by itself", load);
  }
}

void Translation::translate_store(llvm::StoreInst& store, NodeId& at) {
  llvm::Value* value = store.getValueOperand();
  if (is_written_only(store.getPointerOperand())) return;
  const Address into = address(store.getPointerOperand(), value->getType(), store);
  const Place& place = places_[into.place];
  switch (kinds_.of(into.place)) {
    case ValueKind::pointer:
      if (is_word_field(into.place)) return store_word(store, into.cell, at);
      return step(at, {write(into, pointer(value), store)}, store);
    case ValueKind::data:
      if (place.owner == Place::Owner::result)
        return step(at, {ops::copy_data(result_, data(value, store))}, store);
      if (into.cell == nullptr) refuse("data is kept in a shared variable, which only cells can", store);
      return step(at, {ops::store_data(pointer(into.cell), data(value, store))}, store);
    case ValueKind::number:
      if (place.global != nullptr && place.global->isConstant()) refuse("writes a constant", store);
      if (const auto flag = flags_.find(into.place); flag != flags_.end())
        return translate_flag_access(store, flag->second, at);
      if (mark_field_ == into.place) return translate_mark(store, into.cell, at);
      if (into.cell != nullptr) step(at, {ops::touch(pointer(into.cell), true)}, store);
      return;
    default:
      refuse("a version counter is written by itself", store);
  }
}

// Every field that is covered becomes zero, one after the other; in the initial function of shared variables and of the
// object too, as the constructor of a std::mutex does it.
void Translation::translate_set(llvm::MemSetInst& set, NodeId& at) {
  if (is_written_only(set.getRawDest())) return;
  const auto* length = llvm::dyn_cast<llvm::ConstantInt>(set.getLength());
  const auto* value = llvm::dyn_cast<llvm::ConstantInt>(set.getValue());
  if (length == nullptr || value == nullptr || !value->isZero()) refuse("sets memory as bytes", set);
  llvm::APInt bytes(64, 0);
  const llvm::Value* object =
      set.getRawDest()->stripAndAccumulateConstantOffsets(module_.getDataLayout(), bytes, true);
  const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(object);
  if (is_initial_ && (global != nullptr || places_.is_parameter(object))) {
    const std::int64_t begin = bytes.getSExtValue();
    const std::int64_t end = begin + static_cast<std::int64_t>(length->getZExtValue());
    for (PlaceId id = 0; id < static_cast<PlaceId>(places_.all().size()); ++id) {
      const Place& place = places_[id];
      const auto place_end = static_cast<std::int64_t>(place.end());
      if (place.owner != Place::Owner::shared || place.global != global || place.offset >= end ||
          place_end <= begin)
        continue;
      if (place.offset < begin || place_end > end) refuse("sets a part of a variable as bytes", set);
      if (const auto variable = shared_.find(id); variable != shared_.end())
        step(at, {ops::assign(variable->second, kNull)}, set);
      if (const auto flag = flags_.find(id); flag != flags_.end())
        step(at, {ops::clear_flag(flag->second)}, set);
      if (const auto lock = locks_.find(id); lock != locks_.end() && initial_locks())
        step(at,
             std::vector<Way>{
                 {{ops::held(lock->second, false)}},
                 {{ops::held(lock->second, true),
                   ops::fail(failure(finding::Kind::lock_misuse, "sets a lock to zero that is held"))}}},
             set);
    }
    return;
  }
  llvm::Value* base = set.getRawDest()->stripPointerCasts();
  if (llvm::isa<llvm::GEPOperator>(base) || places_.is_parameter(base) || llvm::isa<llvm::Constant>(base))
    refuse("sets memory as bytes; only a whole cell can be", set);
  for (PlaceId id = 0; id < static_cast<PlaceId>(places_.all().size()); ++id) {
    const Place& place = places_[id];
    if (place.owner != Place::Owner::cell) continue;
    if (place.end() > length->getZExtValue()) refuse("sets a part of a cell as bytes", set);
    if (next_field_ == id) step(at, {ops::store_next(pointer(base), kNull)}, set);
    if (is_word_field(id)) step(at, {ops::store_mark(pointer(base), false)}, set);
    if (data_field_ == id)
      step(at, {ops::store_data(pointer(base), *empty_value_ == 0 ? kEmptyData : kUndefinedData)}, set);
    if (mark_field_ == id)
      step(at, {ops::store_mark(pointer(base), false)}, set);
    else if (cell_lock_ == id && zero_is_cell_lock_)
      step(at, {ops::make_lock(pointer(base))}, set);
    else if (kinds_.of(id) == ValueKind::number)
      step(at, {ops::touch(pointer(base), true)}, set);
  }
  cell_sizes_.emplace_back(length->getZExtValue(), line_of(set));  // and must not reach beyond it
}

void Translation::translate_flag_access(llvm::Instruction& instruction, int flag, NodeId& at) {
  const auto when_free = [&](llvm::Value* result, const std::vector<Op>& then) {
    return result == nullptr || result->use_empty() ? then : then + become(result, 0);
  };
  const auto when_held = [&](llvm::Value* result, std::uint64_t value) {
    std::vector<Op> ops = {ops::held(flag, true)};
    return result == nullptr || result->use_empty() ? ops : ops + become(result, value);
  };
  const auto value_when_held = [&] {
    for (const auto& [place, lock] : flags_)
      if (lock == flag) return flag_values_.at(place);
    return std::uint64_t{0};
  };
  if (llvm::isa<llvm::StoreInst>(instruction)) return step(at, {ops::clear_flag(flag)}, instruction);
  if (llvm::isa<llvm::LoadInst>(instruction))
    return step(at,
                std::vector<Way>{{when_free(&instruction, {ops::held(flag, false)})},
                                 {when_held(&instruction, value_when_held())}},
                instruction);
  if (auto* swap = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
    return step(
        at, std::vector<Way>{{when_free(swap, {ops::take_flag(flag)})}, {when_held(swap, value_when_held())}},
        instruction);
  }
  auto& exchange = llvm::cast<llvm::AtomicCmpXchgInst>(instruction);
  Way hit{{ops::take_flag(flag)}, false};
  Way miss{{ops::held(flag, true)}, false};
  Way no_reason{{ops::held(flag, false)}, false};
  for (llvm::User* user : exchange.users()) {
    auto* part = llvm::cast<llvm::ExtractValueInst>(user);
    if (part->use_empty()) continue;
    if (part->getIndices()[0] == 1) {
      hit.ops = hit.ops + become(part, 1);
      miss.ops = miss.ops + become(part, 0);
      no_reason.ops = no_reason.ops + become(part, 0);
    }
  }
  std::vector<Way> ways = {hit, miss};
  if (exchange.isWeak()) ways.push_back(no_reason);
  pairs_[&exchange] = {-1, -1};
  step(at, ways, instruction);
}

void Translation::translate_exchange(llvm::AtomicCmpXchgInst& exchange, NodeId& at) {
  const Address where =
      address(exchange.getPointerOperand(), exchange.getNewValOperand()->getType(), exchange);
  for (llvm::User* user : exchange.users())
    if (!llvm::isa<llvm::ExtractValueInst>(user)) refuse("unexpected structure", exchange);
  const auto succeeds = [&](std::uint64_t value) {
    std::vector<Op> ops;
    for (llvm::User* user : exchange.users())
      if (auto* part = llvm::cast<llvm::ExtractValueInst>(user);
          part->getIndices()[0] == 1 && !part->use_empty())
        ops = ops + become(part, value);
    return ops;
  };
  switch (kinds_.of(where.place)) {
    case ValueKind::pointer: {
      if (is_word_field(where.place)) return exchange_word(exchange, where.cell, at);
      const Variable expected = pointer(exchange.getCompareOperand());
      const Variable desired = pointer(exchange.getNewValOperand());
      const int found = fresh("", LocalKind::pointer);
      const Variable old_value = builder_.program().local_variable(found);
      pairs_[&exchange] = {found, -1};
      const Op look = read(old_value, where, exchange);
      std::vector<Op> hit = {look, ops::equal(old_value, expected), write(where, desired, exchange)};
      // A weak exchange may fail without a reason.
      std::vector<Op> miss = {look};
      if (!exchange.isWeak()) miss.push_back(ops::different(old_value, expected));
      return step(at, std::vector<Way>{{hit + succeeds(1)}, {miss + succeeds(0)}}, exchange);
    }
    case ValueKind::number: {
      if (const auto flag = flags_.find(where.place); flag != flags_.end())
        return translate_flag_access(exchange, flag->second, at);
      if (mark_field_ == where.place) return translate_mark(exchange, where.cell, at);
      pairs_[&exchange] = {-1, -1};
      std::vector<Op> touched;
      if (where.cell != nullptr) touched = {ops::touch(pointer(where.cell), true)};
      return step(at, std::vector<Way>{{touched + succeeds(1), true}, {touched + succeeds(0), true}},
                  exchange);
    }
    case ValueKind::data:
      refuse("compares data; a proof needs data to be only moved (data independence)", exchange);
    default:
      refuse("compares and swaps a version counter by itself", exchange);
  }
}

void Translation::translate_swap(llvm::AtomicRMWInst& swap, NodeId& at) {
  const Address where = address(swap.getPointerOperand(), swap.getType(), swap);
  switch (kinds_.of(where.place)) {
    case ValueKind::pointer: {
      const Variable fresh_value = pointer(swap.getValOperand());
      return step(at, {read(pointer(&swap), where, swap), write(where, fresh_value, swap)}, swap);
    }
    case ValueKind::number:
      if (const auto flag = flags_.find(where.place); flag != flags_.end())
        return translate_flag_access(swap, flag->second, at);
      if (mark_field_ == where.place) return translate_mark(swap, where.cell, at);
      if (where.cell != nullptr) step(at, {ops::touch(pointer(where.cell), true)}, swap);
      return;
    default:
      refuse("exchanges data", swap);
  }
}

void Translation::translate_comparison(llvm::ICmpInst& comparison, NodeId& at) {
  llvm::Value* left = comparison.getOperand(0);
  llvm::Value* right = comparison.getOperand(1);
  const ValueKind kind = llvm::isa<llvm::Constant>(left) ? kinds_.of(right) : kinds_.of(left);
  if (kind == ValueKind::number) return compute(comparison, at);
  if (kind == ValueKind::data && signature_.is_set()) return translate_keys(comparison, at);
  if (kind == ValueKind::data)
    refuse("compares data; a proof needs data to be only moved (data independence)", comparison);
  if (kind == ValueKind::age) refuse("compares versions; use heddle_same or heddle_cas", comparison);
  // A condition that only decides whether a point of effect is one is evaluated there.
  if (comparison.hasOneUse())
    if (auto* call = llvm::dyn_cast<llvm::CallBase>(comparison.user_back()))
      if (known_call(*call).what == Call::linearize_if) return;
  if (is_word(left) || is_word(right)) return compare_words(comparison, at);
  const bool wants_equal = comparison.getPredicate() == llvm::CmpInst::ICMP_EQ;
  const Variable a = pointer(left);
  const Variable b = pointer(right);
  std::vector<Way> ways;
  for (const bool is_equal : {true, false}) {
    std::vector<Op> ops = {is_equal ? ops::equal(a, b) : ops::different(a, b)};
    if (!comparison.use_empty()) ops = ops + become(&comparison, is_equal == wants_equal ? 1 : 0);
    ways.push_back({std::move(ops), false});
  }
  step(at, ways, comparison);
}

void Translation::translate_select(llvm::SelectInst& select, NodeId& at) {
  if (select.use_empty()) return;
  std::vector<Way> ways;
  for (const Case& one : cases(select.getCondition())) {
    if (one.value && !*one.value) {
      ways.push_back({one.holds + std::vector<Op>{indeterminate(select)}, false});
      continue;
    }
    for (const bool truth : {true, false}) {
      if (one.value && (**one.value != 0) != truth) continue;
      llvm::Value* chosen = truth ? select.getTrueValue() : select.getFalseValue();
      const bool is_guess = !one.value.has_value();
      switch (kinds_.of(&select)) {
        case ValueKind::pointer:
          ways.push_back({one.holds, is_guess});
          if (is_word(&select)) ways.back().ops = one.holds + becomes_mark(mark_of(&select), chosen);
          ways.back().ops.push_back(ops::assign(cell_of(&select), cell_of(chosen)));
          break;
        case ValueKind::data:
          ways.push_back({one.holds + std::vector<Op>{ops::copy_data(local(&select, LocalKind::data),
                                                                     data(chosen, select))},
                          is_guess});
          break;
        case ValueKind::age:
          ways.push_back({one.holds + std::vector<Op>{ops::copy_age(local(&select, LocalKind::age),
                                                                    age(chosen, select))},
                          is_guess});
          break;
        default:
          if (!is_followed(&select)) {
            ways.push_back({one.holds, is_guess});
            break;
          }
          for (const Case& value : cases(chosen))
            ways.push_back({one.holds + value.holds + become(&select, *value.value), is_guess});
      }
    }
  }
  step(at, ways, select);
}

void Translation::translate_cast(llvm::CastInst& cast, NodeId& at) {
  llvm::Value* from = cast.getOperand(0);
  switch (kinds_.of(&cast)) {
    case ValueKind::pointer:  // pointers and the integers that clang moves them as
      if (llvm::isa<llvm::PtrToIntInst>(cast) || llvm::isa<llvm::IntToPtrInst>(cast) ||
          llvm::isa<llvm::BitCastInst>(cast))
        return;
      refuse("computes with an address", cast);
    case ValueKind::number:
      if (llvm::isa<llvm::FPToSIInst>(cast) || llvm::isa<llvm::FPToUIInst>(cast))
        refuse("computes with floating-point numbers", cast);
      if (!computes_number(cast)) refuse("converts between pointers and numbers", cast);
      return compute(cast, at);
    case ValueKind::age:
      refuse("computes with a version counter", cast);
    default:
      break;
  }
  if (llvm::isa<llvm::PtrToIntInst>(cast) || llvm::isa<llvm::IntToPtrInst>(cast)) return;
  if (!from->getType()->isIntegerTy() || !cast.getType()->isIntegerTy())
    refuse("computes with floating-point numbers", cast);
  // A datum is what went in, widened as its type says; anything else is another value.
  const unsigned bits = signature_.data_bits;
  const unsigned width = from->getType()->getIntegerBitWidth();
  const bool keeps_value =
      in_point_ || (llvm::isa<llvm::SExtInst>(cast)   ? width > bits || signature_.data_is_signed
                    : llvm::isa<llvm::ZExtInst>(cast) ? !signature_.data_is_signed
                                                      : cast.getType()->getIntegerBitWidth() >= bits);
  if (!keeps_value)
    refuse(llvm::isa<llvm::TruncInst>(cast)
               ? "cuts data short; a proof needs data to be only moved (data independence)"
               : "widens data with another sign; a proof needs data to be only moved (data independence)",
           cast);
  step(at, {ops::copy_data(local(&cast, LocalKind::data), data(from, cast))}, cast);
}

// One number from others, case by case.
void Translation::compute(llvm::Instruction& instruction, NodeId& at) {
  if (instruction.use_empty() || !is_followed(&instruction)) return;
  const NumberSet results = numbers_->of(&instruction);
  std::vector<Way> ways;
  const std::vector<Case> first = cases(instruction.getOperand(0));
  const std::vector<Case> second = instruction.getNumOperands() > 1 ? cases(instruction.getOperand(1))
                                                                    : std::vector<Case>{{Number(0), {}}};
  for (const Case& a : first)
    for (const Case& b : second) {
      const std::vector<Op> holds = a.holds + b.holds;
      if (!a.value || !b.value) {
        for (const Number& result : results.values)
          ways.push_back({holds + become(&instruction, result), true});
        continue;
      }
      const Number result =
          *a.value && *b.value ? Numbers::compute(instruction, {**a.value, **b.value}) : Number();
      ways.push_back({holds + become(&instruction, result), false});
    }
  step(at, ways, instruction);
}

}  // namespace heddle::prove
