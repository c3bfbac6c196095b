// SPDX-License-Identifier: Apache-2.0
// An execution as memory models see it: what each thread did, in its order (po); for each read the write it
// reads (rf); for each location the order of its writes (co). That is all the state the exploration of weak
// memory has: graphs wait their turn, are copied, cut down and grown again.
//
// Events stand in the order in which they were added; that order is their *stamp*. A read that is given
// another write to read keeps its stamp. A read-modify-write is a read and, where it succeeds, a write right
// after it in its thread; the read keeps the operands, so that the write can be computed without running the
// program. Every location has an initial value, before all its writes in co.
//
// Clocks. What an event knows is a function of its (po ∪ rf)-prefix: it is computed when the event is added,
// and again only when its own rf changes. A clock has an entry a thread: how many of its events are known.
//   hb     what happens before it and itself (C++20: release sequences go on through read-modify-writes only)
//   porf   what (po ∪ rf)+ leads to it, and itself
//   seen   what an acquire fence after it would make happen before (by the relaxed reads before it)
//   fenced what the last release fence before it published
//   gives  of a write: what a read that acquires from it learns
//   read from w          porf ⊔= w.porf; seen ⊔= w.gives; acquire: hb ⊔= w.gives
//   write                gives = (release ? hb : fenced) ⊔ (of a read-modify-write: gives of what it read)
//   fence                acquire: hb ⊔= seen; then release: fenced = hb
//   what changes a queue of those who wait hands nothing over (wake_ups.h)
//   after another event  hb, porf ⊔= those of that event: creation and join
//
// Not thread-safe; in an arena, so that processes can hand graphs to each other.
#pragma once

#include <cstdint>
#include <span>

#include "base/fours.h"
#include "event/operation.h"
#include "explore/arena.h"
#include "schedule/memory.h"

namespace heddle::explore {

using control::Modification;
using control::Thread;
using event::MemoryOrder;

class ExecutionGraph {
 public:
  using Index = std::uint32_t;  // of an event: its stamp
  static constexpr Index kNone = ~Index{0};
  static constexpr Index kInitial = kNone - 1;  // the write before all others

  enum class Kind : std::uint8_t { read, write, fence, after };
  struct Event {
    Kind kind = Kind::read;
    MemoryOrder order = MemoryOrder::relaxed;  // as it acts: a compare-exchange that fails has its failure's
    bool modifies = false;                     // half of a read-modify-write that succeeds
    bool pinned = false;                       // never to be removed by a revisit: see GraphSearch
    bool blocked = false;      // a read: its thread waits for another value, and does nothing after it
    bool waited = false;       // of the round of a loop at whose end its thread is blocked
    std::uint32_t choice = 0;  // a read: which of its modification's choices was made
    Thread thread = 0;
    std::uint32_t place = 0;     // in its thread
    std::uint32_t location = 0;  // read, write
    Index previous = kNone;      // in its thread
    Index from = kNone;          // read: the write it reads; after: the event that comes before it
    Index beside = kNone;        // the event added before it at the same location
    Index next_write = kNone;    // write: in co
    std::uint32_t rank = 0;      // write: its place in co, from 1; the initial write's is 0
    std::uint64_t value = 0;
    Modification modification;  // of a read: what it is the first half of
  };
  enum class Knows : std::uint8_t { hb, porf, seen, fenced, gives };

  explicit ExecutionGraph(Arena& arena)
      : events_(arena), clocks_(arena), locations_(arena), threads_(arena), scratch_(arena) {}
  void assign(const ExecutionGraph& other);
  // What waits: how many decisions its run has in common with the run before; less than 0: not even the first events.
  std::int64_t shared = -1;
  // Each array of plain data that it consists of, for whoever keeps graphs in files.
  template <class Each>
  void each_part(Each&& each) {
    each(events_);
    each(clocks_);
    each(locations_);
    each(threads_);
  }
  void set_width(std::uint32_t width) { stride_ = width; }
  void renumber_locations(const std::uint32_t* numbers);  // by the old one
  void clear();

  Index size() const { return static_cast<Index>(events_.size()); }
  const Event& operator[](Index event) const { return events_[event]; }
  Event& change(Index event) { return events_[event]; }
  std::uint32_t events_of(Thread thread) const {
    return thread < threads_.size() ? threads_[thread].count : 0;
  }
  Index last_of(Thread thread) const { return thread < threads_.size() ? threads_[thread].last : kNone; }
  Index last_read_of(Thread thread) const;
  // The events of each thread one behind the other, to find them by their places, and where each thread's begin.
  void sort_by_place(Array<Index>& starts, Array<Index>& events) const;
  Thread threads() const { return static_cast<Thread>(threads_.size()); }

  // ---- locations ----
  void note_location(std::uint32_t location, std::uint64_t initial) {
    if (!has_location(location)) begin_location(location, initial);
  }
  bool has_location(std::uint32_t location) const {
    return location < locations_.size() && locations_[location].known;
  }
  std::uint32_t locations() const { return static_cast<std::uint32_t>(locations_.size()); }
  Index newest_at(std::uint32_t location) const { return locations_[location].newest; }  // then `beside`
  Index last_write(std::uint32_t location) const { return locations_[location].last; }   // kInitial: none
  std::uint32_t rank_of(Index write) const { return write == kInitial ? 0 : events_[write].rank; }
  std::uint64_t value_of(Index write, std::uint32_t location) const {
    return write == kInitial ? locations_[location].initial : events_[write].value;
  }
  Index write_after(Index write, std::uint32_t location) const {
    return write == kInitial ? locations_[location].first : events_[write].next_write;
  }
  Index write_at(std::uint32_t location, std::uint32_t rank) const;
  // What it does to a queue of those who wait, either half of it.
  Modification::Queue queue_of(Index event) const;

  // ---- knowledge ----
  const std::uint32_t* clock(Index event, Knows what) const {
    return clocks_.begin() + (std::size_t{event} * kClocks + static_cast<std::size_t>(what)) * stride_;
  }
  std::uint32_t width() const { return stride_; }  // of clocks
  bool knows(Index event, Knows what, Index other) const {
    return clock(event, what)[events_[other].thread] > events_[other].place;
  }
  // The least rank that an access of the location after `previous` may read, or be placed behind: that of the
  // last write there that is known, or that a known read reads.
  std::uint32_t lower_bound(Index previous, std::uint32_t location) const;

  // ---- growing and cutting ----
  Index add_read(Thread thread, std::uint32_t location, Index from, const Modification& modification,
                 MemoryOrder order, std::uint32_t choice = 0);
  // Not in co yet. `modifies`: the second half of the read before it.
  Index add_write(Thread thread, std::uint32_t location, std::uint64_t value, MemoryOrder order,
                  bool modifies);
  void add_fence(Thread thread, MemoryOrder order);
  void add_after(Thread thread, Index other);
  void place_after(Index write, std::uint32_t rank);
  // Gives the read another write: value, success, order and clocks follow. It is its thread's last event.
  void read_from(Index read, Index write, std::uint32_t choice = 0);
  // Removes the events that `removed` names, by index; none of the others reads them or follows them. The new
  // index of `kept`.
  Index restrict_to(const bool* removed, Index kept);
  // The thread's last so many reads are a round of a loop that waits: the last one blocks it. Not if the round gives back
  // a lock behind it: then the thread stops where it comes back to. False: it is so.
  bool mark_waiting(Thread thread, std::uint32_t reads);
  // Does the read read its location's last write? What such rounds left is what they had found, and counts as that.
  bool reads_last(Index read) const;
  // Somebody waits for a value that has changed.
  bool waits_for_old() const;
  // Does a write placed behind this rank part a read-modify-write from what it read?
  bool parts_modification(std::uint32_t location, std::uint32_t rank) const;

 private:
  static constexpr std::size_t kClocks = 5;
  struct Location {
    bool known = false;
    std::uint64_t initial = 0;
    Index first = kNone, last = kInitial, newest = kNone;
  };
  struct End {
    std::uint32_t count = 0;
    Index last = kNone;
  };
  std::uint32_t* own_clock(Index event, Knows what) {
    return clocks_.begin() + (std::size_t{event} * kClocks + static_cast<std::size_t>(what)) * stride_;
  }
  void goes_on_after(Index event);
  Event& append(Kind kind, Thread thread, MemoryOrder order, std::uint32_t location = 0);
  void start_clocks(Index event);
  Index giver_to_readers(Index write) const;
  void know_read(Index read);
  void join(std::uint32_t* into, const std::uint32_t* from) const { base::join_fours(into, from, stride_); }
  void begin_location(std::uint32_t location, std::uint64_t initial);
  void need_threads(Thread thread);
  void renumber(std::uint32_t location);

  Array<Event> events_;
  Array<std::uint32_t> clocks_;
  Array<Location> locations_;
  Array<End> threads_;
  Array<Index> scratch_;
  std::uint32_t stride_ = 4;
};

}  // namespace heddle::explore
