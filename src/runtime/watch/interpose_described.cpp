// SPDX-License-Identifier: Apache-2.0
// Functions of libc that access their caller's memory as their description says, and nothing more: what
// control/described_system.cpp has for `heddle check`, of the calls that programs make most.
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <ctime>

#include <pthread.h>
#include <strings.h>
#include <threads.h>

#include "runtime/shared/abi.h"
#include "runtime/shared/caller.h"

using namespace heddle::runtime;

namespace {

template <class T>
void in(const T* at, const void* pc) {
  if (at != nullptr) reads(at, sizeof *at, pc);
}
template <class T>
void out(T* at, const void* pc) {
  if (at != nullptr) writes(at, sizeof *at, pc);
}
template <class T>
void both(T* at, const void* pc) {
  in(at, pc);
  out(at, pc);
}
std::size_t copied(const void* from, int end, std::size_t most) {
  const auto* bytes = static_cast<const volatile unsigned char*>(from);
  std::size_t count = 0;
  while (count < most && bytes[count++] != static_cast<unsigned char>(end)) {
  }
  return count;
}

}  // namespace

#define HEDDLE_DESCRIBED(type, name, parameters, given, exceptions, ...) \
  HEDDLE_EARLY(name)                                                     \
  HEDDLE_INTERPOSE type name parameters exceptions {                     \
    if (watched()) {                                                     \
      const void* pc = HEDDLE_PC;                                        \
      __VA_ARGS__;                                                       \
    }                                                                    \
    return real_##name() given;                                          \
  }
#define HEDDLE_OF_ONE(name, type, told) HEDDLE_DESCRIBED(int, name, (type * it), (it), noexcept, told(it, pc))
#define HEDDLE_SETTER(name, type, value) \
  HEDDLE_DESCRIBED(int, name, (type * it, value to), (it, to), noexcept, both(it, pc))

// ---- memory ----
HEDDLE_DESCRIBED(void, bzero, (void* to, std::size_t bytes), (to, bytes), noexcept, writes(to, bytes, pc))
HEDDLE_DESCRIBED(void, bcopy, (const void* from, void* to, std::size_t bytes), (from, to, bytes), noexcept,
                 reads(from, bytes, pc), writes(to, bytes, pc))
HEDDLE_DESCRIBED(void*, memccpy, (void* to, const void* from, int end, std::size_t most),
                 (to, from, end, most), noexcept, const std::size_t bytes = copied(from, end, most);
                 reads(from, bytes, pc), writes(to, bytes, pc))

// ---- numbers ----
HEDDLE_DESCRIBED(int, rand_r, (unsigned* seed), (seed), noexcept, both(seed, pc))
using Seed = unsigned short[3];
HEDDLE_DESCRIBED(double, erand48, (unsigned short* seed), (seed), noexcept,
                 both(reinterpret_cast<Seed*>(seed), pc))
HEDDLE_DESCRIBED(long, nrand48, (unsigned short* seed), (seed), noexcept,
                 both(reinterpret_cast<Seed*>(seed), pc))
HEDDLE_DESCRIBED(long, jrand48, (unsigned short* seed), (seed), noexcept,
                 both(reinterpret_cast<Seed*>(seed), pc))

// ---- sets of signals ----
HEDDLE_OF_ONE(sigemptyset, sigset_t, out)
HEDDLE_OF_ONE(sigfillset, sigset_t, out)
HEDDLE_SETTER(sigaddset, sigset_t, int)
HEDDLE_SETTER(sigdelset, sigset_t, int)
HEDDLE_DESCRIBED(int, sigismember, (const sigset_t* it, int signal), (it, signal), noexcept, in(it, pc))

// ---- attributes ----
HEDDLE_OF_ONE(pthread_attr_init, pthread_attr_t, out)
HEDDLE_OF_ONE(pthread_attr_destroy, pthread_attr_t, out)
HEDDLE_SETTER(pthread_attr_setdetachstate, pthread_attr_t, int)
HEDDLE_SETTER(pthread_attr_setstacksize, pthread_attr_t, std::size_t)
HEDDLE_SETTER(pthread_attr_setguardsize, pthread_attr_t, std::size_t)
HEDDLE_OF_ONE(pthread_mutexattr_init, pthread_mutexattr_t, out)
HEDDLE_OF_ONE(pthread_mutexattr_destroy, pthread_mutexattr_t, out)
HEDDLE_SETTER(pthread_mutexattr_settype, pthread_mutexattr_t, int)
HEDDLE_SETTER(pthread_mutexattr_setrobust, pthread_mutexattr_t, int)
HEDDLE_SETTER(pthread_mutexattr_setpshared, pthread_mutexattr_t, int)
HEDDLE_OF_ONE(pthread_condattr_init, pthread_condattr_t, out)
HEDDLE_OF_ONE(pthread_condattr_destroy, pthread_condattr_t, out)
HEDDLE_SETTER(pthread_condattr_setclock, pthread_condattr_t, int)
HEDDLE_OF_ONE(pthread_rwlockattr_init, pthread_rwlockattr_t, out)
HEDDLE_OF_ONE(pthread_rwlockattr_destroy, pthread_rwlockattr_t, out)
HEDDLE_SETTER(pthread_rwlockattr_setkind_np, pthread_rwlockattr_t, int)

// ---- threads and time ----
HEDDLE_DESCRIBED(int, pthread_key_create, (pthread_key_t * key, void (*destroy)(void*)), (key, destroy),
                 noexcept, out(key, pc))
HEDDLE_DESCRIBED(int, pthread_getschedparam, (pthread_t thread, int* policy, sched_param* how),
                 (thread, policy, how), noexcept, out(policy, pc), out(how, pc))
HEDDLE_DESCRIBED(int, nanosleep, (const timespec* time, timespec* left), (time, left), , in(time, pc))
HEDDLE_DESCRIBED(int, clock_nanosleep, (clockid_t clock, int flags, const timespec* time, timespec* left),
                 (clock, flags, time, left), , in(time, pc))
HEDDLE_DESCRIBED(int, thrd_sleep, (const timespec* time, timespec* left), (time, left), , in(time, pc))
