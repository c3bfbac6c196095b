// SPDX-License-Identifier: Apache-2.0
// Counts of references inside libstdc++, which is not instrumented: whoever gives up its reference is ordered
// before whoever gives up the last one, and frees what was shared. Who is the last is known for certain:
//
// - exceptions, by exception_ptr::_M_release and at the end of each catch: whoever is not the last counts down here. Who
//   finds that nobody else is left learns of all the others, and only then the library counts.
// - the text of runtime_error, logic_error and what is derived of them is a string that copies share. Who gives it up
//   says so first; and who is the last calls _M_destroy. A string that programs had before C++11 comes there too, and is
//   counted inline in the library: of that, nothing is asked of those who read it before.
// - others: library_shares.def.
#include <dlfcn.h>

#include "runtime/shared/abi.h"
#include "runtime/shared/caller.h"

extern "C" {
void heddle_runtime_release(const volatile void* address);
void heddle_runtime_acquire(const volatile void* address);
void heddle_runtime_ignore(int begin);
}

namespace {

template <class Function>
Function* of_library(const char* name) {
  static void* library = dlopen("libstdc++.so.6", RTLD_LAZY | RTLD_NOLOAD);
  return reinterpret_cast<Function*>(library != nullptr ? dlsym(library, name) : dlsym(RTLD_NEXT, name));
}

void count_down(const void* counted) {
  heddle_runtime_acquire(counted);
  heddle_runtime_release(counted);
}
void trust_free(bool begin) { heddle_runtime_ignore(begin ? 1 : 0); }

}  // namespace

namespace {
thread_local const void* given_up = nullptr;  // the text that this thread is giving up
constexpr int kText = 24;                     // behind its length, its room and its count

// True: that was not the last one.
bool counts_down(void* exception) {
  auto* count = reinterpret_cast<int*>(static_cast<char*>(exception) - 128);
  heddle_runtime_release(exception);
  int others = __atomic_load_n(count, __ATOMIC_ACQUIRE);
  while (others > 1)
    if (__atomic_compare_exchange_n(count, &others, others - 1, true, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
      return true;
  heddle_runtime_acquire(exception);
  return false;
}
}  // namespace

HEDDLE_INTERPOSE void _ZNSt15__exception_ptr13exception_ptr10_M_releaseEv(void** self) {
  static auto* real = of_library<void(void**)>("_ZNSt15__exception_ptr13exception_ptr10_M_releaseEv");
  if (*self != nullptr && counts_down(*self))
    *self = nullptr;
  else
    real(self);
}
HEDDLE_INTERPOSE void __cxa_end_catch() {
  static auto* real = of_library<void()>("__cxa_end_catch");
  static auto* current = of_library<void(void**)>("_ZSt17current_exceptionv");  // its result is a class
  void* exception = nullptr;  // one more share: the catch is never the last one
  current(&exception);
  if (exception != nullptr) heddle_runtime_release(exception);
  real();
  if (exception != nullptr) _ZNSt15__exception_ptr13exception_ptr10_M_releaseEv(&exception);
}
HEDDLE_INTERPOSE void _ZNSs4_Rep10_M_destroyERKSaIcE(void* text, const void* allocator) {
  static auto* real = of_library<void(void*, const void*)>("_ZNSs4_Rep10_M_destroyERKSaIcE");
  if (static_cast<char*>(text) + kText == given_up) {
    heddle_runtime_acquire(given_up);
    return real(text, allocator);
  }
  trust_free(true);
  real(text, allocator);
  trust_free(false);
}

namespace {
const void* first_locale = nullptr;
__attribute__((constructor)) void find_first_locale() {
  if (auto* classic = of_library<void**()>("_ZNSt6locale7classicEv")) first_locale = *classic();
}
void give_up_share(const char* shared) {
  if (shared != nullptr && shared != first_locale) count_down(shared);
}
}  // namespace
#define HEDDLE_SHARE(name, offset, count)                       \
  HEDDLE_INTERPOSE void* name(char* self, void* other) {        \
    static auto* real = of_library<void*(char*, void*)>(#name); \
    give_up_share(*reinterpret_cast<char**>(self + (offset)));  \
    return real(self, other);                                   \
  }
#define HEDDLE_TEXT(name)                                       \
  HEDDLE_INTERPOSE void* name(char* self, void* other) {        \
    static auto* real = of_library<void*(char*, void*)>(#name); \
    given_up = *reinterpret_cast<void**>(self + 8);             \
    heddle_runtime_release(given_up);                           \
    void* result = real(self, other);                           \
    given_up = nullptr;                                         \
    return result;                                              \
  }
#include "runtime/shared/library_shares.def"
#undef HEDDLE_SHARE
#undef HEDDLE_TEXT
