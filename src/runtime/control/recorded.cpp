// SPDX-License-Identifier: Apache-2.0
#include "runtime/control/recorded.h"

#include <cstring>

#include "runtime/control/debugging.h"
#include "runtime/control/heap.h"
#include "runtime/control/shared.h"
#include "runtime/control/thread.h"
#include "runtime/control/world.h"

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

void note_window(std::uint64_t address) {
  Shared& shared = *world.shared;
  if (address == 0 || in_heap(address) || shared.windows_count == Shared::kWindows) return;
  for (std::uint32_t i = 0; i < shared.windows_count; ++i)
    if (shared.windows[i].address == address) return;
  const Controlled* owner = owner_of(address);
  if (owner == nullptr) return;
  StackWindow& window = shared.windows[shared.windows_count];
  const auto bottom = reinterpret_cast<std::uintptr_t>(owner->stack);
  const auto top = reinterpret_cast<std::uintptr_t>(owner->stack_top) & ~std::uint64_t{7};
  const std::uint64_t first = (address & ~std::uint64_t{7}) - StackWindow::kBelow * 8;
  window.address = address;
  window.thread = owner->number;
  window.low = first > bottom ? first : bottom;
  const std::uint64_t words = (top - window.low) / 8;
  window.words = static_cast<std::uint32_t>(words < StackWindow::kWords ? words : StackWindow::kWords);
  std::memcpy(window.word, reinterpret_cast<const void*>(window.low), window.words * 8);
  window.frames = 0;
  for (std::uint32_t depth = owner->depth < Controlled::kFrames ? owner->depth : Controlled::kFrames;
       depth > 0 && window.frames < StackWindow::kFrames;)
    window.frame[window.frames++] = owner->frames[--depth];
  ++shared.windows_count;
}

}  // namespace

void forget_recorded(Shared& shared) {
  shared.steps_count = shared.allocations_count = shared.windows_count = 0;
  std::memset(shared.labels, 0, sizeof shared.labels);
}

void note_step(const Place& place) {
  Shared& shared = *world.shared;
  if (shared.steps_count == Shared::kSteps) return;
  shared.steps[shared.steps_count++] = place;
  if (place.thread < kMaxThreads) shared.pointers[place.thread] = world.all[place.thread]->storage;
  note_window(place.address);
  for (std::uint8_t i = 0; i < place.holds_count; ++i) note_window(place.holds[i]);
  show_step(shared.steps_count, place.thread);
}

void note_plain(std::uint64_t address, std::uint64_t size, bool write, const void* pc) {
  const std::uint64_t watched = world.shared->watched;
  if (watched == 0 || address >= watched + 8 || address + size <= watched) return;
  Place place = here(write ? Action::write : Action::read, address, static_cast<std::uint32_t>(size), pc);
  place.unseen = true;
  if (!write && size <= 8) {
    std::memcpy(&place.value, reinterpret_cast<const void*>(address), size);
    place.has_value = true;
    if (size == 4)
      place.value =
          static_cast<std::uint64_t>(static_cast<std::int64_t>(static_cast<std::int32_t>(place.value)));
  }
  note_step(place);
}

void note_allocation(std::uint64_t start, std::uint64_t size, const void* pc) {
  Shared& shared = *world.shared;
  if (shared.allocations_count == Shared::kAllocations) return;
  shared.allocations[shared.allocations_count++] =
      here(Action::alloc, start, size > ~0U ? ~0U : static_cast<std::uint32_t>(size), pc);
}

void note_creation(Thread child, const void* pc) {
  Place place = here(Action::fork, 0, 0, pc);
  place.unseen = true;
  place.other = child;
  note_step(place);
}

void note_label(Thread thread, const char* label) {
  std::strncpy(world.shared->labels[thread], label, Shared::kLabel - 1);
}

}  // namespace heddle::control
