// SPDX-License-Identifier: Apache-2.0
// A loop that waits depends on nothing but what was looked at. That is not so if it calls a function that keeps
// something of its own (rand, strtok, a file's position), or writes memory where no instrumentation sees it
// (qsort, most of std::string). So the calls that the program's own modules make to libraries are led by way of
// a few instructions that note that there was one, but for functions known to keep nothing, or nothing that
// comes back: what is printed changes nothing for the one who prints.
//
// A call is led by exchanging its entry in the module's table of addresses: whatever the module calls by name.
// What it calls by an address that dlsym told is not noted.
#include "runtime/control/calls.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string_view>

#include <dlfcn.h>
#include <link.h>
#include <sys/mman.h>

#include "runtime/control/world.h"

extern "C" {
unsigned char heddle_called_outside;
}

namespace heddle::control {
namespace {

constexpr std::string_view kKnown[] = {
    "__assert_fail",
    "__errno_location",
    "__fprintf_chk",
    "__gmon_start__",
    "__gxx_personality_v0",
    "__libc_start_main",
    "__once_proxy",
    "__printf_chk",
    "__snprintf_chk",
    "__sprintf_chk",
    "__stack_chk_fail",
    "__strcpy_chk",
    "__memcpy_chk",
    "__memmove_chk",
    "__memset_chk",
    "__vprintf_chk",
    "__vfprintf_chk",
    "_exit",
    "abort",
    "abs",
    "aligned_alloc",
    "at_quick_exit",
    "atexit",
    "atoi",
    "atol",
    "atoll",
    "bcmp",
    "call_once",
    "calloc",
    "clock_gettime",
    "clock_nanosleep",
    "exit",
    "fflush",
    "fputc",
    "fputs",
    "fprintf",
    "free",
    "fwrite",
    "gettid",
    "gettimeofday",
    "getpid",
    "labs",
    "llabs",
    "malloc",
    "memchr",
    "memcmp",
    "memcpy",
    "memmem",
    "memmove",
    "mempcpy",
    "memrchr",
    "memset",
    "nanosleep",
    "perror",
    "posix_memalign",
    "printf",
    "putc",
    "putchar",
    "puts",
    "quick_exit",
    "realloc",
    "sched_yield",
    "sleep",
    "snprintf",
    "sprintf",
    "stpcpy",
    "strcasecmp",
    "strcat",
    "strchr",
    "strcmp",
    "strcpy",
    "strcspn",
    "strlen",
    "strncasecmp",
    "strncat",
    "strncmp",
    "strncpy",
    "strnlen",
    "strpbrk",
    "strrchr",
    "strspn",
    "strstr",
    "strtod",
    "strtof",
    "strtol",
    "strtoll",
    "strtoul",
    "strtoull",
    "syscall",
    "time",
    "timespec_get",
    "usleep",
    "vfprintf",
    "vprintf",
    "vsnprintf",
    "vsprintf",
    "write",
};
constexpr std::string_view kKnownBeginnings[] = {
    "GOMP_",
    "_ITM_",
    "_Unwind_",
    "__atomic_",
    "__cxa_",
    "__tsan_",
    "cnd_",
    "heddle_",
    "mtx_",
    "pthread_",
    "sem_",
    "thrd_",
    "tss_",
    "_ZNKSt9exception",
    "_ZNSt13__future_base",
    "_ZNSt15__exception_ptr",
    "_ZNSt18condition_variable",
    "_ZNSt28__atomic_futex_unsigned_base",
    "_ZNSt3_V216generic_category",
    "_ZNSt6chrono",
    "_ZNSt6thread",
    "_ZSt11_Hash_bytes",
    "_ZSt17current_exception",
    "_ZSt17rethrow_exception",
    "_ZSt18uncaught_exception",
    "_ZSt19uncaught_exception",
    "_ZSt9terminate",
    "_ZSt15future_category",
    "_Zda",
    "_Zdl",
    "_Zna",
    "_Znw",
    // what is thrown ends the loop
    "_ZSt16__throw",
    "_ZSt17__throw",
    "_ZSt18__throw",
    "_ZSt19__throw",
    "_ZSt20__throw",
    "_ZSt21__throw",
    "_ZSt24__throw",
    "_ZSt25__throw",
    "_ZSt28__throw",
    // printing
    "_ZNSo",
    "_ZSt16__ostream_insert",
    "_ZSt4endl",
    "_ZSt5flush",
    "_ZStls",
};

bool is_known(std::string_view name) {
  return std::find(std::begin(kKnown), std::end(kKnown), name) != std::end(kKnown) ||
         std::any_of(std::begin(kKnownBeginnings), std::end(kKnownBeginnings),
                     [&](std::string_view beginning) { return name.starts_with(beginning); });
}

// Where a call is led by way of. It changes no register but r11, which no call keeps.
class Detours {
 public:
  void* lead(void* to) {
    if (left_ == 0) {
      constexpr std::size_t kBytes = 65536;
      at_ = static_cast<unsigned char*>(
          mmap(nullptr, kBytes, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
      if (at_ == MAP_FAILED) return nullptr;
      left_ = kBytes / kSize;
    }
    unsigned char* code = at_;
    at_ += kSize;
    --left_;
    const auto flag = reinterpret_cast<std::uint64_t>(&heddle_called_outside);
    const auto target = reinterpret_cast<std::uint64_t>(to);
    std::memcpy(code, "\x49\xbb", 2);  // mov r11, flag
    std::memcpy(code + 2, &flag, 8);
    std::memcpy(code + 10, "\x41\xc6\x03\x01", 4);  // mov byte [r11], 1
    std::memcpy(code + 14, "\x49\xbb", 2);          // mov r11, target
    std::memcpy(code + 16, &target, 8);
    std::memcpy(code + 24, "\x41\xff\xe3", 3);  // jmp r11
    return code;
  }

 private:
  static constexpr std::size_t kSize = 32;
  unsigned char* at_ = nullptr;
  std::size_t left_ = 0;
};
Detours detours;

struct Tables {
  const ElfW(Sym) * symbols = nullptr;
  const char* strings = nullptr;
  const ElfW(Rela) * relocations[2] = {};
  std::size_t bytes[2] = {};
};

Tables tables_of(const dl_phdr_info* info) {
  Tables tables;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    if (info->dlpi_phdr[i].p_type != PT_DYNAMIC) continue;
    for (auto* entry = reinterpret_cast<const ElfW(Dyn)*>(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr);
         entry->d_tag != DT_NULL; ++entry) {
      const auto* at = reinterpret_cast<const char*>(entry->d_un.d_ptr);
      switch (entry->d_tag) {
        case DT_SYMTAB:
          tables.symbols = reinterpret_cast<const ElfW(Sym)*>(at);
          break;
        case DT_STRTAB:
          tables.strings = at;
          break;
        case DT_JMPREL:
          tables.relocations[0] = reinterpret_cast<const ElfW(Rela)*>(at);
          break;
        case DT_PLTRELSZ:
          tables.bytes[0] = entry->d_un.d_val;
          break;
        case DT_RELA:
          tables.relocations[1] = reinterpret_cast<const ElfW(Rela)*>(at);
          break;
        case DT_RELASZ:
          tables.bytes[1] = entry->d_un.d_val;
          break;
        default:
          break;
      }
    }
  }
  return tables;
}

void exchange(std::uint64_t* entry, void* code) {
  constexpr std::uint64_t kPage = 4096;
  const std::uint64_t page = reinterpret_cast<std::uintptr_t>(entry) & ~(kPage - 1);
  // It may be read-only by now. Whether it was is not asked: it stays writable.
  if (mprotect(reinterpret_cast<void*>(page), kPage, PROT_READ | PROT_WRITE) != 0) return;
  *entry = reinterpret_cast<std::uintptr_t>(code);
}

int lead_calls(dl_phdr_info* info, std::size_t, void*) {
  if (!is_own_module(info)) return 0;
  const Tables tables = tables_of(info);
  if (tables.symbols == nullptr || tables.strings == nullptr) return 0;
  for (int table = 0; table < 2; ++table) {
    for (std::size_t i = 0; i < tables.bytes[table] / sizeof(ElfW(Rela)); ++i) {
      const ElfW(Rela)& relocation = tables.relocations[table][i];
      const auto kind = ELF64_R_TYPE(relocation.r_info);
      if (kind != R_X86_64_JUMP_SLOT && kind != R_X86_64_GLOB_DAT) continue;
      const ElfW(Sym)& symbol = tables.symbols[ELF64_R_SYM(relocation.r_info)];
      if (symbol.st_shndx != SHN_UNDEF) continue;
      const auto type = ELF64_ST_TYPE(symbol.st_info);
      if (type != STT_FUNC && !(kind == R_X86_64_JUMP_SLOT && type == STT_NOTYPE)) continue;
      const char* name = tables.strings + symbol.st_name;
      if (is_known(name)) continue;
      void* function = dlsym(RTLD_DEFAULT, name);
      if (function == nullptr) continue;
      if (void* code = detours.lead(function))
        exchange(reinterpret_cast<std::uint64_t*>(info->dlpi_addr + relocation.r_offset), code);
    }
  }
  return 0;
}

}  // namespace

void watch_calls() {
  static bool done = false;
  if (!done) dl_iterate_phdr(lead_calls, nullptr);
  done = true;
}

}  // namespace heddle::control
