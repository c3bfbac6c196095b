// SPDX-License-Identifier: Apache-2.0
// A view of a set: what one thread knows of a state with any number of threads, one key k of the set being
// watched. While another thread takes its step the view has a second part.
//
// Relations between pointers are those of shape.h. Slots are the ends of lists, the shared variables, the
// *member* (the one cell with key k that can be reached from a shared variable; null if there is none) and
// the thread's live pointers. Of the cell of each slot a view knows
//   key      where its key stands to k, and where to the argument of the call. Keys are written before a cell
//            is shown to others and never after (an alarm else), so no step of others takes this knowledge away
//   mark     whether it is marked
//   own      this thread allocated it and nobody else can get to it
//   locked   this thread holds its lock. Nothing is known of other threads' locks, and nothing need be: where
//            two threads meet, no cell is locked by both
//   right    this thread's step took it out of the list. No two threads have a right to one cell, because no
//            cell is put in twice (an alarm else)
// These are true of every state, checked wherever a step could break them and used wherever a view
// says too little:
//   sorted   where a cell with a key leads to another, the key of the second is greater
//   single   at most one cell with key k can be reached: the member
//   ended    if this is asked for: a cell that others know and that leads to null has the greatest key
//   marked   if the program's cells have marks and this is asked for: a cell that others know, is not marked
//            and is a cell of the list can be reached
#pragma once

#include <array>
#include <string>
#include <vector>

#include "prove/domain/shape.h"
#include "prove/front/liveness.h"
#include "prove/sets/keys.h"

namespace heddle::prove::sets {

inline constexpr int kMaxSetLocals = 64;

using Marks = std::uint8_t;  // a set
inline constexpr Marks kNotMarked = 1;
inline constexpr Marks kMarked = 2;
inline constexpr Marks kMarkUnwritten = 4;

// A key in a local: of the cell of a slot as long as there is one, and what is known of it in any case.
struct KeyValue {
  std::int8_t slot = -1;
  Places key = kUnwritten;
  Places to_argument = kUnwritten;
};

// Which of "k is in" and "k is not in" a call has seen: what a call that changes nothing may return.
inline constexpr std::uint8_t kSeenOut = 1;
inline constexpr std::uint8_t kSeenIn = 2;

struct SetPart {
  NodeId node = kIdle;
  Places argument = 0;       // of the call, to k; 0: none is known
  bool has_changed = false;  // its call has put k in or taken it out
  std::uint8_t seen = 0;     // of a call with argument k
  std::uint32_t locks = 0;   // shared locks that it holds
  Slots own = 0, locked = 0, right = 0;
  std::array<Places, kMaxSlots> to_argument;
  std::array<std::int8_t, kMaxSetLocals> slot;  // of a pointer; -1: none
  std::array<std::uint8_t, kMaxSetLocals> flag;
  std::array<KeyValue, kMaxSetLocals> keys;
  std::uint64_t from_cells = 0;  // those of the keys that may have a slot
  void set_key(int local, const KeyValue& value) {
    keys[static_cast<std::size_t>(local)] = value;
    const std::uint64_t one = std::uint64_t{1} << local;
    from_cells = value.slot >= 0 ? from_cells | one : from_cells & ~one;
  }
  SetPart();
};

struct SetFrame {
  int shared = 0;
  bool has_marks = false;              // cells have marks
  bool has_locks = false;              // and locks
  bool member_is_unmarked = false;     // k is in if the member is not marked; else if there is one
  bool unmarked_is_reachable = false;  // `marked` is used
  bool ends_with_greatest = false;     // `ended` is used
  static Slot slot_of_shared(Variable variable) { return kEnds + variable - 1; }
  Slot member() const { return kEnds + shared; }
  int fixed() const { return kEnds + shared + 1; }
  Slots shared_slots() const { return (bit(kEnds + shared) - 1) & ~(bit(kEnds) - 1); }
};

struct SetView {
  Shape shape;
  std::array<Places, kMaxSlots> key;
  std::array<Marks, kMaxSlots> mark;
  Slots made = 0;  // cells whose lock was made
  std::array<SetPart, 2> parts;
  bool has_two = false;
  bool is_felt = false;  // during a step
  bool was_in = false;   // before it
  SetView();
  Slots own() const { return parts[0].own | parts[1].own; }
};

bool is_cell(const SetView& view, Slot slot);  // certainly
bool may_be_reached(const SetView& view, Slot slot, const SetFrame& frame);
bool is_reached(const SetView& view, Slot slot, const SetFrame& frame);
// Only of views whose member has a single mark.
bool is_in(const SetView& view, const SetFrame& frame);

// Draws what follows from what. False: there is no such state.
[[nodiscard]] bool refine(SetView& view, const SetFrame& frame);

// Nothing is known of the slot's cell.
void forget(SetView& view, Slot slot);
// Into's cell is from's.
void copy_facts(SetView& view, Slot into, Slot from);
void remove_slot(SetView& view, Slot slot);

// Part 0 of a view with single relations, as bytes, and back. `effect`: without what only matters to the call itself.
// Nothing else may be left out of an effect: a step that raises an alarm here and now is passed over when it
// interferes, because the thread's own view, which knows no more, raises the same.
enum class Packed : std::uint8_t { view, effect };
std::string pack(const SetView& view, const Layout& layout, const Function* function, const SetFrame& frame,
                 Packed what);
SetView unpack(const std::string& bytes, const Layout& layout, const Function* function,
               const SetFrame& frame);
NodeId packed_node(const std::string& bytes);
// What two views of one state have in common.
std::string shared_key(const SetView& view, const SetFrame& frame);

// Both threads side by side; false if no state has both. The second is a view of its own, with these locals.
bool combine(const SetView& victim, const SetView& other, const Layout& layout, const Function& function,
             const SetFrame& frame, SetView& both);

}  // namespace heddle::prove::sets
