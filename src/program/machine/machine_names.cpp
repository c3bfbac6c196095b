// SPDX-License-Identifier: Apache-2.0
// What people call the memory at an address: `cache.lookups_`, `accounts[1].guard`, `node->next`.
//
// Variables have their names from debug information. A block of the heap is called after a variable that points to it; what
// a container of the standard library keeps, after the container; any other after what the line of its allocation says, and
// what only blocks point to after those. All that is looked for when a finding is told: the search itself needs no names.
#include <cstring>

#include <fmt/format.h>

#include "compile/allocation_line.h"
#include "event/parts.h"
#include "program/machine/machine_parts.h"

namespace heddle::program {

namespace {

constexpr std::string_view kElement = "element of ";

}  // namespace

// A name and its parts, of what has one without a search.
std::pair<std::string, std::string> Machine::Parts::variable_of(ObjectNumber number) const {
  if (number < dynamic_base) {
    const Global& global = program.globals[number - program.global_object(0)];
    return {global.name, global.parts};
  }
  const Object& object = objects[number];
  if (object.name == 0) return {};
  const std::string& name = program.messages[object.name - 1];  // its parts on a line of their own
  const std::size_t end = name.find('\n');
  if (end == std::string::npos) return {name, ""};
  return {name.substr(0, end), name.substr(end + 1)};
}

std::string Machine::describe(Word address, std::uint64_t size) const {
  return parts_->describe(address, size);
}
std::string Machine::Parts::describe(Word address, std::uint64_t size) const {
  if (address == kAtomicBlock) return "the atomic block";
  if (is_thread_id(address) && (address & 0xFFFFFFFF) - 1 < thread_names.size())
    return thread_names[(address & 0xFFFFFFFF) - 1];
  if (!is_pointer(address) || object_of(address) >= objects.size()) return fmt::format("{:#x}", address);
  const ObjectNumber number = object_of(address);
  const Object& object = objects[number];
  const std::int64_t offset = offset_of(address);
  const auto with_offset = [&](const std::string& name, std::uint64_t whole) {
    if (offset == 0 && (size == 0 || size >= whole || whole <= 8)) return name;
    return fmt::format("{}+{}", name, offset);
  };
  if (number < program.global_object(0)) return program.functions[number - 1].name;
  if (const auto [name, parts] = variable_of(number); !name.empty())
    return parts.empty() || offset < 0 ? with_offset(name, object.size)
                                       : event::name_at(name, parts, static_cast<std::uint64_t>(offset));
  const auto known = block_names.find(number);
  const bool is_named = known != block_names.end() && !known->second.name.empty();
  if (is_named && known->second.name.starts_with(kElement)) return known->second.name;
  if (is_named && offset < known->second.begin) return fmt::format("count of {}", known->second.name);
  if (is_named) {
    const auto within = static_cast<std::uint64_t>(offset - known->second.begin);
    return known->second.parts == ">"
               ? fmt::format("*{}{}", known->second.name, within == 0 ? "" : fmt::format("+{}", within))
               : event::name_at(known->second.name, known->second.parts, within);
  }
  const std::uint32_t made = known != block_names.end() ? known->second.made : object.site;
  event::Location place = program.locations[made];
  place.column = 0;
  const std::string where = event::text(place);
  const std::string what =
      object.kind == Object::Kind::heap || object.kind == Object::Kind::freed ? "block" : "local variable";
  const bool is_part = offset != 0 || (size != 0 && size < object.size && object.size > 8);
  return fmt::format("{}{}{}", is_part ? fmt::format("byte {} of ", offset) : "", what,
                     where.empty() ? "" : " allocated at " + where);
}

std::string Machine::origin(Word address) const {
  const Parts& p = *parts_;
  if (!is_pointer(address) || object_of(address) >= p.objects.size()) return "";
  const ObjectNumber number = object_of(address);
  if (number < p.program.global_object(0)) return "";
  const Object& object = p.objects[number];
  const auto known = p.block_names.find(number);
  const bool is_block = known != p.block_names.end();
  const std::uint32_t place = is_block ? known->second.made
                              : number < p.dynamic_base
                                  ? p.program.globals[number - p.program.global_object(0)].declared
                                  : object.site;
  const event::Location& where = p.program.locations[place];
  if (where.line == 0) return "";
  if (is_block)
    return fmt::format("`{}` is byte {} of a heap block of {} bytes, allocated at {}{}",
                       p.describe(address, 0), offset_of(address), object.size, event::text(where),
                       where.function.empty() ? "" : fmt::format(" ({})", where.function));
  const std::string name = p.variable_of(number).first;
  if (name.empty()) return "";
  return fmt::format("`{}` is declared at {}{}", name, event::text(where),
                     where.function.empty() ? "" : fmt::format(" in {}", where.function));
}

FieldName Machine::field_name(Word address) const {
  const Parts& p = *parts_;
  FieldName name;
  if (!is_pointer(address) || object_of(address) >= p.objects.size()) return name;
  const ObjectNumber number = object_of(address);
  if (number < p.program.global_object(0)) return name;
  name.is_global = number < p.dynamic_base;
  if (name.is_global) {
    const Global& global = p.program.globals[number - p.program.global_object(0)];
    if (!global.inside_function) name.path = global.scope + p.describe(address, 0);
    return name;
  }
  const auto known = p.block_names.find(number);
  if (known == p.block_names.end() || known->second.type == nullptr) return name;
  const Pointee& type = *known->second.type;
  const std::int64_t within = offset_of(address) - known->second.begin;
  if (within < 0 || type.bytes == 0 || !type.parts.starts_with('{') || type.written.empty()) return name;
  const std::uint64_t begin = static_cast<std::uint64_t>(within) / type.bytes * type.bytes;
  const std::string field = event::name_at("", ">" + type.parts, static_cast<std::uint64_t>(within) - begin);
  if (!field.starts_with("->")) return name;
  name.type = type.written;
  name.field = field.substr(2);
  name.instance = address_of(number, known->second.begin + static_cast<std::int64_t>(begin));
  return name;
}

event::Location Machine::declared_at(Word address) const {
  const Parts& p = *parts_;
  if (!is_pointer(address) || object_of(address) >= p.objects.size() ||
      object_of(address) < p.program.global_object(0))
    return {};
  const ObjectNumber number = object_of(address);
  const std::uint32_t place = number < p.dynamic_base
                                  ? p.program.globals[number - p.program.global_object(0)].declared
                                  : p.objects[number].site;
  event::Location where = p.program.locations[place];
  where.column = 0;
  return where;
}

// A block that a pointer leads to, at `address`: what it is called.
void Machine::Parts::name_block(Word address, const std::string& pointer, const Pointee& to) {
  const ObjectNumber number = object_of(address);
  const Object& object = objects[number];
  BlockName& block = block_names.at(number);
  const std::int64_t begin = offset_of(address);
  if (begin < 0 || begin >= static_cast<std::int64_t>(object.size)) return;
  const std::uint64_t room = object.size - static_cast<std::uint64_t>(begin);
  const bool is_array = to.bytes != 0 && room >= 2 * to.bytes;
  block.name = pointer;
  block.begin = begin;
  block.type = to.type.empty() ? nullptr : &to;
  if (to.bytes == 0 || to.bytes > room || to.parts.empty())
    block.parts = ">";
  else
    block.parts = is_array ? fmt::format("[{}]{}", to.bytes, to.parts) : ">" + to.parts;
}

// Whatever the bytes of an object point to that has no name yet.
bool Machine::Parts::name_what_it_points_to(ObjectNumber from) {
  const Object& object = objects[from];
  if (object.data == nullptr) return false;
  const auto [variable, parts] = variable_of(from);
  const auto block = block_names.find(from);
  if (variable.starts_with('_')) return false;  // a library's
  if (variable.empty() && (block == block_names.end() || block->second.name.empty())) return false;
  bool found = false;
  for (std::uint32_t at = 0; at + sizeof(Word) <= object.size; at += sizeof(Word)) {
    Word address = 0;
    std::memcpy(&address, object.data + at, sizeof address);
    if (!is_pointer(address) || object_of(address) >= objects.size()) continue;
    const auto pointed = block_names.find(object_of(address));
    if (pointed == block_names.end() || !pointed->second.name.empty()) continue;
    const std::string name = describe(address_of(from, at), sizeof(Word));
    std::optional<std::uint64_t> to;
    if (!variable.empty())
      to = event::pointer_at(parts, at);
    else if (block->second.parts.size() > 1 && static_cast<std::int64_t>(at) >= block->second.begin)
      to = event::pointer_at(block->second.parts.starts_with('>')
                                 ? std::string_view(block->second.parts).substr(1)
                                 : std::string_view(block->second.parts),
                             at - static_cast<std::uint64_t>(block->second.begin));
    if (to && *to < program.pointees.size())
      name_block(address, name, program.pointees[*to]);
    else if (name.starts_with(kElement))
      pointed->second.name = name;
    else
      pointed->second.name = fmt::format("{}{}", kElement, name);  // what a container keeps
    found = true;
  }
  return found;
}

// A block whose name says nothing of its type, if a pointer to it does.
bool Machine::Parts::type_what_is_pointed_to() {
  bool found = false;
  for (ObjectNumber number = program.global_object(0); number < objects.size(); ++number) {
    const Object& object = objects[number];
    if (object.data == nullptr || number < program.global_object(0)) continue;
    std::string parts = variable_of(number).second;
    if (const auto block = block_names.find(number); parts.empty() && block != block_names.end())
      parts = block->second.type != nullptr ? block->second.type->parts : block->second.parts;
    for (std::uint32_t at = 0; !parts.empty() && at + sizeof(Word) <= object.size; at += sizeof(Word)) {
      Word address = 0;
      std::memcpy(&address, object.data + at, sizeof address);
      const auto to =
          event::pointer_at(parts.starts_with('>') ? std::string_view(parts).substr(1) : parts, at);
      if (!to || *to >= program.pointees.size() || !is_pointer(address)) continue;
      const auto pointed = block_names.find(object_of(address));
      if (pointed == block_names.end() || pointed->second.type != nullptr || offset_of(address) != 0 ||
          program.pointees[*to].type.empty())
        continue;
      pointed->second.type = &program.pointees[*to];
      found = true;
    }
  }
  return found;
}

void Machine::name_blocks(const std::map<ObjectNumber, std::uint32_t>& made) {
  Parts& p = *parts_;
  p.block_names.clear();
  for (ObjectNumber number = 1; number < p.objects.size(); ++number) {
    const Object& object = p.objects[number];
    const bool is_block =
        object.kind == Object::Kind::heap || (object.kind == Object::Kind::freed && !object.was_stack);
    if (!is_block) continue;
    const auto own = made.find(number);
    p.block_names[number].made = own != made.end() && own->second != 0 ? own->second : object.site;
  }
  const auto follow = [&](ObjectNumber from, ObjectNumber end, auto&& wanted) {
    bool found = false;
    for (ObjectNumber number = from; number < end; ++number)
      if (wanted(p.objects[number])) found = p.name_what_it_points_to(number) || found;
    return found;
  };
  const auto end = static_cast<ObjectNumber>(p.objects.size());
  const auto is_variable = [](const Object& object) {
    return object.kind == Object::Kind::global || object.kind == Object::Kind::stack ||
           object.kind == Object::Kind::thread_local_storage;
  };
  follow(p.program.global_object(0), end, is_variable);
  const auto is_element = [&](ObjectNumber number) {
    const auto known = p.block_names.find(number);
    return known != p.block_names.end() && known->second.name.starts_with(kElement);
  };
  for (bool found = true; found;) {
    found = false;
    for (ObjectNumber number = 1; number < end; ++number)
      if (is_element(number)) found = p.name_what_it_points_to(number) || found;
  }
  static const Pointee unknown;  // what is named has its address
  for (auto& [number, block] : p.block_names) {
    if (!block.name.empty()) continue;
    const event::Location& place = p.program.locations[block.made];
    const compile::AllocationLine said = compile::allocation_in(compile::source_line(place.file, place.line));
    if (said.variable.empty()) continue;
    const auto type =
        std::find_if(p.program.pointees.begin(), p.program.pointees.end(),
                     [&](const Pointee& each) { return !said.type.empty() && each.type == said.type; });
    p.name_block(address_of(number), said.variable, type != p.program.pointees.end() ? *type : unknown);
  }
  const auto is_block = [](const Object& object) {
    return object.kind == Object::Kind::heap || object.kind == Object::Kind::freed;
  };
  while (follow(1, end, is_block)) {
  }
  while (p.type_what_is_pointed_to()) {
  }
  // Two nodes of one list have one name in the source.
  std::map<std::string, unsigned> used;
  for (auto& [number, block] : p.block_names)
    if (!block.name.empty() && !block.name.starts_with(kElement))
      if (const unsigned before = used[block.name]++; before > 0)
        block.name += fmt::format("#{}", before + 1);
}
void Machine::forget_names() { parts_->block_names.clear(); }

}  // namespace heddle::program
