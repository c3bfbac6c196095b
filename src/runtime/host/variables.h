// SPDX-License-Identifier: Apache-2.0
// The variables of one file, from its debug information (DWARF, read by LLVM; libbacktrace knows of code only): which
// one lies at an address, on a stack or in the memory of a thread, and what its parts are called. Reads all of it on
// the first question, which only a report asks.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <llvm/DebugInfo/DWARF/DWARFDie.h>

#include "event/names.h"

namespace heddle::runtime::host {

struct Variable {
  std::string name;          // with the part: "accounts[1].guard"
  std::string whole;         // "accounts"
  event::Location declared;  // where; its function for a local variable
  llvm::DWARFDie type;       // of the part
  std::uint64_t offset = 0;  // left over in it
  llvm::DWARFDie whole_type;
  std::uint64_t within = 0;  // of the whole variable
};

class Variables {
 public:
  explicit Variables(const std::string& path);
  ~Variables();
  Variables(const Variables&) = delete;
  Variables& operator=(const Variables&) = delete;

  // Addresses are the file's own.
  std::optional<Variable> global(std::uint64_t address);
  std::optional<Variable> thread_local_at(std::uint64_t below_thread_pointer);
  // A local variable or parameter of the function around `pc`, `offset` bytes from its canonical frame address.
  std::optional<Variable> local(std::uint64_t pc, std::int64_t offset);
  // What a direct call that returns to this address calls; 0 if it is no such call.
  std::uint64_t call_target(std::uint64_t return_address) const;
  bool has_global(const std::string& name);  // with its namespaces, or without
  bool has_function(std::uint64_t pc);
  // What is executed there, innermost first, with the names that the linker knows. Slower than libbacktrace, but right
  // where it finds nothing: behind a function that two files compiled and the linker kept once, for both then claim it.
  std::vector<event::Location> code(std::uint64_t pc);
  std::uint64_t function_named(const std::string& name);  // where it begins; 0: there is none
  // A class, structure or typedef of this name.
  llvm::DWARFDie type_named(const std::string& name);
  // The variable of this name that a function has, for what its source says.
  std::optional<Variable> named(std::uint64_t pc, const std::string& name);

 private:
  struct File;
  std::unique_ptr<File> file_;  // null: it has none
};

}  // namespace heddle::runtime::host
