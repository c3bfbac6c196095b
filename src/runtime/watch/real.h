// SPDX-License-Identifier: Apache-2.0
// libc's own functions behind those that are interposed. HEDDLE_REAL(name) is a pointer to the next
// definition of `name` after this library; it is looked up on first use and kept.
//
// dlsym may itself call calloc: allocation functions must not go through here but call __libc_malloc and its
// kin (declared below), which glibc exports.
#pragma once

#include <cstddef>

namespace heddle::runtime {

// Never returns null: says which function is missing and ends the process, for without it the host's call
// cannot be carried out at all. `version` may be null: the default version.
void* real_function(const char* name, const char* version);

}  // namespace heddle::runtime

#define HEDDLE_REAL_VERSION(name, version)                         \
  ([]() -> decltype(&::name) {                                     \
    static void* found;                                            \
    void* function = __atomic_load_n(&found, __ATOMIC_ACQUIRE);    \
    if (function == nullptr) [[unlikely]] {                        \
      function = ::heddle::runtime::real_function(#name, version); \
      __atomic_store_n(&found, function, __ATOMIC_RELEASE);        \
    }                                                              \
    return reinterpret_cast<decltype(&::name)>(function);          \
  }())
#define HEDDLE_REAL(name) HEDDLE_REAL_VERSION(name, nullptr)

extern "C" {
void* __libc_malloc(std::size_t bytes);
void* __libc_calloc(std::size_t count, std::size_t bytes);
void* __libc_realloc(void* block, std::size_t bytes);
void* __libc_memalign(std::size_t alignment, std::size_t bytes);
void __libc_free(void* block);
}
