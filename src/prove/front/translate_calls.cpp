// SPDX-License-Identifier: Apache-2.0
// What calls of the functions of known_calls.h do, as steps of a heap program.
#include <fmt/format.h>

#include "prove/front/translation.h"

namespace heddle::prove {

namespace {

[[noreturn]] void refuse_call(const llvm::CallBase& call) {
  const llvm::Function* callee = call.getCalledFunction();
  if (call.isInlineAsm()) refuse("assembly", call);
  if (callee == nullptr) refuse("calls through a pointer", call);
  const char* const why = callee->isDeclaration()    ? "which heddle prove does not know"
                          : callee->isInterposable() ? "which is weak: another file may replace it"
                                                     : "which is recursive or one of the operations itself";
  refuse(fmt::format("calls `{}`, {}", name_of(*callee), why), call);
}

}  // namespace

void Translation::translate_call(llvm::CallBase& call, NodeId& at) {
  const KnownCall known = known_call(call);
  const auto one = [&](Op op) { step(at, {op}, call); };
  const auto lock = [&] {
    return locks_.at(places_.lock_at(call.getArgOperand(0), known.lock_bytes, call).place);
  };
  const auto result = [&](std::uint64_t value) {
    return call.getType()->isVoidTy() || call.use_empty() ? std::vector<Op>() : become(&call, value);
  };
  if (known.lock_bytes != 0)
    if (const Address where =
            places_.lock_at(call.getArgOperand(0), known.lock_bytes, call, signature_.is_set());
        where.cell != nullptr)
      return translate_cell_lock(call, known.what, where.cell, at);
  switch (known.what) {
    case Call::debug:
    case Call::nothing:
      return;
    case Call::allocate:
    case Call::allocate_zeroed:
      return translate_allocation(call, known, at);
    case Call::release:
      frees_.emplace_back(Maker::header, line_of(call));
      return one(ops::release(pointer(call.getArgOperand(0))));
    case Call::release_or_null: {
      const Variable cell = pointer(call.getArgOperand(0));
      builder_.program().frees_for_good = true;
      const bool is_delete = call.getCalledFunction()->getName().starts_with("_Zdl");
      frees_.emplace_back(is_delete ? Maker::operator_new : Maker::malloc, line_of(call));
      return step(
          at,
          std::vector<Way>{{{ops::equal(cell, kNull)}}, {{ops::different(cell, kNull), ops::release(cell)}}},
          call);
    }
    case Call::lock:
    case Call::unlock: {
      std::vector<Op> ops = result(0);
      ops.insert(ops.begin(), known.what == Call::lock ? ops::lock(lock()) : ops::unlock(lock()));
      return step(at, ops, call);
    }
    case Call::try_lock: {
      std::vector<Op> hit = result(0);
      hit.insert(hit.begin(), ops::take_flag(lock()));
      std::vector<Op> miss = result(known.busy);
      miss.insert(miss.begin(), ops::held(lock(), true));
      return step(at, std::vector<Way>{{hit}, {miss}}, call);
    }
    case Call::make_lock: {
      if (!is_initial_) refuse("makes a lock outside the initial function", call);
      if (call.arg_size() < 2) return;
      const auto* kind = llvm::dyn_cast<llvm::Constant>(call.getArgOperand(1));
      const bool is_spin = known.lock_bytes == 4;
      if (!is_spin && (kind == nullptr || !kind->isNullValue())) refuse("makes an unusual lock", call);
      return;
    }
    case Call::fail:
      return translate_failure(call, known, at);
    case Call::assume:
      return translate_assumption(call, at);
    case Call::point:
      if (signature_.is_set())
        refuse("a set has no marked points: HEDDLE_LINEARIZE is for stacks and queues", call);
      if (in_point_) refuse("a point of effect inside another", call);
      in_point_ = true;
      return;
    case Call::linearize:
      one(ops::linearize(data(call.getArgOperand(0), call)));
      in_point_ = false;
      return;
    case Call::linearize_if:
      return translate_linearize_if(call, at);
    case Call::atomic_begin:
      if (in_atomic_) refuse("atomic blocks do not nest", call);
      if (block_lock_ < 0) block_lock_ = builder_.lock("HEDDLE_ATOMIC");
      in_atomic_ = true;  // from where the lock is held
      return one(ops::lock(block_lock_));
    case Call::atomic_end:
      if (!in_atomic_) refuse("ends an atomic block that was not begun", call);
      in_atomic_ = false;
      return one(ops::unlock(block_lock_));
    case Call::tagged_load:
    case Call::tagged_set:
    case Call::tagged_cas:
    case Call::tagged_same:
      return translate_tagged(call, known.what, at);
    case Call::retire:
    case Call::protect:
    case Call::enter:
    case Call::leave:
      return translate_reclamation(call, known, at);
    case Call::unknown:
      break;
  }
  refuse_call(call);
}

void Translation::translate_reclamation(llvm::CallBase& call, const KnownCall& known, NodeId& at) {
  builder_.program().reclaims = true;
  if (known.what == Call::retire) {
    retires_.emplace_back(known.is_library ? Maker::malloc : Maker::header, line_of(call));
    return step(at, {ops::retire(pointer(call.getArgOperand(0)))}, call);
  }
  const bool is_hazard = known.what == Call::protect;
  if (has_hazards_.value_or(is_hazard) != is_hazard)
    refuse("uses epochs and hazard pointers; heddle_retire knows one of them", call);
  has_hazards_ = is_hazard;
  if (!is_hazard) return step(at, {known.what == Call::enter ? ops::enter() : ops::leave()}, call);
  const auto* index = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(0));
  if (index == nullptr || index->getZExtValue() >= kMaxHazards)
    refuse(fmt::format("the number of a hazard pointer must be a constant less than {}", kMaxHazards), call);
  step(at, {ops::protect(static_cast<int>(index->getZExtValue()), pointer(call.getArgOperand(1)))}, call);
}

void Translation::translate_failure(llvm::CallBase& call, const KnownCall& known, NodeId& at) {
  std::string message = known.message;
  if (call.getCalledFunction() != nullptr && call.getCalledFunction()->getName() == "__assert_fail") {
    llvm::StringRef text;
    if (llvm::getConstantStringInfo(call.getArgOperand(0), text))
      message = fmt::format("assertion `{}` fails", text.str());
  }
  const bool is_assertion = message.starts_with("assertion") || message.starts_with("an assertion");
  step(at, {ops::fail(failure(is_assertion ? finding::Kind::assertion : finding::Kind::abort, message))},
       call);
}

void Translation::translate_assumption(llvm::CallBase& call, NodeId& at) {
  if (call.hasOperandBundles()) refuse("tells the compiler what a pointer is, which is not checked", call);
  std::vector<Way> ways;
  for (const Case& value : cases(call.getArgOperand(0))) {
    ways.push_back({value.holds, !value.value.has_value()});
    if (!value.value || !*value.value || **value.value == 0) {
      if (value.value) ways.pop_back();
      ways.push_back({value.holds, !value.value.has_value()});
      ways.back().ops.push_back(
          ops::fail(failure(finding::Kind::assertion, "what __builtin_assume says does not hold")));
    }
  }
  step(at, ways, call);
}

void Translation::translate_linearize_if(llvm::CallBase& call, NodeId& at) {
  llvm::Value* condition = call.getArgOperand(0);
  const DataOperand value = data(call.getArgOperand(1), call);
  if (const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(condition)) {
    if (!constant->isZero()) step(at, {ops::linearize_if(value)}, call);
  } else {
    auto* comparison = llvm::dyn_cast<llvm::ICmpInst>(condition);
    if (comparison == nullptr || !comparison->hasOneUse() ||
        kinds_.of(comparison->getOperand(0)) != ValueKind::pointer ||
        comparison->getPredicate() != llvm::CmpInst::ICMP_EQ)
      refuse("the condition of HEDDLE_LINEARIZE_IF must be `pointer == pointer`", call);
    step(at,
         {ops::linearize_if(value, pointer(comparison->getOperand(0)), pointer(comparison->getOperand(1)))},
         call);
  }
  in_point_ = false;
}

void Translation::translate_allocation(llvm::CallBase& call, const KnownCall& known, NodeId& at) {
  const bool is_zeroed = known.what == Call::allocate_zeroed;
  const auto* size = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(known.size_argument));
  const auto* count = is_zeroed ? llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(1)) : nullptr;
  if (size == nullptr || (is_zeroed && count == nullptr)) refuse("allocates a cell of unknown size", call);
  cell_sizes_.emplace_back(size->getZExtValue() * (is_zeroed ? count->getZExtValue() : 1), line_of(call));
  if (known.is_library) builder_.program().frees_for_good = true;
  const bool is_new = call.getCalledFunction()->getName().starts_with("_Znw");
  makers_.insert(!known.is_library ? Maker::header : is_new ? Maker::operator_new : Maker::malloc);
  const Variable cell = pointer(&call);
  std::vector<Op> ops = {ops::allocate(cell)};
  if (is_zeroed && next_field_) ops.push_back(ops::store_next(cell, kNull));
  if (is_zeroed && data_field_)
    ops.push_back(ops::store_data(cell, *empty_value_ == 0 ? kEmptyData : kUndefinedData));
  if (is_zeroed && (mark_field_ || (next_field_ && is_word_field(*next_field_))))
    ops.push_back(ops::store_mark(cell, false));
  if (is_zeroed && cell_lock_ && zero_is_cell_lock_) ops.push_back(ops::make_lock(cell));
  step(at, ops, call);
}

void Translation::translate_tagged(llvm::CallBase& call, Call what, NodeId& at) {
  const Address where = places_.tagged_at(call.getArgOperand(0), call);
  const bool is_next = where.cell != nullptr;
  const Variable place = is_next ? pointer(where.cell) : shared(where.place, call);
  if (what == Call::tagged_set) return step(at, {write(where, pointer(call.getArgOperand(1)), call)}, call);
  if (what == Call::tagged_load) {
    std::string label;
    for (llvm::User* user : call.users())
      if (label.empty()) label = name_of(user);
    const int into = fresh(label, LocalKind::pointer);
    const int version = fresh(label.empty() ? "" : label + ".version", LocalKind::age);
    pairs_[&call] = {into, version};
    return step(
        at,
        {ops::load_age(version, place, is_next), read(builder_.program().local_variable(into), where, call)},
        call);
  }
  const Variable expected = pointer(call.getArgOperand(1));
  const int version = age(call.getArgOperand(2), call);
  const Variable now = fresh_pointer();
  const Op look = read(now, where, call);
  const auto answer = [&](std::uint64_t value) {
    return call.use_empty() ? std::vector<Op>() : become(&call, value);
  };
  std::vector<Op> hit = {ops::same_age(version, place, is_next), look, ops::equal(now, expected)};
  if (what == Call::tagged_cas) {
    hit.push_back(write(where, pointer(call.getArgOperand(3)), call));
    hit.push_back(ops::raise_age(place, is_next));
  }
  std::vector<Way> ways = {{hit},
                           {{ops::other_age(version, place, is_next)}},
                           {{ops::same_age(version, place, is_next), look, ops::different(now, expected)}}};
  for (std::size_t i = 0; i < ways.size(); ++i) {
    const std::vector<Op> then = answer(i == 0 ? 1 : 0);
    ways[i].ops.insert(ways[i].ops.end(), then.begin(), then.end());
  }
  step(at, ways, call);
}

}  // namespace heddle::prove
