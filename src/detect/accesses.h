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
// A cell is one cache line: the last write and the last read in place, all others behind a link.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

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

// Operation and part, as they stand in one number above the 48 bits of a position.
using Kind = std::uint64_t;
constexpr Kind kind_of(event::Operation operation, Part part) {
  return static_cast<Kind>(operation) << 48 | static_cast<Kind>(part) << 56;
}
constexpr Part part_of(Kind kind) { return static_cast<Part>(kind >> 56); }
inline constexpr event::Position kMaximumPosition = (event::Position{1} << 48) - 1;

// Where an access stands in the program: location and stack as they stand side by side in an event.
using Place = std::uint64_t;
inline Place place_of(const event::Event& event) {
  static_assert(offsetof(event::Event, stack) == offsetof(event::Event, location) + sizeof(event.location));
  Place place;
  std::memcpy(&place, reinterpret_cast<const char*>(&event) + offsetof(event::Event, location), sizeof place);
  return place;
}

// What a finding says of an access.
struct Record {
  std::uint64_t position_and_kind = 0;
  Place place = 0;
  std::uint32_t holding = 0;  // HeldLocks::Set

  event::Position position() const { return position_and_kind & kMaximumPosition; }
  event::Operation operation() const { return static_cast<event::Operation>(position_and_kind >> 48 & 0xff); }
  Part part() const { return part_of(position_and_kind); }
  event::LocationId location() const { return event::LocationId(static_cast<std::uint32_t>(place)); }
  event::StackId stack() const { return event::StackId(static_cast<std::uint32_t>(place >> 32)); }
};

struct alignas(32) Access {
  Stamp stamp = 0;
  Record record;
};
static_assert(sizeof(Access) == 32);

struct alignas(64) Cell : order::CellHead {
  static constexpr std::uint32_t kRaced = kFirstFlag;        // silent, and nothing is kept
  static constexpr std::uint32_t kAtomics = kFirstFlag * 2;  // there are atomic accesses behind the link

  // By Part: the last plain read since the write, while no two reads are concurrent; the last plain write.
  // Records lie in pieces: so a cell is one cache line.
  std::array<Stamp, 2> stamps = {};
  std::array<std::uint64_t, 2> positions_and_kinds = {};
  std::array<Place, 2> places = {};
  std::array<std::uint32_t, 2> holdings = {};

  Record record(Part part) const {
    const auto i = static_cast<std::size_t>(part);
    return {positions_and_kinds[i], places[i], holdings[i]};
  }
  void set_record(Part part, const Record& record) {
    const auto i = static_cast<std::size_t>(part);
    positions_and_kinds[i] = record.position_and_kind;
    places[i] = record.place;
    holdings[i] = record.holding;
  }
  Access read() const { return {stamps[0], record(Part::plain_read)}; }
  Access write() const { return {stamps[1], record(Part::plain_write)}; }
};
static_assert(sizeof(Cell) == 64 && static_cast<int>(Part::plain_write) == 1);

// The other accesses of a cell: at most one of each part a thread.
struct Others {
  static constexpr std::size_t kHomes = 8;
  std::array<Access, kHomes> reads;  // by thread: plain reads of the first threads are found at once
  std::vector<Access> rest;          // by thread: there may be many

  // Where those of the thread begin in `rest`.
  std::vector<Access>::iterator of(event::ThreadId thread) {
    return std::partition_point(rest.begin(), rest.end(),
                                [&](const Access& access) { return thread_of(access.stamp) < thread; });
  }
  template <class Each>
  void for_each(Each&& each) const {
    for (const Access& read : reads)
      if (read.stamp != 0) each(read);
    for (const Access& other : rest) each(other);
  }
};

}  // namespace heddle::detect
