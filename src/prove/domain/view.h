// SPDX-License-Identifier: Apache-2.0
// A view: what one thread, or two, know of a state with any number of threads. A view has a part for each
// thread; while an interfering thread takes its step it has one more, the last one, which is removed after.
//
// A view stands for every state in which some thread is at its node with these values (two different threads,
// if it has two parts), and in which
//   shape    the relations hold between the shared variables, the tracked cells (those that hold the observed
//            data) and the thread's live local pointers;
//   own      the cell of such a slot was allocated by the thread and no other thread, no shared variable and
//            no cell not owned has a pointer to it. Exact for tracked cells: a tracked cell that another
//            thread owns is hidden (it looks like garbage), all others are visible to everyone;
//   right    for each shared variable G: a step of this thread made the cell unreachable from G, and it has
//            been so ever since. The right is unique: it is given to the thread whose step turns "reachable
//            from G" into "unreachable from G", and ends when the cell is reachable from G again; two steps
//            by which a cell becomes unreachable have one between them that makes it reachable. So two
//            threads with a right of the same G have it to different cells, which is what excludes a second
//            free of what was unlinked;
//   ages     a set of {<, =, >} between each age the thread holds in a local and the age of each shared
//            variable and of each next field at the address in a slot, also when that address is freed or
//            allocated again: memory is type-stable and ages of next fields survive reallocation.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "prove/domain/observer.h"
#include "prove/domain/reclamation.h"
#include "prove/domain/shape.h"
#include "prove/front/liveness.h"
#include "prove/front/program.h"

namespace heddle::prove {

inline constexpr int kMaxLocals = 96;
inline constexpr int kMaxAges = 12;
inline constexpr int kMaxLocks = 8;
inline constexpr int kMaxShared = 8;
inline constexpr int kMaxTracked = 2;
inline constexpr int kMaxParts = 3;

using Ages = std::uint8_t;
inline constexpr Ages kYounger = 1;  // the local's age is less than the location's
inline constexpr Ages kSameAge = 2;
inline constexpr Ages kOlder = 4;
inline constexpr Ages kAnyAge = 7;

// Of a lock: nobody, the thread of a part, or one without a part.
enum class Holder : std::uint8_t { nobody, first, second, third, another };
constexpr Holder holder_of_part(int part) { return static_cast<Holder>(part + 1); }

// How far a call is with taking effect.
enum class Fired : std::uint8_t { no, yes, guessed };

struct Part {
  NodeId node = kIdle;
  Value input = Value::other;
  Value effect = Value::other;  // the value it took effect with
  Fired fired = Fired::no;
  bool had_candidate = false;                  // passed a linearize_if that could have been the point
  std::array<std::int8_t, kMaxLocals> slot;    // of a pointer local; row of an age local; -1: dead
  std::array<std::uint8_t, kMaxLocals> value;  // of a data or flag local
};

struct View {
  Shape shape;
  Slots own = 0;
  std::array<std::uint8_t, kMaxSlots> right{};  // by slot: a set of shared variables
  std::array<std::uint8_t, kMaxSlots>
      was_reachable{};                            // during a step: from which shared variables before it
  bool has_noted = false;                         // during a step: was_reachable is filled in
  std::array<std::uint8_t, kMaxTracked> owner{};  // of a tracked cell that is owned: the part
  Observer::State observed = 0;
  Reclamation reclamation;
  bool is_felt = false;  // during a step: other threads can tell that it happened
  std::uint16_t ages_used = 0;
  std::array<Holder, kMaxLocks> holder{};
  std::array<Part, kMaxParts> parts;
  std::array<std::array<std::array<Ages, kMaxSlots>, 2>, kMaxAges> ages;  // [row][of next?][slot]

  View();
};

// The fixed slots of a program under an observer.
struct Frame {
  Distances distances = Distances::coarse;
  int shared = 0;
  int tracked = 0;
  int locks = 0;
  bool reclaims = false;
  bool addresses = false;  // those of freed cells are told apart; always if `reclaims`
  static Slot slot_of_shared(Variable variable) { return kEnds + variable - 1; }
  Slot slot_of_tracked(int index) const { return kEnds + shared + index; }
  int fixed() const { return kEnds + shared + tracked; }
  Slots shared_slots() const { return (bit(kEnds + shared) - 1) & ~(bit(kEnds) - 1); }
  std::size_t tracked_index(Slot slot) const { return static_cast<std::size_t>(slot - kEnds - shared); }
  Slots tracked_slots() const { return (bit(fixed()) - 1) & ~(bit(kEnds + shared) - 1); }
};

// A view with all relations single as a string of bytes, equal iff the views are; and back. Only part 0.
std::string pack(const View& view, const Layout& layout, const Function* function, const Frame& frame);
View unpack(const std::string& bytes, const Layout& layout, const Function* function, const Frame& frame);

// The same for several parts: which locals to keep of each, and the functions they are in. The nodes of the
// parts come first, two bytes each.
struct Kept {
  const Layout* layout;
  const Function* function;
};
std::string pack(const View& view, std::span<const Kept> kept, const Frame& frame);
View unpack(const std::string& bytes, std::span<const Kept> kept, const Frame& frame);
NodeId packed_node(const std::string& bytes, std::size_t part);

// What everybody sees, so that two views of one state agree on it: the observer, which locks are held, the shared
// variables, and the tracked cells that nobody owns and are not lost.
std::string shared_key(const View& view, const Frame& frame);

}  // namespace heddle::prove
