// SPDX-License-Identifier: Apache-2.0
// A part of a search in a file: graphs that wait, what was counted, and what the search has learnt about the program.
// Checkpoints are such files (checkpoint.cpp), and so is what ranks hand to each other (others.cpp).
//
// A part is for the same build of the same program alone, and is written as things lie in memory. A digest at its end
// tells if it was damaged. A file has one part or several, one after the other, and a checkpoint an end
// (schedule/checkpoint_end.h). Nothing of this allocates: what this
// process allocates outside of executions is never used again.
#pragma once

#include <type_traits>

#include "explore/execution_graph.h"
#include "explore/search.h"
#include "runtime/control/put_back.h"
#include "runtime/control/shared.h"
#include "schedule/checkpoint_end.h"
#include "schedule/wishes.h"

namespace heddle::explore {

// What else there is to know of the session.
struct Standing {
  std::uint32_t spurious = 0, timeouts = 0, late = 0;
  bool isolate = false, is_fixed = false, is_alone = false;
  bool again = false, failed = false, stopped = false, is_complete = false;  // at the end of a round
  unsigned runs_again = 0;
  std::uint64_t check = 0;  // which of those that the program makes
  std::uint64_t outline = 0;
  Progress done;
  char isolated_because[256] = "";
  char bound[160] = "";
  std::uint64_t pieces = 0, objects = 0, graphs = 0;
};

class PartWriter {
 public:
  explicit PartWriter(const char* path);
  void write_command(const char* path);  // first of all, in a checkpoint; nothing if there is no such file
  void begin(const schedule::Wishes& wishes);
  // In this order, and then `standing.graphs` graphs.
  void write(const Standing& standing, const control::ChangedPieces& changed, control::Shared& shared);
  void write(ExecutionGraph& graph);
  void end();
  void end_checkpoint();        // after the last part of one
  bool close(bool is_to_last);  // true: it is all in the file; `is_to_last`: for good

 private:
  void bytes(const void* from, std::size_t size);
  template <class T>
  void value(const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    bytes(&value, sizeof value);
  }
  void flush();
  int file_;
  std::uint64_t digest_ = 0;
  std::uint64_t begin_ = 0, written_ = 0;  // of the file
  schedule::CheckpointEnd end_;            // of the parts so far
  std::size_t held_ = 0;                   // in the buffer
  bool is_good_;
  char buffer_[1 << 15];
};

class PartReader {
 public:
  explicit PartReader(const char* path);
  ~PartReader();
  PartReader(const PartReader&) = delete;
  PartReader& operator=(const PartReader&) = delete;

  // Before anything of it is believed: why it is not; nullptr: it can be read. Of a file with no part, too.
  const char* refusal(const schedule::Wishes& wishes, bool is_checkpoint = false);
  bool next();                                               // false: there are no more parts
  bool peek(Standing& standing) { return value(standing); }  // after next(), and nothing after it
  // In this order; `shared` gets the objects as a list, the first so many of its table.
  bool read(Standing& standing, control::ChangedPieces& changed, control::Shared& shared);
  bool read(ExecutionGraph& graph);

 private:
  bool bytes(void* to, std::size_t size);
  template <class T>
  bool value(T& value) {
    return bytes(&value, sizeof value);
  }
  bool seek(std::uint64_t to);
  int file_;
  std::uint64_t digest_ = 0;
  std::uint64_t end_ = 0;              // of the part
  std::uint64_t size_ = 0;             // of all parts
  std::size_t held_ = 0, passed_ = 0;  // in the buffer
  bool is_good_;
  char buffer_[1 << 15];
};

}  // namespace heddle::explore
