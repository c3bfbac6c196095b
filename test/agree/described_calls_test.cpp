// SPDX-License-Identifier: Apache-2.0
// What control/described_calls.cpp says that functions of libc touch, against the functions themselves.
//
// Each function is called on random arguments, in a process of its own. What an argument points to lies at the end of
// a page, or at the beginning of one, and the pages beside it cannot be accessed: who touches more than is said ends by a
// signal. What was written is known by comparison with what was there. And over all calls of a function everything that
// it is said to write changes at least once: else races would be reported that there are not.
//
// Left out: what needs an object of synchronisation or a thread (the oracle of the rule book has those), and what would
// change this process for good.
#include "runtime/control/described_calls.h"

#include <bit>
#include <cstring>
#include <random>
#include <set>
#include <string>
#include <vector>

#include <dlfcn.h>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "runtime/control/described_rows.h"
#include "runtime/control/shared.h"

namespace heddle::control {
namespace {
struct Touched {
  const char* at;
  std::size_t bytes;
  bool write;
};
std::vector<Touched> told;
}  // namespace
void untold(const char*) {}
void touch(const void* address, std::size_t bytes, bool write, const void*) {
  told.push_back({static_cast<const char*>(address), bytes, write});
}
void touch_with_random(const void* address, std::size_t bytes, const char*, const void* pc) {
  touch(address, bytes, true, pc);
}
void doubt(Doubt, const char*) {}
}  // namespace heddle::control

namespace heddle::agree {
namespace {

using control::Argument;
using control::DescribedCall;
using control::Use;

constexpr std::size_t kPage = 4096;

// Numbers for the other arguments, in their places.
struct Numbers {
  const char* name;
  std::uint64_t at[6];
};
constexpr Numbers kNumbers[] = {
    {"clock_nanosleep", {CLOCK_MONOTONIC, TIMER_ABSTIME}},
    {"clock_getres", {CLOCK_MONOTONIC}},
    {"pthread_attr_setdetachstate", {0, PTHREAD_CREATE_DETACHED}},
    {"pthread_attr_setstacksize", {0, 1 << 20}},
    {"pthread_attr_setguardsize", {0, 1 << 13}},
    {"pthread_mutexattr_settype", {0, PTHREAD_MUTEX_RECURSIVE}},
    {"pthread_mutexattr_setrobust", {0, PTHREAD_MUTEX_ROBUST}},
    {"pthread_mutexattr_setpshared", {0, 1}},
    {"pthread_mutexattr_setprotocol", {0, PTHREAD_PRIO_INHERIT}},
    {"pthread_condattr_setclock", {0, CLOCK_MONOTONIC}},
    {"pthread_rwlockattr_setkind_np", {0, 2}},
    {"sigaddset", {0, 5}},
    {"sigdelset", {0, 5}},
    {"sigismember", {0, 5}},
    {"open", {0, O_RDONLY}},
    {"open64", {0, O_RDONLY}},
    {"gethostname", {0, 64}},
    {"getrandom", {0, 24}},
    {"getentropy", {0, 24}},
    {"socketpair", {1, 1}},
    {"inet_ntop", {2, 0, 0, 16}},
    {"inet_pton", {2}},
    {"arc4random_buf", {0, 24}},
    {"getdomainname", {0, 64}},
    {"confstr", {0, 0, 64}},
    {"getgroups", {8}},
    {"bzero", {0, 16}},
    {"bcopy", {0, 0, 16}},
    {"sched_getaffinity", {0, 128}},
    {"getloadavg", {0, 1}},
    {"backtrace", {0, 1}},
    {"getrlimit", {4}},
    {"setrlimit", {4}},
    {"sigaction", {SIGUSR1}},
    {"pthread_sigmask", {SIG_BLOCK}},
    {"sigprocmask", {SIG_BLOCK}},
};
// Of another kind of argument: what it points to must be like this.
std::string text_for(const std::string& name) {
  if (name == "inet_pton" || name == "inet_aton") return "10.1.2.3";
  if (name == "mkstemp" || name == "mkdtemp") return "/tmp/heddle_described_XXXXXX";
  return "/nonexistent/x";
}

bool is_tried(const DescribedCall& call) {
  static const std::set<std::string> left_out = {
      "longjmp", "_longjmp", "siglongjmp", "__longjmp_chk",  // they do not come back
      "pthread_mutex_init", "pthread_cond_init", "pthread_rwlock_init", "pthread_barrier_init",
      "pthread_timedjoin_np", "system", "thrd_sleep", "nanosleep", "clock_nanosleep", "pthread_getschedparam",
      "pthread_setschedparam", "pthread_getname_np", "pthread_setname_np", "opendir",
      // only parts of what they need are sure to be touched
      "select", "getcontext", "setcontext", "swapcontext", "makecontext", "timer_create", "random_r",
      "srandom_r", "error", "error_at_line", "argz_stringify", "backtrace_symbols", "backtrace_symbols_fd",
      "glob", "globfree", "fgetpos", "fsetpos", "lfind", "fmemopen", "newlocale", "setlocale", "memfrob",
      "drand48_r", "pthread_attr_getaffinity_np", "erand48_r", "lrand48_r", "mrand48_r",
      "wmempcpy",  // they need a descriptor or a number of the system's
      "getsockopt", "getsockname", "getpeername", "timerfd_settime", "timerfd_gettime", "timer_settime",
      "timer_gettime", "setitimer", "mq_getattr", "mq_setattr", "ttyname_r", "ptsname_r", "getlogin_r",
      "tcgetattr", "tcsetattr", "sendfile", "eventfd_read", "epoll_ctl",
      // where it writes, its hook tells
      "strftime",
      // they need a thread, or an address that none of these is
      "pthread_getaffinity_np", "pthread_getattr_np", "pthread_getcpuclockid", "dladdr", "localtime_r",
      "gmtime_r", "ctime_r"};
  const std::string name = call.name;
  for (const char* part : {"timed", "clockwait", "clocklock", "clockrdlock", "clockwrlock", "clockjoin"})
    if (name.find(part) != std::string::npos) return false;
  for (const Argument& argument : call.arguments)
    if (argument.use >= Use::state || argument.measure != nullptr) return false;  // test/programs/extents
  return left_out.count(name) == 0 && name.back() != '*';
}

// A number whether it is taken for a double or for a float.
double both_sizes(std::uint32_t upper, float lower) {
  const std::uint32_t words[2] = {std::bit_cast<std::uint32_t>(lower), upper};
  return std::bit_cast<double>(words);
}

struct Arena {  // three pages; the outer ones cannot be accessed
  char* middle;
  Arena() {
    auto* all = static_cast<char*>(mmap(nullptr, 3 * kPage, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    middle = all + kPage;
    mprotect(middle, kPage, PROT_READ | PROT_WRITE);
  }
};

struct Outcome {  // in memory that the process that calls has in common with this one
  bool wrote_elsewhere;
  std::size_t where;
  bool changed[3][kPage];  // of what was said of each argument
};

class Trial {
 public:
  Trial(const DescribedCall& call, std::mt19937_64& random) : call_(call) {
    const std::string name = call.name;
    for (const Numbers& numbers : kNumbers)
      if (name == numbers.name) std::memcpy(arguments_, numbers.at, sizeof arguments_);
    for (std::size_t i = 0; i < 3; ++i) {
      const Argument& argument = call.arguments[i];
      if (argument.use == Use::none) continue;
      const std::string text = text_for(name);
      const bool is_text = argument.use == Use::reads_text || argument.use == Use::changes_text;
      std::size_t bytes = is_text ? text.size() + 1 : argument.bytes;
      if (argument.size_in != Argument::kNoSize) bytes *= arguments_[argument.size_in];
      for (std::size_t b = 0; b < kPage; ++b) arenas_[i].middle[b] = static_cast<char>(random());
      char* at = arenas_[i].middle + (random() % 2 != 0 ? 0 : kPage - bytes);
      if (is_text) std::memcpy(at, text.c_str(), bytes);
      // A structure that is read is one that was made: all zero is valid for each of them.
      if (argument.use == Use::reads || argument.use == Use::changes)
        std::memset(at, name == "sigdelset" ? 0xff : 0, bytes);
      if (name == "asctime_r" && argument.number == 0) reinterpret_cast<tm*>(at)->tm_mday = 1;
      arguments_[argument.number] = reinterpret_cast<std::uintptr_t>(at);
    }
  }

  void perform(Outcome& outcome) {
    void* function = dlsym(RTLD_DEFAULT, call_.name);
    if (function == nullptr) return;
    control::told.clear();
    control::touch_arguments(call_, arguments_, function, nullptr);
    static char before[3][kPage];
    for (std::size_t i = 0; i < 3; ++i) std::memcpy(before[i], arenas_[i].middle, kPage);
    using Function = std::uint64_t (*)(std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t,
                                       std::uint64_t, std::uint64_t, double, double);
    reinterpret_cast<Function>(function)(arguments_[0], arguments_[1], arguments_[2], arguments_[3],
                                         arguments_[4], arguments_[5], both_sizes(0x3FF80000, 3.5F),
                                         both_sizes(0x3FE80000, 1.5F));
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t b = 0; b < kPage; ++b) {
        const char* at = arenas_[i].middle + b;
        if (*at == before[i][b]) continue;
        outcome.changed[i][b < kPage / 2 ? b : kPage - 1 - b] = true;  // from either end
        if (!is_said(at)) {
          outcome.wrote_elsewhere = true;
          outcome.where = b;
        }
      }
    const std::string name = call_.name;
    if (name == "mkstemp") unlink(reinterpret_cast<char*>(arguments_[0]));
    if (name == "mkdtemp") rmdir(reinterpret_cast<char*>(arguments_[0]));
  }

 private:
  static bool is_said(const char* at) {
    for (const auto& each : control::told)
      if (each.write && at >= each.at && at < each.at + each.bytes) return true;
    return false;
  }
  const DescribedCall& call_;
  std::uint64_t arguments_[6] = {};
  Arena arenas_[3];
};

TEST(DescribedCalls, TouchWhatIsSaid) {
  constexpr int kTrials = 12;
  auto* outcome = static_cast<Outcome*>(
      mmap(nullptr, sizeof(Outcome), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  std::mt19937_64 random(1);
  std::size_t tried = 0;
  std::vector<DescribedCall> calls;
  for (const auto rows : {control::calls_of_system(), control::calls_of_text()})
    calls.insert(calls.end(), rows.begin(), rows.end());
  for (const DescribedCall& call : calls) {
    if (!is_tried(call)) continue;
    ++tried;
    std::memset(outcome, 0, sizeof *outcome);
    for (int i = 0; i < kTrials; ++i) {
      const std::uint64_t seed = random();
      const pid_t child = fork();
      if (child == 0) {
        std::mt19937_64 own(seed);
        Trial(call, own).perform(*outcome);
        _exit(0);
      }
      int status = 0;
      waitpid(child, &status, 0);
      EXPECT_FALSE(WIFSIGNALED(status))
          << call.name << " touches more than is said: signal " << WTERMSIG(status);
      EXPECT_FALSE(outcome->wrote_elsewhere) << call.name << " writes byte " << outcome->where;
    }
    for (std::size_t i = 0; i < 3; ++i) {
      const Argument& argument = call.arguments[i];
      if (argument.use != Use::writes && argument.use != Use::changes && argument.use != Use::changes_text)
        continue;
      if (argument.use == Use::changes && std::string(call.name).starts_with("pthread_"))
        continue;  // a flag of them
      bool changed = false;
      for (const bool each : outcome->changed[i]) changed |= each;
      EXPECT_TRUE(changed) << call.name << " does not write what argument " << int{argument.number}
                           << " points to";
    }
  }
  EXPECT_GE(tried, 60U);
}

}  // namespace
}  // namespace heddle::agree
