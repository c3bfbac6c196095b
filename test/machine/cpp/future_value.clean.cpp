// std::promise hands a value, and what was written before it, to whoever gets it.
#include <cassert>
#include <future>
#include <thread>
int plain;
int main() {
  std::promise<int> promise;
  std::future<int> future = promise.get_future();
  std::thread t([&] { plain = 5; promise.set_value(2); });
  assert(future.get() == 2 && plain == 5);
  t.join();
}
