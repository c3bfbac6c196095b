// Two threads look at one shared future.
#include <cassert>
#include <future>
#include <thread>
int main() {
  std::promise<int> promise;
  std::shared_future<int> future = promise.get_future().share();
  std::thread a([future] { assert(future.get() == 3); });
  promise.set_value(3);
  assert(future.get() == 3);
  a.join();
}
