#include <atomic>
#include <thread>

#include <gtest/gtest.h>
#include <heddle/check.h>

#include "bounded_queue.h"
#include "thread_pool.h"

// Every schedule of what is inside heddle::check.
TEST(Queue, TwoConsumers) {
  heddle::check([] {
    BoundedQueue<int> queue(2);
    std::atomic<int> sum = 0;
    std::thread first([&] { sum += queue.pop(); }), second([&] { sum += queue.pop(); });
    queue.push(1);
    queue.push(2);
    first.join();
    second.join();
    EXPECT_EQ(sum, 3);
  });
}

// A plain test: `heddle check` takes the whole of it.
TEST(Queue, InOrder) {
  BoundedQueue<int> queue(2);
  std::thread producer([&] {
    for (int i = 0; i < 2; ++i) queue.push(i);
  });
  producer.join();
  for (int i = 0; i < 2; ++i) EXPECT_EQ(queue.pop(), i);
}

TEST(Pool, DoesEverything) {
  heddle::check([] {
    std::atomic<int> done = 0;
    {
      ThreadPool pool(1);
      pool.submit([&] { ++done; });
    }
    EXPECT_EQ(done, 1);
  });
}
