// SPDX-License-Identifier: Apache-2.0
// Shadow memory: for every eight bytes of the program (a granule) a cell that says who accessed it last.
//
// A table with one entry per GiB of address space leads to that GiB's planes, mapped on first use and backed
// only where touched, so position-independent code and address randomisation need no special mapping. The
// planes of one GiB:
//   words     3 × 8 bytes per granule: the accesses (cell.h)
//   origins   3 × 8 bytes per granule: stack and locks of each
//   objects   8 bytes per 64 bytes: head of the list of synchronisation objects that live there (object.h)
//   blocks    1 byte per 16 bytes: a heap block starts here (memory.cpp)
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/channel.h"

namespace heddle::runtime {

inline constexpr unsigned kRegionShift = 30;
inline constexpr std::uint64_t kRegionBytes = std::uint64_t{1} << kRegionShift;
inline constexpr std::size_t kRegions = std::size_t{1} << (47 - kRegionShift);
inline constexpr std::size_t kCellWords = 3;

inline constexpr std::uint64_t kGranules = kRegionBytes / 8;
inline constexpr std::uint64_t kOriginsAt = kGranules * kCellWords * 8;
inline constexpr std::uint64_t kObjectsAt = kOriginsAt + kGranules * kCellWords * sizeof(Origin);
inline constexpr std::uint64_t kBlocksAt = kObjectsAt + kRegionBytes / 64 * 8;
inline constexpr std::uint64_t kPlanesBytes = kBlocksAt + kRegionBytes / 16;

extern char* planes[kRegions];

// The planes of the GiB around `address`, made if need be; nullptr for addresses no program has, and when
// memory is short (the runtime is then off).
char* make_planes(std::uint64_t address);
inline char* planes_of(std::uint64_t address) {
  char* base = planes[(address >> kRegionShift) % kRegions];
  return base != nullptr ? base : make_planes(address);
}

inline std::uint64_t* words_in(char* base, std::uint64_t address) {
  return reinterpret_cast<std::uint64_t*>(base + (address % kRegionBytes / 8) * (kCellWords * 8));
}
inline Origin* origins_in(char* base, std::uint64_t address) {
  return reinterpret_cast<Origin*>(base + kOriginsAt +
                                   (address % kRegionBytes / 8) * (kCellWords * sizeof(Origin)));
}
inline std::uint64_t* object_head_in(char* base, std::uint64_t address) {
  return reinterpret_cast<std::uint64_t*>(base + kObjectsAt + (address % kRegionBytes / 64) * 8);
}
inline unsigned char* block_byte_in(char* base, std::uint64_t address) {
  return reinterpret_cast<unsigned char*>(base + kBlocksAt + address % kRegionBytes / 16);
}

// The bytes start afresh: no access of them is remembered. Large ranges are given back to the system.
void forget_accesses(std::uint64_t address, std::uint64_t bytes);

}  // namespace heddle::runtime
