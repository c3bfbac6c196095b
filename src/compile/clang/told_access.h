// SPDX-License-Identifier: Apache-2.0
// Calls before an instruction that tell what it reads or writes. What nobody else can know, and what nobody can write, is
// not told.
#pragma once

#include <cstdint>

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instruction.h>

namespace heddle::compile {

class TellAccess {
 public:
  TellAccess(llvm::Instruction& access, bool writes) : access_(access), writes_(writes) {}

  // That a value of the type takes in memory; 0: not known when compiling.
  std::uint64_t bytes_of(llvm::Type* type) const;
  void range(llvm::Value* address, std::uint64_t bytes) const;
  // A vector of which the lanes are accessed whose part of the mask is one bit, or a number below zero. The address is
  // that of the first lane, or a vector with one for each.
  void lanes(llvm::Value* address, llvm::Type* vector, llvm::Value* mask) const;
  // As many elements as the mask has bits.
  void packed(llvm::Value* address, llvm::Type* vector, llvm::Value* mask) const;
  // The accesses are not known: heddle's verdict cannot be clean if the program comes here.
  void not_known(llvm::StringRef name) const;
  // Nor if it tells something that no schedule decides.
  void outside(llvm::StringRef name) const;

 private:
  void by_name(llvm::StringRef hook, llvm::StringRef name) const;
  bool concerns_others(const llvm::Value& address) const;
  void call(llvm::IRBuilder<>& builder, llvm::Value* address, llvm::Value* bytes) const;
  llvm::Value* is_taken(llvm::IRBuilder<>& builder, llvm::Value* mask, unsigned lane) const;

  llvm::Instruction& access_;
  bool writes_;
};

}  // namespace heddle::compile
