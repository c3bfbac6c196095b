// SPDX-License-Identifier: Apache-2.0
// Instrumented code calls __tsan_read4 and its like before every access that another thread could notice. The
// compilers leave out accesses of constants and of locals whose address goes nowhere, so a function without
// such a call is suspicious only if it does more than that. Its instructions are read in their order, once:
// a register that was set from the stack pointer, or to the address of a constant, stands for memory of no
// interest, until it is set to something else. O(bytes of code), no memory.
//
// What counts as seen although it is not: a function of which some accesses are instrumented and others are
// not (inline assembly inside it), and pointers into the own frame that become others by arithmetic. What is
// left out on purpose: the start-up files of the C library and the compiler's own support functions;
// GoogleTest's and Catch2's inside; a static libstdc++, as a shared one would be; what carries
// HEDDLE_TRUSTED.
#include "runtime/machine_code/uninstrumented.h"

#include <cstring>
#include <initializer_list>

#include "runtime/machine_code/elf_file.h"
#include "runtime/machine_code/instruction.h"

namespace heddle::machine_code {
namespace {

using Map = Instruction::Map;
constexpr int kA = 0, kC = 1, kD = 2, kStack = 4, kFrame = 5, kSource = 6, kTarget = 7;

bool starts(const char* text, const char* with) { return std::strncmp(text, with, std::strlen(with)) == 0; }

class Function {
 public:
  // `entry_tells`: a call at its entry says that it is instrumented. clang makes these calls in functions
  // with no_sanitize("thread") as well; gcc does not, and at -O0 leaves out copies of structures as arguments
  // and results, so that nothing but these calls may be left.
  Function(const ElfFile& file, std::uint64_t address, std::uint64_t size, bool has_frame, bool entry_tells)
      : file_(file), address_(address), size_(size), entry_tells_(entry_tells) {
    local_[kStack] = true;
    local_[kFrame] = has_frame;
  }

  bool touches_memory_unseen() {
    std::size_t left = 0;
    const std::uint8_t* code = file_.at(address_, &left);
    if (code == nullptr) return false;
    if (left > size_) left = size_;
    bool touches = false;
    while (left > 0) {
      Instruction it;
      if (!decode(code, left, it)) return true;  // nobody knows what it does
      code += it.length;
      address_ += it.length;
      left -= it.length;
      if (is_instrumentation(callee(it))) return false;
      touches = touches || touches_memory(it);
      follow(it);
    }
    return touches;
  }

 private:
  bool is_instrumentation(const char* import) const {
    if (import == nullptr || !starts(import, "__tsan_")) return false;
    return entry_tells_ || (!starts(import, "__tsan_func_") && !starts(import, "__tsan_ignore_"));
  }
  const char* callee(const Instruction& it) {
    if (it.map != Map::one_byte) return nullptr;
    if (it.opcode == 0xe8 || it.opcode == 0xe9)
      return file_.import_called(address_ + static_cast<std::uint64_t>(it.immediate));
    if (it.opcode == 0xff && (it.reg & 7) != 6 && it.base == Instruction::kInstructionPointer)
      return file_.import_at(target(it));
    return nullptr;
  }
  std::uint64_t target(const Instruction& it) const {
    return (it.base == Instruction::kInstructionPointer ? address_ : 0) +
           static_cast<std::uint64_t>(it.displacement);
  }
  bool is_local(int reg) const { return reg >= 0 && reg < 16 && local_[reg]; }
  // The memory operand is in the own frame, or constant.
  bool is_harmless(const Instruction& it) const {
    if (it.segment) return it.base < 0 && it.index < 0 && (it.displacement == 0x28 || it.displacement == 0);
    if (it.base == Instruction::kInstructionPointer || it.base < 0) return file_.is_constant(target(it));
    return is_local(it.base) || (it.scale == 1 && is_local(it.index));
  }

  bool touches_memory(const Instruction& it) const {
    if (it.map == Map::one_byte && !it.is_vector) {
      switch (it.opcode) {
        case 0x8d:  // lea
          return false;
        case 0xa4:  // movs, cmps
        case 0xa5:
        case 0xa6:
        case 0xa7:
          return !local_[kSource] || !local_[kTarget];
        case 0xaa:  // stos, scas
        case 0xab:
        case 0xae:
        case 0xaf:
          return !local_[kTarget];
        case 0xac:  // lods
        case 0xad:
          return !local_[kSource];
        case 0xa0:  // absolute addresses
        case 0xa1:
        case 0xa2:
        case 0xa3:
          return true;
        case 0xff:  // through a table of functions
          if (it.names_memory && ((it.reg & 7) == 2 || (it.reg & 7) == 4)) return false;
          break;
        default:
          break;
      }
    }
    if (it.map == Map::two_bytes && !it.is_vector && (it.opcode == 0x0d || (it.opcode & 0xf8) == 0x18))
      return false;  // prefetches and nops
    return it.names_memory && !is_harmless(it);
  }

  void set(int reg, bool is_local) {
    if (reg >= 0 && reg < 16 && reg != kStack) local_[reg] = is_local;
  }

  // What the registers stand for after it.
  void follow(const Instruction& it) {
    if (it.is_vector) {
      if (it.map == Map::three_bytes_38 && it.opcode >= 0xf0) set(it.reg, false);
      return;
    }
    if (it.map == Map::two_bytes) {
      follow_two_bytes(it);
      return;
    }
    if (it.map != Map::one_byte) return;
    const std::uint8_t opcode = it.opcode;
    const int group = it.reg & 7;
    if (opcode == 0x8d) {
      set(it.reg, is_harmless(it));
    } else if (opcode == 0x8b) {
      set(it.reg, it.rm >= 0 && is_local(it.rm));
    } else if (opcode == 0x89) {
      set(it.rm, is_local(it.reg));
    } else if (opcode == 0x01) {
      set(it.rm, is_local(it.rm) || is_local(it.reg));
    } else if (opcode == 0x03) {
      set(it.reg, is_local(it.reg) || is_local(it.rm));
    } else if (opcode == 0x29 || opcode == 0x2b) {  // what is taken away leaves it where it was
    } else if (opcode < 0x40) {
      if ((opcode & 0x38) == 0x38) return;  // cmp
      if ((opcode & 7) < 2) set(it.rm, false);
      if ((opcode & 7) == 2 || (opcode & 7) == 3) set(it.reg, false);
      if ((opcode & 7) > 3) set(kA, false);
    } else if (opcode == 0x80 || opcode == 0x81 || opcode == 0x83) {
      if (group == 6) set(it.rm, false);  // xor; the others move it, or compare
    } else if (opcode >= 0xb8 && opcode <= 0xbf) {
      set(it.rm, file_.is_constant(static_cast<std::uint64_t>(it.immediate) & 0xffffffffU));
    } else if (opcode == 0xe8 || (opcode == 0xff && group == 2)) {
      for (const int changed : {kA, kC, kD, kSource, kTarget, 8, 9, 10, 11}) local_[changed] = false;
    } else if (opcode >= 0x58 && opcode <= 0x5f) {
      // An epilogue gives callers their registers back; code after it is reached with the function's own.
      if (it.rm < 12 && it.rm != kFrame && it.rm != 3) set(it.rm, false);
    } else if (opcode == 0x63 || opcode == 0x69 || opcode == 0x6b) {
      set(it.reg, false);
    } else if (opcode == 0xc7 || opcode == 0xc6 || opcode == 0x8a || opcode == 0x88) {
      set(opcode == 0x8a ? it.reg : it.rm, false);
    } else if (opcode == 0x87) {
      set(it.rm, false);
      set(it.reg, false);
    } else if ((opcode == 0xf7 || opcode == 0xf6) && group >= 4) {
      set(kA, false);
      set(kD, false);
    } else if (opcode == 0x98 || opcode == 0x99 || (opcode >= 0xac && opcode <= 0xad)) {
      set(opcode == 0x99 ? kD : kA, false);
    }
  }

  void follow_two_bytes(const Instruction& it) {
    const std::uint8_t opcode = it.opcode;
    if ((opcode >= 0x40 && opcode <= 0x4f)) {
      set(it.reg, is_local(it.reg) && is_local(it.rm));  // one of the two
      return;
    }
    if (opcode == 0xaf || opcode == 0xb6 || opcode == 0xb7 || opcode == 0xbe || opcode == 0xbf ||
        opcode == 0xbc || opcode == 0xbd || opcode == 0x2c || opcode == 0x2d || opcode == 0x50 ||
        opcode == 0xd7 || opcode == 0xb8 || opcode == 0xc5)
      set(it.reg, false);
    if (opcode == 0x7e || (opcode >= 0x90 && opcode <= 0x9f)) set(it.rm, false);
    if (opcode == 0xc0 || opcode == 0xc1) {
      set(it.reg, false);
      set(it.rm, false);
    }
    if (opcode == 0xb0 || opcode == 0xb1 || opcode == 0xa2) set(kA, false);
    if (opcode == 0xa2)
      for (const int changed : {kC, kD, 3}) local_[changed] = false;
  }

  const ElfFile& file_;
  std::uint64_t address_;
  std::uint64_t size_;
  bool entry_tells_;
  bool local_[16] = {};
};

// HEDDLE_TRUSTED of <heddle/record.h> puts so many bytes of nothing before a function, and its address into
// a list that both compilers keep for such functions.
constexpr std::uint64_t kTrustedBefore = 7;

// Parts of the C library's start-up files, which every program has.
bool is_start_up(const char* name) {
  static constexpr const char* kNames[] = {"_start",
                                           "_init",
                                           "_fini",
                                           "deregister_tm_clones",
                                           "register_tm_clones",
                                           "frame_dummy",
                                           "atexit",
                                           "_dl_relocate_static_pie",
                                           "__do_global_dtors_aux",
                                           "at_quick_exit",
                                           "__libc_csu_init",
                                           "__libc_csu_fini"};
  for (const char* known : kNames)
    if (std::strcmp(name, known) == 0) return true;
  return false;
}

// The namespace a C++ name is in, also if the function adjusts `this` for another one.
const char* after_prefix(const char* name) {
  if (!starts(name, "_Z")) return "";
  name += 2;
  if (starts(name, "Thn") || starts(name, "Tv")) {
    while (*name != 0 && *name != 'N') ++name;
  }
  if (*name == 'G' || *name == 'T') name += 2;  // guards, and what is made for thread_local
  if (*name == 'Z') ++name;                     // inside a function
  if (*name == 'N') ++name;
  while (*name == 'K' || *name == 'V' || *name == 'L') ++name;
  return name;
}

bool is_of_test_framework(const char* name) {
  const char* where = after_prefix(name);
  return starts(where, "7testing") || starts(where, "5Catch");
}

bool is_of_standard_library(const char* name) {
  if (starts(name, "__cxa_") || starts(name, "_Unwind_") || starts(name, "__gxx_") ||
      starts(name, "__gcc_") || starts(name, "__cxx") || starts(name, "_Zn") ||
      std::strstr(name, "_txnal_") != nullptr || starts(name, "_Zd") || starts(name, "__dynamic_cast"))
    return true;
  const char* where = after_prefix(name);
  return starts(where, "St") || starts(where, "Sa") || starts(where, "Ss") || starts(where, "Sb") ||
         starts(where, "Si") || starts(where, "So") || starts(where, "Sd") || starts(where, "9__gnu_cxx") ||
         starts(where, "10__cxxabiv1");
}

// A local function of an object that does not know its source: it was stripped, as those of libgcc.a and
// libstdc++.a are in Debian, and the linker names it after the object.
bool is_support_object(const char* file, bool has_static_library) {
  const char* ending = std::strrchr(file, '.');
  if (ending == nullptr || std::strcmp(ending, ".o") != 0) return false;
  return has_static_library || starts(file, "unwind-") || starts(file, "emutls.");
}

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
  return is_start_up(name) || is_support || is_of_test_framework(name) || starts(name, "_Unwind_") ||
         starts(name, "__register_frame") || starts(name, "__deregister_frame") ||
         (is_local && is_support_object(object, has_static_library)) ||
         (has_static_library && is_of_standard_library(name));
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

}  // namespace

Examined find_uninstrumented(const char* image, std::size_t size,
                             void (*found)(void* context, const Uninstrumented& function), void* context) {
  const ElfFile file(image, size);
  if (!file.is_readable()) return Examined::no;
  const bool has_clang = file.comment_mentions("clang");
  bool any = false;
  for (std::size_t i = 0; i < file.sections(); ++i) {
    const Elf64_Shdr& table = file.section(i);
    if (table.sh_type != SHT_SYMTAB) continue;
    const bool has_static_library = defines(file, table, "__gxx_personality_v0");
    const char* object = "";  // whose local symbols follow
    for (std::size_t j = 0; j < file.symbols(table); ++j) {
      const Elf64_Sym& symbol = file.symbol(table, j);
      const char* name = file.string(table, symbol.st_name);
      if (ELF64_ST_TYPE(symbol.st_info) == STT_FILE) object = name;
      if (!is_function(file, symbol)) continue;
      any = true;
      if (is_left_out(symbol, name, object, has_static_library) ||
          file.is_listed("__patchable_function_entries", symbol.st_value - kTrustedBefore))
        continue;
      const bool is_part = std::strstr(name, ".cold") != nullptr;
      const bool entry_tells = !has_clang || is_of_standard_library(name);
      if (Function(file, symbol.st_value, size_of(file, table, symbol), is_part, entry_tells)
              .touches_memory_unseen())
        found(context, {name, symbol.st_value});
    }
  }
  return any ? Examined::whole : Examined::without_symbols;
}

bool has_own_standard_library(const char* image, std::size_t size) {
  const ElfFile file(image, size);
  for (std::size_t i = 0; file.is_readable() && i < file.sections(); ++i)
    if (file.section(i).sh_type == SHT_SYMTAB && defines(file, file.section(i), "__gxx_personality_v0"))
      return true;
  return false;
}

}  // namespace heddle::machine_code
