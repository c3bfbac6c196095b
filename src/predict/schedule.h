// SPDX-License-Identifier: Apache-2.0
// A schedule of a recording's steps, and its referee.
//
// A schedule is: the events of the state `start` in the order in which they were recorded, then one step of
// each thread of `run` in turn. (A prediction differs from the recording near its end only; so a schedule of
// a million steps is a short text.)
//
// The referee replays it from the first event on against the rules of execution, written anew here and on
// purpose without clocks, losets or flow.h: a lock has one holder or several sharers; a thread's first event
// follows its fork, a join the last event of whom it joins, a receive the sends, a leave the arrivals of its
// round, a wake the notifies that ended its wait, an acquiring atomic read the releasing writes it
// synchronised with. It also says which write each read on the way sees, and whether a try that failed finds
// the lock taken: the first that differs from the recording is where the program may take another branch.
// Replays of the recording's beginning are kept at regular distances, and a schedule is taken up at the last
// one that it has in full: a judgement costs what the schedule has beyond it. (So a referee is for one thread.)
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "predict/recording.h"

namespace heddle::predict {

struct Schedule {
  State start;
  std::vector<std::uint32_t> run;
};

class Referee {
 public:
  explicit Referee(const Recording& recording);

  struct Judgement {
    std::string broken;                   // what rule the schedule breaks; empty: none
    State end;                            // how far each thread is
    std::optional<Position> other_read;   // the first read that sees another write, wake
                                          // without its notify, or failed try of a free lock
    std::optional<Position> other_write;  // what it sees then; none: what was there at the start
  };
  Judgement judge(const Schedule& schedule) const;
  // The events that must come directly before one, in every schedule; program order aside.
  std::vector<Position> needs(Position position) const;

  // The schedule ends where both threads' next events are these accesses, conflicting and free to happen.
  std::string not_a_race(const Schedule& schedule, Position first, Position second,
                         Judgement* judgement) const;
  // How an event comes to wait for another one: for a thread to end, to arrive at a barrier, to notify, or to
  // be forked; over any number of threads. (Messages and atomics order events, but need not make anyone wait.
  // Nor does a join make anyone wait for a fork: who joins a thread has its name from whoever forked it.)
  struct Chain {
    std::vector<Position> links;  // that wait, each for the next one's thread; the first is the event itself
    bool sure = true;  // else it rests on a notify, and another one than the recorded may end that wait too
  };
  std::optional<Chain> waits_for(Position later, Position earlier) const;
  // Where a thread was forked; none: it was there from the start.
  std::optional<Position> fork_of(event::ThreadId thread) const;

  static constexpr Position kNoWrite = ~Position{0};
  // Which writes a read saw, part by part of its memory.
  std::span<const Position> saw(Position read) const {
    return std::span(saw_).subspan(saw_begin_[read], saw_begin_[read + 1] - saw_begin_[read]);
  }
  bool was_notified(Position wake) const { return was_notified_[wake]; }

  // It ends where each thread's next event takes a lock that the next thread of the list holds, or waits for
  // that thread's next event; who waits for a thread to end does so after its fork.
  std::string not_a_deadlock(const Schedule& schedule, std::span<const Position> blocked,
                             Judgement* judgement) const;

 private:
  struct Holders {
    std::uint32_t owner = kNobody;
    std::vector<std::uint32_t> sharers;
  };
  struct Replay {
    State done;
    std::vector<Holders> locks;
    std::vector<Position> writers;   // by memory part; kNoWrite at the start
    std::vector<Position> notified;  // by condition: steps so far, when it was last notified
    std::vector<Position> waiting_since;
    Position steps = 0;
  };
  static constexpr std::uint32_t kNobody = ~std::uint32_t{0};

  // A replay of the recording itself up to a position: where schedules that begin alike are taken up.
  struct Prefix {
    Position end = 0;
    Replay replay;
    Judgement judgement;
  };

  void find_needs();
  bool happened(const Replay& replay, Position position) const;
  Position common_prefix(const State& start) const;
  void begin(Replay& replay) const;
  void keep_prefix(Position end, const Replay& replay, const Judgement& judgement) const;
  std::optional<std::vector<Position>> waits_for(Position later, Position earlier, bool notifies) const;
  std::string blocked_by(const Replay& replay, Position position) const;
  void perform(Replay& replay, Position position, Judgement* judgement) const;
  Judgement judge(const Schedule& schedule, Replay& replay) const;

  const Recording* recording_;
  std::vector<std::pair<Position, Position>> needs_;  // an event, one that must come before it; sorted
  std::vector<bool> has_needs_;
  std::vector<std::optional<Position>> forks_;  // by thread
  std::vector<std::uint32_t> saw_begin_;        // by position: where its reads' writers begin in saw_
  std::vector<Position> saw_;                   // of every read, part by part
  std::vector<bool> was_notified_;              // by position: a wake that a notify ended
  std::vector<std::vector<Position>> of_thread_;
  Position spacing_ = 0;                  // of the prefixes that are kept
  mutable std::vector<Prefix> prefixes_;  // by length; a memory of what was replayed before
};

}  // namespace heddle::predict
