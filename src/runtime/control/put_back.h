// SPDX-License-Identifier: Apache-2.0
// A process that runs execution after execution puts back what each of them left: put_back.cpp.
#pragma once

#include <cstddef>
#include <cstdint>

namespace heddle::control {

struct Controlled;

// The pieces of memory that executions are known to change where no instrumentation sees it. Plain data: it outlives the worker
// that found them, so that the next one watches them from its first execution on.
struct ChangedPieces {
  static constexpr std::uint64_t kSize = 256;  // bytes, and where they begin
  static constexpr std::size_t kMost = 4096;
  std::uint64_t pieces[kMost];
  std::size_t count;
  bool overflows;
};

// Once a process, before its first execution: all is as every execution is to find it. The strings of the command
// line and what follows them are given by their addresses; 0: there are none. Returns why it cannot be put back;
// nullptr: it can.
const char* keep_for_putting_back(ChangedPieces& changed, std::uint64_t command_line,
                                  std::uint64_t command_line_end);
// After an execution. False: executions may have found what an earlier one left, in pieces that are known only now.
bool put_back();
// The same, with a look at everything: after the last one, too.
bool put_back_all();

bool is_look_due();        // at everything, after this execution
void put_back_pieces();    // that are known
void put_back_later();     // nothing of it yet: the next one goes on from a waypoint (waypoints.h)
void keep_known_pieces();  // for a waypoint
bool are_pieces_few();     // enough for that

// Around what heddle itself does by way of libc in the middle of an execution, and is to stay.
class StaysDone {
 public:
  StaysDone();
  ~StaysDone();
  StaysDone(const StaysDone&) = delete;
  StaysDone& operator=(const StaysDone&) = delete;
};
// What libraries keep in a thread's own storage: as it is now; as it was then.
void keep_library_locals(const Controlled& thread);
void put_back_library_locals(const Controlled& thread);

}  // namespace heddle::control
