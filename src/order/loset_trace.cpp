// SPDX-License-Identifier: Apache-2.0
#include "order/loset_trace.h"

#include <algorithm>
#include <optional>

#include "order/flow.h"
#include "order/memory_parts.h"

namespace heddle::order {

using event::Event;
using event::LockId;
using event::Operation;

namespace {

// Locks that can make a thread wait: taken by two threads, exclusively by at least one.
std::vector<bool> contended_locks(std::span<const Event> events) {
  struct Use {
    event::ThreadId first;
    bool several = false, exclusive = false;
  };
  std::vector<Use> uses;
  for (const Event& event : events) {
    const bool shared = event.operation == Operation::acquire_shared;
    if (event.operation != Operation::acquire && event.operation != Operation::wake && !shared) continue;
    if (!event.lock().exists()) continue;
    if (uses.size() <= event.lock().index()) uses.resize(event.lock().index() + 1);
    Use& use = uses[event.lock().index()];
    if (!use.first.exists()) use.first = event.thread;
    if (use.first != event.thread) use.several = true;
    if (!shared) use.exclusive = true;
  }
  std::vector<bool> contended;
  for (const Use& use : uses) contended.push_back(use.several && use.exclusive);
  return contended;
}

class Reader {
 public:
  Reader(std::span<const Event> events, Reads reads, std::size_t threads)
      : events_(events), n_(threads), builder_(threads), contended_(contended_locks(events)) {
    if (reads == Reads::followed) {
      parts_.emplace(events);
      writers_.resize(parts_->size());
    }
    trace_.positions.assign(n_, {0});
    trace_.index.reserve(events.size());
    waits_.resize(n_);
    started_.resize(n_);
  }

  base::Result<TraceLoset> run() {
    for (event::Position position = 0; position < events_.size(); ++position) on(events_[position], position);
    auto loset = builder_.build();
    if (!loset) return base::failure(loset.error());
    trace_.loset = std::move(*loset);
    return std::move(trace_);
  }

 private:
  using Clock = std::vector<Index>;

  void on(const Event& event, event::Position position) {
    const std::size_t t = event.thread.index();
    const Index index = add(event, t);
    trace_.index.push_back(index);
    trace_.positions[t].push_back(position);
    Steps steps;
    if (!is_lock_only(event.operation)) steps = flow_.on(without_lock(event));
    learned_ = !started(t);
    apply(steps.before);
    follow_notifies(event, t);
    if (parts_) follow_reads(event, t);
    Clock& mine = clock(flow_.thread(event.thread));
    mine[t] = index;
    if (learned_) builder_.knows(t, mine);
    apply(steps.after);
    if (parts_ && sets_memory(event.operation)) {
      const auto [first, last] = parts_->parts(event.variable());
      for (std::uint32_t part = first; part < last; ++part) writers_[part] = {t, index};
    }
  }

  // A thread's first event has what its creator knew.
  bool started(std::size_t t) {
    const bool was = started_[t];
    started_[t] = true;
    return was;
  }

  Index add(const Event& event, std::size_t t) {
    const LockId lock = locks(event.operation) ? event.lock() : LockId();
    if (lock.exists() && lock.index() < contended_.size() && contended_[lock.index()]) {
      switch (event.operation) {
        case Operation::acquire:
        case Operation::wake:
          return builder_.acquire(t, lock);
        case Operation::acquire_shared:
          return builder_.acquire(t, lock, true);
        default:
          return builder_.release(t, lock);
      }
    }
    return builder_.add(t);
  }

  static bool is_lock_only(Operation operation) {
    return operation == Operation::acquire || operation == Operation::release ||
           operation == Operation::acquire_shared || operation == Operation::release_shared;
  }
  static bool locks(Operation operation) {
    return is_lock_only(operation) || operation == Operation::wait || operation == Operation::wake;
  }
  static Event without_lock(Event event) {
    if (event.operation == Operation::wait || event.operation == Operation::wake)
      event.extent = LockId().number();
    return event;
  }

  Clock& clock(CarrierId carrier) {
    if (clocks_.size() <= carrier.index()) clocks_.resize(carrier.index() + 1);
    Clock& known = clocks_[carrier.index()];
    if (known.empty()) known.assign(n_, 0);
    return known;
  }

  void apply(std::span<const Step> steps) {
    for (const Step& step : steps) {
      if (step.from.exists()) clock(step.from);
      Clock& to = clock(step.to);
      switch (step.kind) {
        case Step::Kind::join:
          learn(to, clocks_[step.from.index()]);
          break;
        case Step::Kind::copy:
          to = clocks_[step.from.index()];
          break;
        case Step::Kind::clear:
          std::fill(to.begin(), to.end(), 0);
          break;
      }
    }
  }
  void learn(Clock& to, const Clock& from) {
    for (std::size_t u = 0; u < n_; ++u)
      if (from[u] > to[u]) to[u] = from[u], learned_ = true;
  }
  void learn(std::size_t t, EventAt from) {
    Clock& mine = clock(flow_.thread(event::ThreadId(t)));
    if (from.index == 0 || from.thread == t || mine[from.thread] >= from.index) return;
    learn(mine, builder_.known(from));
  }

  // A wake needs the notifies since its wait; followed, a notify also needs the waits it ended.
  void follow_notifies(const Event& event, std::size_t t) {
    switch (event.operation) {
      case Operation::wait:
        waits_[t] = {event.condition(), builder_.size(t), {}};
        break;
      case Operation::wake:
        for (std::size_t u = 0; u < waits_[t].notified_by.size(); ++u)
          learn(t, {u, waits_[t].notified_by[u]});
        waits_[t] = {};
        break;
      case Operation::notify:
      case Operation::notify_all:
        for (std::size_t u = 0; u < n_; ++u) {
          if (!waits_[u].on.exists() || waits_[u].on != event.condition()) continue;
          waits_[u].notified_by.resize(n_);
          waits_[u].notified_by[t] = builder_.size(t);
          if (parts_) learn(t, {u, waits_[u].since});
        }
        break;
      default:
        break;
    }
  }

  void follow_reads(const Event& event, std::size_t t) {
    if (reads(event.operation)) {
      const auto [first, last] = parts_->parts(event.variable());
      for (std::uint32_t part = first; part < last; ++part) learn(t, writers_[part]);
    }
  }

  struct Wait {
    event::ConditionId on;
    Index since = 0;
    std::vector<Index> notified_by;  // by thread: its last notify since
  };

  std::span<const Event> events_;
  std::size_t n_;
  LosetBuilder builder_;
  std::vector<bool> contended_;
  std::optional<MemoryParts> parts_;
  std::vector<EventAt> writers_;  // by part
  std::vector<Wait> waits_;       // by thread
  std::vector<bool> started_;
  Flow flow_;
  std::vector<Clock> clocks_;  // by carrier
  bool learned_ = false;       // a clock grew since it was last cleared
  TraceLoset trace_;
};

}  // namespace

base::Result<TraceLoset> loset_of(std::span<const Event> events, Reads reads) {
  std::size_t threads = 0;
  for (const Event& event : events) {
    threads = std::max(threads, event.thread.index() + 1);
    if (event.operation == Operation::fork || event.operation == Operation::join)
      threads = std::max(threads, event.other().index() + 1);
  }
  return Reader(events, reads, threads).run();
}

}  // namespace heddle::order
