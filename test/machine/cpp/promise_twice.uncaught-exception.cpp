// A promise that is kept twice.
#include <future>
#include <thread>
int main() {
  std::promise<int> promise;
  auto future = promise.get_future();
  std::thread worker([&] { promise.set_value(1); });
  worker.join();
  promise.set_value(2);
}
