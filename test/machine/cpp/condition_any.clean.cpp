// A condition with a shared lock.
#include <cassert>
#include <condition_variable>
#include <shared_mutex>
#include <thread>
std::shared_mutex lock;
std::condition_variable_any there;
bool ready;
int main() {
  std::thread t([] { { std::unique_lock own(lock); ready = true; } there.notify_all(); });
  {
    std::shared_lock own(lock);
    there.wait(own, [] { return ready; });
    assert(ready);
  }
  t.join();
}
