// SPDX-License-Identifier: Apache-2.0
// A pool of workers, tasks as std::function with a future each, an atomic counter of work done.
#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <queue>
#include <thread>
#include <vector>

class Pool {
 public:
  explicit Pool(int workers) {
    for (int i = 0; i < workers; i++)
      workers_.emplace_back([this] {
        for (;;) {
          std::function<void()> task;
          {
            std::unique_lock lock(mutex_);
            wake_.wait(lock, [this] { return stop_ || !tasks_.empty(); });
            if (tasks_.empty()) return;
            task = std::move(tasks_.front());
            tasks_.pop();
          }
          task();
        }
      });
  }
  ~Pool() {
    {
      std::lock_guard guard(mutex_);
      stop_ = true;
    }
    wake_.notify_all();
    for (auto& worker : workers_) worker.join();
  }
  template <class F>
  auto add(F f) {
    auto task = std::make_shared<std::packaged_task<decltype(f())()>>(std::move(f));
    auto result = task->get_future();
    {
      std::lock_guard guard(mutex_);
      tasks_.push([task] { (*task)(); });
    }
    wake_.notify_one();
    return result;
  }

 private:
  std::mutex mutex_;
  std::condition_variable wake_;
  std::queue<std::function<void()>> tasks_;
  std::vector<std::thread> workers_;
  bool stop_ = false;
};

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 40000;
  std::atomic<long> done{0};
  long total = 0;
  {
    Pool pool(2);
    std::vector<std::future<long>> results;
    for (int i = 0; i < n; i++)
      results.push_back(pool.add([i, &done] {
        long sum = 0;
        int scratch[50];
        for (int k = 0; k < 50; k++) scratch[k] = i ^ k;
        for (int k = 0; k < 50; k++) sum += scratch[k];
        done.fetch_add(1, std::memory_order_relaxed);
        return sum;
      }));
    for (auto& result : results) total += result.get();
  }
  std::printf("%d\n", done.load() == n && total > 0);
}
