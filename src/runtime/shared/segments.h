// SPDX-License-Identifier: Apache-2.0
// Where a module lies in memory, as dl_iterate_phdr tells it.
#pragma once

#include <cstdint>

#include <link.h>

namespace heddle::runtime {

// Calls look(begin, end) for each segment that is loaded with all of these flags: PF_R, PF_W, PF_X.
template <class Look>
void each_segment(const dl_phdr_info* info, unsigned flags, const Look& look) {
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr)& header = info->dlpi_phdr[i];
    if (header.p_type != PT_LOAD || (header.p_flags & flags) != flags) continue;
    const std::uint64_t begin = info->dlpi_addr + header.p_vaddr;
    look(begin, begin + header.p_memsz);
  }
}

struct Bounds {
  std::uint64_t low = ~std::uint64_t{0}, high = 0;  // high 0: nothing of it is loaded
};
inline Bounds bounds_of(const dl_phdr_info* info) {
  Bounds bounds;
  each_segment(info, 0, [&](std::uint64_t begin, std::uint64_t end) {
    if (begin < bounds.low) bounds.low = begin;
    if (end > bounds.high) bounds.high = end;
  });
  return bounds;
}

}  // namespace heddle::runtime
