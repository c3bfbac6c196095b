// A condition with a lock that readers share.
#include <cassert>
#include <condition_variable>
#include <shared_mutex>
#include <thread>
static std::shared_mutex guard;
static std::condition_variable_any changed;
static bool ready = false;
int main() {
  std::thread setter([] { { std::lock_guard lock(guard); ready = true; } changed.notify_all(); });
  {
    std::shared_lock lock(guard);
    changed.wait(lock, [] { return ready; });
    assert(ready);
  }
  setter.join();
}
