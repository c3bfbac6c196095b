// SPDX-License-Identifier: Apache-2.0
#include "runtime/watch/access.h"

#include "runtime/watch/contexts.h"
#include "runtime/watch/record.h"
#include "runtime/watch/sample.h"
#include "runtime/watch/sightings.h"

namespace heddle::runtime {
namespace {

// True: the access is news, and worth recording.
inline bool check(Touch& touch, Cell& cell, std::uint64_t granule, std::uint64_t mine,
                  Pattern* pattern = nullptr) {
  if (touch.origin == 0) touch.origin = origin_at(touch.thread, touch.pc);
  if (!settle(touch.thread, cell, mine, touch.origin, pattern)) [[unlikely]]
    return check_cell(touch, cell, granule, mine);
  ++touch.thread.accesses;
  return true;
}

// The usual access: within one granule, and no race. False: nothing was done.
__attribute__((always_inline)) inline bool settle_one(Thread& thread, std::uint64_t address,
                                                      std::uint64_t size, std::uint64_t weak,
                                                      const void* pc) {
  if (address % 8 + size > 8) return false;
  char* base = planes[(address >> kRegionShift) % kRegions];
  if (base == nullptr) [[unlikely]]
    return false;
  Cell& cell = *cell_in(base, address);
  const std::uint64_t missed = weak | bytes_missed(address, size);
  if (repeated(cell, thread.epoch, ~missed)) return true;
  if (!settle(thread, cell, thread.epoch | missed, origin_at(thread, pc))) [[unlikely]]
    return false;
  ++thread.accesses;
  return true;
}

// The same for a few granules.
inline bool settle_few(Thread& thread, std::uint64_t address, std::uint64_t size, std::uint64_t weak,
                       const void* pc) {
  for (const std::uint64_t end = address + size; address < end;) {
    const std::uint64_t next = (address | 7) + 1, stop = next < end ? next : end;
    if (!settle_one(thread, address, stop - address, weak, pc)) return false;
    address = stop;
  }
  return true;
}

// Whole granules from `at` on, as long as they are repeated or as usual; where they end.
std::uint64_t settle_whole(Touch& touch, char* base, std::uint64_t at, std::uint64_t end, std::uint64_t weak,
                           Pattern& pattern) {
  Thread& thread = touch.thread;
  const std::uint64_t mine = thread.epoch | weak;
  const std::uint64_t region_end = (at | (kRegionBytes - 1)) + 1,
                      stop = (end < region_end ? end : region_end) & ~std::uint64_t{7};
  Cell* cell = cell_in(base, at);
  for (; at < stop; at += 8, ++cell) {
    if (covers(__atomic_load_n(&cell->word[0], __ATOMIC_RELAXED), mine)) continue;
    if (!settle_alike(pattern, *cell)) {
      if (repeated(*cell, thread.epoch, ~weak)) continue;
      if (touch.origin == 0) touch.origin = origin_at(thread, touch.pc);
      if (!settle(thread, *cell, mine, touch.origin, &pattern)) break;
    }
    ++thread.accesses;
  }
  return at;
}

Access operation_of(std::uint64_t weak) {
  if ((weak & kAtomic) != 0) return (weak & kRead) != 0 ? Access::atomic_read : Access::atomic_write;
  return (weak & kRead) != 0 ? Access::read : Access::write;
}

// An access that is not sampled.
void compare_range(Thread& thread, std::uint64_t address, std::uint64_t size, std::uint64_t weak,
                   const void* pc) {
  Touch touch{thread, address, static_cast<std::uint32_t>(size), operation_of(weak), pc, 0, false};
  const std::uint64_t end = address + size;
  for (std::uint64_t granule = address & ~std::uint64_t{7}; granule < end; granule += 8) {
    if (!may_be_remembered(granule)) continue;
    const std::uint64_t from = granule < address ? address : granule;
    const std::uint64_t missed = bytes_missed(from, (granule + 8 < end ? granule + 8 : end) - from) | weak;
    char* base = planes_of(granule);
    if (base == nullptr) return;
    Cell& cell = *cell_in(base, granule);
    if (!is_empty(cell) && !repeated(cell, probe, ~missed))
      check_cell(touch, cell, granule, thread.epoch | missed);
  }
}

// An access that is not sampled, and that nothing in its cell could race with: the thread's own entries cannot, and nor can
// those that do not conflict. Entries stay, though it may come after some: they are still true. Most accesses end here.
inline bool is_let_go(std::uint64_t address, std::uint64_t size, std::uint64_t weak) {
  if (unsampled == 0 || address % 8 + size > 8) return false;
  if (!may_be_remembered(address)) {
    --unsampled;
    return true;
  }
  char* base = planes[(address >> kRegionShift) % kRegions];
  if (base == nullptr) return false;
  const std::uint64_t mine = probe | weak | bytes_missed(address, size);
  bool harmless = true;
  for (const std::uint64_t& word : cell_in(base, address)->word) {
    const std::uint64_t entry = __atomic_load_n(&word, __ATOMIC_RELAXED) & ~kCellLock;
    const bool is_own = ((entry ^ mine) >> kSlotShift) == 0;
    harmless &= entry == 0 || is_own || (entry < kFirstTag && !conflict(entry, mine));
  }
  if (harmless) --unsampled;
  return harmless;
}

ContextId stack_of(const Touch& touch) {
  return touch.origin != 0 ? origin_of(touch.origin).stack : stack_at(touch.thread, touch.pc);
}

}  // namespace

void check_range(Thread& thread, std::uint64_t address, std::uint64_t size, std::uint64_t weak,
                 const void* pc) {
  constexpr std::uint64_t kLongest = 1 << 18;  // a record has 19 bits for the size
  if (process.sampling) remember(address, size);
  Touch touch{thread, address, static_cast<std::uint32_t>(size), operation_of(weak), pc};
  const std::uint64_t end = address + size;
  // Neighbouring granules with news are one recorded access.
  std::uint64_t news_from = 0, news_to = 0;
  bool shared = false;
  const auto flush = [&] {
    if (news_to > news_from && process.recording && (weak & kAtomic) == 0) {
      if (shared) sight(thread, news_from, pc);
      record_access(thread, (weak & kRead) != 0 ? Operation::read : Operation::write, news_from,
                    static_cast<std::uint32_t>(news_to - news_from), stack_of(touch));
    }
    news_from = news_to = 0;
    shared = false;
  };
  Pattern pattern;  // of whole granules
  char* base = nullptr;
  for (std::uint64_t at = address; at < end;) {
    const std::uint64_t granule = at & ~std::uint64_t{7};
    const std::uint64_t stop = granule + 8 < end ? granule + 8 : end;
    if (base == nullptr || at % kRegionBytes == 0) base = planes_of(at);
    if (base == nullptr) return;
    if (at % 8 == 0 && process.is_plain()) {
      const std::uint64_t settled = settle_whole(touch, base, at, end, weak, pattern);
      if (settled != at) {
        at = settled;
        continue;
      }
    }
    const std::uint64_t missed = bytes_missed(at, stop - at) | weak;
    Cell& cell = *cell_in(base, at);
    const bool elsewhere = process.recording && was_elsewhere(thread, cell);
    if (!repeated(cell, probe, ~missed) &&
        (check(touch, cell, granule, thread.epoch | missed, missed == weak ? &pattern : nullptr) ||
         process.every_access)) {
      if (news_to != at || news_to - news_from >= kLongest) {
        flush();
        news_from = at;
      }
      news_to = stop;
      shared |= elsewhere;
    }
    at = stop;
  }
  flush();
}

void note_range(Thread& thread, std::uint64_t address, std::uint64_t size, std::uint64_t weak,
                const void* pc) {
  if (process.is_plain() && settle_one(thread, address, size, weak, pc)) [[likely]]
    return;
  return take_sample(thread) ? check_range(thread, address, size, weak, pc)
                             : compare_range(thread, address, size, weak, pc);
}

namespace {

__attribute__((noinline)) void access_by_thread(std::uint64_t address, std::uint64_t size, std::uint64_t weak,
                                                const void* pc) {
  Thread* thread = active();
  if (thread == nullptr || thread->ignore != 0) return;
  // The program is about to use the memory itself: it comes while the cell does.
  __builtin_prefetch(reinterpret_cast<const void*>(address));
  const Busy busy(*thread);
  if (!take_sample(*thread)) return compare_range(*thread, address, size, weak, pc);
  const std::uint64_t granule = address & ~std::uint64_t{7};
  if (address + size > granule + 8) {
    check_range(*thread, address, size, weak, pc);
    if (size >= kLongRange)
      note_told(*thread, {address, size, 1, 0, thread->epoch | weak, thread->forgotten});
    return;
  }
  // Nearly always it is one granule.
  if (process.sampling) remember(address, size);
  char* base = planes_of(address);
  if (base == nullptr) return;
  Cell& cell = *cell_in(base, address);
  const std::uint64_t missed = weak | bytes_missed(address, size);
  if (cells_in_line.mask == 0 && repeated(cell, probe, ~missed)) return;  // who called could not know
  const bool elsewhere = process.recording && was_elsewhere(*thread, cell);
  const std::uint64_t mine = thread->epoch | missed;
  const OriginId origin = origin_at(*thread, pc);
  bool news = true;
  if (settle(*thread, cell, mine, origin)) [[likely]] {
    ++thread->accesses;
  } else {
    Touch touch{*thread,
                address,
                static_cast<std::uint32_t>(size),
                (weak & kRead) != 0 ? Access::read : Access::write,
                pc,
                origin};
    news = check_cell(touch, cell, granule, mine);
  }
  if (!process.recording || (!news && !process.every_access)) return;
  if (elsewhere) sight(*thread, address, pc);
  record_access(*thread, (weak & kRead) != 0 ? Operation::read : Operation::write, address,
                static_cast<std::uint32_t>(size),
                origin != 0 ? origin_of(origin).stack : stack_at(*thread, pc));
}

}  // namespace

void access_in_full(std::uint64_t address, std::uint64_t size, std::uint64_t weak, const void* pc) {
  constexpr std::uint64_t kFewBytes = 32;
  Thread* thread = self;
  if (process.is_plain() && thread != nullptr && (thread->busy | thread->ignore) == 0) [[likely]] {
    // The program is about to use the memory itself: it comes while the cell does.
    __builtin_prefetch(reinterpret_cast<const void*>(address));
    const Busy busy(*thread);
    if (settle_one(*thread, address, size, weak, pc)) [[likely]]
      return;
    if (size <= kFewBytes && address % 8 + size > 8 && settle_few(*thread, address, size, weak, pc)) return;
  }
  if (!process.on) return;
  if (process.sampling && is_let_go(address, size, weak)) return;
  access_by_thread(address, size, weak, pc);
}

void on_row(std::uint64_t address, std::uint64_t size, std::int64_t step, std::uint64_t count,
            std::uint64_t weak, const void* pc) {
  if (count == 0 || is_told(self, address, size, step, count, weak)) return;
  const std::uint64_t first = address;
  const Epoch epoch = probe;  // a signal that is handled on the way may begin another
  const std::uint64_t bytes = size < 8 ? (std::uint64_t{1} << size) - 1 : 0xff;
  for (std::uint64_t i = 0; i < count; ++i, address += static_cast<std::uint64_t>(step)) {
    const std::uint64_t keep = ~(weak | 0xff) | bytes << (address % 8);
    if (address % 8 + size > 8 || !repeated(cell_in_line(address), probe, keep))
      access_in_full(address, size, weak, pc);
  }
  if (Thread* thread = active();
      thread != nullptr && thread->ignore == 0 && epoch != kNever && !process.sampling)
    note_told(*thread, {first, size, count, step, epoch | weak, thread->forgotten});
}

void note_told(Thread& thread, const ToldRange& range) {
  if (thread.told_ranges == nullptr)
    thread.told_ranges = static_cast<ToldRange*>(permanent(kToldRanges * sizeof(ToldRange)));
  if (thread.told_ranges != nullptr) told_range_at(thread, range.address, range.count) = range;
}

}  // namespace heddle::runtime
