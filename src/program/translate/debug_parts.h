// SPDX-License-Identifier: Apache-2.0
// What the parts of a variable are called (event/parts.h), from the debug information that bitcode carries. The same for
// programs, from DWARF, is in runtime/host/debug_types.h. What pointers point to, those inside std::vector, std::string and
// the smart pointers among them, goes to a table of the program, each type once.
#pragma once

#include <map>
#include <string>

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Instructions.h>

#include "program/program.h"

namespace heddle::program {

class DebugParts {
 public:
  explicit DebugParts(Program& program) : program_(program) {}

  // Before anything else: what language it is.
  void look_at(const llvm::Module& module);
  // Types that nothing points to by name: a block may be one nevertheless.
  void add_types(const llvm::Module& module);
  std::string of(const llvm::DIType* type);
  // "node", and behind a line break its parts; without debug information the name that the value has.
  std::string name_with(llvm::AllocaInst& local);

 private:
  std::string of_array(const llvm::DICompositeType& array);
  std::string of_class(const llvm::DICompositeType& type);
  std::string pointer_to(const llvm::DIType* type);
  std::string written(const llvm::DIType* type, llvm::StringRef name) const;

  Program& program_;
  bool is_c_ = false;
  std::map<const llvm::DIType*, std::size_t> known_;
};

}  // namespace heddle::program
