// SPDX-License-Identifier: Apache-2.0
// A jthread stops when asked and joins itself.
#include <stop_token>
#include <thread>

int x;

int main() {
  {
    std::jthread a([](std::stop_token stop) {
      while (!stop.stop_requested()) std::this_thread::yield();
      x = 1;
    });
  }
  return x == 1 ? 0 : 9;
}
