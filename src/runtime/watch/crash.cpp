// SPDX-License-Identifier: Apache-2.0
// The stack is the thread's own record of calls. Its innermost place is the instruction that failed, if that
// is the program's; in a library that keeps no such record (abort, strlen of nothing) it is the call that led
// there: the first word on the stack that is a return address into the program, behind a call.
#include "runtime/watch/crash.h"

#include <initializer_list>

#include <sys/uio.h>
#include <ucontext.h>

#include "runtime/shared/raw.h"
#include "runtime/watch/alone.h"
#include "runtime/watch/contexts.h"
#include "runtime/watch/process.h"

namespace heddle::runtime {
namespace {

bool is_systems(const char* path) {
  return __builtin_strncmp(path, "/lib", 4) == 0 || __builtin_strncmp(path, "/usr/lib", 8) == 0 ||
         raw_find(path, "/libheddle_runtime") != nullptr || raw_find(path, "/libtsan") != nullptr;
}

bool is_programs(std::uint64_t address) {
  const Channel& channel = *process.channel;
  for (std::uint32_t i = 0; i < channel.modules && i < kMaxModules; ++i)
    if (address >= channel.module[i].low && address < channel.module[i].high)
      return i == 0 || !is_systems(channel.module[i].path);
  return false;
}

// The stack may end anywhere, and code be unreadable: the kernel copies what there is.
std::size_t copy(void* to, std::uint64_t from, std::size_t bytes) {
  const iovec here = {to, bytes}, there = {reinterpret_cast<void*>(from), bytes};
  const long got = raw_syscall(SYS_process_vm_readv, raw_process(), as_word(&here), 1, as_word(&there), 1, 0);
  return got > 0 ? static_cast<std::size_t>(got) : 0;
}

bool follows_call(std::uint64_t address) {
  constexpr std::size_t kLongest = 7;
  unsigned char before[kLongest];
  if (copy(before, address - kLongest, kLongest) != kLongest) return false;
  if (before[kLongest - 5] == 0xe8) return true;
  for (const std::size_t length : {2UL, 3UL, 4UL, 6UL, 7UL})  // through a register or memory
    if (before[kLongest - length] == 0xff && (before[kLongest - length + 1] & 0x38) == 0x10) return true;
  return false;
}

std::uint64_t caller_of_library(std::uint64_t stack_pointer) {
  constexpr std::size_t kWords = 512;
  std::uint64_t words[kWords];
  for (int pieces = 0; pieces < 16; ++pieces, stack_pointer += sizeof words) {
    const std::size_t count = copy(words, stack_pointer, sizeof words) / sizeof words[0];
    for (std::size_t i = 0; i < count; ++i)
      if (is_programs(words[i]) && follows_call(words[i])) return words[i];
    if (count < kWords) break;
  }
  return 0;
}

}  // namespace

bool is_crash(int number) {
  return number == SIGSEGV || number == SIGBUS || number == SIGFPE || number == SIGILL || number == SIGTRAP ||
         number == SIGABRT || number == SIGSYS;
}

void note_crash(Thread* thread, int number, const siginfo_t* info, const void* machine) {
  Crash& crash = process.channel->crash;
  if (is_forked_child ||
      __atomic_exchange_n(&crash.signal, static_cast<std::uint32_t>(number), __ATOMIC_ACQ_REL) != 0)
    return;
  crash.has_address = info->si_code > 0 && (number == SIGSEGV || number == SIGBUS);
  crash.address = reinterpret_cast<std::uintptr_t>(info->si_addr);
  constexpr long kWrites = 2;  // in the error code of a page fault
  if (machine != nullptr)
    crash.writes = (static_cast<const ucontext_t*>(machine)->uc_mcontext.gregs[REG_ERR] & kWrites) != 0;
  if (thread != nullptr) {
    crash.thread = thread->number;
    if (thread->busy == 0 && machine != nullptr) {
      const auto* registers = static_cast<const ucontext_t*>(machine)->uc_mcontext.gregs;
      const auto failed = static_cast<std::uint64_t>(registers[REG_RIP]);
      const std::uint64_t place = is_programs(failed)
                                      ? failed + 1
                                      : caller_of_library(static_cast<std::uint64_t>(registers[REG_RSP]));
      const Busy busy(*thread);
      if (place != 0) crash.origin = {stack_at(*thread, reinterpret_cast<void*>(place)), locks_of(*thread)};
    }
  }
  __atomic_store_n(&crash.ready, 1, __ATOMIC_RELEASE);
  tell_findings();
}

}  // namespace heddle::runtime
