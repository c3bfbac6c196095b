// SPDX-License-Identifier: Apache-2.0
#include "runtime/watch/process.h"

#include <cstdlib>
#include <cstring>
#include <initializer_list>

#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <sys/auxv.h>
#include <unistd.h>

#include "runtime/shared/abi.h"
#include "runtime/shared/raw.h"
#include "runtime/shared/segments.h"
#include "runtime/watch/alone.h"
#include "runtime/watch/environment.h"
#include "runtime/watch/real.h"
#include "runtime/watch/shadow.h"
#include "runtime/watch/signals.h"
#include "runtime/watch/threads.h"

namespace heddle::runtime {

Process process;

namespace {

constexpr const char* kReasons[] = {
    "",
    "there is no memory left for shadow memory",
    "there are more threads than slots",
    "a thread has done more releases than a clock can count",
    "a table of the runtime is full",
    "the recording process is gone",
    "a child of fork is not recorded",
    "a thread appeared that was not created through pthread_create",
    "a second instrumented program was started and is not watched",
    "a construct of OpenMP orders threads in ways nobody sees",
    "atomics that overlap but do not begin at one address are taken for different ones",
};
static_assert(sizeof kReasons / sizeof kReasons[0] == static_cast<std::size_t>(Doubt::count));

int channel_descriptor() {
  char value[16];
  if (!environment(kChannelVariable, value, sizeof value)) return -1;
  int number = 0;
  for (const char* at = value; *at >= '0' && *at <= '9' && number < 1 << 20; ++at)
    number = number * 10 + (*at - '0');
  return number;
}

Channel* map_channel(int descriptor) {
  const long result = raw_syscall(SYS_mmap, 0, sizeof(Channel), PROT_READ | PROT_WRITE,
                                  MAP_SHARED | MAP_NORESERVE, descriptor, 0);
  if (result < 0) return nullptr;
  auto* channel = reinterpret_cast<Channel*>(result);
  if (channel->magic == kChannelMagic && channel->bytes == sizeof(Channel)) return channel;
  raw_unmap(channel, sizeof(Channel));
  return nullptr;
}

// The file may be shorter than the layout if the variable names some other descriptor.
bool is_channel(int descriptor) {
  return lseek(descriptor, 0, SEEK_END) == static_cast<off_t>(sizeof(Channel));
}

int note_module(dl_phdr_info* info, std::size_t, void*) {
  Channel& channel = *process.channel;
  const auto [low, high] = bounds_of(info);
  if (high == 0) return 0;
  claim_line(low, high);
  if (info->dlpi_addr == getauxval(AT_BASE)) process.loader_low = low, process.loader_high = high;
  for (const char* library : {"libomp.so", "libiomp5.so"})
    if (info->dlpi_name != nullptr && raw_find(info->dlpi_name, library) != nullptr)
      process.libomp_low = low, process.libomp_high = high;
  for (std::uint32_t i = 0; i < channel.modules; ++i)
    if (channel.module[i].low == low && channel.module[i].high == high &&
        channel.module[i].bias == info->dlpi_addr)
      return 0;
  if (channel.modules >= kMaxModules) return 0;
  Module& module = channel.module[channel.modules];
  module.bias = info->dlpi_addr;
  module.low = low;
  module.high = high;
  const char* name = info->dlpi_name;
  if (name == nullptr || *name == 0) {
    raw_syscall(SYS_readlink, as_word("/proc/self/exe"), as_word(module.path), sizeof module.path - 1);
  } else {
    raw_copy(module.path, name, sizeof module.path);
  }
  __atomic_store_n(&channel.modules, channel.modules + 1, __ATOMIC_RELEASE);
  return 0;
}

SpinLock arena_lock;
char *arena, *arena_end;

}  // namespace

void note_modules() {
  if (attached()) dl_iterate_phdr(note_module, nullptr);
}

void doubt(Doubt why) {
  if (__atomic_fetch_add(&process.channel->doubts[static_cast<std::size_t>(why)], 1, __ATOMIC_RELAXED) == 0)
    say(kReasons[static_cast<std::size_t>(why)]);
}

void switch_off(Doubt why) {
  if (!process.on) return;
  process.on = false;
  process.recording = false;
  process.channel->switched_off = 1;
  __atomic_fetch_add(&process.channel->doubts[static_cast<std::size_t>(why)], 1, __ATOMIC_RELAXED);
  say("switched itself off: ", kReasons[static_cast<std::size_t>(why)]);
}

void* permanent(std::size_t bytes) {
  constexpr std::size_t kStep = std::size_t{1} << 22;
  bytes = (bytes + 15) & ~std::size_t{15};
  if (bytes >= kStep / 4) {
    void* mapped = raw_map(bytes);
    if (mapped == nullptr) switch_off(Doubt::no_memory);
    return mapped;
  }
  const SpinGuard guard(arena_lock);
  if (static_cast<std::size_t>(arena_end - arena) < bytes) {
    arena = static_cast<char*>(raw_map(kStep));
    arena_end = arena != nullptr ? arena + kStep : nullptr;
    if (arena == nullptr) {
      switch_off(Doubt::no_memory);
      return nullptr;
    }
  }
  void* result = arena;
  arena += bytes;
  return result;
}

__attribute__((constructor(101))) void initialise() {
  static bool done;
  if (done) return;
  done = true;
  const KeepErrno keep;
  const int descriptor = channel_descriptor();
  Channel* channel = descriptor < 0           ? start_alone()
                     : is_channel(descriptor) ? map_channel(descriptor)
                                              : nullptr;
  if (channel == nullptr) return;
  std::uint32_t nobody = 0;
  if (!__atomic_compare_exchange_n(&channel->process, &nobody, static_cast<std::uint32_t>(raw_process()),
                                   false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
    __atomic_fetch_add(&channel->doubts[static_cast<std::size_t>(Doubt::two_programs)], 1, __ATOMIC_RELAXED);
    raw_unmap(channel, sizeof(Channel));
    return;
  }
  process.channel = channel;
  process.number = raw_process();
  process.recording = channel->record != 0;
  process.every_access = channel->every_access != 0;
  process.perturbed = channel->perturb != 0;
  process.sampling = channel->sample != 0;
  process.on = true;
  draw_line();
  claim_line(reinterpret_cast<std::uintptr_t>(&keep), reinterpret_cast<std::uintptr_t>(&keep) + 1);
  note_modules();
  if (first_thread() == nullptr) return switch_off(Doubt::no_memory);
  watch_crashes();
}

namespace {

// The most memory that the process had, as the kernel has it (in KiB).
std::uint64_t peak_bytes() {
  constexpr char kField[] = "VmHWM:";
  char text[4096];
  const long file = raw_syscall(SYS_openat, AT_FDCWD, as_word("/proc/self/status"), O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  const long size = raw_syscall(SYS_read, file, as_word(text), sizeof text - 1);
  raw_syscall(SYS_close, file);
  text[size > 0 ? size : 0] = 0;
  const char* at = raw_find(text, kField);
  if (at == nullptr) return 0;
  std::uint64_t kibibytes = 0;
  for (at += sizeof kField - 1; *at == ' ' || *at == '\t'; ++at) {
  }
  for (; *at >= '0' && *at <= '9'; ++at) kibibytes = 10 * kibibytes + static_cast<std::uint64_t>(*at - '0');
  return kibibytes * 1024;
}

__attribute__((destructor(101))) void ended() {
  if (!attached() || is_forked_child) return;
  if (Thread* thread = self) {
    __atomic_fetch_add(&process.channel->accesses, thread->accesses, __ATOMIC_RELAXED);
    __atomic_fetch_add(&process.channel->sampled, thread->samples, __ATOMIC_RELAXED);
  }
  process.channel->peak_bytes = peak_bytes();
  process.channel->finished = 1;
  tell_findings();
}
}  // namespace

}  // namespace heddle::runtime
