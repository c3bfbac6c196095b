// SPDX-License-Identifier: Apache-2.0
#include "prove/front/translation.h"

#include <algorithm>
#include <filesystem>
#include <set>

#include <fmt/format.h>

#include "prove/front/made.h"
#include "prove/front/points.h"
#include "prove/front/prepare.h"
#include "prove/front/promises.h"

namespace heddle::prove {

namespace fs = std::filesystem;
using base::ErrorCode;

namespace {

llvm::Function* registered(llvm::Module& module, const char* name, unsigned index) {
  auto* table = module.getNamedGlobal(name);
  if (table == nullptr || !table->hasInitializer()) return nullptr;
  auto* entry = table->getInitializer()->getAggregateElement(index);
  return entry == nullptr ? nullptr : llvm::dyn_cast<llvm::Function>(entry->stripPointerCasts());
}

}  // namespace

void Translation::read_registration() {
  const bool is_stack = module_.getNamedGlobal("heddle_prove_stack") != nullptr;
  const bool is_queue = module_.getNamedGlobal("heddle_prove_queue") != nullptr;
  const bool is_set = module_.getNamedGlobal("heddle_prove_set") != nullptr;
  const int kinds = (is_stack ? 1 : 0) + (is_queue ? 1 : 0) + (is_set ? 1 : 0);
  if (kinds != 1)
    throw Unsupported{kinds > 1 ? "more than one of HEDDLE_STACK, HEDDLE_QUEUE and HEDDLE_SET"
                                : "expected HEDDLE_STACK(push, pop), HEDDLE_QUEUE(enqueue, dequeue) or "
                                  "HEDDLE_SET(insert, remove, contains)",
                      0};
  const char* table = is_stack ? "heddle_prove_stack" : is_queue ? "heddle_prove_queue" : "heddle_prove_set";
  signature_.in = registered(module_, table, 0);
  signature_.out = registered(module_, table, 1);
  signature_.init = registered(module_, "heddle_prove_init", 0);
  const auto is_missing = [](const llvm::Function* function) {
    return function == nullptr || function->isDeclaration();
  };
  if (is_missing(signature_.in) || is_missing(signature_.out) || signature_.in == signature_.out)
    throw Unsupported{is_set ? "expected three functions of this file in HEDDLE_SET"
                             : "expected two functions of this file in HEDDLE_STACK or HEDDLE_QUEUE",
                      0};
  if (is_set) {
    signature_.contains = registered(module_, table, 2);
    if (is_missing(signature_.contains) || signature_.contains == signature_.in ||
        signature_.contains == signature_.out)
      throw Unsupported{"expected three functions of this file in HEDDLE_SET", 0};
  }
  if (module_.getNamedGlobal("heddle_prove_init") != nullptr && is_missing(signature_.init))
    throw Unsupported{"expected a function of this file in HEDDLE_INIT", 0};
  if (signature_.init == signature_.in || signature_.init == signature_.out ||
      (is_set && signature_.init == signature_.contains))
    throw Unsupported{"the function of HEDDLE_INIT is one of the operations", 0};
  if (const std::string misfit = read_signature(signature_); !misfit.empty()) throw Unsupported{misfit, 0};
  Program& program = builder_.program();
  program.kind = is_stack ? Kind::stack : is_queue ? Kind::queue : Kind::set;
  program.file = file_;
  program.name = fs::path(file_).stem().string();
}

void Translation::translate_all() {
  const std::vector<llvm::Function*> all = signature_.operations();
  std::set<llvm::Function*> operations(all.begin(), all.end());
  if (signature_.init != nullptr) operations.insert(signature_.init);
  prepare(module_, operations, signature_.has_object);
  if (signature_.has_object) {
    for (const llvm::Function* operation : all) places_.declare_object(operation->getArg(0));
    if (object_of_init() != nullptr) places_.declare_object(object_of_init());
  }
  if (signature_.result != nullptr) places_.declare_result(signature_.result);
  kinds_.is(signature_.value, ValueKind::data, signature_.in->getEntryBlock().front());
  if (signature_.is_set())
    for (const llvm::Function* operation : all)
      kinds_.is(signature_.key(*operation), ValueKind::data, operation->getEntryBlock().front());
  for (llvm::Function* operation : operations) find_locks(*operation);
  if (signature_.init != nullptr) find_kinds(*signature_.init);
  for (llvm::Function* operation : all) find_kinds(*operation);
  if (signature_.result != nullptr)
    for (PlaceId id = 0; id < static_cast<PlaceId>(places_.all().size()); ++id)
      if (places_[id].owner == Place::Owner::result)
        kinds_.is(id, ValueKind::data, signature_.out->getEntryBlock().front());
  find_tags();
  find_flags();
  find_empty_value();
  if (signature_.is_set()) find_mark();
  find_words();
  numbers_.emplace(instructions_, kinds_,
                   [this](const llvm::Instruction& instruction) { return number_from(instruction); });
  declare_places();
  refuse_constructors();
  refuse_unmade();
  refuse_common_state();

  if (signature_.init != nullptr) {
    is_initial_ = true;
    translate(*signature_.init);
    is_initial_ = false;
  } else {
    builder_.edge(builder_.entry(), kIdle, {});
  }
  const std::vector<Role> roles = signature_.is_set()
                                      ? std::vector{Role::insert, Role::remove, Role::contains}
                                      : std::vector{Role::input, Role::output};
  for (std::size_t i = 0; i < all.size(); ++i) {
    role_ = roles[i];
    builder_.function(prove::name_of(*all[i]), role_);
    translate(*all[i]);
  }
  check_cells();
  note_assumptions();
}

const llvm::Argument* Translation::object_of_init() const {
  const llvm::Function* init = signature_.init;
  return signature_.has_object && init != nullptr && init->arg_size() == 1 ? init->getArg(0) : nullptr;
}

void Translation::refuse_unmade() {
  std::set<PlaceId> by_call;
  for (llvm::Instruction* instruction : instructions_)
    if (auto* call = llvm::dyn_cast<llvm::CallBase>(instruction))
      if (const KnownCall known = known_call(*call); !known.zero_is_free)
        by_call.insert(
            places_.lock_at(call->getArgOperand(0), known.lock_bytes, *call, signature_.is_set()).place);
  std::vector<ToMake> needed;
  for (PlaceId id = 0; id < static_cast<PlaceId>(places_.all().size()); ++id) {
    const Place& place = places_[id];
    if (place.owner != Place::Owner::shared) continue;
    const bool is_followed = shared_.contains(id) || locks_.contains(id) || flags_.contains(id);
    const bool is_in_object = place.global == nullptr && object_of_init() != nullptr;
    if (by_call.contains(id) || (is_in_object && is_followed))
      needed.push_back({id, name_of(id), by_call.contains(id)});
  }
  zero_is_cell_lock_ = !cell_lock_ || !by_call.contains(*cell_lock_);
  prove::refuse_unmade(signature_.init, object_of_init(), places_, needed);
}

// One object is what is proved. Two of them would meet in a global: what is proved of one says nothing of them.
void Translation::refuse_common_state() {
  if (!signature_.has_object) return;
  for (const auto& [id, variable] : shared_)
    if (places_[id].global != nullptr)
      throw Unsupported{
          fmt::format("all objects have `{}` in common; only what is in the object can be proved of it",
                      name_of(id)),
          places_[id].line};
}

// Variables of C++ may be given their first value by code that runs before main.
void Translation::refuse_constructors() {
  const auto* table = module_.getNamedGlobal("llvm.global_ctors");
  if (table == nullptr || !table->hasInitializer()) return;
  for (const llvm::Use& entry : table->getInitializer()->operands()) {
    const auto* row = llvm::dyn_cast<llvm::ConstantStruct>(entry);
    if (row == nullptr) continue;
    const auto* function = llvm::dyn_cast<llvm::Function>(row->getOperand(1)->stripPointerCasts());
    if (function == nullptr) continue;
    for (const llvm::Instruction& instruction : llvm::instructions(*function))
      for (const llvm::Value* operand : instruction.operands())
        for (const Place& place : places_.all())
          if (place.global != nullptr && operand->stripInBoundsOffsets() == place.global)
            refuse(fmt::format("`{}` is given a value before main; do it in the function of HEDDLE_INIT",
                               llvm::demangle(place.global->getName().str())),
                   instruction);
  }
}

void Translation::check_cells() {
  const std::uint64_t needed = places_.cell_bytes();
  for (const auto& [size, line] : cell_sizes_) {
    if (size < needed)
      throw Unsupported{fmt::format("allocates {} bytes for a cell whose fields take {}", size, needed),
                        line};
    if (size != cell_sizes_.front().first)
      throw Unsupported{fmt::format("cells of two sizes, {} and {} bytes", cell_sizes_.front().first, size),
                        line};
  }
  for (const auto& [maker, line] : frees_)
    if (!makers_.empty() && makers_ != std::set{maker})
      throw Unsupported{
          "HEDDLE_FREE is for cells of HEDDLE_NEW, free for those of malloc, delete for those of new", line};
  for (const auto& [maker, line] : retires_)
    if (!makers_.empty() && makers_ != std::set{maker})
      throw Unsupported{"heddle_retire is for cells of HEDDLE_NEW, heddle_retire_free for those of malloc",
                        line};
}

void Translation::note_assumptions() {
  Program& program = builder_.program();
  if (has_extreme_keys_)
    program.assumed.push_back(fmt::format(
        "the smallest and the largest {} are never put in, taken out or asked for", signature_.data_type));
  if (signature_.result == nullptr && !signature_.is_set())
    program.assumed.push_back(fmt::format("{} means empty and is never put in",
                                          *empty_value_ == -2147483647LL - 1 ? "HEDDLE_EMPTY"
                                          : signature_.data_is_pointer       ? "NULL"
                                                                       : std::to_string(*empty_value_)));
  if (signature_.has_object && object_of_init() == nullptr)
    program.assumed.emplace_back("the object starts with all its bytes zero");
  std::string ignored;
  for (PlaceId id = 0; id < static_cast<PlaceId>(places_.all().size()); ++id) {
    const Place& place = places_[id];
    if (place.owner != Place::Owner::shared || place.is_lock || kinds_.of(id) != ValueKind::number ||
        flags_.contains(id) || (place.global != nullptr && place.global->isConstant()))
      continue;
    ignored += (ignored.empty() ? "" : ", ") + name_of(id);
  }
  if (!ignored.empty())
    program.assumed.push_back(fmt::format(
        "{}: numbers that are not followed; they can have any value at any time, and computing with "
        "them does not overflow",
        ignored));
}

base::Result<Statements> Translation::run() {
  try {
    read_registration();
    refuse_effects_in_points(module_);
    refuse_promises(module_, {signature_.in, signature_.out, signature_.contains, signature_.init});
    translate_all();
  } catch (const Unsupported& unsupported) {
    return base::failure(ErrorCode::unsupported, unsupported.message,
                         unsupported.line > 0 ? fmt::format("{}:{}", file_, unsupported.line) : file_);
  }
  if (auto fine = check(builder_.program()); !fine) return base::failure(fine.error());
  inside_.resize(builder_.program().nodes());
  return Statements{builder_.program(), inside_, block_lock_, layout()};
}

void Translation::translate(llvm::Function& function) {
  function_ = &function;
  locals_.clear(), encoded_.clear(), marks_.clear(), pairs_.clear(), blocks_.clear(), around_.clear();
  undefined_pointer_.reset();
  result_ = -1;
  if (&function == signature_.in) locals_[signature_.value] = builder_.here().parameter;
  if (signature_.is_set() && !is_initial_) locals_[signature_.key(function)] = builder_.here().parameter;
  if (&function == signature_.out && signature_.result != nullptr)
    result_ = fresh(signature_.result->getName().str().empty() ? "out" : signature_.result->getName().str(),
                    LocalKind::data);
  for (llvm::BasicBlock& block : function)
    blocks_[&block] = &block == &function.getEntryBlock() ? builder_.entry() : builder_.node();
  around_[&function.getEntryBlock()] = {false, false};
  // In an order in which a block comes after one that leads to it, so that atomic blocks can be followed.
  std::vector<llvm::BasicBlock*> open = {&function.getEntryBlock()};
  std::set<llvm::BasicBlock*> seen = {&function.getEntryBlock()};
  while (!open.empty()) {
    llvm::BasicBlock* block = open.back();
    open.pop_back();
    translate(*block);
    for (llvm::BasicBlock* next : llvm::successors(block))
      if (around_.contains(next) && seen.insert(next).second) open.push_back(next);
  }
}

void Translation::translate(llvm::BasicBlock& block) {
  NodeId at = blocks_[&block];
  std::tie(in_atomic_, in_point_) = around_.at(&block);
  if (in_atomic_) arrive(at, at);
  for (llvm::Instruction& instruction : block) {
    line_ = line_of(instruction);
    if (auto* invoke = llvm::dyn_cast<llvm::InvokeInst>(&instruction)) {
      translate_call(*invoke, at);
      return jump(block, *invoke->getNormalDest(), at, {});
    }
    if (auto* done = llvm::dyn_cast<llvm::ReturnInst>(&instruction)) return leave(*done, at);
    if (llvm::isa<llvm::UnreachableInst>(instruction)) {
      // After a call that does not return it is never reached: that call is a failure already.
      if (const auto* before =
              llvm::dyn_cast_or_null<llvm::CallBase>(instruction.getPrevNonDebugInstruction());
          before != nullptr && known_call(*before).what == Call::fail)
        return;
      step(at, {ops::fail(failure(finding::Kind::assertion, "reaches what is declared unreachable"))},
           instruction);
      return;
    }
    if (instruction.isTerminator()) return branch(instruction, block, at);
    translate(instruction, at);
  }
}

// A step leads to a new node, inside or outside an atomic block.
void Translation::arrive(NodeId& at, NodeId to) {
  inside_.resize(std::max(inside_.size(), static_cast<std::size_t>(to) + 1));
  inside_[static_cast<std::size_t>(to)] = in_atomic_;
  at = to;
}

void Translation::step(NodeId& at, std::vector<Way> ways, const llvm::Instruction& instruction) {
  const NodeId to = builder_.node();
  for (Way& way : ways) {
    for (Op& op : way.ops) op.with_effect |= in_point_;
    builder_.edge(at, to, std::move(way.ops), kUndefinedData, line_of(instruction));
    builder_.program().edges.back().is_guess = way.is_guess;
  }
  arrive(at, to);
}

int Translation::failure(finding::Kind kind, std::string message) {
  auto& all = builder_.program().failures;
  const auto [entry, is_new] = failures_.try_emplace({kind, message}, static_cast<int>(all.size()));
  if (is_new) all.push_back({kind, std::move(message)});
  return entry->second;
}

Op Translation::indeterminate(const llvm::Instruction&) {
  return ops::fail(failure(finding::Kind::uninitialised_read,
                           "uses a value that was never written, or that is undefined"));
}

void Translation::branch(llvm::Instruction& terminator, llvm::BasicBlock& block, NodeId at) {
  if (auto* branch = llvm::dyn_cast<llvm::BranchInst>(&terminator);
      branch != nullptr && branch->isUnconditional())
    return jump(block, *branch->getSuccessor(0), at, {});
  // Each successor, with the values that lead there.
  std::vector<std::pair<llvm::BasicBlock*, std::optional<std::uint64_t>>> targets;
  llvm::Value* condition = nullptr;
  llvm::BasicBlock* otherwise = nullptr;
  if (auto* branch = llvm::dyn_cast<llvm::BranchInst>(&terminator)) {
    condition = branch->getCondition();
    targets = {{branch->getSuccessor(0), 1}};
    otherwise = branch->getSuccessor(1);
  } else if (auto* choice = llvm::dyn_cast<llvm::SwitchInst>(&terminator)) {
    condition = choice->getCondition();
    for (const auto& entry : choice->cases())
      targets.emplace_back(entry.getCaseSuccessor(), entry.getCaseValue()->getZExtValue());
    otherwise = choice->getDefaultDest();
  } else {
    refuse(fmt::format("`{}` is outside the language of heddle prove", terminator.getOpcodeName()),
           terminator);
  }
  for (const Case& one : cases(condition)) {
    if (!one.value) {
      for (const auto& [target, value] : targets) jump(block, *target, at, {one.holds, true});
      jump(block, *otherwise, at, {one.holds, true});
    } else if (!*one.value) {
      std::vector<Op> ops = one.holds;
      ops.push_back(indeterminate(terminator));
      NodeId gone = at;
      step(gone, ops, terminator);
    } else {
      llvm::BasicBlock* target = otherwise;
      for (const auto& [block_of, value] : targets)
        if (value == **one.value) target = block_of;
      jump(block, *target, at, {one.holds, false});
    }
  }
}

// The phis of a block take their values at once: those that read another phi of the block go through a copy, which is
// made before any of them changes.
void Translation::jump(llvm::BasicBlock& from, llvm::BasicBlock& to, NodeId at, Way way) {
  std::vector<Op> copies, direct_ones, after;
  std::vector<std::vector<Way>> choices;  // of numbers: each what must hold, and what it becomes
  const llvm::Instruction& last = *from.getTerminator();
  for (llvm::PHINode& phi : to.phis()) {
    llvm::Value* value = phi.getIncomingValueForBlock(&from);
    if (value == &phi || phi.use_empty()) continue;
    const ValueKind kind = kinds_.of(&phi);
    if (kind == ValueKind::number) {
      if (!is_followed(&phi)) continue;
      std::vector<Way> ways;
      for (const Case& one : cases(value)) {
        // A source that is not followed cannot flow into a number that is.
        Way choice{one.holds, false};
        const std::vector<Op> becomes = become(&phi, *one.value);
        choice.ops.insert(choice.ops.end(), becomes.begin(), becomes.end());
        ways.push_back(std::move(choice));
      }
      choices.push_back(std::move(ways));
      continue;
    }
    const llvm::Value* behind = value;  // a cast of a phi is that phi, and so it is with another mark
    while (llvm::isa<llvm::CastInst>(behind) || tag_of(*behind) != Tag::none)
      behind = llvm::cast<llvm::Instruction>(behind)->getOperand(0);
    const auto* other = llvm::dyn_cast<llvm::PHINode>(behind->stripPointerCasts());
    const bool is_swapped = other != nullptr && other->getParent() == &to;
    const LocalKind local_kind = kind == ValueKind::pointer ? LocalKind::pointer
                                 : kind == ValueKind::data  ? LocalKind::data
                                                            : LocalKind::age;
    const int target = local(&phi, local_kind);
    const int direct = is_swapped ? fresh("copy", local_kind) : target;
    const auto variable = [&](int name) { return builder_.program().local_variable(name); };
    std::vector<Op>& first = is_swapped ? copies : direct_ones;
    switch (local_kind) {
      case LocalKind::pointer:
        if (is_word(&phi)) {
          const int mark = is_swapped ? fresh("copy", LocalKind::flag) : mark_of(&phi);
          first.push_back(becomes_mark(mark, value).front());
          if (is_swapped) after.push_back(ops::copy_flag(mark_of(&phi), mark));
        }
        first.push_back(ops::assign(variable(direct), cell_of(value)));
        if (is_swapped) after.push_back(ops::assign(variable(target), variable(direct)));
        break;
      case LocalKind::data:
        first.push_back(ops::copy_data(direct, data(value, phi)));
        if (is_swapped) after.push_back(ops::copy_data(target, direct));
        break;
      default:
        first.push_back(ops::copy_age(direct, age(value, phi)));
        if (is_swapped) after.push_back(ops::copy_age(target, direct));
        break;
    }
  }
  const auto [entry, is_new] = around_.try_emplace(&to, std::pair(in_atomic_, in_point_));
  if (!is_new && entry->second != std::pair(in_atomic_, in_point_))
    refuse("an atomic block is entered or left on one way to here and not on another", last);
  // What must hold comes first: it is about the values before the jump.
  for (const auto* part : {&copies, &direct_ones, &after})
    way.ops.insert(way.ops.end(), part->begin(), part->end());
  std::vector<Way> ways = {std::move(way)};
  for (const auto& choice : choices) {
    std::vector<Way> more;
    for (const Way& before : ways)
      for (const Way& one : choice) {
        more.push_back(before);
        more.back().ops.insert(more.back().ops.end(), one.ops.begin(), one.ops.end());
      }
    ways = std::move(more);
  }
  for (Way& one : ways) {
    std::stable_partition(one.ops.begin(), one.ops.end(),
                          [](const Op& op) { return op.action == Action::assume_flag; });
    for (Op& op : one.ops) op.with_effect |= in_point_;
    builder_.edge(at, blocks_[&to], std::move(one.ops), kUndefinedData, line_of(last));
    builder_.program().edges.back().is_guess = one.is_guess;
  }
}

void Translation::leave(llvm::ReturnInst& instruction, NodeId at) {
  if (in_atomic_) refuse("returns inside an atomic block", instruction);
  const auto end = [&](std::vector<Op> ops, DataOperand result, bool is_guess) {
    builder_.edge(at, kIdle, std::move(ops), result, line_of(instruction));
    builder_.program().edges.back().is_guess = is_guess;
  };
  llvm::Value* value = instruction.getReturnValue();
  if (is_initial_ || value == nullptr) return end({}, kUndefinedData, false);
  if (signature_.is_set()) return leave_set(instruction, at);
  if (role_ == Role::output && signature_.result == nullptr) return end({}, data(value, instruction), false);
  // A status: false, or less than zero where something else than false is, means that it failed.
  const bool is_bool = role_ == Role::output ? signature_.out_returns_bool : signature_.in_returns_bool;
  const unsigned bits = value->getType()->getIntegerBitWidth();
  const auto is_negative = [&](std::uint64_t number) {
    return bits < 64 ? (number >> (bits - 1) & 1) != 0 : (number >> 63) != 0;
  };
  const NumberSet all = numbers_->of(value);
  bool has_negative = all.is_anything;
  bool has_positive = all.is_anything;
  for (const Number& number : all.values)
    if (number && *number != 0) (is_negative(*number) && !is_bool ? has_negative : has_positive) = true;
  if (!is_bool && has_negative && has_positive)
    refuse("returns numbers whose meaning is not known; return a bool, or 0 and -1", instruction);
  if (role_ == Role::output) negative_is_none_ |= has_negative && !is_bool;
  const bool is_single = !all.is_anything && all.values.size() == 1;
  if (!is_bool && !has_negative && !is_single && role_ == Role::input)
    refuse("returns numbers whose meaning is not known; return a bool, or 0 and -1", instruction);
  for (const Case& one : cases(value)) {
    for (const bool truth : {true, false}) {
      if (one.value && *one.value) {
        const bool succeeds = has_negative ? !is_negative(**one.value) : **one.value != 0;
        if (succeeds != truth) continue;
      }
      std::vector<Op> ops = one.holds;
      if (one.value && !*one.value) ops.push_back(indeterminate(instruction));
      if (role_ == Role::input && !truth && (is_bool || !is_single))
        ops.push_back(ops::fail(failure(finding::Kind::linearizability, "a call returns that it failed")));
      end(std::move(ops),
          role_ == Role::input ? kUndefinedData
          : truth              ? result_
                               : kEmptyData,
          !one.value.has_value());
    }
  }
}

}  // namespace heddle::prove
