// SPDX-License-Identifier: Apache-2.0
// The parts of one search and the worker processes that run them. Lives in memory that all of them share;
// each part has an arena of its own, mapped at the same place in every process, so any worker can run any
// part.
//
// A worker takes a part, runs executions of it, and settles it when there are no more: the part is exhausted,
// or awaits another one. A worker that finds nothing to take is idle; the others then hand over what they can
// spare. The search is over when every part is exhausted.
#pragma once

#include "explore/search.h"
#include "schedule/wire.h"

namespace heddle::explore {

class Pool {
 public:
  static constexpr std::size_t kTasks = 32;
  static constexpr std::size_t kWorkers = schedule::kMostWorkers;

  struct Task {
    enum class State : std::uint8_t { unused, ready, running, waits, exhausted };
    State state = State::unused;
    Search* search = nullptr;
    Arena* arena = nullptr;
    Progress progress;
  };
  struct alignas(64) Worker {
    std::uint64_t beats;  // it is alive: counted at every visible operation
    int process;
    int runs;     // the process that runs the program: itself, or a child
    bool leaves;  // it ends as it should
    bool more;    // its task has other executions
    bool judged;  // the execution it runs came to an end that heddle saw
    const Task* task;
  };

  Pool() = default;
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  void prepare(Arena* arena, std::size_t task) { tasks_[task].arena = arena; }
  void add(std::size_t task, Search* search);  // before any worker starts
  // A part to run, or nullptr if there is nothing more to do. Sleeps until one or the other.
  Task* take(Worker& worker);
  void settle(Task& task, Worker& worker);
  // If somebody is idle: a part of the task becomes another task.
  bool somebody_is_idle() const { return idle_ > 0; }
  void hand_over(Task& task);
  void stop();
  void resume();  // after a stop, when all workers have ended: others go on with what is left
  const Search* search_of(std::size_t task) const { return tasks_[task].search; }
  bool is_over() const { return over_; }
  bool is_complete() const { return complete_; }
  bool is_stuck() const { return !over_; }  // after the workers: one of them did not end as it should
  bool is_left(std::size_t task) const {    // it has executions to run
    return tasks_[task].search != nullptr &&
           (tasks_[task].state == Task::State::running || tasks_[task].state == Task::State::ready);
  }
  void note(std::size_t task, const Progress& progress) { tasks_[task].progress = progress; }
  // After a stop, when all workers have ended: parts that came to their end meanwhile make room; it may have been all.
  void take_stock();
  void forget() {  // everything that was to be run: there is nothing left
    for (Task& task : tasks_) task.state = Task::State::unused;
    over_ = complete_ = true;
  }
  void forget_progress() {  // between executions, when no worker runs
    retired_ = {};
    for (Task& task : tasks_) task.progress = {};
  }

  // What all parts together have done.
  Progress total() const;
  std::string_view bound() const { return bound_; }
  bool diverged() const { return diverged_; }
  bool counted_up_to(std::uint64_t limit) {
    return __atomic_add_fetch(&counted_, 1, __ATOMIC_RELAXED) >= limit;
  }

  Worker workers[kWorkers] = {};
  // The process that waits for the workers: wake it.
  void ring() {
    __atomic_add_fetch(&doorbell_, 1, __ATOMIC_RELEASE);
    runtime_wake(&doorbell_);
  }
  const std::uint32_t& doorbell() const { return doorbell_; }
  bool wants_help = false;

 private:
  static void runtime_wake(const std::uint32_t* word);
  void lock();
  void unlock();
  void retire();
  Task* task_of(const Search* search);
  void call_workers();

  Task tasks_[kTasks];
  Progress retired_;
  char bound_[160] = "";
  bool diverged_ = false;
  std::uint64_t counted_ = 0;
  std::uint32_t lock_ = 0;
  std::uint32_t doorbell_ = 0;
  std::uint32_t bell_ = 0;
  volatile std::uint32_t idle_ = 0;
  volatile bool over_ = false;
  bool complete_ = false;
};

}  // namespace heddle::explore
