// SPDX-License-Identifier: Apache-2.0
// What the program calls of libc is either ours (the functions that this library exports: they are steps, or tell which
// memory they touch), or known to be harmless (below), or unknown. An unknown function may touch memory that other
// threads use, and may keep something for all of them. Called while another thread is there, it is a doubt.
//
// Calls are led by way of a stub (calls.cpp), which notes the call and goes on in the function, with all registers as
// they were.
//
// What is harmless: functions of their arguments and of constants, of the calling thread alone, of attributes and
// sets that nobody shares while he makes them; handles of the kernel, whose uses are watched elsewhere; libm but for
// what sets signgam. Functions of other libraries are not looked at here: modules.cpp.
#include "runtime/control/known_calls.h"

#include <cstring>

#include <dlfcn.h>
#include <sys/mman.h>

#include "base/check.h"
#include "runtime/control/calls.h"
#include "runtime/control/core.h"
#include "runtime/control/described_calls.h"
#include "runtime/control/keeping_calls.h"
#include "runtime/control/kept_state.h"
#include "runtime/control/loading.h"
#include "runtime/control/turns.h"
#include "runtime/control/world.h"
#include "runtime/shared/abi.h"

namespace heddle::control {
namespace {

// A star stands for any ending. What this library exports is not asked for here (test/layout/exports.py).
constexpr const char* kHarmless[] = {
    // of their arguments alone
    "abs",
    "labs",
    "llabs",
    "imaxabs",
    "div",
    "ldiv",
    "lldiv",
    "imaxdiv",
    "ffs*",
    "isalnum",
    "isalpha",
    "isascii",
    "isblank",
    "iscntrl",
    "isdigit",
    "isgraph",
    "islower",
    "isprint",
    "ispunct",
    "isspace",
    "isupper",
    "isxdigit",
    "isw*",
    "toascii",
    "tolower",
    "toupper",
    "tow*",
    "wctype*",
    "wctrans*",
    "btowc",
    "wctob",
    "htonl",
    "htons",
    "ntohl",
    "ntohs",
    "__ctype_*",
    "__isinf*",
    "__isnan*",
    "__finite*",
    "__fpclassify*",
    "__signbit*",
    "difftime",
    "isinf*",
    "isnan*",
    "finite*",
    "ldexp*",
    "scalbn*",
    "copysign*",
    "strerrorname_np",
    "strerrordesc_np",
    "strsignal",
    "strerror",
    "sigabbrev_np",
    "sigdescr_np",
    // of the calling thread
    "pthread_equal",
    "pthread_getschedparam",
    "pthread_getcpuclockid",
    "pthread_getaffinity_np",
    "pthread_setcancelstate",
    "pthread_setcanceltype",
    "pthread_testcancel",
    "__errno_location",
    "__h_errno_location",
    "setjmp",
    "_setjmp",
    "__sigsetjmp",
    "getcontext",
    "setcontext",
    "makecontext",
    "swapcontext",
    "fe*",
    "uselocale",
    "newlocale",
    "freelocale",
    "duplocale",
    "__cxa_*",
    "__tls_get_addr",
    "sched_getcpu",
    "getcpu",
    "sched_getaffinity",
    "sched_getparam",
    "sched_getscheduler",
    "sched_get_priority_max",
    "sched_get_priority_min",
    "sched_rr_get_interval",
    "getpriority",
    "clock",
    "times",
    "getrusage",
    "clock_getres",
    "clock_getcpuclockid",
    "__libc_current_sigrtmin",
    "__libc_current_sigrtmax",
    "alloca",
    // attributes and sets
    "pthread_attr_*",
    "pthread_mutexattr_*",
    "pthread_condattr_*",
    "pthread_rwlockattr_*",
    "pthread_barrierattr_*",
    "posix_spawnattr_*",
    "posix_spawn_file_actions_*",
    "sigaddset",
    "sigdelset",
    "sigemptyset",
    "sigfillset",
    "sigismember",
    "__sched_cpu*",
    "sigandset",
    "sigorset",
    "sigisemptyset",
    "pthread_mutex_getprioceiling",
    // of the process, and never changed
    "getppid",
    "getuid",
    "geteuid",
    "getgid",
    "getegid",
    "getpgid",
    "getpgrp",
    "getsid",
    "getpagesize",
    "get_nprocs",
    "get_nprocs_conf",
    "gnu_get_libc_version",
    "getauxval",
    "isatty",
    "gethostname",
    "uname",
    "__gmon_start__",
    "pthread_atfork",
    "__register_atfork",
    "dl*",
    "__stack_chk_fail",
    "__fortify_fail",
    "__chk_fail",
    "backtrace*",
    "getloadavg",
    "mlock*",
    "munlock*",
    "cfmakeraw",
    "membarrier",
    // handles of the kernel
    "pipe",
    "pipe2",
    "socket",
    "socketpair",
    "bind",
    "listen",
    "getsockname",
    "getpeername",
    "eventfd*",
    "epoll_create*",
    "epoll_ctl",
    "timerfd_*",
    "signalfd",
    "inotify_*",
    "openpty",
    "timer_*",
    "mq_*",
    "msgget",
    "msgctl",
    "semget",
    "shm_*",
    "sem_close",
    "sem_unlink",
    "fileno*",
    "splice",
    "tee",
    "vmsplice",
    "sendfile*",
    "copy_file_range",
    "fsync",
    "fdatasync",
    "fchmod",
    "chmod",
    "opendir",
    "fdopendir",
    "closedir",
    "fdopen",
    "ptsname_r",
    "grantpt",
    "unlockpt",
    "posix_openpt",
    "forkpty",
    "login_tty",
    "tc*",
    "cf*",
    // told by those that call back, or of memory that is the caller's to keep
    "bsearch",
    "valloc",
    "reallocarray",
    "memccpy",
    "basename",
    "dirname",
    "mbrtowc",
    "mbrlen",
    "wcrtomb",
    "mbsrtowcs",
    "wcsrtombs",
    "mbstowcs",
    "wcstombs",
    "mbtowc",
    "wctomb",
    "mblen",
    "nrand48",
    "erand48",
    "jrand48",
    "random_r",
    "glob",
    "globfree",
    "lfind",
    "malloc_trim",
    "mallinfo*",
    "malloc_stats",
    "malloc_info",
    "mallopt",
    "mcheck",
    "l64a",
    "inet_pton",
    "inet_addr",
    "inet_aton",
    "inet_ntop",
    "nl_langinfo",
    "tzset",
    "getentropy",
    "getrandom",
    "arc4random*",
};

bool matches(const char* name, const char* pattern) {
  const std::size_t length = std::strlen(pattern);
  if (pattern[length - 1] == '*') return std::strncmp(name, pattern, length - 1) == 0;
  return std::strcmp(name, pattern) == 0;
}
bool is_harmless(const char* name) {
  for (const char* pattern : kHarmless)
    if (matches(name, pattern)) return true;
  return false;
}

// ---- stubs ----

struct Unknown {
  const char* name;
  void* real;
  const DescribedCall* described;
  const KeptState* state;
  bool is_unknown;
};
constexpr std::size_t kMost = 1 << 16;  // libc and libstdc++ have about 9,000 functions
Unknown* unknowns = nullptr;
std::size_t unknowns_count = 0;

constexpr std::size_t kStubBytes = 24;
unsigned char* stubs = nullptr;

extern "C" void heddle_unknown_call();
// As a function that is called by nobody, all registers that arguments come in are kept.
asm(".text\n.hidden heddle_unknown_call\n.globl heddle_unknown_call\n.type heddle_unknown_call, @function\n"
    "heddle_unknown_call:\n"
    "pushq %rax\npushq %rdi\npushq %rsi\npushq %rdx\npushq %rcx\npushq %r8\npushq %r9\npushq %r10\n"
    "pushq %rbp\nmovq %rsp, %rbp\nsubq $128, %rsp\nandq $-16, %rsp\n"
    "movups %xmm0, (%rsp)\nmovups %xmm1, 16(%rsp)\nmovups %xmm2, 32(%rsp)\nmovups %xmm3, 48(%rsp)\n"
    "movups %xmm4, 64(%rsp)\nmovups %xmm5, 80(%rsp)\nmovups %xmm6, 96(%rsp)\nmovups %xmm7, 112(%rsp)\n"
    "movq 72(%rbp), %rdi\nmovq %rbp, %rsi\n"
    "call heddle_note_unknown\n"
    "movq %rax, 72(%rbp)\n"
    "movups (%rsp), %xmm0\nmovups 16(%rsp), %xmm1\nmovups 32(%rsp), %xmm2\nmovups 48(%rsp), %xmm3\n"
    "movups 64(%rsp), %xmm4\nmovups 80(%rsp), %xmm5\nmovups 96(%rsp), %xmm6\nmovups 112(%rsp), %xmm7\n"
    "movq %rbp, %rsp\npopq %rbp\npopq %r10\npopq %r9\npopq %r8\npopq %rcx\npopq %rdx\npopq %rsi\npopq "
    "%rdi\npopq %rax\n"
    "ret\n"  // into the real function, whose address stands where the index was
    ".size heddle_unknown_call, .-heddle_unknown_call\n");

void* stub_for(const char* name, void* real, bool is_unknown) {
  for (std::size_t i = 0; i < unknowns_count; ++i)
    if (unknowns[i].real == real) return stubs + i * kStubBytes;
  HEDDLE_CHECK(unknowns_count < kMost, "there is room for the functions that a program calls");
  if (stubs == nullptr) {
    void* memory = mmap(nullptr, kMost * kStubBytes, PROT_READ | PROT_WRITE | PROT_EXEC,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    HEDDLE_CHECK(memory != MAP_FAILED, "there is memory for code");
    stubs = static_cast<unsigned char*>(memory);
    unknowns = static_cast<Unknown*>(map_apart(kMost * sizeof(Unknown)));
  }
  unsigned char* code = stubs + unknowns_count * kStubBytes;
  const auto index = static_cast<std::uint32_t>(unknowns_count);
  unknowns[unknowns_count++] = {name, real, described_call(name), kept_state_of(name), is_unknown};
  const auto common = reinterpret_cast<std::uint64_t>(&heddle_unknown_call);
  code[0] = 0x68;  // push $index
  std::memcpy(code + 1, &index, sizeof index);
  code[5] = 0x49;  // mov $common, %r11
  code[6] = 0xbb;
  std::memcpy(code + 7, &common, sizeof common);
  code[15] = 0x41;  // jmp *%r11
  code[16] = 0xff;
  code[17] = 0xe3;
  return code;
}

bool is_of_libc(void* function) {
  Dl_info info;
  if (dladdr(function, &info) == 0) return false;
  return std::strstr(info.dli_fname, "/libc.so") != nullptr;
}

}  // namespace

void* lead_unknown(const char* name, void* function) {
  return is_of_libc(function) && !is_harmless(name) ? stub_for(name, function, true) : nullptr;
}

void* lead_described(const char* name, void* function) {
  if (described_call(name) != nullptr) return stub_for(name, function, false);
  if (kept_state_of(name) == nullptr) return nullptr;
  return stub_for(name, function, is_of_libc(function) && !keeps_nothing(name) && !is_harmless(name));
}

}  // namespace heddle::control

using namespace heddle::control;

// `kept`: the registers that the stub has kept, the last one first, and the caller's address behind them.
extern "C" __attribute__((visibility("hidden"), used)) void* heddle_note_unknown(std::size_t index,
                                                                                 const std::uint64_t* kept) {
  const auto* pc = reinterpret_cast<const void*>(kept[10]);
  if (const KeptState* state = unknowns[index].state) touch_kept_state(*state, pc);
  if (const DescribedCall* described = unknowns[index].described) {
    const std::uint64_t arguments[6] = {kept[7], kept[6], kept[5], kept[4], kept[3], kept[2]};
    if (controlled() && unknowns[index].name[0] == 'd') {
      if (std::strcmp(unknowns[index].name, "dlopen") == 0) before_loading();
      if (std::strcmp(unknowns[index].name, "dlsym") == 0) after_loading();
    }
    if (controlled()) touch_arguments(*described, arguments, unknowns[index].real, pc);
  }
  if (!unknowns[index].is_unknown) return unknowns[index].real;
  heddle_called_outside = 1;
  if (controlled() && !is_alone()) doubt(Doubt::unknown_call, unknowns[index].name);
  return unknowns[index].real;
}

// Of src/compile's plug-ins. What the instruction tells is nothing that a schedule decides.
HEDDLE_EXPORT void heddle_runtime_unforeseen(const char* instruction) {
  if (controlled()) doubt(Doubt::blocking_call, instruction);
}
HEDDLE_EXPORT void heddle_runtime_unseen(const char* instruction) {
  if (controlled() && !is_alone()) doubt(Doubt::unknown_instruction, instruction);
}
