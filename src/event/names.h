// SPDX-License-Identifier: Apache-2.0
// What the ids and addresses of a trace are called. Readers fill it while events arrive; analyses only look
// at it. Not thread-safe. Strings and locations keep their addresses as the table grows.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/interner.h"
#include "event/event.h"

namespace heddle::event {

// A place in the source. STD text gives one token: "12" is line 12 of no file, "bank.cpp:11" has both.
struct Location {
  std::string file;
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::string function;
  friend bool operator==(const Location&, const Location&) = default;
};
std::string text(const Location& location);     // "bank.cpp:11", "12", "" if unknown
Location location_from(std::string_view text);  // the inverse of text

// A mark's values: "e(open=1,phase=2)", or just a label.
struct MarkValue {
  std::string name;
  std::int64_t value = 0;
  friend bool operator==(const MarkValue&, const MarkValue&) = default;
};
struct Mark {
  std::string label;
  std::vector<MarkValue> values;
  friend bool operator==(const Mark&, const Mark&) = default;
};

// Named memory: a global, a heap block, a stack slot.
struct Region {
  enum class Kind : std::uint8_t { unknown, global, heap, stack, thread_local_storage };
  std::uint64_t address = 0;
  std::uint64_t size = 0;
  Kind kind = Kind::unknown;
  std::string name;
  LocationId declared;  // where declared, or allocated
  StackId allocated;    // the allocating call stack, for heap blocks
  std::string parts;    // what its parts are called (event/parts.h); empty: unknown
};

struct LocationHash {
  std::size_t operator()(const Location& location) const;
};
struct MarkHash {
  std::size_t operator()(const Mark& mark) const;
};
struct StackHash {
  std::size_t operator()(const std::vector<LocationId>& stack) const;
};

using NamedVariableId = base::Id<struct NamedVariableTag>;

class Names {
 public:
  Names() = default;
  Names(const Names&) = delete;  // the tables look names up by views into themselves
  Names& operator=(const Names&) = delete;
  Names(Names&&) = default;
  Names& operator=(Names&&) = default;
  ~Names() = default;

  // Tables in which a name makes an id and an id has a name.
  base::StringInterner<ThreadId> threads;
  base::StringInterner<LockId> locks;
  base::StringInterner<ConditionId> conditions;
  base::StringInterner<BarrierId> barriers;
  base::StringInterner<MessageId> messages;
  base::Interner<LocationId, Location, LocationHash> locations;
  base::Interner<StackId, std::vector<LocationId>, StackHash> stacks;  // innermost frame first
  base::Interner<MarkId, Mark, MarkHash> marks;

  // Variables known by name only: eight bytes each, from kNamedVariables up, in order of first appearance.
  static constexpr std::uint64_t kNamedVariables = std::uint64_t{1} << 63;
  Variable variable(std::string_view name);
  std::size_t named_variables() const { return variables_.size(); }
  // Memory known by address; a later region replaces what it overlaps.
  void add_region(Region region);
  const Region* region_at(std::uint64_t address) const;  // none: nullptr
  // Of a region that begins there; false: none does.
  bool name_parts(std::uint64_t address, std::string_view parts);
  const std::map<std::uint64_t, Region>& regions() const { return regions_; }

  // For people: "x", "accounts[1].guard", "`table`+24", "0x7f…".
  std::string describe(Variable variable) const;
  std::string describe_target(const Event& event) const;  // what the event acted on, "" for nothing
  std::string describe(LocationId location) const;        // "" if none
  // "`accounts` is declared at bank.cpp:5"; "" if unknown.
  std::string origin(Variable variable) const;

 private:
  base::StringInterner<NamedVariableId> variables_;
  std::map<std::uint64_t, Region> regions_;
};

}  // namespace heddle::event
