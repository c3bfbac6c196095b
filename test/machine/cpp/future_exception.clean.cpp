// An exception of the one thread is thrown in the other.
#include <cassert>
#include <future>
#include <stdexcept>
#include <thread>
int main() {
  std::promise<int> promise;
  std::future<int> future = promise.get_future();
  std::thread t([&] {
    try { throw std::runtime_error("no"); } catch (...) { promise.set_exception(std::current_exception()); }
  });
  bool caught = false;
  try { future.get(); } catch (const std::runtime_error& e) { caught = e.what()[0] == 'n'; }
  assert(caught);
  t.join();
}
