// SPDX-License-Identifier: Apache-2.0
// std::promise::set_value_at_thread_exit: that the result is there is stored by libstdc++ when the thread ends,
// in code that is not instrumented. Here it is done instead of the library, as instrumented code would do it; the
// references to the shared state are counted so, too.
//
// Known of the library, and part of its binary interface: what it keeps for the thread's end is a list of elements
// { next, function to call, … }, here with a weak_ptr to the shared state behind; in that state a futex,
// behind the pointer to its functions and the one to the result (its lowest bit: ready; its highest: somebody
// waits); and the counts of a shared_ptr, behind the pointer to the functions that end what is counted.
#include <cstdint>

#include <dlfcn.h>

#include "runtime/shared/abi.h"
#include "runtime/shared/caller.h"

extern "C" {
std::uint32_t __tsan_atomic32_load(const volatile std::uint32_t*, int);
std::uint32_t __tsan_atomic32_exchange(volatile std::uint32_t*, std::uint32_t, int);
std::uint32_t __tsan_atomic32_fetch_sub(volatile std::uint32_t*, std::uint32_t, int);
int __tsan_atomic32_compare_exchange_strong(volatile std::uint32_t*, std::uint32_t*, std::uint32_t, int, int);
}

namespace {

struct Counts {
  void (**functions)(Counts*);
  std::uint32_t uses, weak;  // `weak` has one more while there are uses
};
struct AtThreadExit {
  AtThreadExit* next;
  void (*call)(void*);
  char* state;
  Counts* counts;
};

template <class Function>
Function* of_library(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

bool is_last(std::uint32_t& count) { return __tsan_atomic32_fetch_sub(&count, 1, __ATOMIC_ACQ_REL) == 1; }

bool take_use(Counts& counts) {
  std::uint32_t uses = __tsan_atomic32_load(&counts.uses, __ATOMIC_RELAXED);
  while (uses != 0)
    if (__tsan_atomic32_compare_exchange_strong(&counts.uses, &uses, uses + 1, __ATOMIC_ACQ_REL,
                                                __ATOMIC_RELAXED) != 0)
      return true;
  return false;
}
void end_weak(Counts& counts) {
  constexpr int kDestroy = 3;
  if (is_last(counts.weak)) counts.functions[kDestroy](&counts);
}
void end_use(Counts& counts) {
  constexpr int kDispose = 2;
  if (!is_last(counts.uses)) return;
  counts.functions[kDispose](&counts);
  end_weak(counts);
}

void make_ready(void* element) {
  constexpr std::size_t kFutex = 2 * sizeof(void*);
  constexpr std::uint32_t kReady = 1, kWaiter = 0x80000000U;
  const AtThreadExit& kept = *static_cast<AtThreadExit*>(element);
  if (kept.counts != nullptr) {
    if (take_use(*kept.counts)) {
      auto* futex = reinterpret_cast<std::uint32_t*>(kept.state + kFutex);
      static auto* notify =
          of_library<void(std::uint32_t*)>("_ZNSt28__atomic_futex_unsigned_base19_M_futex_notify_allEPj");
      if ((__tsan_atomic32_exchange(futex, kReady, __ATOMIC_RELEASE) & kWaiter) != 0) notify(futex);
      end_use(*kept.counts);
    }
    end_weak(*kept.counts);
  }
  static auto* end =
      reinterpret_cast<void (*)(void*)>(dlsym(RTLD_DEFAULT, "_ZdlPv"));  // perhaps the program's own
  end(element);
}

}  // namespace

#ifdef HEDDLE_CONTROL
// What the library does once, for all threads, must not be part of the first execution alone.
void heddle::control::prepare_promises() {
  static AtThreadExit nothing;
  auto* real = of_library<void(void*)>("_ZNSt13__future_base13_State_baseV211_Make_ready6_M_setEv");
  if (real == nullptr || nothing.call != nullptr) return;
  real(&nothing);
  nothing.call = [](void*) {};
}
#endif

HEDDLE_INTERPOSE void _ZNSt13__future_base13_State_baseV211_Make_ready6_M_setEv(void* element) {
  static auto* real = of_library<void(void*)>("_ZNSt13__future_base13_State_baseV211_Make_ready6_M_setEv");
  real(element);
  static_cast<AtThreadExit*>(element)->call = make_ready;
}
