// SPDX-License-Identifier: Apache-2.0
// ParaMount beside a running program (Chang's dissertation, section 3.5): whenever a thread does something,
// its event is inserted, and the states that became possible with it, its interval, are enumerated by other
// threads while the program goes on. The order of insertion is the total order.
//
// Inserting takes one lock: the event joins the poset, and the interval's upper bound is the number of events
// that each process has then. Workers copy the events between the interval's bounds into a small poset of
// their own, so that any enumeration works on it, reverse clocks included, and none sees a poset that grows.
// (An interval with k such events has more than k states, so the copy costs O(n) a state.)
//
// The backlog of intervals is bounded. When it is full, an insertion waits (the program slows down) or gives
// the interval up, and dropped() tells that the answer is not complete. Events that no later interval can
// need, those in the past of every process that lives, are forgotten, so a program that never ends needs
// bounded memory as long as its threads keep synchronising.
//
// insert() may be called from any thread, but an event's clock must count inserted events only: a program
// that inserts an event before it does what lets others depend on it guarantees that.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <list>
#include <mutex>
#include <span>
#include <thread>
#include <vector>

#include "states/interval.h"

namespace heddle::states {

class OnlineParaMount {
 public:
  enum class WhenFull : std::uint8_t { wait, drop };
  struct Options {
    unsigned workers = 1;
    std::size_t backlog = 1024;  // intervals that wait
    WhenFull when_full = WhenFull::wait;
  };
  // One interval: the states base + s, s a state of `part`. `event` is the one whose interval it is, (0, 0)
  // for none.
  struct Share {
    const Poset& part;
    const State& base;
    EventRef event;
  };
  // Called from the workers, several at once. False: stop, nothing more is to be found.
  using Enumerate = std::function<bool(const Share&)>;

  OnlineParaMount(Options options, Enumerate enumerate);
  ~OnlineParaMount();
  OnlineParaMount(const OnlineParaMount&) = delete;
  OnlineParaMount& operator=(const OnlineParaMount&) = delete;

  // A process that begins after the events in `clock`. Its number.
  std::size_t add_process(std::span<const Index> clock);
  // The next event of `process`, after those in `clock` (the entry of `process` is not read). Its number
  // there. Without an interval the states that became possible with it are passed over: for events that leave all as it
  // was, whose states are like those without them. (The first interval has all states before it.)
  enum class Looked : bool { not_at, at };
  Index insert(std::size_t process, std::span<const Index> clock, Looked looked = Looked::at);
  // The process has no more events.
  void retire(std::size_t process);
  // Waits for all intervals. Nothing may be inserted after.
  void finish();

  // Intervals given up, for want of room or because they needed forgotten events (a process whose beginning
  // nobody knew of).
  std::uint64_t dropped() const;
  Index forgotten(std::size_t process) const;  // events of it that no interval under way or to come needs
  std::size_t kept() const;                    // events in memory
  bool stopped() const;                        // a worker said so
  bool quiet() const;                          // likewise, and none is at work any more

 private:
  struct Event {
    std::vector<Index> clock;
    std::uint64_t rank;
  };
  struct Process {
    std::deque<Event> events;  // the last ones
    Index forgotten = 0;       // how many before them
    std::vector<Index> clock;  // of its last event, or of its beginning
    bool alive = true;
    Index done() const { return forgotten + static_cast<Index>(events.size()); }
  };
  struct Work {
    Interval interval;
    EventRef event;
  };

  void work();
  void add_work(std::size_t process, const std::vector<Index>& row);  // the interval of its last event
  Poset copy(const Interval& interval) const;                         // under the lock
  void forget();                                                      // likewise

  const Options options_;
  const Enumerate enumerate_;
  mutable std::mutex mutex_;
  std::condition_variable not_empty_, not_full_, idle_;
  std::vector<Process> processes_;
  std::deque<Work> backlog_;
  std::list<State> under_way_;  // low ends of the intervals that workers have
  std::uint64_t events_ = 0;
  bool has_begun_ = false;  // there was an interval
  std::uint64_t dropped_ = 0;
  unsigned busy_ = 0;
  bool finishing_ = false;
  bool stopped_ = false;
  std::vector<std::thread> workers_;
};

}  // namespace heddle::states
