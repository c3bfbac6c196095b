// SPDX-License-Identifier: Apache-2.0
// A predicate watched while the events arrive: ParaMount beside the program (states/online_para_mount.h). A
// listener like any other, so it neither knows nor cares whether they come from a live process or from a
// file.
//
// Whenever a thread marks something, the states that become possible with that event are an interval of the lattice, and
// other threads decide it by the algorithm that the predicate's form deserves on these events (detect.h: conjunctive,
// linear, stable, a sum, pairs, a slice; enumeration for anything else). Which class that is may change as events arrive:
// each interval is asked anew. The first interval that has a state in which the predicate holds ends the work, and the
// state becomes a finding at the listener's next turn, with a run that leads there: the events below the interval as they
// arrived, then few stretches. (Earlier intervals had none.) The order of arrival is the total order, which is right if an
// event arrives before any that depends on it.
//
// An event e that changes no value of the expression has no interval to look at: e is the last by the total order in all
// states of it, so each of them has a state without e, with the same values, in an earlier interval. This needs that
// threads which have not begun count for nothing (sum(x), count(x == 1), but not min(x)), and that races are only asked for
// positively; a function from a library is asked about every event.
//
// Marks and what orders something become events of the poset; plain accesses only if the predicate speaks of races, and
// then only those that race with an earlier one have an interval (recent_accesses.h).
//
// What clean means: as for `heddle detect` with --events all, on the events that arrived. The doubts() tell
// of intervals that were given up.
#pragma once

#include <atomic>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "order/event_clocks.h"
#include "predict/detect.h"
#include "predict/recent_accesses.h"
#include "predict/watching.h"
#include "states/online_para_mount.h"

namespace heddle::predict {

class OnlineDetector final : public Watching {
 public:
  OnlineDetector(WatchedPredicate predicate, states::OnlineParaMount::Options options);
  ~OnlineDetector() override;
  // An expression with more than 64 different race(…) cannot be watched.
  static bool can_watch(const Expression& predicate);

  void begin(const event::Names& names, finding::Sink sink) override;
  void on(event::Position first, std::span<const event::Event> events) override;
  void finish() override;

  std::vector<std::string> doubts() const override;
  std::vector<finding::Statistic> statistics() const override;
  std::uint64_t states() const { return states_; }  // looked at one by one
  std::set<Algorithm> used() const;

 private:
  using Values = std::vector<std::int64_t>;  // by variable; those that are missing are 0
  struct Moment {                            // a process after one of its events
    std::shared_ptr<const Values> values;
    event::Event event;
    event::Position position = 0;
    std::uint64_t steps = 0;  // events of its thread, those that were passed over included
    // Of an access, if the expression speaks of races: which race(…) of it are about this one, by bit; and its clock.
    std::uint64_t races = 0;
    std::shared_ptr<const std::vector<order::Index>> clock;
  };
  struct Process {
    event::ThreadId thread;
    std::shared_ptr<const std::string> name;
    order::Index done = 0;
    order::Index first = 0;  // number of moments[0]
    std::deque<Moment> moments;
  };
  struct Found {
    std::uint64_t events = 0;  // of all processes, in its state
    std::vector<Moment> last;  // by process
    std::vector<std::uint64_t> start;
    std::vector<std::pair<std::size_t, std::uint64_t>> run;  // process, steps
    std::optional<event::Position> observed;
  };
  class View;  // one state, as a function from a library sees it
  // By process, by digit of a part.
  using Moments = std::vector<std::vector<Moment>>;

  std::size_t process(event::ThreadId thread);
  void set_values(Values& values, const event::Event& event);  // under the mutex
  std::uint64_t races_about(const event::Event& access) const;
  bool look(const states::OnlineParaMount::Share& share);
  struct Asked {
    std::optional<State> state;  // where it holds
    bool at_end = false;         // it holds in the last state
  };
  Asked decide(const states::OnlineParaMount::Share& share, const Moments& moments,
               const std::vector<std::string>& variables, std::vector<std::string> threads);
  Asked ask_function(const Poset& part, View view);
  std::shared_ptr<const RacePairs> pairs(const states::OnlineParaMount::Share& share, const Moments& moments,
                                         std::uint64_t bit) const;
  void tell();

  const WatchedPredicate predicate_;
  std::vector<std::string> races_;  // names in race(…) of the expression; "": any
  bool passes_over_ = false;        // events that change nothing have no interval
  const event::Names* names_ = nullptr;
  finding::Sink sink_;
  order::EventClocks clocks_;
  std::vector<std::size_t> process_of_;  // by thread id; kNone
  std::vector<std::uint64_t> steps_;     // by process: events so far
  RecentAccesses accesses_;

  mutable std::mutex mutex_;            // guards what follows
  std::vector<std::string> variables_;  // names the expression uses; for a function those of all marks so far
  std::vector<Process> processes_;
  std::set<Algorithm> used_;
  std::optional<Found> found_;
  bool told_ = false;
  std::atomic<std::uint64_t> states_ = 0;

  states::OnlineParaMount para_mount_;  // last: its workers use the rest
};

}  // namespace heddle::predict
