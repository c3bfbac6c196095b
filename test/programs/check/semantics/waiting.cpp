// SPDX-License-Identifier: Apache-2.0
// Threads that wait in loops of their own, by whatever they can look at, and what may fail for no reason how often.
#include <atomic>
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <future>
#include <iostream>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <thread>

#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <unistd.h>

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;
#define TEST(name) extern "C" void name()

// ---- by locks and semaphores ----

TEST(poll_mutex__clean) {
  std::mutex m;
  int done = 0;
  std::jthread t([&] {
    std::lock_guard hold(m);
    done = 1;
  });
  for (int seen = 0; seen == 0;) {
    std::lock_guard hold(m);
    seen = done;
  }
}
TEST(poll_mutex__livelock) {  // the other takes the lock too, but nothing comes of it
  std::mutex m;
  int done = 0;
  std::jthread t([&] { std::lock_guard hold(m); });
  for (int seen = 0; seen == 0;) {
    std::lock_guard hold(m);
    seen = done;
  }
}
TEST(two_poll_a_mutex__clean) {  // and do not keep each other awake
  std::mutex m;
  int first = 0, second = 0;
  const auto poll = [&](const int& flag) {
    for (int seen = 0; seen == 0;) {
      std::lock_guard hold(m);
      seen = flag;
    }
  };
  std::jthread t([&] { poll(second); });
  std::jthread u([&] {
    { std::lock_guard hold(m); first = 1; }
    { std::lock_guard hold(m); second = 1; }
  });
  poll(first);
}
TEST(poll_readers_lock__clean) {
  std::shared_mutex m;
  int done = 0;
  const auto poll = [&] {
    for (int seen = 0; seen == 0;) {
      std::shared_lock hold(m);
      seen = done;
    }
  };
  std::jthread t(poll);
  std::jthread u([&] {
    std::lock_guard hold(m);
    done = 1;
  });
  poll();
}
TEST(poll_spin_lock_of_ones_own__clean) {
  std::atomic<int> locked = 0;
  int done = 0;
  const auto lock = [&] {
    for (int free = 0; !locked.compare_exchange_strong(free, 1); free = 0) {
    }
  };
  std::jthread t([&] {
    lock();
    done = 1;
    locked = 0;
  });
  for (int seen = 0; seen == 0;) {
    lock();
    seen = done;
    locked = 0;
  }
}
TEST(poll_by_trylock__clean) {
  std::mutex m;
  std::jthread t([&] {
    for (int i = 0; i < 3; ++i) std::lock_guard hold(m);
  });
  while (!m.try_lock()) sched_yield();
  m.unlock();
}
TEST(poll_by_timed_lock__clean) {
  std::timed_mutex m;
  std::jthread t([&] {
    while (!m.try_lock_for(1ms)) {
    }
    m.unlock();
  });
  for (int i = 0; i < 2; ++i) std::lock_guard hold(m);
}
TEST(poll_until_it_is_held__clean) {  // who holds it keeps it until that is seen
  std::mutex m;
  std::atomic<bool> seen = false;
  std::jthread t([&] {
    std::lock_guard hold(m);
    while (!seen) {
    }
  });
  while (m.try_lock()) m.unlock();
  seen = true;
}
TEST(poll_semaphore__clean) {
  sem_t s;
  sem_init(&s, 0, 0);
  {
    std::jthread t([&] { sem_post(&s); });
    while (sem_trywait(&s) != 0) usleep(10);
    std::jthread u([&] { sem_post(&s); });
    for (int value = 0; value == 0;) sem_getvalue(&s, &value);
  }
}
// Who changes something and changes it back is seen doing so more than once.
TEST(seen_twice__assertion) {
  std::atomic<int> beat = 0;
  std::atomic<bool> stop = false;
  std::jthread t([&] {
    while (!stop) {
      beat = 1;
      beat = 0;
    }
  });
  const int first = beat, second = beat, third = beat;
  stop = true;
  assert(!(first == 1 && second == 0 && third == 1));
}
TEST(several_atomics__assertion) {  // the loop ends in three ways
  std::atomic<int> a = 0, b = 0;
  std::jthread t([&] {
    b = 1;
    b = 2;
  });
  std::jthread u([&] { a = 1; });
  while (a == 0 && b == 0) {
  }
  assert(!(a == 0 && b == 2));
}

// ---- what a loop changes, or depends on, without a visible operation ----

std::string text;
TEST(string_grows__assertion) {
  std::atomic<bool> flag = false;
  std::jthread t([&] { flag = true; });
  while (!flag) {
    text += "abc";
    if (text.size() > 30) break;
  }
  assert(flag);
}
TEST(random_numbers__assertion) {
  std::atomic<bool> flag = false;
  std::srand(1);
  std::jthread t([&] { flag = true; });
  while (!flag)
    if (std::rand() % 8 == 0) break;
  assert(flag);
}
TEST(tries_are_counted__assertion) {
  std::atomic<bool> flag = false;
  std::jthread t([&] { flag = true; });
  for (int i = 0; !flag && i < 100; ++i) {
  }
  assert(flag);
}
int status = 0;
TEST(same_written_again__clean) {
  std::atomic<bool> flag = false;
  std::jthread t([&] { flag = true; });
  while (!flag) status = 1;
}
TEST(prints_meanwhile__clean) {
  std::atomic<bool> flag = false;
  std::jthread t([&] { flag = true; });
  while (!flag) {
    std::printf("waiting\n");
    std::cout << "waiting" << std::endl;
  }
}

// ---- time ----

TEST(deadline__assertion) {
  std::atomic<bool> flag = false;
  std::jthread t([&] { flag = true; });
  const auto end = Clock::now() + 1ms;
  while (!flag && Clock::now() < end) {
  }
  assert(flag);
}
TEST(deadline_in_an_hour__assertion) {
  std::atomic<bool> flag = false;
  std::jthread t([&] { flag = true; });
  const auto end = std::chrono::system_clock::now() + 1h;
  while (!flag && std::chrono::system_clock::now() < end) std::this_thread::yield();
  assert(flag);
}
TEST(deadline__clean) {
  std::atomic<bool> flag = false;
  const auto end = Clock::now() + 1min;
  while (!flag && Clock::now() < end) std::this_thread::sleep_for(1ms);
}
TEST(sleeps_meanwhile__clean) {
  std::atomic<bool> flag = false;
  std::jthread t([&] { flag = true; });
  while (!flag) std::this_thread::sleep_for(1ms);
}
TEST(time_goes_with_what_is_known__clean) {
  std::mutex m;
  bool set = false;
  Clock::time_point when;
  std::jthread t([&] {
    std::this_thread::sleep_for(1s);
    std::lock_guard hold(m);
    when = Clock::now();
    set = true;
  });
  std::lock_guard hold(m);
  assert(!set || Clock::now() >= when);
}

// ---- how often ----

TEST(two_wake_ups__assertion) {
  std::mutex m;
  std::condition_variable c;
  bool ready = false;
  std::jthread t([&] {
    std::unique_lock lock(m);
    for (int i = 0; i < 2 && !ready; ++i) c.wait(lock);
    assert(ready);
  });
  std::lock_guard lock(m);
  ready = true;
  c.notify_one();
}
TEST(wake_ups__clean) {
  std::mutex m;
  std::condition_variable c;
  int items = 0;
  std::jthread t([&] {
    for (int i = 0; i < 2; ++i) {
      std::unique_lock lock(m);
      c.wait(lock, [&] { return items > 0; });
      --items;
    }
  });
  for (int i = 0; i < 2; ++i) {
    std::lock_guard lock(m);
    ++items;
    c.notify_one();
  }
}

TEST(five_wake_ups__assertion) {
  std::mutex m;
  std::condition_variable c;
  bool ready = false;
  std::jthread t([&] {
    std::unique_lock lock(m);
    int count = 0;
    for (; !ready; ++count) c.wait(lock);
    assert(count < 5);
  });
  std::lock_guard lock(m);
  ready = true;
  c.notify_one();
}
TEST(counts_wake_ups__inconclusive) {  // which makes every one of them different
  std::mutex m;
  std::condition_variable c;
  bool ready = false;
  int count = 0;
  std::jthread t([&] {
    std::unique_lock lock(m);
    for (; !ready; ++count) c.wait(lock);
  });
  std::lock_guard lock(m);
  ready = true;
  c.notify_one();
}

TEST(two_weak_failures__assertion) {
  std::atomic<int> a = 0, b = 0;
  int zero = 0, other_zero = 0;
  const bool first = a.compare_exchange_weak(zero, 1);
  const bool second = b.compare_exchange_weak(other_zero, 1);
  assert(first || second);
}

struct Node {
  Node* next;
};
TEST(weak_failures__clean) {
  std::atomic<Node*> top = nullptr;
  const auto push = [&](Node& node) {
    node.next = top;
    while (!top.compare_exchange_weak(node.next, &node)) {
    }
  };
  Node nodes[2];
  std::jthread t([&] { push(nodes[0]); });
  push(nodes[1]);
}
TEST(expected_on_the_heap__clean) {  // what a failed exchange found there, the next one expects
  std::atomic<int> x = 0;
  auto* expected = new int[2]{0, 0};
  const auto increment = [&](int i) {
    while (!x.compare_exchange_strong(expected[i], expected[i] + 1)) {
    }
  };
  {
    std::jthread t([&] { increment(0); });
    increment(1);
  }
  delete[] expected;
}
TEST(three_timeouts__assertion) {
  std::mutex m;
  std::condition_variable c;
  bool ready = false;
  std::jthread t([&] {
    std::unique_lock lock(m);
    int late = 0;
    for (int i = 0; i < 3 && !ready; ++i) late += c.wait_for(lock, 1ms) == std::cv_status::timeout;
    assert(late < 3 || ready);
  });
  std::lock_guard lock(m);
  ready = true;
  c.notify_one();
}
TEST(timeouts__clean) {  // nobody is notified: it is the timeout that ends the wait
  std::mutex m;
  std::condition_variable c;
  bool stop = false;
  std::jthread t([&] {
    std::unique_lock lock(m);
    while (!stop) c.wait_for(lock, 1ms);
  });
  std::lock_guard lock(m);
  stop = true;
}
TEST(timeouts__livelock) {
  std::mutex m;
  std::condition_variable c;
  std::unique_lock lock(m);
  while (!status) c.wait_for(lock, 1ms);
}
TEST(future_polled__clean) {
  auto answer = std::async(std::launch::async, [] { return 1; });
  while (answer.wait_for(1ms) != std::future_status::ready) {
  }
  assert(answer.get() == 1);
}

int main() {}
