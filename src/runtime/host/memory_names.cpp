// SPDX-License-Identifier: Apache-2.0
#include "runtime/host/memory_names.h"

#include <algorithm>
#include <filesystem>
#include <regex>

#include <fmt/format.h>

#include "event/function_name.h"
#include "event/parts.h"
#include "runtime/host/block_words.h"
#include "runtime/host/debug_types.h"
#include "runtime/host/variables.h"

namespace heddle::runtime::host {
namespace {

std::string declaration_note(const Variable& variable) {
  std::string note;
  if (variable.declared.line == 0 && variable.declared.function.empty()) return note;
  note = fmt::format("`{}` is declared", variable.whole);
  if (!variable.declared.file.empty())
    note += fmt::format(" at {}:{}", tidy_path(variable.declared.file), variable.declared.line);
  if (!variable.declared.function.empty()) note += fmt::format(" in {}", variable.declared.function);
  return note;
}

MemoryName name_of(const Variable& variable, const llvm::DWARFDie* until = nullptr) {
  return {until == nullptr ? variable.name
                           : variable.whole + part_at(variable.whole_type, variable.within, until).suffix,
          declaration_note(variable),
          value_type({.suffix = "", .type = variable.type, .offset = variable.offset}),
          variable.declared.function, variable.offset};
}

// What std::make_unique<Ring<int>, int>(…) or heddle::linearizable<Ring<int>> made itself: no function of the user's
// stands in between.
std::string made_type(const HeapBlock& block) {
  for (const event::Location& frame : block.allocated) {
    if (!is_system_file(frame.file)) break;
    for (const std::string_view begin : {"make_unique<", "heddle::Linearizable<"})
      if (const std::size_t at = frame.function.find(begin); at != std::string::npos)
        return named_anywhere(first_argument(argument_of(frame.function.substr(at), {begin})));
  }
  return "";
}

}  // namespace

MemoryName MemoryNames::global(std::uint64_t address, const llvm::DWARFDie* until) {
  const auto file = symbols_.described(address);
  if (file.variables != nullptr)
    if (const auto variable = file.variables->global(address - file.bias)) return name_of(*variable, until);
  const auto global = symbols_.global(address);
  if (!global) return {};
  const std::uint64_t offset = address - global->address;
  return {offset == 0 ? global->name : fmt::format("{}+{}", global->name, offset), "", {}};
}

std::optional<Variable> MemoryNames::variable_on_stack(std::uint64_t address, const StackWords& stack) {
  if (stack.words.empty() || address < stack.low || address >= stack.low + stack.words.size() * 8)
    return std::nullopt;
  const std::size_t here = (address - stack.low) / 8;
  const auto local_of = [&](std::uint64_t pc, std::int64_t offset) -> std::optional<Variable> {
    // The system's libraries may carry debug information: what they keep there is nobody's variable.
    const std::string module = symbols_.module_of(pc);
    if (module.find(".so") != std::string::npos && is_known_library(module)) return std::nullopt;
    const auto file = symbols_.described(pc);
    return file.variables != nullptr ? file.variables->local(pc - file.bias, offset) : std::nullopt;
  };
  for (std::size_t i = here; i < stack.words.size(); ++i) {
    const auto back = std::find(stack.frames.begin(), stack.frames.end(), stack.words[i]);
    if (back == stack.frames.end()) continue;
    const auto frame_address = static_cast<std::int64_t>(stack.low + i * 8 + 8);
    const std::int64_t offset = static_cast<std::int64_t>(address) - frame_address;
    const auto caller = symbols_.described(*back);
    const std::uint64_t called =
        caller.variables != nullptr ? caller.variables->call_target(*back - caller.bias) : 0;
    if (called != 0 && caller.variables->has_function(called)) {
      if (auto found = caller.variables->local(called, offset)) return found;
      continue;  // the function is known, and has nothing there: no guess finds better
    }
    if (back + 1 == stack.frames.end() && stack.outermost != 0) {
      if (auto found = local_of(stack.outermost, offset)) return found;
      continue;
    }
    if (back != stack.frames.begin())
      if (auto found = local_of(*(back - 1) - 1, offset)) return found;
    if (back == stack.frames.begin() && stack.innermost != 0) {
      if (auto found = local_of(stack.innermost, offset)) return found;
      continue;
    }
    // The innermost function: some return address below leads into it.
    constexpr std::size_t kLooked = 64;
    for (std::size_t j = here; back == stack.frames.begin() && j-- > 0 && here - j < kLooked;)
      if (auto found = local_of(stack.words[j] - 1, offset)) return found;
  }
  return std::nullopt;
}

MemoryName MemoryNames::on_stack(std::uint64_t address, const StackWords& stack,
                                 const llvm::DWARFDie* until) {
  const auto variable = variable_on_stack(address, stack);
  return variable ? name_of(*variable, until) : MemoryName{};
}

std::optional<Variable> MemoryNames::variable_of_thread(std::uint64_t address, std::uint64_t thread_pointer) {
  constexpr std::uint64_t kMost = std::uint64_t{1} << 24;
  if (thread_pointer == 0 || address >= thread_pointer || thread_pointer - address > kMost)
    return std::nullopt;
  const auto file = symbols_.program();
  return file.variables != nullptr ? file.variables->thread_local_at(thread_pointer - address) : std::nullopt;
}

MemoryName MemoryNames::of_thread(std::uint64_t address, std::uint64_t thread_pointer,
                                  const llvm::DWARFDie* until) {
  const auto variable = variable_of_thread(address, thread_pointer);
  if (!variable) return {};
  MemoryName name = name_of(*variable, until);
  if (!name.note.empty()) name.note += ", for each thread its own";
  return name;
}

namespace {

bool is_users(const Variable& variable) {
  const std::string& file = variable.declared.file;
  return !is_system_file(file);
}

// Slots of a stack are used by several variables, one after the other: a vector that begins there ends there, too.
bool is_sequence_at(const StackWords& stack, std::size_t at, const HeapBlock& block) {
  if (at + 2 >= stack.words.size()) return false;
  const std::uint64_t begin = stack.words[at], end = stack.words[at + 1], room = stack.words[at + 2];
  const bool is_vector = begin <= end && end <= room && room - begin <= block.size;
  return is_vector || (end <= room && room < block.size);  // a string has its length and its room
}

}  // namespace

std::optional<Variable> MemoryNames::pointer_to(const HeapBlock& block) {
  if (block.pointer == 0) return std::nullopt;
  if (const StackWords& stack = block.pointer_stack; !stack.words.empty()) {
    // The same word may stand further out, in a register that was saved there, or be what an inlined function was called
    // with: what counts is a variable, and first of all one that a user has named.
    std::optional<Variable> any;
    for (std::size_t i = stack.words.size(); i-- > 0;) {
      if (stack.words[i] != block.address) continue;
      auto found = variable_on_stack(stack.low + i * 8, stack);
      if (!found || !is_users(*found)) continue;
      if (!element_of(found->type).isValid() && !has_nodes(found->type)) continue;
      if (is_sequence(found->type) && !is_sequence_at(stack, i, block)) continue;
      if (found->whole != "this" && !found->whole.starts_with("_")) return found;
      if (!any) any = std::move(found);
    }
    return any;
  }
  const auto file = symbols_.described(block.pointer);
  return file.variables != nullptr ? file.variables->global(block.pointer - file.bias) : std::nullopt;
}

namespace {
constexpr std::uint64_t kCounts = 16;  // libstdc++'s, before what std::make_shared made
}

// What a block is called, and what lies in it.
struct MemoryNames::BlockName {
  enum class Shape : std::uint8_t {
    elements,  // numbers[5]
    pointed,   // node->next
    typed,     // Node::next
    library,   // shared state of result
    start,     // *buffer: nothing is known but the name
  };
  Shape shape = Shape::start;
  std::string name;
  llvm::DWARFDie element;
  std::uint64_t bytes = 0;  // of an element
  std::uint64_t front = 0;  // bytes before it: what a std::shared_ptr counts with
  std::string type, line;   // of the library's
  std::string container;    // likewise: what it is a node of, if that is known
  std::string noun;         // "in a Node of 16 bytes"; empty: nothing is known of it

  std::string text(std::uint64_t offset) const {
    if (offset < front) return "count of " + name;
    offset -= front;
    const std::string suffix = element.isValid() ? part_at(element, offset % bytes).suffix : "";
    switch (shape) {
      case Shape::elements:
        return fmt::format("{}[{}]{}", name, offset / bytes, suffix);
      case Shape::pointed:
        return suffix.empty() ? "*" + name : fmt::format("{}->{}", name, suffix.substr(1));
      case Shape::typed:
        return suffix.empty() ? name : fmt::format("{}::{}", name, suffix.substr(1));
      case Shape::library:
        return container.empty() ? library_words(type, suffix, line) : "element of " + container;
      case Shape::start:
        break;
    }
    return offset == 0 ? "*" + name : fmt::format("*{}+{}", name, offset);
  }
  ValueType value(std::uint64_t offset) const {
    if (offset < front) return {};
    return element.isValid() ? value_type(part_at(element, (offset - front) % bytes)) : ValueType{};
  }
  // The same for all offsets (event/parts.h).
  event::Region region() const {
    switch (shape) {
      case Shape::elements:
        return {.name = name, .parts = fmt::format("[{}]{}", bytes, parts_of(element))};
      case Shape::pointed:
      case Shape::typed: {
        const char sign = shape == Shape::pointed ? '>' : ':';
        return {.name = name,
                .parts = front == 0 ? sign + parts_of(element)
                                    : fmt::format("{}{{{},{},:{};}}", sign, front, bytes, parts_of(element))};
      }
      case Shape::library:
        return {.name = text(0), .parts = "."};
      case Shape::start:
        break;
    }
    return {.name = "*" + name};
  }
};

namespace {

const event::Location* own_frame(const HeapBlock& block) {
  const auto own = std::find_if(block.allocated.begin(), block.allocated.end(),
                                [](const event::Location& frame) { return !is_system_file(frame.file); });
  return own != block.allocated.end() ? &*own : nullptr;
}

// Made by heddle::linearizable, which calls its functions.
bool is_tested(const HeapBlock& block) {
  return std::any_of(block.allocated.begin(), block.allocated.end(), [](const event::Location& frame) {
    return frame.file.find("/heddle/linearizable") != std::string::npos;
  });
}

}  // namespace

// It is asked again and again for the blocks of one loop.
const std::string& MemoryNames::line_at(const event::Location& place) {
  const auto [known, is_new] = lines_.try_emplace({place.file, place.line});
  if (is_new) known->second = compile::source_line(place.file, place.line);
  return known->second;
}

// What the line of its allocation says. `head_ = new Node` was true then, and another node may be the head by now: only a
// variable of that function stands for the block as long as the function speaks of it.
const compile::AllocationLine& MemoryNames::said_of(const HeapBlock& block, const std::string& line) {
  const auto [known, is_new] = said_.try_emplace({block.allocated_pc, line});
  compile::AllocationLine& said = known->second;
  if (is_new) said = compile::allocation_in(line);
  if (!is_new || said.variable.empty()) return said;
  const auto file = symbols_.described(block.allocated_pc);
  const event::Location* own = own_frame(block);
  const auto global = symbols_.program().variables;
  const bool is_declared =
      own != nullptr && (global == nullptr || !global->has_global(said.variable)) &&
      std::regex_search(line,
                        std::regex(R"([\w>]\s*[*&]?\s+[*&]?\s*)" + said.variable + R"(\s*(=|\{|\())")) &&
      !std::regex_search(line, std::regex(R"(\b(return|else|co_return)\s+)" + said.variable));
  const bool is_local =
      is_declared || (file.variables != nullptr && block.allocated_pc != 0 &&
                      file.variables->named(block.allocated_pc - file.bias - 1, said.variable));
  if (!is_local) said.variable.clear();
  return said;
}

// The type that the allocation names, of the right size.
std::optional<MemoryNames::BlockName> MemoryNames::name_after_type(const HeapBlock& block,
                                                                   std::uint64_t offset,
                                                                   const std::string& line) {
  using Shape = BlockName::Shape;
  const auto program = symbols_.program();
  if (program.variables == nullptr) return std::nullopt;
  compile::AllocationLine said = said_of(block, line);
  std::vector<std::string> types;
  for (const event::Location& frame : block.allocated)
    if (std::string type = allocated_type(frame.function); !type.empty()) types.push_back(std::move(type));
  for (const event::Location& frame : block.allocated)
    if (const std::string type = tested_type(frame.function); types.empty() && !type.empty())
      said = {"this", type};
  if (const std::string type = made_type(block);
      types.empty() && !type.empty() && size_of(program.variables->type_named(type)) == block.size)
    said = {is_tested(block) ? "" : said.variable, type};
  // auto node = std::make_shared<Node>(): behind its counts.
  static const std::regex shared(R"((\w+)\s*(?:=|\{|\()\s*std::make_shared<((?:\w+::)*\w+(?:<[^;()]*>)?))");
  std::smatch found_shared;
  if (!types.empty() && types.front().starts_with("std::_Sp_counted_ptr_inplace<") &&
      std::regex_search(line, found_shared, shared)) {
    said.type = found_shared[2];
    const llvm::DWARFDie type = program.variables->type_named(said.type);
    const std::uint64_t bytes = type.isValid() ? size_of(type).value_or(0) : 0;
    if (bytes != 0 && block.size >= kCounts + bytes)
      return BlockName{.shape = said.variable.empty() ? Shape::typed : Shape::pointed,
                       .name = said.variable.empty() ? short_type(said.type) : said.variable,
                       .element = type,
                       .bytes = bytes,
                       .front = kCounts};
  }
  if (!types.empty())
    said = {};  // what a container asks for is not what the line speaks of
  else if (!said.type.empty())
    types.push_back(said.type);
  for (const std::string& type_name : types) {
    for (const auto& [node, container] : kNodes)  // whose type debug information may spell otherwise
      if (type_name.starts_with(node))
        return BlockName{.shape = Shape::library, .bytes = block.size, .type = type_name};
    const llvm::DWARFDie type = program.variables->type_named(type_name);
    const std::uint64_t bytes = type.isValid() ? size_of(type).value_or(0) : 0;
    if (bytes == 0 && !library_words(type_name, "", line).empty())
      return BlockName{.shape = Shape::library, .bytes = block.size, .type = type_name, .line = line};
    if (bytes == 0 || bytes > block.size || offset >= block.size / bytes * bytes) continue;
    BlockName found{.name = said.variable, .element = type, .bytes = bytes};
    const std::string shown = short_type(type_name);
    const bool sounds_open =
        !shown.empty() && std::string_view("aeiouAEIO").find(shown[0]) != std::string_view::npos;
    found.noun = bytes == block.size
                     ? fmt::format("in {} {} of {} bytes", sounds_open ? "an" : "a", shown, bytes)
                     : fmt::format("in a block of {} {}s", block.size / bytes, shown);
    if (const Part part = part_at(type, offset % bytes);
        !library_words(type_name, part.suffix, line).empty()) {
      found.shape = Shape::library;
      found.type = type_name;
      found.line = line;
      return found;
    }
    found.shape = bytes != block.size     ? Shape::elements
                  : said.variable.empty() ? Shape::typed
                                          : Shape::pointed;
    if (said.variable.empty()) found.name = shown;
    return found;
  }
  // malloc(sizeof *node): what the variable points to.
  if (said.variable.empty() || block.allocated_pc == 0) return std::nullopt;
  const auto file = symbols_.described(block.allocated_pc);
  const auto variable = file.variables != nullptr
                            ? file.variables->named(block.allocated_pc - file.bias - 1, said.variable)
                            : std::nullopt;
  const llvm::DWARFDie element = variable ? element_of(variable->type) : llvm::DWARFDie();
  const std::uint64_t bytes = element.isValid() ? size_of(element).value_or(0) : 0;
  if (bytes == 0 || bytes > block.size || (offset >= bytes && block.size < 2 * bytes)) return std::nullopt;
  return BlockName{.shape = block.size >= 2 * bytes ? Shape::elements : Shape::pointed,
                   .name = said.variable,
                   .element = element,
                   .bytes = bytes};
}

std::optional<MemoryNames::BlockName> MemoryNames::name_block(const HeapBlock& block, std::uint64_t offset) {
  using Shape = BlockName::Shape;
  if (const auto pointer = pointer_to(block)) {
    llvm::DWARFDie element = element_of(pointer->type);
    // clang leaves the library's own string a declaration.
    if (!element.isValid() && is_sequence(pointer->type) &&
        qualified_name(pointer->type).find("basic_string<char,") != std::string::npos)
      if (const auto program = symbols_.program(); program.variables != nullptr)
        element = program.variables->type_named("char");
    const std::uint64_t bytes = element.isValid() ? size_of(element).value_or(0) : 0;
    if (is_shared_pointer(pointer->type) && pointer->offset == 8) {  // to its counts
      if (bytes != 0 && block.size >= kCounts + bytes)
        return BlockName{.shape = Shape::pointed,
                         .name = pointer->name,
                         .element = element,
                         .bytes = bytes,
                         .front = kCounts};
      return name_after_type(block, offset, "");
    }
    const bool counts = is_sequence(pointer->type) || (bytes != 0 && block.size >= 2 * bytes);
    if (bytes != 0 && (counts || (block.size >= bytes && offset < bytes)))
      return BlockName{.shape = counts ? Shape::elements : Shape::pointed,
                       .name = pointer->name,
                       .element = element,
                       .bytes = bytes};
  }
  const event::Location* own = own_frame(block);
  const std::string line = own != nullptr ? line_at(*own) : "";
  if (auto found = name_after_type(block, offset, line)) {
    const auto container = found->shape == Shape::library ? pointer_to(block) : std::nullopt;
    if (container && has_nodes(container->type)) found->container = container->name;
    return found;
  }
  const bool is_container =
      std::any_of(block.allocated.begin(), block.allocated.end(),
                  [](const event::Location& frame) { return !allocated_type(frame.function).empty(); });
  if (const compile::AllocationLine said = said_of(block, line); !said.variable.empty() && !is_container)
    return BlockName{.name = said.variable};
  return std::nullopt;
}

std::string MemoryNames::type_in_block(std::uint64_t address, const HeapBlock& block) {
  using Shape = BlockName::Shape;
  const auto found = name_block(block, address - block.address);
  if (!found || !found->element.isValid() || address - block.address != found->front ||
      (found->shape != Shape::pointed && found->shape != Shape::typed))
    return "";
  return short_type(qualified_name(found->element));
}

MemoryName MemoryNames::in_block(std::uint64_t address, const HeapBlock& block) {
  const std::uint64_t offset = address - block.address;
  std::string where;
  if (const event::Location* own = own_frame(block)) {
    where = fmt::format(", allocated at {}", event::text(*own));
    if (!own->function.empty()) where += fmt::format(" ({})", event::short_function(own->function));
  }
  const std::string noun = fmt::format("byte {} of a heap block of {} bytes", offset, block.size);
  const auto found = name_block(block, offset);
  if (!found) {
    std::string text;
    if (const event::Location* own = own_frame(block))
      text = fmt::format("block allocated at {}:{}", std::filesystem::path(own->file).filename().string(),
                         own->line);
    else if (is_tested(block))
      text = offset == 0 ? "the tested object" : fmt::format("the tested object+{}", offset);
    return {text, fmt::format("it is {}{}", noun, where), ValueType{}};
  }
  const std::string text = found->text(offset);
  return {text, fmt::format("`{}` is {}{}", text, found->noun.empty() ? noun : found->noun, where),
          found->value(offset), "", found->shape == BlockName::Shape::library ? offset : 0};
}

MemoryRegion MemoryNames::block_region(const HeapBlock& block) {
  MemoryRegion found;
  if (const auto name = name_block(block, 0)) {
    found.region = name->region();
    found.region.parts = event::with_remark(name->noun, found.region.parts);
  }
  found.region.address = block.address;
  found.region.size = std::max<std::uint64_t>(block.size, 1);
  found.region.kind = event::Region::Kind::heap;
  if (const event::Location* own = own_frame(block)) {
    found.declared = *own;
    if (found.region.name.empty())
      found.region.name = fmt::format("block allocated at {}", event::text(*own));
  }
  return found;
}

namespace {

std::optional<MemoryRegion> region_around(const std::optional<Variable>& variable, std::uint64_t address,
                                          event::Region::Kind kind) {
  if (!variable) return std::nullopt;
  MemoryRegion found{{.address = address - variable->within,
                      .size = std::max(size_of(variable->whole_type).value_or(1), variable->within + 1),
                      .kind = kind,
                      .name = variable->whole,
                      .parts = parts_of(variable->whole_type)},
                     variable->declared};
  found.declared.file = tidy_path(found.declared.file);
  return found;
}

}  // namespace

std::optional<MemoryRegion> MemoryNames::global_region(std::uint64_t address) {
  const auto file = symbols_.described(address);
  if (file.variables != nullptr)
    if (auto found =
            region_around(file.variables->global(address - file.bias), address, event::Region::Kind::global))
      return found;
  const auto global = symbols_.global(address);
  if (!global) return std::nullopt;
  return MemoryRegion{{.address = global->address,
                       .size = std::max<std::uint64_t>(global->size, 1),
                       .kind = event::Region::Kind::global,
                       .name = global->name},
                      {}};
}

std::optional<MemoryRegion> MemoryNames::stack_region(std::uint64_t address, const StackWords& stack) {
  return region_around(variable_on_stack(address, stack), address, event::Region::Kind::stack);
}

std::optional<MemoryRegion> MemoryNames::thread_region(std::uint64_t address, std::uint64_t thread_pointer) {
  return region_around(variable_of_thread(address, thread_pointer), address,
                       event::Region::Kind::thread_local_storage);
}

}  // namespace heddle::runtime::host
