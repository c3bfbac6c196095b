// A thread pool of one: functions in a queue.
#include <cassert>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
std::mutex lock;
std::condition_variable more;
std::deque<std::function<void()>> work;
bool closed;
static void serve() {
  while (true) {
    std::function<void()> next;
    {
      std::unique_lock own(lock);
      more.wait(own, [] { return closed || !work.empty(); });
      if (work.empty()) return;
      next = std::move(work.front());
      work.pop_front();
    }
    next();
  }
}
int main() {
  int done = 0;
  std::thread worker(serve);
  {
    std::lock_guard own(lock);
    work.emplace_back([&] { done++; });
    work.emplace_back([&] { done++; });
    closed = true;
  }
  more.notify_one();
  worker.join();
  assert(done == 2);
}
