// SPDX-License-Identifier: Apache-2.0
// Shadow memory: for every eight bytes of the program (a granule) a cell that says who accessed it last.
//
// A table with one entry per GiB of address space leads to that GiB's planes, mapped on first use and backed
// only where touched, so position-independent code and address randomisation need no special mapping.
//
// Code that clang instrumented looks at cells itself (compile/clang/quick_check.cpp), and for that they are also
// in line: the cell of an address is found with one mask and one multiplication. There is not enough room for
// the cells of all addresses, so the mask drops the three highest bits of an address, and a GiB has its cells
// in line only as long as no other GiB with the same lower bits is used. When one is, or where the system does
// not give the room, the line is off for good: the mask leads all addresses to one cell that is nobody's, and
// calls do the work. Mappings are looked at before anybody can have an address in them (claim_line).
//
// The planes of one GiB, the cells apart from the others:
//   cells     32 bytes per granule: the last accesses and where they were made (cell.h); two a cache line
//   objects   8 bytes per 64 bytes: head of the list of synchronisation objects that live there (object.h)
//   blocks    1 byte per 16 bytes: a heap block starts here (memory.cpp)
//   dense     1 byte per 512 KiB: its cells are backed by one large page
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/watch/channel.h"

namespace heddle::runtime {

inline constexpr unsigned kRegionShift = 30;
inline constexpr std::uint64_t kRegionBytes = std::uint64_t{1} << kRegionShift;
inline constexpr std::size_t kRegions = std::size_t{1} << (47 - kRegionShift);

struct alignas(32) Cell {
  static constexpr std::size_t kWords = 3;
  std::uint64_t word[kWords];
  std::uint64_t origins;  // 21 bits for each word: an OriginId
};

inline constexpr std::uint64_t kGranules = kRegionBytes / 8;
inline constexpr std::uint64_t kCellsBytes = kGranules * sizeof(Cell);
inline constexpr std::uint64_t kBlocksAt = kRegionBytes / 64 * 8;
inline constexpr std::uint64_t kDenseAt = kBlocksAt + kRegionBytes / 16;
inline constexpr std::uint64_t kLargePage = std::uint64_t{1} << 21;
inline constexpr std::uint64_t kDense = kLargePage / sizeof(Cell) * 8;  // bytes of memory under one of them
inline constexpr std::uint64_t kOtherPlanesBytes = kDenseAt + kRegionBytes / kDense;

extern char* planes[kRegions];        // the cells
extern char* other_planes[kRegions];  // the rest: not null where the cells are not

inline constexpr unsigned kLineBits = 44;  // of an address
struct CellsInLine {
  const char* cells;
  std::uint64_t mask;
};
extern CellsInLine cells_in_line __asm__("heddle_runtime_line") __attribute__((visibility("default")));
// The address's, or nobody's.
inline const Cell& cell_in_line(std::uint64_t address) {
  return *reinterpret_cast<const Cell*>(cells_in_line.cells +
                                        (address & cells_in_line.mask) * (sizeof(Cell) / 8));
}
// Asks the system for the room. Before other threads exist.
void draw_line();
// The GiBs of these addresses have their cells in line, unless they share them with others: then the line is off.
void claim_line(std::uint64_t from, std::uint64_t to);

// The planes of the GiB around `address`, made if need be; nullptr for addresses no program has, and when
// memory is short (the runtime is then off).
char* make_planes(std::uint64_t address);
inline char* planes_of(std::uint64_t address) {
  char* base = planes[(address >> kRegionShift) % kRegions];
  return base != nullptr ? base : make_planes(address);
}

inline Cell* cell_in(char* base, std::uint64_t address) {
  return reinterpret_cast<Cell*>(base + (address % kRegionBytes / 8) * sizeof(Cell));
}
// Of addresses whose planes there are.
inline std::uint64_t* object_head_at(std::uint64_t address) {
  char* base = other_planes[address >> kRegionShift];
  return reinterpret_cast<std::uint64_t*>(base + (address % kRegionBytes / 64) * 8);
}
inline unsigned char* block_byte_at(std::uint64_t address) {
  char* base = other_planes[address >> kRegionShift];
  return reinterpret_cast<unsigned char*>(base + kBlocksAt + address % kRegionBytes / 16);
}

// The heap fills its memory, unlike stacks: large pages for its cells, where the system has them, save most
// page faults and address translations.
void back_densely(std::uint64_t address);
inline void expect_dense(std::uint64_t address) {
  if (other_planes[address >> kRegionShift][kDenseAt + address % kRegionBytes / kDense] == 0) [[unlikely]]
    back_densely(address);
}

// The bytes start afresh: no access of them is remembered. Large ranges are given back to the system.
void forget_accesses(std::uint64_t address, std::uint64_t bytes);

}  // namespace heddle::runtime
