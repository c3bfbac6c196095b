// SPDX-License-Identifier: Apache-2.0
// A bounded queue with condition variables between producers and consumers; each item is worked on a little.
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <mutex>
#include <thread>
#include <vector>

static std::mutex mutex;
static std::condition_variable not_empty, not_full;
static std::deque<std::vector<int>> queue;

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 60000;
  long sums[2] = {};
  std::vector<std::thread> team;
  for (int t = 0; t < 2; t++)
    team.emplace_back([=] {
      for (int i = 0; i < n; i++) {
        std::vector<int> item(64);
        for (int& x : item) x = i;
        std::unique_lock lock(mutex);
        not_full.wait(lock, [] { return queue.size() < 64; });
        queue.push_back(std::move(item));
        not_empty.notify_one();
      }
    });
  for (int t = 0; t < 2; t++)
    team.emplace_back([=, &sums] {
      for (int i = 0; i < n; i++) {
        std::vector<int> item;
        {
          std::unique_lock lock(mutex);
          not_empty.wait(lock, [] { return !queue.empty(); });
          item = std::move(queue.front());
          queue.pop_front();
          not_full.notify_one();
        }
        for (int x : item) sums[t] += x;
      }
    });
  for (auto& thread : team) thread.join();
  std::printf("%d\n", sums[0] + sums[1] == 64L * n * (n - 1L));
}
