// SPDX-License-Identifier: Apache-2.0
// What comes after set_value is not passed on.
// expect-variable: x
#include <future>
#include <thread>

std::promise<int> promise;
int x;

int main() {
  std::thread first([] {
    promise.set_value(5);
    x = 1;
  });
  std::thread second([] {
    auto value = promise.get_future();
    x += value.get();
  });
  first.join();
  second.join();
}
