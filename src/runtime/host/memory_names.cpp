// SPDX-License-Identifier: Apache-2.0
#include "runtime/host/memory_names.h"

#include <algorithm>
#include <fstream>
#include <regex>

#include <fmt/format.h>

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

MemoryName name_of(const Variable& variable) { return {variable.name, declaration_note(variable)}; }

std::string line_of(const event::Location& location) {
  std::ifstream in(location.file);
  std::string line;
  for (std::uint32_t i = 0; i < location.line && std::getline(in, line); ++i) {
  }
  return in ? line : "";
}

// What the source calls the block and its type, where the allocation is: "Node* node = new Node(1);"
struct Said {
  std::string variable, type;
};
Said said_in(const std::string& line) {
  static const std::regex assigned(
      R"(([A-Za-z_][\w.]*(?:->\w+)*)\s*(?:\{|=|\()\s*(?:\([^()]*\)\s*)?(?:new\b|std::make_|malloc|calloc|aligned_alloc|realloc))");
  static const std::regex made(R"(\bnew\s+(?:\([^)]*\)\s*)?((?:\w+::)*\w+(?:<[^;()]*>)?))");
  static const std::regex made_by(R"(make_(?:unique|shared)<((?:\w+::)*\w+(?:<[^;()]*>)?))");
  static const std::regex sized(R"(sizeof\s*\(\s*(?:struct\s+)?((?:\w+::)*\w+)\s*\))");
  Said said;
  std::smatch found;
  if (std::regex_search(line, found, assigned)) said.variable = found[1];
  if (std::regex_search(line, found, made) || std::regex_search(line, found, made_by) ||
      std::regex_search(line, found, sized))
    said.type = found[1];
  return said;
}

// "std::__new_allocator<Node>::allocate(…)" → "Node"
std::string allocated_type(const std::string& function) {
  for (const std::string_view begin :
       {"std::__new_allocator<", "__gnu_cxx::new_allocator<", "std::allocator<"}) {
    if (!function.starts_with(begin)) continue;
    std::size_t depth = 1, at = begin.size();
    for (; at < function.size() && depth > 0; ++at)
      depth += function[at] == '<' ? 1 : function[at] == '>' ? ~std::size_t{0} : 0;
    std::string type = function.substr(begin.size(), at - begin.size() - 1);
    while (type.ends_with(' ')) type.pop_back();
    return type;
  }
  return "";
}

// "std::vector<Node, std::allocator<Node>>" → "std::vector<Node>": the arguments that nobody writes are left out.
std::string short_type(std::string type) {
  for (const std::string_view left_out : {", std::allocator<", ", std::char_traits<", ", (__gnu_cxx::"}) {
    for (std::size_t at = type.find(left_out); at != std::string::npos; at = type.find(left_out)) {
      int depth = 0;
      std::size_t end = at + 2;
      for (; end < type.size() && !(depth == 0 && (type[end] == ',' || type[end] == '>')); ++end)
        depth += type[end] == '<' ? 1 : type[end] == '>' ? -1 : 0;
      while (end < type.size() && type[end] == ' ') ++end;
      type.erase(at, end - at);
    }
  }
  return type;
}

// The standard library's own names say little: "shared state of result", "use count of shared Node" do. Empty: it is no
// type of that kind.
std::string library_words(const std::string& type, const std::string& part, const std::string& line) {
  static const std::regex declared(R"((?:promise|packaged_task|future)\s*<.*>\s+(\w+))");
  static const std::regex shared(R"(^std::_Sp_counted_ptr(?:_inplace|_deleter)?<([^,<>]*))");
  std::smatch found;
  std::string object;
  if (type.find("std::__future_base::") != std::string::npos)
    object = "shared state of " + (std::regex_search(line, found, declared) ? found[1].str() : "a promise");
  else if (std::regex_search(type, found, shared))
    object = "shared " + found[1].str();
  if (object.empty()) return "";
  const bool uses = part.find("use_count") != std::string::npos;
  if (uses || part.find("weak_count") != std::string::npos)
    return fmt::format("{} count of {}", uses ? "use" : "weak", object);
  return object;
}

}  // namespace

MemoryName MemoryNames::global(std::uint64_t address) {
  const auto file = symbols_.described(address);
  if (file.variables != nullptr)
    if (const auto variable = file.variables->global(address - file.bias)) return name_of(*variable);
  const auto global = symbols_.global(address);
  if (!global) return {};
  const std::uint64_t offset = address - global->address;
  return {offset == 0 ? global->name : fmt::format("{}+{}", global->name, offset), ""};
}

std::optional<Variable> MemoryNames::variable_on_stack(std::uint64_t address, const StackWords& stack) {
  if (stack.words.empty() || address < stack.low || address >= stack.low + stack.words.size() * 8)
    return std::nullopt;
  const std::size_t here = (address - stack.low) / 8;
  const auto local_of = [&](std::uint64_t pc, std::int64_t offset) -> std::optional<Variable> {
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
    if (back != stack.frames.begin())
      if (auto found = local_of(*(back - 1) - 1, offset)) return found;
    // The innermost function: some return address below leads into it.
    constexpr std::size_t kLooked = 64;
    for (std::size_t j = here; back == stack.frames.begin() && j-- > 0 && here - j < kLooked;)
      if (auto found = local_of(stack.words[j] - 1, offset)) return found;
  }
  return std::nullopt;
}

MemoryName MemoryNames::on_stack(std::uint64_t address, const StackWords& stack) {
  const auto variable = variable_on_stack(address, stack);
  return variable ? name_of(*variable) : MemoryName{};
}

MemoryName MemoryNames::of_thread(std::uint64_t address, std::uint64_t thread_pointer) {
  constexpr std::uint64_t kMost = std::uint64_t{1} << 24;
  if (thread_pointer == 0 || address >= thread_pointer || thread_pointer - address > kMost) return {};
  const auto file = symbols_.program();
  if (file.variables == nullptr) return {};
  const auto variable = file.variables->thread_local_at(thread_pointer - address);
  if (!variable) return {};
  MemoryName name = name_of(*variable);
  if (!name.note.empty()) name.note += ", for each thread its own";
  return name;
}

std::optional<Variable> MemoryNames::pointer_to(const HeapBlock& block) {
  if (block.pointer == 0) return std::nullopt;
  if (const StackWords& stack = block.pointer_stack; !stack.words.empty()) {
    // The same word may stand further out, in a register that was saved there, or be what an inlined function was called
    // with: what counts is a variable, and first of all one that a user has named.
    std::optional<Variable> any;
    for (std::size_t i = stack.words.size(); i-- > 0;) {
      if (stack.words[i] != block.address) continue;
      auto found = variable_on_stack(stack.low + i * 8, stack);
      if (!found || !element_of(found->type).isValid()) continue;
      if (found->whole != "this" && !found->whole.starts_with("_")) return found;
      if (!any) any = std::move(found);
    }
    return any;
  }
  const auto file = symbols_.described(block.pointer);
  return file.variables != nullptr ? file.variables->global(block.pointer - file.bias) : std::nullopt;
}

MemoryName MemoryNames::in_block(std::uint64_t address, const HeapBlock& block) {
  const std::uint64_t offset = address - block.address;
  const auto own = std::find_if(block.allocated.begin(), block.allocated.end(),
                                [](const event::Location& frame) { return !is_system_file(frame.file); });
  std::string where;
  if (own != block.allocated.end()) {
    where = fmt::format(", allocated at {}", event::text(*own));
    if (!own->function.empty()) where += fmt::format(" ({})", own->function);
  }
  std::string noun = fmt::format("byte {} of a heap block of {} bytes", offset, block.size);
  const auto called = [&](const std::string& text) {
    return MemoryName{text, fmt::format("`{}` is {}{}", text, noun, where)};
  };
  const auto elements = [&](const std::string& name, const llvm::DWARFDie& element,
                            bool counts) -> std::string {
    const std::uint64_t bytes = size_of(element).value_or(0);
    if (bytes == 0) return "";
    const Part part = part_at(element, offset % bytes);
    if (counts || block.size >= 2 * bytes) return fmt::format("{}[{}]{}", name, offset / bytes, part.suffix);
    if (block.size < bytes || offset >= bytes) return "";
    return part.suffix.empty() ? "*" + name : fmt::format("{}->{}", name, part.suffix.substr(1));
  };

  if (const auto pointer = pointer_to(block))
    if (const llvm::DWARFDie element = element_of(pointer->type); element.isValid())
      if (const std::string text = elements(pointer->name, element, is_sequence(pointer->type));
          !text.empty())
        return called(text);

  // The type that the allocation names, of the right size.
  const std::string line = own != block.allocated.end() ? line_of(*own) : "";
  const Said said = said_in(line);
  const auto program = symbols_.program();
  std::vector<std::string> types;
  for (const event::Location& frame : block.allocated)
    if (std::string type = allocated_type(frame.function); !type.empty()) types.push_back(std::move(type));
  if (!said.type.empty()) types.push_back(said.type);
  if (program.variables != nullptr) {
    for (const std::string& type_name : types) {
      const llvm::DWARFDie type = program.variables->type_named(type_name);
      const std::uint64_t bytes = type.isValid() ? size_of(type).value_or(0) : 0;
      if (bytes == 0 || bytes > block.size || offset >= block.size / bytes * bytes) continue;
      const Part part = part_at(type, offset % bytes);
      const std::string shown = short_type(type_name);
      noun = bytes == block.size ? fmt::format("in a {} of {} bytes", shown, bytes)
                                 : fmt::format("in block of {} {}s", block.size / bytes, shown);
      if (std::string text = library_words(type_name, part.suffix, line); !text.empty()) return called(text);
      if (!said.variable.empty())
        if (const std::string text = elements(said.variable, type, bytes != block.size); !text.empty())
          return called(text);
      return called(bytes != block.size   ? fmt::format("{}[{}]{}", shown, offset / bytes, part.suffix)
                    : part.suffix.empty() ? shown
                                          : shown + "::" + part.suffix.substr(1));
    }
    // malloc(sizeof *node): what the variable points to.
    if (!said.variable.empty() && block.allocated_pc != 0) {
      const auto file = symbols_.described(block.allocated_pc);
      const auto variable = file.variables != nullptr
                                ? file.variables->named(block.allocated_pc - file.bias - 1, said.variable)
                                : std::nullopt;
      if (variable)
        if (const llvm::DWARFDie element = element_of(variable->type); element.isValid())
          if (const std::string text = elements(said.variable, element, false); !text.empty())
            return called(text);
    }
  }
  if (!said.variable.empty())
    return called(offset == 0 ? "*" + said.variable : fmt::format("*{}+{}", said.variable, offset));
  return {"", fmt::format("it is {}{}", noun, where)};
}

}  // namespace heddle::runtime::host
