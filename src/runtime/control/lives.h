// SPDX-License-Identifier: Apache-2.0
// How locks and their like begin and end, and who holds them: lives.cpp.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/control/heap.h"
#include "runtime/control/world.h"
#include "sync/book.h"

namespace heddle::control {

void forget_holds();                     // of all threads, before an execution
void end_holds(Controlled& thread);      // it ends: robust mutexes are given up, other locks stay held
Thread holder_of(const Object& object);  // one of them
void memory_ends(std::uint64_t begin, std::uint64_t end, const void* pc);  // with locks in it?

// The word of an object's bytes that tells it from another one at the same place.
constexpr std::size_t raw_offset(sync::Object kind) {
  switch (kind) {
    case sync::Object::mutex:
      return 16;  // its kind
    case sync::Object::rwlock:
      return 48;  // its flags
    case sync::Object::barrier:
      return 8;  // its parties
    case sync::Object::spin:
    case sync::Object::condition:
    case sync::Object::semaphore:
    case sync::Object::once:
    case sync::Object::thread:
    case sync::Object::futex:
      break;
  }
  return 0;
}
inline std::uint32_t raw_of(sync::Object kind, const volatile void* address) {
  std::uint32_t raw;
  __builtin_memcpy(&raw, reinterpret_cast<const char*>(number(address)) + raw_offset(kind), sizeof raw);
  return raw;
}
void learn(Object& object, sync::Object kind, std::uint32_t raw);  // its state, from its bytes
inline Object& object_of(sync::Object kind, const volatile void* address) {
  Object& object = object_at(address);
  const std::uint32_t raw = raw_of(kind, address);
  if (!object.known || object.kind != kind || object.raw != raw) [[unlikely]]
    learn(object, kind, raw);
  return object;
}
// Of its bytes, by a call.
inline void use(Object& object, const void* pc) {
  const Controlled& self = *world.current;
  if (in_heap(object.key)) check_heap(object.key, sizeof(int), true, pc);
  const std::uint32_t time = self.clock.at[self.number];
  if (object.used_by == self.number && object.used_at == time) return;
  object.used_by = self.number;
  object.used_at = time;
  // Races that are meant are explored as if they were atomic; this one is with a call, which is not.
  if (world.shared->racy_visible > 0 && is_visible(object.key >> 3)) [[unlikely]]
    doubt(Doubt::late_access);
  access(object.key, sizeof(int), true, true, pc);
}
// The caller waited for it and returns: its last use, unless it was destroyed meanwhile.
void leave(const void* pc);
// The parts of `make` and `destroy`.
int begin_making(sync::Call call, void* address, const void* pc, const sync::Arguments& arguments);
void was_made(sync::Object kind, void* address);
void was_destroyed(sync::Call call, void* address, const void* pc);
void note_outside(const void* address, sync::Life life);
// A condition that somebody waited for with a time is about to be destroyed: hooks_conditions.cpp.
void meet_timed_waits(Object& queue, const void* pc);

void mark_held(std::uint64_t address,
               std::uint64_t size);  // somebody reads so much at once: it may be a copy
void hold(Object& object, bool shared);
void let_go(Object& object);
Hold* held_by(const Controlled& thread, const Object& object);
void waits_at(Object& object, bool begins);  // a condition or barrier: one thread more, or less

// pthread_mutex_init and its like, outside of executions too; `real` does what libc does to the bytes.
template <class Real>
int make(sync::Call call, void* address, const void* pc, const sync::Arguments& arguments, Real real) {
  if (controlled_kept())
    if (const int error = begin_making(call, address, pc, arguments)) return error;
  const int error = real();
  if (error != 0) return error;
  if (controlled_kept())
    was_made(sync::row(call).object, address);
  else
    note_outside(address, sync::Life::initialised);
  return 0;
}

template <class Real>
int destroy(sync::Call call, void* address, const void* pc, Real real) {
  if (controlled_kept()) {
    was_destroyed(call, address, pc);
    return 0;
  }
  note_outside(address, sync::Life::destroyed);
  return real();
}

}  // namespace heddle::control
