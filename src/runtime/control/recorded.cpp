// SPDX-License-Identifier: Apache-2.0
#include "runtime/control/recorded.h"

#include <cstring>

#include <link.h>
#include <sys/uio.h>

#include "runtime/control/debugging.h"
#include "runtime/control/heap.h"
#include "runtime/control/shared.h"
#include "runtime/control/thread.h"
#include "runtime/control/world.h"
#include "runtime/shared/raw.h"
#include "runtime/shared/segments.h"

namespace heddle::control {
namespace {

// Whose stack the address is on, if it is on one that is in use.
const Controlled* owner_of(std::uint64_t address) {
  for (Thread number = 0; number < world.threads; ++number) {
    const Controlled& thread = *world.all[number];
    const auto low = reinterpret_cast<std::uintptr_t>(thread.stack);
    const auto top = reinterpret_cast<std::uintptr_t>(thread.stack_top);
    if (low != 0 && address >= low && address < top) return &thread;
  }
  return nullptr;
}

}  // namespace

void note_window(std::uint64_t address) {
  Shared& shared = *world.shared;
  if (address == 0 || in_heap(address)) return;
  // The last one counts: before, another function's variable may have been there. So does the first: at the last the
  // function may have ended.
  std::uint32_t number = 0, before = 0;
  while (number < shared.windows_count && (shared.windows[number].address != address || before++ == 0))
    ++number;
  if (number == Shared::kWindows || !take_window(address, shared.windows[number])) return;
  if (number == shared.windows_count) ++shared.windows_count;
}

bool take_window(std::uint64_t address, StackWindow& window) {
  const Controlled* owner = owner_of(address);
  if (owner == nullptr) return false;
  const auto bottom = reinterpret_cast<std::uintptr_t>(owner->stack);
  const auto top = reinterpret_cast<std::uintptr_t>(owner->stack_top) & ~std::uint64_t{7};
  const std::uint64_t first = (address & ~std::uint64_t{7}) - StackWindow::kBelow * 8;
  window.address = address;
  window.thread = owner->number;
  window.low = first > bottom ? first : bottom;
  const std::uint64_t words = (top - window.low) / 8;
  window.words = static_cast<std::uint32_t>(words < StackWindow::kWords ? words : StackWindow::kWords);
  std::memcpy(window.word, reinterpret_cast<const void*>(window.low), std::size_t{8} * window.words);
  window.frames = 0;
  for (std::uint32_t depth = owner->depth < Controlled::kFrames ? owner->depth : Controlled::kFrames;
       depth > 0 && window.frames < StackWindow::kFrames;)
    window.frame[window.frames++] = owner->frames[--depth];
  return true;
}

namespace {

// The blocks whose names are wanted, and the search for words that are their addresses.
struct Pointers {
  static constexpr std::size_t kMost = 64;
  Place* blocks[kMost];
  std::size_t count = 0;

  void want(std::uint64_t address) {
    if (!in_heap(address)) return;
    Shared& shared = *world.shared;
    for (std::size_t i = 0; i < count; ++i)
      if (covers(*blocks[i], address)) return;
    for (std::uint32_t i = shared.allocations_count; i-- > 0 && count < kMost;)
      if (covers(shared.allocations[i], address)) {
        blocks[count++] = &shared.allocations[i];
        return;
      }
    const std::uint32_t known = shared.allocations_count;
    if (count == kMost) return;
    note_outside(address);
    if (known < shared.allocations_count) blocks[count++] = &shared.allocations[known];
  }
  static bool covers(const Place& block, std::uint64_t address) {
    return address >= block.address && address - block.address < (block.size > 0 ? block.size : 1);
  }
  // From above: on a stack the outermost function's variable comes first.
  void search(std::uint64_t low, std::uint64_t high) {
    for (std::uint64_t at = high & ~std::uint64_t{7}; at >= low + 8;) {
      at -= 8;
      const std::uint64_t word = *reinterpret_cast<const std::uint64_t*>(at);
      if (!in_heap(word)) continue;
      for (std::size_t i = 0; i < count; ++i)
        if (blocks[i]->address == word && !blocks[i]->has_value) {
          blocks[i]->has_value = true;
          blocks[i]->value = at;
        }
    }
  }
};

int search_program(dl_phdr_info* info, std::size_t, void* to) {
  runtime::each_segment(info, PF_W, [&](std::uint64_t low, std::uint64_t high) {
    static_cast<Pointers*>(to)->search((low + 7) & ~std::uint64_t{7}, high);
  });
  return 1;  // the first one is the program
}

bool has_window(std::uint64_t address) {
  const Shared& shared = *world.shared;
  for (std::uint32_t i = 0; i < shared.windows_count; ++i)
    if (shared.windows[i].address == address) return true;
  return false;
}

}  // namespace

void note_pointers() {
  static Pointers pointers;
  pointers.count = 0;
  Shared& shared = *world.shared;
  pointers.want(shared.failure.address);
  for (std::uint32_t i = shared.steps_count; i-- > 0 && pointers.count < Pointers::kMost;) {
    pointers.want(shared.steps[i].address);
    if (shared.steps[i].has_value) pointers.want(shared.steps[i].value);
    if (shared.steps[i].has_value && !has_window(shared.steps[i].value))
      note_window(shared.steps[i].value);  // where it is a pointer to a variable
    for (std::uint8_t j = 0; j < shared.steps[i].holds_count; ++j) pointers.want(shared.steps[i].holds[j]);
  }
  if (pointers.count == 0) return;
  dl_iterate_phdr(search_program, &pointers);
  constexpr std::uint64_t kMostStack = 32 << 10;
  for (Thread number = 0; number < world.threads; ++number) {
    const Controlled& thread = *world.all[number];
    const auto low = reinterpret_cast<std::uintptr_t>(thread.stack);
    const auto top = reinterpret_cast<std::uintptr_t>(thread.stack_top);
    if (low == 0 || thread.state == Controlled::State::ended || thread.state == Controlled::State::absent)
      continue;
    pointers.search(top - low > kMostStack ? top - kMostStack : low, top);
  }
  for (std::size_t i = 0; i < pointers.count; ++i)
    if (pointers.blocks[i]->has_value) note_window(pointers.blocks[i]->value);
}

namespace {

PlainStep written;  // the last plain write whose value nobody has looked at yet

// The memory as it is now. Asked of the kernel: it may have gone without a hook.
void look(Place& place, std::uint32_t size) {
  std::uint64_t bytes = 0;
  const iovec to{&bytes, size}, from{reinterpret_cast<void*>(place.address), size};
  if (runtime::raw_syscall(SYS_process_vm_readv, runtime::raw_process(), runtime::as_word(&to), 1,
                           runtime::as_word(&from), 1) != static_cast<long>(size))
    return;
  // For people: most numbers are signed, and -1 says more than 4294967295.
  if (size == 4) bytes = static_cast<std::uint64_t>(std::int64_t{static_cast<std::int32_t>(bytes)});
  place.value = bytes;
  place.has_value = true;
}

}  // namespace

void writes_now(PlainStep step) { written = step; }

void note_written() {
  if (written.size != 0) look(world.shared->steps[written.number], written.size);
  written.size = 0;
}

void forget_written() { written.size = 0; }

void watch(Shared& shared, std::uint64_t address) {
  const std::uint64_t word = address & ~std::uint64_t{7};
  for (std::uint32_t i = 0; i < shared.watched_count; ++i)
    if (shared.watched[i] == word) return;
  if (shared.watched_count < Shared::kWatched) shared.watched[shared.watched_count++] = word;
}

void watch_what_was_read(Shared& shared) {
  for (std::uint32_t i = 0; i < shared.failure.places_count; ++i) {
    const Thread thread = shared.failure.places[i].thread;
    if (thread >= Shared::kLooking) continue;
    const std::uint32_t count = shared.looked_count[thread];
    for (std::uint32_t j = 0; j < count && j < Shared::kLooked; ++j) watch(shared, shared.looked[thread][j]);
  }
  if (shared.failure.kind != FailureKind::failure) return;
  const PassedWords& passed = shared.passed;
  for (std::uint32_t i = 0; i < passed.count && i < PassedWords::kRead; ++i) watch(shared, passed.read[i]);
}

void PassedWords::note_creation(Thread thread) {
  if (thread < kThreads) created[thread] = ++time;
}

void PassedWords::note_access(Thread thread, std::uint64_t address, bool write) {
  if (thread >= kThreads) return;
  const std::uint64_t word = address & ~std::uint64_t{7};
  Written& last = written[word / 8 * 0x9e3779b97f4a7c15 >> 52];
  if (!write && last.word == word && last.thread != thread && last.time > created[thread]) {
    for (std::uint32_t i = 0; i < count && i < kRead; ++i)
      if (read[i] == word) return;
    read[count++ % kRead] = word;
  }
  if (write) last = {word, ++time, thread};
}

void forget_recorded(Shared& shared) {
  written.size = 0;
  heddle_debug_steps = 0;
  shared.baseless = 0;
  shared.steps_count = shared.allocations_count = shared.windows_count = 0;
  std::memset(shared.looked_count, 0, sizeof shared.looked_count);
  std::memset(&shared.passed, 0, sizeof shared.passed);
  std::memset(shared.labels, 0, sizeof shared.labels);
}

void step_begins(Thread thread) {
  const Shared& shared = *world.shared;
  if (shared.steps_count < Shared::kSteps) show_step(shared.steps_count + 1, thread);
}

void note_step(const Place& place) {
  Shared& shared = *world.shared;
  if (shared.steps_count == Shared::kSteps) return;
  shared.steps[shared.steps_count++] = place;
  if (place.thread < kMaxThreads) shared.pointers[place.thread] = world.all[place.thread]->storage;
  note_window(place.address);
  for (std::uint8_t i = 0; i < place.holds_count; ++i) note_window(place.holds[i]);
  if (heddle_debug_steps < shared.steps_count) show_step(shared.steps_count, place.thread);
}

namespace {
bool is_watched(const Shared& shared, std::uint64_t address, std::uint64_t size) {
  for (std::uint32_t i = 0; i < shared.watched_count; ++i)
    if (address < shared.watched[i] + 8 && address + size > shared.watched[i]) return true;
  return false;
}
}  // namespace

PlainStep note_plain(std::uint64_t address, std::uint64_t size, bool write, bool is_step, const void* pc) {
  Shared& shared = *world.shared;
  shared.passed.note_access(world.current->number, address, write);
  if (!write && world.current->number < Shared::kLooking) {
    const Thread self = world.current->number;
    shared.looked[self][shared.looked_count[self]++ % Shared::kLooked] = address;
  }
  if (shared.steps_count == Shared::kSteps) return {};
  if (!is_step) {
    if (!is_watched(shared, address, size)) return {};
    Place place = here(write ? Action::write : Action::read, address, static_cast<std::uint32_t>(size), pc);
    place.unseen = true;
    note_step(place);
  }
  if (size > 8) return {};
  const PlainStep step{shared.steps_count - 1, static_cast<std::uint32_t>(size)};
  if (!write) look(shared.steps[step.number], step.size);
  return step;
}

void note_allocation(std::uint64_t start, std::uint64_t size, const void* pc) {
  Shared& shared = *world.shared;
  if (shared.allocations_count == Shared::kAllocations) return;
  shared.allocations[shared.allocations_count++] =
      here(Action::alloc, start, size > ~0U ? ~0U : static_cast<std::uint32_t>(size), pc);
}

void note_free(std::uint64_t start, std::uint64_t size, const void* pc) {
  if (!is_watched(*world.shared, start, size)) return;
  Place place = here(Action::free, start, 0, pc);
  place.unseen = true;
  note_step(place);
}

void note_outside(std::uint64_t address) {
  Shared& shared = *world.shared;
  if (shared.allocations_count == Shared::kAllocations) return;
  if (const Place block = outside_block(address); block.size != 0)
    shared.allocations[shared.allocations_count++] = block;
}

void note_creation(Thread child, const void* pc) {
  world.shared->passed.note_creation(child);
  Place place = here(Action::fork, 0, 0, pc);
  place.unseen = true;
  place.other = child;
  note_step(place);
}

void note_order(int order) {
  Shared& shared = *world.shared;
  if (shared.steps_count > 0) shared.steps[shared.steps_count - 1].order = static_cast<std::uint8_t>(order);
}

void note_baseless(Baseless kind) {
  Shared& shared = *world.shared;
  for (std::uint32_t i = shared.steps_count; i-- > 0;) {
    if (shared.steps[i].thread != world.current->number || shared.steps[i].unseen) continue;
    shared.steps[i].baseless = static_cast<std::uint8_t>(static_cast<unsigned>(kind) + 1);
    return;
  }
}

void note_label(Thread thread, const char* label) {
  std::strncpy(world.shared->labels[thread], label, Shared::kLabel - 1);
}

}  // namespace heddle::control
