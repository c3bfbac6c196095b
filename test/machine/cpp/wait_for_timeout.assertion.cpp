// It need not come in time.
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>
std::mutex lock;
std::condition_variable there;
bool ready;
int main() {
  std::thread t([] { { std::lock_guard own(lock); ready = true; } there.notify_one(); });
  {
    std::unique_lock own(lock);
    there.wait_for(own, std::chrono::milliseconds(10), [] { return ready; });
    assert(ready);
  }
  t.join();
}
