// SPDX-License-Identifier: Apache-2.0
#include "runtime/host/check_memory.h"

#include <algorithm>
#include <filesystem>
#include <span>

#include <fmt/format.h>

#include "event/function_name.h"
#include "runtime/host/block_words.h"
#include "runtime/host/variables.h"
#include "runtime/host/words.h"

namespace heddle::runtime::host {
namespace {

// Where runtime/control/heap.cpp has it.
bool is_in_heap(std::uint64_t address) { return address >= 0x100000000000 && address < 0x300100000000; }

}  // namespace

CheckMemory::CheckMemory(const CheckRecord& check)
    : check_(check),
      symbols_([this] { return std::span<const Module>(check_.modules); }),
      memory_(symbols_) {}

std::vector<event::Location> CheckMemory::stack(const CheckPlace& place) {
  std::vector<event::Location> frames = whole_stack(place);
  // Innermost frames of the standard library say little: the first of the program's own comes first.
  std::erase_if(frames, [](const event::Location& frame) { return is_system_file(frame.file); });
  for (event::Location& frame : frames) frame.function = event::short_function(std::move(frame.function));
  return frames;
}

std::vector<event::Location> CheckMemory::whole_stack(const CheckPlace& place) {
  std::vector<event::Location> frames;
  for (const std::uint64_t pc : place.stack) {
    if (symbols_.module_of(pc).find("libheddle_") != std::string::npos) continue;
    for (const event::Location& frame : symbols_.code(pc)) frames.push_back(frame);
  }
  return frames;
}

std::optional<HeapBlock> CheckMemory::block_at(std::uint64_t address) {
  for (auto block = check_.allocations.rbegin(); block != check_.allocations.rend(); ++block) {
    if (address < block->address || address >= block->address + std::max<std::uint64_t>(block->size, 1))
      continue;
    HeapBlock known{.address = block->address, .size = block->size, .allocated = whole_stack(*block)};
    for (const std::uint64_t pc : block->stack)
      if (known.allocated_pc == 0 && symbols_.described(pc).variables != nullptr &&
          symbols_.module_of(pc).find("libheddle_") == std::string::npos)
        known.allocated_pc = pc;
    if (block->value) {
      known.pointer = *block->value;
      if (const CheckWindow* window = window_at(known.pointer)) known.pointer_stack = words_of(*window);
    }
    return known;
  }
  return std::nullopt;
}

MemoryName CheckMemory::memory_at(std::uint64_t address, const llvm::DWARFDie* until) {
  constexpr std::uint64_t kNull = 4096;
  if (address < kNull) return {fmt::format("address {:#x}", address), "", {}};
  if (const auto block = block_at(address)) {
    MemoryName name = memory_.in_block(address, *block);
    if (name.text.empty()) name.text = fmt::format("a block of {} bytes", block->size);
    return name;
  }
  if (is_in_heap(address)) return {};
  if (MemoryName name = memory_.global(address, until); !name.text.empty()) return name;
  for (std::size_t i = 0; i < check_.threads.size(); ++i)
    if (MemoryName name = memory_.of_thread(address, check_.threads[i].pointer, until); !name.text.empty()) {
      name.note += fmt::format("; this is the one of {}", Words::thread(static_cast<std::uint32_t>(i)));
      return name;
    }
  for (auto window = check_.windows.rbegin(); window != check_.windows.rend(); ++window) {
    if (window->address != address) continue;
    MemoryName name = memory_.on_stack(address, words_of(*window), until);
    if (name.text.empty()) continue;
    name.note += fmt::format(", on the stack of {}", Words::thread(window->thread));
    return name;
  }
  return {};
}

const CheckWindow* CheckMemory::window_at(std::uint64_t address) const {
  const auto found = std::find_if(check_.windows.rbegin(), check_.windows.rend(),
                                  [&](const CheckWindow& each) { return each.address == address; });
  return found != check_.windows.rend() ? &*found : nullptr;
}

StackWords CheckMemory::words_of(const CheckWindow& window) {
  return {window.address, window.low, window.words, window.frames, outermost(window), innermost(window)};
}

// How many steps there were when the words were taken, which was at the last step on their address.
std::size_t CheckMemory::taken_at(const CheckWindow& window) const {
  const std::vector<CheckPlace>& steps = check_.steps;
  const auto last = std::find_if(steps.rbegin(), steps.rend(), [&](const CheckPlace& place) {
    return place.address == window.address ||
           std::find(place.holds.begin(), place.holds.end(), window.address) != place.holds.end();
  });
  return last != steps.rend() ? static_cast<std::size_t>(steps.rend() - last) : steps.size();
}

// Somewhere in the outermost function of the program's own that the thread was in when the words were taken; 0: unknown.
// It may have been in others before: a framework calls its printers, then the test.
std::uint64_t CheckMemory::outermost(const CheckWindow& window) {
  const auto [known, is_new] = outermost_.try_emplace(window.address, 0);
  if (!is_new) return known->second;
  const std::vector<CheckPlace>& steps = check_.steps;
  const std::size_t taken = taken_at(window);
  for (std::size_t i = taken; i-- > 0 && known->second == 0;)
    if (steps[i].thread == window.thread) known->second = outermost_in(steps[i].stack);
  for (std::size_t i = taken; i < steps.size() && known->second == 0; ++i)
    if (steps[i].thread == window.thread) known->second = outermost_in(steps[i].stack);
  return known->second;
}

// Where the thread itself was in the innermost function: at a step of its own that was reached by the same calls.
std::uint64_t CheckMemory::innermost(const CheckWindow& window) {
  const std::vector<std::uint64_t>& frames = window.frames;
  const auto within = [&](const CheckPlace& step) -> std::uint64_t {
    if (step.thread != window.thread || frames.empty()) return 0;
    const auto first = std::find(step.stack.begin(), step.stack.end(), frames.front());
    const auto common = std::min<std::ptrdiff_t>(step.stack.end() - first, std::ssize(frames));
    if (first == step.stack.begin() || common == 0 || !std::equal(first, first + common, frames.begin()))
      return 0;
    const auto file = symbols_.described(first[-1]);
    const bool is_own = file.variables != nullptr && file.variables->has_function(first[-1] - file.bias - 1);
    return is_own ? first[-1] - 1 : 0;
  };
  const std::vector<CheckPlace>& steps = check_.steps;
  const std::size_t taken = taken_at(window);
  std::uint64_t found = 0;
  for (std::size_t i = taken; i-- > 0 && found == 0;) found = within(steps[i]);
  for (std::size_t i = taken; i < steps.size() && found == 0; ++i) found = within(steps[i]);
  return found;
}

std::uint64_t CheckMemory::outermost_in(const std::vector<std::uint64_t>& stack) {
  std::uint64_t found = 0;
  for (const std::uint64_t pc : stack)
    if (const auto file = symbols_.described(pc);
        file.variables != nullptr && symbols_.module_of(pc).find("libheddle_") == std::string::npos &&
        file.variables->has_function(pc - file.bias - 1))
      found = pc - 1;
  return found;
}

// Of the object among those of this name. Parts of one have its number.
std::size_t CheckMemory::number_of(const std::string& name, std::uint64_t object) {
  std::vector<std::uint64_t>& known = used_[name];
  const auto at = std::find(known.begin(), known.end(), object);
  const auto number = static_cast<std::size_t>(at - known.begin());
  if (at == known.end()) known.push_back(object);
  return number;
}

std::string CheckMemory::object_at(std::uint64_t address) {
  if (address == 0) return "";
  if (const auto known = names_.find(address); known != names_.end()) return known->second;
  MemoryName name = memory_at(address);
  if (name.text.empty())
    name.text = is_in_heap(address) ? fmt::format("heap#{}", ++heap_)
                : window_at(address) != nullptr
                    ? fmt::format("local#{}", ++local_)
                    : fmt::format("memory#{}", ++heap_);  // mapped, or a library's
  // Two nodes of one list have one name in the source.
  if (const std::size_t before = number_of(name.text, address - name.offset); before > 0) {
    const std::string quoted = "`" + name.text + "`";
    name.text += fmt::format("#{}", before + 1);
    if (name.note.starts_with(quoted)) name.note.replace(0, quoted.size(), "`" + name.text + "`");
  }
  notes_[address] = name.note;
  values_[address] = name.value;
  return names_[address] = name.text;
}

std::string CheckMemory::block_name(std::uint64_t address) {
  const auto block = block_at(address);
  const std::string name = object_at(block ? block->address : address);
  const std::string type = block ? memory_.type_in_block(block->address, *block) : "";
  if (!type.empty() && name.starts_with(type + "::")) {  // "Node::key#2" → "Node#2"
    const std::size_t number = name.rfind('#');
    return type + (number != std::string::npos ? name.substr(number) : "");
  }
  return block ? freed_name(name) : name;
}

bool CheckMemory::is_of_thread(std::uint64_t address, std::uint32_t thread) {
  return thread < check_.threads.size() &&
         !memory_.of_thread(address, check_.threads[thread].pointer).text.empty();
}

std::string CheckMemory::note_on(std::uint64_t address) {
  object_at(address);
  return notes_[address];
}

std::size_t CheckMemory::lives_from(std::uint64_t address) {
  const CheckWindow* window = window_at(address);
  const std::string function = window != nullptr ? memory_.on_stack(address, words_of(*window)).function : "";
  if (function.empty()) return 0;
  const auto is_in = [&](const CheckPlace& step) {
    const std::vector<event::Location> frames = whole_stack(step);
    return step.thread == window->thread &&
           std::any_of(frames.begin(), frames.end(), [&](const event::Location& frame) {
             return frame.function.find(function) != std::string::npos;
           });
  };
  const auto first = std::find_if(check_.steps.begin(), check_.steps.end(), is_in);
  return first != check_.steps.end() ? static_cast<std::size_t>(first - check_.steps.begin()) : 0;
}

const ValueType& CheckMemory::type_at(std::uint64_t address) {
  object_at(address);
  return values_[address];
}

// A variable that points to it now may have pointed elsewhere: the type and a number are true at every step.
std::string CheckMemory::typed_object(std::uint64_t address) {
  const auto [known, is_new] = objects_.try_emplace(address);
  if (!is_new) return known->second;
  const std::optional<HeapBlock> block = block_at(address);
  std::string text = block ? memory_.type_in_block(address, *block) : "";
  if (text.empty() && block && address == block->address)
    if (const auto own =
            std::find_if(block->allocated.begin(), block->allocated.end(),
                         [](const event::Location& frame) { return !is_system_file(frame.file); });
        own != block->allocated.end() && memory_.in_block(address, *block).text.starts_with('*'))
      text = fmt::format("block allocated at {}:{}", std::filesystem::path(own->file).filename().string(),
                         own->line);
  if (text.empty()) return "";
  if (const unsigned before = objects_of_[text]++; before > 0) text += fmt::format("#{}", before + 1);
  return known->second = text;
}

std::string CheckMemory::value(std::uint64_t value, const ValueType& type) {
  if (is_in_heap(value)) {
    const std::string object = typed_object(value);
    const auto block = object.empty() ? block_at(value) : std::nullopt;
    const bool is_inside =
        block && value != block->address && object_at(value).find("->") != std::string::npos;
    return is_inside ? "&" + object_at(value) : object.empty() ? pointer_to(object_at(value)) : "&" + object;
  }
  // Of what nobody knows the type of, a number that is so large is one: a thread's arguments, say.
  constexpr std::uint64_t kLarge = std::uint64_t{1} << 32, kKernel = std::uint64_t{1} << 47;
  const bool is_guess = type.kind == ValueType::Kind::unknown && value >= kLarge && value < kKernel;
  if (type.kind != ValueType::Kind::pointer && !is_guess) return shown(value, type);
  if (value >= kLarge)
    if (const std::string name = memory_at(value, is_guess ? nullptr : &type.points_to).text; !name.empty())
      return pointer_to(name);
  return is_guess ? "a pointer" : shown(value, type);
}

std::string CheckMemory::value_by_allocation(std::uint64_t value) {
  std::string& known = by_allocation_[value];
  if (!known.empty()) return known;
  const std::optional<HeapBlock> block = block_at(value);
  std::string name = block ? memory_
                                 .in_block(value, HeapBlock{.address = block->address,
                                                            .size = block->size,
                                                            .allocated = block->allocated,
                                                            .allocated_pc = block->allocated_pc})
                                 .text
                           : "";
  if (name.empty()) return "a pointer";
  if (const std::size_t before = number_of(name, value); before > 0) name += fmt::format("#{}", before + 1);
  return known = pointer_to(name);
}

}  // namespace heddle::runtime::host
