// SPDX-License-Identifier: Apache-2.0
// The cell of one granule: every access of its bytes that a later one might race with.
//
// Idea. FastTrack keeps one write epoch and one read epoch (or vector) a variable; here the variable is any
// subset of eight bytes, and atomic accesses count too, so a cell is a small set of entries
//   slot : 15 | clock : 38 | atomic : 1 | read : 1 | bytes not accessed : 8
// The ten low bits are all *weaknesses*: a set bit means that the entry conflicts with less. So "e is at
// least as strong as m" is (e & ~m & 1023) == 0, and "an access m of the running epoch is already in the cell
// as e" is one xor and one test, ((e ^ m) & ~(m & 1023)) == 0. This is all an access costs when it repeats an
// earlier one.
//
// Otherwise the cell is locked (the sign bit of word 0), each entry is compared with the thread's vector
// clock, conflicting unordered ones are reported, and the new entry takes over, byte by byte, what it happens
// after and is as strong as. Nothing else is ever dropped: when three words do not suffice, word 2 becomes a
// pointer to a longer list (the spill).
//
// Exactness. An entry e is only replaced by an entry m with e → m that conflicts with whatever e conflicts
// with. A later access x that is unordered with e and conflicts with it is then not ordered after m (else e →
// x), so it races with m too: the cell reports a race on these bytes if and only if there is one, and at the
// latest at the first access that completes one. All updates of one cell are ordered by its lock, and this
// order agrees with happens-before, because a thread updates the cell before its next release.
//
// Freed memory: word 0 is kFreed | the freeing thread's number, word 1 the free as a write; see memory.cpp.
#pragma once

#include <cstdint>

#include "runtime/watch/shadow.h"
#include "runtime/watch/thread.h"

namespace heddle::runtime {

inline constexpr std::uint64_t kRead = 1 << 8;
inline constexpr std::uint64_t kAtomic = 1 << 9;
inline constexpr std::uint64_t kWeak = 0x3ff;
inline constexpr std::uint64_t kCellLock = std::uint64_t{1} << 63;
inline constexpr std::uint64_t kSpill = std::uint64_t{0x7fff} << kSlotShift;
inline constexpr std::uint64_t kFreed = std::uint64_t{0x7ffe} << kSlotShift;
inline constexpr std::uint64_t kFirstTag = std::uint64_t{kMaxSlots} << kSlotShift;  // entries are below
inline constexpr std::uint64_t kTagMask = std::uint64_t{0xffff} << kSlotShift;

// The weak bits of an access of `size` bytes at `address`, which stay within one granule.
constexpr std::uint64_t bytes_missed(std::uint64_t address, std::uint64_t size) {
  return 0xff & ~(((std::uint64_t{1} << size) - 1) << (address % 8));
}
constexpr bool covers(std::uint64_t entry, std::uint64_t mine) {
  return ((entry ^ mine) & ~(mine & kWeak)) == 0;
}

struct Spill {                 // followed by `capacity` words, then as many OriginIds
  std::uint32_t capacity = 0;  // a power of two
  std::uint32_t pad = 0;
  std::uint64_t* words() { return reinterpret_cast<std::uint64_t*>(this + 1); }
  OriginId* origins() { return reinterpret_cast<OriginId*>(words() + capacity); }
};
inline Spill* spill_of(std::uint64_t word) { return reinterpret_cast<Spill*>(word & ~kTagMask); }

// One access within one granule. `mine` is the thread's epoch with the weak bits of the access.
struct Touch {
  Thread& thread;
  std::uint64_t address;  // of the whole access, for reports
  std::uint32_t size;
  Access operation;
  const void* pc;
  OriginId origin = 0;  // made when needed
  bool kept = true;     // false: it is compared with what is there, and not remembered (sample.h)
  void name_origin();
};
// The full check; `granule` is the address of its first byte. True: the access is news, and worth recording.
bool check_cell(Touch& touch, Cell& cell, std::uint64_t granule, std::uint64_t mine);
// Free: checks as a write of the whole granule, then marks it; or forgets it, if it is not kept. The pattern is for the
// cells of one free.
void free_cell(Touch& touch, Cell& cell, std::uint64_t granule, struct Pattern& pattern);
void forget_cells(Cell* from, Cell* to);

// Nothing of it is remembered.
inline bool is_empty(const Cell& cell) {
  std::uint64_t all = 0;
  for (const std::uint64_t& word : cell.word) all |= __atomic_load_n(&word, __ATOMIC_RELAXED);
  return all == 0;
}

// The quick check: true if an access of this epoch is already there; `keep` is ~ its weak bits. Which of the
// last two words it is depends on who came first, and no branch predictor knows that.
inline bool repeated(const Cell& cell, Epoch epoch, std::uint64_t keep) {
  const auto unlike = [&](const std::uint64_t& word) {
    return (__atomic_load_n(&word, __ATOMIC_RELAXED) ^ epoch) & keep;
  };
  if (unlike(cell.word[0]) == 0) return true;
  const std::uint64_t second = unlike(cell.word[1]), third = unlike(cell.word[2]);
  return (second < third ? second : third) == 0;
}

// ---- a locked cell ----

std::uint64_t wait_for_cell(Cell& cell);
inline std::uint64_t lock_cell(Cell& cell) {
  std::uint64_t word = __atomic_load_n(&cell.word[0], __ATOMIC_RELAXED) & ~kCellLock;
  if (__atomic_compare_exchange_n(&cell.word[0], &word, word | kCellLock, false, __ATOMIC_ACQUIRE,
                                  __ATOMIC_RELAXED)) [[likely]]
    return word;
  return wait_for_cell(cell);
}

inline void unlock_cell(Cell& cell, std::uint64_t first) {
  __atomic_store_n(&cell.word[0], first, __ATOMIC_RELEASE);
}

inline void store(std::uint64_t& word, std::uint64_t value) {
  __atomic_store_n(&word, value, __ATOMIC_RELAXED);
}

// The origin of word i.
constexpr unsigned kOriginBits = 21;
constexpr std::uint64_t kOriginMask = (std::uint64_t{1} << kOriginBits) - 1;
inline OriginId origin_in(const Cell& cell, unsigned i) {
  return static_cast<OriginId>(cell.origins >> (i * kOriginBits) & kOriginMask);
}
inline void set_origin(Cell& cell, unsigned i, OriginId origin) {
  const unsigned shift = i * kOriginBits;
  cell.origins = (cell.origins & ~(kOriginMask << shift)) | std::uint64_t{origin} << shift;
}

inline bool conflict(std::uint64_t a, std::uint64_t b) {
  return (~a & ~b & 0xff) != 0 && (a & b & (kRead | kAtomic)) == 0;
}

// What one access of a range made of a cell. The next cell often looks as this one did, and then it becomes the same.
struct Pattern {
  Cell before, after;
  bool is_known = false;

  bool fits(const Cell& cell) const {
    return __atomic_load_n(&cell.word[1], __ATOMIC_RELAXED) == before.word[1] &&
           __atomic_load_n(&cell.word[2], __ATOMIC_RELAXED) == before.word[2] &&
           __atomic_load_n(&cell.origins, __ATOMIC_RELAXED) == before.origins;
  }
};
// False: it looks different, and nothing was done.
inline bool settle_alike(const Pattern& pattern, Cell& cell) {
  std::uint64_t word = pattern.before.word[0];
  if (!pattern.is_known || __atomic_load_n(&cell.word[0], __ATOMIC_RELAXED) != word || !pattern.fits(cell))
    return false;
  if (!__atomic_compare_exchange_n(&cell.word[0], &word, word | kCellLock, false, __ATOMIC_ACQUIRE,
                                   __ATOMIC_RELAXED))
    return false;
  const bool same = pattern.fits(cell);
  if (same) {
    store(cell.word[1], pattern.after.word[1]);
    store(cell.word[2], pattern.after.word[2]);
    cell.origins = pattern.after.origins;
  }
  unlock_cell(cell, same ? pattern.after.word[0] : word);
  return same;
}

// What is left of an entry that `mine` comes after: the bytes for which it is not as strong.
constexpr std::uint64_t left_of(std::uint64_t entry, std::uint64_t mine) {
  if ((mine & ~entry & (kRead | kAtomic)) != 0) return entry;
  entry |= ~mine & 0xff;
  return (entry & 0xff) != 0xff ? entry : 0;
}

// The full check of the usual case: three words, nothing freed, no race, and room. False: nothing was done,
// and check_cell has to. An access joins an entry of its epoch, kind and place. It then stands first, where the quick
// check of compiled code looks.
__attribute__((always_inline)) inline bool settle(Thread& thread, Cell& cell, std::uint64_t mine,
                                                  OriginId origin, Pattern* pattern = nullptr) {
  if ((__atomic_load_n(&cell.word[2], __ATOMIC_RELAXED) & kTagMask) == kSpill) return false;
  const Clock& clock = thread.clock;
  const std::uint64_t before = lock_cell(cell);
  std::uint64_t first = before, second = cell.word[1], third = cell.word[2];
  const std::uint64_t second_before = second, third_before = third;
  bool usual = true;
  const auto visit = [&](unsigned i, std::uint64_t& entry) __attribute__((always_inline)) {
    const std::uint32_t slot = slot_of(entry);  // none, if the cell was freed or has a longer list
    if (slot >= clock.size || (entry & kEpochMask) > clock.at[slot]) [[unlikely]] {
      usual &= slot < kMaxSlots && !conflict(entry, mine);
      return;
    }
    if (((entry ^ mine) & ~std::uint64_t{0xff}) == 0 && origin_in(cell, i) == origin) mine &= entry;
    entry = left_of(entry, mine);
  };
  if ((second | third) != 0) {
    if (third != 0) visit(2, third);
    if (second != 0) visit(1, second);
  }
  if (first != 0) visit(0, first);
  std::uint64_t origins = cell.origins;
  if (first != 0) {  // moves, to where there is room
    if (second == 0) {
      second = first;
      origins = (origins & ~(kOriginMask << kOriginBits)) | (origins & kOriginMask) << kOriginBits;
    } else if (third == 0) {
      third = first;
      origins = (origins & ~(kOriginMask << 2 * kOriginBits)) | (origins & kOriginMask) << 2 * kOriginBits;
    } else {
      usual = false;
    }
  }
  if (!usual) [[unlikely]] {
    unlock_cell(cell, before);
    return false;
  }
  origins = (origins & ~kOriginMask) | origin;
  if (pattern != nullptr) {
    pattern->before = {{before, second_before, third_before}, cell.origins};
    pattern->after = {{mine, second, third}, origins};
    pattern->is_known = true;
  }
  if (second != second_before) store(cell.word[1], second);
  if (third != third_before) store(cell.word[2], third);
  cell.origins = origins;
  unlock_cell(cell, mine);
  return true;
}

}  // namespace heddle::runtime
