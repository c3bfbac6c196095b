// SPDX-License-Identifier: Apache-2.0
// What the threads of a script call. What they do to memory is in scripts_memory.cpp; the script itself is no part of what
// is explored, so this file is not compiled for heddle.
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "scripts_world.h"

Script script;
std::uint32_t topics;
std::uint64_t outcome;

namespace {

constexpr timespec kPast = {1, 0}, kLate = {4102444800, 0};

World* world;

struct Self {
  int number;
  std::uint64_t known = 0;
  int held[2] = {};
  int reads = 0, writes = 0;
  bool spins = false;
  void got(std::uint64_t value) { known = known * 31 + value + 1; }
  bool took(int error) {
    got(static_cast<std::uint64_t>(error));
    return error == 0 || error == EOWNERDEAD;
  }
};

void make_mutex(pthread_mutex_t& mutex, int kind) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  if (kind == 1) pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
  if (kind == 2) pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK);
  if (kind == 3) pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&mutex, &attributes);
  pthread_mutexattr_destroy(&attributes);
}

void run_once() {
  std::uint64_t read = 0;
  on_memory(*world, {Call::add32, 0, 1, 0}, read);
}
void* run_thread(void* argument);
void start(int number) {
  note(world->started[number]);
  for (int i = 0; i < script.threads; ++i)
    if (script.parent[i] == script.parent[number] && world->joined[i]) note_gone(*world, number, i);
  pthread_create(&world->ids[number], nullptr, run_thread,
                 reinterpret_cast<void*>(static_cast<std::intptr_t>(number)));
}
// The first child that a step may start, or join; -1: there is none.
int child(const Self& self, bool started) {
  for (int i = 0; i < script.threads; ++i)
    if (script.parent[i] == self.number && script.by_call[i] && world->started[i] == started &&
        !(started && world->joined[i]))
      return i;
  return -1;
}

void on_mutex(Self& self, const Step& step) {
  World& w = *world;
  pthread_mutex_t& mutex = w.mutexes[step.thing];
  int& held = self.held[step.thing];
  const bool again = script.mutex_kind[step.thing] == 1 || script.mutex_kind[step.thing] == 2;
  switch (step.call) {
    case Call::lock:
      if (held == 0 || again) held += self.took(pthread_mutex_lock(&mutex));
      return;
    case Call::unlock:
      if (held > 0) held -= self.took(pthread_mutex_unlock(&mutex));
      return;
    case Call::try_lock:
      if (held == 0 || again) held += self.took(pthread_mutex_trylock(&mutex));
      return;
    case Call::timed_lock:
      if (held == 0 || again) held += self.took(pthread_mutex_timedlock(&mutex, &kLate));
      return;
    case Call::timed_lock_past:
      if (held == 0 || again) held += self.took(pthread_mutex_timedlock(&mutex, &kPast));
      return;
    case Call::unlock_any:
      if (self.took(pthread_mutex_unlock(&mutex)) && held > 0) --held;
      return;
    case Call::destroy:
      self.took(pthread_mutex_destroy(&mutex));
      return;
    case Call::init:
      return make_mutex(mutex, step.value);
    case Call::consistent:
      if (held > 0) self.took(pthread_mutex_consistent(&mutex));
      return;
    case Call::keep:  // and never give it back
      if (held == 0) self.took(pthread_mutex_lock(&mutex));
      return;
    default:
      return;
  }
}

void on_condition(Self& self, const Step& step) {
  World& w = *world;
  const bool had = self.held[0] > 0;
  switch (step.call) {
    case Call::wait:
      if (had) self.got(static_cast<std::uint64_t>(pthread_cond_wait(&w.condition, &w.mutexes[0])));
      return;
    case Call::timed_wait:
      if (!had && !self.took(pthread_mutex_lock(&w.mutexes[0]))) return;
      self.got(static_cast<std::uint64_t>(
          pthread_cond_timedwait(&w.condition, &w.mutexes[0], step.value == 0 ? &kPast : &kLate)));
      if (!had) pthread_mutex_unlock(&w.mutexes[0]);
      return;
    case Call::wait_while:
      if (!had && !self.took(pthread_mutex_lock(&w.mutexes[0]))) return;
      while (!is_set(w) && pthread_cond_wait(&w.condition, &w.mutexes[0]) == 0) {
      }
      if (!had) pthread_mutex_unlock(&w.mutexes[0]);
      return;
    case Call::set_and_signal:
      if (!had && !self.took(pthread_mutex_lock(&w.mutexes[0]))) return;
      set(w);
      if (step.value == 0) pthread_cond_signal(&w.condition);
      if (!had) pthread_mutex_unlock(&w.mutexes[0]);
      if (step.value != 0) pthread_cond_broadcast(&w.condition);
      return;
    case Call::signal:
      pthread_cond_signal(&w.condition);
      return;
    case Call::broadcast:
      pthread_cond_broadcast(&w.condition);
      return;
    default:
      pthread_cond_destroy(&w.condition);
  }
}

void on_rwlock(Self& self, const Step& step) {
  pthread_rwlock_t& lock = world->rwlock;
  const bool has = self.reads > 0 || self.writes > 0;
  switch (step.call) {
    case Call::read_lock:
      if (self.writes == 0) self.reads += self.took(pthread_rwlock_rdlock(&lock));
      return;
    case Call::write_lock:
      if (!has) self.writes += self.took(pthread_rwlock_wrlock(&lock));
      return;
    case Call::try_read:
      self.reads += self.took(pthread_rwlock_tryrdlock(&lock));
      return;
    case Call::try_write:
      self.writes += self.took(pthread_rwlock_trywrlock(&lock));
      return;
    case Call::timed_read:
      self.reads += self.took(pthread_rwlock_timedrdlock(&lock, step.value == 0 ? &kPast : &kLate));
      return;
    case Call::timed_write:
      self.writes += self.took(pthread_rwlock_timedwrlock(&lock, step.value == 0 ? &kPast : &kLate));
      return;
    default:
      if (!has) return;
      --(self.writes > 0 ? self.writes : self.reads);
      self.took(pthread_rwlock_unlock(&lock));
  }
}

void on_others(Self& self, const Step& step) {
  World& w = *world;
  switch (step.call) {
    case Call::post:
      sem_post(&w.semaphore);
      return;
    case Call::acquire:
      sem_wait(&w.semaphore);
      return;
    case Call::try_acquire:
      return self.got(sem_trywait(&w.semaphore) == 0);
    case Call::timed_acquire:
      return self.got(sem_timedwait(&w.semaphore, step.value == 0 ? &kPast : &kLate) == 0);
    case Call::value: {
      int value = 0;
      sem_getvalue(&w.semaphore, &value);
      return self.got(static_cast<std::uint64_t>(value));
    }
    case Call::semaphore_destroy:
      sem_destroy(&w.semaphore);
      return;
    case Call::arrive:
      return self.got(static_cast<std::uint64_t>(pthread_barrier_wait(&w.barrier) + 2));
    case Call::barrier_destroy:
      pthread_barrier_destroy(&w.barrier);
      return;
    case Call::once:
      pthread_once(&w.once, run_once);
      return;
    case Call::spin_lock:
      if (!self.spins) self.spins = self.took(pthread_spin_lock(&w.spin));
      return;
    case Call::spin_try:
      if (!self.spins) self.spins = self.took(pthread_spin_trylock(&w.spin));
      return;
    case Call::spin_unlock:
      if (self.spins) pthread_spin_unlock(&w.spin);
      self.spins = false;
      return;
    case Call::futex_wait:
      return self.got(
          static_cast<std::uint64_t>(syscall(SYS_futex, reinterpret_cast<int*>(&w.futex), FUTEX_WAIT_PRIVATE,
                                             step.value & 1, nullptr, nullptr, 0) +
                                     1));
    case Call::futex_wake:
      return self.got(
          static_cast<std::uint64_t>(syscall(SYS_futex, reinterpret_cast<int*>(&w.futex), FUTEX_WAKE_PRIVATE,
                                             1 + (step.value & 1), nullptr, nullptr, 0)));
    case Call::futex_store:
      return store_futex(w, step.value & 1);
    case Call::yields:
      sched_yield();
      return;
    case Call::key_set:
      return self.got(static_cast<std::uint64_t>(pthread_setspecific(w.key, &w.plain[step.value])));
    case Call::key_get:
      return self.got(pthread_getspecific(w.key) != nullptr);
    case Call::key_delete:
      return self.got(static_cast<std::uint64_t>(pthread_key_delete(w.key)));
    case Call::key_create: {
      pthread_key_t own;
      if (pthread_key_create(&own, nullptr) == 0) self.got(own - w.key + 8);
      return;
    }
    case Call::draws:
      return self.got(static_cast<std::uint64_t>(std::rand() % 1000));
    case Call::tokens: {
      char text[] = "a b c";
      text[1] = step.value == 0 ? 'b' : ' ';
      self.got(std::strtok(text, " ") != nullptr);
      const char* second = std::strtok(nullptr, " ");  // of a text of another thread, perhaps
      return self.got(second != nullptr ? static_cast<std::uint64_t>(*second) : 0);
    }
    case Call::sleeps: {
      const timespec some = {0, 1000};
      nanosleep(&some, nullptr);
      return;
    }
    case Call::clock_looks: {
      timespec now;
      clock_gettime(CLOCK_MONOTONIC, &now);
      return;
    }
    default:
      return;
  }
}

void on_threads(Self& self, const Step& step) {
  World& w = *world;
  const int other = child(self, step.call != Call::create);
  switch (step.call) {
    case Call::create:
      if (other >= 0) start(other);
      return;
    case Call::join:
      if (other >= 0 && pthread_join(w.ids[other], nullptr) == 0) note(w.joined[other]);
      return;
    case Call::try_join:
      if (other >= 0 && self.took(pthread_tryjoin_np(w.ids[other], nullptr))) note(w.joined[other]);
      return;
    case Call::timed_join:
      if (other >= 0 && self.took(pthread_timedjoin_np(w.ids[other], nullptr, &kLate))) note(w.joined[other]);
      return;
    case Call::detach:
      if (other >= 0 && pthread_detach(w.ids[other]) == 0) note(w.joined[other]);
      return;
    case Call::look_at_id:
      return self.got(pthread_equal(w.gone[self.number], pthread_self()) != 0);
    default:
      return;
  }
}

void give_back(Self& self) {
  for (int i = 0; i < 2; ++i)
    for (; self.held[i] > 0; --self.held[i]) pthread_mutex_unlock(&world->mutexes[i]);
  for (; self.reads + self.writes > 0; --(self.writes > 0 ? self.writes : self.reads))
    pthread_rwlock_unlock(&world->rwlock);
  if (self.spins) pthread_spin_unlock(&world->spin);
}
void finish(Self& self) {
  if (script.ends_clean) give_back(self);
  for (int i = 0; i < script.threads; ++i)
    if (script.parent[i] == self.number && world->started[i] && !world->joined[i])
      pthread_join(world->ids[i], nullptr);
  if (self.number < kThreads) keep_result(*world, self.number, self.known);
}

void perform(Self& self, const Step& step) {
  std::uint64_t read = 0;
  if (on_memory(*world, step, read)) return self.got(read);
  on_mutex(self, step);
  switch (step.call) {
    case Call::wait:
    case Call::timed_wait:
    case Call::wait_while:
    case Call::set_and_signal:
    case Call::signal:
    case Call::broadcast:
    case Call::condition_destroy:
      return on_condition(self, step);
    case Call::read_lock:
    case Call::write_lock:
    case Call::try_read:
    case Call::try_write:
    case Call::timed_read:
    case Call::timed_write:
    case Call::rw_unlock:
      return on_rwlock(self, step);
    default:
      on_others(self, step);
      on_threads(self, step);
  }
}

void* run_thread(void* argument) {
  Self self{static_cast<int>(reinterpret_cast<std::intptr_t>(argument))};
  for (int i = 0; i < script.threads; ++i)
    if (script.parent[i] == self.number && !script.by_call[i]) start(i);
  for (int i = 0; i < script.length[self.number]; ++i) {
    const Step& step = script.steps[self.number][i];
    if (step.call == Call::exit_thread) {
      finish(self);
      pthread_exit(nullptr);
    }
    perform(self, step);
  }
  finish(self);
  return nullptr;
}

bool has(Topic one, Topic other = Topic::count) {
  return (topics & (1U << static_cast<unsigned>(one) | 1U << static_cast<unsigned>(other))) != 0;
}
void clear(World& w) {
  auto* bytes = reinterpret_cast<volatile std::uint64_t*>(&w);
  for (std::size_t i = 0; i < sizeof(World) / sizeof *bytes; ++i) bytes[i] = 0;
}

void set_up(World& w) {
  world = &w;
  const bool waits = has(Topic::condition, Topic::condition_misuse);
  if (has(Topic::mutex, Topic::mutex_misuse) || has(Topic::robust) || waits)
    for (int i = 0; i < 2; ++i) make_mutex(w.mutexes[i], script.mutex_kind[i]);
  if (has(Topic::guarded))
    for (auto& guard : w.guards) make_mutex(guard, 0);
  if (has(Topic::rwlock)) {
    pthread_rwlockattr_t attributes;
    pthread_rwlockattr_init(&attributes);
    if (script.prefers_writers)
      pthread_rwlockattr_setkind_np(&attributes, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
    pthread_rwlock_init(&w.rwlock, &attributes);
  }
  if (waits) pthread_cond_init(&w.condition, nullptr);
  if (has(Topic::semaphore, Topic::semaphore_misuse))
    sem_init(&w.semaphore, 0, static_cast<unsigned>(script.semaphore));
  if (has(Topic::barrier, Topic::barrier_misuse))
    pthread_barrier_init(&w.barrier, nullptr, static_cast<unsigned>(script.parties));
  if (has(Topic::spin)) pthread_spin_init(&w.spin, 0);
  if (has(Topic::once)) w.once = PTHREAD_ONCE_INIT;
  if (has(Topic::keys)) pthread_key_create(&w.key, nullptr);
  if (has(Topic::heap)) {
    w.block = static_cast<Block*>(std::calloc(1, sizeof(Block)));
    make_mutex(w.block->mutex, 0);
  }
}

}  // namespace

void run_script(void*) {
  alignas(World) unsigned char on_stack[sizeof(World)];
  World& w = *static_cast<World*>(script.on_heap ? std::malloc(sizeof(World)) : on_stack);
  clear(w);
  set_up(w);
  Self self{kThreads};
  for (int i = 0; i < script.threads; ++i)
    if (script.parent[i] == kThreads) start(i);
  finish(self);
  outcome = sum_of(w);
}
