// SPDX-License-Identifier: Apache-2.0
// Types in debug information (DWARF): how large they are, and what the bytes at an offset in them are called, in the
// words of the source. `accounts` and 48 bytes become `accounts[1].guard`. What a class of the standard library is made
// of is nobody's business: the way ends there, and says which one it was.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <llvm/DebugInfo/DWARF/DWARFDie.h>

namespace heddle::runtime::host {

// Without typedefs, const, volatile and _Atomic.
llvm::DWARFDie bare_type(llvm::DWARFDie type);
llvm::DWARFDie type_of(const llvm::DWARFDie& die);  // its DW_AT_type; may be invalid
std::optional<std::uint64_t> size_of(const llvm::DWARFDie& type);
std::string qualified_name(const llvm::DWARFDie& die);
std::uint64_t number_of(const llvm::DWARFDie& die, llvm::dwarf::Attribute attribute);  // 0 if it has none

// The classes that a file describes, by their names: another unit of it may only declare one. What is known here, the
// functions below look through.
class FullTypes {
 public:
  explicit FullTypes(const llvm::DWARFContext& context);
  ~FullTypes();
  FullTypes(const FullTypes&) = delete;
  FullTypes& operator=(const FullTypes&) = delete;
  void add(const llvm::DWARFDie& type);
  llvm::DWARFDie find(const std::string& name) const;
  // By which units agree on it; empty: it is of one unit alone.
  static std::string known_name(const llvm::DWARFDie& type);

 private:
  const llvm::DWARFContext& context_;
  std::map<std::string, llvm::DWARFDie> types_;
};

struct Part {
  std::string suffix;        // ".next", "[1].guard"
  llvm::DWARFDie type;       // of what was reached
  std::uint64_t offset = 0;  // in it, left over
};
// As far in as there are names. With `until`, what a pointer to that type points to: `settings`, not `settings.level`;
// an invalid one is void, and the way ends where it can.
Part part_at(llvm::DWARFDie type, std::uint64_t offset, const llvm::DWARFDie* until = nullptr);
// The same for every offset, as a recording carries it (event/parts.h).
std::string parts_of(const llvm::DWARFDie& type);

// How a value of a type is shown.
struct ValueType {
  enum class Kind : std::uint8_t {
    unknown,   // a signed number
    negative,  // a number that may be below 0
    positive,
    real,
    truth,
    pointer,
    named,      // of an enumeration
    character,  // 'x', if it shows
    opaque,     // a part of something whose parts have no names: a value of it would say nothing
  };
  Kind kind = Kind::unknown;
  std::uint64_t bytes = 8;
  std::vector<std::pair<std::uint64_t, std::string>> names;
  llvm::DWARFDie points_to = {};  // of a pointer
};
ValueType value_type(const Part& part);
std::string shown(std::uint64_t value, const ValueType& type);

// What a pointer, std::vector, std::unique_ptr, … holds; invalid if it is none of them.
llvm::DWARFDie element_of(const llvm::DWARFDie& type);
bool is_shared_pointer(const llvm::DWARFDie& type);
bool has_nodes(const llvm::DWARFDie& type);    // std::list, std::map, std::unordered_set …
bool is_sequence(const llvm::DWARFDie& type);  // elements are counted: std::vector, std::string, std::deque

}  // namespace heddle::runtime::host
