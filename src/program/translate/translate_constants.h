// SPDX-License-Identifier: Apache-2.0
// What all functions of a module share while it is translated: numbers of functions and globals, constants,
// types taken apart into leaves, source locations. Only translate*.cpp include this.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include <llvm/ADT/ArrayRef.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/InlineAsm.h>

#include "base/result.h"
#include "program/program.h"
#include "program/translate/debug_parts.h"

namespace llvm {
class Constant;
class DILocation;
class Function;
class GlobalVariable;
class Instruction;
class Module;
class StructType;
class Type;
}  // namespace llvm

namespace heddle::program {

// A scalar inside a value: its place in memory and how many bits of a register it fills.
// Kept in two words: whole numbers of 65 to 128 bits, long double.
inline bool is_wide(const llvm::Type* type) {
  return type->isX86_FP80Ty() ||
         (type->isIntegerTy() && type->getIntegerBitWidth() > 64 && type->getIntegerBitWidth() <= 128);
}

struct Leaf {
  std::uint64_t offset = 0;
  std::uint8_t bytes = 0;
  std::uint8_t bits = 0;
};

class ModuleTables {
 public:
  ModuleTables(llvm::Module& module, Program& program);

  // Numbers functions and globals, fills the globals' bytes, constructors and annotations.
  base::Result<void> lay_out();

  // What __attribute__((destructor)) names runs last of the exit handlers.
  void add_destructors();

  const llvm::DataLayout& layout() const { return layout_; }
  Program& program() { return program_; }
  DebugParts& parts() { return parts_; }
  std::size_t function(const llvm::Function* function) const { return functions_.at(function); }
  std::size_t global(const llvm::GlobalVariable* global) const { return globals_.at(global); }
  Operand constant(Word value);
  Operand message(const std::string& text);
  std::uint32_t location(const llvm::DILocation* where, const std::string& function);
  std::string shown_name(const llvm::Function& function) const;
  std::optional<std::size_t> cpp_thread_entry() const { return cpp_thread_entry_; }

  const std::vector<Leaf>& leaves(const llvm::Type* type);
  std::size_t leaf_index(const llvm::Type* type, llvm::ArrayRef<unsigned> indices);
  std::vector<Word> words(const llvm::Constant* constant);                    // one a leaf
  std::string unsupported_type(const llvm::Instruction& instruction);         // "" if supported
  std::optional<std::uint32_t> annotated_type(const llvm::Type* type) const;  // of which fields are annotated

 private:
  void add_leaves(const llvm::Type* type, std::uint64_t offset, std::vector<Leaf>& leaves);
  static Word upper_value(const llvm::Constant* constant);
  void add_words(const llvm::Constant* constant, std::vector<Word>& words);
  Word value(const llvm::Constant* constant);
  void write(const llvm::Constant* constant, std::uint64_t offset, std::vector<std::uint8_t>& bytes);
  bool holds_unsupported(const llvm::Type* type);
  base::Result<void> add_annotations(const llvm::GlobalVariable& table);
  base::Result<void> add_field_annotation(const llvm::GlobalVariable& table, const std::vector<Word>& values);
  static std::string name_of(const llvm::StructType& type);
  void add_instances(const llvm::Type* type, Word address);
  void add_annotated_globals();
  void add_trusted();
  std::vector<std::uint32_t> table_of(const char* name) const;
  void trust_file(llvm::StringRef name);
  void add_cpp_thread_entry();

  llvm::Module& module_;
  Program& program_;
  const llvm::DataLayout& layout_;
  DebugParts parts_{program_};
  std::map<const llvm::Function*, std::size_t> functions_;
  std::map<const llvm::GlobalVariable*, std::size_t> globals_;
  std::optional<std::size_t> cpp_thread_entry_;
  std::uint32_t exit_function_ = 0;
  std::map<Word, Operand> constants_;
  std::map<std::string, Operand> messages_;
  std::map<std::tuple<std::string, unsigned, unsigned, std::string>, std::uint32_t> locations_;
  std::map<const llvm::Type*, std::vector<Leaf>> leaves_;
  std::map<std::string, std::size_t> annotated_types_;
};

}  // namespace heddle::program
