// SPDX-License-Identifier: Apache-2.0
// Two threads' destructors meet.
// expect-variable: x
#include <thread>

int x;
struct Counter {
  int value = 0;
  ~Counter() { x += value; }
};
thread_local Counter counter;

int main() {
  std::thread a([] { counter.value = 5; }), b([] { counter.value = 6; });
  a.join();
  b.join();
}
