// Two locks one after the other, in either order.
#include <mutex>
#include <thread>
std::mutex a, b;
int main() {
  std::thread t([] { std::lock_guard one(a); std::lock_guard two(b); });
  { std::lock_guard one(b); std::lock_guard two(a); }
  t.join();
}
