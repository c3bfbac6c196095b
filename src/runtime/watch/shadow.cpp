// SPDX-License-Identifier: Apache-2.0
#include "runtime/watch/shadow.h"

#include "runtime/shared/raw.h"
#include "runtime/watch/cell.h"
#include "runtime/watch/process.h"

namespace heddle::runtime {

char* planes[kRegions];

char* make_planes(std::uint64_t address) {
  if (address >> 47 != 0 || !process.on) return nullptr;
  char*& entry = planes[address >> kRegionShift];
  char* known = __atomic_load_n(&entry, __ATOMIC_ACQUIRE);
  if (known != nullptr) return known;
  char* mapped = static_cast<char*>(raw_map(kPlanesBytes + kLargePage));
  if (mapped == nullptr) {
    switch_off(Doubt::no_memory);
    return nullptr;
  }
  char* made = reinterpret_cast<char*>((reinterpret_cast<std::uintptr_t>(mapped) + kLargePage - 1) &
                                       ~(std::uintptr_t{kLargePage} - 1));
  if (__atomic_compare_exchange_n(&entry, &known, made, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
    return made;
  raw_unmap(mapped, kPlanesBytes + kLargePage);
  return known;
}

void back_densely(char* base, std::uint64_t address) {
  base[kDenseAt + address % kRegionBytes / kDense] = 1;
  raw_syscall(SYS_madvise, as_word(cell_in(base, address & ~(kDense - 1))), kLargePage, MADV_HUGEPAGE);
}

void forget_accesses(std::uint64_t address, std::uint64_t bytes) {
  constexpr std::uint64_t kGiveBack = std::uint64_t{1} << 18;
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
