// SPDX-License-Identifier: Apache-2.0
// The part that all detectors share: which earlier accesses an access is compared with (accesses.h), for
// every byte (order/shadow.h), and what becomes of the answer. What differs is Order, the representation of
// happens-before:
//   Order(const HeldLocks&)
//   void before(event), after()      what an event with Flow::orders learns and publishes
//   Stamp stamp(thread)              for an access made now; the same until the thread publishes
//   bool knows(thread, held, access) whether the access, another thread's, happens before what the thread
//   does
//                                    now holding the set `held`
//   keep(stamp), drop(stamp)         a cell holds that stamp, no longer holds it; if kCounts
//   save(), restore(point)           points are numbered from 0, as everywhere in here
#pragma once

#include <array>
#include <span>
#include <utility>
#include <vector>

#include "base/check.h"
#include "detect/accesses.h"
#include "detect/detectors.h"
#include "detect/held_locks.h"
#include "detect/race_report.h"
#include "finding/listener.h"
#include "order/flow.h"
#include "order/shadow.h"

namespace heddle::detect {

template <class Order>
class RaceDetector final : public finding::Listener {
 public:
  explicit RaceDetector(Options options)
      : parts_(parts_by_operation(options.discipline)),
        keeps_reads_(options.discipline != Discipline::writes_first),
        order_(held_),
        shadow_(*this) {}

  void begin(const event::Names& names, finding::Sink sink) override {
    names_ = &names;
    sink_ = std::move(sink);
  }

  void on(event::Position first, std::span<const event::Event> events) override {
    HEDDLE_CHECK(first + events.size() <= kMaximumPosition, "positions fit their records");
    for (std::size_t i = 0; i < events.size(); ++i) {
      const event::Event& event = events[i];
      if (i + kAhead < events.size()) {
        shadow_.prefetch(events[i + kAhead].target);
        const Cell* soon = shadow_.peek(events[i + kAhead / 2].target);
        if (soon != nullptr && soon->link != 0 && !soon->split) others_.prefetch(soon->link);
      }
      if (event.operation <= event::Operation::write) [[likely]]
        access(event, first + i);
      else if (order::Flow::orders(event.operation))
        synchronise(event, first + i);
    }
  }

  Point save() override {
    points_.push_back(held_.save());
    order_.save();
    shadow_.save();
    others_.save();
    return points_.size() - 1;
  }
  void restore(Point point) override {
    HEDDLE_CHECK(point < points_.size(), "a point to restore was saved, and not forgotten since");
    points_.resize(point + 1);
    held_.restore(points_[point]);
    order_.restore(point);
    shadow_.restore(point);
    others_.restore(point);
  }

  // For Shadow.
  void duplicated(Cell& cell) {
    keep(cell.write);
    keep(cell.read);
    if (cell.link == 0) return;
    cell.link = others_.clone(cell.link);
    for (const Access& other : others_[cell.link]) keep(other.stamp);
  }
  void dropped(Cell& cell) {
    forget_since_write(cell);
    drop(cell.write);
    cell.write = 0;
  }

 private:
  // Cells lie scattered: fetching them this many events early hides most of the wait for memory.
  static constexpr std::size_t kAhead = 16;

  static std::array<Part, event::kOperations> parts_by_operation(Discipline discipline) {
    std::array<Part, event::kOperations> parts{};
    for (std::size_t i = 0; i < event::kOperations; ++i) {
      const auto operation = static_cast<event::Operation>(i);
      const bool writes = event::writes(operation) || discipline == Discipline::exclusive;
      parts[i] = event::is_atomic(operation) ? (writes ? Part::atomic_write : Part::atomic_read)
                                             : (writes ? Part::plain_write : Part::plain_read);
    }
    return parts;
  }

  void synchronise(const event::Event& event, event::Position position) {
    order_.before(event);
    held_.on(event);
    if (event::is_access(event.operation))
      access(event, position);
    else if (event.operation == event::Operation::alloc)
      shadow_.reset(event.variable());
    order_.after();
  }

  void access(const event::Event& event, event::Position position) {
    const Stamp stamp = order_.stamp(event.thread);
    const Part part = parts_[static_cast<std::size_t>(event.operation)];
    // Made where it is stored, from registers: copying a record just written to memory would stall.
    const auto record = [&]() -> Record {
      return {.position_low = static_cast<std::uint32_t>(position),
              .position_high = static_cast<std::uint16_t>(position >> 32),
              .operation = event.operation,
              .part = part,
              .location = event.location,
              .stack = event.stack,
              .holding = held_.of(event.thread)};
    };
    shadow_.visit(
        event.variable(), [&](Cell & cell, std::uint64_t address) __attribute__((always_inline)) {
          if (cell.link != 0 || part > Part::plain_write) {
            if (part != Part::plain_read || !read_again(cell, stamp, record))
              compare(cell, address, {stamp, record()});
            return;
          }
          // Nearly always: a plain access of a cell with nothing but a write and a read, ordered before it.
          if (part == Part::plain_read) {
            if (cell.read !=
                stamp) {  // else this segment has read it before, and nothing happened to it since
              if (cell.raced()) return;
              if (!ordered(event.thread, cell.write, cell.write_record) ||
                  !ordered(event.thread, cell.read, cell.read_record)) {
                compare(cell, address, {stamp, record()});
                return;
              }
              if (!keeps_reads_) return;
              replace(cell.read, stamp);
            }
            cell.read_record = record();
          } else {
            if (cell.write != stamp || cell.read != 0) {
              if (cell.raced()) return;
              if (!ordered(event.thread, cell.write, cell.write_record) ||
                  !ordered(event.thread, cell.read, cell.read_record)) {
                compare(cell, address, {stamp, record()});
                return;
              }
              replace(cell.read, 0);
              replace(cell.write, stamp);
            }
            cell.write_record = record();
          }
        });
    if (race_.exists()) [[unlikely]]
      report(event, position);
  }

  // A read of a cell that several threads read, by one that has read it before: no need to look at the
  // others, unless some are atomic.
  template <class MakeRecord>
  [[gnu::noinline]] bool read_again(Cell& cell, Stamp stamp, const MakeRecord& record) {
    if ((cell.flags & Cell::kAtomics) != 0 || !keeps_reads_) return false;
    const event::ThreadId thread = thread_of(stamp);
    const auto again = [&](Stamp& mine, Record& mine_record) {
      if (mine != stamp && !ordered(thread, cell.write, cell.write_record)) return false;
      replace(mine, stamp);
      mine_record = record();
      return true;
    };
    if (thread_of(cell.read) == thread && cell.read != 0) return again(cell.read, cell.read_record);
    Others* others = nullptr;
    std::tie(cell.link, others) = others_.writable(cell.link);
    for (Access& other : *others)
      if (thread_of(other.stamp) == thread) return again(other.stamp, other.record);
    return false;
  }

  bool ordered(event::ThreadId thread, Stamp stamp, const Record& record) {
    return stamp == 0 || thread_of(stamp) == thread || order_.knows(thread, held_.of(thread), stamp, record);
  }

  [[gnu::noinline]] void compare(Cell& cell, std::uint64_t address, const Access& now) {
    if (cell.raced()) return;
    const event::ThreadId thread = thread_of(now.stamp);
    const Access* latest = nullptr;
    const Access write{cell.write, cell.write_record};
    const Access read{cell.read, cell.read_record};
    const auto against = [&](const Access& earlier) {
      if (!conflict(earlier.record.part, now.record.part)) return;
      if (latest != nullptr && latest->record.position() > earlier.record.position()) return;
      if (!ordered(thread, earlier.stamp, earlier.record)) latest = &earlier;
    };
    against(write);
    against(read);
    if (cell.link != 0 && (now.record.part != Part::plain_read || (cell.flags & Cell::kAtomics) != 0))
      for (const Access& other : others_[cell.link]) against(other);
    if (latest != nullptr) {
      race_.add(address, cell.bytes, *latest);
      dropped(cell);
      cell.flags = Cell::kRaced;
      return;
    }
    switch (now.record.part) {
      case Part::plain_write:
        forget_since_write(cell);
        replace(cell.write, now.stamp);
        cell.write_record = now.record;
        break;
      case Part::plain_read:
        if (keeps_reads_) keep_read(cell, now);
        break;
      case Part::atomic_read:
        if (!keeps_reads_) break;
        [[fallthrough]];
      case Part::atomic_write:
        cell.flags |= Cell::kAtomics;
        keep_other(cell, now);
        break;
    }
  }

  // The inline read is the first reader's, and its alone as soon as there are others.
  void keep_read(Cell& cell, const Access& now) {
    const event::ThreadId thread = thread_of(now.stamp);
    if (cell.read == 0 || thread_of(cell.read) == thread ||
        (cell.link == 0 && ordered(thread, cell.read, cell.read_record))) {
      replace(cell.read, now.stamp);
      cell.read_record = now.record;
    } else {
      keep_other(cell, now);
    }
  }

  // Instead of what the same thread did before in the same part.
  void keep_other(Cell& cell, const Access& access) {
    Others* others = nullptr;
    if (cell.link == 0) cell.link = others_.make();
    std::tie(cell.link, others) = others_.writable(cell.link);
    const Part part = access.record.part;
    bool kept = false;
    for (std::size_t i = 0; i < others->size(); ++i) {
      Access& other = (*others)[i];
      if (thread_of(other.stamp) != thread_of(access.stamp)) continue;
      if (other.record.part == part) {
        replace(other.stamp, access.stamp);
        other.record = access.record;
        kept = true;
      } else if (other.record.part == Part::atomic_read && part == Part::atomic_write) {
        drop(other.stamp);
        other = others->back();
        others->pop_back();
        --i;
      }
    }
    if (kept) return;
    keep(access.stamp);
    others->push_back(access);
  }

  void forget_since_write(Cell& cell) {
    drop(cell.read);
    cell.read = 0;
    if (cell.link == 0) return;
    for (const Access& other : others_[cell.link]) drop(other.stamp);
    others_.drop(cell.link);
    cell.link = 0;
    cell.flags &= static_cast<std::uint8_t>(~Cell::kAtomics);
  }

  void replace(Stamp& stamp, Stamp by) {
    if (stamp == by) return;
    keep(by);
    drop(stamp);
    stamp = by;
  }
  void keep(Stamp stamp) {
    if constexpr (Order::kCounts)
      if (stamp != 0) order_.keep(stamp);
  }
  void drop(Stamp stamp) {
    if constexpr (Order::kCounts)
      if (stamp != 0) order_.drop(stamp);
  }

  void report(const event::Event& event, event::Position position) {
    sink_(race_.finding(event, position, held_.of(event.thread), held_, *names_));
    race_ = {};
  }

  const std::array<Part, event::kOperations> parts_;
  const bool keeps_reads_;
  const event::Names* names_ = nullptr;
  finding::Sink sink_;

  HeldLocks held_;
  Order order_;
  order::Shadow<Cell, RaceDetector> shadow_;
  order::UndoPool<Others> others_;
  Race race_;  // of the present access

  std::vector<HeldLocks::Point> points_;
};

}  // namespace heddle::detect
