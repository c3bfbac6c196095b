// SPDX-License-Identifier: Apache-2.0
// The part that all detectors share: which earlier accesses an access is compared with (accesses.h), for
// every byte (order/shadow.h), and what becomes of the answer. What differs is Order, the representation of
// happens-before:
//   Order(const HeldLocks&)
//   void before(event), after()      what an event with Flow::orders learns and publishes
//   Stamp stamp(thread)              for an access made now; the same until the thread publishes
//   Sight sight(thread)              what the next question needs to know of the thread; until its next event
//                                    with Flow::orders, its fork or join, or a thread that is new
//   bool knows(sight, held, access)  whether the access happens before what the thread does now, holding
//                                    the set `held`; true for its own and for none
//   keep(stamp), drop(stamp)         a cell holds that stamp, no longer holds it; if kCounts
//
// Nearly all of a trace is plain accesses of a cell that has nothing but a write and a read, both ordered
// before. These are handled by `simple` alone. It has few branches, for whether an access reads or writes, by
// which thread, in which segment, is a matter of luck to the processor. The cells of some events are found
// before the first of these is handled, then the reads behind their links: they lie scattered, and all are
// fetched at once.
#pragma once

#include <algorithm>
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
      : kinds_(kinds_by_operation(options.discipline)),
        keeps_reads_(options.discipline != Discipline::writes_first),
        order_(held_),
        shadow_(*this) {}

  void begin(const event::Names& names, finding::Sink sink) override {
    names_ = &names;
    sink_ = std::move(sink);
  }

  void on(event::Position first, std::span<const event::Event> events) override {
    HEDDLE_CHECK(first + events.size() <= kMaximumPosition, "positions fit their records");
    if (!keeps_reads_) {
      one_by_one(first, events);
      return;
    }
    std::array<Cell*, kWindow> cells;  // not cleared: find() fills what is used
    for (; !events.empty(); events = events.subspan(std::min(kWindow, events.size()))) {
      const auto window = events.first(std::min(kWindow, events.size()));
      find(window, cells);
      find_linked(window, cells);
      take(window, cells, first);
      first += window.size();
    }
  }

  // For Shadow.
  void duplicated(Cell& cell) {
    for (const Stamp stamp : cell.stamps) keep(stamp);
    if (cell.link == 0) return;
    cell.link = others_.clone(cell.link);
    others_[cell.link].for_each([&](const Access& other) { keep(other.stamp); });
  }
  void dropped(Cell& cell) {
    forget_since_write(cell);
    replace(cell.stamps[1], 0);
  }

 private:
  static constexpr std::size_t kWindow = 64;
  // A thread that accesses, with what its accesses have in common until it synchronises.
  struct Actor {
    event::ThreadId thread;
    Stamp stamp = 0;
    HeldLocks::Set holding = 0;
    typename Order::Sight sight{};
  };
  Actor actor_of(event::ThreadId thread) {
    const Stamp stamp = order_.stamp(thread);
    return {thread, stamp, held_.of(thread), order_.sight(thread)};
  }

  static bool is_plain(event::Operation operation) { return operation <= event::Operation::write; }

  static std::array<Kind, event::kOperations> kinds_by_operation(Discipline discipline) {
    std::array<Kind, event::kOperations> kinds{};
    for (std::size_t i = 0; i < event::kOperations; ++i) {
      const auto operation = static_cast<event::Operation>(i);
      const bool writes = event::writes(operation) || discipline == Discipline::exclusive;
      const Part part = event::is_atomic(operation) ? (writes ? Part::atomic_write : Part::atomic_read)
                                                    : (writes ? Part::plain_write : Part::plain_read);
      kinds[i] = detect::kind_of(operation, part);
    }
    return kinds;
  }

  void synchronise(const event::Event& event, event::Position position) {
    if constexpr (requires { order_.acquire(event.thread, event.lock()); }) {
      if (event.operation == event::Operation::acquire) {
        order_.acquire(event.thread, event.lock());
        held_.acquire(event.thread, event.lock());
        return;
      }
      if (event.operation == event::Operation::release) {
        order_.release(event.thread, event.lock());
        held_.release(event.thread, event.lock());
        return;
      }
    }
    order_.before(event);
    held_.on(event);
    if (event::is_access(event.operation))
      access(event, position, actor_of(event.thread));
    else if (event.operation == event::Operation::alloc)
      shadow_.reset(event.variable());
    order_.after();
  }

  void one_by_one(event::Position position, std::span<const event::Event> events) {
    for (const event::Event& event : events) {
      if (is_plain(event.operation))
        access(event, position, actor_of(event.thread));
      else if (order::Flow::orders(event.operation))
        synchronise(event, position);
      ++position;
    }
  }

  // A function of its own: so all that it needs is in registers.
  [[gnu::noinline]] void take(std::span<const event::Event> window, const std::array<Cell*, kWindow>& cells,
                              event::Position first) {
    for (std::size_t i = 0; i < window.size(); ++i) {
      const event::Event& event = window[i];
      if (!is_plain(event.operation)) {
        if (order::Flow::orders(event.operation)) {
          synchronise(event, first + i);
          look_again(event);
        }
        continue;
      }
      if (event.thread.index() >= actors_.size()) [[unlikely]]
        look_again(event);
      const Actor& actor = actors_[event.thread.index()];
      Cell& cell = *cells[i];
      if (cell.shape != shadow_.plain_shape(event.variable()) || !simple(cell, event, first + i, actor))
        access(event, first + i, actor);
    }
  }
  // At what the event may have changed.
  void look_again(const event::Event& event) {
    const bool concerns_other = event::target_kind(event.operation) == event::TargetKind::thread;
    const std::size_t threads =
        std::max(event.thread.index(), concerns_other ? event.other().index() : 0) + 1;
    if (threads > actors_.size()) [[unlikely]] {
      actors_.resize(threads);
      for (std::size_t i = 0; i < threads; ++i) order_.stamp(event::ThreadId(i));
      for (std::size_t i = 0; i < threads; ++i) actors_[i] = actor_of(event::ThreadId(i));
      return;
    }
    actors_[event.thread.index()] = actor_of(event.thread);
    if (concerns_other) actors_[event.other().index()] = actor_of(event.other());
  }

  // The number or 0, by arithmetic: compilers make a branch of ?: that fails as often as it is guessed.
  template <class Number>
  static Number if_so(bool condition, Number number) {
    return number & (Number{0} - static_cast<Number>(condition));
  }

  // What is no access gets a cell as well, so as not to branch: what an event is is hard to predict.
  void find(std::span<const event::Event> window, std::array<Cell*, kWindow>& cells) {
    for (std::size_t i = 0; i < window.size(); ++i) {
      cells[i] = shadow_.granule(window[i].target);
      __builtin_prefetch(cells[i], 1);
    }
  }

  // Inlined by force: gcc takes a function that only fetches ahead for one without effect, and drops the
  // call.
  [[gnu::always_inline]] void find_linked(std::span<const event::Event> window,
                                          const std::array<Cell*, kWindow>& cells) const {
    for (std::size_t i = 0; i < window.size(); ++i) {
      const Others& others = others_[if_so(!cells[i]->split(), cells[i]->link)];
      __builtin_prefetch(&others.reads[window[i].thread.index() % Others::kHomes], 1);
    }
  }

  Record record_of(const event::Event& event, event::Position position, const Actor& actor) const {
    return {
        .position_and_kind = position | kind_of(event), .place = place_of(event), .holding = actor.holding};
  }
  Kind kind_of(const event::Event& event) const { return kinds_[static_cast<std::size_t>(event.operation)]; }

  // A plain access of a cell without flags, while reads are kept. False: it is not so simple, and nothing
  // was done.
  [[gnu::always_inline]] bool simple(Cell& cell, const event::Event& event, event::Position position,
                                     const Actor& actor) {
    const Part part = part_of(kind_of(event));
    if (cell.link != 0) return part == Part::plain_read && read_again(cell, event, position, actor);
    if (!ordered(actor, cell, Part::plain_write) || !ordered(actor, cell, Part::plain_read)) return false;
    replace(cell.stamps[0], if_so(part == Part::plain_read, actor.stamp));
    if constexpr (Order::kCounts) {
      if (part == Part::plain_write) replace(cell.stamps[1], actor.stamp);
    } else {
      cell.stamps[static_cast<std::size_t>(part)] = actor.stamp;
    }
    cell.set_record(part, record_of(event, position, actor));
    return true;
  }

  // A read of a cell that several threads read, by one that has read it since the write: the others' reads
  // do not matter.
  [[gnu::always_inline]] bool read_again(Cell& cell, const event::Event& event, event::Position position,
                                         const Actor& actor) {
    Access* mine = last_read(others_[cell.link], actor.thread);
    if (mine == nullptr) return false;
    if (mine->stamp != actor.stamp && !ordered(actor, cell, Part::plain_write)) return false;
    replace(mine->stamp, actor.stamp);
    mine->record = record_of(event, position, actor);
    return true;
  }

  static Access* last_read(Others& others, event::ThreadId thread) {
    if (thread.index() < Others::kHomes) [[likely]] {
      Access& home = others.reads[thread.index()];
      return home.stamp == 0 ? nullptr : &home;
    }
    for (auto other = others.of(thread); other != others.rest.end() && thread_of(other->stamp) == thread;
         ++other)
      if (other->record.part() == Part::plain_read) return &*other;
    return nullptr;
  }

  [[gnu::noinline]] void access(const event::Event& event, event::Position position, Actor actor) {
    const Part part = part_of(kind_of(event));
    shadow_.visit(event.variable(), [&](Cell& cell, std::uint64_t address) {
      const bool may_be_simple =
          part <= Part::plain_write && keeps_reads_ && !cell.has(Cell::kRaced | Cell::kAtomics);
      if (!may_be_simple || !simple(cell, event, position, actor))
        compare(cell, address, actor, {actor.stamp, record_of(event, position, actor)});
    });
    if (race_.exists()) [[unlikely]]
      report(event, position);
  }

  bool ordered(const Actor& actor, const Access& earlier) {
    return order_.knows(actor.sight, actor.holding, earlier.stamp, earlier.record);
  }
  bool ordered(const Actor& actor, const Cell& cell, Part part) {
    return order_.knows(actor.sight, actor.holding, cell.stamps[static_cast<std::size_t>(part)],
                        cell.record(part));
  }

  [[gnu::noinline]] void compare(Cell& cell, std::uint64_t address, const Actor& actor, const Access& now) {
    if (cell.has(Cell::kRaced)) return;
    const Access* latest = nullptr;
    const Access write = cell.write();
    const Access read = cell.read();
    const auto against = [&](const Access& earlier) {
      if (!conflict(earlier.record.part(), now.record.part())) return;
      if (latest != nullptr && latest->record.position() > earlier.record.position()) return;
      if (!ordered(actor, earlier)) latest = &earlier;
    };
    against(write);
    against(read);
    if (cell.link != 0 && (now.record.part() != Part::plain_read || cell.has(Cell::kAtomics)))
      others_[cell.link].for_each(against);
    if (latest != nullptr) {
      const auto [first, last] = shadow_.bytes_of(cell, address);
      race_.add(first, last, *latest);
      dropped(cell);
      cell.shape |= Cell::kRaced;
      return;
    }
    switch (now.record.part()) {
      case Part::plain_write:
        forget_since_write(cell);
        replace(cell.stamps[1], now.stamp);
        cell.set_record(Part::plain_write, now.record);
        break;
      case Part::plain_read:
        if (keeps_reads_) keep_read(cell, actor, now);
        break;
      case Part::atomic_read:
        if (!keeps_reads_) break;
        [[fallthrough]];
      case Part::atomic_write:
        cell.shape |= Cell::kAtomics;
        keep_other(cell, now);
        break;
    }
  }

  // In place as long as it follows the last one; else all reads go behind the link.
  void keep_read(Cell& cell, const Actor& actor, const Access& now) {
    if (cell.link == 0 && ordered(actor, cell, Part::plain_read)) {
      replace(cell.stamps[0], now.stamp);
      cell.set_record(Part::plain_read, now.record);
      return;
    }
    if (cell.stamps[0] != 0) keep_other(cell, cell.read());
    replace(cell.stamps[0], 0);
    keep_other(cell, now);
  }

  // Instead of what the same thread did before in the same part.
  void keep_other(Cell& cell, const Access& access) {
    if (cell.link == 0) cell.link = others_.make();
    Others& others = others_[cell.link];
    const event::ThreadId thread = thread_of(access.stamp);
    const Part part = access.record.part();
    keep(access.stamp);
    const auto same = [&](const Access& other) {
      const bool replaced = thread_of(other.stamp) == thread &&
                            (other.record.part() == part ||
                             (other.record.part() == Part::atomic_read && part == Part::atomic_write));
      if (replaced) drop(other.stamp);
      return replaced;
    };
    if (part == Part::plain_read && thread.index() < Others::kHomes) {
      Access& home = others.reads[thread.index()];
      drop(home.stamp);
      home = access;
      return;
    }
    const auto first = others.of(thread);
    auto last = first;
    while (last != others.rest.end() && thread_of(last->stamp) == thread) ++last;
    const auto kept = std::remove_if(first, last, same);
    if (kept == last) {
      others.rest.insert(last, access);
    } else {
      *kept = access;
      others.rest.erase(kept + 1, last);
    }
  }

  void forget_since_write(Cell& cell) {
    replace(cell.stamps[0], 0);
    if (cell.link == 0) return;
    others_[cell.link].for_each([&](const Access& other) { drop(other.stamp); });
    others_.drop(cell.link);
    cell.link = 0;
    cell.shape &= ~Cell::kAtomics;
  }

  void replace(Stamp& stamp, Stamp by) {
    if (Order::kCounts && stamp != by) {
      keep(by);
      drop(stamp);
    }
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

  const std::array<Kind, event::kOperations> kinds_;
  const bool keeps_reads_;
  const event::Names* names_ = nullptr;
  finding::Sink sink_;

  HeldLocks held_;
  Order order_;
  order::Shadow<Cell, RaceDetector> shadow_;
  order::Pool<Others> others_;
  Race race_;  // of the present access

  std::vector<Actor> actors_;  // by thread
};

}  // namespace heddle::detect
