// SPDX-License-Identifier: Apache-2.0
// Waiting for an atomic to change, as C++ has it: std::atomic<T>::wait, and what libstdc++ builds on it (latches, barriers,
// semaphores, futures). Its own way there counts waiters in weak atomics, spins some rounds and asks the kernel. Here a
// thread looks and begins to wait in one step, so that no notification comes in between; neither orders anything, as the
// standard says. Semaphores wait as libstdc++ lets them, since one may miss a notification there. library.h tells when it is
// linked.
#include "program/translate/library.h"

namespace heddle::program {

const LibraryPart kWaitsLibrary = {"heddle_wait_begins heddle_wake syscall", R"c(/* Who waits, and where. */
int *__errno_location(void);
void heddle_block(const int *, const void *);
long heddle_not_supported_this_system_call(void);
struct heddle_waiter { const void *at; int waits; struct heddle_waiter *next; };
static struct heddle_waiter *heddle_waiters;
/* In a step. */
WEAK void heddle_wait_begins(struct heddle_waiter *self, const void *at) {
  struct heddle_waiter **end = &heddle_waiters;
  while (*end) end = &(*end)->next;
  self->at = at;
  self->waits = 1;
  self->next = 0;
  *end = self;
}
/* One of them, or all; how many these are. */
WEAK unsigned heddle_wake(const void *at, _Bool all) {
  unsigned count = 0;
  heddle_step_begin();
  for (struct heddle_waiter *w = heddle_waiters; w; w = w->next) count += w->at == at;
  unsigned which = !all && count > 1 ? heddle_choose(count) : 0;
  for (struct heddle_waiter **link = &heddle_waiters; *link;) {
    struct heddle_waiter *w = *link;
    if (w->at == at && (all || which-- == 0)) {
      *link = w->next;
      w->next = 0;
      w->waits = 0;
    } else {
      link = &w->next;
    }
  }
  heddle_step_end();
  return all || count == 0 ? count : 1;
}
/* The futex, which looks at its word as the kernel does. A time may come at any moment. */
static long heddle_futex_wait(const int *at, int old, const void *time) {
  struct heddle_waiter self;
  heddle_step_begin();
  _Bool waits = *at == old;
  if (waits && !time) heddle_wait_begins(&self, at);
  heddle_step_end();
  if (waits && !time) {
    heddle_block(&self.waits, at);
    return 0;
  }
  if (waits && heddle_choose(2)) return 0;
  *__errno_location() = waits ? 110 : 11;
  return -1;
}
WEAK long syscall(long which, ...) {
  if (which != 202) return heddle_not_supported_this_system_call();
  va_list more;
  __builtin_va_start(more, which);
  const int *at = __builtin_va_arg(more, const int *);
  int what = __builtin_va_arg(more, int) & ~128, count = __builtin_va_arg(more, int);
  if (what > 1) return heddle_not_supported_this_system_call();
  if (what == 0) return heddle_futex_wait(at, count, __builtin_va_arg(more, const void *));
  __atomic_load_n(at, 5); /* the call uses the word, though the kernel does not look at it */
  if (count == 0x7FFFFFFF) return heddle_wake(at, 1);
  long woken = 0;
  while (woken < count && heddle_wake(at, 0)) woken++;
  return woken;
}
)c"};

const std::array<std::pair<const char*, const char*>, 2> kOwnHeaders = {{
    {"bits/atomic_wait.h", R"h(#pragma GCC system_header
#if !defined _GLIBCXX_RELEASE || _GLIBCXX_RELEASE < 11 || _GLIBCXX_RELEASE > 14
#include_next <bits/atomic_wait.h>
#elif !defined _GLIBCXX_ATOMIC_WAIT_H
#define _GLIBCXX_ATOMIC_WAIT_H 1
#include <bits/c++config.h>
#include <bits/functional_hash.h>
#include <bits/gthr.h>
#include <ext/numeric_traits.h>
#include <cerrno>
#include <climits>
#include <unistd.h>
#include <syscall.h>
#include <bits/functexcept.h>
#define __cpp_lib_atomic_wait 201907L
# 1 "<C++ library>" 3
struct heddle_waiter {
  const void* at;
  int waits;
  heddle_waiter* next;
};
extern "C" {
void heddle_step_begin();
void heddle_step_end();
void heddle_block(const int*, const void*);
void heddle_wait_begins(heddle_waiter*, const void*);
unsigned heddle_wake(const void*, bool);
}
namespace std {
namespace __detail {
using __platform_wait_t = int;
inline constexpr size_t __platform_wait_alignment = 4;
inline void __thread_yield() noexcept {}
inline void __thread_relax() noexcept {}
template <class Done>
bool __atomic_spin(Done& done) noexcept {
  for (int i = 0; i < 16; ++i)
    if (done()) return true;
  return false;
}
template <class Done>
void __wait_until(const void* at, Done& done) noexcept {
  while (!done()) {
    heddle_waiter self;
    heddle_step_begin();
    const bool now = done();
    if (!now) heddle_wait_begins(&self, at);
    heddle_step_end();
    if (now) return;
    heddle_block(&self.waits, at);
  }
}
/* Semaphores, as libstdc++ has them: whoever waits looks at the count first and then for a while tries to take one. If the
   count is then what it was it sleeps, though it may have been less in between, and nobody tells it again. */
template <class Done>
void __wait_at_count(const int* at, Done& done) noexcept {
  do {
    const int before = __atomic_load_n(at, __ATOMIC_ACQUIRE);
    if (__atomic_spin(done)) return;
    heddle_waiter self;
    heddle_step_begin();
    const bool waits = *at == before;
    if (waits) heddle_wait_begins(&self, at);
    heddle_step_end();
    if (waits) heddle_block(&self.waits, at);
  } while (!done());
}
/* Its time may come at any moment. */
template <class Done>
bool __wait_some_time(Done& done) noexcept {
  return done() || done();
}
}  // namespace __detail
template <class T, class Value>
void __atomic_wait_address_v(const T* at, T old, Value value) noexcept {
  const auto done = [&] {
    const T now = value();
    return __builtin_memcmp(&now, &old, sizeof(T)) != 0;
  };
  __detail::__wait_until(at, done);
}
template <class T, class Done>
void __atomic_wait_address(const T* at, Done done) noexcept {
  __detail::__wait_until(at, done);
}
template <class Done>
void __atomic_wait_address_bare(const int* at, Done done) noexcept {
  __detail::__wait_at_count(at, done);
}
template <class T>
void __atomic_notify_address(const T* at, bool all) noexcept {
  heddle_wake(at, all);
}
inline void __atomic_notify_address_bare(const int* at, bool all) noexcept { heddle_wake(at, all); }
}  // namespace std
#endif
)h"},
    {"bits/atomic_timed_wait.h",
     R"h(#pragma GCC system_header
#if !defined _GLIBCXX_RELEASE || _GLIBCXX_RELEASE < 11 || _GLIBCXX_RELEASE > 14
#include_next <bits/atomic_timed_wait.h>
#elif !defined _GLIBCXX_ATOMIC_TIMED_WAIT_H
#define _GLIBCXX_ATOMIC_TIMED_WAIT_H 1
#include <bits/atomic_wait.h>
#include <bits/this_thread_sleep.h>
#include <bits/chrono.h>
#include <sys/time.h>
# 1 "<C++ library>" 3
namespace std {
namespace __detail {
using __wait_clock_t = chrono::steady_clock;
}
template <class T, class Value, class Time>
bool __atomic_wait_address_until_v(const T*, T&& old, Value&& value, const Time&) noexcept {
  const auto done = [&] {
    const T now = value();
    return __builtin_memcmp(&now, &old, sizeof(T)) != 0;
  };
  return __detail::__wait_some_time(done);
}
template <class T, class Value, class Time>
bool __atomic_wait_address_for_v(const T* at, T&& old, Value&& value, const Time& time) noexcept {
  return __atomic_wait_address_until_v(at, old, value, time);
}
template <class T, class Done, class Time>
bool __atomic_wait_address_until(const T*, Done done, const Time&) noexcept {
  return __detail::__wait_some_time(done);
}
template <class T, class Done, class Time>
bool __atomic_wait_address_for(const T*, Done done, const Time&) noexcept {
  return __detail::__wait_some_time(done);
}
template <class Done, class Time>
bool __atomic_wait_address_until_bare(const int*, Done done, const Time&) noexcept {
  return __detail::__wait_some_time(done);
}
template <class Done, class Time>
bool __atomic_wait_address_for_bare(const int*, Done done, const Time&) noexcept {
  return __detail::__wait_some_time(done);
}
}  // namespace std
#endif
)h"},
}};

}  // namespace heddle::program
