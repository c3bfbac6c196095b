// SPDX-License-Identifier: Apache-2.0
// A promise passes a value and what came before.
#include <future>
#include <thread>

std::promise<int> promise;
int x;

int main() {
  std::thread first([] {
    x = 1;
    promise.set_value(5);
  });
  std::thread second([] {
    auto value = promise.get_future();
    x += value.get();
  });
  first.join();
  second.join();
  return x == 6 ? 0 : 9;
}
