// SPDX-License-Identifier: Apache-2.0
// From the module that clang makes of a file with <heddle/prove.h> to a heap program: one class, its methods
// by idea in
//   translation.cpp    the file: what is registered, shared variables, helpers inlined; functions, blocks and
//   jumps translate_values.cpp   which local, data operand, version, flag or place a value of the module is
//   translate_steps.cpp    what an instruction or a known call does, as steps
// Anything outside the language is thrown as Unsupported, with its line, and caught in run().
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wall"
#pragma GCC diagnostic ignored "-Wextra"
#pragma GCC diagnostic ignored "-Wpedantic"
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Woverloaded-virtual"
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#pragma GCC diagnostic pop

#include "prove/front/builder.h"
#include "prove/front/frontend.h"

namespace heddle::prove {

// Thrown inside the translation only; read_program turns it into an error.
struct Unsupported {
  std::string message;
  int line;
};

class Translation {
 public:
  Translation(llvm::Module& module, std::string file)
      : module_(module), file_(std::move(file)), builder_("", Kind::stack) {}
  base::Result<Statements> run();

 private:
  // A place in memory: a shared variable, or a field of the cell a local points to.
  struct Place {
    enum class Kind { shared, next, data } kind;
    Variable variable;
  };

  llvm::Function* registered(const char* name, unsigned index) const;
  void declare_shared();
  void inline_helpers(const std::set<llvm::Function*>& roots);
  void read_addresses_as_pointers();
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
  void arrive(NodeId& at, NodeId to);
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
  unsigned data_bits_ = 0;  // of the input's parameter
  std::vector<bool> inside_;
  bool in_atomic_ = false;
  std::map<const llvm::BasicBlock*, bool> atomic_at_;
  Role role_ = Role::input;
  bool is_initial_ = false;
  int line_ = 0;  // of the instruction at hand
};

}  // namespace heddle::prove
