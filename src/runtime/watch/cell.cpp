// SPDX-License-Identifier: Apache-2.0
#include "runtime/watch/cell.h"

#include "runtime/watch/contexts.h"
#include "runtime/watch/process.h"
#include "runtime/watch/report.h"

namespace heddle::runtime {

static_assert(kMaxOrigins <= kOriginMask + 1);

namespace {

// Spills are handed out again but never unmapped, so that a quick look at one that has just gone is harmless.
struct SpillPool {
  SpinLock lock;
  Spill* free = nullptr;
};
SpillPool spill_pools[20];

Spill* take_spill(std::uint32_t capacity) {
  SpillPool& pool = spill_pools[__builtin_ctz(capacity)];
  Spill* spill = nullptr;
  {
    const SpinGuard guard(pool.lock);
    spill = pool.free;
    if (spill != nullptr) pool.free = reinterpret_cast<Spill*>(spill->words()[0]);
  }
  if (spill == nullptr)
    spill =
        static_cast<Spill*>(permanent(sizeof(Spill) + capacity * (sizeof(std::uint64_t) + sizeof(OriginId))));
  if (spill == nullptr) return nullptr;
  spill->capacity = capacity;
  for (std::uint32_t i = 0; i < capacity; ++i) spill->words()[i] = 0;
  return spill;
}

void give_spill(Spill* spill) {
  SpillPool& pool = spill_pools[__builtin_ctz(spill->capacity)];
  const SpinGuard guard(pool.lock);
  spill->words()[0] = reinterpret_cast<std::uintptr_t>(pool.free);
  pool.free = spill;
}

// Places 0, 1 and 2 are the words, those from kList on the spill's.
constexpr std::uint32_t kList = 3, kNowhere = ~std::uint32_t{0};

Spill* spill_in(const Cell& cell) {
  return (cell.word[2] & kTagMask) == kSpill ? spill_of(cell.word[2]) : nullptr;
}

OriginId origin_at_place(const Cell& cell, std::uint32_t place) {
  return place < kList ? origin_in(cell, place) : spill_in(cell)->origins()[place - kList];
}

// What the scan of one cell found out.
struct Scan {
  const Cell& cell;
  const OriginId origin;
  const std::uint64_t mine;
  const Clock& clock;
  const std::uint32_t slot;
  std::uint64_t racing = 0;
  std::uint32_t racing_at = kNowhere;
  std::uint32_t empty = kNowhere;
  std::uint32_t same = kNowhere;  // an entry of this epoch and kind
  bool joins = false;             // made at the same place, or nothing need be added

  bool ordered(std::uint64_t entry) const {
    const std::uint32_t other = slot_of(entry);
    return other == slot || (other < clock.size && (entry & kEpochMask) <= clock.at[other]);
  }

  // Returns what shall stand in the place of `entry`.
  __attribute__((always_inline)) std::uint64_t visit(std::uint32_t place, std::uint64_t entry) {
    if (entry == 0) {
      if (empty == kNowhere) empty = place;
      return 0;
    }
    if (!ordered(entry)) {
      if (racing == 0 && conflict(entry, mine)) racing = entry, racing_at = place;
      return entry;
    }
    // Ordered: mine takes over the bytes of whatever it is as strong as.
    if ((mine & ~entry & (kRead | kAtomic)) != 0) return entry;
    if (((entry ^ mine) & ~std::uint64_t{0xff}) == 0) {
      const bool fits = origin_at_place(cell, place) == origin || (entry & ~mine & 0xff) == 0;
      if (fits || !joins) same = place, joins = fits;
      return entry;
    }
    entry |= ~mine & 0xff;
    if ((entry & 0xff) != 0xff) return entry;
    if (empty == kNowhere) empty = place;
    return 0;
  }
};

// Puts `mine` where no place is empty. False: no memory.
bool spill(Cell& cell, std::uint64_t mine, OriginId origin, std::uint32_t slot) {
  if (Spill* list = spill_in(cell)) {
    Spill* larger = take_spill(list->capacity * 2);
    if (larger == nullptr) return false;
    for (std::uint32_t i = 0; i < list->capacity; ++i) {
      larger->words()[i] = list->words()[i];
      larger->origins()[i] = list->origins()[i];
    }
    const std::uint32_t at = list->capacity + slot % list->capacity;
    larger->words()[at] = mine;
    larger->origins()[at] = origin;
    store(cell.word[2], kSpill | reinterpret_cast<std::uintptr_t>(larger));
    give_spill(list);
    return true;
  }
  Spill* list = take_spill(4);
  if (list == nullptr) return false;
  const std::uint32_t first = slot_of(cell.word[2]) % 4;
  std::uint32_t second = slot % 4;
  if (second == first) second = (second + 1) % 4;
  list->words()[first] = cell.word[2];
  list->origins()[first] = origin_in(cell, 2);
  list->words()[second] = mine;
  list->origins()[second] = origin;
  store(cell.word[2], kSpill | reinterpret_cast<std::uintptr_t>(list));
  return true;
}

// The usual place of a thread's entry in a spill, looked at without the lock. The pointer is read again: had
// the list been handed to another granule in between, its entries would say nothing about this one.
bool repeated_in_spill(const Cell& cell, std::uint64_t mine, std::uint32_t slot) {
  const std::uint64_t pointer = __atomic_load_n(&cell.word[2], __ATOMIC_ACQUIRE);
  Spill* list = spill_of(pointer);
  const std::uint32_t capacity = list->capacity;
  bool found = false;
  for (std::uint32_t i = 0; i < capacity && !found; ++i)
    found = covers(__atomic_load_n(&list->words()[(slot + i) % capacity], __ATOMIC_ACQUIRE), mine);
  return found && __atomic_load_n(&cell.word[2], __ATOMIC_ACQUIRE) == pointer;
}

__attribute__((noinline)) void visit_spill(Scan& scan, Spill& list) {
  for (std::uint32_t i = 0; i < list.capacity; ++i) {
    const std::uint32_t at = (scan.slot + i) % list.capacity;
    store(list.words()[at], scan.visit(kList + at, list.words()[at]));
  }
}

}  // namespace

void Touch::name_origin() {
  if (origin == 0) origin = origin_at(thread, pc);
}

__attribute__((noinline)) std::uint64_t wait_for_cell(Cell& cell) {
  for (unsigned spins = 0;; ++spins) {
    std::uint64_t word = __atomic_load_n(&cell.word[0], __ATOMIC_RELAXED);
    if ((word & kCellLock) == 0 && __atomic_compare_exchange_n(&cell.word[0], &word, word | kCellLock, false,
                                                               __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
      return word;
    // The thread that held it does not exist in a child of fork.
    if (is_forked_child && spins > SpinLock::kGivenUp) return word & ~kCellLock;
    SpinLock::relax(spins);
  }
}

bool check_cell(Touch& touch, Cell& cell, std::uint64_t granule, std::uint64_t mine) {
  Thread& thread = touch.thread;
  if ((__atomic_load_n(&cell.word[2], __ATOMIC_RELAXED) & kTagMask) == kSpill &&
      repeated_in_spill(cell, mine, thread.slot))
    return false;
  if (touch.kept) touch.name_origin();
  ++thread.accesses;

  Scan scan{cell, touch.origin, mine, thread.clock, thread.slot};
  std::uint64_t first = lock_cell(cell);
  if ((first & kTagMask) == kFreed) [[unlikely]] {
    const std::uint64_t freed = cell.word[1] & ~kCellLock;
    const OriginId origin = origin_in(cell, 1);
    unlock_cell(cell, first);
    touch.name_origin();
    report_freed(touch, static_cast<std::uint32_t>(first), freed, origin_of(origin), !scan.ordered(freed));
    return true;
  }
  first = scan.visit(0, first);
  store(cell.word[1], scan.visit(1, cell.word[1]));
  Spill* list = spill_in(cell);
  if (list == nullptr) [[likely]]
    store(cell.word[2], scan.visit(2, cell.word[2]));
  else
    visit_spill(scan, *list);
  const OriginId racing_origin = scan.racing != 0 ? origin_at_place(cell, scan.racing_at) : 0;
  bool stored = true;
  const std::uint64_t add = mine | ~std::uint64_t{0xff};
  if (!touch.kept) {
    // Nothing takes the place of what it comes after.
  } else if (scan.joins || (scan.same != kNowhere && scan.empty == kNowhere)) {
    if (scan.same == 0)
      first &= add;
    else if (scan.same < kList)
      store(cell.word[scan.same], cell.word[scan.same] & add);
    else
      store(list->words()[scan.same - kList], list->words()[scan.same - kList] & add);
  } else if (scan.empty == kNowhere) {
    stored = spill(cell, mine, touch.origin, thread.slot);
  } else if (scan.empty >= kList) {
    list->origins()[scan.empty - kList] = touch.origin;
    store(list->words()[scan.empty - kList], mine);
  } else {
    set_origin(cell, scan.empty, touch.origin);
    if (scan.empty == 0)
      first = mine;
    else
      store(cell.word[scan.empty], mine);
  }
  unlock_cell(cell, first);
  if (!stored) switch_off(Doubt::no_memory);
  if (scan.racing != 0) [[unlikely]] {
    touch.name_origin();
    report_race(touch, granule, scan.racing, origin_of(racing_origin));
  }
  return true;
}

void free_cell(Touch& touch, Cell& cell, std::uint64_t granule, Pattern& pattern) {
  if (settle_alike(pattern, cell)) return;
  const std::uint64_t mine = touch.thread.epoch;
  Scan scan{cell, touch.origin, mine, touch.thread.clock, touch.thread.slot};
  OriginId racing_origin = 0;
  const std::uint64_t first = lock_cell(cell);
  pattern.before = {{first, cell.word[1], cell.word[2]}, cell.origins};
  pattern.is_known = false;
  if ((first & kTagMask) != kFreed) {
    scan.visit(0, first);
    scan.visit(1, cell.word[1]);
    Spill* list = spill_in(cell);
    if (list == nullptr)
      scan.visit(2, cell.word[2]);
    else
      visit_spill(scan, *list);
    if (scan.racing != 0) racing_origin = origin_at_place(cell, scan.racing_at);
    if (list != nullptr) {
      store(cell.word[2], 0);
      give_spill(list);
    }
    pattern.is_known = scan.racing == 0 && list == nullptr;
  }
  if (!touch.kept) {
    pattern.is_known = false;  // it says what cells become that are kept
    store(cell.word[1], 0);
    store(cell.word[2], 0);
    unlock_cell(cell, 0);
    if (scan.racing != 0 && touch.thread.ignore == 0)
      report_race(touch, granule, scan.racing, origin_of(racing_origin));
    return;
  }
  store(cell.word[1], mine | kCellLock);  // no access of the freeing thread may take it for a repetition
  store(cell.word[2], 0);
  set_origin(cell, 1, touch.origin);
  pattern.after = {{kFreed | touch.thread.number, cell.word[1], 0}, cell.origins};
  unlock_cell(cell, pattern.after.word[0]);
  if (scan.racing != 0 && touch.thread.ignore == 0) [[unlikely]]
    report_race(touch, granule, scan.racing, origin_of(racing_origin));
}

void forget_cells(Cell* from, Cell* to) {
  for (Cell* cell = from; cell < to; ++cell) {
    if (Spill* list = spill_in(*cell)) [[unlikely]]
      give_spill(list);
    *cell = {};
  }
}

}  // namespace heddle::runtime
