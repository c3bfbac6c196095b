// SPDX-License-Identifier: Apache-2.0
// A call on a synchronisation object, as the rule book (src/sync) has it: an access of the object's memory, on
// an object that must be there, and not misuse. libc carries the calls out; here is what they mean for the
// memory and what must not be done.
//
// A use leaves an entry in the shadow of the object's first bytes that conflicts with plain accesses, with
// init, destroy and free, but not with other uses (cell.h: an atomic write). For a lock it is left once the
// lock is taken, when the thread knows of all uses that the lock itself ordered before: else the entries of
// all threads that ever used it would stand side by side. That no plain access is at the same time is looked
// at before the lock is taken.
//
// What is not seen: a mutex, condition or readers-writer lock in memory of the heap that was never written;
// and a call made by code that heddle did not instrument on an object that other such code synchronises by
// means of its own: races of these are left out by the host (words.cpp).
#pragma once

#include "runtime/watch/access.h"
#include "runtime/watch/object.h"
#include "sync/call.h"

namespace heddle::runtime {

inline std::uint64_t address_of(const volatile void* object) {
  return reinterpret_cast<std::uintptr_t>(object);
}

constexpr ObjectKind kind_of(sync::Object object) {
  switch (object) {
    case sync::Object::mutex:
      return ObjectKind::mutex;
    case sync::Object::rwlock:
      return ObjectKind::rwlock;
    case sync::Object::spin:
      return ObjectKind::spinlock;
    case sync::Object::condition:
      return ObjectKind::condition;
    case sync::Object::semaphore:
      return ObjectKind::semaphore;
    case sync::Object::barrier:
      return ObjectKind::barrier;
    case sync::Object::once:
      return ObjectKind::once;
    case sync::Object::thread:
    case sync::Object::futex:
      break;
  }
  return ObjectKind::annotation;
}
constexpr std::uint32_t used_bytes(sync::Object object) {  // those in which uses leave their entries
  return object == sync::Object::spin || object == sync::Object::once ? 4 : 8;
}

// Before a call that is no init and no destroy. False: there is no such object, and that was reported; the
// call is libc's affair.
bool may_use(Thread& thread, sync::Object object, const volatile void* at, const void* pc);
// The entry of a use.
inline void on_use(Thread& thread, std::uint64_t address, std::uint32_t bytes, const void* pc) {
  if (thread.ignore == 0) note_range(thread, address, bytes, kAtomic, pc);
}
// Both, for calls that order nothing before they use their object.
bool use(Thread& thread, sync::Object object, const volatile void* at, const void* pc);

// What an argument points to is read by the call.
template <class T>
void before_use_of(const T* argument, const void* pc) {
  if (argument != nullptr && self != nullptr && self->busy == 0)
    on_range(argument, sizeof *argument, kRead, pc);
}

inline void before_use_of(int, const void*) {}  // an argument that points to nothing

// Before init and destroy, by the calling thread.
void before_init(sync::Call init, const volatile void* at, const void* pc);
void before_destroy(sync::Call destroy, const volatile void* at, const void* pc);
// Its memory goes: what to do with each object in it. `argument` is a Leaving.
struct Leaving {
  Thread& thread;
  const void* pc;
};
void on_memory_end(Object& object, void* argument);

// The object as the book sees it; locked, or only this thread changes it. `made` has what its memory says of it
// (mutex_of_kind, rwlock_of_flags).
sync::State state_of(const Object& object, sync::State made = {});
sync::Caller caller_of(const Thread& thread, const Object& object);

}  // namespace heddle::runtime
