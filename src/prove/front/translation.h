// SPDX-License-Identifier: Apache-2.0
// From the module that clang makes of a file with <heddle/prove.h> to a heap program. Every instruction is
// translated exactly, or covered by more than it can do (numbers.h; the step is then marked as a guess), or
// refused with its line: there is no instruction that is passed over because it looks harmless.
//
// One class, its methods by idea in
//   translation.cpp       the file: what is registered, shared variables, functions, blocks and jumps
//   translate_kinds.cpp   what each instruction says about the kinds of values (kinds.h)
//   translate_values.cpp  which local, operand or case a value of the module is
//   translate_steps.cpp   what an instruction does, as steps
//   translate_calls.cpp   what a call of a known function does
//   translate_words.cpp   pointers whose lowest bit is a mark
//   translate_layout.cpp  where the compiled program has its variables
//   translate_sets.cpp    keys that are compared, marks and locks in cells, and what sets return
// Anything outside the language is thrown as Unsupported, with its line, and caught in run().
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "prove/front/access_types.h"
#include "prove/front/builder.h"
#include "prove/front/frontend.h"
#include "prove/front/known_calls.h"
#include "prove/front/numbers.h"
#include "prove/front/signature.h"

namespace heddle::prove {

// What an operation on bits does to a pointer with a mark: p & ~1, p | 1, p & 1.
enum class Tag : std::uint8_t { none, clear, set, test };
Tag tag_of(const llvm::Value& value);
// Behind casts between pointers and integers.
llvm::Value* without_casts(llvm::Value* value);
inline std::vector<Op> operator+(std::vector<Op> first, const std::vector<Op>& then) {
  first.insert(first.end(), then.begin(), then.end());
  return first;
}

class Translation {
 public:
  Translation(llvm::Module& module, std::string file)
      : module_(module), file_(std::move(file)), places_(module.getDataLayout()), builder_("", Kind::stack) {}
  base::Result<Statements> run();

 private:
  // A value of a number as far as a step can tell: what it is, and what must hold for it to be that.
  struct Case {
    std::optional<Number> value;  // nothing: it is not followed
    std::vector<Op> holds;
  };
  struct Encoded {
    std::vector<Number> values;
    std::vector<int> flags;  // the binary digits of the value's place in the list
  };
  // One way to take a step.
  struct Way {
    std::vector<Op> ops;
    bool is_guess = false;
  };

  void read_registration();
  void translate_all();
  void find_kinds(llvm::Function& function);
  void find_kinds(llvm::Instruction& instruction);
  void find_kinds(llvm::CallBase& call);
  void find_empty_value();
  void find_flags();
  void declare_places();
  void refuse_constructors();
  void refuse_unmade();
  void refuse_common_state();
  const llvm::Argument* object_of_init() const;
  void check_cells();
  void note_assumptions();
  NumberSet number_from(const llvm::Instruction& instruction);
  NativeLayout layout();

  void translate(llvm::Function& function);
  void translate(llvm::BasicBlock& block);
  void translate(llvm::Instruction& instruction, NodeId& at);
  void translate_call(llvm::CallBase& call, NodeId& at);
  void translate_tagged(llvm::CallBase& call, Call what, NodeId& at);
  void translate_allocation(llvm::CallBase& call, const KnownCall& known, NodeId& at);
  void translate_failure(llvm::CallBase& call, const KnownCall& known, NodeId& at);
  void translate_reclamation(llvm::CallBase& call, const KnownCall& known, NodeId& at);
  void translate_assumption(llvm::CallBase& call, NodeId& at);
  void translate_linearize_if(llvm::CallBase& call, NodeId& at);
  void translate_load(llvm::LoadInst& load, NodeId& at);
  void translate_store(llvm::StoreInst& store, NodeId& at);
  void translate_set(llvm::MemSetInst& set, NodeId& at);
  bool makes_lock_again(const llvm::StoreInst& store) const;
  bool initial_locks() const;
  void find_locks(llvm::Function& function);
  void translate_exchange(llvm::AtomicCmpXchgInst& exchange, NodeId& at);
  void translate_swap(llvm::AtomicRMWInst& swap, NodeId& at);
  void translate_flag_access(llvm::Instruction& instruction, int flag, NodeId& at);
  void translate_comparison(llvm::ICmpInst& comparison, NodeId& at);
  void translate_select(llvm::SelectInst& select, NodeId& at);
  void translate_cast(llvm::CastInst& cast, NodeId& at);
  void compute(llvm::Instruction& instruction, NodeId& at);
  void find_mark();
  void find_cell_lock(const Address& lock, const llvm::CallBase& call);
  void translate_keys(llvm::ICmpInst& comparison, NodeId& at);
  void translate_mark(llvm::Instruction& instruction, llvm::Value* cell, NodeId& at);
  void translate_cell_lock(llvm::CallBase& call, Call what, llvm::Value* cell, NodeId& at);
  void find_tags();
  void find_words();
  bool is_word_field(PlaceId place) const;
  bool is_word(llvm::Value* value) const;
  Variable cell_of(llvm::Value* word);
  int mark_of(llvm::Value* word);
  std::optional<std::vector<Op>> mark_is(llvm::Value* word, bool is_set);
  std::vector<Op> becomes_mark(int flag, llvm::Value* word);
  void check_word(llvm::Instruction& instruction, NodeId& at);
  void translate_tag(llvm::Instruction& tag, NodeId& at);
  void load_word(llvm::LoadInst& load, llvm::Value* cell, NodeId& at);
  void store_word(llvm::StoreInst& store, llvm::Value* cell, NodeId& at);
  void exchange_word(llvm::AtomicCmpXchgInst& exchange, llvm::Value* cell, NodeId& at);
  void compare_words(llvm::ICmpInst& comparison, NodeId& at);
  DataOperand constant_key(const llvm::ConstantInt& value, const llvm::Instruction& user);
  void leave_set(llvm::ReturnInst& instruction, NodeId at);
  void branch(llvm::Instruction& terminator, llvm::BasicBlock& block, NodeId at);
  void jump(llvm::BasicBlock& from, llvm::BasicBlock& to, NodeId at, Way way);
  void leave(llvm::ReturnInst& instruction, NodeId at);

  Address address(llvm::Value* value, llvm::Type* type, const llvm::Instruction& user);
  Variable shared(PlaceId place, const llvm::Instruction& user) const;
  Op read(Variable into, const Address& from, const llvm::Instruction& user);
  Op write(const Address& into, Variable value, const llvm::Instruction& user);
  Variable pointer(llvm::Value* value);
  DataOperand data(llvm::Value* value, const llvm::Instruction& user);
  int age(llvm::Value* value, const llvm::Instruction& user);
  int local(llvm::Value* value, LocalKind kind);
  int fresh(const std::string& name, LocalKind kind);
  Variable fresh_pointer() { return builder_.program().local_variable(fresh("", LocalKind::pointer)); }
  std::string name_of(llvm::Value* value);
  std::string name_of(PlaceId place) const;  // a field of the object by its own name
  const Encoded& encoded(llvm::Value* value);
  std::vector<Case> cases(llvm::Value* value);
  std::vector<Op> become(llvm::Value* target, const Number& value);
  bool is_followed(llvm::Value* value) { return !numbers_->of(value).is_anything; }
  bool is_empty_value(const llvm::Value* value) const;

  int failure(finding::Kind kind, std::string message);
  Op indeterminate(const llvm::Instruction& user);
  void step(NodeId& at, std::vector<Way> ways, const llvm::Instruction& instruction);
  void step(NodeId& at, std::vector<Op> ops, const llvm::Instruction& instruction) {
    step(at, std::vector<Way>{{std::move(ops), false}}, instruction);
  }
  void arrive(NodeId& at, NodeId to);

  llvm::Module& module_;
  std::string file_;
  Places places_;
  Kinds kinds_;
  Builder builder_;
  Signature signature_;
  std::optional<Numbers> numbers_;
  std::vector<llvm::Instruction*> instructions_;  // of all operations, as far as they can be reached
  AccessTypes access_types_;
  std::map<PlaceId, Variable> shared_;
  std::map<PlaceId, int> locks_;
  std::map<PlaceId, std::uint64_t> flag_values_;  // numbers that are used as locks: what they are when held
  std::map<PlaceId, int> flags_;                  // and their locks
  int block_lock_ = -1;                           // of atomic blocks
  std::optional<PlaceId> data_field_, next_field_, mark_field_, cell_lock_;
  bool zero_is_cell_lock_ = true;         // what calloc and memset leave is a lock that is free
  std::vector<llvm::Instruction*> tags_;  // on pointers, once the kinds are known
  std::set<const llvm::Value*> words_;    // whose mark may be set
  bool has_extreme_keys_ = false;
  std::vector<std::pair<std::uint64_t, int>> cell_sizes_;  // allocated, with the line
  enum class Maker : std::uint8_t { header, malloc, operator_new };
  std::set<Maker> makers_;                      // of cells
  std::vector<std::pair<Maker, int>> retires_;  // whose cells heddle_retire and heddle_retire_free take
  std::vector<std::pair<Maker, int>> frees_;    // whose cells are freed, with the line
  std::optional<bool> has_hazards_;             // else epochs
  std::optional<std::int64_t> empty_value_;
  bool negative_is_none_ = false;  // what an output returns that leaves its value in the caller's variable
  std::map<std::pair<finding::Kind, std::string>, int> failures_;

  // Of the function at hand.
  const llvm::Function* function_ = nullptr;
  bool is_initial_ = false;
  Role role_ = Role::input;
  std::map<const llvm::Value*, int> locals_;
  std::map<const llvm::Value*, Encoded> encoded_;
  std::map<const llvm::Value*, int> marks_;                  // of words: flags
  const llvm::Value* clean_ = nullptr;                       // a word whose mark is known not to be set
  std::map<const llvm::Value*, std::pair<int, int>> pairs_;  // call or exchange → its two parts
  std::map<const llvm::BasicBlock*, NodeId> blocks_;
  std::map<const llvm::BasicBlock*, std::pair<bool, bool>> around_;  // in an atomic block, in a point
  std::optional<int> undefined_pointer_;
  int result_ = -1;  // what was written to the caller's variable
  bool in_atomic_ = false;
  bool in_point_ = false;
  int line_ = 0;  // of the instruction at hand
  std::vector<bool> inside_;
};

}  // namespace heddle::prove
