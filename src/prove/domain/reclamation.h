// SPDX-License-Identifier: Apache-2.0
// Safe memory reclamation: what a view knows of cells that were retired and are not freed yet.
//
// A program hands a cell to the scheme with retire(p), and the scheme frees it some time later. When it may is
// the scheme's specification, an automaton for each cell (Meyer and Wolff, "Decoupling Lock-Free Data
// Structures from Memory Reclamation for Static Analysis", POPL 2019), which for thread t is
//
//            guard of t on the cell            retire                  free
//   ┌──────┐ ───────────────────► ┌─────────┐ ──────► ┌────────────┐ ──────► not allowed
//   │ live │                      │ guarded │         │ retired,   │
//   └──────┘ ◄─────────────────── └─────────┘         │ guarded    │
//      │          guard ends                          └────────────┘
//      │ retire                                             │ guard ends
//      └──────────────► ┌─────────┐ ◄───────────────────────┘
//                       │ retired │ ──────► freed, an address like any other freed one
//                       └─────────┘
//
// and the scheme may free a retired cell when the automata of all threads allow it. A guard that begins after
// the retirement holds nothing: that is why a protected pointer must be validated.
//   epochs           a thread has a guard on every cell between enter() and leave()
//   hazard pointers  protect(i, p) gives a guard on the cell at address p, until the next protect(i, …)
// What frees is one more thread, which takes its steps at any moment; the program is proved against every
// scheme with this specification, and <heddle/epoch.h>, <heddle/hazard.h> are two that `heddle check` can
// look at.
//
// The fixed point needs the automata of one thread, the view's, and of the cells it can see. Of the cell in
// each slot a view keeps what is certain:
//   live     it is not retired;
//   clean    nor is any cell that it leads to;
//   held     a set of hazard pointers of the thread whose value is the address in the slot, which need not be
//            allocated any more;
//   guarded  a set of guards (hazard pointers, or the epoch) that began before the cell was retired, if it
//            was: it is not freed as long as one of them lasts.
// Invariant: no cell that a shared variable leads to is retired. To break it is an alarm ("retires a cell
// that can still be reached", "makes a retired cell reachable"), so a cell that is seen to be reachable is
// live and clean. Nothing else adds certainty; what could be lost by a step is given up for every slot that
// the step may concern. Of a cell that cannot be reached it is kept only if the thread owns it or has a right to
// it (view.h): it is the thread that made it so who is to retire it. A cell that may be retired and is not guarded is freed by the step reclaim(): it takes
// every cell, in view or not, that the facts allow, and makes pointers to it `freed` as a free does (step.h).
//
// Addresses. A pointer that lost its target and is then found equal to one that has it is that pointer: the
// comparison was of addresses, and both lead to the same cell from then on. So validation (`p == top` after
// protect) makes a pointer good again whose cell was freed and allocated anew, and the hazard pointer that
// has its address guards the new cell. The same is true of the next field of an owned cell that was copied
// from the pointer before it lost its target (stale_next), as in the push of Treiber's stack.
//
// Double retirement, freeing a retired cell, entering twice, leaving or returning at the wrong time are
// alarms. Views of two threads are not made for such programs: the facts are about one thread's guards.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "prove/domain/shape.h"

namespace heddle::prove {

inline constexpr std::uint8_t kEpochGuard = 0x80;  // beside a bit for each hazard pointer

struct Reclamation {
  static constexpr std::uint8_t kLive = 1;
  static constexpr std::uint8_t kClean = 2;
  std::array<std::uint8_t, kMaxSlots> facts{};
  std::array<std::uint8_t, kMaxSlots> held{};
  std::array<std::uint8_t, kMaxSlots> guarded{};
  std::array<std::int8_t, kMaxSlots> stale_next{};  // the slot with the freed address that is in next; -1
  bool is_inside = false;                           // the thread, between enter and leave

  Reclamation() { stale_next.fill(-1); }

  bool is(Slot slot, std::uint8_t fact) const { return (facts[static_cast<std::size_t>(slot)] & fact) != 0; }
  void set(Slot slot, std::uint8_t what) { facts[static_cast<std::size_t>(slot)] |= what; }
  void unset(Slot slot, std::uint8_t what) {
    facts[static_cast<std::size_t>(slot)] &= static_cast<std::uint8_t>(~what);
  }
  void forget(Slot slot) {
    const auto at = static_cast<std::size_t>(slot);
    facts[at] = held[at] = guarded[at] = 0;
    stale_next[at] = -1;
    for (auto& stale : stale_next)
      if (stale == slot) stale = -1;
  }
  void copy(Slot into, Slot from) {
    const auto to = static_cast<std::size_t>(into);
    const auto at = static_cast<std::size_t>(from);
    facts[to] = facts[at], held[to] = held[at], guarded[to] = guarded[at], stale_next[to] = stale_next[at];
  }
  void forget_guards() { held.fill(0), guarded.fill(0), is_inside = false; }
  void end_guard(std::uint8_t which) {
    for (auto& all : held) all &= static_cast<std::uint8_t>(~which);
    for (auto& all : guarded) all &= static_cast<std::uint8_t>(~which);
  }
};

}  // namespace heddle::prove
