// SPDX-License-Identifier: Apache-2.0
// What is called when memory is short, or an exception has nowhere to go, and where memory comes from if nobody says so:
// libstdc++ keeps one for all threads. Whoever sets it comes before whoever sets or gets it later ([handler.functions],
// [mem.res.global]).
#include <dlfcn.h>

#include "runtime/shared/abi.h"

extern "C" {
void heddle_runtime_release(const volatile void* address);
void heddle_runtime_acquire(const volatile void* address);
}

namespace {
char of_new, of_terminate, resource;  // their addresses stand for the handlers
template <class Function>
Function* next(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}
}  // namespace

#define HEDDLE_SETS(name, which)                   \
  HEDDLE_INTERPOSE void* name(void* handler) {     \
    static auto* real = next<void*(void*)>(#name); \
    heddle_runtime_acquire(&which);                \
    heddle_runtime_release(&which);                \
    return real(handler);                          \
  }
#define HEDDLE_GETS(name, which)              \
  HEDDLE_INTERPOSE void* name() {             \
    static auto* real = next<void*()>(#name); \
    void* handler = real();                   \
    heddle_runtime_acquire(&which);           \
    return handler;                           \
  }
HEDDLE_SETS(_ZSt15set_new_handlerPFvvE, of_new)
HEDDLE_GETS(_ZSt15get_new_handlerv, of_new)
HEDDLE_SETS(_ZSt13set_terminatePFvvE, of_terminate)
HEDDLE_GETS(_ZSt13get_terminatev, of_terminate)
HEDDLE_SETS(_ZNSt3pmr20set_default_resourceEPNS_15memory_resourceE, resource)
HEDDLE_GETS(_ZNSt3pmr20get_default_resourceEv, resource)
