// SPDX-License-Identifier: Apache-2.0
#include "runtime/watch/alone.h"

#include <cstring>
#include <initializer_list>

#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <sys/wait.h>

#include "runtime/watch/environment.h"
#include "runtime/watch/process.h"

extern char** environ;

namespace heddle::runtime {
namespace {

constexpr char kFolder[] = "/sample/libheddle_runtime.so";
char folder[PATH_MAX];  // the one above `sample`
int channel_file = -1;

int find_folder(dl_phdr_info* info, std::size_t, void*) {
  const char* at = info->dlpi_name != nullptr ? raw_find(info->dlpi_name, kFolder) : nullptr;
  if (at == nullptr || at[sizeof kFolder - 1] != 0) return 0;
  const auto length = static_cast<std::size_t>(at - info->dlpi_name);
  if (length < sizeof folder) std::memcpy(folder, info->dlpi_name, length);
  return 1;
}

// "1%" or "0.01", of 2^32; `fallback` if it is neither.
std::uint64_t share(const char* text, std::uint64_t fallback) {
  double value = 0, unit = 1;
  const char* at = text;
  for (; *at >= '0' && *at <= '9'; ++at) value = 10 * value + (*at - '0');
  if (*at == '.')
    for (++at; *at >= '0' && *at <= '9'; ++at) value += (unit /= 10) * (*at - '0');
  if (*at == '%') value /= 100, ++at;
  if (at == text || *at != 0 || value > 1) {
    say("HEDDLE_SAMPLE: expected a share such as 1% or 0.01, not ", text);
    return fallback;
  }
  return static_cast<std::uint64_t>(value * 4294967296.0);
}

// The program keeps the low numbers for itself.
int make_file() {
  constexpr long kCloseOnExec = 1, kHigh = 500;
  const long file = raw_syscall(SYS_memfd_create, as_word("heddle"), kCloseOnExec);
  if (file < 0) return -1;
  const long high = raw_syscall(SYS_fcntl, file, F_DUPFD_CLOEXEC, kHigh);
  if (high >= 0) raw_syscall(SYS_close, file);
  const long kept = high >= 0 ? high : file;
  if (raw_syscall(SYS_ftruncate, kept, sizeof(Channel)) == 0) return static_cast<int>(kept);
  raw_syscall(SYS_close, kept);
  return -1;
}

void decimal(char* to, std::uint64_t value) {
  char digits[24];
  std::size_t count = 0;
  do digits[count++] = static_cast<char>('0' + value % 10);
  while ((value /= 10) != 0);
  while (count > 0) *to++ = digits[--count];
  *to = 0;
}

// In the new process, which shares nothing with this one but what it has open.
[[noreturn]] void become_heddle(const char* file, const char* owner) {
  raw_syscall(SYS_fcntl, channel_file, F_SETFD, 0);
  for (const char* place : {"/../../heddle", "/../../bin/heddle"}) {
    char path[PATH_MAX + 32];
    std::strcpy(path, folder);
    std::strcat(path, place);
    const char* arguments[] = {"heddle", "sampled", file, owner, nullptr};
    raw_syscall(SYS_execve, as_word(path), as_word(arguments), as_word(environ));
  }
  say("heddle is not where its runtime is: what was found is not told");
  raw_syscall(SYS_exit_group, 127);
  __builtin_unreachable();
}

}  // namespace

Channel* start_alone() {
  dl_iterate_phdr(find_folder, nullptr);
  if (folder[0] == 0) return nullptr;
  constexpr std::uint64_t kUsual = (std::uint64_t{1} << 32) / 100;
  char wanted[64];
  const std::uint64_t rate =
      environment("HEDDLE_SAMPLE", wanted, sizeof wanted) ? share(wanted, kUsual) : kUsual;
  if (rate == 0 || (channel_file = make_file()) < 0) return nullptr;
  const long mapped = raw_syscall(SYS_mmap, 0, sizeof(Channel), PROT_READ | PROT_WRITE,
                                  MAP_SHARED | MAP_NORESERVE, channel_file, 0);
  if (mapped < 0) return nullptr;
  auto* channel = reinterpret_cast<Channel*>(mapped);
  begin(*channel, raw_process());
  channel->sample = rate;
  raw_syscall(SYS_getrandom, as_word(&channel->seed), sizeof channel->seed, 0);
  return channel;
}

void tell_findings() {
  static std::uint32_t told;
  if (channel_file < 0 || raw_process() != process.number) return;
  const Channel& channel = *process.channel;
  if (channel.findings == 0 && channel.acquires == 0) return;
  if (__atomic_exchange_n(&told, 1, __ATOMIC_ACQ_REL) != 0) return;
  process.on = false;
  char file[24], owner[24];
  decimal(file, static_cast<std::uint64_t>(channel_file));
  decimal(owner, static_cast<std::uint64_t>(process.number));
  const long child = raw_syscall(SYS_clone, 0, 0);  // its end is no signal to the program
  if (child == 0) become_heddle(file, owner);
  int status = 0;
  constexpr long kInterrupted = -4;
  while (child > 0 && raw_syscall(SYS_wait4, child, as_word(&status), __WALL, 0) == kInterrupted) {
  }
}

}  // namespace heddle::runtime
