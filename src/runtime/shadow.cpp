// SPDX-License-Identifier: Apache-2.0
#include "runtime/shadow.h"

#include "runtime/cell.h"
#include "runtime/process.h"
#include "runtime/raw.h"

namespace heddle::runtime {

char* planes[kRegions];

char* make_planes(std::uint64_t address) {
  if (address >> 47 != 0 || !process.on) return nullptr;
  char*& entry = planes[address >> kRegionShift];
  char* known = __atomic_load_n(&entry, __ATOMIC_ACQUIRE);
  if (known != nullptr) return known;
  char* made = static_cast<char*>(raw_map(kPlanesBytes));
  if (made == nullptr) {
    switch_off(Doubt::no_memory);
    return nullptr;
  }
  if (__atomic_compare_exchange_n(&entry, &known, made, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
    return made;
  raw_unmap(made, kPlanesBytes);
  return known;
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
      auto low = reinterpret_cast<std::uintptr_t>(words_in(base, address));
      const std::uintptr_t high = low + (stop - address) * kCellWords;
      if (high - low > kGiveBack) {
        const std::uintptr_t inner_low = (low + 4095) & ~std::uintptr_t{4095};
        const std::uintptr_t inner_high = high & ~std::uintptr_t{4095};
        forget_cells(reinterpret_cast<std::uint64_t*>(low), reinterpret_cast<std::uint64_t*>(inner_low));
        raw_syscall(SYS_madvise, static_cast<long>(inner_low), static_cast<long>(inner_high - inner_low),
                    MADV_DONTNEED);
        low += (inner_high - low) / (kCellWords * 8) *
               (kCellWords * 8);  // the cell across the last page's start
      }
      forget_cells(reinterpret_cast<std::uint64_t*>(low), reinterpret_cast<std::uint64_t*>(high));
    }
    address = stop;
  }
}

}  // namespace heddle::runtime
