// SPDX-License-Identifier: Apache-2.0
// What instructions and the calls of <heddle/prove.h> do, as steps of a heap program.
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
#include <llvm/Transforms/Utils/Local.h>
#pragma GCC diagnostic pop

namespace heddle::prove {

void Translation::translate(llvm::Instruction& instruction, NodeId& at) {
  if (instruction.isDebugOrPseudoInst() || llvm::isa<llvm::PHINode>(instruction)) return;
  if (auto* field = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction)) {
    const auto* first = llvm::dyn_cast<llvm::ConstantInt>(*field->idx_begin());
    if (first == nullptr || !first->isZero()) refuse("computes with a pointer", instruction);
    return;
  }
  if (auto* alloca = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) {
    for (llvm::User* user : alloca->users())  // which has a line
      refuse("takes the address of a local variable", *llvm::cast<llvm::Instruction>(user));
    return;
  }
  if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
    const Place from = place(load->getPointerOperand(), load->getType(), instruction);
    Op op;
    switch (from.kind) {
      case Place::Kind::shared:
        op = ops::assign(pointer(load), from.variable);
        break;
      case Place::Kind::next:
        op = ops::load_next(pointer(load), from.variable);
        break;
      case Place::Kind::data:
        op = ops::load_data(local(load, LocalKind::data), from.variable);
        break;
    }
    if (load->hasOneUse())
      if (auto* call = llvm::dyn_cast<llvm::CallInst>(load->user_back()))
        if (call->getCalledFunction() != nullptr &&
            call->getCalledFunction()->getName().starts_with("heddle_prove_linearize"))
          op.with_effect = from.kind == Place::Kind::data;
    return step(at, lined({op}, line_of(instruction)), instruction);
  }
  if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
    const Place into = place(store->getPointerOperand(), store->getValueOperand()->getType(), instruction);
    Op op;
    switch (into.kind) {
      case Place::Kind::shared:
        op = ops::assign(into.variable, pointer(store->getValueOperand()));
        break;
      case Place::Kind::next:
        op = ops::store_next(into.variable, pointer(store->getValueOperand()));
        break;
      case Place::Kind::data:
        op = ops::store_data(into.variable, data(store->getValueOperand(), instruction));
        break;
    }
    return step(at, lined({op}, line_of(instruction)), instruction);
  }
  if (auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction))
    return translate_exchange(*exchange, at);
  if (auto* swap = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
    if (swap->getOperation() != llvm::AtomicRMWInst::Xchg) refuse("arithmetic on shared memory", instruction);
    const Place where = place(swap->getPointerOperand(), swap->getType(), instruction);
    const Variable fresh = pointer(swap->getValOperand());
    std::vector<Op> both;
    if (where.kind == Place::Kind::shared)
      both = {ops::assign(pointer(swap), where.variable), ops::assign(where.variable, fresh)};
    else if (where.kind == Place::Kind::next)
      both = {ops::load_next(pointer(swap), where.variable), ops::store_next(where.variable, fresh)};
    else
      refuse("exchanges data", instruction);
    return step(at, lined(both, line_of(instruction)), instruction);
  }
  if (auto* comparison = llvm::dyn_cast<llvm::ICmpInst>(&instruction))
    return translate_comparison(*comparison, at);
  if (auto* extract = llvm::dyn_cast<llvm::ExtractValueInst>(&instruction)) {
    const auto found = tagged_loads_.find(extract->getAggregateOperand());
    if (found == tagged_loads_.end()) refuse("unexpected structure", instruction);
    locals_[extract] = extract->getIndices()[0] == 0 ? found->second.first : found->second.second;
    return;
  }
  if (llvm::isa<llvm::PtrToIntInst>(instruction) || llvm::isa<llvm::IntToPtrInst>(instruction)) {
    for (llvm::User* user : instruction.users()) {  // only ever on its way to a pointer or an exchange
      const bool stays_address = llvm::isa<llvm::AtomicCmpXchgInst>(user) ||
                                 llvm::isa<llvm::IntToPtrInst>(user) || llvm::isa<llvm::PHINode>(user);
      if (!stays_address && llvm::isa<llvm::PtrToIntInst>(instruction))
        refuse("computes with an address", instruction);
    }
    return;
  }
  if (auto* cast = llvm::dyn_cast<llvm::CastInst>(&instruction)) {
    llvm::Value* from = cast->getOperand(0);
    if (kind_of(from) == LocalKind::flag && kind_of(cast) == LocalKind::flag) {
      const Op op = constant_flag(from)
                        ? ops::set_flag(local(cast, LocalKind::flag), *constant_flag(from))
                        : ops::copy_flag(local(cast, LocalKind::flag), flag(from, instruction));
      return step(at, {op}, instruction);
    }
    if (kind_of(from) == LocalKind::data && kind_of(cast) == LocalKind::data) {
      if (!from->getType()->isIntegerTy() || !cast->getType()->isIntegerTy())
        refuse("computes with floating-point numbers", instruction);
      // Every datum was an input once: what is cut below its width is another value.
      if (cast->getType()->getIntegerBitWidth() < std::min(data_bits_, from->getType()->getIntegerBitWidth()))
        refuse("cuts data short; a proof needs data to be only moved (data independence)", instruction);
      return step(at, {ops::copy_data(local(cast, LocalKind::data), data(from, instruction))}, instruction);
    }
    if (cast->getType()->isPointerTy() && from->getType()->isPointerTy()) return;
    refuse("converts between pointers, versions and integers", instruction);
  }
  if (instruction.getOpcode() == llvm::Instruction::Xor && instruction.getType()->isIntegerTy(1)) {
    if (constant_flag(instruction.getOperand(1)) != true) refuse("arithmetic on conditions", instruction);
    const int from = flag(instruction.getOperand(0), instruction);
    const int into = local(&instruction, LocalKind::flag);
    const NodeId to = builder_.node();
    for (bool value : {true, false})
      builder_.edge(at, to, {ops::flag_is(from, value), ops::set_flag(into, !value)}, kUndefinedData,
                    line_of(instruction));
    arrive(at, to);
    return;
  }
  if (auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction)) return translate_call(*call, at);
  if (instruction.getType()->isIntegerTy() && instruction.isBinaryOp())
    refuse("computes with data; a proof needs data to be only moved (data independence)", instruction);
  if (instruction.getType()->isFloatingPointTy()) refuse("computes with floating-point numbers", instruction);
  refuse(fmt::format("`{}` is outside the language of heddle prove", instruction.getOpcodeName()),
         instruction);
}

void Translation::translate_exchange(llvm::AtomicCmpXchgInst& exchange, NodeId& at) {
  const auto is_address = [](llvm::Value* value) {
    auto* constant = llvm::dyn_cast<llvm::Constant>(value);
    return value->getType()->isPointerTy() || llvm::isa<llvm::PtrToIntInst>(value) ||
           (constant != nullptr && constant->isNullValue());
  };
  if (!is_address(exchange.getNewValOperand()) || !is_address(exchange.getCompareOperand()))
    refuse("compares and swaps something that is not a pointer", exchange);
  const Place where =
      place(exchange.getPointerOperand(), llvm::PointerType::get(module_.getContext(), 0), exchange);
  const Variable expected = pointer(exchange.getCompareOperand());
  const Variable fresh = pointer(exchange.getNewValOperand());
  auto& locals = builder_.here().locals;
  locals.push_back({fmt::format("t{}", locals.size()), LocalKind::pointer});
  const int old_local = static_cast<int>(locals.size()) - 1;
  locals.push_back({fmt::format("t{}", locals.size()), LocalKind::flag});
  const int ok = static_cast<int>(locals.size()) - 1;
  tagged_loads_[&exchange] = {old_local, ok};
  const Variable old_value = builder_.program().local_variable(old_local);
  const int line = line_of(exchange);
  const NodeId to = builder_.node();
  const bool is_next = where.kind == Place::Kind::next;
  const Op read =
      is_next ? ops::load_next(old_value, where.variable) : ops::assign(old_value, where.variable);
  const Op write = is_next ? ops::store_next(where.variable, fresh) : ops::assign(where.variable, fresh);
  builder_.edge(at, to, {read, ops::equal(old_value, expected), write, ops::set_flag(ok, true)},
                kUndefinedData, line);
  // A weak exchange may fail without a reason.
  if (exchange.isWeak())
    builder_.edge(at, to, {read, ops::set_flag(ok, false)}, kUndefinedData, line);
  else
    builder_.edge(at, to, {read, ops::different(old_value, expected), ops::set_flag(ok, false)},
                  kUndefinedData, line);
  arrive(at, to);
}

void Translation::translate_comparison(llvm::ICmpInst& comparison, NodeId& at) {
  llvm::Value* left = comparison.getOperand(0);
  llvm::Value* right = comparison.getOperand(1);
  if (!comparison.isEquality())
    refuse("compares by order; only == and != of pointers can be proved", comparison);
  const bool wants_equal = comparison.getPredicate() == llvm::CmpInst::ICMP_EQ;
  // A condition that only decides whether a point of effect is one is evaluated there.
  if (comparison.hasOneUse())
    if (auto* call = llvm::dyn_cast<llvm::CallInst>(comparison.user_back()))
      if (call->getCalledFunction() != nullptr &&
          call->getCalledFunction()->getName() == "heddle_prove_linearize_if")
        return;
  const int line = line_of(comparison);
  if (left->getType()->isPointerTy()) {
    const int result = local(&comparison, LocalKind::flag);
    const Variable a = pointer(left);
    const Variable b = pointer(right);
    const NodeId to = builder_.node();
    builder_.edge(at, to, {ops::equal(a, b), ops::set_flag(result, wants_equal)}, kUndefinedData, line);
    builder_.edge(at, to, {ops::different(a, b), ops::set_flag(result, !wants_equal)}, kUndefinedData, line);
    arrive(at, to);
    return;
  }
  if (kind_of(left) == LocalKind::flag) {
    const auto wanted = constant_flag(right);
    if (!wanted) refuse("compares two conditions", comparison);
    const int from = flag(left, comparison);
    const int into = local(&comparison, LocalKind::flag);
    const NodeId to = builder_.node();
    for (bool value : {true, false})
      builder_.edge(at, to,
                    {ops::flag_is(from, value), ops::set_flag(into, (value == *wanted) == wants_equal)},
                    kUndefinedData, line);
    arrive(at, to);
    return;
  }
  refuse(kind_of(left) == LocalKind::age
             ? "compares versions; use heddle_same or heddle_cas"
             : "compares data; a proof needs data to be only moved (data independence)",
         comparison);
}

void Translation::translate_call(llvm::CallInst& call, NodeId& at) {
  const llvm::Function* callee = call.getCalledFunction();
  if (callee == nullptr) refuse("calls through a pointer", call);
  const std::string name = callee->getName().str();
  const int line = line_of(call);
  const auto one = [&](Op op) { step(at, lined({op}, line), call); };
  if (name == "heddle_prove_new" || name == "malloc" || name == "aligned_alloc")
    return one(ops::allocate(pointer(&call)));
  if (name == "heddle_prove_free" || name == "free") return one(ops::release(pointer(call.getArgOperand(0))));
  if (name == "heddle_lock" || name == "pthread_mutex_lock")
    return one(ops::lock(lock_of(call.getArgOperand(0), call)));
  if (name == "heddle_unlock" || name == "pthread_mutex_unlock")
    return one(ops::unlock(lock_of(call.getArgOperand(0), call)));
  if (name == "heddle_prove_linearize") return one(ops::linearize(data(call.getArgOperand(0), call)));
  if (name == "heddle_prove_linearize_if") {
    llvm::Value* condition = call.getArgOperand(0);
    const DataOperand value = data(call.getArgOperand(1), call);
    if (const auto known = constant_flag(condition)) {
      if (*known) one(ops::linearize_if(value));
      return;
    }
    auto* comparison = llvm::dyn_cast<llvm::ICmpInst>(condition);
    if (comparison == nullptr || !comparison->hasOneUse() ||
        !comparison->getOperand(0)->getType()->isPointerTy() ||
        comparison->getPredicate() != llvm::CmpInst::ICMP_EQ)
      refuse("the condition of HEDDLE_LINEARIZE_IF must be `pointer == pointer`", call);
    return one(
        ops::linearize_if(value, pointer(comparison->getOperand(0)), pointer(comparison->getOperand(1))));
  }
  if (name == "heddle_prove_atomic_begin") {
    if (in_atomic_) refuse("atomic blocks do not nest", call);
    in_atomic_ = true;
    // From here on nothing comes between, this node included: the step that begins starts at the one before.
    return;
  }
  if (name == "heddle_prove_atomic_end") {
    if (!in_atomic_) refuse("ends an atomic block that was not begun", call);
    in_atomic_ = false;
    return arrive(at, at);
  }
  if (name == "heddle_load") {
    const Place from = tagged_place(call.getArgOperand(0), call);
    auto& locals = builder_.here().locals;
    std::string label;
    for (llvm::User* user : call.users()) {
      llvm::SmallVector<llvm::DbgVariableIntrinsic*, 2> intrinsics;
      llvm::SmallVector<llvm::DbgVariableRecord*, 2> records;
      llvm::findDbgUsers(intrinsics, user, &records);
      for (const auto* record : records) label = record->getVariable()->getName().str();
    }
    if (label.empty()) label = fmt::format("t{}", locals.size());
    locals.push_back({label, LocalKind::pointer});
    const int into = static_cast<int>(locals.size()) - 1;
    locals.push_back({label + ".version", LocalKind::age});
    const int version = static_cast<int>(locals.size()) - 1;
    tagged_loads_[&call] = {into, version};
    const bool is_next = from.kind == Place::Kind::next;
    const Variable target = builder_.program().local_variable(into);
    return step(at,
                lined({ops::load_age(version, from.variable, is_next),
                       is_next ? ops::load_next(target, from.variable) : ops::assign(target, from.variable)},
                      line),
                call);
  }
  if (name == "heddle_set") {
    const Place into = tagged_place(call.getArgOperand(0), call);
    const Variable value = pointer(call.getArgOperand(1));
    return one(into.kind == Place::Kind::next ? ops::store_next(into.variable, value)
                                              : ops::assign(into.variable, value));
  }
  if (name == "heddle_cas" || name == "heddle_same") {
    const Place where = tagged_place(call.getArgOperand(0), call);
    const bool is_next = where.kind == Place::Kind::next;
    const Variable expected = pointer(call.getArgOperand(1));
    const int version = age(call.getArgOperand(2), call);
    const int ok = local(&call, LocalKind::flag);
    auto& locals = builder_.here().locals;
    locals.push_back({fmt::format("t{}", locals.size()), LocalKind::pointer});
    const Variable now = builder_.program().local_variable(static_cast<int>(locals.size()) - 1);
    const Op read = is_next ? ops::load_next(now, where.variable) : ops::assign(now, where.variable);
    std::vector<Op> hit = {ops::same_age(version, where.variable, is_next), read, ops::equal(now, expected)};
    if (name == "heddle_cas") {
      const Variable fresh = pointer(call.getArgOperand(3));
      hit.push_back(is_next ? ops::store_next(where.variable, fresh) : ops::assign(where.variable, fresh));
      hit.push_back(ops::raise_age(where.variable, is_next));
    }
    hit.push_back(ops::set_flag(ok, true));
    const NodeId to = builder_.node();
    builder_.edge(at, to, hit, kUndefinedData, line);
    builder_.edge(at, to, {ops::other_age(version, where.variable, is_next), ops::set_flag(ok, false)},
                  kUndefinedData, line);
    builder_.edge(at, to,
                  {ops::same_age(version, where.variable, is_next), read, ops::different(now, expected),
                   ops::set_flag(ok, false)},
                  kUndefinedData, line);
    arrive(at, to);
    return;
  }
  refuse(callee->isDeclaration()
             ? fmt::format("calls `{}`, which heddle prove does not know", name)
             : fmt::format("calls `{}`, which is recursive or one of the operations itself", name),
         call);
}

}  // namespace heddle::prove
