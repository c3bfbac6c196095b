// SPDX-License-Identifier: Apache-2.0
// One access of memory by the running thread: the quick check inline, the rest in access.cpp.
#pragma once

#include "runtime/watch/cell.h"
#include "runtime/watch/process.h"
#include "runtime/watch/told_ranges.h"

namespace heddle::runtime {

// `weak` is kRead and kAtomic as they apply. Not inside the runtime.
void access_in_full(std::uint64_t address, std::uint64_t size, std::uint64_t weak, const void* pc);
// The same for a thread that is busy on behalf of the caller; `size` may be anything.
void note_range(Thread& thread, std::uint64_t address, std::uint64_t size, std::uint64_t weak,
                const void* pc);
// Likewise, and it is remembered even if only a sample is.
void check_range(Thread& thread, std::uint64_t address, std::uint64_t size, std::uint64_t weak,
                 const void* pc);

// Bytes from which on it is worth looking up whether they were told as a whole.
inline constexpr std::uint64_t kLongRange = 64;

// `count` pieces of `size` bytes, one every `step` bytes.
void on_row(std::uint64_t address, std::uint64_t size, std::int64_t step, std::uint64_t count,
            std::uint64_t weak, const void* pc);

template <unsigned kSize>
inline void on_access(std::uint64_t address, std::uint64_t weak, const void* pc) {
  if (kSize == 1 || address % 8 + kSize <= 8) [[likely]] {
    const std::uint64_t bytes = ((std::uint64_t{1} << kSize) - 1) << (address % 8);
    if (repeated(cell_in_line(address), probe, ~(weak | 0xff) | bytes)) [[likely]]
      return;
  }
  access_in_full(address, kSize, weak, pc);
}

// Every granule of the range was accessed like this in the running epoch.
inline bool is_repeated(std::uint64_t address, std::uint64_t size, std::uint64_t weak) {
  for (const std::uint64_t end = address + size; address < end;) {
    const std::uint64_t next = (address | 7) + 1, stop = next < end ? next : end;
    if (!repeated(cell_in_line(address), probe, ~(bytes_missed(address, stop - address) | weak)))
      return false;
    address = stop;
  }
  return true;
}

// For interposed functions: the range counts as accessed by the caller.
inline void on_range(const void* address, std::uint64_t size, std::uint64_t weak, const void* pc) {
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  if (size != 0 && !(size < kLongRange ? is_repeated(at, size, weak) : is_told(self, at, size, 0, 1, weak)))
    access_in_full(at, size, weak, pc);
}

}  // namespace heddle::runtime
