// SPDX-License-Identifier: Apache-2.0
// Counts of references inside libstdc++, which is not instrumented: whoever gives up its reference is ordered
// before whoever gives up the last one, and frees what was shared.
//
// - exception_ptr::_M_release: the exception that several threads rethrow.
// - the text of runtime_error, logic_error and what is derived of them is a string that copies share. Its count
//   is changed inline in the library; only its end is seen, so there nothing is asked of those who read it before.
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

HEDDLE_INTERPOSE void _ZNSt15__exception_ptr13exception_ptr10_M_releaseEv(void** self) {
  static auto* real = of_library<void(void**)>("_ZNSt15__exception_ptr13exception_ptr10_M_releaseEv");
  if (*self != nullptr) count_down(*self);
  real(self);
}
HEDDLE_INTERPOSE void _ZNSs4_Rep10_M_destroyERKSaIcE(void* text, const void* allocator) {
  static auto* real = of_library<void(void*, const void*)>("_ZNSs4_Rep10_M_destroyERKSaIcE");
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
#include "runtime/shared/library_shares.def"
#undef HEDDLE_SHARE
