// SPDX-License-Identifier: Apache-2.0
// Prints where each instruction of an ELF file's .text starts, as runtime/machine_code reads it, for
// machine_code.py to compare.
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>

#include <elf.h>

#include "runtime/machine_code/instruction.h"

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  std::ifstream file(argv[1], std::ios::binary);
  const std::string bytes((std::istreambuf_iterator<char>(file)), {});
  const auto* header = reinterpret_cast<const Elf64_Ehdr*>(bytes.data());
  const auto* sections = reinterpret_cast<const Elf64_Shdr*>(bytes.data() + header->e_shoff);
  const char* names = bytes.data() + sections[header->e_shstrndx].sh_offset;
  for (unsigned i = 0; i < header->e_shnum; ++i) {
    const Elf64_Shdr& section = sections[i];
    if (std::strcmp(names + section.sh_name, ".text") != 0) continue;
    const auto* code = reinterpret_cast<const std::uint8_t*>(bytes.data() + section.sh_offset);
    for (std::size_t at = 0; at < section.sh_size;) {
      heddle::machine_code::Instruction instruction;
      const bool known = decode(code + at, section.sh_size - at, instruction);
      std::printf(known ? "%lx\n" : "%lx ?\n", section.sh_addr + at);
      at += known ? instruction.length : 1;
    }
  }
}
