// SPDX-License-Identifier: Apache-2.0
#include "prove/front/translation.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

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
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/PassInstrumentation.h>
#include <llvm/Transforms/IPO/AlwaysInliner.h>
#include <llvm/Transforms/Scalar/SROA.h>
#pragma GCC diagnostic pop

namespace heddle::prove {

namespace fs = std::filesystem;
using base::ErrorCode;
using base::failure;

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
    if (!roots.contains(&function)) function.addFnAttr(llvm::Attribute::AlwaysInline);
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

base::Result<Statements> Translation::run() {
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
  data_bits_ = input->getArg(0)->getType()->getIntegerBitWidth();
  std::set<llvm::Function*> roots = {input, output};
  if (initial != nullptr) roots.insert(initial);
  builder_.program().kind = is_stack ? Kind::stack : Kind::queue;
  builder_.program().file = file_;
  builder_.program().name = fs::path(file_).stem().string();
  try {
    inline_helpers(roots);
    read_addresses_as_pointers();
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
  return Statements{builder_.program(), inside_};
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
  if (in_atomic_) arrive(at, at);
  for (llvm::Instruction& instruction : block) {
    line_ = line_of(instruction);
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

// A step leads to a new node, inside or outside an atomic block.
void Translation::arrive(NodeId& at, NodeId to) {
  inside_.resize(std::max(inside_.size(), static_cast<std::size_t>(to) + 1));
  inside_[static_cast<std::size_t>(to)] = in_atomic_;
  at = to;
}

void Translation::step(NodeId& at, std::vector<Op> ops, const llvm::Instruction& instruction) {
  const NodeId to = builder_.node();
  builder_.edge(at, to, std::move(ops), kUndefinedData, line_of(instruction));
  arrive(at, to);
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
    const llvm::Value* behind = value;  // a cast of a phi is that phi
    while (const auto* cast = llvm::dyn_cast<llvm::CastInst>(behind)) {
      if (kind != LocalKind::pointer) break;
      behind = cast->getOperand(0);
    }
    const auto* other = llvm::dyn_cast<llvm::PHINode>(behind);
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

}  // namespace heddle::prove
