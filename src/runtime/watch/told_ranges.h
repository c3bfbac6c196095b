// SPDX-License-Identifier: Apache-2.0
// Ranges that a thread has told in its present epoch: one that is told again has nothing to say.
//
// A loop inside a loop accesses the same row of an array again and again. Its cells would all say that this epoch was
// here; the range as a whole is looked up instead, by where it begins. An entry is good as long as the thread is in the
// same epoch and has freed nothing since. (Memory that another thread frees is not this one's to access in any order that
// is right: the free has met this thread's accesses in the cells, and was reported.)
#pragma once

#include "runtime/watch/cell.h"

namespace heddle::runtime {

struct ToldRange {
  std::uint64_t address, size, count;
  std::int64_t step;
  std::uint64_t mark;  // epoch and weak bits
  std::uint64_t forgotten;
};
inline constexpr std::size_t kToldRanges = 512;

inline ToldRange& told_range_at(Thread& thread, std::uint64_t address, std::uint64_t count) {
  std::uint64_t hash = (address + count) * 0x9E3779B97F4A7C15U;
  return thread.told_ranges[hash >> 55];
}

// `count` pieces of `size` bytes, one every `step` bytes.
inline bool is_told(Thread* thread, std::uint64_t address, std::uint64_t size, std::int64_t step,
                    std::uint64_t count, std::uint64_t weak) {
  if (thread == nullptr || thread->told_ranges == nullptr) return false;
  const ToldRange& told = told_range_at(*thread, address, count);
  return told.address == address && told.size == size && told.count == count && told.step == step &&
         told.forgotten == thread->forgotten && covers(told.mark, probe | weak);
}

void note_told(Thread& thread, const ToldRange& range);

}  // namespace heddle::runtime
