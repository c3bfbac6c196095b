// SPDX-License-Identifier: Apache-2.0
// A round of a loop: what a thread did between two visits of the same place (loops.cpp), put together by object.
#pragma once

#include "runtime/control/world.h"

namespace heddle::control {

struct Looked {  // one object of a round: its visits
  Object* object;
  bool alone;  // others must not even read it in between: it was announced as a write
  const Visit* first;
  const Visit* last;
  bool writes;        // it was changed in between
  bool is_same;       // all visits found what the one before had left
  bool is_untouched;  // by others, from the first visit to the last
};

struct Round {
  Looked objects[Operation::kAccesses];
  std::size_t count = 0;
  bool reads = false;
  bool baseless = false;
};

// The part of a stamp that counts.
inline std::uint64_t part(std::uint64_t stamp, bool alone) {
  return alone ? stamp & 0xffffffffU : stamp >> 32;
}

// Of the visits from that one on. False: it looks at more than can be awaited.
bool collect(const Controlled& self, std::uint32_t from, Round& round);
bool is_restored(const Visit& first, const Visit& last);  // both of the same object
// What was written since the visit has been written back.
bool is_written_back(const Controlled& self, std::uint32_t visit);
// The round left everything as it had found it, and found the same whenever it looked.
bool is_idle(const Round& round);
// It took locks, and gave them back.
bool takes_locks(const Round& round);
// Of the visits from that one on: after it has given one back it takes none.
bool takes_all_first(const Controlled& self, std::uint32_t from);
// It changed nothing at any time, whatever it found.
bool changes_nothing(const Controlled& self, std::uint32_t from);
// An atomic that the round changed is not as the round found it.
bool leaves_changes(const Controlled& self, std::uint32_t from);

}  // namespace heddle::control
