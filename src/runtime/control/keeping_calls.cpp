// SPDX-License-Identifier: Apache-2.0
#include "runtime/control/keeping_calls.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

#include <dlfcn.h>

#include "runtime/control/frameworks.h"
#include "runtime/control/modules.h"

namespace heddle::control {
namespace {

constexpr std::string_view kKeepsNothing[] = {
    "__assert_fail",
    "__dynamic_cast",
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
constexpr std::string_view kKeepsNothingBeginnings[] = {
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
    "_ZNKSa",  // std::allocator: at -O0 its constructors and its destructor are called
    "_ZNSa",
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

// ---- what changes nothing but memory ----

// All the above does, but for these.
constexpr std::string_view kLasting[] = {
    "pthread_atfork",        "pthread_cancel",        "pthread_kill",         "pthread_setcancelstate",
    "pthread_setcanceltype", "pthread_setschedparam", "pthread_setschedprio", "pthread_sigqueue",
};
constexpr std::string_view kMemoryOnly[] = {
    "__ctype_b_loc",
    "__ctype_get_mb_cur_max",
    "__ctype_tolower_loc",
    "__ctype_toupper_loc",
    "__fdelt_chk",
    "__fgets_chk",
    "__fread_chk",
    "__isoc99_fscanf",
    "__isoc99_scanf",
    "__isoc99_sscanf",
    "__longjmp_chk",
    "__sched_cpucount",
    "__sigsetjmp",
    "_setjmp",
    "asctime",
    "asctime_r",
    "atof",
    "bsearch",
    "clearerr",
    "clock",
    "clock_getres",
    "ctime",
    "ctime_r",
    "difftime",
    "div",
    "drand48",
    "erand48",
    "explicit_bzero",
    "feof",
    "ferror",
    "fgetc",
    "fgets",
    "fileno",
    "flockfile",
    "fputc_unlocked",
    "fputwc",
    "fread",
    "fscanf",
    "ftrylockfile",
    "funlockfile",
    "fwrite_unlocked",
    "get_nprocs",
    "getauxval",
    "getc",
    "getchar",
    "getdelim",
    "getegid",
    "getenv",
    "geteuid",
    "getgid",
    "getline",
    "getopt",
    "getopt_long",
    "getpagesize",
    "getppid",
    "getuid",
    "gmtime",
    "gmtime_r",
    "imaxabs",
    "index",
    "isatty",
    "jrand48",
    "ldiv",
    "lldiv",
    "localtime",
    "localtime_r",
    "longjmp",
    "lrand48",
    "mktime",
    "mrand48",
    "nrand48",
    "on_exit",
    "putc_unlocked",
    "putchar_unlocked",
    "qsort",
    "qsort_r",
    "rand",
    "rand_r",
    "random",
    "rindex",
    "scanf",
    "sched_getcpu",
    "secure_getenv",
    "setbuf",
    "setbuffer",
    "setlinebuf",
    "setvbuf",
    "sigaction",
    "sigaltstack",
    "sigaddset",
    "sigdelset",
    "sigemptyset",
    "sigfillset",
    "sigismember",
    "siglongjmp",
    "signal",
    "srand",
    "srand48",
    "srandom",
    "sscanf",
    "swab",
    "sysconf",
    "timegm",
    "ungetc",
    "vsscanf",
};
constexpr std::string_view kMemoryOnlyBeginnings[] = {
    "__mem", "__stpcpy", "__str", "__wcs",   "__wmem",  "_ZTv0_n", "isal", "isasc", "isbl", "iscn",
    "isdi",  "isgr",     "islo",  "ispr",    "ispu",    "issp",    "isup", "isw",   "isxd", "mb",
    "mem",   "str",      "toasc", "tolower", "toupper", "tow",     "wc",   "wmem",
};
// Parts of C++ names: these open files, or ask the system.
constexpr std::string_view kLastingInside[] = {
    "fstream",    "filebuf",       "random_device",  "filesystem",
    "stdio_sync", "stdio_filebuf", "6locale6global", "tzdb",
};

// A stream of a file that none was opened for, as frameworks have them, does nothing to files; if one is open, closing
// it is told (hooks_streams.cpp).
bool is_life_of_file_stream(std::string_view name) {
  constexpr std::string_view kEndings[] = {"C1Ev", "C2Ev", "D0Ev", "D1Ev", "D2Ev", "5closeEv", "7is_openEv"};
  return (name.find("fstream") != std::string_view::npos ||
          name.find("basic_filebuf") != std::string_view::npos) &&
         std::any_of(std::begin(kEndings), std::end(kEndings),
                     [&](std::string_view ending) { return name.ends_with(ending); });
}

// Of std or of libstdc++'s own namespaces, by any of its names for the linker: "_ZNSa…" is std::allocator,
// "_ZNKSs…" a const function of std::string, "_ZNKRSt…" one that asks for an lvalue.
bool is_of_standard_library(std::string_view name) {
  if (!name.starts_with("_Z")) return false;
  name.remove_prefix(2);
  if (name.starts_with('N')) name.remove_prefix(std::min(name.find_first_not_of("KVrRO", 1), name.size()));
  constexpr std::string_view kAbbreviated = "tabsiod";  // std, allocator, basic_string, string, streams
  if (name.size() > 1 && name[0] == 'S') return kAbbreviated.find(name[1]) != std::string_view::npos;
  return name.starts_with("9__gnu_cxx") || name.starts_with("10__cxxabiv1");
}

}  // namespace

bool keeps_nothing(std::string_view name) {
  if (std::find(std::begin(kLasting), std::end(kLasting), name) != std::end(kLasting)) return false;
  return std::find(std::begin(kKeepsNothing), std::end(kKeepsNothing), name) != std::end(kKeepsNothing) ||
         std::any_of(std::begin(kKeepsNothingBeginnings), std::end(kKeepsNothingBeginnings),
                     [&](std::string_view beginning) { return name.starts_with(beginning); });
}

bool is_lasting(std::string_view name, const void* function) {
  const auto begins = [&](std::string_view beginning) { return name.starts_with(beginning); };
  const auto contains = [&](std::string_view part) { return name.find(part) != std::string_view::npos; };
  if (std::find(std::begin(kLasting), std::end(kLasting), name) != std::end(kLasting)) return true;
  if (std::any_of(std::begin(kLastingInside), std::end(kLastingInside), contains) &&
      !is_life_of_file_stream(name))
    return true;
  if (keeps_nothing(name) || is_of_standard_library(name) ||
      std::find(std::begin(kMemoryOnly), std::end(kMemoryOnly), name) != std::end(kMemoryOnly) ||
      std::any_of(std::begin(kMemoryOnlyBeginnings), std::end(kMemoryOnlyBeginnings), begins))
    return false;
  // Functions of mathematics keep nothing but errno; modules compiled for heddle are seen themselves; what frameworks
  // keep is memory, and the files they open are told like others.
  Dl_info module;
  if (dladdr(function, &module) == 0) return true;
  return std::strstr(module.dli_fname, "/libm.so") == nullptr && !is_framework_library(module.dli_fname) &&
         !is_own_code(reinterpret_cast<std::uintptr_t>(function));
}

}  // namespace heddle::control
