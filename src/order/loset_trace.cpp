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
  Reader(std::span<const Event> events, Reads reads, Locks locks, std::size_t threads)
      : events_(events),
        n_(threads),
        builder_(threads),
        all_locks_(locks == Locks::all),
        tries_(reads == Reads::followed_with_tries) {
    if (!all_locks_) contended_ = contended_locks(events);
    if (reads != Reads::ignored) {
      parts_.emplace(events);
      writers_.resize(parts_->size());
    }
    trace_.positions.assign(n_, {0});
    trace_.index.reserve(events.size());
    started_.resize(n_);
    waits_.resize(n_);
  }

  base::Result<TraceLoset> run(base::StopCheck stop) {
    for (event::Position position = 0; position < events_.size(); ++position) {
      on(events_[position], position);
      if (stop.reached()) return base::failure(base::ErrorCode::limit, "told to stop");
    }
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
    if (!locks(event.operation) && !notifies(event.operation)) steps = flow_.on(event);
    learned_ = !started(t);
    apply(steps.before);
    wait_and_notify(event, {t, index});
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
    if (lock.exists() && (all_locks_ || (lock.index() < contended_.size() && contended_[lock.index()]))) {
      switch (event.operation) {
        case Operation::acquire:
        case Operation::wake:
          return builder_.acquire(t, lock);
        case Operation::acquire_shared:
          return builder_.acquire(t, lock, true);
        case Operation::release:
        case Operation::release_shared:
        case Operation::wait:
          return builder_.release(t, lock);
        default:
          break;
      }
    }
    return builder_.add(t);
  }

  static bool locks(Operation operation) {
    return event::target_kind(operation) == event::TargetKind::lock || operation == Operation::wait ||
           operation == Operation::wake;
  }
  static bool notifies(Operation operation) {
    return operation == Operation::notify || operation == Operation::notify_all;
  }

  // A notify orders no memory, so flow.h leaves it alone; but a wait that it ended ends after it.
  void wait_and_notify(const Event& event, EventAt at) {
    if (event.operation == Operation::wait) waits_[at.thread] = {event.condition(), {}};
    if (notifies(event.operation))
      for (Wait& wait : waits_)
        if (wait.on.exists() && wait.on == event.condition()) wait.notified_by(at);
    if (event.operation != Operation::wake) return;
    for (const EventAt notify : waits_[at.thread].notifies) learn(at.thread, notify);
    waits_[at.thread] = {};
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

  void follow_reads(const Event& event, std::size_t t) {
    if (reads(event.operation)) {
      const auto [first, last] = parts_->parts(event.variable());
      for (std::uint32_t part = first; part < last; ++part) learn(t, writers_[part]);
    }
    if (tries_ && locks(event.operation) && event.lock().exists()) follow_tries(event, t);
  }
  // A try that failed saw who held the lock.
  void follow_tries(const Event& event, std::size_t t) {
    if (holders_.size() <= event.lock().index()) holders_.resize(event.lock().index() + 1);
    std::vector<EventAt>& holders = holders_[event.lock().index()];
    switch (event.operation) {
      case Operation::acquire:
      case Operation::acquire_shared:
      case Operation::wake:
        holders.push_back({t, builder_.size(t)});
        break;
      case Operation::try_failed:
      case Operation::try_failed_shared:
        for (const EventAt holder : holders) learn(t, holder);
        break;
      default:
        std::erase_if(holders, [&](const EventAt& holder) { return holder.thread == t; });
    }
  }

  struct Wait {
    event::ConditionId on;
    std::vector<EventAt> notifies;  // since it began, the last one of each thread
    void notified_by(EventAt at) {
      const auto same = std::find_if(notifies.begin(), notifies.end(),
                                     [&](const EventAt& one) { return one.thread == at.thread; });
      if (same == notifies.end())
        notifies.push_back(at);
      else
        *same = at;
    }
  };

  std::span<const Event> events_;
  std::size_t n_;
  LosetBuilder builder_;
  bool all_locks_, tries_;
  std::vector<bool> contended_;  // unless all locks count
  std::optional<MemoryParts> parts_;
  std::vector<EventAt> writers_;               // by part
  std::vector<std::vector<EventAt>> holders_;  // by lock: the acquires of who holds it
  std::vector<Wait> waits_;                    // by thread
  std::vector<bool> started_;
  Flow flow_;
  std::vector<Clock> clocks_;  // by carrier
  bool learned_ = false;       // a clock grew since it was last cleared
  TraceLoset trace_;
};

}  // namespace

base::Result<TraceLoset> loset_of(std::span<const Event> events, Reads reads, Locks locks,
                                  const base::Stop& stop) {
  std::size_t threads = 0;
  for (const Event& event : events) {
    threads = std::max(threads, event.thread.index() + 1);
    if (event.operation == Operation::fork || event.operation == Operation::join)
      threads = std::max(threads, event.other().index() + 1);
  }
  return Reader(events, reads, locks, threads).run(base::StopCheck(stop));
}

}  // namespace heddle::order
