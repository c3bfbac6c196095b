// SPDX-License-Identifier: Apache-2.0
// Where libstdc++ counts those who wait: a static variable of an inline function, so that each module of the program
// has one, under this name. The process uses the one of the module that was loaded first.
#include "runtime/control/library_waits.h"

#include <cstring>

#include <link.h>

#include "runtime/control/modules.h"
#include "runtime/control/world.h"
#include "runtime/machine_code/elf_file.h"

namespace heddle::control {
namespace {

constexpr const char* kCounts = "_ZZNSt8__detail18__waiter_pool_base6_S_forEPKvE3__w";

constexpr std::uint64_t kPlaces = 16;  // whose waiters are counted together, by address

constexpr std::size_t kModules = 64;
Range counts[kModules];
std::size_t counts_found = 0;
bool are_looked_for = false;

void look_in(const char* image, std::size_t size, void* base) {
  const machine_code::ElfFile file(image, size);
  if (!file.is_readable()) return;
  for (std::size_t i = 0; i < file.sections(); ++i) {
    const Elf64_Shdr& table = file.section(i);
    if (table.sh_type != SHT_SYMTAB && table.sh_type != SHT_DYNSYM) continue;
    for (std::size_t j = 0; j < machine_code::ElfFile::symbols(table); ++j) {
      const Elf64_Sym& symbol = file.symbol(table, j);
      if (symbol.st_value == 0 || ELF64_ST_TYPE(symbol.st_info) != STT_OBJECT) continue;
      const char* name = file.string(table, symbol.st_name);
      if (name == nullptr || std::strcmp(name, kCounts) != 0) continue;
      const std::uint64_t begin = *static_cast<const std::uint64_t*>(base) + symbol.st_value;
      if (counts_found < kModules) counts[counts_found++] = {begin, begin + symbol.st_size};
      return;
    }
  }
}

int look_in_module(dl_phdr_info* info, std::size_t, void*) {
  if (!is_own_module(info)) return 0;
  std::uint64_t base = info->dlpi_addr;
  read_module(info, look_in, &base);
  return 0;
}

}  // namespace

bool counts_waiters(std::uint64_t address) {
  if (!are_looked_for) {
    are_looked_for = true;
    const bool was_active = world.active;
    world.active = false;  // files are opened
    dl_iterate_phdr(look_in_module, nullptr);
    world.active = was_active;
  }
  for (std::size_t i = 0; i < counts_found; ++i) {
    if (address < counts[i].begin || address >= counts[i].end) continue;
    // The other half is for atomics that are no futexes: a number that each notification counts up.
    const std::uint64_t place = (counts[i].end - counts[i].begin) / kPlaces;
    return (address - counts[i].begin) % place < place / 2;
  }
  return false;
}

}  // namespace heddle::control
