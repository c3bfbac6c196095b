// SPDX-License-Identifier: Apache-2.0
// What functions of libc read and write of their caller's memory, where that is all that others can notice of them. A row
// is enough for one: known_calls.cpp leads its calls by way of touch_arguments. Whatever also waits, keeps something or
// tells after the call how much it wrote has a function of its own (src/runtime/shared/interpose_*.cpp); the rows of such
// functions below have only what those leave out.
//
// What is not known before the call is taken for the least that it can be: one byte of a result of any length. So
// nothing is reported that did not happen, but for a call that fails before it writes.
#include "runtime/control/described_calls.h"

#include <cstring>

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/utsname.h>
#include <time.h>

#include "runtime/control/touch.h"

namespace heddle::control {

namespace {

enum class Use : std::uint8_t { none, reads, writes, changes, reads_text, changes_text };

struct Argument {
  std::uint8_t number;  // from 0
  Use use = Use::none;
  std::uint16_t bytes = 0;
  std::uint8_t size_in = kNoSize;  // the argument that says how many bytes; `bytes` is then the size of each
  static constexpr std::uint8_t kNoSize = 255;
};

constexpr Argument in(std::uint8_t number, std::size_t bytes) {
  return {number, Use::reads, static_cast<std::uint16_t>(bytes)};
}
constexpr Argument out(std::uint8_t number, std::size_t bytes) {
  return {number, Use::writes, static_cast<std::uint16_t>(bytes)};
}
constexpr Argument both(std::uint8_t number, std::size_t bytes) {
  return {number, Use::changes, static_cast<std::uint16_t>(bytes)};
}
constexpr Argument text(std::uint8_t number) { return {number, Use::reads_text}; }
constexpr Argument filled(std::uint8_t number, std::uint8_t size_in) {
  return {number, Use::writes, 1, size_in};
}

}  // namespace

struct DescribedCall {
  const char* name;
  Argument arguments[3];
};

namespace {

constexpr DescribedCall kCalls[] = {
// when a wait for a lock ends
#define HEDDLE_LOCK_INIT(...)
#define HEDDLE_LOCK_DESTROY(...)
#define HEDDLE_LOCK(...)
#define HEDDLE_TRY_LOCK(...)
#define HEDDLE_TIMED_LOCK(hold, type, name, call) {#name, {in(1, sizeof(timespec))}},
#define HEDDLE_CLOCK_LOCK(hold, type, name, call) {#name, {in(2, sizeof(timespec))}},
#define HEDDLE_UNLOCK(...)
#define HEDDLE_C11_LOCK(...)
#define HEDDLE_C11_TIMED_LOCK(name, its) {#name, {in(1, sizeof(timespec))}},
#define HEDDLE_C11_UNLOCK(...)
#include "runtime/shared/lock_calls.def"
    // when another wait ends; how long it is
    {"pthread_cond_timedwait", {in(2, sizeof(timespec))}},
    {"pthread_cond_clockwait", {in(3, sizeof(timespec))}},
    {"pthread_timedjoin_np", {in(2, sizeof(timespec))}},
    {"pthread_clockjoin_np", {in(3, sizeof(timespec))}},
    {"sem_timedwait", {in(1, sizeof(timespec))}},
    {"sem_clockwait", {in(2, sizeof(timespec))}},
    {"cnd_timedwait", {in(2, sizeof(timespec))}},
    {"thrd_sleep", {in(0, sizeof(timespec))}},
    {"nanosleep", {in(0, sizeof(timespec))}},
    {"clock_nanosleep", {in(2, sizeof(timespec))}},
    {"clock_getres", {out(1, sizeof(timespec))}},
    // attributes
    {"pthread_create", {in(1, sizeof(pthread_attr_t))}},
    {"pthread_mutex_init", {in(1, sizeof(pthread_mutexattr_t))}},
    {"pthread_cond_init", {in(1, sizeof(pthread_condattr_t))}},
    {"pthread_rwlock_init", {in(1, sizeof(pthread_rwlockattr_t))}},
    {"pthread_barrier_init", {in(1, sizeof(pthread_barrierattr_t))}},
    {"pthread_attr_init", {out(0, sizeof(pthread_attr_t))}},
    {"pthread_attr_setdetachstate", {both(0, sizeof(pthread_attr_t))}},
    {"pthread_attr_setstacksize", {both(0, sizeof(pthread_attr_t))}},
    {"pthread_attr_setguardsize", {both(0, sizeof(pthread_attr_t))}},
    {"pthread_attr_setschedpolicy", {both(0, sizeof(pthread_attr_t))}},
    {"pthread_attr_getdetachstate", {in(0, sizeof(pthread_attr_t)), out(1, sizeof(int))}},
    {"pthread_attr_getstacksize", {in(0, sizeof(pthread_attr_t)), out(1, sizeof(std::size_t))}},
    {"pthread_mutexattr_init", {out(0, sizeof(pthread_mutexattr_t))}},
    {"pthread_mutexattr_settype", {both(0, sizeof(pthread_mutexattr_t))}},
    {"pthread_mutexattr_setrobust", {both(0, sizeof(pthread_mutexattr_t))}},
    {"pthread_mutexattr_setpshared", {both(0, sizeof(pthread_mutexattr_t))}},
    {"pthread_mutexattr_setprotocol", {both(0, sizeof(pthread_mutexattr_t))}},
    {"pthread_mutexattr_gettype", {in(0, sizeof(pthread_mutexattr_t)), out(1, sizeof(int))}},
    {"pthread_condattr_init", {out(0, sizeof(pthread_condattr_t))}},
    {"pthread_condattr_setclock", {both(0, sizeof(pthread_condattr_t))}},
    {"pthread_rwlockattr_init", {out(0, sizeof(pthread_rwlockattr_t))}},
    {"pthread_rwlockattr_setkind_np", {both(0, sizeof(pthread_rwlockattr_t))}},
    {"pthread_getschedparam", {out(1, sizeof(int)), out(2, sizeof(sched_param))}},
    {"pthread_setschedparam", {in(2, sizeof(sched_param))}},
    {"pthread_getname_np", {out(1, 1)}},
    {"pthread_setname_np", {text(1)}},
    {"pthread_key_create", {out(0, sizeof(pthread_key_t))}},
    // signals
    {"sigemptyset", {out(0, sizeof(sigset_t))}},
    {"sigfillset", {out(0, sizeof(sigset_t))}},
    {"sigaddset", {both(0, sizeof(sigset_t))}},
    {"sigdelset", {both(0, sizeof(sigset_t))}},
    {"sigismember", {in(0, sizeof(sigset_t))}},
    {"sigaction", {in(1, sizeof(struct sigaction)), out(2, sizeof(struct sigaction))}},
    {"pthread_sigmask", {in(1, sizeof(sigset_t)), out(2, sizeof(sigset_t))}},
    {"sigprocmask", {in(1, sizeof(sigset_t)), out(2, sizeof(sigset_t))}},
    // paths and names
    {"open", {text(0)}},
    {"open64", {text(0)}},
    {"creat", {text(0)}},
    {"fopen", {text(0), text(1)}},
    {"fopen64", {text(0), text(1)}},
    {"stat", {text(0)}},
    {"stat64", {text(0)}},
    {"lstat", {text(0)}},
    {"access", {text(0)}},
    {"unlink", {text(0)}},
    {"remove", {text(0)}},
    {"rename", {text(0), text(1)}},
    {"mkdir", {text(0)}},
    {"rmdir", {text(0)}},
    {"chdir", {text(0)}},
    {"opendir", {text(0)}},
    {"mkstemp", {{0, Use::changes_text}}},
    {"mkdtemp", {{0, Use::changes_text}}},
    {"realpath", {text(0), out(1, 1)}},
    {"setenv", {text(0), text(1)}},
    {"unsetenv", {text(0)}},
    {"getenv", {text(0)}},
    {"system", {text(0)}},
    // what the system says
    {"uname", {out(0, sizeof(utsname))}},
    {"gethostname", {out(0, 1)}},
    {"getrusage", {out(1, sizeof(rusage))}},
    {"getrandom", {filled(0, 1)}},
    {"getentropy", {filled(0, 1)}},
    {"pipe", {out(0, 2 * sizeof(int))}},
    {"pipe2", {out(0, 2 * sizeof(int))}},
    {"socketpair", {out(3, 2 * sizeof(int))}},
    // conversions
    {"inet_ntop", {in(1, 4), out(2, 1)}},
    {"inet_pton", {text(1), out(2, 4)}},
    {"mbrtowc", {out(0, sizeof(wchar_t)), in(1, 1)}},
    {"mbtowc", {out(0, sizeof(wchar_t)), in(1, 1)}},
    {"mbstowcs", {out(0, sizeof(wchar_t)), text(1)}},
    {"wcstombs", {out(0, 1), in(1, sizeof(wchar_t))}},
    {"memccpy", {out(0, 1), in(1, 1)}},
    {"asctime_r", {in(0, sizeof(tm)), out(1, 26)}},
    // results beside the one that is returned; numbers with a fraction come in registers of their own
    {"modf", {out(0, sizeof(double))}},
    {"modff", {out(0, sizeof(float))}},
    {"frexp", {out(0, sizeof(int))}},
    {"frexpf", {out(0, sizeof(int))}},
    {"remquo", {out(0, sizeof(int))}},
    {"remquof", {out(0, sizeof(int))}},
    {"lgamma_r", {out(0, sizeof(int))}},
    {"sincos", {out(0, sizeof(double)), out(1, sizeof(double))}},
    {"sincosf", {out(0, sizeof(float)), out(1, sizeof(float))}},
};

}  // namespace

const DescribedCall* described_call(const char* name) {
  for (const DescribedCall& call : kCalls)
    if (std::strcmp(call.name, name) == 0) return &call;
  return nullptr;
}

void touch_arguments(const DescribedCall& call, const std::uint64_t (&arguments)[6], const void* pc) {
  for (const Argument& argument : call.arguments) {
    const auto* at = reinterpret_cast<const char*>(arguments[argument.number]);
    if (argument.use == Use::none || at == nullptr) continue;
    const bool is_text = argument.use == Use::reads_text || argument.use == Use::changes_text;
    std::size_t bytes = is_text ? std::strlen(at) + 1 : argument.bytes;
    if (argument.size_in != Argument::kNoSize) bytes *= arguments[argument.size_in];
    if (bytes == 0) continue;
    if (argument.use != Use::writes) touch(at, bytes, false, pc);
    if (argument.use != Use::reads && argument.use != Use::reads_text) touch(at, bytes, true, pc);
  }
}

}  // namespace heddle::control
