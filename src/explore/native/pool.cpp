// SPDX-License-Identifier: Apache-2.0
#include "explore/native/pool.h"

#include <cstdio>

#include "runtime/shared/raw.h"

namespace heddle::explore {

void Pool::runtime_wake(const std::uint32_t* word) { runtime::raw_wake(word, 1 << 30); }

void Pool::lock() {
  while (__atomic_exchange_n(&lock_, 1, __ATOMIC_ACQUIRE) != 0) runtime::raw_wait(&lock_, 1, 1'000'000);
}
void Pool::unlock() {
  __atomic_store_n(&lock_, 0, __ATOMIC_RELEASE);
  runtime::raw_wake(&lock_, 1);
}
void Pool::call_workers() {
  __atomic_add_fetch(&bell_, 1, __ATOMIC_RELEASE);
  runtime_wake(&bell_);
}

void Pool::add(std::size_t task, Search* search) {
  tasks_[task].search = search;
  tasks_[task].state = Task::State::ready;
  tasks_[task].progress = {};
}

Pool::Task* Pool::task_of(const Search* search) {
  for (Task& task : tasks_)
    if (task.state != Task::State::unused && task.search == search) return &task;
  return nullptr;
}

// Parts that nobody needs any more make room.
void Pool::retire() {
  for (Task& task : tasks_) {
    if (task.state != Task::State::exhausted || !task.search->is_taken_up()) continue;
    if (!task.search->is_void()) {
      const Progress done = task.search->progress();
      retired_.executions += done.executions;
      retired_.redundant += done.redundant;
      retired_.done += task.search->weight();
      diverged_ |= task.search->diverged();
      const std::string_view bound = task.search->bound();
      if (bound_[0] == 0 && !bound.empty())
        std::snprintf(bound_, sizeof bound_, "%.*s", static_cast<int>(bound.size()), bound.data());
    }
    task.state = Task::State::unused;
    task.arena->clear();
  }
}

Pool::Task* Pool::take(Worker& worker) {
  while (true) {
    const std::uint32_t bell = __atomic_load_n(&bell_, __ATOMIC_ACQUIRE);
    lock();
    retire();
    bool any = false;
    for (Task& task : tasks_) {
      if (over_) break;
      bool can_run = task.state == Task::State::ready;
      if (task.state == Task::State::waits) {
        const Task* awaited = task_of(task.search->awaited());
        can_run = awaited != nullptr && awaited->state == Task::State::exhausted;
      }
      any |= task.state != Task::State::unused && task.state != Task::State::exhausted;
      if (!can_run) continue;
      const bool waited = task.state == Task::State::waits;
      task.state = Task::State::running;
      worker.task = &task;
      unlock();
      if (!waited || task.search->go_on()) return &task;
      settle(task, worker);
      lock();
      any = true;
    }
    if (!any && !over_) {
      over_ = complete_ = true;
      call_workers();
    }
    if (over_) {
      unlock();
      return nullptr;
    }
    idle_ = idle_ + 1;
    unlock();
    runtime::raw_wait(&bell_, bell);
    lock();
    idle_ = idle_ - 1;
    unlock();
  }
}

void Pool::settle(Task& task, Worker& worker) {
  lock();
  task.progress = task.search->progress();
  task.state = task.search->awaited() != nullptr ? Task::State::waits : Task::State::exhausted;
  worker.task = nullptr;
  unlock();
  call_workers();
}

void Pool::hand_over(Task& task) {
  lock();
  Task* room = nullptr;
  for (Task& each : tasks_)
    if (each.state == Task::State::unused && each.arena != nullptr) room = &each;
  if (room != nullptr) room->state = Task::State::running;  // ours until it is filled
  unlock();
  if (room == nullptr) return;
  room->progress = {};
  room->search = task.search->split(*room->arena, false);
  lock();
  room->state = room->search != nullptr ? Task::State::ready : Task::State::unused;
  if (room->search == nullptr) room->arena->clear();
  unlock();
  if (room->search != nullptr) call_workers();
}

void Pool::stop() {
  over_ = true;
  call_workers();
}

void Pool::take_stock() {
  lock();
  retire();
  bool any = false;
  for (const Task& task : tasks_)
    any |= task.state != Task::State::unused && task.state != Task::State::exhausted;
  if (!any && over_) complete_ = true;
  unlock();
}

void Pool::resume() {
  over_ = false;
  idle_ = 0;
  for (Task& task : tasks_)
    if (task.state == Task::State::running && task.search != nullptr) task.state = Task::State::ready;
}

Progress Pool::total() const {
  Progress sum = retired_;
  for (const Task& task : tasks_) {
    if (task.state == Task::State::unused || task.search == nullptr) continue;
    sum.executions += task.progress.executions;
    sum.redundant += task.progress.redundant;
    sum.done += task.progress.done * task.search->weight();
  }
  if (sum.done > 1) sum.done = 1;
  return sum;
}

}  // namespace heddle::explore
