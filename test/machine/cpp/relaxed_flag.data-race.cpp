// A relaxed flag hands over nothing.
#include <atomic>
#include <thread>
std::atomic<bool> ready;
int plain;
int main() {
  std::thread t([] { plain = 7; ready.store(true, std::memory_order_relaxed); });
  while (!ready.load(std::memory_order_relaxed)) std::this_thread::yield();
  int seen = plain;
  t.join();
  return seen > 7;
}
