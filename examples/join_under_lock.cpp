// Main waits for a worker while it holds the lock that the worker needs. Here the worker is over long before; had main
// been first at the lock, neither would ever go on.
#include <chrono>
#include <mutex>
#include <thread>

std::mutex settings;
int verbosity = 0;

int main() {
  std::thread worker([] {
    std::scoped_lock hold(settings);
    verbosity = 1;
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  std::scoped_lock hold(settings);
  worker.join();
  return verbosity == 1 ? 0 : 1;
}
