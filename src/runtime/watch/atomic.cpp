// SPDX-License-Identifier: Apache-2.0
// The atomic operations of instrumented code.
#include "runtime/watch/atomic.h"

#include "runtime/watch/sightings.h"

#pragma GCC diagnostic ignored "-Wpedantic"  // unsigned __int128

namespace heddle::runtime {

void take_in(Thread& thread, Object& object, MemoryOrder order) {
  if (event::acquires(order)) return acquire_from(thread, object);
  const std::uint32_t slot = slot_of(object.from_epoch);
  const bool known =
      object.from_epoch != 0 && slot < thread.clock.size && thread.clock.at[slot] >= object.from_epoch;
  if (!known && !object.published.empty()) thread.acquire_fence.join(object.published);
}

void note(Thread& thread, Operation operation, const AtomicAccess& access, MemoryOrder order,
          std::uint64_t value) {
  if (!process.recording) return;
  sight(thread, access.address, access.pc);  // few atomics are one thread's own
  record_ordered(thread, operation, access.address, access.size, stack_at(thread, access.pc), order,
                 access.size <= 8, value);
}

namespace {

void fence(int requested, const void* pc) {
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  Thread* thread = active();
  if (thread == nullptr) return;
  const Busy busy(*thread);
  const MemoryOrder order = order_of(requested);
  if (event::acquires(order)) {
    learn(*thread, thread->acquire_fence);
    thread->acquire_fence.clear();
  }
  if (process.recording) record_ordered(*thread, Operation::fence, 0, 0, stack_at(*thread, pc), order);
  if (event::releases(order)) {
    thread->release_fence.copy(thread->clock);
    tick(*thread);
  }
}

}  // namespace
}  // namespace heddle::runtime

using namespace heddle::runtime;

#define HEDDLE_DEFINE_RMW(bits, type, name, expression)                                            \
  HEDDLE_EXPORT type __tsan_atomic##bits##_##name(volatile type* address, type value, int order) { \
    return modify(address, order, __builtin_return_address(0),                                     \
                  [&]([[maybe_unused]] type old) -> type { return expression; });                  \
  }
#define HEDDLE_ABI_ATOMIC(bits, type)                                                                     \
  HEDDLE_EXPORT type __tsan_atomic##bits##_load(const volatile type* address, int order) {                \
    return load(address, order, __builtin_return_address(0));                                             \
  }                                                                                                       \
  HEDDLE_EXPORT void __tsan_atomic##bits##_store(volatile type* address, type value, int order) {         \
    store(address, value, order, __builtin_return_address(0));                                            \
  }                                                                                                       \
  HEDDLE_ABI_RMWS(HEDDLE_DEFINE_RMW, bits, type)                                                          \
  HEDDLE_EXPORT int __tsan_atomic##bits##_compare_exchange_strong(volatile type* address, type* expected, \
                                                                  type value, int order, int failure) {   \
    return exchange_if(address, expected, value, order, failure, __builtin_return_address(0));            \
  }                                                                                                       \
  HEDDLE_EXPORT int __tsan_atomic##bits##_compare_exchange_weak(volatile type* address, type* expected,   \
                                                                type value, int order, int failure) {     \
    return exchange_if(address, expected, value, order, failure, __builtin_return_address(0));            \
  }                                                                                                       \
  HEDDLE_EXPORT type __tsan_atomic##bits##_compare_exchange_val(volatile type* address, type expected,    \
                                                                type value, int order, int failure) {     \
    exchange_if(address, &expected, value, order, failure, __builtin_return_address(0));                  \
    return expected;                                                                                      \
  }
#include "runtime/shared/abi.def"

HEDDLE_EXPORT void __tsan_atomic_thread_fence(int order) { fence(order, __builtin_return_address(0)); }
// Orders a thread only with its own signal handlers, which run on it anyway.
HEDDLE_EXPORT void __tsan_atomic_signal_fence(int) { __atomic_signal_fence(__ATOMIC_SEQ_CST); }
