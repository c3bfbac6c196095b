// SPDX-License-Identifier: Apache-2.0
#include "runtime/host/elf_symbols.h"

#include <algorithm>
#include <cstring>
#include <fstream>
#include <iterator>

#include <elf.h>

namespace heddle::runtime::host {
namespace {

// A structure of the file, zero where the file ends too early.
template <class T>
T read_at(const std::string& bytes, std::uint64_t offset) {
  T value{};
  if (offset <= bytes.size() && bytes.size() - offset >= sizeof value)
    std::memcpy(&value, bytes.data() + offset, sizeof value);
  return value;
}

}  // namespace

ElfSymbols::ElfSymbols(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string bytes((std::istreambuf_iterator<char>(file)), {});
  if (!bytes.starts_with(ELFMAG)) return;
  const auto header = read_at<Elf64_Ehdr>(bytes, 0);
  const auto section = [&](unsigned i) {
    return read_at<Elf64_Shdr>(bytes, header.e_shoff + std::uint64_t{i} * header.e_shentsize);
  };
  for (unsigned i = 0; i < header.e_shnum; ++i) {
    const Elf64_Shdr table = section(i);
    if (table.sh_type != SHT_DYNSYM && table.sh_type != SHT_SYMTAB) continue;
    const std::uint64_t names = section(table.sh_link).sh_offset;
    const std::uint64_t end = std::min<std::uint64_t>(table.sh_offset + table.sh_size, bytes.size());
    for (std::uint64_t at = table.sh_offset; at + sizeof(Elf64_Sym) <= end; at += sizeof(Elf64_Sym)) {
      const auto symbol = read_at<Elf64_Sym>(bytes, at);
      const unsigned kind = ELF64_ST_TYPE(symbol.st_info);
      if (symbol.st_shndx == SHN_UNDEF || (kind != STT_FUNC && kind != STT_OBJECT)) continue;
      const std::uint64_t name = names + symbol.st_name;
      if (name >= bytes.size()) continue;
      symbols_.push_back({symbol.st_value, symbol.st_size, bytes.c_str() + name});
    }
  }
  std::stable_sort(symbols_.begin(), symbols_.end(),
                   [](const Symbol& a, const Symbol& b) { return a.address < b.address; });
}

const ElfSymbols::Symbol* ElfSymbols::at(std::uint64_t address) const {
  auto after = std::upper_bound(symbols_.begin(), symbols_.end(), address,
                                [](std::uint64_t a, const Symbol& b) { return a < b.address; });
  while (after != symbols_.begin()) {
    const Symbol& symbol = *--after;
    if (address < symbol.address + std::max<std::uint64_t>(symbol.size, 1)) return &symbol;
    if (symbol.size != 0) return nullptr;  // one without a size hides nothing
  }
  return nullptr;
}

}  // namespace heddle::runtime::host
