// A flag that is released and acquired hands over what was written before it.
#include <atomic>
#include <cassert>
#include <thread>
std::atomic<bool> ready;
int plain;
int main() {
  std::thread t([] { plain = 7; ready.store(true, std::memory_order_release); });
  while (!ready.load(std::memory_order_acquire)) std::this_thread::yield();
  assert(plain == 7);
  t.join();
}
