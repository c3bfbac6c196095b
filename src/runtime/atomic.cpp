// SPDX-License-Identifier: Apache-2.0
// Atomic operations. The operation itself and what it publishes or learns are one step under the object's
// lock, so the modification order and the flow of knowledge agree exactly. The rules stand in order/flow.h:
//   load    acquire: join(t, a); weaker: join(acquire fence of t, a)
//   store   release: copy(a, t); weaker: copy(a, release fence of t)
//   rmw     as a load, then release: join(a, t); weaker: join(a, release fence of t)
// A relaxed load or store of a location that has published nothing needs no object and no lock.
#include <cstring>

#include "runtime/abi.h"
#include "runtime/access.h"
#include "runtime/contexts.h"
#include "runtime/object.h"
#include "runtime/record.h"

#pragma GCC diagnostic ignored "-Wpedantic"  // unsigned __int128

namespace heddle::runtime {
namespace {

MemoryOrder order_of(int order) {
  const int plain = order & kOrderMask;
  return plain <= 5 ? static_cast<MemoryOrder>(plain) : MemoryOrder::seq_cst;
}

template <class T>
std::uint64_t address_of(const volatile T* address) {
  return reinterpret_cast<std::uintptr_t>(address);
}

// cmpxchg16b is the only 16-byte atomic there is; a load by it needs writable memory, as libatomic's does.
using Wide = unsigned __int128;
bool wide_exchange(volatile Wide* address, Wide* expected, Wide value) {
  auto low = static_cast<std::uint64_t>(*expected), high = static_cast<std::uint64_t>(*expected >> 64);
  bool done;
  asm volatile("lock cmpxchg16b %1"
               : "=@ccz"(done), "+m"(*address), "+a"(low), "+d"(high)
               : "b"(static_cast<std::uint64_t>(value)), "c"(static_cast<std::uint64_t>(value >> 64))
               : "memory");
  *expected = static_cast<Wide>(high) << 64 | low;
  return done;
}

template <class T>
bool native_exchange(volatile T* address, T* expected, T value) {
  return __atomic_compare_exchange_n(address, expected, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}
template <>
bool native_exchange(volatile Wide* address, Wide* expected, Wide value) {
  return wide_exchange(address, expected, value);
}
template <class T>
T native_load(const volatile T* address) {
  return __atomic_load_n(address, __ATOMIC_SEQ_CST);
}
template <>
Wide native_load(const volatile Wide* address) {
  Wide value = 0;
  wide_exchange(const_cast<volatile Wide*>(address), &value, 0);
  return value;
}
// Applies `change` atomically and returns the old value.
template <class T, class Change>
T native_modify(volatile T* address, Change change) {
  T old = native_load(address);
  while (!native_exchange(address, &old, change(old))) {
  }
  return old;
}
template <class T>
void native_store(volatile T* address, T value) {
  __atomic_store_n(address, value, __ATOMIC_SEQ_CST);
}
template <>
void native_store(volatile Wide* address, Wide value) {
  native_modify(address, [&](Wide) { return value; });
}

// The thread reads what the object publishes.
void take_in(Thread& thread, Object& object, MemoryOrder order) {
  if (event::acquires(order)) return acquire_from(thread, object);
  const std::uint32_t slot = slot_of(object.from_epoch);
  const bool known =
      object.from_epoch != 0 && slot < thread.clock.size && thread.clock.at[slot] >= object.from_epoch;
  if (!known && !object.published.empty()) thread.acquire_fence.join(object.published);
}

void note(Thread& thread, Operation operation, std::uint64_t address, std::uint32_t size, MemoryOrder order,
          const void* pc, std::uint64_t value) {
  if (process.recording)
    record_ordered(thread, operation, address, size, stack_at(thread, pc), order, size <= 8, value);
}

void touch(Thread& thread, std::uint64_t address, std::uint64_t size, std::uint64_t weak, const void* pc) {
  if (thread.ignore == 0) check_range(thread, address, size, weak | kAtomic, pc);
}

// The location, made if there is none; null when memory is short.
template <class T>
Object* location(Thread& thread, const volatile T* address, const void* pc) {
  Object* object = object_at(thread, address_of(address), ObjectKind::atomic, pc);
  if (object != nullptr && __atomic_load_n(&object->bytes, __ATOMIC_RELAXED) < sizeof(T)) [[unlikely]] {
    __atomic_store_n(&object->bytes, sizeof(T), __ATOMIC_RELAXED);
    doubt_overlap(address_of(address), sizeof(T));
  }
  return object;
}
// Null if nothing was ever published at it.
template <class T>
Object* known_location(const volatile T* address) {
  Object* object = find_object(address_of(address));
  if (object == nullptr) doubt_overlap(address_of(address), sizeof(T));
  return object;
}

template <class T>
T load(const volatile T* address, int requested, const void* pc) {
  Thread* thread = active();
  if (thread == nullptr) return native_load(address);
  const Busy busy(*thread);
  const MemoryOrder order = order_of(requested);
  T value;
  Object* object = process.recording ? location(*thread, address, pc) : find_object(address_of(address));
  if (object == nullptr) {
    value = native_load(address);
    object = known_location(address);  // still none: nothing was ever published here
  }
  if (object != nullptr) {
    const ObjectGuard guard(*object);
    value = native_load(address);
    take_in(*thread, *object, order);
    note(*thread, Operation::atomic_load, address_of(address), sizeof(T), order, pc,
         static_cast<std::uint64_t>(value));
  }
  touch(*thread, address_of(address), sizeof(T), kRead, pc);
  return value;
}

template <class T>
void store(volatile T* address, T value, int requested, const void* pc) {
  Thread* thread = active();
  if (thread == nullptr) return native_store(address, value);
  const Busy busy(*thread);
  const MemoryOrder order = order_of(requested);
  const bool releasing = event::releases(order);
  touch(*thread, address_of(address), sizeof(T), 0, pc);
  const bool needed = releasing || process.recording || !thread->release_fence.empty();
  Object* object = needed ? location(*thread, address, pc) : known_location(address);
  if (object == nullptr) return native_store(address, value);
  {
    const ObjectGuard guard(*object);
    note(*thread, Operation::atomic_store, address_of(address), sizeof(T), order, pc,
         static_cast<std::uint64_t>(value));
    if (releasing)
      release_to(*thread, *object);
    else
      publish_fence(*thread, *object, false);
    native_store(address, value);
  }
  if (releasing) tick(*thread);
}

// `change` maps the old value to the new one and says whether to write at all (a failed comparison does not).
template <class T, class Change>
T modify(volatile T* address, int requested, int failure, const void* pc, Change change) {
  Thread* thread = active();
  if (thread == nullptr) return change(address).old;
  const Busy busy(*thread);
  Object* object = location(*thread, address, pc);
  if (object == nullptr) return change(address).old;
  const MemoryOrder wanted = order_of(requested);
  T old;
  bool wrote;
  {
    const ObjectGuard guard(*object);
    const auto result = change(address);
    old = result.old;
    wrote = result.wrote;
    const MemoryOrder order = wrote ? wanted : order_of(failure);
    take_in(*thread, *object, order);
    note(*thread, wrote ? Operation::atomic_rmw : Operation::atomic_load, address_of(address), sizeof(T),
         order, pc, static_cast<std::uint64_t>(wrote ? result.now : old));
    // Before anyone can learn of it: whoever does comes after.
    touch(*thread, address_of(address), sizeof(T), wrote ? 0 : kRead, pc);
    if (wrote) {
      if (event::releases(wanted))
        release_joining(*thread, *object);
      else
        publish_fence(*thread, *object, true);
    }
  }
  if (wrote && event::releases(wanted)) tick(*thread);
  return old;
}

template <class T>
struct Outcome {
  T old;
  T now;
  bool wrote;
};

template <class T>
bool exchange_if(volatile T* address, T* expected, T value, int order, int failure, const void* pc) {
  bool done = false;
  const T old = modify(address, order, failure, pc, [&](volatile T* at) {
    T seen = *expected;
    done = native_exchange(at, &seen, value);
    return Outcome<T>{done ? *expected : seen, value, done};
  });
  if (!done) *expected = old;
  return done;
}

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

#define HEDDLE_DEFINE_RMW(bits, type, name, expression)                                                     \
  HEDDLE_EXPORT type __tsan_atomic##bits##_##name(volatile type* address, type value, int order) {          \
    return modify(address, order, order, __builtin_return_address(0), [&](volatile type* at) {              \
      type now = 0;                                                                                         \
      const type before = native_modify(at, [&]([[maybe_unused]] type old) { return now = (expression); }); \
      return Outcome<type>{before, now, true};                                                              \
    });                                                                                                     \
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
#include "runtime/abi.def"

HEDDLE_EXPORT void __tsan_atomic_thread_fence(int order) { fence(order, __builtin_return_address(0)); }
// Orders a thread only with its own signal handlers, which run on it anyway.
HEDDLE_EXPORT void __tsan_atomic_signal_fence(int) { __atomic_signal_fence(__ATOMIC_SEQ_CST); }
