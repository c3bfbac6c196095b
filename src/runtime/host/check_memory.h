// SPDX-License-Identifier: Apache-2.0
// What the addresses of a check are called in its source: variables, fields, elements, blocks by who allocated them.
// One name for one address throughout a report; `heap#1` and `local#1` where nothing is known.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "runtime/host/check_record.h"
#include "runtime/host/memory_names.h"
#include "runtime/host/symbols.h"

namespace heddle::runtime::host {

class CheckMemory {
 public:
  explicit CheckMemory(const CheckRecord& check);  // which outlives it

  // The program's own frames, innermost first; and all.
  std::vector<event::Location> stack(const CheckPlace& place);
  std::vector<event::Location> whole_stack(const CheckPlace& place);
  std::string object_at(std::uint64_t address);
  // What `free` is given there: `node` for any part of *node, `buffer` for those of an array.
  std::string block_name(std::uint64_t address);
  bool is_of_thread(std::uint64_t address, std::uint32_t thread);  // a thread_local variable
  std::string note_on(std::uint64_t address);
  // Which step is the first of the function whose local variable is there, by its thread; 0: unknown, or not a local one.
  // Before it others had their variables in the same bytes of the stack.
  std::size_t lives_from(std::uint64_t address);
  const ValueType& type_at(std::uint64_t address);
  // A number, or what it points to.
  std::string value(std::uint64_t value, const ValueType& type = {});
  // By what its allocation says, where the variable that points to it would say nothing.
  std::string value_by_allocation(std::uint64_t value);
  Symbols& symbols() { return symbols_; }

 private:
  std::optional<HeapBlock> block_at(std::uint64_t address);
  // With `until`: what a pointer to that type points to (debug_types.h).
  MemoryName memory_at(std::uint64_t address, const llvm::DWARFDie* until = nullptr);
  std::size_t number_of(const std::string& name, std::uint64_t object);
  std::string typed_object(std::uint64_t address);  // "Node#2"; empty: not known
  const CheckWindow* window_at(std::uint64_t address) const;
  StackWords words_of(const CheckWindow& window);
  std::size_t taken_at(const CheckWindow& window) const;
  std::uint64_t outermost(const CheckWindow& window);
  std::uint64_t innermost(const CheckWindow& window);
  std::uint64_t outermost_in(const std::vector<std::uint64_t>& stack);

  const CheckRecord& check_;
  Symbols symbols_;
  MemoryNames memory_;
  std::map<std::uint64_t, std::string> names_, notes_;
  std::map<std::uint64_t, ValueType> values_;
  std::map<std::string, std::vector<std::uint64_t>> used_;  // by a name, which objects have it
  std::map<std::uint64_t, std::string> by_allocation_, objects_;
  std::map<std::string, unsigned> objects_of_;        // a type
  std::map<std::uint64_t, std::uint64_t> outermost_;  // by the address of a window
  int heap_ = 0;
  int local_ = 0;
};

}  // namespace heddle::runtime::host
