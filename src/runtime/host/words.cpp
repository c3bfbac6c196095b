// SPDX-License-Identifier: Apache-2.0
#include "runtime/host/words.h"

#include <algorithm>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>
#include <tuple>

#include <fmt/format.h>

#include "event/function_name.h"
#include "event/parts.h"
#include "finding/same_places.h"
#include "finding/unordered.h"
#include "runtime/host/block_words.h"
#include "runtime/host/misuse_words.h"
#include "runtime/host/variables.h"
#include "sync/ruling.h"

namespace heddle::runtime::host {
namespace {

constexpr const char* kOperations[] = {"read", "write", "atomic load", "atomic store", "free"};

constexpr const char* kDoubts[] = {
    "",
    "there was no memory left for shadow memory, and the runtime switched itself off",
    "there were more threads than slots, and the runtime switched itself off",
    "a thread did more releases than a clock can count, and the runtime switched itself off",
    "a table of the runtime was full",
    "records were lost",
    "a child of fork was not recorded",
    "a thread appeared that was not created through pthread_create: what it did is taken to be unordered",
    "a second instrumented program was started from the first and was not watched",
    "teams of OpenMP, reductions of gcc's taskloop, and a libomp that was built without OMPT order threads "
    "in ways "
    "that are not seen: the runtime switched itself off there",
    "atomics that overlap but do not begin at one address (of different sizes) were taken for different "
    "ones: "
    "what one publishes the other does not see",
};
static_assert(std::size(kDoubts) == static_cast<std::size_t>(Doubt::count));

finding::Kind kind_of(RawFinding::Kind kind) {
  switch (kind) {
    case RawFinding::Kind::data_race:
      return finding::Kind::data_race;
    case RawFinding::Kind::use_after_free:
      return finding::Kind::use_after_free;
    case RawFinding::Kind::double_free:
      return finding::Kind::double_free;
    case RawFinding::Kind::lock_misuse:
      return finding::Kind::lock_misuse;
    case RawFinding::Kind::spoils_errno:
    case RawFinding::Kind::unsafe_in_handler:
      return finding::Kind::signal_unsafe;
    case RawFinding::Kind::deadlock:
      break;
  }
  return finding::Kind::deadlock;
}

// Where a finding is, for telling two apart: an unordered pair for a race.
using KindAndPlaces = std::tuple<finding::Kind, std::string, std::string>;
KindAndPlaces place_of(const finding::Finding& finding) {
  std::vector<std::string> places;
  for (const finding::Step& step : finding.steps)
    places.push_back(event::text(step.location) + " " + step.location.function);
  if (finding.kind == finding::Kind::data_race) std::sort(places.begin(), places.end());
  std::string rest;
  for (std::size_t i = 1; i < places.size(); ++i) rest += places[i] + "|";
  return {finding.kind, places.empty() ? "" : places[0], rest};
}

// "T1 waits for `a`, held by T2; T2 waits for `b`, held by T1"
std::string ring_words(const std::vector<finding::Step>& ring) {
  std::string text;
  for (const finding::Step& waits : ring) {
    text += fmt::format("{}{} waits for `{}`", text.empty() ? "" : "; ", waits.thread, waits.target);
    for (const finding::Step& other : ring)
      if (&other != &waits && std::any_of(other.holding.begin(), other.holding.end(), [&](const auto& lock) {
            return finding::bare_lock(lock) == waits.target;
          }))
        text += ", held by " + other.thread;
  }
  return text;
}

}  // namespace

std::string signal_name(int number) {
  const char* name = sigabbrev_np(number);
  return name != nullptr ? fmt::format("SIG{}", name) : fmt::format("signal {}", number);
}

std::string Words::thread(std::uint32_t number) { return number == 0 ? "main" : fmt::format("T{}", number); }

std::vector<event::Location> Words::whole_stack(ContextId context) {
  std::vector<event::Location> result;
  for (; context != 0; context = channel_.context[context].parent) {
    const ContextNode& node = channel_.context[context];
    if (node.kind() != ContextNode::frame || node.value() == 0) continue;
    const auto& frames = symbols_.code(node.value());
    result.insert(result.end(), frames.begin(), frames.end());
  }
  return result;
}

std::vector<event::Location> Words::stack(ContextId context) {
  std::vector<event::Location> result = whole_stack(context);
  // How the user's code came to be called does not help: std::thread, libc's start.
  const auto last = std::find_if(result.rbegin(), result.rend(),
                                 [](const event::Location& frame) { return !is_system_file(frame.file); });
  if (last != result.rend()) result.erase(last.base(), result.end());
  for (event::Location& frame : result) frame.function = event::short_function(std::move(frame.function));
  return result;
}

std::vector<std::string> Words::locks_held(ContextId context) {
  std::vector<std::string> result;
  for (; context != 0; context = channel_.context[context].parent) {
    const ContextNode& node = channel_.context[context];
    if (node.kind() == ContextNode::frame) break;
    result.push_back(lock(node.value()) + (node.kind() == ContextNode::shared_lock ? " (shared)" : ""));
  }
  std::reverse(result.begin(), result.end());
  return result;
}

const event::Location* Words::place(const std::vector<event::Location>& stack) {
  for (const event::Location& frame : stack)
    if (!is_system_file(frame.file)) return &frame;
  return stack.empty() ? nullptr : &stack.front();
}

std::uint64_t Words::main_function() {
  const Symbols::Described program = symbols_.program();
  const std::uint64_t at = program.variables != nullptr ? program.variables->function_named("main") : 0;
  return at != 0 ? at + program.bias : 0;
}

StackWords Words::window(std::uint32_t number) {
  if (number == 0 || number > kMaxWindows) return {};
  const StackWindow& window = channel_.window[number - 1];
  return {window.address,
          window.low,
          {window.word, std::min<std::size_t>(window.words, StackWindow::kWords)},
          {window.frame, std::min<std::size_t>(window.frames, StackWindow::kFrames)},
          window.thread == 0 && window.frames < StackWindow::kFrames ? main_function() : 0};
}

HeapBlock Words::block_of(const RawBlock& raw) {
  HeapBlock block{.address = raw.address,
                  .size = raw.size,
                  .allocated = whole_stack(raw.allocated),
                  .pointer = raw.pointer,
                  .pointer_stack = window(raw.window)};
  for (ContextId at = raw.allocated; at != 0; at = channel_.context[at].parent) {
    const ContextNode& node = channel_.context[at];
    if (node.kind() != ContextNode::frame || symbols_.described(node.value()).variables == nullptr) continue;
    block.allocated_pc = node.value();
    break;
  }
  return block;
}

MemoryName Words::memory_at(std::uint64_t address, const RawBlock& raw, std::uint32_t window_number) {
  if (raw.address != 0 && raw.mapped == 0) {
    MemoryName name = names_.in_block(address, block_of(raw));
    if (name.text.empty()) name.text = fmt::format("heap block+{}", address - raw.address);
    return name;
  }
  if (MemoryName name = names_.global(address); !name.text.empty()) return name;
  const std::uint32_t threads = std::min(channel_.threads, kMaxThreads);
  for (std::uint32_t i = 0; i < threads; ++i) {
    if (MemoryName name = names_.of_thread(address, channel_.thread[i].pointer); !name.text.empty()) {
      name.note += fmt::format("; this is the one of {}", thread(i));
      return name;
    }
  }
  for (std::uint32_t i = 0; i < threads; ++i) {
    const ThreadRecord& record = channel_.thread[i];
    if (address < record.stack_low || address >= record.stack_high) continue;
    MemoryName name = names_.on_stack(address, window(window_number));
    if (!name.text.empty()) {
      name.note += fmt::format(", on the stack of {}", thread(i));
      return name;
    }
    return {
        fmt::format("{:#x}", address), fmt::format("{:#x} is on the stack of {}", address, thread(i)), {}};
  }
  if (raw.address == 0) return {};
  const auto frames = stack(raw.allocated);
  const event::Location* where = place(frames);
  std::string note = fmt::format("it is byte {} of a mapping of {} bytes", address - raw.address, raw.size);
  if (where != nullptr) note += fmt::format(", mapped at {}", event::text(*where));
  if (where != nullptr && !where->function.empty()) note += " in " + where->function;
  return {fmt::format("mapping+{}", address - raw.address), std::move(note), {}};
}

std::optional<MemoryRegion> Words::region(const Sighting& sighting) {
  if (sighting.block.size != 0) return names_.block_region(block_of(sighting.block));
  const std::uint32_t threads = std::min(channel_.threads, kMaxThreads);
  for (std::uint32_t i = 0; i < threads; ++i)
    if (auto found = names_.thread_region(sighting.address, channel_.thread[i].pointer)) {
      found->region.parts = event::with_remark("this is the one of " + thread(i), found->region.parts);
      return found;
    }
  return names_.stack_region(sighting.address, window(sighting.window));
}

std::string Words::name_of_lock(std::uint64_t number) {
  if (number == 0 || number >= kMaxObjects) return "an unknown lock";
  if (const auto known = locks_.find(number); known != locks_.end()) return known->second;
  const ObjectRecord& object = channel_.object[number];
  MemoryName name = names_.global(object.address);
  if (name.text.empty() && object.block != 0) {
    const RawBlock block{.address = object.block,
                         .size = object.block_bytes,
                         .allocated = object.allocated,
                         .pointer = object.pointer,
                         .window = object.window};
    name = names_.in_block(object.address, block_of(block));
  }
  if (name.text.empty() && object.window != 0) name = names_.on_stack(object.address, window(object.window));
  if (name.text.empty()) {
    const auto frames = stack(object.first_use);
    const event::Location* first = place(frames);
    const std::string where = first != nullptr && !first->file.empty() ? event::text(*first) : "";
    name.text = where.empty() ? fmt::format("lock {}", number)
                              : fmt::format("lock {} (first taken at {})", number, where);
  }
  return locks_[number] = name.text;
}

// Two locks of one type have one name in the source: one report tells them apart.
std::string Words::lock(std::uint64_t number) {
  if (const auto known = told_.find(number); known != told_.end()) return known->second;
  std::string name = name_of_lock(number);
  if (const unsigned before = told_names_[name]++; before > 0) name += fmt::format("#{}", before + 1);
  return told_[number] = name;
}

void Words::begin_report() {
  told_.clear();
  told_names_.clear();
}

finding::Step Words::step(std::uint32_t thread_number, std::string operation, Origin origin) {
  finding::Step step;
  step.thread = thread(thread_number);
  step.operation = std::move(operation);
  step.stack = stack(origin.stack);
  if (const event::Location* location = place(step.stack)) step.location = *location;
  step.holding = locks_held(origin.locks);
  return step;
}

finding::Step Words::step(const RawAccess& access) {
  return step(access.thread, kOperations[static_cast<std::size_t>(access.operation)], access.origin);
}

namespace {
// Who frees a block frees more than what the other one touches.
std::uint32_t bytes_of_race(const RawFinding& raw) {
  if (raw.first.operation == Access::free) return raw.second.size;
  return raw.second.operation == Access::free ? raw.first.size : std::max(raw.first.size, raw.second.size);
}
}  // namespace

// An atomic write of a lock's own bytes is a call on it.
void Words::name_uses(const RawFinding& raw, finding::Finding& finding) {
  const std::uint64_t objects = std::min<std::uint64_t>(channel_.objects + 1, kMaxObjects);
  const RawAccess* accesses[] = {&raw.first, &raw.second};
  for (std::size_t i = 0; i < 2; ++i) {
    if (accesses[i]->operation != Access::atomic_write) continue;
    for (std::uint64_t number = 1; number < objects; ++number)
      if (channel_.object[number].address == accesses[i]->address) finding.steps[i].operation = "use";
  }
}

void Words::describe_memory(const RawFinding& raw, finding::Finding& finding) {
  const std::uint64_t shown = raw.kind == RawFinding::Kind::data_race && raw.first.operation != Access::free
                                  ? std::max(raw.first.address, raw.second.address)
                                  : raw.second.address;
  if (channel_.descriptors != 0 && shown >= channel_.descriptors &&
      shown < channel_.descriptors + channel_.descriptor_bytes * kMaxDescriptors) {
    finding.variable =
        fmt::format("file descriptor {}", (shown - channel_.descriptors) / channel_.descriptor_bytes);
    for (finding::Step& step : finding.steps)
      step.operation = step.operation == "read" ? "use" : "open or close";
    return;
  }
  MemoryName name = memory_at(shown, raw.block, raw.window);
  finding.variable = name.text.empty() ? fmt::format("{:#x}", shown) : name.text;
  if (!name.note.empty()) finding.notes.push_back(std::move(name.note));
  const bool first_frees = raw.first.operation == Access::free;
  if (raw.block.size == 0 || first_frees == (raw.second.operation == Access::free)) return;
  finding.steps[first_frees ? 0 : 1].target =
      freed_name(names_.in_block(raw.block.address, block_of(raw.block)).text);
  finding.steps[first_frees ? 1 : 0].target = finding.variable;
}

finding::ThreadNote Words::note(std::uint32_t number, const std::vector<finding::Step>& steps) {
  finding::ThreadNote note{.name = thread(number)};
  if (number >= kMaxThreads) return note;
  const ThreadRecord& record = channel_.thread[number];
  note.label = std::string(record.label, strnlen(record.label, sizeof record.label));
  if (number == 0) return note;
  // The function that it began with: the outermost of the program's own.
  for (const finding::Step& step : steps)
    if (step.thread == note.name && !step.stack.empty()) note.runs = step.stack.back().function;
  if (note.runs.empty() && record.start != 0)
    if (const auto& frames = symbols_.code(record.start + 1); !is_system_file(frames.back().file))
      note.runs = frames.back().function;
  const auto frames = stack(record.created);
  if (const event::Location* where = place(frames)) {
    note.created = *where;
    note.by = thread(record.parent);
  }
  return note;
}

void Words::describe_threads(std::vector<std::uint32_t> threads, finding::Finding& finding) {
  std::sort(threads.begin(), threads.end());
  threads.erase(std::unique(threads.begin(), threads.end()), threads.end());
  for (const std::uint32_t number : threads) finding.threads.push_back(note(number, finding.steps));
}

finding::Finding Words::words(const RawFinding& raw) {
  begin_report();
  finding::Finding finding;
  finding.kind = kind_of(raw.kind);
  finding.count = raw.count;
  std::vector<std::uint32_t> threads = {raw.first.thread, raw.second.thread};
  switch (raw.kind) {
    case RawFinding::Kind::data_race:
      finding.steps = {step(raw.first), step(raw.second)};
      name_uses(raw, finding);
      describe_memory(raw, finding);
      finding.message = finding::race_message(finding.variable, bytes_of_race(raw));
      finding.notes.push_back(finding::why_unordered(finding.steps[0], finding.steps[1]));
      break;
    case RawFinding::Kind::use_after_free:
      finding.steps = {step(raw.first), step(raw.second)};
      name_uses(raw, finding);
      describe_memory(raw, finding);
      finding.message = fmt::format("use after free of `{}`", finding.variable);
      break;
    case RawFinding::Kind::double_free:
      finding.steps = {step(raw.first), step(raw.second)};
      describe_memory(raw, finding);
      finding.message = fmt::format("`{}` is freed twice", finding.variable);
      break;
    case RawFinding::Kind::lock_misuse: {
      const auto misuse = static_cast<sync::Misuse>(raw.reason);
      finding.variable = raw.object != 0         ? lock(raw.object)
                         : raw.first.thread != 0 ? thread(raw.first.thread)
                                                 : "a thread";
      if (raw.first.origin.stack != 0)
        finding.steps.push_back(step(raw.first.thread, "acquire", raw.first.origin));
      finding.steps.push_back(step(raw.second.thread, misusing(misuse), raw.second.origin));
      finding.message = fmt::format("`{}` {}", finding.variable, sentence(misuse));
      break;
    }
    case RawFinding::Kind::spoils_errno:
      finding.steps = {step(raw.second.thread, "handler", raw.second.origin)};
      finding.message =
          fmt::format("the handler of {} changes errno, which the code it interrupts may be about to read",
                      signal_name(static_cast<int>(raw.object)));
      break;
    case RawFinding::Kind::unsafe_in_handler:
      finding.steps = {step(raw.second.thread, raw.what, raw.second.origin)};
      finding.message = fmt::format("{} is called in the handler of {}, which may have interrupted it",
                                    raw.what, signal_name(static_cast<int>(raw.object)));
      break;
    case RawFinding::Kind::deadlock: {
      threads.clear();
      std::string names;
      for (std::uint32_t i = 0; i < raw.ring_size && i < RawFinding::kRing; ++i) {
        finding::Step waits = step(raw.ring[i].thread, "waits for", raw.ring[i].origin);
        waits.target = lock(raw.ring[i].lock);
        names += (i == 0 ? "" : ", ") + waits.target;
        finding.steps.push_back(std::move(waits));
        threads.push_back(raw.ring[i].thread);
      }
      finding.variable = names;
      const bool ended = raw.reason == static_cast<std::uint32_t>(sync::Wait::owner_ended);
      if (ended) {
        finding.steps.insert(finding.steps.begin(), step(raw.first.thread, "acquire", raw.first.origin));
        threads.push_back(raw.first.thread);
      }
      finding.message = ended ? fmt::format("deadlock: {} waits for `{}`, which {} held when it ended",
                                            thread(raw.ring[0].thread), names, thread(raw.first.thread))
                        : raw.ring_size == 1
                            ? fmt::format("deadlock: {} waits for `{}`, which it holds itself",
                                          finding.steps[0].thread, names)
                            : "deadlock: " + ring_words(finding.steps);
      break;
    }
  }
  describe_threads(threads, finding);
  return finding;
}

// The innermost frame is of a library that was not compiled for heddle. libstdc++ acts for its callers.
bool Words::is_by_strangers(ContextId context) {
  while (context != 0 && channel_.context[context].kind() != ContextNode::frame)
    context = channel_.context[context].parent;
  const std::string path = context != 0 ? symbols_.module_of(channel_.context[context].value()) : "";
  if (path.empty() || path.find("libstdc++.so") != std::string::npos) return false;
  const auto [known, is_new] = strangers_.try_emplace(path, false);
  if (is_new) {
    std::ifstream file(path, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    known->second = !bytes.empty() && bytes.find("__tsan_") == std::string::npos;
  }
  return known->second;
}

// Libraries that were not compiled for heddle order their objects' uses by atomics that nobody sees, too: what
// they do with locks is theirs.
bool Words::is_ours(const RawFinding& raw) {
  const auto strange = [this](const RawAccess& access) {
    return access.operation == Access::atomic_write && is_by_strangers(access.origin.stack);
  };
  switch (raw.kind) {
    case RawFinding::Kind::data_race:
      return !strange(raw.first) && !strange(raw.second);
    case RawFinding::Kind::lock_misuse:
      return !is_by_strangers(raw.second.origin.stack);
    default:
      return true;
  }
}

std::vector<finding::Finding> Words::findings(bool each_variable) {
  std::vector<finding::Finding> result;
  std::map<KindAndPlaces, std::size_t> known;
  const std::uint32_t count = std::min(channel_.findings, kMaxFindings);
  for (std::uint32_t i = 0; i < count; ++i) {
    const RawFinding& raw = channel_.finding[i];
    if (raw.ready == 0 || !is_ours(raw)) continue;
    finding::Finding finding = words(raw);
    KindAndPlaces place_key = place_of(finding);
    if (each_variable) std::get<2>(place_key) += finding.variable;
    const auto [entry, is_new] = known.try_emplace(std::move(place_key), result.size());
    if (is_new)
      result.push_back(std::move(finding));
    else
      finding::add_same_places(result[entry->second], finding);
  }
  return result;
}

void Words::add_doubts(finding::Verdict& verdict) const {
  for (std::size_t i = 1; i < std::size(kDoubts); ++i)
    if (channel_.doubts[i] != 0) verdict.doubt(kDoubts[i]);
}

}  // namespace heddle::runtime::host
