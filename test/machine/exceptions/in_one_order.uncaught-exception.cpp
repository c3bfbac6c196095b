// SPDX-License-Identifier: Apache-2.0
// Only the thread that comes second throws, and only the first one can catch it.
#include <atomic>
#include <thread>
std::atomic<int> turn{0};
int main() {
  std::thread other([] {
    try {
      if (turn.fetch_add(1) == 1) throw 1;
    } catch (int) {
    }
  });
  if (turn.fetch_add(1) == 1) {
    other.join();
    throw 2;
  }
  other.join();
}
