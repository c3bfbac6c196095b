// SPDX-License-Identifier: Apache-2.0
// One function of a module → compact instructions. Only translate*.cpp include this.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include "program/translate/translate_constants.h"

namespace heddle::program {

class FunctionTranslator {
 public:
  FunctionTranslator(ModuleTables& tables, llvm::Function& source, Function& target)
      : tables_(tables), layout_(tables.layout()), source_(source), target_(target) {}

  void run();

 private:
  struct Edge {
    const llvm::BasicBlock* from;
    const llvm::BasicBlock* to;
    std::uint32_t location;
    Operand start = -1;
  };
  struct Fix {
    std::size_t position;
    char field;
    bool in_extra;
    const llvm::BasicBlock* block;
    std::int64_t edge;  // −1: the block itself
  };

  Operand fresh() { return static_cast<Operand>(target_.registers++); }
  Operand constant(Word value) { return tables_.constant(value); }

  Operand operand(const llvm::Value* value, std::size_t leaf = 0);
  Operand result(const llvm::Value& value, std::size_t leaf = 0) {
    return registers_.at(&value) + static_cast<Operand>(leaf);
  }

  Instruction& emit(Opcode opcode, Operand dst = kNoRegister, Operand a = 0, Operand b = 0, Operand c = 0) {
    Instruction& made = target_.code.emplace_back();
    made.opcode = opcode;
    made.dst = dst;
    made.a = a;
    made.b = b;
    made.c = c;
    made.location = location_;
    return made;
  }
  void unsupported(const std::string& what) { emit(Opcode::unsupported, kNoRegister, tables_.message(what)); }

  static unsigned bits(const llvm::Type* type) {
    if (type->isIntegerTy()) return type->getIntegerBitWidth();
    if (type->isFloatTy()) return 32;
    return type->isX86_FP80Ty() ? 80 : 64;
  }

  void copy_arguments_passed_by_value();
  // A local variable of an inner block lives from where its scope begins to where it ends, each time anew.
  static bool has_scope(const llvm::AllocaInst& local);
  void translate_scope(llvm::IntrinsicInst& call, bool begins);

  void call_builtin(Builtin builtin, const std::vector<Operand>& arguments,
                    const std::vector<Operand>& results);
  void append_call(Instruction& call, const std::vector<Operand>& arguments,
                   const std::vector<Operand>& results);

  // Moves that happen at once, as a sequence: a move goes first when nobody still reads its target; a cycle
  // is opened with a spare register.
  void parallel_moves(std::vector<std::pair<Operand, Operand>> moves);
  bool has_phi(const llvm::BasicBlock* block) const { return llvm::isa<llvm::PHINode>(block->front()); }
  void edge_moves(const llvm::BasicBlock* from, const llvm::BasicBlock* to);
  void emit_edge(std::size_t index);
  // Lets a field of the instruction at `position` (or a word of extra) lead to `to`.
  void lead(std::size_t position, char field, bool in_extra, const llvm::BasicBlock* from,
            const llvm::BasicBlock* to);
  void jump(const llvm::BasicBlock* from, const llvm::BasicBlock* to);

  void translate(llvm::Instruction& instruction);
  void translate_memory(llvm::Instruction& instruction);
  void translate_cast(llvm::CastInst& cast);
  void translate_binary(llvm::BinaryOperator& operation);
  static bool has_wide(const llvm::Instruction& instruction);
  void translate_wide(llvm::Instruction& instruction);
  bool translate_real(llvm::IntrinsicInst& call);
  void translate_wide_cast(llvm::CastInst& cast);
  std::vector<Operand> words_of(const llvm::Value* value);
  std::vector<Operand> result_words(const llvm::Value& value);
  void emit_wide(WideOperation operation, unsigned from, unsigned to, const std::vector<Operand>& arguments,
                 const std::vector<Operand>& results);
  void translate_local(llvm::AllocaInst& local);
  void translate_compare(llvm::CmpInst& compare);
  void translate_part(llvm::Instruction& instruction);
  void translate_leaving(llvm::Instruction& instruction);
  void add_handler(std::size_t at, llvm::InvokeInst& invoke);  // of the call at that place, if it is one
  void translate_resume(llvm::ResumeInst& resume);
  void translate_call(llvm::CallBase& call);
  bool translate_intrinsic(llvm::IntrinsicInst& call);
  bool translate_arithmetic(llvm::IntrinsicInst& call);
  bool translate_print(llvm::CallBase& call, const std::vector<Operand>& arguments);
  bool translate_sync(llvm::CallBase& call, const std::vector<Operand>& given,
                      const std::vector<Operand>& results);
  Operand mutex_kind(llvm::CallBase& call, const std::vector<Operand>& given, sync::Style style);
  std::vector<Operand> routine_of(llvm::CallBase& call, const std::vector<Operand>& given, sync::Style style,
                                  bool member);
  void note_that_time_came(const llvm::Function* came, Operand returned, int gave_up, Operand end);
  void call_sync(sync::Call call, sync::Style style, const std::vector<Operand>& arguments,
                 const std::vector<Operand>& results);
  Operand read(Operand address, std::uint64_t offset, std::uint8_t bytes);
  Operand read_unless_null(llvm::Value* pointer, std::uint64_t offset, Word otherwise,
                           std::uint64_t size = 0);
  void write(Operand value, Operand address, std::uint8_t bytes);
  void write_unless_null(Operand value, llvm::Value* pointer, std::uint8_t bytes);
  Operand is_time(Operand time, std::optional<Operand> clock);
  void translate_index(llvm::GetElementPtrInst& address);
  std::optional<Operand> pass_variable_arguments(llvm::CallBase& call, unsigned fixed,
                                                 std::vector<Operand>& arguments);
  void start_variable_arguments(Operand list);
  static std::uint8_t order_word(llvm::AtomicOrdering ordering);

  ModuleTables& tables_;
  const llvm::DataLayout& layout_;
  llvm::Function& source_;
  Function& target_;
  std::map<const llvm::Value*, Operand> registers_;
  std::map<const llvm::BasicBlock*, Operand> block_start_;
  std::vector<Edge> edges_;
  std::vector<Fix> fixes_;
  std::uint32_t location_ = 0;
  Operand variable_arguments_ = kNoRegister;  // where the block of them is passed
};

}  // namespace heddle::program
