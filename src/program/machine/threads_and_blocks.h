// SPDX-License-Identifier: Apache-2.0
// What a machine holds: threads with their frames, objects of memory.
// Only machine_parts.h includes this.
#pragma once

#include <cstdint>
#include <vector>

#include "program/machine/machine.h"

namespace heddle::program {

struct Frame {
  std::uint32_t function = 0;
  std::uint32_t pc = 0;
  std::uint32_t base = 0;          // of its registers
  std::uint32_t first_object = 0;  // of its stack objects
  Word routine_of = 0;             // the once flag whose routine it is, or kExitHandlers
};

struct Thread {
  enum class Status : std::uint8_t {
    absent,
    running,
    waiting,        // for a condition
    waiting_timed,  // and its time may come
    notified,
    timed_out,
    queued,  // for a lock that prefers writers
    at_barrier,
    leaving,
    leaving_as_serial,  // as the one of its round that is told so
    at_end,             // its destructors have run
    finished,
    failed
  };
  Status status = Status::absent;
  bool detached = false;
  bool dirty = true;
  bool interrupted = false;  // stands before an instruction of its own
  bool ending = false;       // runs Program::thread_end; its result is known
  std::uint8_t atomic_depth = 0;
  Word waits_for = 0;  // condition, barrier or lock; also while it leaves one that was not destroyed
  Word mutex = 0;      // to take again
  Word result = 0;
  std::vector<Frame> frames;
  std::vector<Word> registers;
  std::vector<ObjectNumber> objects;  // of all frames
  std::vector<Word> held;             // sorted; a reader's as often as it is, with bit 0 set; others once
  bool others_gone =
      false;  // of main: a thread ended that nobody joins; nothing orders what it did with what follows
  std::vector<Word> abandoned;        // of main: locks that threads held when they ended
  std::vector<ObjectNumber> storage;  // instance of each thread-local global, 0: not yet made
};

// It waits no more, but touches what it waited for once more when it returns.
inline bool is_leaving(const Thread& thread) {
  switch (thread.status) {
    case Thread::Status::notified:
    case Thread::Status::timed_out:
    case Thread::Status::leaving:
    case Thread::Status::leaving_as_serial:
      return true;
    default:
      return false;
  }
}

struct Object {
  enum class Kind : std::uint8_t { absent, function, global, heap, stack, thread_local_storage, freed };
  Kind kind = Kind::absent;
  bool constant = false;
  bool escaped = true;
  bool dirty = true;
  bool was_stack = false;  // of a freed one
  bool elsewhere = false;  // of a library: its bytes are not known
  bool all_written = true;
  bool exposed = false;  // of a local variable: its address was stored or returned, and may outlive it
  ThreadNumber owner = 0;
  std::uint32_t site = 0;  // location of its making
  std::uint32_t name = 0;  // message + 1
  std::uint32_t size = 0;
  std::uint8_t* data = nullptr;
  std::uint32_t page_base = 0;        // of a global: its place in the pages
  std::vector<std::uint8_t> bytes;    // of a dynamic object
  std::vector<std::uint8_t> written;  // a bit for each byte
  std::vector<Instance> instances;    // sorted
};

}  // namespace heddle::program
