// SPDX-License-Identifier: Apache-2.0
#include "trace/hdl_names.h"

#include <fmt/format.h>

namespace heddle::trace::hdl {
namespace {

using base::ErrorCode;
using base::failure;
using base::Result;
using event::Names;

// A names block is a sequence of pieces of these tables: table, first id, entries, entry*.
enum Table : int {
  kThreads = 1,
  kLocks,
  kConditions,
  kBarriers,
  kMessages,
  kVariables,
  kLocations,
  kStacks,
  kMarks,
  kRegions,
  kParts,
};
constexpr std::size_t kEnough = std::size_t{1} << 20;  // bytes of names in a block

event::Variable named_variable(std::size_t index) { return {Names::kNamedVariables + 8 * index, 8}; }

bool same(const event::Region& a, const event::Region& b) {
  return a.address == b.address && a.size == b.size && a.kind == b.kind && a.name == b.name &&
         a.declared == b.declared && a.allocated == b.allocated && a.parts == b.parts;
}

}  // namespace

bool NamesEncoder::full() const { return column_.size() >= kEnough; }

template <class Put>
void NamesEncoder::put_table(int table, std::size_t& written, std::size_t size, Put put) {
  if (written >= size || full()) return;
  std::string entries;
  const std::size_t first = written;
  while (written < size && column_.size() + entries.size() < kEnough) put(entries, written++);
  put_number(column_, static_cast<std::uint64_t>(table));
  put_number(column_, first);
  put_number(column_, written - first);
  column_ += entries;
}

void NamesEncoder::put_regions(const Names& names) {
  std::string entries, parts;
  std::size_t count = 0, with_parts = 0;
  for (const auto& [address, region] : names.regions()) {
    if (column_.size() + entries.size() + parts.size() >= kEnough) break;
    const auto known = regions_.find(address);
    if (known != regions_.end() && same(known->second, region)) continue;
    put_number(entries, region.address);
    put_number(entries, region.size);
    put_number(entries, static_cast<std::uint64_t>(region.kind));
    put_string(entries, region.name);
    put_number(entries, region.declared.number() + 1U);
    put_number(entries, region.allocated.number() + 1U);
    if (!region.parts.empty()) {
      put_number(parts, region.address);
      put_string(parts, region.parts);
      ++with_parts;
    }
    regions_.insert_or_assign(address, region);
    ++count;
  }
  const auto put_piece = [&](int table, std::size_t size, const std::string& piece) {
    if (size == 0) return;
    put_number(column_, static_cast<std::uint64_t>(table));
    put_number(column_, 0);
    put_number(column_, size);
    column_ += piece;
  };
  put_piece(kRegions, count, entries);
  put_piece(kParts, with_parts, parts);
}

Result<std::string> NamesEncoder::encode(const Names& names) {
  column_.clear();
  const auto put_names = [&](int table, std::size_t& written, const auto& interner, auto id) {
    put_table(table, written, interner.size(),
              [&](std::string& out, std::size_t i) { put_string(out, interner[decltype(id)(i)]); });
  };
  put_names(kThreads, threads_, names.threads, event::ThreadId());
  put_names(kLocks, locks_, names.locks, event::LockId());
  put_names(kConditions, conditions_, names.conditions, event::ConditionId());
  put_names(kBarriers, barriers_, names.barriers, event::BarrierId());
  put_names(kMessages, messages_, names.messages, event::MessageId());
  put_table(kVariables, variables_, names.named_variables(),
            [&](std::string& out, std::size_t i) { put_string(out, names.describe(named_variable(i))); });
  put_table(kLocations, locations_, names.locations.size(), [&](std::string& out, std::size_t i) {
    const event::Location& location = names.locations[event::LocationId(i)];
    put_string(out, location.file);
    put_number(out, location.line);
    put_number(out, location.column);
    put_string(out, location.function);
  });
  if (locations_ == names.locations.size())
    put_table(kStacks, stacks_, names.stacks.size(), [&](std::string& out, std::size_t i) {
      const auto& stack = names.stacks[event::StackId(i)];
      put_number(out, stack.size());
      for (const event::LocationId frame : stack) put_number(out, frame.number());
    });
  put_table(kMarks, marks_, names.marks.size(), [&](std::string& out, std::size_t i) {
    const event::Mark& mark = names.marks[event::MarkId(i)];
    put_string(out, mark.label);
    put_number(out, mark.values.size());
    for (const event::MarkValue& value : mark.values) {
      put_string(out, value.name);
      put_number(out, fold_sign(value.value));
    }
  });
  if (!names.regions().empty() && stacks_ == names.stacks.size() && !full()) put_regions(names);
  if (column_.empty()) return std::string();
  if (column_.size() > kMostColumn)
    return failure(ErrorCode::limit,
                   fmt::format("a name of more than {} bytes does not fit the format", kEnough));
  std::string payload;
  columns_.put(payload, column_);
  return payload;
}

namespace {

// Every entry must be new, or ids would not be what they are in the file. Each of these takes one table's entries.
template <class Interner>
bool take_names(Cursor& cursor, Interner& interner, std::uint64_t first, std::uint64_t count) {
  bool ok = first == interner.size();
  for (; ok && count > 0; --count) {
    const std::size_t before = interner.size();
    const std::string_view name = cursor.string();
    ok = cursor.ok() && interner.intern(name).index() == before;
  }
  return ok;
}
template <class Id>
Id optional_id(Cursor& cursor, std::size_t size) {
  const std::uint64_t number = cursor.number_below(size + 1);
  return number == 0 ? Id() : Id(number - 1);
}

bool take_variables(Cursor& cursor, Names& names, std::uint64_t first, std::uint64_t count) {
  bool ok = first == names.named_variables();
  for (; ok && count > 0; --count) {
    const event::Variable expected = named_variable(names.named_variables());
    const std::string_view name = cursor.string();
    ok = cursor.ok() && names.variable(name) == expected;
  }
  return ok;
}

bool take_locations(Cursor& cursor, Names& names, std::uint64_t first, std::uint64_t count) {
  bool ok = first == names.locations.size();
  for (; ok && count > 0; --count) {
    event::Location location;
    location.file = cursor.string();
    location.line = static_cast<std::uint32_t>(cursor.number());
    location.column = static_cast<std::uint32_t>(cursor.number());
    location.function = cursor.string();
    const std::size_t before = names.locations.size();
    ok = cursor.ok() && names.locations.intern(location).index() == before;
  }
  return ok;
}

bool take_stacks(Cursor& cursor, Names& names, std::uint64_t first, std::uint64_t count) {
  bool ok = first == names.stacks.size();
  for (; ok && count > 0; --count) {
    const std::uint64_t frames = cursor.number();
    std::vector<event::LocationId> stack;
    if (frames > cursor.rest().size()) ok = false;  // each takes a byte at least
    for (std::uint64_t i = 0; ok && i < frames; ++i) {
      stack.emplace_back(cursor.number_below(names.locations.size()));
      ok = cursor.ok();
    }
    const std::size_t before = names.stacks.size();
    ok = ok && cursor.ok() && names.stacks.intern(stack).index() == before;
  }
  return ok;
}

bool take_marks(Cursor& cursor, Names& names, std::uint64_t first, std::uint64_t count) {
  bool ok = first == names.marks.size();
  for (; ok && count > 0; --count) {
    event::Mark mark;
    mark.label = cursor.string();
    const std::uint64_t values = cursor.number();
    if (values > cursor.rest().size()) ok = false;
    for (std::uint64_t i = 0; ok && i < values; ++i) {
      std::string name(cursor.string());
      mark.values.push_back({std::move(name), unfold_sign(cursor.number())});
      ok = cursor.ok();
    }
    const std::size_t before = names.marks.size();
    ok = ok && cursor.ok() && names.marks.intern(mark).index() == before;
  }
  return ok;
}

bool take_regions(Cursor& cursor, Names& names, std::uint64_t count) {
  bool ok = true;
  for (; ok && count > 0; --count) {
    event::Region region;
    region.address = cursor.number();
    region.size = cursor.number();
    region.kind = static_cast<event::Region::Kind>(
        cursor.number_below(static_cast<std::uint64_t>(event::Region::Kind::thread_local_storage) + 1));
    region.name = cursor.string();
    region.declared = optional_id<event::LocationId>(cursor, names.locations.size());
    region.allocated = optional_id<event::StackId>(cursor, names.stacks.size());
    ok = cursor.ok() && region.address + region.size >= region.address;
    if (ok) names.add_region(std::move(region));
  }
  return ok;
}

bool take_parts(Cursor& cursor, Names& names, std::uint64_t count) {
  bool ok = true;
  for (; ok && count > 0; --count) {
    const std::uint64_t address = cursor.number();
    const std::string_view parts = cursor.string();
    ok = cursor.ok() && names.name_parts(address, parts);
  }
  return ok;
}

}  // namespace

Result<void> NamesDecoder::decode(std::string_view payload, Names& names) {
  const auto malformed = [](std::string_view what) {
    return failure(ErrorCode::malformed, fmt::format("a names block with {}", what));
  };
  Cursor outside(payload);
  const auto column = columns_.take(outside, kMostColumn, column_);
  if (!column || !outside.at_end()) return malformed("a damaged column");
  Cursor cursor(*column);

  while (!cursor.at_end()) {
    const std::uint64_t table = cursor.number();
    const std::uint64_t first = cursor.number();
    const std::uint64_t count = cursor.number();
    bool ok = cursor.ok();
    switch (table) {
      case kThreads:
        ok = ok && take_names(cursor, names.threads, first, count);
        break;
      case kLocks:
        ok = ok && take_names(cursor, names.locks, first, count);
        break;
      case kConditions:
        ok = ok && take_names(cursor, names.conditions, first, count);
        break;
      case kBarriers:
        ok = ok && take_names(cursor, names.barriers, first, count);
        break;
      case kMessages:
        ok = ok && take_names(cursor, names.messages, first, count);
        break;
      case kVariables:
        ok = ok && take_variables(cursor, names, first, count);
        break;
      case kLocations:
        ok = ok && take_locations(cursor, names, first, count);
        break;
      case kStacks:
        ok = ok && take_stacks(cursor, names, first, count);
        break;
      case kMarks:
        ok = ok && take_marks(cursor, names, first, count);
        break;
      case kRegions:
        ok = ok && take_regions(cursor, names, count);
        break;
      case kParts:
        ok = ok && take_parts(cursor, names, count);
        break;
      default:
        return malformed(fmt::format("an unknown table {}", table));
    }
    if (!ok) return malformed(fmt::format("a wrong entry in table {}", table));
  }
  return {};
}

}  // namespace heddle::trace::hdl
