// SPDX-License-Identifier: Apache-2.0
// Handlers that libstdc++ keeps once for all threads, and what they order: handlers.def.
#include <dlfcn.h>

#include "runtime/shared/abi.h"

extern "C" {
void heddle_runtime_release(const volatile void* address);
void heddle_runtime_acquire(const volatile void* address);
}

namespace {
char new_handler, terminate_handler, memory_resource;  // their addresses stand for the handlers
template <class Function>
Function* next(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}
}  // namespace

#define HEDDLE_SETS(name, what)                    \
  HEDDLE_INTERPOSE void* name(void* handler) {     \
    static auto* real = next<void*(void*)>(#name); \
    heddle_runtime_acquire(&what);                 \
    heddle_runtime_release(&what);                 \
    return real(handler);                          \
  }
#define HEDDLE_GETS(name, what)               \
  HEDDLE_INTERPOSE void* name() {             \
    static auto* real = next<void*()>(#name); \
    void* handler = real();                   \
    heddle_runtime_acquire(&what);            \
    return handler;                           \
  }
#include "runtime/shared/handlers.def"
