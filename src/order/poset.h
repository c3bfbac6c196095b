// SPDX-License-Identifier: Apache-2.0
// A finite computation as a partially ordered set of events on n processes (Chang's dissertation, chapter 2), in the
// form that enumeration wants: every event has
//   its clock    clock(p, i)[q]   = how many events of q happened before it or are it, and
//   its reverse  reverse(p, i)[q] = how many events of q do not depend on event i + 1 of p,
//   its remotes  the events of other processes directly before it (the cover relation across processes).
// Events of a process are numbered from 1; number 0 stands for the time before the first one: its clock is
// all zeros, so nothing needs a special case. reverse(p, length(p)) is every process's length.
//
// A global state is a vector G with G[p] events of p done. It is consistent iff clock(p, G[p]) <= G for all
// p. Clock and reverse meet in a Galois connection, reverse(p, i)[q] >= j  iff  clock(q, j)[p] <= i, and that
// is why the values that digit d can take next to fixed digits 0..d-1 form one range without holes:
//   [max_h clock(h, G[h])[d], min_h reverse(h, G[h])[d]].
//
// Memory: 8 bytes an event and process, rows padded to whole vector registers. Building: O(n · events).
// Immutable once built; safe to share between threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <boost/align/aligned_allocator.hpp>

#include "event/event.h"

namespace heddle::order {

using Index = std::uint32_t;
using State = std::vector<Index>;

struct EventRef {
  std::uint32_t process = 0;
  Index index = 0;
  friend constexpr auto operator<=>(EventRef, EventRef) = default;
};

class Poset {
 public:
  std::size_t processes() const { return lengths_.size(); }
  std::size_t events() const { return extension_.size(); }
  Index length(std::size_t process) const { return lengths_[process]; }

  // Rows of processes() entries. Reading up to kSlack entries on either side of a row is harmless.
  static constexpr std::size_t kSlack = 16;
  const Index* clock(std::size_t process, Index index) const {
    return clocks_.data() + kSlack + (first_row_[process] + index) * stride_;
  }
  const Index* reverse(std::size_t process, Index index) const {
    return reverses_.data() + kSlack + (first_row_[process] + index) * stride_;
  }
  std::size_t stride() const { return stride_; }  // entries from one row to the next

  std::span<const EventRef> remotes(std::size_t process, Index index) const {
    const std::size_t row = first_row_[process] + index;
    return {remotes_.data() + remote_offsets_[row], remotes_.data() + remote_offsets_[row + 1]};
  }
  // The first remote event in one load; `more` says that remotes() has others. None: index 0, which every
  // state contains.
  struct FirstRemote {
    std::uint32_t process : 31;
    std::uint32_t more : 1;
    Index index;
  };
  const FirstRemote* first_remotes(std::size_t process) const {
    return first_remotes_.data() + first_row_[process];
  }
  // All events in one total order that respects the partial one: the order in which they were added.
  std::span<const EventRef> extension() const { return extension_; }
  std::uint32_t rank(std::size_t process, Index index) const {  // its place there
    return ranks_[first_row_[process] + index];
  }

  // What the events were in their trace. An event may stand for several trace events of its thread: all those
  // after the position of its predecessor, up to and including its own.
  event::ThreadId thread(std::size_t process) const { return threads_[process]; }
  event::Position position(std::size_t process, Index index) const {
    return positions_[first_row_[process] + index];
  }

  State bottom() const { return State(processes(), 0); }
  const State& top() const { return lengths_; }
  // a happened before b, or is it.
  bool before(EventRef a, EventRef b) const { return clock(b.process, b.index)[a.process] >= a.index; }
  bool consistent(std::span<const Index> state) const;

  // From clocks alone, by process and event (the first has index 1), which may make events of several
  // processes depend on each other: then the "poset" is a preorder, whose states are those that contain such
  // events together or not at all. Ranges of digits, divisions and diagrams work as ever; what goes event by
  // event (remotes, the extension, and so lex, quick_lex, bfs and tree) does not.
  static Poset from_clocks(const std::vector<std::vector<State>>& clocks);

  // The same poset with its processes in another order: process k of the result is order[k] of this one.
  Poset reordered(std::span<const std::size_t> order) const;

  std::size_t bytes() const;

 private:
  friend class PosetBuilder;
  using Rows = std::vector<Index, boost::alignment::aligned_allocator<Index, 64>>;

  void finish();  // makes all the rest from lengths_, extension_ and clocks_

  State lengths_;
  std::vector<std::size_t> first_row_;  // of each process; it has length + 1 rows
  std::size_t stride_ = 0;
  Rows clocks_;
  Rows reverses_;
  std::vector<std::uint64_t> remote_offsets_;
  std::vector<EventRef> remotes_;
  std::vector<FirstRemote> first_remotes_;
  std::vector<EventRef> extension_;
  std::vector<std::uint32_t> ranks_;
  std::vector<event::ThreadId> threads_;
  std::vector<event::Position> positions_;
};

// Events are added in an order that respects the partial one. Processes may be added at any time.
class PosetBuilder {
 public:
  std::size_t add_process(event::ThreadId thread);
  std::size_t processes() const { return threads_.size(); }

  // The next event of `process`, directly after its previous one and after those of `after`.
  EventRef add(std::size_t process, std::span<const EventRef> after, event::Position position);
  // The same with its clock, of at most processes() entries; the entry of `process` itself is not read.
  EventRef add_clock(std::size_t process, std::span<const Index> clock, event::Position position);
  // The last event of `process` stands for the trace events up to `position`, too.
  void extend(std::size_t process, event::Position position);

  Poset build() &&;

 private:
  struct Row {
    std::vector<Index> clock;
    event::Position position;
  };
  std::vector<event::ThreadId> threads_;
  std::vector<std::vector<Row>> rows_;
  std::vector<EventRef> extension_;
};

}  // namespace heddle::order
