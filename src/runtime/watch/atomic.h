// SPDX-License-Identifier: Apache-2.0
// Atomic operations, whoever asks for them: the compiler's instrumentation (atomic.cpp) or code that calls
// libatomic (interpose_atomic.cpp). The operation itself and what it publishes or learns are one step under
// the object's lock, so the modification order and the flow of knowledge agree exactly. The rules stand in
// order/flow.h:
//   load    acquire: join(t, a); weaker: join(acquire fence of t, a)
//   store   release: copy(a, t); weaker: copy(a, release fence of t)
//   rmw     as a load, then release: join(a, t); weaker: join(a, release fence of t)
// A relaxed load or store of a location that has published nothing needs no object and no lock.
#pragma once

#include <cstdint>

#include "runtime/shared/abi.h"
#include "runtime/watch/access.h"
#include "runtime/watch/contexts.h"
#include "runtime/watch/object.h"
#include "runtime/watch/perturb.h"
#include "runtime/watch/record.h"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"  // unsigned __int128

namespace heddle::runtime {

inline MemoryOrder order_of(int order) {
  const int plain = order & kOrderMask;
  return plain <= 5 ? static_cast<MemoryOrder>(plain) : MemoryOrder::seq_cst;
}

struct AtomicAccess {
  std::uint64_t address;
  std::uint32_t size;
  const void* pc;
};

// ---- the operation itself ----

// cmpxchg16b is the only 16-byte atomic there is; a load by it needs writable memory, as libatomic's does.
using Wide = unsigned __int128;
inline bool wide_exchange(volatile Wide* address, Wide* expected, Wide value) {
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
inline bool native_exchange(volatile Wide* address, Wide* expected, Wide value) {
  return wide_exchange(address, expected, value);
}
template <class T>
T native_load(const volatile T* address) {
  return __atomic_load_n(address, __ATOMIC_SEQ_CST);
}
template <>
inline Wide native_load(const volatile Wide* address) {
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
inline void native_store(volatile Wide* address, Wide value) {
  native_modify(address, [&](Wide) { return value; });
}

// ---- and what it means ----

// The thread reads what the object publishes.
void take_in(Thread& thread, Object& object, MemoryOrder order);
void note(Thread& thread, Operation operation, const AtomicAccess& access, MemoryOrder order,
          std::uint64_t value);
inline void touch(Thread& thread, const AtomicAccess& access, std::uint64_t weak) {
  if (thread.ignore == 0) note_range(thread, access.address, access.size, weak | kAtomic, access.pc);
}
// The location, made if there is none; null when memory is short.
inline Object* location(Thread& thread, const AtomicAccess& access) {
  Object* object = object_at(thread, access.address, ObjectKind::atomic, access.pc);
  if (object != nullptr && __atomic_load_n(&object->bytes, __ATOMIC_RELAXED) < access.size) [[unlikely]] {
    __atomic_store_n(&object->bytes, access.size, __ATOMIC_RELAXED);
    doubt_overlap(access.address, access.size);
  }
  return object;
}
// Null if nothing was ever published at it.
inline Object* known_location(const AtomicAccess& access) {
  Object* object = find_object(access.address);
  if (object == nullptr) doubt_overlap(access.address, access.size);
  return object;
}

// `perform` does the operation; it returns the value for a recording.
template <class Perform>
void atomic_load(const AtomicAccess& access, int requested, Perform perform) {
  Thread* thread = active();
  if (thread == nullptr) {
    perform();
    return;
  }
  const Busy busy(*thread);
  const MemoryOrder order = order_of(requested);
  Object* object = process.recording ? location(*thread, access) : find_object(access.address);
  if (object == nullptr) {
    perform();
    object = known_location(access);  // still none: nothing was ever published here
  }
  if (object != nullptr) {
    const ObjectGuard guard(*object);
    const std::uint64_t value = perform();
    take_in(*thread, *object, order);
    note(*thread, Operation::atomic_load, access, order, value);
  }
  touch(*thread, access, kRead);
}

template <class Perform>
void atomic_store(const AtomicAccess& access, std::uint64_t value, int requested, Perform perform) {
  Thread* thread = active();
  if (thread == nullptr) return perform();
  const Busy busy(*thread);
  const MemoryOrder order = order_of(requested);
  const bool releasing = event::releases(order);
  touch(*thread, access, 0);
  const bool needed = releasing || process.recording || !thread->release_fence.empty();
  Object* object = needed ? location(*thread, access) : known_location(access);
  if (object == nullptr) return perform();
  {
    const ObjectGuard guard(*object);
    note(*thread, Operation::atomic_store, access, order, value);
    if (releasing)
      release_to(*thread, *object);
    else
      publish_fence(*thread, *object, false);
    perform();
  }
  if (releasing) tick(*thread);
}

// A failed comparison does not write.
struct Effect {
  bool wrote;
  std::uint64_t value;  // written, or read if none was
};
template <class Perform>
void atomic_modify(const AtomicAccess& access, int requested, int failure, Perform perform) {
  Thread* thread = active();
  if (thread == nullptr) {
    perform();
    return;
  }
  const Busy busy(*thread);
  Object* object = location(*thread, access);
  if (object == nullptr) {
    perform();
    return;
  }
  const MemoryOrder wanted = order_of(requested);
  bool releasing = false;
  {
    const ObjectGuard guard(*object);
    const Effect effect = perform();
    const MemoryOrder order = effect.wrote ? wanted : order_of(failure);
    take_in(*thread, *object, order);
    note(*thread, effect.wrote ? Operation::atomic_rmw : Operation::atomic_load, access, order, effect.value);
    // Before anyone can learn of it: whoever does comes after.
    touch(*thread, access, effect.wrote ? 0 : kRead);
    if (effect.wrote) {
      releasing = event::releases(wanted);
      if (releasing)
        release_joining(*thread, *object);
      else
        publish_fence(*thread, *object, true);
    }
  }
  if (releasing) tick(*thread);
}

// ---- of a type ----

// Of an access that is about to be made, with this order.
template <class T>
AtomicAccess access_of(const volatile T* address, const void* pc, int order) {
  perturb(pc, order_of(order) == MemoryOrder::relaxed ? Passage::relaxed : Passage::synchronises);
  return {reinterpret_cast<std::uintptr_t>(address), sizeof(T), pc};
}
template <class T>
T load(const volatile T* address, int order, const void* pc) {
  T value;
  atomic_load(access_of(address, pc, order), order,
              [&] { return static_cast<std::uint64_t>(value = native_load(address)); });
  return value;
}
template <class T>
void store(volatile T* address, T value, int order, const void* pc) {
  atomic_store(access_of(address, pc, order), static_cast<std::uint64_t>(value), order,
               [&] { native_store(address, value); });
}
// `change` maps the old value to the new one.
template <class T, class Change>
T modify(volatile T* address, int order, const void* pc, Change change) {
  T old;
  atomic_modify(access_of(address, pc, order), order, order, [&] {
    T now = 0;
    old = native_modify(address, [&](T before) { return now = change(before); });
    return Effect{true, static_cast<std::uint64_t>(now)};
  });
  return old;
}
template <class T>
bool exchange_if(volatile T* address, T* expected, T value, int order, int failure, const void* pc) {
  bool done = false;
  T seen = *expected;
  atomic_modify(access_of(address, pc, order), order, failure, [&] {
    done = native_exchange(address, &seen, value);
    return Effect{done, static_cast<std::uint64_t>(done ? value : seen)};
  });
  if (!done) *expected = seen;
  return done;
}

}  // namespace heddle::runtime

#pragma GCC diagnostic pop
