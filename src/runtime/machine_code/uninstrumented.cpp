// SPDX-License-Identifier: Apache-2.0
// Every function of the symbol table is examined (body.h). One that touches memory and does not tell of it is
// uninstrumented, unless its origin says that nobody minds (origin.h): the C library's start-up files and the
// compiler's own support functions and thunks; a static libstdc++, as a shared one would be; what carries
// HEDDLE_TRUSTED; results in memory that private variables of all callers take (compile/gcc); and test
// frameworks, as if they were shared libraries.
//
// A framework's static library brings more than its own namespace: copies of std::vector's functions, the
// start-up of its globals. They are known by where they stand. The linker puts objects one behind the other,
// so what stands between two functions of the framework that are not instrumented is from the same library;
// local functions are listed under their object's name. But the linker takes one of several copies of a
// template, so such a function is left out only if no instrumented one calls it.
#include "runtime/machine_code/uninstrumented.h"

#include <algorithm>
#include <cstring>

#include <sys/mman.h>

#include "compile/clang/signature.h"
#include "runtime/machine_code/body.h"
#include "runtime/machine_code/elf_file.h"
#include "runtime/machine_code/origin.h"

namespace heddle::machine_code {
namespace {

// Bytes of nothing before a function whose address then stands in a list that both compilers keep for such
// functions: HEDDLE_TRUSTED of <heddle/record.h>; and those that return a structure to callers of which all
// are known to take it into a variable of their own (compile/gcc/whole_values.cpp).
constexpr std::uint64_t kTrustedBefore = 7, kResultBefore = 5;

bool defines(const ElfFile& file, const Elf64_Shdr& table, const char* function) {
  for (std::size_t i = 0; i < file.symbols(table); ++i) {
    const Elf64_Sym& symbol = file.symbol(table, i);
    if (symbol.st_shndx != SHN_UNDEF && std::strcmp(file.string(table, symbol.st_name), function) == 0)
      return true;
  }
  return false;
}

// Trusted without being asked for.
bool is_left_out(const Elf64_Sym& symbol, const char* name, const char* object, bool has_static_library) {
  // The compiler's support functions are hidden, and have reserved names.
  const bool is_support = ELF64_ST_VISIBILITY(symbol.st_other) == STV_HIDDEN && starts(name, "__");
  const bool is_local = ELF64_ST_BIND(symbol.st_info) == STB_LOCAL;
  return is_start_up(name) || is_support || is_thunk(name) || starts(name, "_Unwind_") ||
         starts(name, "__register_frame") || starts(name, "__deregister_frame") ||
         (is_local && is_support_object(object, has_static_library)) ||
         (has_static_library && is_of_standard_library(name));
}

bool is_listed(const ElfFile& file, std::uint64_t address) {
  constexpr const char* kList = "__patchable_function_entries";
  return file.is_listed(kList, address - kTrustedBefore) || file.is_listed(kList, address - kResultBefore);
}

bool is_function(const ElfFile& file, const Elf64_Sym& symbol) {
  const unsigned type = ELF64_ST_TYPE(symbol.st_info);
  if (symbol.st_shndx == SHN_UNDEF || symbol.st_shndx >= file.sections()) return false;
  const Elf64_Shdr& section = file.section(symbol.st_shndx);
  if ((section.sh_flags & SHF_EXECINSTR) == 0 || starts(file.name(section), ".plt")) return false;
  if (type == STT_NOTYPE) return ELF64_ST_BIND(symbol.st_info) != STB_LOCAL;  // assembly
  return type == STT_FUNC || type == STT_GNU_IFUNC;
}

std::uint64_t size_of(const ElfFile& file, const Elf64_Shdr& table, const Elf64_Sym& symbol) {
  if (symbol.st_size != 0) return symbol.st_size;
  // Assembly that does not say: up to the next.
  const Elf64_Shdr& section = file.section(symbol.st_shndx);
  std::uint64_t size = section.sh_addr + section.sh_size - symbol.st_value;
  for (std::size_t i = 0; i < file.symbols(table); ++i) {
    const Elf64_Sym& other = file.symbol(table, i);
    if (other.st_shndx == symbol.st_shndx && other.st_value > symbol.st_value &&
        other.st_value - symbol.st_value < size && ELF64_ST_TYPE(other.st_info) != STT_SECTION)
      size = other.st_value - symbol.st_value;
  }
  return size;
}

struct Function {
  Extent extent;
  const char* name;
  const char* object;  // of a local one; else nullptr
  bool tells, suspicious, is_result, of_framework;
  bool called_by_instrumented = false, left_out = false;
};

// The functions of one symbol table, in memory of their own: this runs inside programs too.
class Functions {
 public:
  explicit Functions(std::size_t room) : bytes_(room * sizeof(Function)) {
    void* memory = mmap(nullptr, bytes_ + 1, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    all_ = memory != MAP_FAILED ? static_cast<Function*>(memory) : nullptr;
  }
  ~Functions() {
    if (all_ != nullptr) munmap(all_, bytes_ + 1);
  }
  Functions(const Functions&) = delete;
  Functions& operator=(const Functions&) = delete;

  bool has_room() const { return all_ != nullptr; }
  void add(const Function& function) { all_[count_++] = function; }
  Function* begin() { return all_; }
  Function* end() { return all_ + count_; }

  void leave_out_frameworks(const ElfFile& file) {
    const auto of_framework = [](const Function& function) { return function.of_framework; };
    if (std::none_of(begin(), end(), of_framework)) return;
    std::sort(begin(), end(),
              [](const Function& a, const Function& b) { return a.extent.address < b.extent.address; });
    for (const Function& function : *this)
      if (function.tells) each_callee(file, function.extent, note_call, this);
    for (Function& function : *this)
      if (function.suspicious)
        function.left_out = function.of_framework || is_of_frameworks_library(function);
  }

 private:
  static void note_call(void* context, std::uint64_t address) {
    auto& all = *static_cast<Functions*>(context);
    Function* at = std::lower_bound(
        all.begin(), all.end(), address,
        [](const Function& function, std::uint64_t wanted) { return function.extent.address < wanted; });
    for (; at != all.end() && at->extent.address == address; ++at) at->called_by_instrumented = true;
  }
  bool is_of_frameworks_library(const Function& function) {
    if (function.called_by_instrumented) return false;
    return function.object != nullptr ? is_frameworks_object(function.object) : stands_in_framework(function);
  }
  // None of its local functions is instrumented, and one is the framework's.
  bool is_frameworks_object(const char* object) {
    bool found = false;
    for (const Function& function : *this) {
      if (function.object == nullptr || std::strcmp(function.object, object) != 0) continue;
      if (function.tells) return false;
      found |= function.of_framework;
    }
    return found;
  }
  // Those that say nothing of their origin are passed over.
  bool stands_in_framework(const Function& function) {
    const auto decides = [](const Function& other) { return other.tells || other.of_framework; };
    const Function* below = &function;
    while (below != begin() && !decides(*below)) --below;
    const Function* above = &function;
    while (above != end() && !decides(*above)) ++above;
    return below->of_framework && above != end() && above->of_framework;
  }

  std::size_t bytes_;
  Function* all_;
  std::size_t count_ = 0;
};

bool examine_table(const ElfFile& file, const Elf64_Shdr& table,
                   void (*found)(void* context, const Uninstrumented& function), void* context) {
  Functions functions(file.symbols(table));
  if (!functions.has_room()) return false;
  const bool has_clang = file.comment_mentions("clang");
  const bool has_static_library = defines(file, table, "__gxx_personality_v0");
  const char* object = "";  // whose local symbols follow
  bool any = false;
  for (std::size_t i = 0; i < file.symbols(table); ++i) {
    const Elf64_Sym& symbol = file.symbol(table, i);
    const char* name = file.string(table, symbol.st_name);
    if (ELF64_ST_TYPE(symbol.st_info) == STT_FILE) object = name;
    if (!is_function(file, symbol)) continue;
    any = true;
    if (is_left_out(symbol, name, object, has_static_library) || is_listed(file, symbol.st_value)) continue;
    const Extent extent = {.address = symbol.st_value,
                           .size = size_of(file, table, symbol),
                           .has_frame = std::strstr(name, ".cold") != nullptr,
                           .entry_tells = !has_clang || is_of_standard_library(name)};
    const Body body = examine(file, extent);
    const bool suspicious = body.touches && !body.tells;
    const bool is_local = ELF64_ST_BIND(symbol.st_info) == STB_LOCAL;
    functions.add({.extent = extent,
                   .name = name,
                   .object = is_local ? object : nullptr,
                   .tells = body.tells,
                   .suspicious = suspicious,
                   .is_result = suspicious && body.only_result,
                   .of_framework = !body.tells && is_of_test_framework(name)});
  }
  functions.leave_out_frameworks(file);
  for (const Function& function : functions)
    if (function.suspicious && !function.left_out)
      found(context, {function.name, function.extent.address, function.is_result});
  return any;
}

}  // namespace

Examined find_uninstrumented(const char* image, std::size_t size,
                             void (*found)(void* context, const Uninstrumented& function), void* context) {
  const ElfFile file(image, size);
  if (!file.is_readable()) return Examined::no;
  bool any = false;
  for (std::size_t i = 0; i < file.sections(); ++i)
    if (file.section(i).sh_type == SHT_SYMTAB) any |= examine_table(file, file.section(i), found, context);
  return any ? Examined::whole : Examined::without_symbols;
}

bool lacks_members(const char* image, std::size_t size) {
  const ElfFile file(image, size);
  return file.is_readable() && file.comment_lacks(HEDDLE_SIGNATURE, "clang version");
}

bool has_own_standard_library(const char* image, std::size_t size) {
  const ElfFile file(image, size);
  for (std::size_t i = 0; file.is_readable() && i < file.sections(); ++i)
    if (file.section(i).sh_type == SHT_SYMTAB && defines(file, file.section(i), "__gxx_personality_v0"))
      return true;
  return false;
}

}  // namespace heddle::machine_code
