// SPDX-License-Identifier: Apache-2.0
#include "prove/frontend.h"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <optional>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wall"
#pragma GCC diagnostic ignored "-Wextra"
#pragma GCC diagnostic ignored "-Wpedantic"
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Woverloaded-virtual"
#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/BlockFrequencyInfo.h>
#include <llvm/Analysis/BranchProbabilityInfo.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/Analysis/ProfileSummaryInfo.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PassInstrumentation.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Transforms/IPO/AlwaysInliner.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Utils/Local.h>
#pragma GCC diagnostic pop

#include "prove/builder.h"
#include "prove/movers.h"

namespace heddle::prove {
namespace {

namespace fs = std::filesystem;
using base::ErrorCode;
using base::failure;

std::string quoted(const std::string& word) {
  std::string text = "'";
  for (char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

// Thrown inside the translation only; read_program turns it into an error.
struct Unsupported {
  std::string message;
  int line;
};

class Translation {
 public:
  Translation(llvm::Module& module, std::string file)
      : module_(module), file_(std::move(file)), builder_("", Kind::stack) {}
  base::Result<Program> run();

 private:
  // A place in memory: a shared variable, or a field of the cell a local points to.
  struct Place {
    enum class Kind { shared, next, data } kind;
    Variable variable;
  };

  llvm::Function* registered(const char* name, unsigned index) const;
  void declare_shared();
  void inline_helpers(const std::set<llvm::Function*>& roots);
  void translate(llvm::Function& function);
  void translate(llvm::BasicBlock& block, llvm::Function& function);
  void translate(llvm::Instruction& instruction, NodeId& at);
  void translate_call(llvm::CallInst& call, NodeId& at);
  void translate_exchange(llvm::AtomicCmpXchgInst& exchange, NodeId& at);
  void translate_comparison(llvm::ICmpInst& comparison, NodeId& at);
  void jump(llvm::BasicBlock& from, llvm::BasicBlock& to, NodeId at, std::vector<Op> ops);
  void leave(llvm::ReturnInst& instruction, NodeId at);

  Place place(llvm::Value* address, llvm::Type* type, const llvm::Instruction& user);
  Place tagged_place(llvm::Value* address, const llvm::Instruction& user);
  int lock_of(llvm::Value* address, const llvm::Instruction& user);
  Variable pointer(llvm::Value* value);
  DataOperand data(llvm::Value* value, const llvm::Instruction& user);
  int local(llvm::Value* value, LocalKind kind);
  int age(llvm::Value* value, const llvm::Instruction& user);
  std::optional<bool> constant_flag(llvm::Value* value) const;
  int flag(llvm::Value* value, const llvm::Instruction& user);
  LocalKind kind_of(llvm::Value* value);
  void step(NodeId& at, std::vector<Op> ops, const llvm::Instruction& instruction);
  std::vector<Op> lined(std::vector<Op> ops, int line) const;
  static int line_of(const llvm::Instruction& instruction) {
    return instruction.getDebugLoc() ? static_cast<int>(instruction.getDebugLoc().getLine()) : 0;
  }
  [[noreturn]] void refuse(std::string message, const llvm::Instruction& instruction) const {
    throw Unsupported{std::move(message), line_of(instruction)};
  }

  llvm::Module& module_;
  std::string file_;
  Builder builder_;
  std::map<const llvm::GlobalVariable*, Variable> shared_;
  std::set<const llvm::GlobalVariable*> tagged_;
  std::map<const llvm::GlobalVariable*, int> locks_;
  std::optional<std::int64_t> data_offset_, next_offset_;
  bool next_is_tagged_ = false;
  std::map<const llvm::Value*, int> locals_;
  std::map<const llvm::Value*, std::pair<int, int>> tagged_loads_;  // call → pointer and age locals
  std::map<const llvm::BasicBlock*, NodeId> blocks_;
  std::vector<bool> inside_;
  bool in_atomic_ = false;
  std::map<const llvm::BasicBlock*, bool> atomic_at_;
  Role role_ = Role::input;
  bool is_initial_ = false;
};

llvm::Function* Translation::registered(const char* name, unsigned index) const {
  auto* table = module_.getNamedGlobal(name);
  if (table == nullptr || !table->hasInitializer()) return nullptr;
  auto* entry = table->getInitializer()->getAggregateElement(index);
  return entry == nullptr ? nullptr : llvm::dyn_cast<llvm::Function>(entry->stripPointerCasts());
}

void Translation::declare_shared() {
  for (llvm::GlobalVariable& global : module_.globals()) {
    const llvm::StringRef name = global.getName();
    if (name.starts_with("heddle_prove_") || name.starts_with("llvm.") || name.starts_with(".str")) continue;
    if (global.use_empty()) continue;
    auto* type = llvm::dyn_cast<llvm::StructType>(global.getValueType());
    const std::string type_name = type != nullptr && type->hasName() ? type->getName().str() : "";
    int line = 0;
    llvm::SmallVector<llvm::DIGlobalVariableExpression*, 1> debug;
    global.getDebugInfo(debug);
    if (!debug.empty()) line = static_cast<int>(debug[0]->getVariable()->getLine());
    if (type_name == "struct.heddle_lock_t" || type_name == "union.pthread_mutex_t") {
      locks_[&global] = builder_.lock(name.str());
      continue;
    }
    const bool is_tagged = type_name == "struct.heddle_tagged";
    if (!is_tagged && !global.getValueType()->isPointerTy())
      throw Unsupported{fmt::format("shared variable `{}` is neither a pointer nor a lock", name.str()),
                        line};
    if (!global.hasInitializer() || !global.getInitializer()->isNullValue())
      throw Unsupported{
          fmt::format("shared variable `{}` must start as NULL; set it in the function of HEDDLE_INIT",
                      name.str()),
          line};
    shared_[&global] = builder_.shared(name.str());
    if (is_tagged) tagged_.insert(&global);
  }
}

// Helpers become part of the operations; then everything that can be a register is one.
void Translation::inline_helpers(const std::set<llvm::Function*>& roots) {
  for (llvm::Function& function : module_) {
    if (function.isDeclaration()) continue;
    function.removeFnAttr(llvm::Attribute::NoInline);
    if (roots.count(&function) == 0) function.addFnAttr(llvm::Attribute::AlwaysInline);
  }
  // The analyses that these two passes ask for, and no others: llvm::PassBuilder would link all of LLVM.
  llvm::FunctionAnalysisManager functions;
  llvm::ModuleAnalysisManager modules;
  const auto offer = [](auto& manager, auto... analyses) {
    (manager.registerPass([&] { return analyses; }), ...);
  };
  offer(functions, llvm::PassInstrumentationAnalysis(), llvm::AssumptionAnalysis(), llvm::AAManager(),
        llvm::BlockFrequencyAnalysis(), llvm::BranchProbabilityAnalysis(), llvm::DominatorTreeAnalysis(),
        llvm::LoopAnalysis(), llvm::PostDominatorTreeAnalysis(), llvm::TargetIRAnalysis(),
        llvm::TargetLibraryAnalysis());
  offer(modules, llvm::PassInstrumentationAnalysis(), llvm::ProfileSummaryAnalysis());
  functions.registerPass([&] { return llvm::ModuleAnalysisManagerFunctionProxy(modules); });
  modules.registerPass([&] { return llvm::FunctionAnalysisManagerModuleProxy(functions); });
  llvm::ModulePassManager manager;
  manager.addPass(llvm::AlwaysInlinerPass(false));
  manager.addPass(llvm::createModuleToFunctionPassAdaptor(llvm::SROAPass(llvm::SROAOptions::PreserveCFG)));
  manager.run(module_, modules);
}

base::Result<Program> Translation::run() {
  const bool is_stack = module_.getNamedGlobal("heddle_prove_stack") != nullptr;
  const bool is_queue = module_.getNamedGlobal("heddle_prove_queue") != nullptr;
  if (is_stack == is_queue)
    return failure(ErrorCode::malformed,
                   is_stack ? "both HEDDLE_STACK and HEDDLE_QUEUE, expected one"
                            : "expected HEDDLE_STACK(push, pop) or HEDDLE_QUEUE(enqueue, dequeue)",
                   file_);
  const char* table = is_stack ? "heddle_prove_stack" : "heddle_prove_queue";
  llvm::Function* input = registered(table, 0);
  llvm::Function* output = registered(table, 1);
  llvm::Function* initial = registered("heddle_prove_init", 0);
  if (input == nullptr || output == nullptr || input->isDeclaration() || output->isDeclaration() ||
      input == output)
    return failure(ErrorCode::malformed,
                   "expected two functions of this file in HEDDLE_STACK or HEDDLE_QUEUE", file_);
  if (input->arg_size() != 1 || !input->getArg(0)->getType()->isIntegerTy() ||
      !input->getReturnType()->isVoidTy())
    return failure(ErrorCode::unsupported, fmt::format("`{}` must be void f(int)", input->getName().str()),
                   file_);
  if (output->arg_size() != 0 || !output->getReturnType()->isIntegerTy())
    return failure(ErrorCode::unsupported, fmt::format("`{}` must be int f(void)", output->getName().str()),
                   file_);
  std::set<llvm::Function*> roots = {input, output};
  if (initial != nullptr) roots.insert(initial);
  builder_.program().kind = is_stack ? Kind::stack : Kind::queue;
  builder_.program().file = file_;
  builder_.program().name = fs::path(file_).stem().string();
  try {
    inline_helpers(roots);
    declare_shared();
    if (initial != nullptr) {
      is_initial_ = true;
      translate(*initial);
      is_initial_ = false;
    } else {
      builder_.edge(builder_.entry(), kIdle, {});
    }
    role_ = Role::input;
    builder_.function(input->getName().str(), Role::input);
    translate(*input);
    role_ = Role::output;
    builder_.function(output->getName().str(), Role::output);
    translate(*output);
  } catch (const Unsupported& unsupported) {
    return failure(ErrorCode::unsupported, unsupported.message,
                   unsupported.line > 0 ? fmt::format("{}:{}", file_, unsupported.line) : file_);
  }
  if (auto fine = check(builder_.program()); !fine) return failure(fine.error());
  inside_.resize(builder_.program().nodes());
  return merge_movers(builder_.program(), inside_);
}

void Translation::translate(llvm::Function& function) {
  locals_.clear(), blocks_.clear(), tagged_loads_.clear(), atomic_at_.clear();
  if (!is_initial_ && role_ == Role::input) locals_[function.getArg(0)] = builder_.here().parameter;
  for (llvm::BasicBlock& block : function)
    blocks_[&block] = &block == &function.getEntryBlock() ? builder_.entry() : builder_.node();
  atomic_at_[&function.getEntryBlock()] = false;
  // In an order in which a block comes after one that leads to it, so that atomic blocks can be followed.
  std::vector<llvm::BasicBlock*> open = {&function.getEntryBlock()};
  std::set<llvm::BasicBlock*> seen = {&function.getEntryBlock()};
  while (!open.empty()) {
    llvm::BasicBlock* block = open.back();
    open.pop_back();
    translate(*block, function);
    for (llvm::BasicBlock* next : llvm::successors(block))
      if (seen.insert(next).second) open.push_back(next);
  }
}

void Translation::translate(llvm::BasicBlock& block, llvm::Function&) {
  NodeId at = blocks_[&block];
  in_atomic_ = atomic_at_[&block];
  if (in_atomic_)
    inside_.resize(std::max(inside_.size(), static_cast<std::size_t>(at) + 1)),
        inside_[static_cast<std::size_t>(at)] = true;
  for (llvm::Instruction& instruction : block) {
    if (auto* branch = llvm::dyn_cast<llvm::BranchInst>(&instruction)) {
      if (branch->isUnconditional()) return jump(block, *branch->getSuccessor(0), at, {});
      if (const auto known = constant_flag(branch->getCondition()))
        return jump(block, *branch->getSuccessor(*known ? 0 : 1), at, {});
      const int condition = flag(branch->getCondition(), instruction);
      jump(block, *branch->getSuccessor(0), at, lined({ops::flag_is(condition, true)}, line_of(instruction)));
      return jump(block, *branch->getSuccessor(1), at,
                  lined({ops::flag_is(condition, false)}, line_of(instruction)));
    }
    if (auto* done = llvm::dyn_cast<llvm::ReturnInst>(&instruction)) return leave(*done, at);
    if (llvm::isa<llvm::UnreachableInst>(instruction)) return;
    translate(instruction, at);
  }
}

std::vector<Op> Translation::lined(std::vector<Op> ops, int line) const {
  for (Op& op : ops)
    if (op.line == 0) op.line = line;
  return ops;
}

void Translation::step(NodeId& at, std::vector<Op> ops, const llvm::Instruction& instruction) {
  const NodeId to = builder_.node();
  builder_.edge(at, to, std::move(ops), kUndefinedData, line_of(instruction));
  inside_.resize(std::max(inside_.size(), static_cast<std::size_t>(to) + 1));
  inside_[static_cast<std::size_t>(to)] = in_atomic_;
  at = to;
}

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

void Translation::jump(llvm::BasicBlock& from, llvm::BasicBlock& to, NodeId at, std::vector<Op> ops) {
  // The phis of a block take their values at once: those that read another phi of the block go through a
  // copy.
  std::vector<Op> after;
  const int line = line_of(*from.getTerminator());
  for (llvm::PHINode& phi : to.phis()) {
    llvm::Value* value = phi.getIncomingValueForBlock(&from);
    const LocalKind kind = kind_of(&phi);
    if (value == &phi || llvm::isa<llvm::UndefValue>(value)) continue;
    const auto* other = llvm::dyn_cast<llvm::PHINode>(value);
    const bool is_swapped = other != nullptr && other->getParent() == &to;
    const int target = local(&phi, kind);
    const int direct = is_swapped ? [&] {
      builder_.here().locals.push_back({"copy", kind});
      return static_cast<int>(builder_.here().locals.size()) - 1;
    }() : target;
    switch (kind) {
      case LocalKind::pointer:
        ops.push_back(ops::assign(builder_.program().local_variable(direct), pointer(value)));
        break;
      case LocalKind::data:
        ops.push_back(ops::copy_data(direct, data(value, phi)));
        break;
      case LocalKind::age:
        ops.push_back(ops::copy_age(direct, age(value, phi)));
        break;
      case LocalKind::flag:
        if (const auto known = constant_flag(value))
          ops.push_back(ops::set_flag(direct, *known));
        else
          ops.push_back(ops::copy_flag(direct, flag(value, phi)));
        break;
    }
    if (!is_swapped) continue;
    switch (kind) {
      case LocalKind::pointer:
        after.push_back(ops::assign(builder_.program().local_variable(target),
                                    builder_.program().local_variable(direct)));
        break;
      case LocalKind::data:
        after.push_back(ops::copy_data(target, direct));
        break;
      case LocalKind::age:
        after.push_back(ops::copy_age(target, direct));
        break;
      case LocalKind::flag:
        after.push_back(ops::copy_flag(target, direct));
        break;
    }
  }
  ops.insert(ops.end(), after.begin(), after.end());
  const auto [entry, is_new] = atomic_at_.try_emplace(&to, in_atomic_);
  if (!is_new && entry->second != in_atomic_)
    refuse("an atomic block is entered or left on one way to here and not on another", *from.getTerminator());
  builder_.edge(at, blocks_[&to], lined(std::move(ops), line), kUndefinedData, line);
}

void Translation::leave(llvm::ReturnInst& instruction, NodeId at) {
  if (in_atomic_) refuse("returns inside an atomic block", instruction);
  DataOperand result = kUndefinedData;
  if (role_ == Role::output && !is_initial_) result = data(instruction.getReturnValue(), instruction);
  builder_.edge(at, kIdle, {}, result, line_of(instruction));
}

int Translation::local(llvm::Value* value, LocalKind kind) {
  const auto found = locals_.find(value);
  if (found != locals_.end()) return found->second;
  // The name the programmer gave it, else a number.
  std::string name;
  llvm::SmallVector<llvm::DbgVariableIntrinsic*, 2> intrinsics;
  llvm::SmallVector<llvm::DbgVariableRecord*, 2> records;
  llvm::findDbgUsers(intrinsics, value, &records);
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
    throw Unsupported{"a constant address is used as a pointer to a cell", 0};
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
      global != nullptr && tagged_.count(global) == 0)
    refuse("expected a heddle_tagged", user);
  return place(address, llvm::PointerType::get(module_.getContext(), 0), user);
}

int Translation::lock_of(llvm::Value* address, const llvm::Instruction& user) {
  auto* global = llvm::dyn_cast<llvm::GlobalVariable>(address->stripPointerCasts());
  const auto found = locks_.find(global);
  if (found == locks_.end()) refuse("locks must be shared variables of their own", user);
  return found->second;
}

void Translation::translate(llvm::Instruction& instruction, NodeId& at) {
  if (instruction.isDebugOrPseudoInst() || llvm::isa<llvm::PHINode>(instruction) ||
      llvm::isa<llvm::GetElementPtrInst>(instruction))
    return;
  if (auto* alloca = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) {
    if (!alloca->use_empty()) refuse("takes the address of a local variable", instruction);
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
    for (llvm::User* user : instruction.users())  // only ever an operand or a result of an exchange
      if (!llvm::isa<llvm::AtomicCmpXchgInst>(user) && llvm::isa<llvm::PtrToIntInst>(instruction))
        refuse("computes with an address", instruction);
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
    if (kind_of(from) == LocalKind::data && kind_of(cast) == LocalKind::data)
      return step(at, {ops::copy_data(local(cast, LocalKind::data), data(from, instruction))}, instruction);
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
    inside_.resize(std::max(inside_.size(), static_cast<std::size_t>(to) + 1));
    inside_[static_cast<std::size_t>(to)] = in_atomic_;
    at = to;
    return;
  }
  if (auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction)) return translate_call(*call, at);
  if (instruction.getType()->isIntegerTy() && instruction.isBinaryOp())
    refuse("computes with data; a proof needs data to be only moved (data independence)", instruction);
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
  inside_.resize(std::max(inside_.size(), static_cast<std::size_t>(to) + 1));
  inside_[static_cast<std::size_t>(to)] = in_atomic_;
  at = to;
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
    inside_.resize(std::max(inside_.size(), static_cast<std::size_t>(to) + 1));
    inside_[static_cast<std::size_t>(to)] = in_atomic_;
    at = to;
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
    inside_.resize(std::max(inside_.size(), static_cast<std::size_t>(to) + 1));
    inside_[static_cast<std::size_t>(to)] = in_atomic_;
    at = to;
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
    inside_.resize(std::max(inside_.size(), static_cast<std::size_t>(at) + 1));
    inside_[static_cast<std::size_t>(at)] = false;
    return;
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
    inside_.resize(std::max(inside_.size(), static_cast<std::size_t>(to) + 1));
    inside_[static_cast<std::size_t>(to)] = in_atomic_;
    at = to;
    return;
  }
  refuse(fmt::format("calls `{}`, which heddle prove does not know", name), call);
}

}  // namespace

base::Result<Program> read_program(const std::string& file, const Compilation& compilation) {
  if (!fs::exists(file)) return failure(ErrorCode::not_found, "no such file", file);
  std::string directory = (fs::temp_directory_path() / "heddle-prove-XXXXXX").string();
  if (mkdtemp(directory.data()) == nullptr)
    return failure(ErrorCode::io, "cannot make a temporary directory", directory);
  const std::string bitcode = directory + "/program.bc";
  const std::string messages = directory + "/messages";
  std::string command = fmt::format(
      "{} -std=gnu11 -O0 -Xclang -disable-O0-optnone -g -c -emit-llvm -DHEDDLE_PROVE", compilation.compiler);
#ifdef HEDDLE_INCLUDE_DIRECTORY
  // After the user's own, so that these come first.
  const std::string own_headers = " -I " + quoted(HEDDLE_INCLUDE_DIRECTORY);
#else
  const std::string own_headers;
#endif
  for (const std::string& include : compilation.include_directories) command += " -I " + quoted(include);
  for (const std::string& flag : compilation.flags) command += " " + quoted(flag);
  command += own_headers;
  command += fmt::format(" {} -o {} 2> {}", quoted(file), quoted(bitcode), quoted(messages));
  const int status = std::system(command.c_str());
  std::string said;
  if (std::FILE* text = std::fopen(messages.c_str(), "r")) {
    char buffer[4096];
    for (std::size_t got = 0; (got = std::fread(buffer, 1, sizeof buffer, text)) > 0;)
      said.append(buffer, got);
    std::fclose(text);
  }
  llvm::LLVMContext context;
  llvm::SMDiagnostic diagnostic;
  std::unique_ptr<llvm::Module> module;
  if (status == 0) module = llvm::parseIRFile(bitcode, diagnostic, context);
  std::error_code ignored;
  fs::remove_all(directory, ignored);
  if (status != 0) return failure(ErrorCode::malformed, fmt::format("does not compile:\n{}", said), file);
  if (module == nullptr) return failure(ErrorCode::malformed, diagnostic.getMessage().str(), file);
  return Translation(*module, file).run();
}

}  // namespace heddle::prove
