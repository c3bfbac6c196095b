// The mutex is given up, and those who wait are woken, when the thread's variables are gone.
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex mutex;
static std::condition_variable condition;
static bool flag;
static int left;
struct Variable {
  bool used = false;
  ~Variable() { left = 7; }
};
static thread_local Variable variable;

int main() {
  std::thread other([] {
    variable.used = true;
    std::unique_lock lock(mutex);
    flag = true;
    std::notify_all_at_thread_exit(condition, std::move(lock));
  });
  {
    std::unique_lock lock(mutex);
    while (!flag) condition.wait(lock);
    assert(left == 7);
  }
  other.join();
}
