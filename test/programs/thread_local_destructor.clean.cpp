// SPDX-License-Identifier: Apache-2.0
// Destructors of thread_local objects run before the join.
#include <thread>

int x;
struct Counter {
  int value = 0;
  ~Counter() { x += value; }
};
thread_local Counter counter;

int main() {
  std::thread a([] { counter.value = 5; });
  a.join();
  return x == 5 ? 0 : 9;
}
