// SPDX-License-Identifier: Apache-2.0
#include "event/names.h"

#include <charconv>

#include <fmt/format.h>

#include "base/hash.h"
#include "event/parts.h"

namespace heddle::event {
namespace {

// Only the one spelling that printing gives back counts as a number: "12", not "012" or "+12".
std::optional<std::uint32_t> line_number(std::string_view digits) {
  std::uint32_t line = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), line);
  if (error != std::errc() || end != digits.data() + digits.size() || line == 0 || digits.front() == '0')
    return std::nullopt;
  return line;
}

}  // namespace

std::string text(const Location& location) {
  if (location.line == 0) return location.file;
  if (location.file.empty()) return std::to_string(location.line);
  if (location.column == 0) return fmt::format("{}:{}", location.file, location.line);
  return fmt::format("{}:{}:{}", location.file, location.line, location.column);
}

Location location_from(std::string_view text) {
  if (text.empty()) return {};
  if (const auto line = line_number(text)) return {.line = *line};
  const auto last_colon = text.rfind(':');
  if (last_colon == std::string_view::npos || last_colon == 0) return {.file = std::string(text)};
  const auto last = line_number(text.substr(last_colon + 1));
  if (!last) return {.file = std::string(text)};
  const std::string_view front = text.substr(0, last_colon);
  if (const auto colon = front.rfind(':'); colon != std::string_view::npos && colon > 0) {
    if (const auto line = line_number(front.substr(colon + 1)))
      return {.file = std::string(front.substr(0, colon)), .line = *line, .column = *last};
  }
  return {.file = std::string(front), .line = *last};
}

std::size_t LocationHash::operator()(const Location& location) const {
  return base::combine(base::hash_bytes(location.file, location.line),
                       base::hash_bytes(location.function, location.column));
}

std::size_t MarkHash::operator()(const Mark& mark) const {
  std::uint64_t hash = base::hash_bytes(mark.label);
  for (const MarkValue& value : mark.values)
    hash = base::combine(base::hash_bytes(value.name, hash), static_cast<std::uint64_t>(value.value));
  return hash;
}

std::size_t StackHash::operator()(const std::vector<LocationId>& stack) const {
  std::uint64_t hash = stack.size();
  for (const LocationId frame : stack) hash = base::combine(hash, frame.number());
  return hash;
}

Variable Names::variable(std::string_view name) {
  return {kNamedVariables + 8 * variables_.intern(name).index(), 8};
}

void Names::add_region(Region region) {
  auto next = regions_.lower_bound(region.address);
  if (next != regions_.begin()) {
    auto before = std::prev(next);
    if (before->second.address + before->second.size > region.address) next = before;
  }
  while (next != regions_.end() && next->first < region.address + region.size) next = regions_.erase(next);
  const std::uint64_t address = region.address;
  regions_.insert_or_assign(address, std::move(region));
}

const Region* Names::region_at(std::uint64_t address) const {
  auto after = regions_.upper_bound(address);
  if (after == regions_.begin()) return nullptr;
  const Region& region = std::prev(after)->second;
  return address < region.address + region.size ? &region : nullptr;
}

bool Names::name_parts(std::uint64_t address, std::string_view parts) {
  const auto region = regions_.find(address);
  if (region == regions_.end()) return false;
  region->second.parts = parts;
  return true;
}

std::string Names::describe(Variable variable) const {
  if (variable.address >= kNamedVariables) {
    const std::uint64_t offset = variable.address - kNamedVariables;
    if (offset / 8 < variables_.size()) {
      const std::string& name = variables_[NamedVariableId(offset / 8)];
      return offset % 8 == 0 ? name : fmt::format("{}+{}", name, offset % 8);
    }
  } else if (const Region* region = region_at(variable.address); region && !region->name.empty()) {
    const std::uint64_t offset = variable.address - region->address;
    if (!region->parts.empty()) return name_at(region->name, region->parts, offset);
    return offset == 0 ? region->name : fmt::format("{}+{}", region->name, offset);
  }
  return fmt::format("{:#x}", variable.address);
}

std::string Names::origin(Variable variable) const {
  const Region* region = variable.address < kNamedVariables ? region_at(variable.address) : nullptr;
  if (region == nullptr || region->name.empty() || !region->declared.exists()) return {};
  const Location& where = locations[region->declared];
  if (region->kind == Region::Kind::heap)
    return fmt::format("`{}` is byte {} of a heap block of {} bytes, allocated at {}{}", describe(variable),
                       variable.address - region->address, region->size, text(where),
                       where.function.empty() ? "" : fmt::format(" ({})", where.function));
  return fmt::format("`{}` is declared at {}{}{}", region->name, text(where),
                     where.function.empty() ? "" : " in " + where.function,
                     region->kind == Region::Kind::thread_local_storage ? ", for each thread its own" : "");
}

std::string Names::describe_target(const Event& event) const {
  switch (target_kind(event.operation)) {
    case TargetKind::nothing:
      return {};
    case TargetKind::variable:
      return describe(event.variable());
    case TargetKind::lock:
      return locks[event.lock()];
    case TargetKind::condition:
      return conditions[event.condition()];
    case TargetKind::thread:
      return threads[event.other()];
    case TargetKind::barrier:
      return barriers[event.barrier()];
    case TargetKind::message:
      return messages[event.message()];
    case TargetKind::mark: {
      const Mark& mark = marks[event.mark()];
      std::string text = mark.label;
      for (const MarkValue& value : mark.values)
        text += fmt::format("{}{}={}", text.empty() ? "" : ",", value.name, value.value);
      return text;
    }
  }
  return {};
}

std::string Names::describe(LocationId location) const {
  return location.exists() ? text(locations[location]) : std::string();
}

}  // namespace heddle::event
