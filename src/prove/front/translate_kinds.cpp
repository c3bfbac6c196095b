// SPDX-License-Identifier: Apache-2.0
// What each instruction says about the kinds of its operands and of what it yields; and what the program's
// registration says: which places are locks, flags and fields, and which constant means "empty".
#include <map>
#include <set>

#include <fmt/format.h>

#include "prove/front/prepare.h"
#include "prove/front/translation.h"

namespace heddle::prove {

Address Translation::address(llvm::Value* value, llvm::Type* type, const llvm::Instruction& user) {
  if (!type->isIntegerTy() && !type->isPointerTy()) {
    if (type->isFloatingPointTy()) refuse("computes with floating-point numbers", user);
    refuse("a field is neither an integer nor a pointer", user);
  }
  const std::uint64_t size = module_.getDataLayout().getTypeStoreSize(type);
  if (type->isIntegerTy() && type->getIntegerBitWidth() != size * 8)
    refuse("an access to memory of an unusual size", user);
  const Address found = places_.at(value, size, user);
  access_types_.refuse_other(found.place, type, user);
  return found;
}

// The locks that are shared variables, which are known then wherever else memory is accessed.
void Translation::find_locks(llvm::Function& function) {
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (call == nullptr) continue;
    const KnownCall known = known_call(*call);
    if (known.lock_bytes == 0) continue;
    const llvm::Value* base = call->getArgOperand(0)->stripInBoundsConstantOffsets();
    if (llvm::isa<llvm::GlobalVariable>(base) || places_.is_parameter(base))
      places_.lock_at(call->getArgOperand(0), known.lock_bytes, *call, signature_.is_set());
  }
}

// Whether the initial function takes locks at all.
bool Translation::initial_locks() const {
  return llvm::any_of(llvm::instructions(*signature_.init), [](const llvm::Instruction& instruction) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    const Call what = call == nullptr ? Call::nothing : known_call(*call).what;
    return what == Call::lock || what == Call::try_lock;
  });
}

// Instructions that can be executed: exceptions are not, and branches on constants go one way.
void Translation::find_kinds(llvm::Function& function) {
  std::set<const llvm::BasicBlock*> reached;
  std::vector<llvm::BasicBlock*> open = {&function.getEntryBlock()};
  while (!open.empty()) {
    llvm::BasicBlock* block = open.back();
    open.pop_back();
    if (!reached.insert(block).second) continue;
    for (llvm::Instruction& instruction : *block) {
      if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
          store != nullptr && makes_lock_again(*store))
        continue;
      instructions_.push_back(&instruction);
      find_kinds(instruction);
    }
    llvm::Instruction* last = block->getTerminator();
    if (auto* invoke = llvm::dyn_cast<llvm::InvokeInst>(last)) {
      open.push_back(invoke->getNormalDest());
    } else if (auto* branch = llvm::dyn_cast<llvm::BranchInst>(last);
               branch != nullptr && branch->isConditional() &&
               llvm::isa<llvm::ConstantInt>(branch->getCondition())) {
      open.push_back(
          branch->getSuccessor(llvm::cast<llvm::ConstantInt>(branch->getCondition())->isZero() ? 1 : 0));
    } else {
      for (llvm::BasicBlock* next : llvm::successors(block)) open.push_back(next);
    }
  }
}

void Translation::find_kinds(llvm::Instruction& instruction) {
  const auto follow = [&](const Address& at) {  // what is followed is a pointer to a cell
    if (at.cell != nullptr) kinds_.is(at.cell, ValueKind::pointer, instruction);
    return at.place;
  };
  if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
    const PlaceId place = follow(address(load->getPointerOperand(), load->getType(), instruction));
    return kinds_.same(load, place, instruction);
  }
  if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
    llvm::Value* value = store->getValueOperand();
    if (llvm::isa<llvm::AllocaInst>(store->getPointerOperand()->stripInBoundsOffsets())) return;
    const PlaceId place = follow(address(store->getPointerOperand(), value->getType(), instruction));
    return kinds_.same(value, place, instruction);
  }
  if (auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) {
    llvm::Value* value = exchange->getNewValOperand();
    const PlaceId place = follow(address(exchange->getPointerOperand(), value->getType(), instruction));
    kinds_.same(exchange->getCompareOperand(), place, instruction);
    kinds_.same(value, place, instruction);
    for (llvm::User* user : exchange->users())
      if (auto* part = llvm::dyn_cast<llvm::ExtractValueInst>(user)) {
        if (part->getIndices()[0] == 0)
          kinds_.same(part, place, instruction);
        else
          kinds_.is(part, ValueKind::number, instruction);
      }
    return;
  }
  if (auto* swap = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
    if (swap->isFloatingPointOperation()) refuse("computes with floating-point numbers", instruction);
    const PlaceId place = follow(address(swap->getPointerOperand(), swap->getType(), instruction));
    if (swap->getOperation() != llvm::AtomicRMWInst::Xchg) {
      kinds_.is(place, ValueKind::number, instruction);
      kinds_.is(swap->getValOperand(), ValueKind::number, instruction);
    }
    kinds_.same(swap->getValOperand(), place, instruction);
    return kinds_.same(swap, place, instruction);
  }
  if (auto* comparison = llvm::dyn_cast<llvm::ICmpInst>(&instruction)) {
    kinds_.is(comparison, ValueKind::number, instruction);
    kinds_.same(comparison->getOperand(0), comparison->getOperand(1), instruction);
    if (!comparison->isEquality() && !signature_.is_set())
      for (llvm::Value* operand : comparison->operands()) kinds_.is(operand, ValueKind::number, instruction);
    return;
  }
  if (auto* phi = llvm::dyn_cast<llvm::PHINode>(&instruction)) {
    for (llvm::Value* incoming : phi->incoming_values()) kinds_.same(phi, incoming, instruction);
    return;
  }
  if (auto* select = llvm::dyn_cast<llvm::SelectInst>(&instruction)) {
    kinds_.is(select->getCondition(), ValueKind::number, instruction);
    kinds_.same(select, select->getTrueValue(), instruction);
    return kinds_.same(select, select->getFalseValue(), instruction);
  }
  if (llvm::isa<llvm::FreezeInst>(instruction) || llvm::isa<llvm::CastInst>(instruction)) {
    llvm::Value* from = instruction.getOperand(0);
    if (from->getType()->isFPOrFPVectorTy() || instruction.getType()->isFPOrFPVectorTy())
      refuse("computes with floating-point numbers", instruction);
    if (llvm::isa<llvm::PtrToIntInst>(instruction) && instruction.getType()->getIntegerBitWidth() < 64)
      refuse("computes with an address", instruction);
    kinds_.same(&instruction, from, instruction);
    if (from->getType()->isIntegerTy(1)) kinds_.is(from, ValueKind::number, instruction);
    return;
  }
  if (auto* branch = llvm::dyn_cast<llvm::BranchInst>(&instruction)) {
    if (branch->isConditional()) kinds_.is(branch->getCondition(), ValueKind::number, instruction);
    return;
  }
  if (auto* choice = llvm::dyn_cast<llvm::SwitchInst>(&instruction))
    return kinds_.is(choice->getCondition(), ValueKind::number, instruction);
  if (auto* done = llvm::dyn_cast<llvm::ReturnInst>(&instruction)) {
    const bool returns_data =
        !signature_.is_set() && done->getFunction() == signature_.out && signature_.result == nullptr;
    if (done->getReturnValue() != nullptr)
      kinds_.is(done->getReturnValue(), returns_data ? ValueKind::data : ValueKind::number, instruction);
    return;
  }
  if (auto* set = llvm::dyn_cast<llvm::MemSetInst>(&instruction)) {
    if (!llvm::isa<llvm::AllocaInst>(set->getDest()->stripInBoundsOffsets()))
      kinds_.is(set->getDest()->stripPointerCasts(), ValueKind::pointer, instruction);
    return;
  }
  if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) return find_kinds(*call);
  if (instruction.getType()->isFPOrFPVectorTy()) refuse("computes with floating-point numbers", instruction);
  if (signature_.is_set() && tag_of(instruction) != Tag::none) return tags_.push_back(&instruction);
  if (instruction.isBinaryOp()) {
    kinds_.is(&instruction, ValueKind::number, instruction);
    for (llvm::Value* operand : instruction.operands()) kinds_.is(operand, ValueKind::number, instruction);
  }
}

void Translation::find_kinds(llvm::CallBase& call) {
  const KnownCall known = known_call(call);
  const auto parts = [&](ValueKind first, ValueKind second) {
    for (llvm::User* user : call.users())
      if (auto* part = llvm::dyn_cast<llvm::ExtractValueInst>(user))
        kinds_.is(part, part->getIndices()[0] == 0 ? first : second, call);
  };
  const auto tagged = [&] {
    const Address at = places_.tagged_at(call.getArgOperand(0), call);
    if (at.cell != nullptr) kinds_.is(at.cell, ValueKind::pointer, call);
    kinds_.is(at.place, ValueKind::pointer, call);
  };
  switch (known.what) {
    case Call::allocate:
    case Call::allocate_zeroed:
      return kinds_.is(&call, ValueKind::pointer, call);
    case Call::release:
    case Call::release_or_null:
    case Call::retire:
      return kinds_.is(call.getArgOperand(0)->stripPointerCasts(), ValueKind::pointer, call);
    case Call::lock:
    case Call::unlock:
    case Call::try_lock:
    case Call::make_lock: {
      const Address lock =
          places_.lock_at(call.getArgOperand(0), known.lock_bytes, call, signature_.is_set());
      if (lock.cell != nullptr) return find_cell_lock(lock, call);
      locks_.try_emplace(lock.place, -1);
      return;
    }
    case Call::assume:
      return kinds_.is(call.getArgOperand(0), ValueKind::number, call);
    case Call::linearize:
      return kinds_.is(call.getArgOperand(0), ValueKind::data, call);
    case Call::linearize_if:
      kinds_.is(call.getArgOperand(0), ValueKind::number, call);
      return kinds_.is(call.getArgOperand(1), ValueKind::data, call);
    case Call::tagged_load:
      tagged();
      return parts(ValueKind::pointer, ValueKind::age);
    case Call::tagged_set:
      tagged();
      return kinds_.is(call.getArgOperand(1), ValueKind::pointer, call);
    case Call::tagged_cas:
    case Call::tagged_same:
      tagged();
      kinds_.is(call.getArgOperand(1), ValueKind::pointer, call);
      kinds_.is(call.getArgOperand(2), ValueKind::age, call);
      if (known.what == Call::tagged_cas) kinds_.is(call.getArgOperand(3), ValueKind::pointer, call);
      return;
    case Call::protect:
      return kinds_.is(call.getArgOperand(1), ValueKind::pointer, call);
    case Call::unknown:
    case Call::nothing:
    case Call::enter:
    case Call::leave:
    case Call::fail:
    case Call::point:
    case Call::atomic_begin:
    case Call::atomic_end:
    case Call::debug:
      return;
  }
}

// What comes from elsewhere than from other numbers.
NumberSet Translation::number_from(const llvm::Instruction& instruction) {
  if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
    const KnownCall known = known_call(*call);
    if (known.what == Call::tagged_cas || known.what == Call::tagged_same) return {false, {0, 1}};
    if (known.what == Call::try_lock) return {false, {0, known.busy}};
    return {false, {0}};  // locks and the like succeed
  }
  if (tag_of(instruction) == Tag::test) return {false, {0, 1}};  // of a pointer
  if (const auto* part = llvm::dyn_cast<llvm::ExtractValueInst>(&instruction))
    if (part->getIndices()[0] == 1) return {false, {0, 1}};
  const llvm::Value* place = nullptr;
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) place = load->getPointerOperand();
  if (const auto* swap = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) place = swap->getPointerOperand();
  if (place == nullptr) return {true, {}};
  const PlaceId id = places_
                         .at(const_cast<llvm::Value*>(place),
                             module_.getDataLayout().getTypeStoreSize(instruction.getType()), instruction)
                         .place;
  if (mark_field_ == id) return {false, {0, 1}};
  if (const auto found = flag_values_.find(id); found != flag_values_.end())
    return {false, {0, found->second}};
  if (const Place& at = places_[id]; at.global != nullptr && at.global->isConstant())
    if (const auto* number =
            llvm::dyn_cast_or_null<llvm::ConstantInt>(places_.initial(id, instruction.getType())))
      return {false, {number->getZExtValue()}};
  return {true, {}};
}

// A number in shared memory that starts as 0, becomes another constant only where it was 0 (or is exchanged
// for it), and is otherwise set to 0, is a lock.
void Translation::find_flags() {
  std::map<PlaceId, std::set<std::uint64_t>> taken;  // places with the constants they are set to
  std::set<PlaceId> others;
  for (llvm::Instruction* instruction : instructions_) {
    llvm::Value* pointer = nullptr;
    llvm::Value* fresh = nullptr;
    bool may_take = false;
    if (auto* store = llvm::dyn_cast<llvm::StoreInst>(instruction)) {
      if (llvm::isa<llvm::AllocaInst>(store->getPointerOperand()->stripInBoundsOffsets())) continue;
      pointer = store->getPointerOperand(), fresh = store->getValueOperand();
    } else if (auto* swap = llvm::dyn_cast<llvm::AtomicRMWInst>(instruction)) {
      pointer = swap->getPointerOperand(), fresh = swap->getValOperand();
      may_take = true;
      if (swap->getOperation() != llvm::AtomicRMWInst::Xchg) fresh = swap;  // no constant
    } else if (auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(instruction)) {
      pointer = exchange->getPointerOperand(), fresh = exchange->getNewValOperand();
      const auto* expected = llvm::dyn_cast<llvm::ConstantInt>(exchange->getCompareOperand());
      may_take = expected != nullptr && expected->isZero();
      if (!may_take) fresh = exchange;
    } else {
      continue;
    }
    if (!fresh->getType()->isIntegerTy() && !llvm::isa<llvm::AtomicCmpXchgInst>(fresh)) continue;
    llvm::Type* type = llvm::isa<llvm::AtomicCmpXchgInst>(fresh)
                           ? llvm::cast<llvm::AtomicCmpXchgInst>(fresh)->getNewValOperand()->getType()
                           : fresh->getType();
    const PlaceId place = address(pointer, type, *instruction).place;
    if (places_[place].owner != Place::Owner::shared || kinds_.of(place) != ValueKind::number) continue;
    const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(fresh);
    const llvm::Constant* initial = places_.initial(place, type);
    const bool starts_free =
        places_[place].global == nullptr || (initial != nullptr && initial->isNullValue());
    if (constant == nullptr || !starts_free || constant->isZero() == may_take)
      others.insert(place);
    else if (may_take)
      taken[place].insert(constant->getZExtValue());
  }
  for (const auto& [place, values] : taken)
    if (!others.contains(place) && values.size() == 1) flag_values_[place] = *values.begin();
}

// The one constant that `out` returns itself, unless it is HEDDLE_EMPTY.
void Translation::find_empty_value() {
  constexpr std::int64_t kEmpty = -2147483647LL - 1;
  empty_value_ = kEmpty;
  if (signature_.result != nullptr || signature_.is_set()) return;
  std::set<std::int64_t> constants;
  std::set<const llvm::Value*> seen;
  std::vector<const llvm::Value*> open;
  for (const llvm::Instruction* instruction : instructions_)
    if (const auto* done = llvm::dyn_cast<llvm::ReturnInst>(instruction);
        done != nullptr && done->getFunction() == signature_.out)
      open.push_back(done->getReturnValue());
  while (!open.empty()) {
    const llvm::Value* value = open.back();
    open.pop_back();
    if (!seen.insert(value).second || is_indeterminate(value)) continue;
    if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(value))
      constants.insert(number->getSExtValue());
    if (llvm::isa<llvm::ConstantPointerNull>(value)) constants.insert(0);
    if (llvm::isa<llvm::PHINode>(value) || llvm::isa<llvm::SelectInst>(value) ||
        llvm::isa<llvm::CastInst>(value))
      for (const llvm::Value* operand : llvm::cast<llvm::User>(value)->operands())
        if (operand->getType() == value->getType() || llvm::isa<llvm::CastInst>(value))
          open.push_back(operand);
  }
  if (constants.size() == 1) empty_value_ = *constants.begin();
}

std::string Translation::name_of(PlaceId id) const {
  const Place& place = places_[id];
  if (place.owner == Place::Owner::shared && place.global == nullptr)
    if (std::string field = field_of_object(signature_, place.offset); !field.empty()) return field;
  return places_.name(id);
}

// The fields of cells, the shared variables and the locks get their places in the program.
void Translation::declare_places() {
  const std::size_t count = places_.all().size();
  for (PlaceId id = 0; id < static_cast<PlaceId>(count); ++id) {
    const Place& place = places_[id];
    const ValueKind kind = kinds_.of(id);
    const std::string name = name_of(id);
    const auto starts_as_null = [&] {
      if (place.global == nullptr) return true;  // assumed
      llvm::Type* type = llvm::Type::getIntNTy(module_.getContext(), static_cast<unsigned>(place.size * 8));
      const llvm::Constant* initial = places_.initial(id, type);
      return initial != nullptr && initial->isNullValue();
    };
    if (place.owner == Place::Owner::result) {
      if (kind != ValueKind::data)
        throw Unsupported{"what is written to the caller's variable is not data", place.line};
      continue;
    }
    if (place.owner == Place::Owner::cell) {
      if (kind == ValueKind::number || place.is_lock) continue;
      if (kind == ValueKind::age) throw Unsupported{"a version counter is kept by itself", place.line};
      auto& field = kind == ValueKind::data ? data_field_ : next_field_;
      if (field)
        throw Unsupported{kind == ValueKind::data
                              ? "cells have one field for data; this is another"
                              : "cells have one pointer field to other cells; this is another",
                          place.line};
      if (kind == ValueKind::data && place.size * 8 < signature_.data_bits)
        throw Unsupported{"the field is too small for the data", place.line};
      field = id;
      continue;
    }
    if (place.is_lock || flag_values_.contains(id)) {
      if (place.is_lock && place.global != nullptr &&
          (!place.global->hasInitializer() || !place.global->getInitializer()->isNullValue()))
        throw Unsupported{fmt::format("lock `{}` must start free, as an ordinary lock", name), place.line};
      const int lock = builder_.lock(name);
      if (place.is_lock) locks_[id] = lock;
      if (!place.is_lock) flags_[id] = lock, builder_.program().flags.push_back(lock);
      continue;
    }
    if (kind == ValueKind::number) continue;
    if (kind == ValueKind::data)
      throw Unsupported{fmt::format("shared variable `{}` holds data, which only cells can", name),
                        place.line};
    if (kind == ValueKind::age) throw Unsupported{"a version counter is kept by itself", place.line};
    if (!starts_as_null())
      throw Unsupported{
          fmt::format("shared variable `{}` must start as NULL; set it in the function of HEDDLE_INIT", name),
          place.line};
    shared_[id] = builder_.shared(name);
  }
}

}  // namespace heddle::prove
