// SPDX-License-Identifier: Apache-2.0
// The accesses of a byte that can still race with a later one, and how little of each must be kept.
//
// Kept, as long as the byte has not raced: the last plain write; since then each thread's last plain read,
// last atomic write and last atomic read. Why that is enough, also to name the *latest* access e1 that
// conflicts with e2 and does not happen before it: let e1 be that access among all since the byte's alloc. If
// e1 came before the last plain write w, then e1 happens before w (there was no race yet, and everything
// conflicts with w), so w does not happen before e2 either, and w is later than e1: contradiction. If e1's
// thread made a later access of the same kind, that one conflicts with e2 too, and does not happen before e2,
// or e1 would: contradiction again. So e1 is kept. An atomic write replaces its thread's atomic read by the
// same argument: it conflicts with all that the read conflicts with. And a read that happens before a later
// read can be dropped for it (FastTrack): whatever the first is unordered with, so is the second.
//
// A cell is one cache line: the last write and the last read inline, all others behind a link.
#pragma once

#include <cstdint>

#include <boost/container/small_vector.hpp>

#include "base/check.h"
#include "event/event.h"
#include "order/shadow.h"

namespace heddle::detect {

// How an access takes part in conflicts.
enum class Part : std::uint8_t { plain_read, plain_write, atomic_read, atomic_write };

constexpr bool conflict(Part a, Part b) {
  const bool atomic_a = a >= Part::atomic_read, atomic_b = b >= Part::atomic_read;
  const bool writes_a = a == Part::plain_write || a == Part::atomic_write;
  const bool writes_b = b == Part::plain_write || b == Part::atomic_write;
  return (writes_a || writes_b) && !(atomic_a && atomic_b);
}

// Thread and segment of an access: the segment means what the engine that made the stamp means by it, only
// that a later stamp of the same segment is the same stamp. Shaped as order::Epoch. 0: no access.
using Stamp = std::uint64_t;
inline constexpr int kSegmentBits = 40;
constexpr Stamp stamp_of(event::ThreadId thread, std::uint64_t segment) {
  return std::uint64_t{thread.number()} << kSegmentBits | segment;
}
constexpr event::ThreadId thread_of(Stamp stamp) { return event::ThreadId(stamp >> kSegmentBits); }
constexpr std::uint64_t segment_of(Stamp stamp) { return stamp & ((Stamp{1} << kSegmentBits) - 1); }

// What a finding says of an access, in 20 bytes.
struct Record {
  std::uint32_t position_low = 0;
  std::uint16_t position_high = 0;
  event::Operation operation = event::Operation::read;
  Part part = Part::plain_read;
  event::LocationId location;
  event::StackId stack;
  std::uint32_t holding = 0;  // HeldLocks::Set

  event::Position position() const { return event::Position{position_high} << 32 | position_low; }
};
inline constexpr event::Position kMaximumPosition = (event::Position{1} << 48) - 1;

struct Access {
  Stamp stamp = 0;
  Record record;
};

struct alignas(64) Cell : order::CellHead {
  static constexpr std::uint8_t kRaced = 1;    // flags: silent, and nothing is kept
  static constexpr std::uint8_t kAtomics = 2;  // there are atomic accesses behind the link
  Record write_record;
  Record read_record;
  Stamp write = 0;
  Stamp read = 0;  // the last plain read since the write, by any thread

  bool raced() const { return (flags & kRaced) != 0; }
};
static_assert(sizeof(Cell) == 64);

// The other accesses of a cell: at most one of each part a thread.
// Those of a few threads lie in place: no second wait for memory.
using Others = boost::container::small_vector<Access, 7>;

}  // namespace heddle::detect
