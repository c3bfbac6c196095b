// SPDX-License-Identifier: Apache-2.0
// What threads meet at: objects.cpp.
#pragma once

#include <cstddef>
#include <cstdint>

#include "schedule/scheduler.h"
#include "sync/object.h"

namespace heddle::control {

struct Clock;

// What has an address and orders threads: locks, condition variables, semaphores, barriers, atomics.
struct Object {
  std::uint64_t key = 0;
  std::uint32_t number = 0;
  std::uint32_t generation = 0;  // of the execution its state belongs to
  // Of what the rule book (src/sync) speaks of: what it is, and its state.
  sync::Object kind = sync::Object::mutex;
  bool known = false;      // the two are true
  bool is_marked = false;  // its bytes say that it is held, since somebody copied them
  std::uint32_t raw = 0;   // its bytes that tell when it was made anew, as they were then (lives.cpp)
  sync::State state;
  std::uint32_t arrived = 0;    // threads in its queue
  bool waited_in_time = false;  // of a condition: somebody did, in this execution
  bool is_given_up = false;     // of what is shared inside libstdc++: somebody did, in this execution
  std::uint64_t stamp = 0;      // of the last operation on it that wrote it, and of the last one
  std::int64_t time = 0;        // on the clock of whoever changed it and was latest (hooks_time.cpp)
  bool published_any = false, shared_any = false;
  std::uint8_t kept = 0;       // bytes of the atomic here that will be put back as they were
  std::uint8_t extent = 0;     // bytes of the atomic here; 0: none is known (atomic_extents.h)
  std::uint32_t restarts = 0;  // under a weak memory model: how often it became another location
  Thread used_by = kNoThread;  // whose use of its bytes was told last, and when
  std::uint32_t used_at = 0;
  Thread first_waiter = kNoThread, last_waiter = kNoThread;
  std::uint64_t kept_for =
      0;  // the waypoint (waypoints.h) for which it was kept last; what follows is never taken back
  Clock* published = nullptr;  // what it hands on
  Clock* shared = nullptr;     // what readers hand on to a writer; the other round of a barrier
};

enum class Role : std::uint64_t { memory, queue, once, outside, annotation, racy, end, file, signal };
inline constexpr std::uint64_t kAddressOfKey = (std::uint64_t{1} << 60) - 1;  // of Object::key
inline constexpr std::size_t kRecentObjects = 256;
extern Object* recent_objects[kRecentObjects] __attribute__((visibility("hidden")));
inline Object*& recent_object(std::uint64_t key) { return recent_objects[(key >> 2) % kRecentObjects]; }
Object& object_of_key(std::uint64_t key);
Object* known_object(const volatile void* address);  // nullptr: this execution has not seen it
std::uint32_t number_of(std::uint64_t key);

inline std::uint64_t number(const volatile void* address) {
  return reinterpret_cast<std::uintptr_t>(address);
}

}  // namespace heddle::control
