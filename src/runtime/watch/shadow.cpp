// SPDX-License-Identifier: Apache-2.0
#include "runtime/watch/shadow.h"

#include "runtime/shared/raw.h"
#include "runtime/watch/cell.h"
#include "runtime/watch/process.h"

namespace heddle::runtime {

char* planes[kRegions];
char* other_planes[kRegions];

namespace {

constexpr std::size_t kRegionsInLine = std::size_t{1} << (kLineBits - kRegionShift);
// Below everything that the kernel places by itself, so that it stays where it was.
constexpr std::uint64_t kLineAt = std::uint64_t{0x10000000} << 16;

Cell nobodys;
char* line_cells;                      // null: there is no line
std::uint32_t owners[kRegionsInLine];  // the GiB whose cells these are, and one more

// The GiB's cells in line; nullptr: it has none there.
char* place_in_line(std::uint64_t region) {
  char* cells = __atomic_load_n(&line_cells, __ATOMIC_RELAXED);
  if (cells == nullptr) return nullptr;
  std::uint32_t owner = 0;
  const auto mine = static_cast<std::uint32_t>(region + 1);
  const std::uint64_t place = region % kRegionsInLine;
  if (!__atomic_compare_exchange_n(&owners[place], &owner, mine, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE) &&
      owner != mine) {
    __atomic_store_n(&cells_in_line.mask, 0,
                     __ATOMIC_RELAXED);  // leads to the cell of the null pointer, which is nobody's
    return nullptr;
  }
  return cells + place * kCellsBytes;
}

char* mapped_at_large_page(std::uint64_t bytes) {
  char* mapped = static_cast<char*>(raw_map(bytes + kLargePage));
  if (mapped == nullptr) return nullptr;
  return reinterpret_cast<char*>((reinterpret_cast<std::uintptr_t>(mapped) + kLargePage - 1) &
                                 ~(std::uintptr_t{kLargePage} - 1));
}

// What several threads map at once stays with the first of them; the others' is never touched, and costs nothing.
bool settle_plane(char*& entry, char* made) {
  char* none = nullptr;
  if (made == nullptr)
    switch_off(Doubt::no_memory);
  else
    __atomic_compare_exchange_n(&entry, &none, made, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
  return made != nullptr;
}

}  // namespace

CellsInLine cells_in_line = {reinterpret_cast<const char*>(&nobodys), 0};

void draw_line() {
  const long got =
      raw_syscall(SYS_mmap, static_cast<long>(kLineAt), kRegionsInLine * kCellsBytes, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  if (got < 0) return;
  if (static_cast<std::uint64_t>(got) != kLineAt)  // an old kernel takes the place for a hint
    return static_cast<void>(raw_syscall(SYS_munmap, got, kRegionsInLine * kCellsBytes));
  line_cells = reinterpret_cast<char*>(got);
  cells_in_line = {line_cells, (std::uint64_t{1} << kLineBits) - 8};
}

void claim_line(std::uint64_t from, std::uint64_t to) {
  for (std::uint64_t region = from >> kRegionShift; region < kRegions && region <= (to - 1) >> kRegionShift;
       ++region)
    place_in_line(region);
}

char* make_planes(std::uint64_t address) {
  if (address >> 47 != 0 || !process.on) return nullptr;
  const std::uint64_t region = address >> kRegionShift;
  char*& others = other_planes[region];
  if (__atomic_load_n(&others, __ATOMIC_ACQUIRE) == nullptr &&
      !settle_plane(others, static_cast<char*>(raw_map(kOtherPlanesBytes))))
    return nullptr;
  char*& entry = planes[region];
  if (char* known = __atomic_load_n(&entry, __ATOMIC_ACQUIRE)) return known;
  char* cells = place_in_line(region);
  if (!settle_plane(entry, cells != nullptr ? cells : mapped_at_large_page(kCellsBytes))) return nullptr;
  return __atomic_load_n(&entry, __ATOMIC_ACQUIRE);
}

void back_densely(std::uint64_t address) {
  other_planes[address >> kRegionShift][kDenseAt + address % kRegionBytes / kDense] = 1;
  raw_syscall(SYS_madvise, as_word(cell_in(planes_of(address), address & ~(kDense - 1))), kLargePage,
              MADV_HUGEPAGE);
}

void forget_accesses(std::uint64_t address, std::uint64_t bytes) {
  constexpr std::uint64_t kGiveBack = std::uint64_t{1} << 18;
  if (self != nullptr) ++self->forgotten;
  std::uint64_t end = (address + bytes + 7) & ~std::uint64_t{7};
  address &= ~std::uint64_t{7};
  while (address < end) {
    std::uint64_t stop = (address | (kRegionBytes - 1)) + 1;
    if (stop > end) stop = end;
    char* base = address >> 47 == 0 ? planes[address >> kRegionShift] : nullptr;
    if (base != nullptr) {
      Cell *low = cell_in(base, address), *high = low + (stop - address) / 8;
      if (static_cast<std::size_t>(high - low) * sizeof(Cell) > kGiveBack) {
        const auto page = [](Cell* cell, std::uintptr_t up) {
          return reinterpret_cast<Cell*>((reinterpret_cast<std::uintptr_t>(cell) + up) &
                                         ~std::uintptr_t{4095});
        };
        Cell *inner_low = page(low, 4095), *inner_high = page(high, 0);
        forget_cells(low, inner_low);
        raw_syscall(SYS_madvise, as_word(inner_low),
                    (inner_high - inner_low) * static_cast<long>(sizeof(Cell)), MADV_DONTNEED);
        low = inner_high;
      }
      forget_cells(low, high);
    }
    address = stop;
  }
}

}  // namespace heddle::runtime
