// SPDX-License-Identifier: Apache-2.0
// The steps of a check in the words of its source: names of what they touch, where, and what they saw.
#pragma once

#include <algorithm>
#include <map>
#include <set>
#include <span>

#include <fmt/format.h>

#include "event/function_name.h"
#include "finding/attempts.h"
#include "finding/decisive.h"
#include "finding/unordered.h"
#include "runtime/host/advice_words.h"
#include "runtime/host/check_record.h"
#include "runtime/host/expectation.h"
#include "runtime/host/memory_names.h"
#include "runtime/host/symbols.h"
#include "runtime/host/variables.h"
#include "runtime/host/words.h"

namespace heddle::runtime::host {

// Where runtime/control/heap.cpp has it.
inline bool is_in_heap(std::uint64_t address) {
  return address >= 0x100000000000 && address < 0x300100000000;
}

class ScheduleWords {
 public:
  explicit ScheduleWords(const CheckRecord& check)
      : check_(check),
        symbols_([this] { return std::span<const Module>(check_.modules); }),
        memory_(symbols_) {
    if (check_.failure) leave_out_asides();
  }

  std::vector<event::Location> stack(const CheckPlace& place) {
    std::vector<event::Location> frames = whole_stack(place);
    // Innermost frames of the standard library say little: the first of the program's own comes first.
    std::erase_if(frames, [](const event::Location& frame) { return is_system_file(frame.file); });
    for (event::Location& frame : frames) frame.function = event::short_function(std::move(frame.function));
    return frames;
  }

  std::string object_at(std::uint64_t address) {
    if (address == 0) return "";
    if (const auto known = names_.find(address); known != names_.end()) return known->second;
    MemoryName name = memory_at(address);
    if (name.text.empty())
      name.text = is_in_heap(address) ? fmt::format("heap#{}", ++heap_) : fmt::format("local#{}", ++local_);
    // Two nodes of one list have one name in the source.
    if (const unsigned before = used_[name.text]++; before > 0) {
      const std::string quoted = "`" + name.text + "`";
      name.text += fmt::format("#{}", before + 1);
      if (name.note.starts_with(quoted)) name.note.replace(0, quoted.size(), "`" + name.text + "`");
    }
    notes_[address] = name.note;
    values_[address] = name.value;
    return names_[address] = name.text;
  }
  std::string note_on(std::uint64_t address) {
    object_at(address);
    return notes_[address];
  }

  // A number, or what it points to.
  std::string value(std::uint64_t value, const ValueType& type = {}) {
    if (!is_in_heap(value)) return shown(value, type);
    return pointer_to(object_at(value));
  }
  static std::string pointer_to(const std::string& name) {
    if (name.starts_with('*')) return name.substr(1);
    if (const std::size_t arrow = name.rfind("->"); arrow != std::string::npos) {
      const std::size_t number = name.rfind('#');
      return name.substr(0, arrow) +
             (number != std::string::npos && number > arrow ? name.substr(number) : "");
    }
    return "&" + name;
  }
  // By what its allocation says, where the variable that points to it would say nothing.
  std::string value_by_allocation(std::uint64_t value) {
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
    if (const unsigned before = used_[name]++; before > 0) name += fmt::format("#{}", before + 1);
    return known = pointer_to(name);
  }

  finding::Step step(const CheckPlace& place) {
    finding::Step result;
    result.thread = Words::thread(place.thread);
    result.operation = place.operation == "mark" ? "chooses" : place.operation;
    const bool is_library_state =
        place.address == 0 && (place.operation == "read" || place.operation == "write");
    const bool on_thread = place.operation == "fork" || place.operation == "join";
    result.target = on_thread && place.waits_for ? Words::thread(*place.waits_for) : object_at(place.address);
    const bool is_crash = check_.failure && check_.failure->kind == finding::Kind::null_dereference &&
                          place.stack == check_.failure->places.front().stack;
    if (is_library_state) result.target = is_crash ? "address 0x0" : "what the C library keeps";
    if (is_look_at_clock(place)) {
      result.operation = "reads the clock";
      result.target.clear();
    }
    if (place.value && values_[place.address].kind != ValueType::Kind::opaque) {
      result.value = place.value;
      result.shows = value(*place.value, values_[place.address]);
      if (result.shows == result.target) result.shows = value_by_allocation(*place.value);
    }
    result.baseless = baseless(place);
    result.stack = stack(place);
    if (!result.stack.empty())
      result.location = result.stack.front();
    else if (const CheckPlace* creation =
                 creation_of(place.thread))  // by the library, before the thread's function
      if (const auto frames = stack(*creation); !frames.empty()) result.location = frames.front();
    for (std::size_t i = place.holds.size(); i-- > 0;)
      result.holding.push_back(object_at(place.holds[i]) +
                               ((place.holds_shared >> i & 1) != 0 ? " (shared)" : ""));
    if (place.order && *place.order < static_cast<std::uint8_t>(event::MemoryOrder::seq_cst))
      result.order = event::name(static_cast<event::MemoryOrder>(*place.order));
    return result;
  }

  static bool is_nameless_signal(const finding::Step& step) {
    return step.target.empty() && (step.operation == "send" || step.operation == "receive");
  }

  // What is not about memory is a choice (heddle::choose) or, at the end, what fails: an assertion, an abort.
  static void fails_at(finding::Step& step) {
    if (step.operation == "chooses") step.operation = "fails";
  }

  static std::string baseless(const CheckPlace& place) {
    if (place.baseless == "wake-up") return "wakes up without a reason";
    if (place.baseless == "exchange") return "fails without a reason, as a weak one may";
    if (place.baseless == "late") return "11.6 days later";  // kLate of runtime/control/hooks_time.cpp
    return place.baseless == "timeout" ? "runs out of time" : "";
  }
  static bool is_look_at_clock(const CheckPlace& place) {
    return place.baseless == "clock" || place.baseless == "late";
  }

  // The thread's last access of the failure's memory, as it was recorded: with its whole stack and the locks held.
  const CheckPlace& recorded(const CheckPlace& place) const {
    const CheckPlace* elsewhere = nullptr;
    for (auto at = check_.steps.rbegin(); at != check_.steps.rend(); ++at) {
      if (at->thread != place.thread || at->stack.empty() || place.stack.empty() ||
          at->stack.front() != place.stack.front())
        continue;
      if (at->address == place.address) return *at;
      if (elsewhere == nullptr) elsewhere = &*at;  // a loop does the same to one node after the other
    }
    return elsewhere != nullptr ? *elsewhere : place;
  }

  // All that happened, and what failed at the end of it.
  std::vector<finding::Step> schedule() {
    const std::vector<CheckPlace>& places = check_.failure->places;
    std::vector<CheckPlace> all = check_.steps;
    for (const CheckPlace& place : places) {
      const CheckPlace& same = recorded(place);
      if (&same == &place) all.push_back(place);
    }
    std::vector<finding::Step> steps;
    for (const CheckPlace& place : all) steps.push_back(step(place));
    for (std::size_t i = check_.steps.size(); i < steps.size(); ++i) fails_at(steps[i]);
    const std::vector<Seen> seen = what_was_seen();
    for (std::size_t i = 0; i < seen.size(); ++i) {
      steps[i].sees = seen[i].what;
      steps[i].why = seen[i].why;
      if (const WitnessEvent* event = event_of(all[i]); event != nullptr && is_atomic(all[i]))
        steps[i].order = event::name(event->order);
    }
    std::vector<finding::Step> failing;
    for (const CheckPlace& place : places) failing.push_back(step(place));
    // What the library tells itself by has no name. A step that failed is shown whosever it is.
    std::vector<finding::Step> shown;
    const std::vector<bool> is_framework = framework_steps(check_.steps, symbols_);
    const auto [first, last] = of_the_program(steps, check_.steps.size());
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const bool is_left_out =
          i < check_.steps.size() && (is_framework[i] || (!check_.graph && is_nameless_signal(steps[i])) ||
                                      (check_.expectation && (i < first || i > last)));
      shown_.push_back(is_left_out ? kNotShown : shown.size());
      if (!is_left_out) shown.push_back(std::move(steps[i]));
    }
    if (check_.expectation && failing.empty()) failing.push_back({.thread = Words::thread(0)});
    finding::mark_decisive(check_.failure->kind, failing, shown);
    return shown;
  }

  std::vector<finding::Step> passing() {
    std::vector<finding::Step> steps;
    const std::vector<bool> is_framework = framework_steps(check_.passing, symbols_);
    for (std::size_t i = 0; i < is_framework.size(); ++i)
      if (!is_framework[i]) steps.push_back(step(check_.passing[i]));
    std::erase_if(steps, is_nameless_signal);
    // How a process ends, after the program's own code, is nothing to compare.
    while (!steps.empty() && steps.back().location.line == 0) steps.pop_back();
    return steps;
  }

  // Who reads from whom (rf), which write comes after which (co), which read before which write (fr).
  std::vector<finding::Relation> relations() const {
    std::vector<finding::Relation> all;
    if (!check_.graph) return all;
    std::map<const WitnessEvent*, std::size_t> step_of;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> write_of;  // location and rank → step
    for (std::size_t i = 0; i < check_.steps.size(); ++i) {
      const WitnessEvent* event = event_of(check_.steps[i]);
      if (event == nullptr) continue;
      const WitnessEvent* write = event->kind == WitnessEvent::Kind::write ? event
                                  : event->modifies                        ? event + 1
                                                                           : nullptr;
      step_of[event] = i;
      if (write == nullptr) continue;
      step_of[write] = i;
      write_of[{write->location, write->rank}] = i;
    }
    for (const auto& [key, step] : write_of)
      if (const auto next = write_of.find({key.first, key.second + 1}); next != write_of.end())
        all.push_back({"co", step, next->second});
    for (std::size_t i = 0; i < check_.steps.size(); ++i) {
      const WitnessEvent* event = event_of(check_.steps[i]);
      if (event == nullptr || event->kind != WitnessEvent::Kind::read) continue;
      const WitnessEvent* from =
          event->from >= 0 ? &check_.graph->events[static_cast<std::size_t>(event->from)] : nullptr;
      if (from != nullptr && step_of.contains(from) && step_of[from] != i)
        all.push_back({"rf", step_of[from], i});
      const auto next = write_of.find({event->location, check_.graph->rank_read(*event) + 1});
      if (next != write_of.end() && next->second != i) all.push_back({"fr", i, next->second});
    }
    std::erase_if(all, [&](finding::Relation& each) {
      each.from = shown_[each.from];
      each.to = shown_[each.to];
      return each.from == kNotShown || each.to == kNotShown;
    });
    return all;
  }

  finding::ThreadNote note(std::uint32_t thread) {
    finding::ThreadNote note{.name = Words::thread(thread)};
    if (thread < check_.threads.size()) note.label = check_.threads[thread].label;
    if (thread == 0) return note;
    for (const CheckPlace& place : check_.steps)
      if (place.thread == thread)
        if (const auto frames = stack(place); !frames.empty()) note.runs = frames.back().function;
    for (const CheckPlace& place : check_.failure->places)
      if (place.thread == thread && note.runs.empty())
        if (const auto frames = stack(place); !frames.empty()) note.runs = frames.back().function;
    if (const CheckPlace* creation = creation_of(thread)) {
      if (const auto frames = stack(*creation); !frames.empty()) note.created = frames.front();
      note.by = Words::thread(creation->thread);
    }
    return note;
  }

 private:
  const CheckPlace* creation_of(std::uint32_t thread) const {
    for (auto at = check_.steps.rbegin(); at != check_.steps.rend(); ++at)
      if (at->operation == "fork" && at->waits_for == thread) return &*at;
    return nullptr;
  }

  static bool is_aside(const CheckPlace& place) {
    return place.unseen && (place.operation == "read" || place.operation == "write");
  }
  static std::uint64_t word_of(const CheckPlace& place) { return place.address & ~std::uint64_t{7}; }

  // Where the failure is about no memory, the plain accesses of all are there that the failing threads had read last.
  // Told are those of words that the failing functions read, that several threads use and somebody writes; by the
  // program's own lines.
  void leave_out_asides() {
    constexpr std::uint64_t kNull = 4096;
    if (check_.failure->address >= kNull) return;
    std::set<std::pair<std::uint32_t, std::string>> failing;
    for (const CheckPlace& place : check_.failure->places)
      if (const auto frames = stack(place); !frames.empty())
        failing.insert({place.thread, frames.front().function});
    std::map<std::uint64_t, std::set<std::uint32_t>> users;
    std::set<std::uint64_t> written, wanted, followed;
    const bool is_crash = check_.failure->kind == finding::Kind::null_dereference;
    const event::Location* crashes = nullptr;
    const auto crash = check_.failure->places.empty() ? std::vector<event::Location>{}
                                                      : stack(check_.failure->places.front());
    if (is_crash && !crash.empty()) crashes = &crash.front();
    for (const CheckPlace& place : check_.steps) {
      if (!is_aside(place)) continue;
      users[word_of(place)].insert(place.thread);
      if (place.operation == "write") written.insert(word_of(place));
      for (const event::Location& frame : stack(place))
        if (failing.contains({place.thread, frame.function})) wanted.insert(word_of(place));
      if (crashes != nullptr && place.value == std::uint64_t{0})
        if (const auto frames = stack(place); !frames.empty() && frames.front() == *crashes)
          followed.insert(word_of(place));
    }
    const auto is_left_out = [&](const CheckPlace& place) {
      const std::uint64_t word = word_of(place);
      if (!is_aside(place)) return false;
      const bool is_shared = written.contains(word) && users[word].size() > 1;
      if (!wanted.contains(word) || (!is_shared && !followed.contains(word))) return true;
      const std::vector<event::Location> frames = whole_stack(place);
      return frames.empty() || is_system_file(frames.front().file);
    };
    std::erase_if(check_.steps, is_left_out);
    std::erase_if(check_.passing, is_left_out);
  }

  std::vector<event::Location> whole_stack(const CheckPlace& place) {
    std::vector<event::Location> frames;
    for (const std::uint64_t pc : place.stack) {
      if (symbols_.module_of(pc).find("libheddle_") != std::string::npos) continue;
      for (const event::Location& frame : symbols_.code(pc)) frames.push_back(frame);
    }
    return frames;
  }

  std::optional<HeapBlock> block_at(std::uint64_t address) {
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

  MemoryName memory_at(std::uint64_t address) {
    constexpr std::uint64_t kNull = 4096;
    if (address < kNull) return {fmt::format("address {:#x}", address), "", {}};
    if (const auto block = block_at(address)) {
      MemoryName name = memory_.in_block(address, *block);
      if (name.text.empty()) name.text = fmt::format("a block of {} bytes", block->size);
      return name;
    }
    if (is_in_heap(address)) return {};
    if (MemoryName name = memory_.global(address); !name.text.empty()) return name;
    for (std::size_t i = 0; i < check_.threads.size(); ++i)
      if (MemoryName name = memory_.of_thread(address, check_.threads[i].pointer); !name.text.empty()) {
        name.note += fmt::format("; this is the one of {}", Words::thread(static_cast<std::uint32_t>(i)));
        return name;
      }
    for (auto window = check_.windows.rbegin(); window != check_.windows.rend(); ++window) {
      if (window->address != address) continue;
      MemoryName name = memory_.on_stack(address, words_of(*window));
      if (name.text.empty()) continue;
      name.note += fmt::format(", on the stack of {}", Words::thread(window->thread));
      return name;
    }
    return {};
  }

  const CheckWindow* window_at(std::uint64_t address) const {
    const auto found = std::find_if(check_.windows.rbegin(), check_.windows.rend(),
                                    [&](const CheckWindow& each) { return each.address == address; });
    return found != check_.windows.rend() ? &*found : nullptr;
  }

  StackWords words_of(const CheckWindow& window) {
    return {window.address, window.low, window.words, window.frames, outermost(window)};
  }

  // Somewhere in the outermost function of the program's own that the thread was in when the words were taken, which was
  // at the last step on their address; 0: unknown. It may have been in others before: a framework calls its printers,
  // then the test.
  std::uint64_t outermost(const CheckWindow& window) {
    const auto [known, is_new] = outermost_.try_emplace(window.address, 0);
    if (!is_new) return known->second;
    const std::vector<CheckPlace>& steps = check_.steps;
    const auto last = std::find_if(steps.rbegin(), steps.rend(), [&](const CheckPlace& place) {
      return place.address == window.address ||
             std::find(place.holds.begin(), place.holds.end(), window.address) != place.holds.end();
    });
    const std::size_t taken =
        last != steps.rend() ? static_cast<std::size_t>(steps.rend() - last) : steps.size();
    for (std::size_t i = taken; i-- > 0 && known->second == 0;)
      if (steps[i].thread == window.thread) known->second = outermost_in(steps[i].stack);
    for (std::size_t i = taken; i < steps.size() && known->second == 0; ++i)
      if (steps[i].thread == window.thread) known->second = outermost_in(steps[i].stack);
    return known->second;
  }

  std::uint64_t outermost_in(const std::vector<std::uint64_t>& stack) {
    std::uint64_t found = 0;
    for (const std::uint64_t pc : stack)
      if (const auto file = symbols_.described(pc);
          file.variables != nullptr && symbols_.module_of(pc).find("libheddle_") == std::string::npos &&
          file.variables->has_function(pc - file.bias - 1))
        found = pc - 1;
    return found;
  }

  // ---- under a weak memory model ----
  const WitnessEvent* event_of(const CheckPlace& place) const {
    if (!place.event || !check_.graph || *place.event >= check_.graph->events.size()) return nullptr;
    return &check_.graph->events[*place.event];
  }
  static bool is_atomic(const CheckPlace& place) { return place.operation.starts_with("atomic"); }
  static std::string whose(const WitnessEvent& write, const WitnessEvent& reader) {
    return write.thread == reader.thread ? "its own" : Words::thread(write.thread) + "'s";
  }

  // Of each step: what it read, and if that is not what was written last, why it may.
  struct Seen {
    std::string what, why;
  };
  std::vector<Seen> what_was_seen() {
    std::vector<Seen> seen(check_.steps.size());
    if (!check_.graph) return seen;
    const WitnessGraph& graph = *check_.graph;
    std::map<std::uint32_t, const WitnessEvent*> newest;  // write of each location, so far
    for (std::size_t i = 0; i < seen.size(); ++i) {
      const CheckPlace& place = check_.steps[i];
      const WitnessEvent* event = event_of(place);
      if (event == nullptr) continue;
      const WitnessEvent*& last = newest[event->location];
      const bool reads = event->kind == WitnessEvent::Kind::read;
      const WitnessEvent* write = !reads ? event : event->modifies ? event + 1 : nullptr;
      const std::uint32_t rank = reads ? graph.rank_read(*event) : event->rank;
      if (is_atomic(place)) {
        if (reads && event->from < 0) seen[i].what = "reads the initial value";
        if (reads && event->from >= 0)
          seen[i].what = fmt::format("reads {} store",
                                     whose(graph.events[static_cast<std::size_t>(event->from)], *event));
        if (last != nullptr && last->rank > rank) {
          const std::string which = fmt::format("{} store of {}", whose(*last, *event), value(last->value));
          seen[i].why =
              reads ? fmt::format(
                          "nothing orders {} before this load: under sequential consistency it would read {}",
                          which, value(last->value))
                    : fmt::format("comes before {}, which nothing orders before it", which);
        }
      }
      if (write != nullptr && (last == nullptr || last->rank < write->rank)) last = write;
    }
    return seen;
  }

  CheckRecord check_;  // without what need not be told
  Symbols symbols_;
  MemoryNames memory_;
  std::map<std::uint64_t, std::string> names_, notes_;
  std::map<std::uint64_t, ValueType> values_;
  std::map<std::string, unsigned> used_;
  std::map<std::uint64_t, std::string> by_allocation_;
  std::map<std::uint64_t, std::uint64_t> outermost_;  // by the address of a window
  static constexpr std::size_t kNotShown = static_cast<std::size_t>(-1);
  std::vector<std::size_t> shown_;  // where each step stands in schedule()
  int heap_ = 0;
  int local_ = 0;
};

}  // namespace heddle::runtime::host
