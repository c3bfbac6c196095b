// SPDX-License-Identifier: Apache-2.0
// What people call the memory at an address: `cache.lookups_`, `accounts[1].guard`, `count` in main, `node->next`.
//
// A variable on a stack is found from the words around it: at the upper end of its frame stands the return address of
// the function that it is of, one of those that the thread is in. Which function that is, the next inner return address
// says, or the call before the outer one. Debug information must confirm it: the function has a variable there.
// A block of the heap is called after the variable that points to it, or else after what its allocation says: the type
// in the name of the allocating function, or in the source line.
//
// A report asks for the name of an address; a recording for that of a whole region, with what its parts are called.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "compile/allocation_line.h"
#include "event/names.h"
#include "runtime/host/debug_types.h"
#include "runtime/host/symbols.h"

namespace heddle::runtime::host {

struct Variable;

struct StackWords {
  std::uint64_t address = 0;  // around which they were taken
  std::uint64_t low = 0;      // of the first word
  std::span<const std::uint64_t> words;
  std::span<const std::uint64_t>
      frames;                   // return addresses of the functions the thread is in, the innermost first
  std::uint64_t outermost = 0;  // somewhere in the function that returns to the last of them; 0: unknown
  std::uint64_t innermost = 0;  // likewise, to the first of them
};

struct HeapBlock {
  std::uint64_t address = 0, size = 0;
  std::vector<event::Location> allocated;  // the whole stack, innermost first
  std::uint64_t allocated_pc = 0;          // where the program's own code asked for it; 0: unknown
  std::uint64_t pointer = 0;               // a variable that points to its beginning; 0: unknown
  StackWords pointer_stack;                // around that, if it is on a stack
};

struct MemoryName {
  std::string text;           // "accounts[1].guard"; empty: not known
  std::string note;           // "`accounts` is declared at bank.cpp:5"
  ValueType value;            // how what is there is shown
  std::string function = {};  // of a local variable: whose it is
  std::uint64_t offset = 0;   // in what has that name: its parts have none
};

// The whole variable or block around an address. `declared` and `allocated` of the region are not set: a table of names
// numbers places.
struct MemoryRegion {
  event::Region region;
  event::Location declared;  // or allocated
};

class MemoryNames {
 public:
  explicit MemoryNames(Symbols& symbols) : symbols_(symbols) {}

  // With `until`: what a pointer to that type points to (debug_types.h).
  MemoryName global(std::uint64_t address, const llvm::DWARFDie* until = nullptr);
  MemoryName on_stack(std::uint64_t address, const StackWords& stack, const llvm::DWARFDie* until = nullptr);
  MemoryName of_thread(std::uint64_t address, std::uint64_t thread_pointer,
                       const llvm::DWARFDie* until = nullptr);
  MemoryName in_block(std::uint64_t address, const HeapBlock& block);
  // Of the object that begins there; empty: not known, or an element of many.
  std::string type_in_block(std::uint64_t address, const HeapBlock& block);

  std::optional<MemoryRegion> global_region(std::uint64_t address);
  std::optional<MemoryRegion> stack_region(std::uint64_t address, const StackWords& stack);
  std::optional<MemoryRegion> thread_region(std::uint64_t address, std::uint64_t thread_pointer);
  MemoryRegion block_region(const HeapBlock& block);

 private:
  struct BlockName;
  std::optional<Variable> variable_on_stack(std::uint64_t address, const StackWords& stack);
  std::optional<Variable> variable_of_thread(std::uint64_t address, std::uint64_t thread_pointer);
  std::optional<Variable> pointer_to(const HeapBlock& block);
  const compile::AllocationLine& said_of(const HeapBlock& block, const std::string& line);
  std::optional<BlockName> name_block(const HeapBlock& block, std::uint64_t offset);
  std::optional<BlockName> name_after_type(const HeapBlock& block, std::uint64_t offset,
                                           const std::string& line);

  const std::string& line_at(const event::Location& place);

  Symbols& symbols_;
  std::map<std::pair<std::string, std::uint32_t>, std::string> lines_;
  std::map<std::pair<std::uint64_t, std::string>, compile::AllocationLine>
      said_;  // by who asked, and its line
};

}  // namespace heddle::runtime::host
