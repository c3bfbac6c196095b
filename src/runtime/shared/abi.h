// SPDX-License-Identifier: Apache-2.0
// Declarations of the whole instrumentation interface (see abi.def), and the words to define it with.
//
// Both libraries that can stand behind an instrumented program, the detector and recorder of `heddle run` and
// the scheduler of `heddle check`, implement exactly these. The hook is called before the access; an atomic's
// hook performs the operation itself and returns its result. Memory orders are the compilers' numbers:
// relaxed 0, consume 1, acquire 2, release 3, acq_rel 4, seq_cst 5; clang adds flag bits above them (mask
// with kOrderMask).
#pragma once

#include <cstddef>
#include <cstdint>

#define HEDDLE_EXPORT extern "C" __attribute__((visibility("default")))
// A libc function that instrumented code and the libraries below it shall reach here first.
#define HEDDLE_INTERPOSE HEDDLE_EXPORT

namespace heddle::runtime {
inline constexpr int kOrderMask = 7;
}  // namespace heddle::runtime

// X(bits, type, name, new value as an expression of old and value)
#define HEDDLE_ABI_RMWS(X, bits, type)                     \
  X(bits, type, exchange, value)                           \
  X(bits, type, fetch_add, static_cast<type>(old + value)) \
  X(bits, type, fetch_sub, static_cast<type>(old - value)) \
  X(bits, type, fetch_and, static_cast<type>(old & value)) \
  X(bits, type, fetch_or, static_cast<type>(old | value))  \
  X(bits, type, fetch_xor, static_cast<type>(old ^ value)) \
  X(bits, type, fetch_nand, static_cast<type>(~(old & value)))

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"  // unsigned __int128 is part of the interface

HEDDLE_EXPORT void __tsan_init();
HEDDLE_EXPORT void __tsan_func_entry(void* caller);
HEDDLE_EXPORT void __tsan_func_exit();
HEDDLE_EXPORT void __tsan_vptr_update(void** address, void* value);
HEDDLE_EXPORT void __tsan_vptr_read(void** address);
HEDDLE_EXPORT void __tsan_atomic_thread_fence(int order);
HEDDLE_EXPORT void __tsan_atomic_signal_fence(int order);
HEDDLE_EXPORT void __tsan_ignore_thread_begin();
HEDDLE_EXPORT void __tsan_ignore_thread_end();
HEDDLE_EXPORT void* __tsan_memcpy(void* to, const void* from, std::size_t bytes);
HEDDLE_EXPORT void* __tsan_memmove(void* to, const void* from, std::size_t bytes);
HEDDLE_EXPORT void* __tsan_memset(void* to, int byte, std::size_t bytes);

#define HEDDLE_ABI_ACCESS(name, bytes, is_write) HEDDLE_EXPORT void name(void* address);
#define HEDDLE_ABI_RANGE(name, is_write) HEDDLE_EXPORT void name(void* address, unsigned long bytes);
#define HEDDLE_ABI_STRIDED(name, is_write) \
  HEDDLE_EXPORT void name(void* address, unsigned long bytes, long step, unsigned long count);
#define HEDDLE_DECLARE_RMW(bits, type, name, expression) \
  HEDDLE_EXPORT type __tsan_atomic##bits##_##name(volatile type* address, type value, int order);
#define HEDDLE_ABI_ATOMIC(bits, type)                                                                        \
  HEDDLE_EXPORT type __tsan_atomic##bits##_load(const volatile type* address, int order);                    \
  HEDDLE_EXPORT void __tsan_atomic##bits##_store(volatile type* address, type value, int order);             \
  HEDDLE_ABI_RMWS(HEDDLE_DECLARE_RMW, bits, type)                                                            \
  HEDDLE_EXPORT int __tsan_atomic##bits##_compare_exchange_strong(volatile type* address, type* expected,    \
                                                                  type value, int order, int failure_order); \
  HEDDLE_EXPORT int __tsan_atomic##bits##_compare_exchange_weak(volatile type* address, type* expected,      \
                                                                type value, int order, int failure_order);   \
  HEDDLE_EXPORT type __tsan_atomic##bits##_compare_exchange_val(volatile type* address, type expected,       \
                                                                type value, int order, int failure_order);
#include "runtime/shared/abi.def"
#undef HEDDLE_DECLARE_RMW
#pragma GCC diagnostic pop
