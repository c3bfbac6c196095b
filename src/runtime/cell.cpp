// SPDX-License-Identifier: Apache-2.0
#include "runtime/cell.h"

#include "runtime/contexts.h"
#include "runtime/process.h"
#include "runtime/report.h"

namespace heddle::runtime {
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
  if (spill == nullptr) spill = static_cast<Spill*>(permanent(sizeof(Spill) + capacity * 16UL));
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

std::uint64_t lock_cell(std::uint64_t* words) {
  for (unsigned spins = 0;; ++spins) {
    std::uint64_t word = __atomic_load_n(&words[0], __ATOMIC_RELAXED);
    if ((word & kCellLock) == 0 && __atomic_compare_exchange_n(&words[0], &word, word | kCellLock, false,
                                                               __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
      return word;
    // The thread that held it does not exist in a child of fork.
    if (forked_child && spins > SpinLock::kGivenUp) return word & ~kCellLock;
    SpinLock::relax(spins);
  }
}

void store(std::uint64_t& word, std::uint64_t value) { __atomic_store_n(&word, value, __ATOMIC_RELAXED); }

bool conflict(std::uint64_t a, std::uint64_t b) {
  return (~a & ~b & 0xff) != 0 && (a & b & (kRead | kAtomic)) == 0;
}

// What the scan of one cell found out.
struct Scan {
  std::uint64_t mine;
  const Clock& clock;
  std::uint32_t slot;
  std::uint64_t racing = 0;
  Origin racing_origin;
  std::uint64_t* empty = nullptr;
  Origin* empty_origin = nullptr;
  std::uint64_t* same = nullptr;  // an entry of this epoch and kind: bytes are added to it

  bool ordered(std::uint64_t entry) const {
    const std::uint32_t other = slot_of(entry);
    return other == slot || (other < clock.size && (entry & kEpochMask) <= clock.at[other]);
  }

  // `entry` is the value of *word, which may be the locked word 0. Returns what shall stand there.
  std::uint64_t visit(std::uint64_t* word, Origin* origin, std::uint64_t entry) {
    if (entry == 0) {
      if (empty == nullptr) empty = word, empty_origin = origin;
      return 0;
    }
    if (!ordered(entry)) {
      if (racing == 0 && conflict(entry, mine)) racing = entry, racing_origin = *origin;
      return entry;
    }
    // Ordered: mine takes over the bytes of whatever it is as strong as.
    if ((mine & ~entry & (kRead | kAtomic)) == 0) {
      if (((entry ^ mine) & ~std::uint64_t{0xff}) == 0) {
        same = word;
        return entry;
      }
      entry |= ~mine & 0xff;
      if ((entry & 0xff) == 0xff) {
        if (empty == nullptr) empty = word, empty_origin = origin;
        return 0;
      }
    }
    return entry;
  }
};

// Puts `mine` where no inline word is empty. False: no memory.
bool spill(std::uint64_t* words, Origin* origins, std::uint64_t mine, Origin origin, std::uint32_t slot) {
  Spill* list = nullptr;
  if ((words[2] & kTagMask) == kSpill) {
    list = spill_of(words[2]);
    Spill* larger = take_spill(list->capacity * 2);
    if (larger == nullptr) return false;
    for (std::uint32_t i = 0; i < list->capacity; ++i) {
      larger->words()[i] = list->words()[i];
      larger->origins()[i] = list->origins()[i];
    }
    const std::uint32_t at = list->capacity + slot % list->capacity;
    larger->words()[at] = mine;
    larger->origins()[at] = origin;
    store(words[2], kSpill | reinterpret_cast<std::uintptr_t>(larger));
    give_spill(list);
    return true;
  }
  list = take_spill(4);
  if (list == nullptr) return false;
  const std::uint32_t first = slot_of(words[2]) % 4;
  std::uint32_t second = slot % 4;
  if (second == first) second = (second + 1) % 4;
  list->words()[first] = words[2];
  list->origins()[first] = origins[2];
  list->words()[second] = mine;
  list->origins()[second] = origin;
  store(words[2], kSpill | reinterpret_cast<std::uintptr_t>(list));
  return true;
}

// The usual place of a thread's entry in a spill, looked at without the lock. The pointer is read again: had
// the list been handed to another granule in between, its entries would say nothing about this one.
bool repeated_in_spill(const std::uint64_t* words, std::uint64_t mine, std::uint32_t slot) {
  const std::uint64_t pointer = __atomic_load_n(&words[2], __ATOMIC_ACQUIRE);
  if ((pointer & kTagMask) != kSpill) return false;
  Spill* list = spill_of(pointer);
  const std::uint32_t capacity = list->capacity;
  bool found = false;
  for (std::uint32_t i = 0; i < capacity && !found; ++i)
    found = covers(__atomic_load_n(&list->words()[(slot + i) % capacity], __ATOMIC_ACQUIRE), mine);
  return found && __atomic_load_n(&words[2], __ATOMIC_ACQUIRE) == pointer;
}

}  // namespace

bool check_cell(Touch& touch, char* base, std::uint64_t granule, std::uint64_t mine) {
  Thread& thread = touch.thread;
  std::uint64_t* words = words_in(base, granule);
  Origin* origins = origins_in(base, granule);
  __builtin_prefetch(origins, 1);  // it is another cache line, needed only at the end
  if (repeated_in_spill(words, mine, thread.slot)) return false;
  if (touch.origin.stack == 0) touch.origin = origin_at(thread, touch.pc);
  ++thread.accesses;

  Scan scan{mine, thread.clock, thread.slot};
  std::uint64_t first = lock_cell(words);
  if ((first & kTagMask) == kFreed) [[unlikely]] {
    const std::uint64_t freed = words[1] & ~kCellLock;
    const Origin origin = origins[1];
    __atomic_store_n(&words[0], first, __ATOMIC_RELEASE);
    report_freed(touch, static_cast<std::uint32_t>(first), freed, origin, !scan.ordered(freed));
    return true;
  }
  first = scan.visit(&words[0], &origins[0], first);
  store(words[1], scan.visit(&words[1], &origins[1], words[1]));
  const bool spilled = (words[2] & kTagMask) == kSpill;
  if (!spilled) {
    store(words[2], scan.visit(&words[2], &origins[2], words[2]));
  } else {
    Spill* list = spill_of(words[2]);
    for (std::uint32_t i = 0; i < list->capacity; ++i) {
      const std::uint32_t at = (thread.slot + i) % list->capacity;
      store(list->words()[at], scan.visit(&list->words()[at], &list->origins()[at], list->words()[at]));
    }
  }
  bool stored = true;
  if (scan.same != nullptr) {
    if (scan.same == &words[0])
      first &= mine | ~std::uint64_t{0xff};
    else
      store(*scan.same, *scan.same & (mine | ~std::uint64_t{0xff}));
  } else if (scan.empty == &words[0]) {
    first = mine;
    origins[0] = touch.origin;
  } else if (scan.empty != nullptr) {
    *scan.empty_origin = touch.origin;
    store(*scan.empty, mine);
  } else {
    stored = spill(words, origins, mine, touch.origin, thread.slot);
  }
  __atomic_store_n(&words[0], first, __ATOMIC_RELEASE);
  if (!stored) switch_off(Doubt::no_memory);
  if (scan.racing != 0) [[unlikely]]
    report_race(touch, granule, scan.racing, scan.racing_origin);
  return true;
}

void free_cell(Touch& touch, char* base, std::uint64_t granule) {
  std::uint64_t* words = words_in(base, granule);
  Origin* origins = origins_in(base, granule);
  const std::uint64_t mine = touch.thread.epoch;
  Scan scan{mine, touch.thread.clock, touch.thread.slot};
  const std::uint64_t known = __atomic_load_n(&words[0], __ATOMIC_RELAXED);
  if ((known & kTagMask) != kFreed && (known != 0 || words[1] != 0 || words[2] != 0)) {
    scan.visit(&words[0], &origins[0], lock_cell(words));
    scan.visit(&words[1], &origins[1], words[1]);
    if ((words[2] & kTagMask) == kSpill) {
      Spill* list = spill_of(words[2]);
      for (std::uint32_t i = 0; i < list->capacity; ++i)
        scan.visit(&list->words()[i], &list->origins()[i], list->words()[i]);
      store(words[2], 0);
      give_spill(list);
    } else {
      scan.visit(&words[2], &origins[2], words[2]);
    }
  }
  store(words[1], mine | kCellLock);  // no access of the freeing thread may take it for a repetition
  store(words[2], 0);
  origins[1] = touch.origin;
  __atomic_store_n(&words[0], kFreed | touch.thread.number, __ATOMIC_RELEASE);
  if (scan.racing != 0) [[unlikely]]
    report_race(touch, granule, scan.racing, scan.racing_origin);
}

void forget_cells(std::uint64_t* from, std::uint64_t* to) {
  for (std::uint64_t* words = from; words < to; words += kCellWords) {
    if ((words[2] & kTagMask) == kSpill) [[unlikely]]
      give_spill(spill_of(words[2]));
    store(words[0], 0);
    store(words[1], 0);
    store(words[2], 0);
  }
}

}  // namespace heddle::runtime
