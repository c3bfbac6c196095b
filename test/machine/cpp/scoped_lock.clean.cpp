// Two locks at once, named in either order.
#include <cassert>
#include <mutex>
#include <thread>
std::mutex a, b;
int count;
int main() {
  std::thread t([] { std::scoped_lock own(a, b); count++; });
  { std::scoped_lock own(b, a); count++; }
  t.join();
  assert(count == 2);
}
