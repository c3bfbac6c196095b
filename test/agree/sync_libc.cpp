// SPDX-License-Identifier: Apache-2.0
#include "agree/sync_libc.h"

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

#include <fcntl.h>
#include <linux/futex.h>
#include <pthread.h>
#include <semaphore.h>
#include <sys/syscall.h>
#include <threads.h>
#include <unistd.h>

namespace heddle::sync_script {

using sync::Call;

namespace {

struct Worker {
  int number = 0;
  void* stage = nullptr;
  pthread_t handle{};
  std::atomic<int> tid{0};
  std::atomic<unsigned> orders{0};  // changes when there is a new order
  std::atomic<unsigned> taken{0};   // the last of them that the thread took
  std::atomic<bool> busy{false};    // with an order, or in a call
  Step order;
  Result result;
  int state_file = -1;
  bool ended = false;
  bool in_routine = false;
};

struct RoutineFails {};

timespec deadline(Time time, clockid_t clock) {
  if (time == Time::invalid) return {.tv_sec = 1, .tv_nsec = 1'000'000'000};
  // Below 0 libc does not even ask the kernel: a thread that seems to sleep would only wait for its timer.
  if (time == Time::past) return {.tv_sec = -1, .tv_nsec = 0};
  timespec now{};
  clock_gettime(clock, &now);
  now.tv_sec += 100'000;
  return now;
}
constexpr clockid_t kNoClock = CLOCK_PROCESS_CPUTIME_ID;  // one libc does not wait by

}  // namespace

struct Libc::Stage {
  pthread_mutex_t mutexes[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
  pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
  pthread_spinlock_t spin = 0;
  pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
  sem_t semaphore = {};
  pthread_barrier_t barrier = {};
  pthread_once_t once = PTHREAD_ONCE_INIT;
  Worker workers[kThreads];

  int call(Worker& self, const Step& step, int& out);
  int call_c11(const Step& step, int& out);
  int once_begin(Worker& self);
};

namespace {

thread_local Worker* self_worker;

// Changes, and is woken, whenever a thread returns: whoever watches need not be busy.
std::atomic<unsigned> returns{0};

void give_result(Worker& self, const Result& result) {
  self.result = result;
  self.busy.store(false, std::memory_order_release);
  returns.fetch_add(1);
  syscall(SYS_futex, &returns, FUTEX_WAKE_PRIVATE, 1, nullptr, nullptr, 0);
}
void wait_a_little(unsigned seen) {
  const timespec most{.tv_sec = 0, .tv_nsec = 100'000};
  syscall(SYS_futex, &returns, FUTEX_WAIT_PRIVATE, seen, &most, nullptr, 0);
}

// The next order; in a routine these come from within.
Step next_order(Worker& self, unsigned& seen) {
  self.orders.wait(seen);
  seen = self.orders.load();
  self.taken.store(seen);
  return self.order;
}

unsigned orders_seen(const Worker& self) { return self.orders.load(); }

}  // namespace

int Libc::Stage::call_c11(const Step& step, int& out) {
  auto* mutex = reinterpret_cast<mtx_t*>(&mutexes[step.target % 2]);
  auto* waited = reinterpret_cast<cnd_t*>(&condition);
  const timespec until = deadline(step.time, CLOCK_REALTIME);
  switch (step.call) {
    case Call::mutex_init:
      return mtx_init(mutex, (step.value & 1) != 0 ? mtx_timed | mtx_recursive : mtx_timed);
    case Call::mutex_destroy:
      return mtx_destroy(mutex), 0;
    case Call::mutex_lock:
      return mtx_lock(mutex);
    case Call::mutex_try_lock:
      return mtx_trylock(mutex);
    case Call::mutex_timed_lock:
      return mtx_timedlock(mutex, &until);
    case Call::mutex_unlock:
      return mtx_unlock(mutex);
    case Call::condition_init:
      return cnd_init(waited);
    case Call::condition_destroy:
      return cnd_destroy(waited), 0;
    case Call::condition_wait:
      return cnd_wait(waited, mutex);
    case Call::condition_timed_wait:
      return cnd_timedwait(waited, mutex, &until);
    case Call::condition_signal:
      return cnd_signal(waited);
    case Call::condition_broadcast:
      return cnd_broadcast(waited);
    case Call::thread_join: {
      int value = 0;
      const int result = thrd_join(workers[step.target].handle, &value);
      if (result == thrd_success) out = value;  // libc writes something even if it failed
      return result;
    }
    case Call::thread_detach:
      return thrd_detach(workers[step.target].handle);
    default:
      std::abort();
  }
}

int Libc::Stage::call(Worker& self, const Step& step, int& out) {
  if (step.c11) return call_c11(step, out);
  const bool named = step.clock != Clock::unnamed;
  const clockid_t clock = step.clock == Clock::monotonic ? CLOCK_MONOTONIC
                          : step.clock == Clock::invalid ? kNoClock
                                                         : CLOCK_REALTIME;
  const timespec until = deadline(step.time, clock == kNoClock ? CLOCK_REALTIME : clock);
  const auto by_errno = [](int result) { return result == 0 ? 0 : errno; };
  pthread_mutex_t* mutex = &mutexes[step.target % 2];
  const pthread_t other = workers[step.target % kThreads].handle;
  void* value = nullptr;
  const auto joined = [&](int result) {
    if (result == 0) out = static_cast<int>(reinterpret_cast<std::intptr_t>(value));
    return result;
  };
  switch (step.call) {
    case Call::mutex_init: {
      pthread_mutexattr_t attributes;
      pthread_mutexattr_init(&attributes);
      pthread_mutexattr_settype(&attributes, static_cast<int>(step.value & 3));
      pthread_mutexattr_setrobust(&attributes,
                                  (step.value & 16) != 0 ? PTHREAD_MUTEX_ROBUST : PTHREAD_MUTEX_STALLED);
      return pthread_mutex_init(mutex, &attributes);
    }
    case Call::mutex_destroy:
      return pthread_mutex_destroy(mutex);
    case Call::mutex_lock:
      return pthread_mutex_lock(mutex);
    case Call::mutex_try_lock:
      return pthread_mutex_trylock(mutex);
    case Call::mutex_timed_lock:
      return named ? pthread_mutex_clocklock(mutex, clock, &until) : pthread_mutex_timedlock(mutex, &until);
    case Call::mutex_unlock:
      return pthread_mutex_unlock(mutex);
    case Call::mutex_consistent:
      return pthread_mutex_consistent(mutex);
    case Call::rwlock_init: {
      pthread_rwlockattr_t attributes;
      pthread_rwlockattr_init(&attributes);
      pthread_rwlockattr_setkind_np(&attributes, static_cast<int>(step.value));
      return pthread_rwlock_init(&rwlock, &attributes);
    }
    case Call::rwlock_destroy:
      return pthread_rwlock_destroy(&rwlock);
    case Call::rwlock_read:
      return pthread_rwlock_rdlock(&rwlock);
    case Call::rwlock_try_read:
      return pthread_rwlock_tryrdlock(&rwlock);
    case Call::rwlock_timed_read:
      return named ? pthread_rwlock_clockrdlock(&rwlock, clock, &until)
                   : pthread_rwlock_timedrdlock(&rwlock, &until);
    case Call::rwlock_write:
      return pthread_rwlock_wrlock(&rwlock);
    case Call::rwlock_try_write:
      return pthread_rwlock_trywrlock(&rwlock);
    case Call::rwlock_timed_write:
      return named ? pthread_rwlock_clockwrlock(&rwlock, clock, &until)
                   : pthread_rwlock_timedwrlock(&rwlock, &until);
    case Call::rwlock_unlock:
      return pthread_rwlock_unlock(&rwlock);
    case Call::spin_init:
      return pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
    case Call::spin_destroy:
      return pthread_spin_destroy(&spin);
    case Call::spin_lock:
      return pthread_spin_lock(&spin);
    case Call::spin_try_lock:
      return pthread_spin_trylock(&spin);
    case Call::spin_unlock:
      return pthread_spin_unlock(&spin);
    case Call::condition_init:
      return pthread_cond_init(&condition, nullptr);
    case Call::condition_destroy:
      return pthread_cond_destroy(&condition);
    case Call::condition_wait:
      return pthread_cond_wait(&condition, mutex);
    case Call::condition_timed_wait:
      return named ? pthread_cond_clockwait(&condition, mutex, clock, &until)
                   : pthread_cond_timedwait(&condition, mutex, &until);
    case Call::condition_signal:
      return pthread_cond_signal(&condition);
    case Call::condition_broadcast:
      return pthread_cond_broadcast(&condition);
    case Call::semaphore_init:
      return by_errno(sem_init(&semaphore, 0, step.value));
    case Call::semaphore_destroy:
      return by_errno(sem_destroy(&semaphore));
    case Call::semaphore_wait:
      return by_errno(sem_wait(&semaphore));
    case Call::semaphore_try_wait:
      return by_errno(sem_trywait(&semaphore));
    case Call::semaphore_timed_wait:
      return by_errno(named ? sem_clockwait(&semaphore, clock, &until) : sem_timedwait(&semaphore, &until));
    case Call::semaphore_post:
      return by_errno(sem_post(&semaphore));
    case Call::semaphore_value:
      return by_errno(sem_getvalue(&semaphore, &out));
    case Call::barrier_init:
      return pthread_barrier_init(&barrier, nullptr, step.value);
    case Call::barrier_destroy:
      return pthread_barrier_destroy(&barrier);
    case Call::barrier_wait:
      return pthread_barrier_wait(&barrier);
    case Call::once_begin:
      return once_begin(self);
    case Call::thread_join:
      return joined(pthread_join(other, &value));
    case Call::thread_try_join:
      return joined(pthread_tryjoin_np(other, &value));
    case Call::thread_timed_join:
      return joined(named ? pthread_clockjoin_np(other, &value, clock, &until)
                          : pthread_timedjoin_np(other, &value, &until));
    case Call::thread_detach:
      return pthread_detach(other);
    case Call::once_end:  // those of the routine, of the worker's loop, and those without a name
    case Call::once_abort:
    case Call::thread_create:
    case Call::thread_exit:
    case Call::mutex_owner_ends:
    case Call::rwlock_owner_ends:
    case Call::spin_owner_ends:
    case Call::condition_wake:
    case Call::condition_give_up:
    case Call::condition_leave:
    case Call::barrier_leave:
    case Call::futex_wait:
    case Call::futex_wake:
      break;
  }
  std::abort();
}

// Runs the routine if it is this thread's to run: it takes orders until it is told to end or to fail.
int Libc::Stage::once_begin(Worker& self) {
  self_worker = &self;
  try {
    return pthread_once(&once, [] {
      Worker& worker = *self_worker;
      auto& stage = *static_cast<Stage*>(worker.stage);
      unsigned seen = orders_seen(worker);
      worker.in_routine = true;
      give_result(worker, {true, kInRoutine, 0});
      for (;;) {
        const Step step = next_order(worker, seen);
        worker.in_routine = step.call != Call::once_end && step.call != Call::once_abort;
        if (step.call == Call::once_end) return;
        if (step.call == Call::once_abort) throw RoutineFails();
        Result result{true, 0, 0};
        result.value = stage.call(worker, step, result.out);
        give_result(worker, result);
      }
    });
  } catch (const RoutineFails&) {
    return 0;
  }
}

Libc::Libc() : stage_(new Stage) {
  for (int t = 0; t < kThreads; ++t) {
    Worker& worker = stage_->workers[t];
    worker.number = t;
    worker.stage = stage_;
    pthread_create(
        &worker.handle, nullptr,
        [](void* argument) -> void* {
          auto& self = *static_cast<Worker*>(argument);
          auto& stage = *static_cast<Stage*>(self.stage);
          self.tid.store(gettid());
          self.tid.notify_one();
          for (unsigned seen = 0;;) {
            const Step step = next_order(self, seen);
            if (step.call == Call::thread_exit) break;
            Result result{true, 0, 0};
            result.value = stage.call(self, step, result.out);
            seen = orders_seen(self);  // a routine may have taken some
            give_result(self, result);
          }
          return reinterpret_cast<void*>(static_cast<std::intptr_t>(exit_value(self.number)));
        },
        &worker);
    worker.tid.wait(0);
    char path[64];
    std::snprintf(path, sizeof path, "/proc/self/task/%d/stat", worker.tid.load());
    worker.state_file = open(path, O_RDONLY | O_CLOEXEC);
  }
}

namespace {

enum class Activity { returned, asleep, running, gone };

Activity activity(Worker& worker) {
  if (!worker.busy.load(std::memory_order_acquire)) return Activity::returned;
  char text[256];
  const ssize_t length = pread(worker.state_file, text, sizeof text - 1, 0);
  if (length <= 0) return Activity::gone;
  text[length] = 0;
  const char* state = std::strrchr(text, ')');
  if (state == nullptr) return Activity::running;
  if (!worker.busy.load(std::memory_order_acquire)) return Activity::returned;
  return state[2] == 'S' ? Activity::asleep : Activity::running;
}

bool spins(const Worker& worker) { return worker.order.call == Call::spin_lock; }

std::int64_t processor_time(const Worker& worker) {
  clockid_t clock{};
  timespec now{};
  if (pthread_getcpuclockid(worker.handle, &clock) != 0 || clock_gettime(clock, &now) != 0) return 0;
  return now.tv_sec * 1'000'000'000 + now.tv_nsec;
}

bool quiet(Worker* workers) {
  for (int t = 0; t < kThreads; ++t)
    if (!spins(workers[t]) && activity(workers[t]) == Activity::running) return false;
  return true;
}

void wait_until_quiet(Worker* workers) {
  for (int times = 0; times < 2;) {
    const unsigned seen = returns.load();
    times = quiet(workers) ? times + 1 : 0;
    if (times == 0) wait_a_little(seen);
  }
}

}  // namespace

Seen Libc::perform(const Step& step) {
  Worker* workers = stage_->workers;
  bool under_way[kThreads];
  Worker& caller = workers[step.thread];
  caller.order = step;
  caller.result = {};
  caller.busy.store(true, std::memory_order_release);
  for (int t = 0; t < kThreads; ++t) under_way[t] = workers[t].busy.load() && !workers[t].ended;
  caller.orders.fetch_add(1);
  caller.orders.notify_one();
  wait_until_quiet(workers);
  for (int t = 0; t < kThreads; ++t) {  // what the others did is there to be seen now
    constexpr std::int64_t kEnough = 200'000;
    Worker& worker = workers[t];
    if (!spins(worker) || !worker.busy.load()) continue;
    while (worker.taken.load() != worker.orders.load())
      wait_a_little(returns.load());  // to wake up takes time, too
    const std::int64_t since = processor_time(worker);
    while (worker.busy.load() && processor_time(worker) - since < kEnough) wait_a_little(returns.load());
  }
  Seen seen;
  for (int t = 0; t < kThreads; ++t) {
    Worker& worker = workers[t];
    if (!worker.ended && activity(worker) == Activity::gone) worker.ended = true;
    seen.ended[static_cast<std::size_t>(t)] = worker.ended;
    if (under_way[t] && activity(worker) == Activity::returned)
      seen.results[static_cast<std::size_t>(t)] = worker.result;
  }
  return seen;
}

// The stage stays: threads that wait, or are just about to end, look at it.
Libc::~Libc() {
  for (Worker& worker : stage_->workers) {
    close(worker.state_file);
    if (worker.ended) continue;
    while (spins(worker) && worker.busy.load()) pthread_spin_unlock(&stage_->spin);
    if (worker.busy.load() || worker.in_routine) continue;
    worker.order = {.call = Call::thread_exit};
    worker.orders.fetch_add(1);
    worker.orders.notify_one();
  }
}

}  // namespace heddle::sync_script
