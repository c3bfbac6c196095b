// SPDX-License-Identifier: Apache-2.0
// A loop that waits depends on nothing but what was looked at. That is not so if it calls a function that keeps
// something of its own (rand, strtok, a file's position), or writes memory where no instrumentation sees it
// (qsort, most of std::string). So the calls that the program's own modules make to libraries are led by way of
// a few instructions that note that there was one, but for functions known to keep nothing (keeping_calls.cpp).
// Functions of libc of which nobody knows what they touch are a doubt, too (known_calls.cpp).
//
// A process that runs execution after execution puts memory back, but not what the kernel keeps (put_back.cpp). So it is
// noted too, by name, if a function is called that is not known to change nothing but memory.
//
// A call is led by exchanging its entry in the module's table of addresses: whatever the module calls by name.
// What it calls by an address that dlsym told is not noted; but dlsym is.

#include "runtime/control/calls.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string_view>

#include <dlfcn.h>
#include <link.h>
#include <sys/mman.h>

#include "base/check.h"
#include "runtime/control/described_calls.h"
#include "runtime/control/keeping_calls.h"
#include "runtime/control/known_calls.h"
#include "runtime/control/modules.h"
#include "runtime/control/turns.h"
#include "runtime/control/waypoints.h"

extern "C" {
unsigned char heddle_called_outside;
std::uint32_t heddle_called_lasting;
}

namespace heddle::control {
namespace {

// Names of functions that are led, from 1.
constexpr std::size_t kNames = 65536;
const char** names = nullptr;
std::uint32_t names_count = 0;
std::uint32_t number_of(const char* name) {
  if (names == nullptr) names = static_cast<const char**>(map_apart((kNames + 1) * sizeof(char*)));
  if (names_count < kNames) names[++names_count] = name;
  return names_count;
}

// What a call changes, for who goes back to before it (waypoints.h).
enum class Keeping : std::uint8_t {
  all,        // nothing that is not kept
  one_word,   // one pointer's worth of memory, to which its first argument points
  nothing_is  // whatever it likes
};

extern "C" [[gnu::used]] void heddle_keep_word(const void* address) {
  if (keeping) keep(address, sizeof(void*));
}

// Where a call is led by way of. It changes no register but r11, which no call keeps.
class Detours {
 public:
  void* lead(void* to, bool is_outside, std::uint32_t lasting, Keeping how) {
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
    std::size_t size = 0;
    const auto put = [&](const void* from, std::size_t length) {
      std::memcpy(code + size, from, length);
      size += length;
    };
    const auto load = [&](const void* value) {
      const auto word = reinterpret_cast<std::uint64_t>(value);
      put("\x49\xbb", 2);  // mov r11, value
      put(&word, 8);
    };
    if (is_outside) {
      load(&heddle_called_outside);
      put("\x41\xc6\x03\x01", 4);  // mov byte [r11], 1
    }
    if (how == Keeping::nothing_is) {  // the highest stack pointer of those who called so
      load(&heddle_called_unkept);
      put("\x49\x39\x23\x73\x03", 5);  // cmp [r11], rsp; jae
      put("\x49\x89\x23", 3);          // mov [r11], rsp
    } else if (how == Keeping::one_word) {
      put("\x57", 1);  // push rdi, which aligns the stack as well
      load(reinterpret_cast<const void*>(&heddle_keep_word));
      put("\x41\xff\xd3\x5f", 4);  // call r11; pop rdi
    }
    if (lasting != 0) {
      load(&heddle_called_lasting);
      put("\x41\xc7\x03", 3);  // mov dword [r11], lasting
      put(&lasting, 4);
    }
    load(to);
    put("\x41\xff\xe3", 3);  // jmp r11
    return code;
  }

 private:
  static constexpr std::size_t kSize = 80;
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

// What was found: the entries, and where they lead. Finding is most of the work. A process with many tests forks for each
// of them, so it is done once before the first, and the processes of the tests exchange the entries.
struct Led {
  std::uint64_t* entry;
  void* code;
};
class Found {
 public:
  bool has_signgam = false;
  bool are_seen = true;  // all ways into libraries
  void add(Led led) {
    if (all_ == nullptr) all_ = static_cast<Led*>(map_apart(kMost * sizeof(Led)));
    HEDDLE_CHECK(count_ < kMost, "more calls of libraries than there is room for");
    all_[count_++] = led;
  }
  void clear() {
    count_ = 0;
    has_signgam = false;
    are_seen = true;
  }
  void exchange() const {
    constexpr std::uint64_t kPage = 4096;
    std::uint64_t writable = 0;
    for (std::size_t i = 0; i < count_; ++i) {
      const std::uint64_t page = reinterpret_cast<std::uintptr_t>(all_[i].entry) & ~(kPage - 1);
      // It may be read-only by now. Whether it was is not asked: it stays writable.
      if (page != writable && mprotect(reinterpret_cast<void*>(page), kPage, PROT_READ | PROT_WRITE) != 0)
        continue;
      writable = page;
      *all_[i].entry = reinterpret_cast<std::uintptr_t>(all_[i].code);
    }
  }

 private:
  static constexpr std::size_t kMost = 1 << 20;
  Led* all_ = nullptr;
  std::size_t count_ = 0;
};
Found found;

// How many modules were ever loaded and unloaded.
struct Modules {
  unsigned long long loaded = 0, unloaded = 0;
  bool operator==(const Modules&) const = default;
};

bool is_heddles(const void* function) {
  Dl_info theirs, ours;
  return dladdr(function, &theirs) != 0 && dladdr(reinterpret_cast<void*>(&is_heddles), &ours) != 0 &&
         theirs.dli_fbase == ours.dli_fbase;
}

// Heddle's functions that keep what they change, or say so where they do not (controlled()); the beginnings of their names.
constexpr std::string_view kHooks[] = {
    "__tsan_",        "heddle_",       "pthread_mutex_", "pthread_rwlock_", "pthread_spin_",
    "pthread_create", "pthread_join",  "pthread_self",   "pthread_detach",  "mtx_",
    "thrd_",          "sem_",          "malloc",         "calloc",          "realloc",
    "free",           "aligned_alloc", "posix_memalign", "memalign",        "memcpy",
    "memmove",        "memset",        "mempcpy",        "sched_yield",     "exit",
    "_exit",          "_Exit",         "quick_exit",     "__cxa_finalize",  "__assert_fail",
    "memcmp",         "bcmp",          "memchr",         "strlen",          "strnlen",
    "strcmp",         "strncmp",       "strchr",         "strrchr",         "strstr",
    "getpid",         "gettid",
};
// Of libraries: what only reads; and what does its work by way of the above.
constexpr std::string_view kReads[] = {
    "abs", "labs", "llabs", "__errno_location", "__cxa_pure_virtual", "__gxx_personality_v0"};
constexpr std::string_view kByHooks[] = {"_Znw", "_Zna", "_Zdl", "_Zda", "_ZNSt6thread15_M_start_threadE"};
// std::thread forgets which thread it was; a thread's state becomes one of no class.
constexpr std::string_view kOneWord[] = {"_ZNSt6thread4joinEv", "_ZNSt6thread6detachEv",
                                         "_ZNSt6thread6_StateD2Ev", "_ZNSt6thread6_StateD1Ev"};

Keeping keeping_of(std::string_view name, const void* function) {
  const auto is = [&](std::string_view each) { return name == each; };
  const auto begins = [&](std::string_view each) { return name.starts_with(each); };
  if (is_own_code(reinterpret_cast<std::uintptr_t>(function))) return Keeping::all;  // instrumented
  if (is_heddles(function))
    return std::any_of(std::begin(kHooks), std::end(kHooks), begins) ? Keeping::all : Keeping::nothing_is;
  if (std::any_of(std::begin(kOneWord), std::end(kOneWord), is)) return Keeping::one_word;
  const bool keeps = std::any_of(std::begin(kReads), std::end(kReads), is) ||
                     std::any_of(std::begin(kByHooks), std::end(kByHooks), begins);
  return keeps ? Keeping::all : Keeping::nothing_is;
}

// Does nothing come into a library by this but calls that are led? By a function's address in a table, or by the virtual
// functions of a library's object, anything may.
bool is_seen(const ElfW(Sym) & symbol, std::uint64_t kind, std::string_view name) {
  if (symbol.st_shndx != SHN_UNDEF && kind != R_X86_64_COPY) return true;
  if (name.starts_with("dlsym") || name.starts_with("dlvsym") || name.starts_with("dlopen")) return false;
  const auto type = ELF64_ST_TYPE(symbol.st_info);
  if (kind == R_X86_64_64 && type == STT_FUNC) {
    const void* function = dlsym(RTLD_DEFAULT, name.data());
    return function == nullptr || keeping_of(name, function) == Keeping::all;
  }
  if (type != STT_OBJECT) return true;
  const bool is_class =
      name.starts_with("_ZTI") || name.starts_with("_ZTS") || name.starts_with("_ZTVN10__cxxabiv1");
  return is_class || name == "stdin" || name == "stdout" || name == "stderr" || name == "environ" ||
         name == "__libc_single_threaded" || name == "_ZSt7nothrow" ||
         dlsym(RTLD_DEFAULT, name.data()) == nullptr;
}

int lead_calls(dl_phdr_info* info, std::size_t, void*) {
  if (!is_own_module(info)) return 0;
  const Tables tables = tables_of(info);
  if (tables.symbols == nullptr || tables.strings == nullptr) return 0;
  for (int table = 0; table < 2; ++table) {
    for (std::size_t i = 0; i < tables.bytes[table] / sizeof(ElfW(Rela)); ++i) {
      const ElfW(Rela)& relocation = tables.relocations[table][i];
      const auto kind = ELF64_R_TYPE(relocation.r_info);
      if (kind == R_X86_64_COPY || kind == R_X86_64_GLOB_DAT)
        if (const std::string_view variable =
                tables.strings + tables.symbols[ELF64_R_SYM(relocation.r_info)].st_name;
            variable == "signgam" || variable == "__signgam")
          found.has_signgam = true;
      if (!is_seen(tables.symbols[ELF64_R_SYM(relocation.r_info)], kind,
                   tables.strings + tables.symbols[ELF64_R_SYM(relocation.r_info)].st_name))
        found.are_seen = false;
      if (kind != R_X86_64_JUMP_SLOT && kind != R_X86_64_GLOB_DAT) continue;
      const ElfW(Sym)& symbol = tables.symbols[ELF64_R_SYM(relocation.r_info)];
      if (symbol.st_shndx != SHN_UNDEF) continue;
      const auto type = ELF64_ST_TYPE(symbol.st_info);
      if (type != STT_FUNC && !(kind == R_X86_64_JUMP_SLOT && type == STT_NOTYPE)) continue;
      const char* name = tables.strings + symbol.st_name;
      void* function = dlsym(RTLD_DEFAULT, name);
      if (function == nullptr) continue;
      const bool lasts = is_lasting(name, function);
      const bool keeps = !keeps_nothing(name);
      void* code = lead_described(name, function);
      if (code == nullptr && keeps) code = lead_unknown(name, function);
      const Keeping how = keeping_of(name, function);
      if (keeps || lasts || how != Keeping::all)
        code = detours.lead(code != nullptr ? code : function, keeps, lasts ? number_of(name) : 0, how);
      if (code != nullptr)
        found.add({reinterpret_cast<std::uint64_t*>(info->dlpi_addr + relocation.r_offset), code});
    }
  }
  return 0;
}

}  // namespace

void note_lasting(const char* name) {
  if (heddle_called_lasting == 0) heddle_called_lasting = number_of(name);
}
const char* lasting_call() { return heddle_called_lasting == 0 ? nullptr : names[heddle_called_lasting]; }

void find_calls() {
  static Modules seen;
  Modules now;
  const auto count = [](dl_phdr_info* info, std::size_t, void* result) {
    *static_cast<Modules*>(result) = {info->dlpi_adds, info->dlpi_subs};
    return 1;
  };
  dl_iterate_phdr(count, &now);
  if (now == seen) return;
  seen = now;
  found.clear();
  dl_iterate_phdr(lead_calls, nullptr);
}

void watch_calls() {
  static bool done = false;
  if (done) return;
  done = true;
  find_calls();
  if (found.has_signgam) watch_signgam();
  found.exchange();
  calls_are_seen = found.are_seen;
}

}  // namespace heddle::control
