// SPDX-License-Identifier: Apache-2.0
// heddle's own instrumentation of plain accesses, for `heddle run`: as few checks as find the same racy variables.
//
// A check tells the runtime that bytes are read or written in the thread's present epoch, the stretch between two of
// its releases (runtime/watch/thread.h). So one that has been made in this epoch, of the same bytes and as strong, covers
// a later one: whoever races with the second races with the first, or is told by it (runtime/watch/cell.h). What each
// file leaves out, and why nothing is missed, stands at its head:
//   checks.cpp       what no other thread can access, and what nobody writes
//   covered.cpp      what a check on every way here, or soon after, has told already
//   loop_ranges.cpp  loops whose accesses are known before they begin: one call for all of them
//   quick_check.cpp  no call where the shadow memory says that this epoch was here
//
// All of this is about the *variables* that race. Which two of several places a report shows may differ. What runs between
// two instructions without being called, a signal's handler, is taken to release nothing between two accesses of one epoch.
#pragma once

#include <cstdint>
#include <vector>

#include <llvm/IR/Instructions.h>

namespace llvm {
class DominatorTree;
class LoopInfo;
class ScalarEvolution;
}  // namespace llvm

namespace heddle::compile {

struct Check {
  llvm::Instruction* access;
  llvm::Value* address;
  llvm::Value* base;  // `address` is this and a constant offset
  std::int64_t offset;
  std::uint64_t bytes;  // not 0
  bool writes;
  llvm::Value* vtable =
      nullptr;           // what is stored, a pointer to a table of functions; writing what is there is a read
  bool is_told = false;  // by another check

  bool may_write() const { return writes; }
  bool surely_writes() const { return writes && vtable == nullptr; }
};
using Checks = std::vector<Check>;

// May the instruction release: publish, to a thread that acquires, what this one did before it? Or give memory back?
bool may_release(const llvm::Instruction& instruction);
// May it release or acquire, or may the program not come to what follows?
bool may_synchronise(const llvm::Instruction& instruction);

Checks needed_checks(llvm::Function& function);               // checks.cpp
void drop_covered(llvm::Function& function, Checks& checks);  // covered.cpp
void tell_loops(Checks& checks, llvm::LoopInfo& loops, llvm::DominatorTree& dominators,
                llvm::ScalarEvolution& evolution);  // loop_ranges.cpp
// The first may split the block in two.
void tell(const Check& check, llvm::Instruction& before);          // quick_check.cpp
void tell_by_call(const Check& check, llvm::Instruction& before);  // the same

// A function of the runtime that looks at nothing the program does.
llvm::FunctionCallee runtime_function(llvm::Module& module, llvm::StringRef name,
                                      llvm::ArrayRef<llvm::Type*> parameters);  // quick_check.cpp

}  // namespace heddle::compile
