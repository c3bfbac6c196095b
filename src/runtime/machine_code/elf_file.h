// SPDX-License-Identifier: Apache-2.0
// A linked ELF file as bytes: its sections, and which function of another module a call of its leads to.
// Every offset of the file is checked before it is followed.
#pragma once

#include <cstddef>
#include <cstdint>

#include <elf.h>

namespace heddle::machine_code {

class ElfFile {
 public:
  ElfFile(const char* image, std::size_t size);
  bool is_readable() const { return sections_ != nullptr; }
  std::size_t sections() const { return count_; }
  const Elf64_Shdr& section(std::size_t i) const { return sections_[i]; }
  const char* name(const Elf64_Shdr& section) const;
  // The bytes at an address up to the end of its section, or nullptr.
  const std::uint8_t* at(std::uint64_t address, std::size_t* left) const;
  const Elf64_Shdr* section_of(std::uint64_t address) const;
  // Never written once the program runs.
  bool is_constant(std::uint64_t address) const;
  bool comment_mentions(const char* word) const;  // the compilers that made it, in their own words
  bool comment_lacks(const char* word, const char* where) const;  // one of them does, which mentions `where`
  // A section of addresses has this one.
  bool is_listed(const char* section, std::uint64_t address) const;

  static std::size_t symbols(const Elf64_Shdr& table) { return table.sh_size / sizeof(Elf64_Sym); }
  const Elf64_Sym& symbol(const Elf64_Shdr& table, std::size_t i) const;
  const char* string(const Elf64_Shdr& table, std::uint64_t offset) const;  // of the table it is linked to

  // The imported function that the pointer at this address stands for, or nullptr.
  const char* import_at(std::uint64_t slot) const;
  // The imported function that the code at this address jumps on to, or nullptr.
  const char* import_called(std::uint64_t address) const;

 private:
  bool holds(std::uint64_t offset, std::uint64_t size) const {
    return offset <= size_ && size <= size_ - offset;
  }
  std::uint64_t relative_at(std::uint64_t slot) const;
  const char* image_;
  std::size_t size_;
  const Elf64_Shdr* sections_ = nullptr;
  std::size_t count_ = 0;
  const Elf64_Shdr* names_ = nullptr;
  std::uint64_t constant_begin_ = 0, constant_end_ = 0;  // written by the loader alone
};

}  // namespace heddle::machine_code
