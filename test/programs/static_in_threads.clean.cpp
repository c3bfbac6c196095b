// Threads that come while a static is made wait, whether its initialiser throws or not.
#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

static std::atomic<int> attempts;

static int value() {
  static const int made = [] {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    if (++attempts == 1) throw 1;
    return 7;
  }();
  return made;
}

int main() {
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([] {
      try {
        value();
      } catch (int) {
        value();
      }
    });
  for (std::thread& each : threads) each.join();
  return value() != 7;
}
