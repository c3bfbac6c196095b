// SPDX-License-Identifier: Apache-2.0
// One function for each thing that threads can do to each other: the word after the two underscores is what
// `heddle check --function` must say. Where a construct allows something that programmers forget, a pair:
// the function that relies on it not happening fails, the one that expects it is clean.
#include <atomic>
#include <barrier>
#include <cassert>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <future>
#include <latch>
#include <memory>
#include <mutex>
#include <semaphore>
#include <shared_mutex>
#include <stop_token>
#include <string>
#include <thread>

#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <threads.h>
#include <unistd.h>

#include <heddle/check.h>
#include <heddle/record.h>

using namespace std::chrono_literals;
#define TEST(name) extern "C" void name()

// ---- condition variables ----

TEST(spurious_wakeup__assertion) {
  std::mutex m;
  std::condition_variable c;
  bool ready = false;
  std::jthread t([&] {
    std::unique_lock lock(m);
    if (!ready) c.wait(lock);
    assert(ready);
  });
  std::lock_guard lock(m);
  ready = true;
  c.notify_one();
}
TEST(spurious_wakeup__clean) {
  std::mutex m;
  std::condition_variable c;
  bool ready = false;
  std::jthread t([&] {
    std::unique_lock lock(m);
    c.wait(lock, [&] { return ready; });
    assert(ready);
  });
  std::lock_guard lock(m);
  ready = true;
  c.notify_one();
}
TEST(lost_notify__deadlock) {  // the flag is set without the mutex: the notify may come before the wait
  std::mutex m;
  std::condition_variable c;
  std::atomic<bool> ready = false;
  std::jthread t([&] {
    std::unique_lock lock(m);
    while (!ready) c.wait(lock);
  });
  ready = true;
  c.notify_one();
}
TEST(timed_wait__assertion) {  // time can run out first
  std::mutex m;
  std::condition_variable c;
  bool ready = false;
  std::jthread t([&] {
    std::lock_guard lock(m);
    ready = true;
    c.notify_one();
  });
  std::unique_lock lock(m);
  const bool in_time = c.wait_for(lock, 1h, [&] { return ready; });
  assert(in_time);
}
TEST(timed_wait__clean) {
  std::mutex m;
  std::condition_variable c;
  bool ready = false;
  std::jthread t([&] {
    std::lock_guard lock(m);
    ready = true;
    c.notify_one();
  });
  std::unique_lock lock(m);
  const bool in_time = c.wait_for(lock, 1h, [&] { return ready; });
  assert(in_time == ready);
}
TEST(condition_variable_any__clean) {
  std::shared_mutex m;
  std::condition_variable_any c;
  int ready = 0;
  std::jthread t([&] {
    std::shared_lock lock(m);
    c.wait(lock, [&] { return ready == 1; });
  });
  {
    std::lock_guard lock(m);
    ready = 1;
  }
  c.notify_all();
}
TEST(condition_variable_any_lost__deadlock) {
  std::mutex m;
  std::condition_variable_any c;
  std::jthread t([&] {
    std::unique_lock lock(m);
    c.wait(lock);
    c.wait(lock);
  });
  c.notify_one();
}

// ---- locks ----

TEST(try_lock__assertion) {
  std::mutex m;
  std::jthread t([&] { std::lock_guard lock(m); });
  const bool got = m.try_lock();
  if (got) m.unlock();
  assert(got);
}
TEST(timed_mutex__assertion) {
  std::timed_mutex m;
  std::jthread t([&] { std::lock_guard lock(m); });
  const bool got = m.try_lock_for(1h);
  if (got) m.unlock();
  assert(got);
}
TEST(recursive_mutex__clean) {
  std::recursive_mutex m;
  int x = 0;
  auto body = [&] {
    std::lock_guard outer(m);
    std::lock_guard inner(m);
    ++x;
  };
  std::jthread a(body), b(body);
  a.join();
  b.join();
  assert(x == 2);
}
TEST(twice_locked__deadlock) {
  std::mutex m;
  m.lock();
  m.lock();
}
TEST(error_checking__clean) {
  pthread_mutexattr_t kind;
  pthread_mutexattr_init(&kind);
  pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_t m;
  pthread_mutex_init(&m, &kind);
  assert(pthread_mutex_lock(&m) == 0 && pthread_mutex_lock(&m) == EDEADLK && pthread_mutex_unlock(&m) == 0);
}
TEST(unlocked_by_another__lock_misuse) {
  pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&m);
  std::jthread t([&] { pthread_mutex_unlock(&m); });
}

struct Robust {
  pthread_mutex_t m;
  int x = 0;
  Robust() {
    pthread_mutexattr_t kind;
    pthread_mutexattr_init(&kind);
    pthread_mutexattr_setrobust(&kind, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&m, &kind);
  }
};
TEST(robust__assertion) {  // whoever comes after the thread that died gets EOWNERDEAD
  Robust robust;
  std::jthread t([&] { pthread_mutex_lock(&robust.m); });
  assert(pthread_mutex_lock(&robust.m) == 0);
  pthread_mutex_unlock(&robust.m);
}
TEST(robust__clean) {
  Robust robust;
  {
    std::jthread t([&] {
      const int error = pthread_mutex_lock(&robust.m);
      assert(error == 0);
      robust.x = 1;
    });
    const int error = pthread_mutex_lock(&robust.m);
    assert(error == (robust.x == 1 ? EOWNERDEAD : 0));
    if (error == EOWNERDEAD) pthread_mutex_consistent(&robust.m);
    pthread_mutex_unlock(&robust.m);
  }
  const int error = pthread_mutex_lock(&robust.m);
  assert(error == 0 || error == EOWNERDEAD);
  pthread_mutex_unlock(&robust.m);
}
TEST(robust_lost__clean) {
  Robust robust;
  std::jthread([&] { pthread_mutex_lock(&robust.m); }).join();
  assert(pthread_mutex_lock(&robust.m) == EOWNERDEAD);
  pthread_mutex_unlock(&robust.m);
  assert(pthread_mutex_lock(&robust.m) == ENOTRECOVERABLE);
}
TEST(shared_mutex__clean) {
  std::shared_mutex m;
  int x = 0;
  std::jthread a([&] {
    std::lock_guard lock(m);
    ++x;
  });
  std::jthread b([&] {
    std::shared_lock lock(m);
    assert(x == 0 || x == 1);
  });
  std::shared_lock lock(m);
  assert(x == 0 || x == 1);
}
TEST(shared_mutex_written_as_reader__data_race) {
  std::shared_mutex m;
  int x = 0;
  std::jthread a([&] {
    std::shared_lock lock(m);
    ++x;
  });
  std::shared_lock lock(m);
  ++x;
}
TEST(reader_becomes_writer__deadlock) {
  pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
  auto body = [&] {
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_wrlock(&lock);
  };
  std::jthread a(body), b(body);
}
TEST(try_shared__assertion) {
  std::shared_mutex m;
  std::jthread t([&] { std::lock_guard lock(m); });
  const bool got = m.try_lock_shared();
  if (got) m.unlock_shared();
  assert(got);
}

// ---- semaphores, barriers, latches, once ----

TEST(semaphore__clean) {
  sem_t s;
  sem_init(&s, 0, 0);
  int x = 0;
  std::jthread t([&] {
    x = 1;
    sem_post(&s);
  });
  sem_wait(&s);
  assert(x == 1);
}
TEST(semaphore_too_few__deadlock) {
  std::counting_semaphore<2> s(0);
  std::jthread t([&] { s.release(); });
  s.acquire();
  s.acquire();
}
TEST(semaphore_try__assertion) {
  std::binary_semaphore s(0);
  std::jthread t([&] { s.release(); });
  assert(s.try_acquire());
}
TEST(semaphore_timed__assertion) {
  sem_t s;
  sem_init(&s, 0, 0);
  std::jthread t([&] { sem_post(&s); });
  timespec until{2'000'000'000, 0};
  assert(sem_timedwait(&s, &until) == 0);
}
TEST(barrier__clean) {
  pthread_barrier_t barrier;
  pthread_barrier_init(&barrier, nullptr, 2);
  int x[2] = {};
  int serial = 0;
  std::jthread t([&] {
    x[0] = 1;
    pthread_barrier_wait(&barrier);
    assert(x[1] == 2);
  });
  x[1] = 2;
  serial = pthread_barrier_wait(&barrier);
  assert(x[0] == 1 && (serial == 0 || serial == PTHREAD_BARRIER_SERIAL_THREAD));
}
TEST(barrier_of_three__deadlock) {
  pthread_barrier_t barrier;
  pthread_barrier_init(&barrier, nullptr, 3);
  std::jthread t([&] { pthread_barrier_wait(&barrier); });
  pthread_barrier_wait(&barrier);
}
TEST(std_barrier__clean) {
  int rounds = 0;
  std::barrier barrier(2, [&]() noexcept { ++rounds; });
  std::jthread t([&] { barrier.arrive_and_wait(); });
  barrier.arrive_and_wait();
  assert(rounds == 1);
}
TEST(latch__clean) {
  std::latch latch(1);
  int x = 0;
  std::jthread t([&] {
    x = 1;
    latch.count_down();
  });
  latch.wait();
  assert(x == 1);
}
TEST(latch_never_down__deadlock) {
  std::latch latch(2);
  std::jthread t([&] { latch.count_down(); });
  latch.wait();
}
TEST(call_once__clean) {
  std::once_flag once;
  int x = 0;
  auto body = [&] {
    std::call_once(once, [&] { ++x; });
    assert(x == 1);
  };
  std::jthread a(body), b(body);
}
TEST(call_once_throws__clean) {  // the one that throws does not count
  std::once_flag once;
  std::atomic<int> tries = 0, done = 0;
  auto body = [&] {
    try {
      std::call_once(once, [&] {
        if (tries++ == 0) throw 1;
        ++done;
      });
    } catch (int) {
    }
  };
  {
    std::jthread a(body), b(body);
  }
  assert(tries == 2 && done == 1);
}
int made = 0;
struct Made {
  int value = ++made;
};
const Made& only_one() {
  static const Made one;
  return one;
}
TEST(static_local__clean) {
  std::jthread a([] { assert(only_one().value == 1); });
  std::jthread b([] { assert(only_one().value == 1); });
}

// ---- atomics ----

TEST(weak_exchange__assertion) {  // not with clang: its instrumentation does not tell weak from strong
  std::atomic<int> x = 0;
  int expected = 0;
  assert(x.compare_exchange_weak(expected, 1));
}
TEST(weak_exchange__clean) {
  std::atomic<int> x = 0;
  auto body = [&] {
    int expected = x;
    while (!x.compare_exchange_weak(expected, expected + 1)) {
    }
  };
  {
    std::jthread a(body), b(body);
  }
  assert(x == 2);
}
TEST(strong_exchange__clean) {
  std::atomic<int> x = 0;
  int expected = 0;
  assert(x.compare_exchange_strong(expected, 1));
}
TEST(atomic_wait__clean) {
  std::atomic<int> x = 0;
  std::jthread t([&] {
    x = 1;
    x.notify_all();
  });
  x.wait(0);
  assert(x == 1);
}
TEST(atomic_wait_without_notify__deadlock) {
  std::atomic<int> x = 0;
  std::jthread t([&] { x = 1; });
  x.wait(0);
}
TEST(sixteen_bytes__clean) {
  unsigned __int128 x = 0;
  auto body = [&] { __sync_fetch_and_add(&x, (static_cast<unsigned __int128>(1) << 64) + 1); };
  {
    std::jthread a(body), b(body);
  }
  assert(static_cast<long>(x) == 2 && static_cast<long>(x >> 64) == 2);
}
TEST(spin__clean) {
  std::atomic<bool> flag = false;
  std::jthread t([&] { flag = true; });
  while (!flag) {
  }
}
std::atomic<bool> never = false;
TEST(spin_for_ever__livelock) {
  std::atomic<bool> other = false;
  std::jthread t([&] { other = true; });
  while (!never) {
  }
}
TEST(too_weak__data_race) {
  static int data;
  std::atomic<bool> flag = false;
  std::jthread t([&] {
    data = 1;
    flag.store(true, std::memory_order_relaxed);
  });
  while (!flag.load(std::memory_order_acquire)) {
  }
  assert(data == 1);
}

// ---- threads and their ends ----

TEST(choose__assertion) {
  assert(heddle::choose(7) != 6);
}
TEST(choose__clean) {
  const unsigned a = heddle::choose(3), b = heddle::choose(4);
  assert(a < 3 && b < 4);
}
TEST(detached__data_race) {
  static int x;
  std::thread([] { ++x; }).detach();
  ++x;
}
TEST(detached__clean) {
  static std::atomic<int> x = 0;
  std::thread([] { ++x; }).detach();
  assert(x == 0 || x == 1);
}
TEST(async_exception__clean) {
  auto result = std::async(std::launch::async, []() -> int { throw std::string("no"); });
  bool caught = false;
  try {
    result.get();
  } catch (const std::string& what) {
    caught = what == "no";
  }
  assert(caught);
}
TEST(packaged_task__clean) {
  std::packaged_task<int()> task([] { return 5; });
  auto value = task.get_future();
  std::jthread t(std::move(task));
  assert(value.get() == 5);
}
TEST(broken_promise__clean) {
  std::future<int> value;
  {
    std::promise<int> promise;
    value = promise.get_future();
  }
  bool broken = false;
  try {
    value.get();
  } catch (const std::future_error& error) {
    broken = error.code() == std::future_errc::broken_promise;
  }
  assert(broken);
}
TEST(future_timed__assertion) {
  auto result = std::async(std::launch::async, [] { return 1; });
  assert(result.wait_for(1h) == std::future_status::ready);
}
TEST(exception_in_thread__uncaught_exception) {
  std::jthread t([] { throw 1; });
}
TEST(not_joined__abort) {
  std::thread t([] {});
}
int destroyed = 0;
struct Local {
  int value = 4;
  ~Local() { destroyed += value; }
};
thread_local Local local;
TEST(thread_local_destructors__clean) {
  std::thread([] { local.value = 5; }).join();
  std::thread([] { local.value += 1; }).join();
  assert(destroyed == 10);
}
TEST(thread_local_destructors__data_race) {
  std::jthread a([] { local.value = 5; });
  std::jthread b([] { local.value = 6; });
}
TEST(stop_token__clean) {
  int stopped = 0;
  {
    std::jthread t([&](std::stop_token token) {
      while (!token.stop_requested()) {
      }
      stopped = 1;
    });
  }
  assert(stopped == 1);
}
TEST(stop_callback__clean) {
  std::mutex m;
  std::condition_variable_any c;
  std::jthread t([&](std::stop_token token) {
    std::unique_lock lock(m);
    c.wait(lock, token, [] { return false; });
  });
}
int c11_body(void* x) {
  ++*static_cast<int*>(x);
  return 3;
}
TEST(c11_threads__clean) {
  int x = 0;
  thrd_t t;
  int result = 0;
  thrd_create(&t, c11_body, &x);
  thrd_join(t, &result);
  mtx_t m;
  mtx_init(&m, mtx_recursive);
  mtx_lock(&m);
  mtx_lock(&m);
  mtx_unlock(&m);
  mtx_unlock(&m);
  mtx_destroy(&m);
  assert(result == 3 && x == 1);
}
TEST(c11_threads__data_race) {
  int x = 0;
  thrd_t t;
  thrd_create(&t, c11_body, &x);
  ++x;
  thrd_join(t, nullptr);
}
TEST(pthread_exit__clean) {
  pthread_t t;
  pthread_create(
      &t, nullptr,
      [](void*) -> void* {
        struct AtEnd {
          ~AtEnd() { destroyed = 1; }
        } at_end;
        pthread_exit(reinterpret_cast<void*>(7));
      },
      nullptr);
  void* result = nullptr;
  pthread_join(t, &result);
  assert(result == reinterpret_cast<void*>(7) && destroyed == 1);
}

// ---- what is not explored is said ----

TEST(cancel__inconclusive) {
  pthread_t t;
  pthread_create(
      &t, nullptr,
      [](void*) -> void* {
        pause();
        return nullptr;
      },
      nullptr);
  pthread_cancel(t);
  pthread_join(t, nullptr);
}
TEST(cancel_of_the_dead__clean) {
  static std::atomic<bool> done;
  pthread_t t;
  pthread_create(
      &t, nullptr,
      [](void*) -> void* {
        done = true;
        return nullptr;
      },
      nullptr);
  pthread_join(t, nullptr);
  assert(done);
}
TEST(fork__inconclusive) {
  if (fork() == 0) _exit(0);
}
TEST(signal_to_another__inconclusive) {
  static std::atomic<bool> got;
  signal(SIGUSR1, [](int) { got = true; });
  std::jthread t([] {
    while (!got) {
    }
  });
  pthread_kill(t.native_handle(), SIGUSR1);
}
TEST(alarm__inconclusive) {
  signal(SIGALRM, [](int) {});
  alarm(1000);
}
TEST(sleep__clean) {  // takes no time, and the clock says it did
  const auto before = std::chrono::steady_clock::now();
  std::this_thread::sleep_for(1h);
  assert(std::chrono::steady_clock::now() - before >= 1h);
}
TEST(signal_to_itself__clean) {
  static std::atomic<int> got;
  signal(SIGUSR1, [](int) { ++got; });
  raise(SIGUSR1);
  assert(got == 1);
}

// ---- what one execution leaves is gone in the next ----

TEST(global_written_by_libc__clean) {
  static char line[32];
  std::atomic<int> turns = 0;
  assert(line[0] == 0);
  std::jthread t([&] { ++turns; });
  ++turns;
  std::snprintf(line, sizeof line, "%d", turns.load());
}
TEST(global_written_by_the_system__clean) {
  static char byte;
  std::atomic<int> turns = 0;
  assert(byte == 0);
  std::jthread t([&] { ++turns; });
  ++turns;
  const int program = open("/proc/self/exe", O_RDONLY);
  assert(read(program, &byte, 1) == 1);
  close(program);
}
TEST(state_inside_libc__clean) {
  std::atomic<int> turns = 0;
  assert(std::getenv("HEDDLE_TEST_SEMANTICS") == nullptr);
  std::jthread t([&] { ++turns; });
  ++turns;
  setenv("HEDDLE_TEST_SEMANTICS", "set", 1);
}
TEST(state_inside_libc__assertion) {
  std::atomic<int> turns = 0;
  assert(std::getenv("HEDDLE_TEST_SEMANTICS") == nullptr);
  std::jthread t([&] { turns = 1; });
  turns = 2;
  t.join();
  setenv("HEDDLE_TEST_SEMANTICS", "set", 1);
  assert(turns == 1);
}

// ---- races that are meant: explored, and no findings ----

struct Meant {
  Meant() { heddle_benign_begin(); }
  ~Meant() { heddle_benign_end(); }
  Meant(const Meant&) = delete;
};
TEST(meant_race__clean) {
  int word = 0;
  std::jthread t([&] {
    const Meant region;
    word = 7;
  });
  const Meant region;
  const int seen = word;
  assert(seen == 0 || seen == 7);
}
TEST(meant_race__assertion) {
  int word = 0;
  std::jthread t([&] {
    const Meant region;
    word = 7;
  });
  const Meant region;
  assert(word == 0);
}
TEST(meant_on_one_side__data_race) {  // the third access is not meant
  int word = 0;
  std::jthread t([&] {
    const Meant region;
    word = 7;
  });
  std::jthread u([&] { word = 8; });
  std::jthread v([&] { word = 9; });
}
TEST(meant_overlap__assertion) {  // eight bytes written, the upper four read
  union {
    long whole;
    int parts[2];
  } word = {0};
  std::jthread t([&] {
    const Meant region;
    word.whole = 1L << 32;
  });
  const Meant region;
  assert(word.parts[1] == 0);
}
TEST(meant_copy__assertion) {  // of more words than an operation can name
  struct Large {
    long words[9];
  } from = {}, to = {};
  std::jthread t([&] {
    const Meant region;
    for (long& each : from.words) each = 1;
  });
  {
    const Meant region;
    to = from;
  }
  t.join();
  assert(to.words[7] >= to.words[8] && to.words[0] >= to.words[1] && to.words[8] == 0);
}
TEST(meant_beside_atomic__assertion) {  // a plain read of what is written by atomic operations
  struct {
    int unrelated = 0;
    std::atomic<int> word = 0;
  } pair;
  std::jthread t([&] { pair.word = 7; });
  const Meant region;
  int seen = *reinterpret_cast<int*>(&pair.word);
  assert(seen == 0);
}
TEST(meant_use_after_free__use_after_free) {
  int* word = new int(3);
  std::atomic<int> turns = 0;
  std::jthread t([&] {
    ++turns;
    delete word;
  });
  const Meant region;
  int seen = *static_cast<volatile int*>(word);
  turns += seen;
}

int main() {}
