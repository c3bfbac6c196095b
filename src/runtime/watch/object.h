// SPDX-License-Identifier: Apache-2.0
// What orders threads: mutexes, atomics, semaphores, barriers, anything with an address that hands knowledge
// on.
//
// Objects are found by address, in lists of those that share 64 bytes; the list's head is in shadow memory.
// An object is made on first use and goes when its memory is freed or it is destroyed. Lookups take no lock;
// objects are handed out again but never unmapped, and one is only ever taken for another's if it has that
// address.
#pragma once

#include <cstdint>

#include "runtime/watch/thread.h"
#include "sync/ruling.h"

namespace heddle::runtime {

enum class ObjectKind : std::uint32_t {
  atomic,
  mutex,
  rwlock,
  spinlock,
  condition,
  semaphore,
  barrier,
  once,
  annotation
};

struct Object {
  std::uint64_t address = 0;
  Object* next = nullptr;
  SpinLock lock;  // guards everything below, and fixes the order of operations on the object
  ObjectKind kind = ObjectKind::atomic;
  std::uint32_t bytes = 0;   // the widest atomic access
  std::uint64_t number = 0;  // in Channel::object, from 1; 0 for atomics

  Clock published;  // W(l), or what the current value of the atomic publishes
  Clock shared;     // R(l), or the other round of a barrier, or what those knew who returned from a condition
  // `published` is exactly what thread `from` knew at `from_epoch`, when its version was `from_version`.
  Epoch from_epoch = 0;
  std::uint64_t from_version = 0;

  sync::Life life = sync::Life::written;
  Epoch destroyed = 0;  // the epoch of its destroy, if that was the last of its life
  // Locks.
  Thread* holder = nullptr;
  std::uint32_t depth = 0;    // of a recursive lock
  std::uint32_t readers = 0;  // shared holders
  ContextId taken = 0;
  ContextId set = 0;               // of this lock alone (contexts.h); 0: not asked for yet
  std::uint32_t ended_holder = 0;  // number + 1 of a thread that ended and never gave it up
  bool robust = false;
  bool untimed = false;  // C's mtx_plain
  // Conditions and semaphores: threads in a wait, those of them that were notified, and the mutex they gave up.
  std::uint32_t waiting = 0, notified = 0;
  std::uint64_t mutex = 0;
  // Barriers.
  std::uint32_t parties = 0;
  std::uint64_t arrivals = 0, leaves = 0;
};

Object* find_object(std::uint64_t address);  // nullptr if there is none
// Made if there is none; nullptr when memory is short, and the runtime is then off.
Object* object_at(Thread& thread, std::uint64_t address, ObjectKind kind, const void* pc);
// An atomic of `bytes` bytes and another that overlaps it without beginning where it does are two objects
// here, though an access of one may read what the other wrote: the verdict is then in doubt. Asked for every
// access that finds no object, and the first of each width.
void doubt_overlap(std::uint64_t address, std::uint32_t bytes);
void forget_object(std::uint64_t address);
bool is_in_module(std::uint64_t address);  // in memory of a file that was loaded
// `last_look`, where given, sees each of them before it goes.
using LastLook = void (*)(Object& object, void* argument);
void forget_objects(std::uint64_t address, std::uint64_t bytes, LastLook last_look = nullptr,
                    void* argument = nullptr);

// The rules of happens-before (order/flow.h has the same). All with the object locked.
void acquire_from(Thread& thread, Object& object);                 // join(t, W)
void release_to(Thread& thread, Object& object);                   // copy(W, t)
void release_joining(Thread& thread, Object& object);              // join(W, t)
void publish_fence(Thread& thread, Object& object, bool joining);  // copy or join(W, release fence of t)

class ObjectGuard {
 public:
  explicit ObjectGuard(Object& object) : object_(object) { object_.lock.lock(); }
  ~ObjectGuard() { object_.lock.unlock(); }
  ObjectGuard(const ObjectGuard&) = delete;
  ObjectGuard& operator=(const ObjectGuard&) = delete;

 private:
  Object& object_;
};

}  // namespace heddle::runtime
