// SPDX-License-Identifier: Apache-2.0
// A predicate watched while the events arrive: ParaMount beside the program (states/online_para_mount.h). A
// listener like any other, so it neither knows nor cares whether they come from a live process or from a
// file.
//
// Every state that becomes possible with an event is looked at, by other threads; the first interval that has
// one in which the predicate holds ends the work, and its least such state becomes a finding at the
// listener's next turn, with a run that leads there: the events below the interval as they arrived, then few
// stretches. (Earlier intervals had none, so no state below has it.) The order of arrival is the total
// order, which is right if an event arrives before any that depends on it.
//
// Only marks and what orders something become events of the poset: plain accesses cannot change the answer,
// and there are many.
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

#include "finding/listener.h"
#include "heddle/predicate.h"
#include "order/event_clocks.h"
#include "predict/expression.h"
#include "states/online_para_mount.h"

namespace heddle::predict {

// An expression, or a function from a library (<heddle/predicate.h>), and its name.
struct WatchedPredicate {
  std::string text;
  std::optional<Expression> expression;
  PredicateFunction function = nullptr;
};

class OnlineDetector final : public finding::Listener {
 public:
  // The predicate must not ask for races: what accesses race is known to the race detectors at once.
  OnlineDetector(WatchedPredicate predicate, states::OnlineParaMount::Options options);
  ~OnlineDetector() override;
  static bool can_watch(const Expression& predicate);

  void begin(const event::Names& names, finding::Sink sink) override;
  void on(event::Position first, std::span<const event::Event> events) override;
  void finish() override;

  std::vector<std::string> doubts() const;  // after finish
  std::uint64_t states() const { return states_; }

 private:
  using Values = std::vector<std::int64_t>;  // by variable; those that are missing are 0
  struct Moment {                            // a process after one of its events
    std::shared_ptr<const Values> values;
    event::Event event;
    event::Position position = 0;
    std::uint64_t steps = 0;  // events of its thread, those that were passed over included
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
  class View;  // one state, as a worker sees it

  std::size_t process(event::ThreadId thread);
  void set_values(Values& values, const event::Event& event);  // under the mutex
  bool look(const states::OnlineParaMount::Share& share);
  void collect_names(const Expression& e);
  void tell();

  const WatchedPredicate predicate_;
  std::vector<std::string> thread_names_;  // names the expression uses
  const event::Names* names_ = nullptr;
  finding::Sink sink_;
  order::EventClocks clocks_;
  std::vector<std::size_t> process_of_;  // by thread id; kNone
  std::vector<std::uint64_t> steps_;     // by process: events so far

  mutable std::mutex mutex_;            // guards what follows
  std::vector<std::string> variables_;  // names the expression uses; for a function those of all marks so far
  std::vector<Process> processes_;
  std::vector<std::size_t> named_;  // by thread_names_: the process, kNone as long as there is none
  std::optional<Found> found_;
  bool told_ = false;
  std::atomic<std::uint64_t> states_ = 0;

  states::OnlineParaMount para_mount_;  // last: its workers use the rest
};

}  // namespace heddle::predict
