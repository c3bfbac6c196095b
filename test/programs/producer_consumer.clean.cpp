// SPDX-License-Identifier: Apache-2.0
// A bounded queue.
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

std::mutex m;
std::condition_variable not_empty, not_full;
std::deque<int> queue;
long sum;

int main() {
  std::thread first([] {
    for (int i = 0; i < 500; i++) {
      std::unique_lock lock(m);
      not_full.wait(lock, [] { return queue.size() < 10; });
      queue.push_back(i);
      not_empty.notify_one();
    }
  });
  std::thread second([] {
    for (int i = 0; i < 500; i++) {
      std::unique_lock lock(m);
      not_empty.wait(lock, [] { return !queue.empty(); });
      sum += queue.front();
      queue.pop_front();
      not_full.notify_one();
    }
  });
  first.join();
  second.join();
  return sum == 500 * 499 / 2 ? 0 : 9;
}
