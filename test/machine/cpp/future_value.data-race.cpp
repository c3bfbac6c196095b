// What is written after set_value is not handed over.
#include <future>
#include <thread>
int plain;
int main() {
  std::promise<int> promise;
  std::future<int> future = promise.get_future();
  std::thread t([&] { promise.set_value(2); plain = 5; });
  int got = future.get() + plain;
  t.join();
  return got < 0;
}
