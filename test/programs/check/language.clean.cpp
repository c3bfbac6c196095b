// SPDX-License-Identifier: Apache-2.0
// What C++ programs do with threads, all of it right: every construct must be controlled, and nothing reported.
#include <atomic>
#include <barrier>
#include <cassert>
#include <condition_variable>
#include <future>
#include <latch>
#include <memory>
#include <mutex>
#include <optional>
#include <semaphore>
#include <shared_mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <heddle/check.h>

namespace {

int failures = 0;
template <class Function>
void expect_clean(const char* name, Function&& function) {
  heddle_check_options options{};
  options.name = name;
  try {
    heddle::check(function, options);
  } catch (const heddle::CheckFailure&) {
    ++failures;
  }
}

struct Counted {
  static inline std::atomic<int> alive = 0;
  int value = 7;
  Counted() { ++alive; }
  ~Counted() { --alive; }
};
thread_local Counted counted;
thread_local int plain_local = 3;

std::string& lazily() {
  static std::string text = "a string that is too long for its own buffer";
  return text;
}
int global_counter = 0;
std::vector<int> global_vector;

}  // namespace

int main() {
  expect_clean("async", [] {
    auto a = std::async(std::launch::async, [] { return 20; });
    auto b = std::async(std::launch::async, [] { return 22; });
    assert(a.get() + b.get() == 42);
  });
  expect_clean("promise", [] {
    std::promise<int> promise;
    std::jthread t([&] { promise.set_value(5); });
    assert(promise.get_future().get() == 5);
  });
  expect_clean("exception in a future", [] {
    auto a = std::async(std::launch::async, []() -> int { throw std::runtime_error("no"); });
    bool caught = false;
    try {
      a.get();
    } catch (const std::runtime_error&) {
      caught = true;
    }
    assert(caught);
  });
  expect_clean("exceptions in threads", [] {
    std::mutex mutex;
    int sum = 0;
    auto work = [&](int i) {
      try {
        std::lock_guard lock(mutex);
        sum += i;
        if (i == 1) throw std::logic_error("one");
      } catch (const std::logic_error&) {
        std::lock_guard lock(mutex);
        sum += 10;
      }
    };
    std::jthread a(work, 1), b(work, 2);
    a.join();
    b.join();
    assert(sum == 13);
  });
  expect_clean("thread_local", [] {
    std::jthread a([] { assert(counted.value++ == 7 && plain_local++ == 3); });
    std::jthread b([] { assert(counted.value++ == 7 && plain_local++ == 3); });
    a.join();
    b.join();
    assert(Counted::alive == 0);
  });
  expect_clean("atomic wait", [] {
    std::atomic<int> flag = 0;
    std::jthread t([&] {
      flag = 1;
      flag.notify_one();
    });
    flag.wait(0);
    assert(flag == 1);
  });
  expect_clean("semaphore, latch", [] {
    std::counting_semaphore<4> semaphore(0);
    std::latch latch(2);
    int x = 0;
    std::jthread t([&] {
      x = 1;
      semaphore.release();
      latch.arrive_and_wait();
    });
    semaphore.acquire();
    assert(x == 1);
    latch.arrive_and_wait();
  });
  expect_clean("barrier", [] {
    std::barrier barrier(2);
    int a = 0, b = 0;
    std::jthread t([&] {
      a = 1;
      barrier.arrive_and_wait();
      assert(b == 1);
    });
    b = 1;
    barrier.arrive_and_wait();
    assert(a == 1);
  });
  expect_clean("shared_mutex", [] {
    std::shared_mutex mutex;
    int x = 0;
    std::jthread w([&] {
      std::unique_lock lock(mutex);
      ++x;
    });
    std::jthread r([&] {
      std::shared_lock lock(mutex);
      assert(x == 0 || x == 1);
    });
  });
  expect_clean("call_once and static locals", [] {
    std::once_flag once;
    int count = 0;
    auto work = [&] {
      std::call_once(once, [&] { ++count; });
      assert(count == 1 && lazily().size() == 44);
    };
    std::jthread a(work), b(work);
  });
  expect_clean("timed waits", [] {
    std::mutex mutex;
    std::condition_variable condition;
    bool done = false;
    std::jthread t([&] {
      std::lock_guard lock(mutex);
      done = true;
      condition.notify_one();
    });
    std::unique_lock lock(mutex);
    condition.wait_for(lock, std::chrono::milliseconds(1), [&] { return done; });
  });
  expect_clean("recursive mutex", [] {
    std::recursive_mutex mutex;
    int x = 0;
    std::jthread t([&] {
      std::lock_guard one(mutex);
      std::lock_guard two(mutex);
      ++x;
    });
    std::lock_guard one(mutex);
    ++x;
  });
  expect_clean("detached thread", [] {
    auto value = std::make_shared<std::atomic<int>>(0);
    std::thread([value] { *value = 1; }).detach();
  });
  expect_clean("shared_ptr", [] {
    auto value = std::make_shared<int>(3);
    std::jthread a([copy = value] { assert(*copy == 3); });
    std::jthread b([copy = value] { assert(*copy == 3); });
    value.reset();
  });
  expect_clean("globals are put back", [] {
    assert(global_counter == 0);
    std::jthread t([] { ++global_counter; });
    t.join();
    assert(global_counter == 1);
  });
  expect_clean("stop_token", [] {
    std::jthread t([](std::stop_token token) {
      while (!token.stop_requested()) std::this_thread::yield();
    });
  });
  expect_clean("input", [] {
    std::atomic<unsigned> x = 0;
    std::jthread t([&] { x = heddle::choose(3); });
    t.join();
    assert(x < 3);
  });
  expect_clean("try_lock in a loop", [] {
    std::mutex mutex;
    int x = 0;
    std::jthread t([&] {
      std::lock_guard lock(mutex);
      ++x;
    });
    while (!mutex.try_lock()) std::this_thread::yield();
    ++x;
    mutex.unlock();
  });
  return failures;
}
