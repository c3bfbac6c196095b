// SPDX-License-Identifier: Apache-2.0
#include "runtime/host/debug_types.h"

#include <algorithm>
#include <bit>
#include <map>
#include <mutex>
#include <string_view>

#include <fmt/format.h>
#include <llvm/DebugInfo/DWARF/DWARFContext.h>

namespace heddle::runtime::host {
namespace {

using llvm::DWARFDie;
namespace dwarf = llvm::dwarf;

std::string_view short_name(const DWARFDie& die) {
  const char* name = die.getShortName();
  return name != nullptr ? name : "";
}

// Behind these the source says nothing more: what POSIX and C make their objects of.
bool is_opaque(std::string_view name) {
  return name.starts_with("pthread_") || name == "sem_t" || name == "mtx_t" || name == "cnd_t" ||
         name == "FILE" || name == "once_flag";
}

bool is_class(const DWARFDie& type) {
  return type.getTag() == dwarf::DW_TAG_structure_type || type.getTag() == dwarf::DW_TAG_class_type ||
         type.getTag() == dwarf::DW_TAG_union_type;
}

// Those of all files that are open.
std::map<const llvm::DWARFContext*, const FullTypes*>& all_full_types() {
  static std::map<const llvm::DWARFContext*, const FullTypes*> all;
  return all;
}
std::mutex full_types_mutex;

// A declaration says nothing of the members. The class whose constructor or first virtual function is in another file is
// described there; with -fdebug-types-section in a unit of its own.
DWARFDie definition_of(const DWARFDie& type) {
  if (!type.find(dwarf::DW_AT_declaration)) return type;
  if (const DWARFDie full = type.resolveTypeUnitReference(); full.isValid() && full != type) return full;
  const std::string name = FullTypes::known_name(type);
  if (name.empty()) return type;
  const std::lock_guard lock(full_types_mutex);
  const auto& all = all_full_types();
  const auto own = all.find(&type.getDwarfUnit()->getContext());
  if (own != all.end())
    if (const DWARFDie full = own->second->find(name); full.isValid()) return full;
  for (const auto& [context, types] : all)
    if (const DWARFDie full = types->find(name); full.isValid()) return full;
  return type;
}

bool is_standard(const DWARFDie& type) {
  for (DWARFDie at = type.getParent(); at.isValid(); at = at.getParent())
    if (at.getTag() == dwarf::DW_TAG_namespace && (short_name(at) == "std" || short_name(at) == "__gnu_cxx"))
      return true;
  return false;
}

bool is_transparent(std::string_view name) {  // classes of the standard library whose members people know
  return name.starts_with("pair<") || name.starts_with("array<");
}

bool is_called_opaque(const DWARFDie& type) {
  for (DWARFDie at = type; at.isValid() && at.getTag() == dwarf::DW_TAG_typedef; at = type_of(at))
    if (is_opaque(short_name(at))) return true;
  return false;
}

bool has_known_members(const DWARFDie& bare) {
  return is_class(bare) && (!is_standard(bare) || is_transparent(short_name(bare)));
}

struct Member {
  DWARFDie die;
  std::uint64_t offset = 0, bytes = 0;
};

// In their order; but bases without members of their own come last, for they lie where others do.
std::vector<Member> members_of(const DWARFDie& type) {
  std::vector<Member> members, empty_bases;
  std::vector<std::size_t> unknown;  // only declared: they reach to the next one
  for (const DWARFDie& child : type.children()) {
    if (child.getTag() != dwarf::DW_TAG_member && child.getTag() != dwarf::DW_TAG_inheritance) continue;
    if (child.find(dwarf::DW_AT_external)) continue;  // static
    std::uint64_t at = number_of(child, dwarf::DW_AT_data_member_location);
    if (child.find(dwarf::DW_AT_data_bit_offset)) at = number_of(child, dwarf::DW_AT_data_bit_offset) / 8;
    const std::uint64_t bytes = size_of(type_of(child)).value_or(0);
    const bool is_empty_base = child.getTag() == dwarf::DW_TAG_inheritance && bytes == 1;
    const DWARFDie bare = bare_type(type_of(child));
    if (bytes == 0 && bare.isValid() && is_class(bare)) unknown.push_back(members.size());
    (is_empty_base ? empty_bases : members).push_back({child, at, bytes});
  }
  for (const std::size_t which : unknown) {
    std::uint64_t end = number_of(type, dwarf::DW_AT_byte_size);
    for (const Member& other : members)
      if (other.offset > members[which].offset) end = std::min(end, other.offset);
    if (end > members[which].offset) members[which].bytes = end - members[which].offset;
  }
  members.insert(members.end(), empty_bases.begin(), empty_bases.end());
  return members;
}

std::optional<Member> member_at(const DWARFDie& type, std::uint64_t offset) {
  for (const Member& member : members_of(type))
    if (offset >= member.offset && offset < member.offset + member.bytes) return member;
  return std::nullopt;
}

// What is captured has gcc's name `__counter`, or clang's own. Empty: people name its own parts at once.
std::string member_name(const DWARFDie& type, const DWARFDie& member) {
  std::string_view name = short_name(member);
  if (member.getTag() != dwarf::DW_TAG_member || name == "_M_elems" || name == "elems_") return "";
  const std::string_view owner = short_name(type);
  const bool is_closure = owner.empty() || owner.find("lambda") != std::string_view::npos;
  if (is_closure && name.starts_with("__")) name.remove_prefix(2);
  return std::string(name);
}

std::vector<std::uint64_t> counts_of(const DWARFDie& array) {
  std::vector<std::uint64_t> counts;
  for (const DWARFDie& child : array.children()) {
    if (child.getTag() != dwarf::DW_TAG_subrange_type) continue;
    counts.push_back(child.find(dwarf::DW_AT_count) ? number_of(child, dwarf::DW_AT_count)
                                                    : number_of(child, dwarf::DW_AT_upper_bound) + 1);
  }
  return counts;
}

std::string element_suffix(const DWARFDie& array, std::uint64_t index) {
  const std::vector<std::uint64_t> counts = counts_of(array);
  std::string suffix;
  for (std::size_t i = counts.size(); i-- > 0;) {
    const std::uint64_t here = i == 0 || counts[i] == 0 ? index : index % counts[i];
    suffix.insert(0, fmt::format("[{}]", here));
    if (counts[i] != 0) index /= counts[i];
  }
  return suffix.empty() ? fmt::format("[{}]", index) : suffix;
}

}  // namespace

FullTypes::FullTypes(const llvm::DWARFContext& context) : context_(context) {
  const std::lock_guard lock(full_types_mutex);
  all_full_types()[&context_] = this;
}

FullTypes::~FullTypes() {
  const std::lock_guard lock(full_types_mutex);
  all_full_types().erase(&context_);
}

void FullTypes::add(const DWARFDie& type) {
  if (!is_class(type) || type.find(dwarf::DW_AT_declaration)) return;
  const std::string name = known_name(type);
  if (name.empty()) return;
  const std::lock_guard lock(full_types_mutex);
  const auto [known, is_new] = types_.try_emplace(name, type);
  // In C two files may each have their own.
  if (!is_new && known->second.isValid() && size_of(known->second) != size_of(type))
    known->second = DWARFDie();
}

DWARFDie FullTypes::find(const std::string& name) const {
  const auto known = types_.find(name);
  return known != types_.end() ? known->second : DWARFDie();
}

std::string FullTypes::known_name(const DWARFDie& type) {
  if (short_name(type).empty()) return "";
  for (DWARFDie scope = type.getParent(); scope.isValid(); scope = scope.getParent()) {
    const bool is_nested = scope.getTag() == dwarf::DW_TAG_namespace || is_class(scope);
    if (scope.getTag() == dwarf::DW_TAG_subprogram || (is_nested && short_name(scope).empty())) return "";
  }
  return qualified_name(type);
}

std::uint64_t number_of(const DWARFDie& die, dwarf::Attribute attribute) {
  // gcc keeps some numbers in the abbreviations, where they count as signed.
  const auto value = die.findRecursively(attribute);
  if (!value) return 0;
  if (const auto given = value->getAsUnsignedConstant()) return *given;
  return static_cast<std::uint64_t>(value->getAsSignedConstant().value_or(0));
}

DWARFDie type_of(const DWARFDie& die) { return die.getAttributeValueAsReferencedDie(dwarf::DW_AT_type); }

DWARFDie bare_type(DWARFDie type) {
  while (type.isValid()) {
    switch (type.getTag()) {
      case dwarf::DW_TAG_typedef:
      case dwarf::DW_TAG_const_type:
      case dwarf::DW_TAG_volatile_type:
      case dwarf::DW_TAG_atomic_type:
      case dwarf::DW_TAG_restrict_type:
        type = type_of(type);
        continue;
      default:
        return definition_of(type);
    }
  }
  return type;
}

std::optional<std::uint64_t> size_of(const DWARFDie& type) {
  const DWARFDie bare = bare_type(type);
  if (!bare.isValid()) return std::nullopt;
  if (bare.find(dwarf::DW_AT_byte_size)) return number_of(bare, dwarf::DW_AT_byte_size);
  switch (bare.getTag()) {
    case dwarf::DW_TAG_pointer_type:
    case dwarf::DW_TAG_reference_type:
    case dwarf::DW_TAG_rvalue_reference_type:
      return 8;
    case dwarf::DW_TAG_array_type: {
      std::uint64_t bytes = size_of(type_of(bare)).value_or(0);
      for (const DWARFDie& child : bare.children())
        if (child.getTag() == dwarf::DW_TAG_subrange_type)
          bytes *= child.find(dwarf::DW_AT_count) ? number_of(child, dwarf::DW_AT_count)
                                                  : number_of(child, dwarf::DW_AT_upper_bound) + 1;
      return bytes;
    }
    default:
      return std::nullopt;
  }
}

std::string qualified_name(const DWARFDie& die) {
  DWARFDie named = die;
  for (const auto attribute : {dwarf::DW_AT_abstract_origin, dwarf::DW_AT_specification})
    if (const DWARFDie other = named.getAttributeValueAsReferencedDie(attribute); other.isValid())
      named = other;
  std::string name(short_name(named));
  for (DWARFDie at = named.getParent(); at.isValid(); at = at.getParent()) {
    const bool is_scope = at.getTag() == dwarf::DW_TAG_namespace || is_class(at);
    if (is_scope && !short_name(at).empty()) name.insert(0, fmt::format("{}::", short_name(at)));
  }
  return name;
}

namespace {
bool is_same_type(const DWARFDie& one, const DWARFDie& other) {  // perhaps of two files
  if (!one.isValid() || !other.isValid() || one.getTag() != other.getTag()) return false;
  return one == other || (size_of(one) == size_of(other) && !qualified_name(one).empty() &&
                          qualified_name(one) == qualified_name(other));
}
}  // namespace

Part part_at(DWARFDie type, std::uint64_t offset, const DWARFDie* until) {
  const DWARFDie wanted = until != nullptr ? bare_type(*until) : DWARFDie();
  Part part;
  for (;;) {
    if (is_called_opaque(type)) {
      part.type = type;
      part.offset = offset;
      return part;
    }
    const DWARFDie bare = bare_type(type);
    part.type = bare;
    part.offset = offset;
    if (!bare.isValid()) return part;
    if (until != nullptr && offset == 0 && (!wanted.isValid() || is_same_type(bare, wanted))) return part;
    if (bare.getTag() == dwarf::DW_TAG_array_type) {
      const DWARFDie element = type_of(bare);
      const std::uint64_t bytes = size_of(element).value_or(0);
      if (bytes == 0) return part;
      part.suffix += element_suffix(bare, offset / bytes);
      offset %= bytes;
      type = element;
      continue;
    }
    if (!has_known_members(bare)) return part;
    const auto member = member_at(bare, offset);
    if (!member) return part;
    if (const std::string name = member_name(bare, member->die); !name.empty()) part.suffix += "." + name;
    offset -= member->offset;
    type = type_of(member->die);
  }
}

ValueType value_type(const Part& part) {
  using Kind = ValueType::Kind;
  ValueType result;
  const DWARFDie bare = bare_type(part.type);
  if (!bare.isValid()) return result;
  if (is_class(bare) || part.offset != 0) {
    // std::atomic<T> is shown as a T; what else holds one number and no more is as good as that.
    if (part.offset == 0 && short_name(bare).starts_with("atomic<"))
      for (const DWARFDie& child : bare.children())
        if (child.getTag() == dwarf::DW_TAG_template_type_parameter)
          return value_type({.suffix = "", .type = type_of(child), .offset = 0});
    if (size_of(bare).value_or(16) > 8 || part.offset != 0) result.kind = Kind::opaque;
    return result;
  }
  result.bytes = std::min<std::uint64_t>(size_of(bare).value_or(8), 8);
  if (bare.getTag() == dwarf::DW_TAG_enumeration_type) {
    result.kind = Kind::named;
    for (const DWARFDie& child : bare.children())
      if (child.getTag() == dwarf::DW_TAG_enumerator)
        result.names.emplace_back(number_of(child, dwarf::DW_AT_const_value), short_name(child));
    return result;
  }
  if (bare.getTag() == dwarf::DW_TAG_pointer_type) {
    result.kind = Kind::pointer;
    result.points_to = bare_type(type_of(bare));
  }
  if (bare.getTag() != dwarf::DW_TAG_base_type) return result;
  switch (number_of(bare, dwarf::DW_AT_encoding)) {
    case dwarf::DW_ATE_float:
      result.kind = result.bytes == 4 || size_of(bare) == 8 ? Kind::real : Kind::opaque;
      break;
    case dwarf::DW_ATE_boolean:
      result.kind = Kind::truth;
      break;
    case dwarf::DW_ATE_unsigned:
    case dwarf::DW_ATE_unsigned_char:
      result.kind = Kind::positive;
      break;
    default:
      result.kind = short_name(bare) == "char" ? Kind::character : Kind::negative;  // int8_t is a signed char
  }
  return result;
}

std::string shown(std::uint64_t value, const ValueType& type) {
  using Kind = ValueType::Kind;
  const unsigned unused = 64 - 8 * static_cast<unsigned>(type.bytes);
  const std::uint64_t own = unused == 0 || unused >= 64 ? value : value << unused >> unused;
  switch (type.kind) {
    case Kind::real:
      return type.bytes == 4 ? fmt::format("{}", std::bit_cast<float>(static_cast<std::uint32_t>(own)))
                             : fmt::format("{}", std::bit_cast<double>(own));
    case Kind::truth:
      return own == 0 ? "false" : own == 1 ? "true" : fmt::format("{}", own);
    case Kind::pointer:
      if (own == 0) return "nullptr";
      return fmt::format("{:#x}", own);
    case Kind::positive:
      return fmt::format("{}", own);
    case Kind::named:
      for (const auto& [number, name] : type.names)
        if (((number ^ own) << (unused & 63)) == 0) return name;
      break;
    case Kind::character:
      if (own >= ' ' && own < 127 && own != '\\' && own != '\'')
        return fmt::format("'{}'", static_cast<char>(own));
      [[fallthrough]];
    case Kind::negative:
      if (unused != 0 && unused < 64)
        return fmt::format("{}", static_cast<std::int64_t>(value << unused) >> unused);
      break;
    case Kind::unknown:
    case Kind::opaque:
      break;
  }
  return fmt::format("{}", static_cast<std::int64_t>(value));
}

std::string parts_of(const DWARFDie& type) {
  constexpr std::size_t kMost = 4096;  // a recording carries it
  const DWARFDie bare = bare_type(type);
  if (!bare.isValid() || is_called_opaque(type)) return ".";
  if (bare.getTag() == dwarf::DW_TAG_array_type) {
    const DWARFDie element = type_of(bare);
    const std::uint64_t bytes = size_of(element).value_or(0);
    if (bytes == 0) return ".";
    std::string counts;
    for (const std::uint64_t count : counts_of(bare)) counts += fmt::format(",{}", count);
    return fmt::format("[{}{}]{}", bytes, counts, parts_of(element));
  }
  if (!has_known_members(bare)) return ".";
  std::string members;
  for (const Member& member : members_of(bare)) {
    members += fmt::format("{},{},{}:{};", member.offset, member.bytes, member_name(bare, member.die),
                           parts_of(type_of(member.die)));
    if (members.size() > kMost) return ".";
  }
  return "{" + members + "}";
}

namespace {
// Classes of the standard library that point to what their first argument is the type of.
bool points(std::string_view name) {
  for (const std::string_view known : {"vector<", "basic_string<", "unique_ptr<", "shared_ptr<", "weak_ptr<",
                                       "reference_wrapper<", "span<", "valarray<"})
    if (name.starts_with(known)) return true;
  return false;
}
}  // namespace

DWARFDie element_of(const DWARFDie& type) {
  const DWARFDie bare = bare_type(type);
  if (!bare.isValid()) return {};
  if (bare.getTag() == dwarf::DW_TAG_pointer_type || bare.getTag() == dwarf::DW_TAG_reference_type)
    return type_of(bare);
  if (!is_class(bare) || !is_standard(bare)) return {};
  const bool is_atomic = short_name(bare).starts_with("atomic<");  // perhaps of a pointer
  if (!is_atomic && !points(short_name(bare))) return {};
  for (const DWARFDie& child : bare.children())
    if (child.getTag() == dwarf::DW_TAG_template_type_parameter)
      return is_atomic ? element_of(type_of(child)) : type_of(child);
  return {};
}

bool is_shared_pointer(const DWARFDie& type) {
  const DWARFDie bare = bare_type(type);
  if (!bare.isValid() || !is_class(bare)) return false;
  const std::string_view name = short_name(bare);
  return is_standard(bare) && (name.starts_with("shared_ptr<") || name.starts_with("weak_ptr<"));
}

bool has_nodes(const DWARFDie& type) {
  const DWARFDie bare = bare_type(type);
  if (!bare.isValid() || !is_class(bare) || !is_standard(bare)) return false;
  std::string_view name = short_name(bare);
  for (const std::string_view kind : {"unordered_", "forward_", "multi"})
    if (name.starts_with(kind)) name.remove_prefix(kind.size());
  return name.starts_with("list<") || name.starts_with("map<") || name.starts_with("set<");
}

bool is_sequence(const DWARFDie& type) {
  const DWARFDie bare = bare_type(type);
  if (!bare.isValid() || !is_class(bare)) return false;
  const std::string_view name = short_name(bare);
  return name.starts_with("vector<") || name.starts_with("basic_string<");
}

}  // namespace heddle::runtime::host
