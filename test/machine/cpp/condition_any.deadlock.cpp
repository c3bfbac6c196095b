// The one notification may come before the wait.
#include <condition_variable>
#include <mutex>
#include <thread>
std::mutex lock;
std::condition_variable_any there;
int main() {
  std::thread t([] { there.notify_one(); });
  {
    std::unique_lock own(lock);
    there.wait(own);
  }
  t.join();
}
