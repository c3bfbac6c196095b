// SPDX-License-Identifier: Apache-2.0
// Code of test frameworks. What GoogleTest and its like do around a test is not what is checked: they look at the clock
// to print how long it took, and if each of those looks could find that much time has passed, a test of four schedules
// would have two thousand.
//
// A function counts as the framework's own if it lies in a shared library of one, or if its name says so and it is no
// inline function or template: those may have the user's code in them.
#include "runtime/control/frameworks.h"

#include <cstring>

#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runtime/control/modules.h"
#include "runtime/machine_code/elf_file.h"
#include "runtime/machine_code/origin.h"
#include "runtime/shared/raw.h"
#include "runtime/shared/segments.h"

namespace heddle::control {
namespace {

Range* ranges = nullptr;  // of framework code
std::size_t count = 0, room = 0;
bool is_known = false;

void note(std::uint64_t begin, std::uint64_t end) {
  if (count < room) ranges[count] = {begin, end};
  ++count;
}

// Functions of the program itself that its symbol table has under a framework's name.
void note_functions(std::uint64_t bias) {
  const int file = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
  struct stat status;
  if (file < 0) return;
  const bool has_size = fstat(file, &status) == 0;
  const auto size = has_size ? static_cast<std::size_t>(status.st_size) : 0;
  void* image = has_size ? mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0) : MAP_FAILED;
  close(file);
  if (image == MAP_FAILED) return;
  const machine_code::ElfFile elf(static_cast<const char*>(image), size);
  for (std::size_t i = 0; i < elf.sections(); ++i) {
    const Elf64_Shdr& table = elf.section(i);
    if (table.sh_type != SHT_SYMTAB) continue;
    for (std::size_t j = 0; j < machine_code::ElfFile::symbols(table); ++j) {
      const Elf64_Sym& symbol = elf.symbol(table, j);
      if (ELF64_ST_TYPE(symbol.st_info) != STT_FUNC || ELF64_ST_BIND(symbol.st_info) == STB_WEAK ||
          symbol.st_size == 0)
        continue;
      const char* name = elf.string(table, symbol.st_name);
      if (name != nullptr && machine_code::is_of_test_framework(name))
        note(bias + symbol.st_value, bias + symbol.st_value + symbol.st_size);
    }
  }
  munmap(image, size);
}

int note_module(dl_phdr_info* info, std::size_t, void*) {
  if (info->dlpi_name[0] == 0) {
    note_functions(info->dlpi_addr);
    return 0;
  }
  if (!is_framework_library(info->dlpi_name)) return 0;
  runtime::each_segment(info, PF_X, note);
  return 0;
}

}  // namespace

bool is_framework_library(const char* path) {
  static constexpr const char* kLibraries[] = {"/libgtest", "/libgmock", "/libCatch2",
                                               "/libboost_unit_test_framework", "/libboost_prg_exec_monitor"};
  for (const char* library : kLibraries)
    if (std::strstr(path, library) != nullptr) return true;
  return false;
}

void learn_frameworks() {
  if (is_known) return;
  is_known = true;
  dl_iterate_phdr(note_module, nullptr);  // counts
  room = count;
  count = 0;
  if (room == 0) return;
  ranges = static_cast<Range*>(runtime::raw_map(room * sizeof(Range)));
  if (ranges == nullptr) {
    room = 0;
    return;
  }
  dl_iterate_phdr(note_module, nullptr);
  if (count > room) count = room;
}

bool is_framework_code(std::uint64_t pc) {
  for (std::size_t i = 0; i < count; ++i)
    if (pc >= ranges[i].begin && pc < ranges[i].end) return true;
  return false;
}

}  // namespace heddle::control
