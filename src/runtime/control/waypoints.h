// SPDX-License-Identifier: Apache-2.0
// Going back to a state in the midst of an execution: waypoints.cpp.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/control/objects.h"

// The stack pointer at which somebody called what keeps nothing of what it changes; the highest one; 0: nobody did.
extern "C" std::uint64_t heddle_called_unkept __attribute__((visibility("hidden")));

namespace heddle::control {

struct Controlled;

extern bool keeping __attribute__((visibility("hidden")));  // there are waypoints: all that changes is kept
extern std::uint64_t waypoint_number
    __attribute__((visibility("hidden")));  // no other waypoint has that of the last one

// What was kept, the last of it last. Each: bytes, then their address, then how many.
struct Kept {
  static constexpr std::uint64_t kRoom = std::uint64_t{1} << 32;
  char* memory = nullptr;
  std::uint64_t used = 0;
};
extern Kept keepsake __attribute__((visibility("hidden")));
void keep(const volatile void* address, std::uint64_t size);  // as it is now, until it is taken back
void take_back_all();

// The same of few bytes, where there is room.
template <std::uint64_t size>
[[gnu::noinline]] void keep_words(const void* address) {
  using Word = std::uint64_t __attribute__((aligned(1), may_alias));
  constexpr std::uint64_t kWord = sizeof(Word);
  if (keepsake.used + size + 2 * kWord > Kept::kRoom) [[unlikely]]
    return keep(address, size);
  auto* to = reinterpret_cast<Word*>(keepsake.memory + keepsake.used);
  const auto* from = static_cast<const Word*>(address);
  for (std::uint64_t i = 0; i < size / kWord; ++i) to[i] = from[i];
  to[size / kWord] = reinterpret_cast<std::uintptr_t>(address);
  to[size / kWord + 1] = size;
  keepsake.used += size + 2 * kWord;
}

// Called before a change of what belongs to the execution, by whoever makes it.
template <class T>
inline void will_change(const T& thing) {
  if (!keeping) [[likely]]
    return;
  if constexpr (sizeof thing % sizeof(std::uint64_t) == 0 && sizeof thing <= 64)
    keep_words<sizeof thing>(&thing);
  else
    keep(&thing, sizeof thing);
}
void keep_object_now(Object& object);
inline void keep_object(Object& object) {
  if (keeping && object.kept_for != waypoint_number) [[unlikely]]
    keep_object_now(object);
}
void keep_clock_now(const Clock& clock);
inline void keep_clock(const Clock& clock) {
  if (keeping) [[unlikely]]
    keep_clock_now(clock);
}
// A thread that has stopped is about to run, or to be changed by another one.
void keep_thread_now(Controlled& thread);

// ---- by whom waypoints are made, and gone back to ----

void make_waypoint(std::uint64_t steps);  // before the next choice, which has so many before it
bool go_back(std::uint64_t steps);        // to the last waypoint with so many, or fewer; false: there is none
std::uint64_t steps_at_waypoint();        // of the last one
bool is_waypoint_due();                   // so far from the last one
bool do_waypoints_pay();                  // whoever makes them goes back to some
void forget_waypoints();                  // nobody goes back beyond this moment
bool may_go_back();                       // after an execution
// The thread stops: what it called since it began to run may have changed what was not kept.
void note_unkept(Controlled& self);
// The execution goes on in the thread, perhaps inside of such a call.
void comes_back_to_unkept(const Controlled& self);

// False: the program calls what is not seen, so there are no waypoints.
extern bool calls_are_seen __attribute__((visibility("hidden")));

}  // namespace heddle::control
