// SPDX-License-Identifier: Apache-2.0
#include "runtime/machine_code/elf_file.h"

#include <cstring>

#include "runtime/machine_code/instruction.h"

namespace heddle::machine_code {

ElfFile::ElfFile(const char* image, std::size_t size) : image_(image), size_(size) {
  if (!holds(0, sizeof(Elf64_Ehdr)) || std::memcmp(image, ELFMAG, SELFMAG) != 0) return;
  const auto* header = reinterpret_cast<const Elf64_Ehdr*>(image);
  if (header->e_machine != EM_X86_64 || header->e_shentsize != sizeof(Elf64_Shdr) ||
      header->e_shoff % alignof(Elf64_Shdr) != 0 ||
      !holds(header->e_shoff, std::uint64_t{header->e_shnum} * sizeof(Elf64_Shdr)))
    return;
  sections_ = reinterpret_cast<const Elf64_Shdr*>(image + header->e_shoff);
  count_ = header->e_shnum;
  if (header->e_shstrndx < count_) names_ = &sections_[header->e_shstrndx];
  if (header->e_phentsize != sizeof(Elf64_Phdr) ||
      !holds(header->e_phoff, std::uint64_t{header->e_phnum} * sizeof(Elf64_Phdr)))
    return;
  for (unsigned i = 0; i < header->e_phnum; ++i) {
    Elf64_Phdr segment;
    std::memcpy(&segment, image + header->e_phoff + i * sizeof segment, sizeof segment);
    if (segment.p_type != PT_GNU_RELRO) continue;
    constant_begin_ = segment.p_vaddr;
    constant_end_ = segment.p_vaddr + segment.p_memsz;
  }
}

const char* ElfFile::name(const Elf64_Shdr& section) const {
  if (names_ == nullptr || section.sh_name >= names_->sh_size || !holds(names_->sh_offset, names_->sh_size))
    return "";
  return image_ + names_->sh_offset + section.sh_name;
}

const Elf64_Shdr* ElfFile::section_of(std::uint64_t address) const {
  for (std::size_t i = 0; i < count_; ++i)
    if ((sections_[i].sh_flags & SHF_ALLOC) != 0 && (sections_[i].sh_flags & SHF_TLS) == 0 &&
        address - sections_[i].sh_addr < sections_[i].sh_size)
      return &sections_[i];
  return nullptr;
}

const std::uint8_t* ElfFile::at(std::uint64_t address, std::size_t* left) const {
  const Elf64_Shdr* section = section_of(address);
  if (section == nullptr || section->sh_type == SHT_NOBITS || !holds(section->sh_offset, section->sh_size))
    return nullptr;
  *left = section->sh_size - (address - section->sh_addr);
  return reinterpret_cast<const std::uint8_t*>(image_ + section->sh_offset + (address - section->sh_addr));
}

bool ElfFile::is_constant(std::uint64_t address) const {
  if (address - constant_begin_ < constant_end_ - constant_begin_) return true;
  const Elf64_Shdr* section = section_of(address);
  return section != nullptr && (section->sh_flags & SHF_WRITE) == 0;
}

const Elf64_Sym& ElfFile::symbol(const Elf64_Shdr& table, std::size_t i) const {
  static constexpr Elf64_Sym kNothing = {};
  if (!holds(table.sh_offset, table.sh_size) || table.sh_offset % alignof(Elf64_Sym) != 0) return kNothing;
  return reinterpret_cast<const Elf64_Sym*>(image_ + table.sh_offset)[i];
}

const char* ElfFile::string(const Elf64_Shdr& table, std::uint64_t offset) const {
  if (table.sh_link >= count_) return "";
  const Elf64_Shdr& strings = sections_[table.sh_link];
  if (!holds(strings.sh_offset, strings.sh_size) || offset >= strings.sh_size ||
      image_[strings.sh_offset + strings.sh_size - 1] != 0)
    return "";
  return image_ + strings.sh_offset + offset;
}

bool ElfFile::comment_mentions(const char* word) const {
  for (std::size_t i = 0; i < count_; ++i)
    if (std::strcmp(name(sections_[i]), ".comment") == 0 &&
        holds(sections_[i].sh_offset, sections_[i].sh_size) &&
        memmem(image_ + sections_[i].sh_offset, sections_[i].sh_size, word, std::strlen(word)) != nullptr)
      return true;
  return false;
}

bool ElfFile::comment_lacks(const char* word, const char* where) const {
  for (std::size_t i = 0; i < count_; ++i) {
    if (std::strcmp(name(sections_[i]), ".comment") != 0 ||
        !holds(sections_[i].sh_offset, sections_[i].sh_size))
      continue;
    const char* text = image_ + sections_[i].sh_offset;
    const char* const end = text + sections_[i].sh_size;
    while (text < end) {
      const std::size_t length = strnlen(text, static_cast<std::size_t>(end - text));
      if (memmem(text, length, where, std::strlen(where)) != nullptr &&
          memmem(text, length, word, std::strlen(word)) == nullptr)
        return true;
      text += length + 1;
    }
  }
  return false;
}

bool ElfFile::is_listed(const char* list, std::uint64_t address) const {
  for (std::size_t i = 0; i < count_; ++i) {
    const Elf64_Shdr& section = sections_[i];
    if (std::strcmp(name(section), list) != 0 || !holds(section.sh_offset, section.sh_size)) continue;
    for (std::uint64_t at = 0; at + 8 <= section.sh_size; at += 8) {
      std::uint64_t entry;
      std::memcpy(&entry, image_ + section.sh_offset + at, sizeof entry);
      if (entry == 0) entry = relative_at(section.sh_addr + at);
      if (entry == address) return true;
    }
  }
  return false;
}

// What the loader puts there, before it adds where the module is; 0: nothing.
std::uint64_t ElfFile::relative_at(std::uint64_t slot) const {
  for (std::size_t i = 0; i < count_; ++i) {
    const Elf64_Shdr& section = sections_[i];
    if (section.sh_type != SHT_RELA || !holds(section.sh_offset, section.sh_size)) continue;
    for (std::uint64_t j = 0; j + sizeof(Elf64_Rela) <= section.sh_size; j += sizeof(Elf64_Rela)) {
      Elf64_Rela entry;
      std::memcpy(&entry, image_ + section.sh_offset + j, sizeof entry);
      if (entry.r_offset == slot && ELF64_R_TYPE(entry.r_info) == R_X86_64_RELATIVE)
        return static_cast<std::uint64_t>(entry.r_addend);
    }
  }
  return 0;
}

const char* ElfFile::import_at(std::uint64_t slot) const {
  for (std::size_t i = 0; i < count_; ++i) {
    const Elf64_Shdr& section = sections_[i];
    if (section.sh_type != SHT_RELA || (section.sh_flags & SHF_ALLOC) == 0 ||
        !holds(section.sh_offset, section.sh_size) || section.sh_link >= count_)
      continue;
    for (std::uint64_t j = 0; j + sizeof(Elf64_Rela) <= section.sh_size; j += sizeof(Elf64_Rela)) {
      Elf64_Rela entry;
      std::memcpy(&entry, image_ + section.sh_offset + j, sizeof entry);
      if (entry.r_offset != slot) continue;
      const Elf64_Shdr& table = sections_[section.sh_link];
      const std::uint64_t number = ELF64_R_SYM(entry.r_info);
      return number < symbols(table) ? string(table, symbol(table, number).st_name) : nullptr;
    }
  }
  return nullptr;
}

// A stub of the linker's: `jmp *slot(%rip)`, perhaps after `endbr64`.
const char* ElfFile::import_called(std::uint64_t address) const {
  std::size_t left = 0;
  const std::uint8_t* code = at(address, &left);
  for (int tries = 0; code != nullptr && tries < 2; ++tries) {
    Instruction it;
    if (!decode(code, left, it)) return nullptr;
    if (it.map == Instruction::Map::one_byte && it.opcode == 0xff && (it.reg & 7) == 4 &&
        it.base == Instruction::kInstructionPointer)
      return import_at(address + it.length + static_cast<std::uint64_t>(it.displacement));
    if (!(it.map == Instruction::Map::two_bytes && it.opcode == 0x1e)) return nullptr;  // no endbr64
    code += it.length;
    address += it.length;
    left -= it.length;
  }
  return nullptr;
}

}  // namespace heddle::machine_code
