// SPDX-License-Identifier: Apache-2.0
#include <future>
#include <thread>
#include <cassert>
int value = 0;
int main() {
  std::promise<int> promise;
  auto future = promise.get_future();
  std::thread t([&] { promise.set_value_at_thread_exit(7); value = 3; });
  assert(future.get() == 7);
  assert(value == 3);
  t.join();
}
