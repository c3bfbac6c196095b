// A promise that is kept by an exception.
#include <cassert>
#include <future>
#include <stdexcept>
#include <thread>
int main() {
  std::promise<int> promise;
  std::future<int> future = promise.get_future();
  std::thread worker([&] { promise.set_exception(std::make_exception_ptr(std::out_of_range("no"))); });
  bool failed = false;
  try { future.get(); } catch (const std::out_of_range &) { failed = true; }
  worker.join();
  assert(failed);
}
