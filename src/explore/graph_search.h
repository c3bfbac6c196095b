// SPDX-License-Identifier: Apache-2.0
// Every execution that a memory model allows, each exactly once: the search `graphs`.
//
// Kokologiannakis, Marmanis, Gladstein, Vafeiadis: Truly Stateless, Optimal Dynamic Partial Order Reduction
// (POPL 2022). An execution is a graph (execution_graph.h). A run of the program replays a graph along any
// order that po ∪ rf allows, then goes on. Each new read may read any write that coherence allows: the last one
// here, each other one in a graph that waits. Each new write a may be placed anywhere that coherence allows,
// and may *revisit* a read r added before it: r then reads a, and what was added after r and does not lead to a
// is removed. To get each graph from one other only, a revisit is made only if everything it removes, and r,
// was *added maximally*: it was the obvious choice (reads of the last write, writes placed last) when only what
// is older, or leads to a, was there.
//
// Read-modify-writes are completed on the graph, with the operands that the read keeps: no run of the program
// is spent on a graph that turns out impossible. Two of them may for a moment read the same write: then the
// second cannot be placed, but the revisits that start from it are still made.
//
// A lock is a compare-exchange that waits. A thread whose lock is held is put off; when nothing else can go on,
// its read is added with all the writes it may read, and waits. A read that a revisit makes wait for a held lock
// is removed again, and the write is *pinned*, so that no later revisit removes it: the thread comes back to the
// lock in its own time. So n threads that each lock once have n! executions, and none is given up.
//
// A loop that waits, and does nothing but read on the way, is cut when it comes back to where it was: its thread
// *blocks*, and does no more in this run. A write that comes later revisits the loop's reads, and the run of that
// graph goes on with the new value. At the end an execution in which somebody's round has a read of what is not the
// last write is not counted: there is one without that round. So a loop costs nothing but the reads that end it.
// (Exchanges that write what they read are such reads too. So are rounds that met different values of one variable, as
// long as they changed nothing.) If all rounds at the end are of last writes, nobody can end the wait: that is a livelock.
//
// Where the *last* read of the round is not of the last write, the run is dropped at once. It was not added maximally,
// or a write that leads to each later revisit has come after it: whatever removes it is no revisit that would be made,
// nor is one of another read of the round, as that would remove it. Not so where an earlier read of the round is of an
// older write: the last one may still be given the value that ends the loop, and the earlier one stays as it is.
//
// What a thread does to an object of which nothing is known but that it looks at it or changes it (Modification::in_place)
// happens to the object itself. So a run performs a look before the changes that come after what it reads. Where no order
// can do so (it would need a cycle of po, rf and such looks, which weak atomics elsewhere would allow), the graph is none
// of an execution: the run is dropped. Leaving events out makes no such cycle, nor does one that comes last, so the
// argument of the paper holds for the model with this one axiom more.
//
// What more than one thing can come of (a weak compare-exchange fails without a reason; a notification wakes one of
// several) is a choice: the first is the obvious one, each other a graph of its own.
//
// Invariants. Every graph that waits is consistent, and no two lead to the same execution. Memory: the waiting
// graphs, of which there are at most as many as events × events of one execution. Time per execution: its events
// plus, for each new one, the events at its location.
// Exhausted means: every execution the model allows was run once. What it may miss: an operation that is not
// modelled here (`bound` names it), and executions with cycles of po ∪ rf (load buffering).
#pragma once

#include <span>

#include "explore/memory_model.h"
#include "explore/search.h"
#include "schedule/memory.h"

namespace heddle::explore {

class GraphSearch final : public Search, public control::Memory {
 public:
  GraphSearch(Arena& arena, MemoryModel& model);
  void begin() override;
  Thread choose(const Moment& moment) override;
  unsigned outcome(unsigned count) override;
  void performed(const Operation& operation) override;
  void order(Thread earlier, Thread later) override;
  std::uint64_t comes_back() override;
  std::uint64_t goes_back_to() const override;
  bool begin_at(std::uint64_t steps) override;
  bool finish(const Moment& moment) override;
  std::span<const Decision> schedule() const override;
  Progress progress() const override { return {executions_, blocked_, 0}; }
  std::string_view bound() const override;
  bool diverged() const override { return diverged_; }
  Search* split(Arena& arena, bool any) override;

  bool goes_on(Thread thread) override;
  void reaches(Thread thread, const control::AtomicRequest& request) override;
  control::AtomicAnswer perform(Thread thread, const control::AtomicRequest& request) override;
  void fence(Thread thread, MemoryOrder order) override;
  void stuck(Thread thread, std::uint32_t reads) override;
  bool is_meaningless() const override;
  std::span<const std::uint32_t> known_to(Thread thread) const override;
  control::Memory* memory() override { return this; }

  const ExecutionGraph& graph() const { return *graph_; }

  // Sharing out what waits, between two executions (native/share_out.cpp).
  // The oldest graph first: what waits then are many graphs of which much is likely to come each.
  void go_breadth_first(bool breadth_first) { breadth_first_ = breadth_first; }
  std::span<ExecutionGraph* const> waiting() const { return {waiting_.begin(), waiting_.size()}; }
  // Every count-th of the graphs that wait from the first-th on. What was executed is the first share's.
  void keep_share(std::size_t first, std::size_t count);
  ExecutionGraph& wait_for_new();  // one more, to be filled
  void forget_waiting();
  void set_progress(const Progress& progress) {
    executions_ = progress.executions;
    blocked_ = progress.redundant;
  }

 private:
  using Index = ExecutionGraph::Index;
  static constexpr Index kNone = ExecutionGraph::kNone;

  // ---- replaying ----
  Index next_of(Thread thread) const { return thread < next_.size() ? next_[thread] : kNone; }
  bool is_replayable(Thread thread) const;
  bool is_too_early(Index modification) const;
  void take_turn(Thread thread);
  bool would_wait(Thread thread) const;
  void replayed(Thread thread, Index event);
  void grown();  // the newest events were performed live
  control::AtomicAnswer replay(Thread thread, const control::AtomicRequest& request);
  bool is_last_performed(Index write) const;

  // ---- growing; whatever is not the run's own graph goes to those that wait, or is dropped ----
  control::AtomicAnswer read(Thread thread, const control::AtomicRequest& request);
  Index write(Thread thread, std::uint32_t location, std::uint64_t value, MemoryOrder order, bool modifies);
  void take_up(ExecutionGraph* graph, Index read);  // with a read that was given a write
  void keep_choices(const ExecutionGraph& graph, Index read);
  void complete(ExecutionGraph* graph, Index read);
  void revisit(const ExecutionGraph& graph, Index write);
  void place(ExecutionGraph* graph, Index write, Index read);
  void place_after(ExecutionGraph* graph, Index write, std::uint32_t rank, Index read);
  bool was_added_maximally(const ExecutionGraph& graph, Index at, Index write) const;
  bool is_needed_by(const ExecutionGraph& graph, Index other, Index write) const {
    return graph.knows(write, ExecutionGraph::Knows::porf, other);
  }

  // ---- going on from the midst of the run before (graph_waypoints.cpp) ----
  void start_run();
  bool fits(const ExecutionGraph& graph) const;
  void follow(const ExecutionGraph& graph);
  std::int64_t decisions_before(const ExecutionGraph& graph, Index event) const;

  ExecutionGraph* copy(const ExecutionGraph& graph);
  ExecutionGraph* take_oldest();  // of those that wait
  void drop(ExecutionGraph* graph) { unused_.push_back(graph); }
  void keep(ExecutionGraph* graph) { waiting_.push_back(graph); }

  Arena* arena_;
  MemoryModel* model_;
  ExecutionGraph* graph_;  // of the run
  Array<ExecutionGraph*> waiting_;
  Array<ExecutionGraph*> unused_;
  Array<bool> removed_;
  // Of the run: each thread's next event to replay; each event's successor in its thread; was it performed.
  Array<Index> next_;
  Array<Index> successor_;
  Array<bool> done_;
  Array<Index> last_done_;  // of each thread
  struct Standing {         // before what a thread stands
    std::uint32_t location = 0;
    Modification modification;
  };
  Array<Standing> standing_;
  // What each decision led to: its first event, and the write, if there is one. Outcomes are counted when
  // somebody asks.
  struct Act {
    Index first = kNone, write = kNone;
  };
  Array<Act> acts_;
  mutable Array<Decision> schedule_;
  // How many decisions there had been when each event was performed.
  Array<std::uint32_t> when_;
  struct Stay {  // in the midst of the run, after so many decisions
    std::uint64_t decisions = 0;
    std::size_t performed = 0;  // in performed_: of each thread how many events
    std::size_t standing = 0;   // in stood_
    bool is_blocked = false;
  };
  Array<Stay> stays_;
  Array<std::uint32_t> performed_;
  Array<Standing> stood_;
  Array<Index> moved_, starts_, by_place_;
  Thread chosen_ = 0;
  bool breadth_first_ = false;
  bool asked_ = false;       // about the operation being performed
  bool is_blocked_ = false;  // a thread waits for a value, in this run
  bool dropped_ = false;     // this run
  bool diverged_ = false;
  bool unsupported_ = false;
  std::uint64_t executions_ = 0;
  std::uint64_t blocked_ = 0;
};

}  // namespace heddle::explore
