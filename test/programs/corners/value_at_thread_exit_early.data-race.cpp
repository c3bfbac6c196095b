// SPDX-License-Identifier: Apache-2.0
#include <future>
#include <thread>
int value = 0;
int main() {
  std::promise<void> promise;
  auto future = promise.get_future();
  std::thread thread([&] {
    promise.set_value();  // now, not when the thread ends
    value = 3;
  });
  future.get();
  value = 4;
  thread.join();
}
